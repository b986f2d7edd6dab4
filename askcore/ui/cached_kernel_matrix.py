"""What the page "Kernel matrix" computes, kept.

UI floor.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from askcore import experiments, figures
from askcore.experiments import (
    BlockMeans,
    ClassMeans,
    Entries,
    KernelChoice,
    MatrixPart,
    Operation,
    SpectralChoice,
    SpectralProblem,
)
from askcore.figures import Picture, Theme
from askcore.operators import as_operator
from askcore.ui.cache import Data, kept, matrix

__all__ = ["Blocks", "blocks", "classes", "entries", "operations", "operations_picture", "part", "problem"]


class Blocks(NamedTuple):
    """Block means, and the names, classes and places in the whole matrix of rows and columns in the order drawn."""

    means: BlockMeans
    row_names: list[str]
    column_names: list[str]
    row_labels: np.ndarray | None
    column_labels: np.ndarray | None
    row_places: np.ndarray
    column_places: np.ndarray


def problem(data: Data, choice: KernelChoice) -> SpectralProblem:
    """The matrix as an operator, with names and labels."""
    return matrix(data, SpectralChoice("samples", choice))


@kept(spinner="Comparing K with Kᵀ …")
def entries(data: Data, choice: KernelChoice) -> Entries:
    """What follows from the entries alone."""
    return experiments.kernel_entries(problem(data, choice).operator)


# Up to 20 MB each.
@kept(entries=16, spinner="Taking the spectra …")
def part(data: Data, choice: KernelChoice, most: int) -> MatrixPart:
    """All of it or a part drawn at random, with its spectra."""
    return experiments.kernel_part(problem(data, choice).operator, most=most)


@kept(entries=24, spinner="Ordering the matrix …")
def blocks(data: Data, choice: KernelChoice, most: int, order: str) -> Blocks:
    """The matrix "by class", "by singular vectors" or "as given", in means where it is large."""
    whole = problem(data, choice)
    operator, rows, columns = experiments.drawable(whole.operator, part(data, choice, most))
    row_labels, column_labels = _at(whole.row_labels, rows), _at(whole.column_labels, columns)
    row_order, column_order = _ordered(order, operator, row_labels, column_labels, whole.same_samples)
    return Blocks(
        experiments.block_means(operator, row_order, column_order),
        [whole.row_ids[i] for i in rows[row_order]],
        [whole.column_ids[i] for i in columns[column_order]],
        _at(row_labels, row_order),
        _at(column_labels, column_order),
        rows[row_order],
        columns[column_order],
    )


@kept()
def classes(data: Data, choice: KernelChoice, most: int) -> ClassMeans:
    """Means between classes; both sides must have labels."""
    whole = problem(data, choice)
    operator, rows, columns = experiments.drawable(whole.operator, part(data, choice, most))
    return experiments.class_means(operator, _at(whole.row_labels, rows), _at(whole.column_labels, columns))


# Five matrices of up to 18 MB each.
@kept(entries=4, spinner="Centring, normalising, symmetrising …")
def operations(data: Data, choice: KernelChoice, most: int) -> tuple[Operation, ...]:
    """What each operation makes of the part."""
    return experiments.kernel_operations(part(data, choice, most).K)


@kept(entries=16)
def operations_picture(data: Data, choice: KernelChoice, most: int, order: str, look: Theme) -> Picture:
    """The results side by side, rows and columns in the order of the large figure."""
    whole, shown, done = problem(data, choice), part(data, choice, most), operations(data, choice, most)
    labels = _at(whole.row_labels, shown.rows), _at(whole.column_labels, shown.columns)
    rows, columns = _ordered(order, as_operator(shown.K), *labels, whole.same_samples)
    sides = {"KKt": (rows, rows), "KtK": (columns, columns)}
    ordered = [
        None if one.matrix is None else one.matrix[np.ix_(*sides.get(one.name, (rows, columns)))]
        for one in done
    ]
    return figures.small_heatmaps(ordered, [one.label for one in done], theme=look)


def _ordered(
    order: str, operator: Any, row_labels: Any, column_labels: Any, same_samples: bool
) -> tuple[np.ndarray, np.ndarray]:
    n, m = operator.shape
    if order == "by singular vectors":
        return experiments.singular_order(operator, same_samples=same_samples)
    if order == "by class":
        return experiments.class_order(row_labels, n), experiments.class_order(column_labels, m)
    return np.arange(n), np.arange(m)


def _at(values: np.ndarray | None, places: np.ndarray) -> np.ndarray | None:
    return None if values is None else np.asarray(values)[places]
