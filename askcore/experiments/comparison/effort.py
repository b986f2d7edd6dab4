"""How much work goes into a comparison: a first impression within seconds, or enough to bear a claim.

Experiment floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from askcore.experiments.candidates import Grid

_MANY = 500  # samples past which five folds do, and the usual bandwidth alone
_QUICK, _FULL, _FULL_SEVERAL = 400, 1000, 500  # samples that are compared at most
_FEW_KERNELS = 4  # of the catalogue, in the quick look


@dataclass(frozen=True)
class Effort:
    """Quick: five folds once, a small grid, and up to 400 samples, for a first impression.

    Full: ten folds three times, which bear a claim, on up to 1,000 samples, or 500 under several kernels. All: full, on
    every sample.

    Attributes
    ----------
    name : "quick", "full" or "all".
    large : whether there are more than 500 samples: then five folds do, and the usual bandwidth but for a quick look.
    several : whether several kernels are compared.
    """

    name: str
    large: bool = False
    several: bool = False

    @staticmethod
    def is_large(n_samples: int) -> bool:
        """Whether so many samples count as many."""
        return n_samples > _MANY

    @property
    def quick(self) -> bool:
        """Whether this is the quick look."""
        return self.name == "quick"

    @property
    def repeats(self) -> int:
        """How often the folds are drawn."""
        return 1 if self.quick else 3

    @property
    def n_kernels(self) -> int | None:
        """How many kernels of the catalogue are tried, where several are; None for the usual number."""
        return _FEW_KERNELS if self.quick else None

    @property
    def max_samples(self) -> int | None:
        """How many samples are compared at most; None for all."""
        if self.name == "all":
            return None
        return _QUICK if self.quick else _FULL_SEVERAL if self.several else _FULL

    @property
    def savings(self) -> dict[str, Any]:
        """What is left out, as ``compare`` takes it."""
        found: dict[str, Any] = {"folds": 5} if self.quick or self.large else {}
        if self.large and not self.quick:
            found["bandwidths"] = (1.0,)
        if self.max_samples is not None:
            found["max_samples"] = self.max_samples
        if self.quick:
            found["brief"] = True
        return found

    @property
    def grid(self) -> Grid | None:
        """Candidates; None for the usual ones."""
        return None

    @property
    def terms(self) -> dict[str, Any]:
        """All of it, as ``compare`` takes it."""
        return {"repeats": self.repeats, "grid": self.grid, **self.savings}
