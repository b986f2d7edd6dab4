"""What the page "Kernel matrix" computes under one setting of its controls, each thing once.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from askcore import experiments
from askcore.experiments import KernelChoice, Problem, sizes
from askcore.experiments.matrix.blocks import BlockMeans, ClassMeans, block_means, singular_order
from askcore.experiments.matrix.operations import Operation
from askcore.experiments.matrix.parts import Entries, MatrixPart
from askcore.experiments.running.jobs import Task
from askcore.figures import Theme
from askcore.figures.heatmaps import small_heatmaps
from askcore.operators import KernelOperator, as_operator
from askcore.ui.charts.plots import drawing
from askcore.ui.charts.shown import Drawing
from askcore.ui.matrices import Blocks, MatrixState, blocks_work, definiteness, taken
from askcore.ui.work.cache import Data, computed, kept, matrix

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
        data, choice, problem = self.current.data, self.choice, self.problem
        return Blocks.of(
            _means(data, choice, self.max_rows, order),
            (problem.row_names, problem.column_names),
            (problem.row_labels, problem.column_labels),
            part=_drawn(data, choice, self.max_rows)[1:],
        )

    def operations_picture(self, order: str, theme: Theme) -> Drawing:
        """The results side by side, rows and columns in the order of the large figure."""
        return _operations_picture(self.current.data, self.choice, self.max_rows, order, theme)


def _part_size(data: Data, choice: KernelChoice, max_rows: int) -> int:
    return min(max_rows, *matrix(data, choice).shape)


def _product(data: Data, choice: KernelChoice, max_rows: int) -> float:
    return sizes.product(matrix(data, choice), _drawn(data, choice, max_rows)[0])


def _blocks_work(data: Data, choice: KernelChoice, max_rows: int) -> float:
    return blocks_work(matrix(data, choice), _drawn(data, choice, max_rows)[0])


# Up to 20 MB each.
@computed(
    "Taking the spectra",
    lambda data, choice, max_rows: 1.5 * _part_size(data, choice, max_rows) ** 3,
    entries=16,
)
def _part(data: Data, choice: KernelChoice, max_rows: int) -> Task[MatrixPart]:
    """All of it or a part drawn at random, with its spectra."""
    return Task(experiments.kernel_part, matrix(data, choice).operator, max_rows=max_rows)


def _drawn(data: Data, choice: KernelChoice, max_rows: int) -> tuple[KernelOperator, np.ndarray, np.ndarray]:
    """What is drawn, all or a part, and which rows and columns of the whole it has."""
    return experiments.drawable(matrix(data, choice).operator, _part(data, choice, max_rows))


@computed(
    "Ordering the matrix",
    lambda data, choice, max_rows: 260 * _product(data, choice, max_rows),  # Lanczos for two triplets
    entries=16,
)
def _by_singular(data: Data, choice: KernelChoice, max_rows: int) -> Task[tuple[np.ndarray, np.ndarray]]:
    """Which of the rows and columns that are drawn comes first, second, ... by singular vectors."""
    same = matrix(data, choice).same_samples
    return Task(singular_order, _drawn(data, choice, max_rows)[0], same_samples=same)


@computed(
    "Drawing the matrix",
    lambda data, choice, max_rows, order: _blocks_work(data, choice, max_rows),
    entries=24,
)
def _means(data: Data, choice: KernelChoice, max_rows: int, order: str) -> Task[BlockMeans]:
    operator, rows, columns = _drawn(data, choice, max_rows)
    if order == BY_SINGULAR:
        places = _by_singular(data, choice, max_rows)
    else:
        places = _ordered(order, operator, matrix(data, choice), rows, columns)
    return Task(block_means, operator, *places)


@computed(
    "Taking means between classes",
    lambda data, choice, max_rows: _blocks_work(data, choice, max_rows),
)
def _classes(data: Data, choice: KernelChoice, max_rows: int) -> Task[ClassMeans]:
    """Means between classes; both sides must have labels."""
    whole = matrix(data, choice)
    operator, rows, columns = _drawn(data, choice, max_rows)
    labels = taken(whole.row_labels, rows), taken(whole.column_labels, columns)
    return Task(experiments.class_means, operator, *labels)


# Five matrices of up to 18 MB each.
@computed(
    "Centring, normalising, symmetrising",
    lambda data, choice, max_rows: 2.5 * _part_size(data, choice, max_rows) ** 3,
    entries=4,
)
def _operations(data: Data, choice: KernelChoice, max_rows: int) -> Task[tuple[Operation, ...]]:
    """What each operation makes of the part."""
    return Task(experiments.kernel_operations, _part(data, choice, max_rows).K)


@kept(entries=16, whole=True)
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
    return drawing(small_heatmaps(ordered, [one.label for one in done], theme=theme))


def _ordered(
    order: str, operator: Any, whole: Problem, rows: np.ndarray, columns: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Which of these rows and columns of the whole matrix comes first, second, ..."""
    n, m = operator.shape
    if order == BY_SINGULAR:
        return singular_order(operator, same_samples=whole.same_samples)
    if order == BY_CLASS:
        labels = taken(whole.row_labels, rows), taken(whole.column_labels, columns)
        return experiments.class_order(labels[0], n), experiments.class_order(labels[1], m)
    return np.arange(n), np.arange(m)
