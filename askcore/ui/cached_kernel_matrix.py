"""Cached computations of the page "Kernel matrix": each key holds everything that changes the answer.

UI floor. Data go in as ``_current`` beside their digest, as in ``cached``; results are frozen and shared uncopied.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import streamlit as st

from askcore import experiments, figures
from askcore.experiments import (
    BlockMeans,
    ClassMeans,
    Entries,
    KernelChoice,
    MatrixPart,
    Operation,
)
from askcore.experiments.spectral_problem import SpectralProblem
from askcore.figures import Drawn, Look
from askcore.operators import as_operator
from askcore.ui.dataset import Active

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


def problem(current: Active, choice: KernelChoice) -> SpectralProblem:
    """The matrix as an operator, with names and labels."""
    return _problem(current.data.digest, choice, _data=current.data)


def entries(current: Active, choice: KernelChoice) -> Entries:
    """What follows from the entries alone."""
    return _entries(current.data.digest, choice, _problem=problem(current, choice))


def part(current: Active, choice: KernelChoice, most: int) -> MatrixPart:
    """All of it or a part drawn at random, with its spectra."""
    return _part(current.data.digest, choice, most, _problem=problem(current, choice))


def blocks(current: Active, choice: KernelChoice, most: int, order: str) -> Blocks:
    """The matrix "by class", "by singular vectors" or "as given", in means where it is large."""
    return _blocks(
        current.data.digest,
        choice,
        most,
        order,
        _problem=problem(current, choice),
        _part=part(current, choice, most),
    )


def classes(current: Active, choice: KernelChoice, most: int) -> ClassMeans:
    """Means between classes; both sides must have labels."""
    return _classes(
        current.data.digest,
        choice,
        most,
        _problem=problem(current, choice),
        _part=part(current, choice, most),
    )


def operations(current: Active, choice: KernelChoice, most: int) -> tuple[Operation, ...]:
    """What each operation makes of the part."""
    return _operations(current.data.digest, choice, most, _part=part(current, choice, most))


def operations_picture(current: Active, choice: KernelChoice, most: int, order: str, look: Look) -> Drawn:
    """The results side by side, rows and columns in the order of the large figure."""
    return _operations_picture(
        current.data.digest,
        choice,
        most,
        order,
        look,
        _problem=problem(current, choice),
        _part=part(current, choice, most),
        _done=operations(current, choice, most),
    )


# A matrix of a table holds up to 240 MB.
@st.cache_resource(max_entries=4, ttl="1h", show_spinner="Computing the kernel matrix …")
def _problem(digest: str, choice: KernelChoice, *, _data: Any) -> SpectralProblem:
    return experiments.kernel_problem(_data, choice)


@st.cache_resource(max_entries=64, ttl="1h", show_spinner="Comparing K with Kᵀ …")
def _entries(digest: str, choice: KernelChoice, *, _problem: SpectralProblem) -> Entries:
    return experiments.kernel_entries(_problem.operator)


# Up to 20 MB each.
@st.cache_resource(max_entries=16, ttl="1h", show_spinner="Taking the spectra …")
def _part(digest: str, choice: KernelChoice, most: int, *, _problem: SpectralProblem) -> MatrixPart:
    return experiments.kernel_part(_problem.operator, most=most)


@st.cache_resource(max_entries=24, ttl="1h", show_spinner="Ordering the matrix …")
def _blocks(
    digest: str,
    choice: KernelChoice,
    most: int,
    order: str,
    *,
    _problem: SpectralProblem,
    _part: MatrixPart,
) -> Blocks:
    operator, rows, columns = experiments.drawable(_problem.operator, _part)
    row_labels, column_labels = (
        _at(_problem.row_labels, rows),
        _at(_problem.column_labels, columns),
    )
    row_order, column_order = _ordered(order, operator, row_labels, column_labels, _problem.same_samples)
    return Blocks(
        experiments.block_means(operator, row_order, column_order),
        [_problem.row_ids[i] for i in rows[row_order]],
        [_problem.column_ids[i] for i in columns[column_order]],
        _at(row_labels, row_order),
        _at(column_labels, column_order),
        rows[row_order],
        columns[column_order],
    )


@st.cache_resource(max_entries=64, ttl="1h", show_spinner=False)
def _classes(
    digest: str, choice: KernelChoice, most: int, *, _problem: SpectralProblem, _part: MatrixPart
) -> ClassMeans:
    operator, rows, columns = experiments.drawable(_problem.operator, _part)
    return experiments.class_means(
        operator, _at(_problem.row_labels, rows), _at(_problem.column_labels, columns)
    )


# Five matrices of up to 18 MB each.
@st.cache_resource(max_entries=4, ttl="1h", show_spinner="Centring, normalising, symmetrising …")
def _operations(digest: str, choice: KernelChoice, most: int, *, _part: MatrixPart) -> tuple[Operation, ...]:
    return experiments.kernel_operations(_part.K)


@st.cache_resource(max_entries=16, ttl="1h", show_spinner=False)
def _operations_picture(
    digest: str,
    choice: KernelChoice,
    most: int,
    order: str,
    look: Look,
    *,
    _problem: SpectralProblem,
    _part: MatrixPart,
    _done: tuple[Operation, ...],
) -> Drawn:
    labels = _at(_problem.row_labels, _part.rows), _at(_problem.column_labels, _part.columns)
    operator = as_operator(_part.K)
    rows, columns = _ordered(order, operator, *labels, _problem.same_samples)
    sides = {"KKt": (rows, rows), "KtK": (columns, columns)}
    ordered = [
        None if done.matrix is None else done.matrix[np.ix_(*sides.get(done.name, (rows, columns)))]
        for done in _done
    ]
    return figures.small_heatmaps(ordered, [done.label for done in _done], look=look)


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
