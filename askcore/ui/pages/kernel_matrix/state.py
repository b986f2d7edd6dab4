"""What the page "Kernel matrix" computes under one setting of its controls, each thing once.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from askcore import experiments, figures
from askcore.experiments import ClassMeans, Entries, KernelChoice, MatrixPart, Operation, Problem, forecasts
from askcore.experiments.worker import Recipe
from askcore.figures import Theme
from askcore.operators import as_operator
from askcore.ui.cache import Data, computed, kept, matrix
from askcore.ui.matrices import Blocks, MatrixState, definiteness, taken
from askcore.ui.plots import Drawing, drawing

__all__ = ["AS_GIVEN", "BY_CLASS", "BY_SINGULAR", "KernelMatrix"]

BY_CLASS, BY_SINGULAR, AS_GIVEN = "by class", "by singular vectors", "as given"


@dataclass(frozen=True)
class KernelMatrix(MatrixState):
    """The data set in use under a kernel, how many rows its spectra are of, and what follows from them."""

    max_rows: int

    @property
    def entries(self) -> Entries:
        """What follows from the entries alone, and the signs of all eigenvalues."""
        return replace(super().entries, definiteness=definiteness(self.current, self.choice))

    @property
    def part(self) -> MatrixPart:
        """All of it or a part drawn at random, with its spectra."""
        return _part(self.current.data, self.choice, self.max_rows)

    @property
    def classes(self) -> ClassMeans:
        """Means between classes; both sides must have labels."""
        return _classes(self.current.data, self.choice, self.max_rows)

    @property
    def operations(self) -> tuple[Operation, ...]:
        """What each operation makes of the part."""
        return _operations(self.current.data, self.choice, self.max_rows)

    @property
    def orders(self) -> list[str]:
        """The orders of rows and columns on offer."""
        labels = self.problem.row_labels
        labelled = labels is not None and bool((labels != "").any())
        return [*([BY_CLASS] if labelled else []), BY_SINGULAR, AS_GIVEN]

    def blocks(self, order: str) -> Blocks:
        """The matrix in one of the orders, in means where it is large."""
        return _blocks(self.current.data, self.choice, self.max_rows, order)

    def operations_picture(self, order: str, theme: Theme) -> Drawing:
        """The results side by side, rows and columns in the order of the large figure."""
        return _operations_picture(self.current.data, self.choice, self.max_rows, order, theme)


# Up to 20 MB each.
@computed(
    "Taking the spectra",
    lambda data, choice, max_rows: forecasts.part_seconds(matrix(data, choice), max_rows),
    entries=16,
)
def _part(data: Data, choice: KernelChoice, max_rows: int) -> Recipe[MatrixPart]:
    """All of it or a part drawn at random, with its spectra."""
    return Recipe(experiments.kernel_part, matrix(data, choice).operator, max_rows=max_rows)


@kept(entries=24, spinner="Ordering the matrix …")
def _blocks(data: Data, choice: KernelChoice, max_rows: int, order: str) -> Blocks:
    """The matrix "by class", "by singular vectors" or "as given", in means where it is large."""
    whole = matrix(data, choice)
    operator, rows, columns = experiments.drawable(whole.operator, _part(data, choice, max_rows))
    return Blocks.of(
        operator,
        _ordered(order, operator, whole, rows, columns),
        (whole.row_names, whole.column_names),
        (whole.row_labels, whole.column_labels),
        part=(rows, columns),
    )


@kept()
def _classes(data: Data, choice: KernelChoice, max_rows: int) -> ClassMeans:
    """Means between classes; both sides must have labels."""
    whole = matrix(data, choice)
    operator, rows, columns = experiments.drawable(whole.operator, _part(data, choice, max_rows))
    return experiments.class_means(
        operator, taken(whole.row_labels, rows), taken(whole.column_labels, columns)
    )


# Five matrices of up to 18 MB each.
@kept(entries=4, spinner="Centring, normalising, symmetrising …")
def _operations(data: Data, choice: KernelChoice, max_rows: int) -> tuple[Operation, ...]:
    """What each operation makes of the part."""
    return experiments.kernel_operations(_part(data, choice, max_rows).K)


@kept(entries=16, megabytes=64)
def _operations_picture(data: Data, choice: KernelChoice, max_rows: int, order: str, theme: Theme) -> Drawing:
    """The results side by side, rows and columns in the order of the large figure."""
    whole, shown, done = (
        matrix(data, choice),
        _part(data, choice, max_rows),
        _operations(data, choice, max_rows),
    )
    rows, columns = _ordered(order, as_operator(shown.K), whole, shown.rows, shown.columns)
    sides = {"KKt": (rows, rows), "KtK": (columns, columns)}
    ordered = [
        None if one.matrix is None else one.matrix[np.ix_(*sides.get(one.name, (rows, columns)))]
        for one in done
    ]
    return drawing(figures.small_heatmaps(ordered, [one.label for one in done], theme=theme))


def _ordered(
    order: str, operator: Any, whole: Problem, rows: np.ndarray, columns: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Which of these rows and columns of the whole matrix comes first, second, ..."""
    n, m = operator.shape
    if order == BY_SINGULAR:
        return experiments.singular_order(operator, same_samples=whole.same_samples)
    if order == BY_CLASS:
        labels = taken(whole.row_labels, rows), taken(whole.column_labels, columns)
        return experiments.class_order(labels[0], n), experiments.class_order(labels[1], m)
    return np.arange(n), np.arange(m)
