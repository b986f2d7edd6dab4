"""A table of features as everything above takes it: numbers, their names, and labels, numbers or neither to learn.

`datasets` floor, on `_validation` alone.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets._digest import content_digest
from askcore.datasets._labels import as_labels, as_numbers, has_fractions

__all__ = ["TableData"]


@dataclass(frozen=True, eq=False)
class TableData:
    """N samples with d features, checked on construction and read-only from then on.

    Parameters
    ----------
    X : (N, d) finite numbers, kept as float64.
    y : (N,) integers or non-empty strings, which are classes; or numbers to be learned (see `is_regression`),
        kept as float64; or None for neither.
    feature_names : d different names; by default x1 to xd.
    name : what to call the table.
    notes : what the reader decided on the way, in words.
    is_regression : whether y holds numbers and not classes. Found out where a number has a fraction; has to
        be said where all of them are whole.

    Raises
    ------
    DataError : if a shape, a value, a label or a name does not fit.

    Examples
    --------
    >>> table = TableData([[0, 1], [2, 3], [4, 5]], y=["no", "yes", "no"])
    >>> table.n_samples, table.feature_names, table.classes.tolist()
    (3, ['x1', 'x2'], ['no', 'yes'])
    >>> numbers = TableData([[0, 1], [2, 3]], y=[0.5, 2])
    >>> numbers.is_regression, numbers.y.tolist(), numbers.classes.tolist()
    (True, [0.5, 2.0], [])
    """

    X: np.ndarray
    y: np.ndarray | None = None
    feature_names: list[str] = field(default_factory=list)
    name: str = ""
    notes: tuple[str, ...] = ()
    is_regression: bool = False

    def __post_init__(self) -> None:
        """Check, copy and freeze what was given."""
        features = _checked_features(self.X)
        numbers = self.y is not None and (self.is_regression or has_fractions(self.y))
        to_learn = as_numbers if numbers else as_labels
        labels = None if self.y is None else to_learn(self.y, len(features), each="row")
        if labels is not None and labels.dtype.kind == "U" and "" in labels:
            raise DataError(
                "The label is missing",
                where=f"row {int(np.flatnonzero(labels == '')[0])}",
                remedy="Label the row or leave it out.",
            )
        names = _checked_names(self.feature_names, features.shape[1])
        for attribute, value in (("X", features), ("y", labels), ("feature_names", names)):
            object.__setattr__(self, attribute, value)
        object.__setattr__(self, "notes", tuple(self.notes))
        object.__setattr__(self, "is_regression", numbers)

    @property
    def n_samples(self) -> int:
        """N, the number of rows."""
        return int(self.X.shape[0])

    @property
    def n_features(self) -> int:
        """d, the number of feature columns."""
        return int(self.X.shape[1])

    @cached_property
    def classes(self) -> np.ndarray:
        """The different labels, sorted, read-only; empty if there are none, or numbers instead."""
        none = self.y is None or self.is_regression
        classes = np.array([], dtype=str) if none else np.unique(np.asarray(self.y))
        classes.flags.writeable = False
        return classes

    @cached_property
    def digest(self) -> str:
        """SHA-256 over features, labels and feature names (`name` and `notes` change no answer)."""
        return content_digest(self.X, self.y, self.feature_names)


def _checked_features(given: Any) -> np.ndarray:
    try:
        features = np.array(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DataError(
            f"The features are no matrix of numbers ({error})",
            remedy="Give an array of shape (rows, features).",
        ) from error
    if features.ndim != 2 or 0 in features.shape:
        raise DataError(
            f"Expected features of shape (rows, features), both at least 1, got {features.shape}",
            remedy="Give one row for every sample; a single feature is a column, X[:, None].",
        )
    bad = np.argwhere(~np.isfinite(features))
    if len(bad):
        raise DataError(
            f"The value {features[tuple(bad[0])]} is not a finite number",
            where=f"row {bad[0][0]}, column {bad[0][1]} of X",
            remedy="Fill it in or leave the row out.",
        )
    features.flags.writeable = False
    return features


def _checked_names(given: list[str] | None, d: int) -> list[str]:
    names = [str(name) for name in given or ()] or [f"x{j + 1}" for j in range(d)]
    if len(names) != d:
        raise DataError(
            f"Expected {d} feature names, got {len(names)}", remedy="Give one name for every column of X."
        )
    if len(set(names)) < d:
        twice = Counter(names).most_common(1)[0][0]
        raise DataError(f"Two columns are called {twice!r}", remedy="Rename one of them.")
    return names
