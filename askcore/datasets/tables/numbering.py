"""Nodes as positions, counted in order of first appearance, from ends that come some at a time.

Whole numbers stay numbers: a table by number where it is not much longer than what was seen, else
sorted ones. Words become Python strings, each once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from askcore.datasets._names import NumberNames

FREE_TABLE = 2**22  # entries of a table that is never too long


class NumberNumbering:
    """Of whole numbers, as int64.

    Examples
    --------
    >>> nodes = NumberNumbering()
    >>> nodes.see(np.array([7, 3, 7])).tolist(), nodes.see(np.array([-1, 3])).tolist(), list(nodes.names())
    ([0, 1, 0], [2, 1], ['7', '3', '-1'])
    """

    def __init__(self) -> None:
        self._seen = self._count = 0
        self._found: list[np.ndarray] = []
        self._table: np.ndarray | None = np.empty(0, dtype=np.int32)  # the position by number, -1 for none
        self._sorted, self._places = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int32)

    def __len__(self) -> int:
        return self._count

    def see(self, values: np.ndarray) -> np.ndarray:
        """Positions (n,) int32 of the values; what is new is counted on."""
        import pandas as pd

        self._seen += len(values)
        self._fit_table(values)
        places = self._look_up(values)
        missing = places < 0
        if missing.any():
            codes, new = pd.factorize(values[missing])
            places[missing] = self._count + codes
            self._add(new)
        return places

    def names(self) -> Sequence[str]:
        """The numbers as text, in their order."""
        return NumberNames(np.concatenate([np.empty(0, dtype=np.int64), *self._found]))

    def _fit_table(self, values: np.ndarray) -> None:
        """Make the table long enough, or give it up."""
        if self._table is None or not len(values):
            return
        longest = int(values.max()) + 1
        if values.min() < 0 or longest > max(FREE_TABLE, 4 * self._seen):
            known = np.flatnonzero(self._table >= 0)
            self._sorted, self._places = known.astype(np.int64), self._table[known]
            self._table = None
        elif longest > len(self._table):
            longer = np.full(max(longest, min(2 * len(self._table), FREE_TABLE)), -1, dtype=np.int32)
            longer[: len(self._table)] = self._table
            self._table = longer

    def _look_up(self, values: np.ndarray) -> np.ndarray:
        if self._table is not None:
            return self._table[values]
        if not len(self._sorted):
            return np.full(len(values), -1, dtype=np.int32)
        order = np.argsort(values)  # a search in order reads memory in order
        ordered = values[order]
        at = np.minimum(np.searchsorted(self._sorted, ordered), len(self._sorted) - 1)
        places = np.empty(len(values), dtype=np.int32)
        places[order] = np.where(self._sorted[at] == ordered, self._places[at], -1)
        return places

    def _add(self, new: np.ndarray) -> None:
        places = np.arange(self._count, self._count + len(new), dtype=np.int32)
        self._count += len(new)
        self._found.append(new)
        if self._table is not None:
            self._table[new] = places
            return
        order = np.argsort(new)
        at = np.searchsorted(self._sorted, new[order])
        self._sorted = np.insert(self._sorted, at, new[order])
        self._places = np.insert(self._places, at, places[order])


class TextNumbering:
    """Of words, without the blanks around them.

    Examples
    --------
    >>> nodes = TextNumbering()
    >>> nodes.see(np.array(["b", " a", "b"], dtype=object)).tolist(), nodes.names()
    ([0, 1, 0], ['b', 'a'])
    """

    def __init__(self) -> None:
        self.known: dict[str, int] = {}  # the position of each word

    def __len__(self) -> int:
        return len(self.known)

    def see(self, values: np.ndarray) -> np.ndarray:
        """Positions (n,) int32 of the values; what is new is counted on."""
        import pandas as pd

        codes, found = pd.factorize(values)
        places = [self.known.setdefault(str(name).strip(), len(self.known)) for name in found]
        return np.array(places, dtype=np.int32)[codes]

    def names(self) -> Sequence[str]:
        """The words, in their order."""
        return list(self.known)


Numbering = NumberNumbering | TextNumbering
