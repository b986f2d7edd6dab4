"""Names and classes of samples: which classes there are, in which order, and which samples have none.

Missing labels are the empty string, None and NaN. The order is that of `numpy.unique`, so that it agrees
with an estimator's `classes_`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypedDict

import numpy as np

from askcore.figures.parts.text import LONGEST, plain

UNLABELLED = "unlabelled"
Labels: TypeAlias = Sequence[object] | np.ndarray | None


class Called(TypedDict, total=False):
    """Keywords of figures of samples: the names of the samples, and the classes there are, in order."""

    names: Sequence[object] | None
    classes: Labels


def class_names(labels: Labels) -> list[Any]:
    """The classes among `labels`, sorted, missing ones left out."""
    present = {label for label in label_list(labels) if not _missing(label)}
    try:
        return sorted(present)
    except TypeError:  # names and numbers side by side
        return sorted(present, key=str)


@dataclass(frozen=True)
class Classes:
    """The class of each of n things.

    Attributes
    ----------
    names : the classes in their order.
    codes : (n,) position in `names`, -1 for unlabelled.

    Examples
    --------
    >>> classes = Classes.from_labels(["b", "", "a", "b"], 4)
    >>> classes.names, classes.codes.tolist(), classes.order().tolist()
    (('a', 'b'), [1, -1, 0, 1], [2, 0, 3, 1])
    >>> [(name, rows.tolist()) for name, rows in classes.groups()]
    [('a', [2]), ('b', [0, 3]), (None, [1])]
    """

    names: tuple[object, ...]
    codes: np.ndarray

    @classmethod
    def from_labels(cls, labels: Labels, n: int, classes: Labels = None) -> Classes:
        """Read n `labels` (None: all unlabelled); `classes` fixes the classes and their order."""
        listed = [None] * n if labels is None else label_list(labels)
        if len(listed) != n:
            raise ValueError(
                f"expected {n:,} labels, got {len(listed):,}; give one for each, '' where there is none"
            )
        names = tuple(class_names(listed) if classes is None else label_list(classes))
        position = {name: code for code, name in enumerate(names)}
        codes = [-1 if _missing(label) else position.get(label, -1) for label in listed]
        return cls(names, np.array(codes, dtype=np.int64))

    def order(self) -> np.ndarray:
        """(n,) indices that sort by class and keep the given order within each; unlabelled last."""
        return np.argsort(np.where(self.codes < 0, len(self.names), self.codes), kind="stable")

    def groups(self) -> Iterator[tuple[object, np.ndarray]]:
        """Each class that occurs with the indices of its members; unlabelled last, under None."""
        for code, name in [*enumerate(self.names), (-1, None)]:
            members = np.flatnonzero(self.codes == code)
            if len(members):
                yield name, members

    def class_of(self, index: int) -> object:
        """The class of one member, None if it has none."""
        code = self.codes[index]
        return None if code < 0 else self.names[code]

    def label(self, name: object, longest: int = LONGEST) -> str:
        """The plain text for a class, or "unlabelled" for None."""
        return UNLABELLED if name is None else plain(name, longest)


@dataclass(frozen=True)
class Samples:
    """Names and classes of n samples."""

    names: Sequence[object]
    classes: Classes

    @classmethod
    def from_labels(
        cls, n: int, labels: Labels, *, names: Sequence[object] | None = None, classes: Labels = None
    ) -> Samples:
        """Read n `labels` and `names`, by default their index; `classes` fixes the classes and their order."""
        called = range(n) if names is None else names
        if len(called) != n:
            raise ValueError(f"expected {n:,} names, got {len(called):,}; give one name for each")
        return cls(called, Classes.from_labels(labels, n, classes))

    def take(self, places: np.ndarray) -> Samples:
        """Some of the samples, in this order."""
        classes = Classes(self.classes.names, self.classes.codes[places])
        return Samples([self.names[i] for i in places.tolist()], classes)


def label_list(labels: Labels) -> list[Any]:
    """Labels as a list of plain values; an empty one for None."""
    return [] if labels is None else np.asarray(labels, dtype=object).ravel().tolist()


def _missing(label: object) -> bool:
    return label is None or type(label).__name__ == "NAType" or label == "" or label != label
