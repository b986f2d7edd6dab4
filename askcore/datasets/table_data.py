"""A table of features as everything above takes it: numbers, their names, and labels, numbers or neither to learn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import numpy as np

from askcore._format import count
from askcore._lazy import cached_property
from askcore._validation import DataError, read_only
from askcore.datasets._checks import (
    as_floats,
    check_each_finite,
    check_labelled,
    checked_names,
    content_digest,
    set_fields,
)
from askcore.datasets.protocol import Dataset, Kind
from askcore.datasets.tables.labels import as_labels, as_numbers, has_fractions

ROWS_SHOWN, COLUMNS_SHOWN = 5, 8  # in a notebook


@dataclass(frozen=True, eq=False, repr=False)
class TableData(Dataset):
    """N samples with d features. The data are checked on construction and read-only.

    Parameters
    ----------
    X : (N, d) finite numbers, stored as float64.
    y : (N,) integers or non-empty strings, which are classes; or numeric targets (see `is_regression`), stored as
        float64; or None.
    feature_names : d different names; by default x1 to xd.
    name : name of the table.
    notes : decisions of the reader, in words.
    is_regression : whether y contains numeric targets and not classes. This is detected if a number has a fractional
        part. If all numbers are whole, set it.
    row_names : N different names. By default, rows are called "row 1" to "row N".

    Raises
    ------
    DataError : a shape, a value, a label or a name is invalid.

    Examples
    --------
    >>> table = TableData([[0, 1], [2, 3], [4, 5]], y=["no", "yes", "no"])
    >>> table.n_samples, table.feature_names, table.classes.tolist()
    (3, ['x1', 'x2'], ['no', 'yes'])
    >>> numbers = TableData([[0, 1], [2, 3]], y=[0.5, 2])
    >>> numbers.is_regression, numbers.y.tolist(), numbers.classes.tolist()
    (True, [0.5, 2.0], [])
    """

    kind: ClassVar[Kind] = "table"

    X: np.ndarray
    y: np.ndarray | None = None
    feature_names: list[str] = field(default_factory=list)
    name: str = ""
    notes: tuple[str, ...] = ()
    is_regression: bool = False
    row_names: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Check, copy and freeze what was given."""
        features = _checked_features(self.X)
        numbers = self.y is not None and (self.is_regression or has_fractions(self.y))
        to_learn = as_numbers if numbers else as_labels
        labels = None if self.y is None else to_learn(self.y, len(features), each="row")
        check_labelled(labels, "row {}".format, each="row")
        n, d = features.shape
        names = checked_names(self.feature_names or [f"x{j + 1}" for j in range(d)], d, each="column")
        rows = checked_names(self.row_names, n, each="row") if self.row_names else []
        set_fields(
            self, self.notes, X=features, y=labels, feature_names=names, is_regression=numbers, row_names=rows
        )

    @property
    def _size(self) -> str:
        return f"{count(self.n_samples, 'row')}, {count(self.n_features, 'feature')}"

    @property
    def n_samples(self) -> int:
        """N, the number of rows."""
        return int(self.X.shape[0])

    @property
    def n_features(self) -> int:
        """d, the number of feature columns."""
        return int(self.X.shape[1])

    @property
    def labels(self) -> np.ndarray | None:
        """y: classes or numeric targets."""
        return self.y

    @property
    def class_labels(self) -> np.ndarray | None:
        """y if it contains classes, otherwise None."""
        return None if self.is_regression else self.y

    @property
    def sample_names(self) -> list[str]:
        """The names of the rows, or "row 1" to "row N"."""
        return self.row_names or [f"row {i + 1}" for i in range(self.n_samples)]

    @property
    def column_names(self) -> list[str]:
        """The names of the features."""
        return self.feature_names

    @property
    def column_word(self) -> str:
        """A column is a feature."""
        return "feature"

    def rows(self, part: np.ndarray) -> TableData:
        """Return some of the rows, with their labels and names.

        Parameters
        ----------
        part : (n,) indices of rows.

        Returns
        -------
        TableData
        """
        names = [self.row_names[i] for i in part] if self.row_names else []
        y = None if self.y is None else self.y[part]
        return replace(self, X=self.X[part], y=y, row_names=names)

    def to_pandas(self) -> Any:
        """Return the features as a frame indexed by the names of the rows; labels or numeric targets are the last
        column, "label".

        Examples
        --------
        >>> TableData([[0, 1], [2, 3]], y=["no", "yes"]).to_pandas().values.tolist()
        [[0.0, 1.0, 'no'], [2.0, 3.0, 'yes']]
        """
        import pandas as pd

        frame = pd.DataFrame(self.X, index=self.row_names or None, columns=self.feature_names)
        if self.y is not None:
            frame[next(name for name in ("label", "label of the row") if name not in frame)] = self.y
        return frame

    def _beginning(self) -> str:
        few: str = (
            self.rows(np.arange(min(ROWS_SHOWN, self.n_samples))).to_pandas().to_html(max_cols=COLUMNS_SHOWN)
        )
        return few

    @cached_property
    def digest(self) -> str:
        """SHA-256 over features, labels and all names of columns and rows (`name` and `notes` change no answer)."""
        return content_digest(
            self.X, self.y, self.feature_names, *([self.row_names] if self.row_names else [])
        )


def _checked_features(given: Any) -> np.ndarray:
    remedy = "Give an array of shape (rows, features)."
    features = as_floats(given, what="The features are", remedy=remedy)
    if features.ndim != 2 or 0 in features.shape:
        raise DataError(
            f"Expected features of shape (rows, features), both at least 1, got {features.shape}",
            remedy="Give one row for every sample; a single feature is a column, X[:, None].",
        )
    check_each_finite(features, "row {}, column {} of X".format, remedy="Fill it in or leave the row out.")
    return read_only(features)
