r"""A matrix in an order that shows its structure, summed up in blocks where it is too large to draw.

A mean over a block of rows and columns is p^T K q with p and q indicators, so block means need products with K only and
describe all of it, however large.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from askcore._validation import read_only
from askcore.experiments.matrix.parts import READ, MatrixPart
from askcore.experiments.problem import Problem
from askcore.operators import CenteredOperator, KernelOperator, as_operator
from askcore.solvers import truncated_svd

MOST_BLOCKS = 300
BY_CLASS, BY_SINGULAR, AS_GIVEN = "by class", "by singular vectors", "as given"
PRODUCTS = 100  # columns multiplied at once


@dataclass(frozen=True, eq=False)
class BlockMeans:
    """Means (a, b) of K over blocks of rows and columns that lie next to each other in an order.

    The orders (N,) and (M,) say which one comes first, second, ...; the limits (a + 1,) and (b + 1,) where blocks begin
    and end in that order.
    """

    means: np.ndarray = field(repr=False)
    row_order: np.ndarray = field(repr=False)
    column_order: np.ndarray = field(repr=False)
    row_limits: np.ndarray = field(repr=False)
    column_limits: np.ndarray = field(repr=False)


@dataclass(frozen=True, eq=False)
class ClassMeans:
    """Mean entry (a, b) from the rows of each class to the columns of each class, and the names of the classes."""

    rows: list[Any] = field(repr=False)
    columns: list[Any] = field(repr=False)
    means: np.ndarray = field(repr=False)


def drawable(operator: KernelOperator, part: MatrixPart) -> tuple[KernelOperator, np.ndarray, np.ndarray]:
    """Return the matrix to draw, with its rows and columns: all of K, or a part if evaluating all of K is necessary.

    Parameters
    ----------
    operator : K (N, M).
    part : a part of it.

    Returns
    -------
    tuple : the operator (n, m) to draw, and its rows (n,) and columns (m,) of K.
    """
    n, m = operator.shape
    if operator.in_memory or float(n) * m <= READ:
        return operator, np.arange(n), np.arange(m)
    return as_operator(part.K), part.rows, part.columns


def class_order(labels: ArrayLike | None, n: int) -> np.ndarray:
    """Return an order that sorts samples by class, with unlabelled samples last. Ties keep their order.

    Parameters
    ----------
    labels : (n,) classes, "" for unlabelled; or None, which keeps the given order.
    n : number of samples.

    Returns
    -------
    ndarray (n,) : index of the first sample, the second sample, ...
    """
    if labels is None:
        return np.arange(n)
    labels = np.asarray(labels)
    missing = labels == ""
    _, codes = np.unique(labels, return_inverse=True)
    return np.lexsort((codes, missing))


def singular_order(operator: KernelOperator, *, same_samples: bool) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns by the angle of their two leading singular vectors of the centred matrix.

    Rows that are alike get neighbouring angles; the order starts at the widest gap. Where row i and column i are one
    sample, the rows decide for both, so that the diagonal stays the diagonal.
    """
    n, m = operator.shape
    if min(n, m) < 3:
        return np.arange(n), np.arange(m)
    found = truncated_svd(CenteredOperator(operator), 2, random_state=0)
    sums = operator.row_sums() / np.sqrt(m), operator.column_sums() / np.sqrt(n)
    if found.values[0] <= 1e-10 * max(np.linalg.norm(values) for values in sums):
        return np.arange(n), np.arange(m)  # constant: no order is better than another
    rows = _by_angle(found.left)
    return rows, rows if same_samples else _by_angle(found.right)


def places_in_order(
    problem: Problem, order: str, operator: KernelOperator, rows: np.ndarray, columns: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Order of those rows and columns of a problem's matrix that the operator has.

    ``order`` : ``BY_CLASS``, ``BY_SINGULAR`` or ``AS_GIVEN``.
    """
    if order == BY_SINGULAR:
        return singular_order(operator, same_samples=problem.same_samples)
    sides = ((problem.row_labels, rows), (problem.column_labels, columns))
    labels = (None if of is None or order == AS_GIVEN else np.asarray(of)[at] for of, at in sides)
    return class_order(next(labels), len(rows)), class_order(next(labels), len(columns))


def ordered_means(problem: Problem, order: str, part: MatrixPart | None = None) -> BlockMeans:
    """The matrix of a problem in an order, as block means, or entries where that is enough.

    Parameters
    ----------
    problem : K (N, M).
    order : as of ``places_in_order``.
    part : drawn instead of K where all of K would have to be evaluated, as ``drawable`` says; None: always K.

    Returns
    -------
    BlockMeans : its orders are of rows and columns of K.
    """
    operator, rows, columns = problem.operator, *map(np.arange, problem.shape)
    if part is not None:
        operator, rows, columns = drawable(operator, part)
    at = places_in_order(problem, order, operator, rows, columns)
    return replace(block_means(operator, *at), row_order=rows[at[0]], column_order=columns[at[1]])


def block_means(
    operator: KernelOperator,
    row_order: np.ndarray,
    column_order: np.ndarray,
) -> BlockMeans:
    """The matrix in this order, as at most 300 means over blocks a side; entries where that is enough."""
    n, m = operator.shape
    rows, columns = _limits(n), _limits(m)
    if len(rows) == n + 1 and len(columns) == m + 1:
        means = operator.block(row_order, column_order)
    else:
        means = _means(operator, row_order, column_order, rows, columns)
    return BlockMeans(read_only(means), read_only(row_order), read_only(column_order), rows, columns)


def class_means(operator: KernelOperator, row_labels: ArrayLike, column_labels: ArrayLike) -> ClassMeans:
    """Compute the mean entries between the classes of rows and columns, without unlabelled samples.

    Parameters
    ----------
    operator : K (N, M).
    row_labels, column_labels : (N,) and (M,) classes, "" for none.

    Returns
    -------
    ClassMeans

    Examples
    --------
    >>> from askcore.operators import DenseOperator
    >>> found = class_means(DenseOperator([[0.0, 4.0], [1.0, 0.0]]), ["a", "b"], ["a", "b"])
    >>> found.rows, found.means
    (['a', 'b'], array([[0., 4.],
           [1., 0.]]))
    """
    sides = []
    for labels in (np.asarray(row_labels), np.asarray(column_labels)):
        classes = np.unique(labels[labels != ""])
        order = np.concatenate([np.flatnonzero(labels == c) for c in classes])
        limits = np.append(0, np.cumsum([int((labels == c).sum()) for c in classes]))
        sides.append((classes.tolist(), order, limits))
    (rows, row_order, row_limits), (columns, column_order, column_limits) = sides
    means = _means(operator, row_order, column_order, row_limits, column_limits)
    return ClassMeans(rows, columns, read_only(means))


def _means(
    operator: KernelOperator,
    row_order: np.ndarray,
    column_order: np.ndarray,
    row_limits: np.ndarray,
    column_limits: np.ndarray,
) -> np.ndarray:
    """P K Q with P and Q the indicators of the blocks over their sizes."""
    n, m = operator.shape
    P, Q = _indicator(row_order, row_limits, n), _indicator(column_order, column_limits, m).T
    if isinstance(operator.stored, np.ndarray):
        return np.asarray(P @ operator.stored @ Q)
    starts = range(0, Q.shape[1], PRODUCTS)
    return np.hstack([P @ (operator @ Q[:, at : at + PRODUCTS].toarray()) for at in starts])


def _indicator(order: np.ndarray, limits: np.ndarray, size: int) -> sp.csr_array:
    sizes = np.diff(limits)
    return sp.csr_array((np.repeat(1.0 / sizes, sizes), order, limits), shape=(len(sizes), size))


def _limits(size: int) -> np.ndarray:
    return np.append(np.arange(0, size, -(-size // MOST_BLOCKS)), size)


def _by_angle(vectors: np.ndarray) -> np.ndarray:
    angles = np.arctan2(vectors[:, 1], vectors[:, 0])
    order = np.argsort(angles, kind="stable")
    gaps = np.diff(angles[order], append=angles[order[0]] + 2 * np.pi)
    return np.roll(order, -(int(np.argmax(gaps)) + 1))
