"""Names of very many samples that are whole numbers, held as numbers.

Ten million names as Python strings are 0.6 GB, as numbers 80 MB, and none where they count up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np

# What is not seen and changes what is: control characters, and marks that turn the direction of the text behind them.
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2061-\u206f\ufeff\ufff9-\ufffb]")
_ESCAPED = re.compile("[\udc80-\udcff]+")


def as_shown(name: str) -> str:
    r"""A name as every page, export and line of code can show it: what is hidden in it becomes visible.

    Examples
    --------
    >>> as_shown("a\u202eb"), as_shown("__proto__") == "__proto__", as_shown("Zürich")
    ('a\ufffdb', False, 'Zürich')
    """
    if name == "__proto__":  # no key of JavaScript
        return "_\u2060_proto__"
    return name if name.isprintable() else _HIDDEN.sub("\ufffd", name)


def file_name(name: str) -> str:
    r"""The name of a file as text: bytes that are no UTF-8, as of an old disk, are read as Latin-1.

    Examples
    --------
    >>> file_name("caf" + chr(0xDCE9) + ".csv")
    'café.csv'
    """
    return as_shown(
        _ESCAPED.sub(lambda found: found[0].encode("utf-8", "surrogateescape").decode("latin-1"), name)
    )


class NumberNames(Sequence[str]):
    """The numbers (n,), all different, as text: a list of str to whoever looks at it, and equal to one.

    Examples
    --------
    >>> names = NumberNames(np.array([7, 3, 12]))
    >>> names[0], names[-1], names[1:], len(names), "3" in names, "03" in names, names.index("12")
    ('7', '12', ['3', '12'], 3, True, False, 2)
    >>> names == ["7", "3", "12"]
    True
    """

    __hash__ = None  # type: ignore[assignment]  # as of a list

    def __init__(self, numbers: np.ndarray) -> None:
        numbers = np.array(numbers, dtype=np.int64)
        self._numbers: np.ndarray | range = numbers
        if len(numbers) and (numbers == np.arange(numbers[0], numbers[0] + len(numbers))).all():
            self._numbers = range(int(numbers[0]), int(numbers[-1]) + 1)
        else:
            numbers.flags.writeable = False

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> list[str]: ...

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [str(number) for number in self._numbers[at]]
        return str(self._numbers[at])

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), 2**16):  # numbers of numpy one at a time are slow
            part = self._numbers[start : start + 2**16]
            yield from map(str, part if isinstance(part, range) else part.tolist())

    def __contains__(self, name: object) -> bool:
        return self._place(name) is not None

    def index(self, name: Any, start: int = 0, stop: int | None = None) -> int:
        """Where a name stands; ValueError for one that is not there."""
        place = self._place(name)
        if place is None or not start <= place < (len(self) if stop is None else stop):
            raise ValueError(f"{name!r} is not among the names")
        return place

    def _place(self, name: object) -> int | None:
        try:
            number = int(name) if isinstance(name, str) else None
        except ValueError:
            return None
        if number is None or str(number) != name:
            return None
        if isinstance(self._numbers, range):
            return self._numbers.index(number) if number in self._numbers else None
        found = np.flatnonzero(self._numbers == number)
        return int(found[0]) if len(found) else None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, NumberNames):
            return len(self) == len(other) and bool(np.array_equal(self._numbers, other._numbers))
        if isinstance(other, list):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(list(self), dtype=dtype)

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3]))
        return f"[{shown}{', ...' if len(self) > 3 else ''}]"
