"""Nodes as positions, counted in order of first appearance, from ends that come some at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from askcore.datasets._names import NumberNames

FREE_TABLE = 2**22  # entries of a table that is never too long


class Numbering:
    """Of words, without the blanks around them, or of whole numbers.

    Numbers are looked up in a table while it is not much longer than what was seen, and take no objects of Python.

    Examples
    --------
    >>> nodes = Numbering()
    >>> nodes.see(np.array(["b", " a", "b"], dtype=object)).tolist(), nodes.names()
    ([0, 1, 0], ['b', 'a'])
    >>> nodes = Numbering(numbers=True)
    >>> nodes.see(np.array([7, 3, 7])).tolist(), nodes.see(np.array([-1, 3])).tolist(), list(nodes.names())
    ([0, 1, 0], [2, 1], ['7', '3', '-1'])
    """

    def __init__(self, *, numbers: bool = False) -> None:
        self.known: dict[
            Any, int
        ] = {}  # the position of each word, and of numbers once they are too far apart
        self._numbers, self._seen, self._found = numbers, 0, np.empty(0, dtype=np.int64)
        self._table: np.ndarray | None = np.empty(0, dtype=np.int32) if numbers else None  # -1 for none

    def __len__(self) -> int:
        return len(self.known) or len(self._found)

    def see(self, values: np.ndarray) -> np.ndarray:
        """Positions (n,) int32 of the values; what is new is counted on."""
        import pandas as pd

        codes, different = pd.factorize(values)
        self._seen += len(values)
        if self._table is not None and len(different) and not self._fits(different):
            self.known = {number: place for place, number in enumerate(self._found.tolist())}
            self._table = None
        if self._table is not None:
            new = different[self._table[different] < 0]
            self._table[new] = np.arange(len(self._found), len(self._found) + len(new), dtype=np.int32)
            self._found = np.append(self._found, new)
            return self._table[values]
        names = different.tolist() if self._numbers else [str(name).strip() for name in different]
        places = [self.known.setdefault(name, len(self.known)) for name in names]
        return np.array(places, dtype=np.int32)[codes]

    def _fits(self, numbers: np.ndarray) -> bool:
        """Whether the table is long enough, or is made so."""
        longest, table = int(numbers.max()) + 1, self._table
        if table is None or numbers.min() < 0 or longest > max(FREE_TABLE, 4 * self._seen):
            return False
        if longest > len(table):
            longer = np.full(max(longest, min(2 * len(table), FREE_TABLE)), -1, dtype=np.int32)
            longer[: len(table)] = table
            self._table = longer
        return True

    def names(self) -> Sequence[str]:
        """The words or numbers as text, in their order."""
        if not self._numbers:
            return list(self.known)
        return NumberNames(np.array(list(self.known), dtype=np.int64) if self.known else self._found)
