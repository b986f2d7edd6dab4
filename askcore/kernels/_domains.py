"""What a kernel's parameter may be: the declared domain, from which checks and controls both follow.

Kernel floor. Says what is valid and what is usual; nothing about widgets.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, TypeAlias

import numpy as np

__all__ = ["Choice", "Domain", "Flag", "Range"]


@dataclass(frozen=True)
class Range:
    """Numbers from ``low`` to ``high``, both included; ``integer`` restricts to whole numbers.

    ``usual`` is the part worth exploring (the whole range where omitted) and ``log`` says that equal
    ratios matter there rather than equal steps. ``none`` says in a few words what None means; where it is
    empty, None is refused.
    """

    low: float
    high: float
    log: bool = False
    integer: bool = False
    usual: tuple[float, float] | None = None
    none: str = ""

    def check(self, value: Any, name: str) -> None:
        """Raise a ValueError unless ``value`` lies in the range, or is None where that has a meaning."""
        if value is None and self.none:
            return
        kind = Integral if self.integer else Real
        right_kind = isinstance(value, kind) and not isinstance(value, bool | np.bool_)
        if not right_kind or not self.low <= float(value) <= self.high:
            what = "a whole number" if self.integer else "a number"
            none = f", or None ({self.none})" if self.none else ""
            raise ValueError(
                f"{name} must be {what} from {self.low:g} to {self.high:g}{none}, got {value!r}."
            )


@dataclass(frozen=True)
class Choice:
    """One of the given ``options``."""

    options: tuple[Any, ...]

    def check(self, value: Any, name: str) -> None:
        """Raise a ValueError unless ``value`` is one of the options."""
        if value not in self.options:
            raise ValueError(f"{name} must be one of {', '.join(map(repr, self.options))}, got {value!r}.")


@dataclass(frozen=True)
class Flag:
    """True or False; ``meaning`` says in a few words what True means."""

    meaning: str = ""

    def check(self, value: Any, name: str) -> None:
        """Raise a ValueError unless ``value`` is a truth value."""
        if not isinstance(value, bool | np.bool_):
            raise ValueError(f"{name} must be True or False, got {value!r}.")


Domain: TypeAlias = Range | Choice | Flag
