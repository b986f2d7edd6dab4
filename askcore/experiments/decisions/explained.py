"""Explain decisions: confused classes, pulls at a sample, and the views across the plane.

f_s(x) = sum_j c_j K(x, x_j) + b_s and f_t(x) = sum_j a_j K(x_j, x) + b_t are sums over the training samples; each
summand is that sample's pull.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from askcore._validation import read_only
from askcore.estimators._views import Coefficients
from askcore.experiments.decisions.views import weighted_bound
from askcore.experiments.problem import Problem
from askcore.experiments.split import Split
from askcore.solvers.kernel_matrices import as_dense
from askcore.solvers.labels import both_signs

MOST_CLASSES = 12  # with a row each


@dataclass(frozen=True)
class Confusion:
    """Counts (n, n): row = true class, column = predicted class, both in the order of ``names``.

    ``pooled`` is the number of classes that share the last row and column; 0 if each has its own.
    """

    names: tuple[Any, ...] = field(repr=False)
    counts: np.ndarray = field(repr=False)
    pooled: int


def confusion(truth: np.ndarray, predicted: np.ndarray, classes: np.ndarray) -> Confusion:
    """Return the confusion matrix. If there are more than twelve classes, the rarest share one row and one column.

    Parameters
    ----------
    truth, predicted : (n,) labels.
    classes : (n_classes,) labels, sorted.

    Returns
    -------
    Confusion

    Examples
    --------
    >>> found = confusion(np.array(["a", "b", "b"]), np.array(["a", "a", "b"]), np.array(["a", "b"]))
    >>> found.counts.tolist()
    [[1, 0], [1, 1]]
    """
    rows, columns = np.searchsorted(classes, truth), np.searchsorted(classes, predicted)
    place, names = np.arange(len(classes)), tuple(classes.tolist())
    pooled = 0
    if len(classes) > MOST_CLASSES:
        pooled = len(classes) - MOST_CLASSES + 1
        counts = np.bincount(rows, minlength=len(classes))
        kept = np.sort(np.argsort(-counts, kind="stable")[: MOST_CLASSES - 1])
        place = np.full(len(classes), MOST_CLASSES - 1)
        place[kept] = np.arange(MOST_CLASSES - 1)
        names = (*classes[kept].tolist(), f"{pooled} others")
    size = len(names)
    flat = np.bincount(place[rows] * size + place[columns], minlength=size * size)
    return Confusion(names, read_only(flat.reshape(size, size)), pooled)


@dataclass(frozen=True)
class Pulls:
    """Terms of one view of one sample: pulls, the rest and the intercept add up to the decision.

    ``samples`` are the training samples that pull hardest, hardest first; ``rest`` is the sum of all other pulls, of
    which ``n_rest`` are not zero.
    """

    samples: np.ndarray = field(repr=False)
    values: np.ndarray = field(repr=False)
    rest: float
    n_rest: int
    intercept: float
    decision: float


def pulls(
    problem: Problem,
    split: Split,
    coefficients: Coefficients,
    sample: int,
    j: int,
    *,
    top: int = 10,
    class_weight: str | None = None,
) -> tuple[Pulls, Pulls]:
    """Return the pulls on ``sample`` towards class number ``j``, in the source view and in the target view.

    Parameters
    ----------
    problem : kernel and samples.
    split : the split whose training samples belong to the coefficients.
    coefficients : coefficients of both views.
    sample : index into the data set.
    j : class number; with two classes, the pulls towards class 0 are minus those towards class 1.
    top : number of pulls to name.
    class_weight : the class weights for which the coefficients were computed, as in ``decide_views``.

    Returns
    -------
    tuple of two Pulls : for the source view and for the target view.
    """
    bound = weighted_bound(problem, split.train, class_weight)
    x = np.array([sample])
    two = coefficients.c.shape[1] == 1
    column, sign = (0, 1.0 if j == 1 else -1.0) if two else (j, 1.0)
    source = np.ravel(as_dense(bound.source(x))) * coefficients.c[:, column]
    target = np.ravel(as_dense(bound.target(x))) * coefficients.a[:, column]
    return (
        _named(sign * source, sign * float(coefficients.b_source[column]), split.train, top),
        _named(sign * target, sign * float(coefficients.b_target[column]), split.train, top),
    )


def _named(values: np.ndarray, intercept: float, samples: np.ndarray, top: int) -> Pulls:
    order = np.argsort(-np.abs(values), kind="stable")
    order = order[values[order] != 0]
    named, others = order[:top], order[top:]
    rest = float(values[others].sum())
    return Pulls(
        samples=read_only(samples[named]),
        values=read_only(values[named]),
        rest=rest,
        n_rest=len(others),
        intercept=intercept,
        decision=float(values[named].sum()) + rest + intercept,
    )


SIZE = 80  # of the grid
MARGIN = 0.08  # share of the range that the grid reaches beyond the data


@dataclass(frozen=True)
class Regions:
    """f_s and f_t on a grid: ``x`` (n,), ``y`` (n,) in the features' own units, ``source``, ``target`` (n, n, k).

    Entry [r, c] belongs to (x[c], y[r]); the last axis is the class.
    """

    x: np.ndarray = field(repr=False)
    y: np.ndarray = field(repr=False)
    source: np.ndarray = field(repr=False)
    target: np.ndarray = field(repr=False)


def decision_regions(
    problem: Problem,
    split: Split,
    coefficients: Coefficients,
    *,
    class_weight: str | None = None,
) -> Regions:
    """Both decisions on a grid around a table of two features.

    The kernel's samples may be scaled; scaling a feature keeps an even grid even, so both grids are laid
    over the range of the same samples.
    """
    X = problem.samples
    if X.ndim != 2 or X.shape[1] != 2:
        raise ValueError(f"Regions need two features, got {X.shape[1] if X.ndim == 2 else 'no table'}.")
    bound = weighted_bound(problem, split.train, class_weight).inner  # type: ignore[attr-defined]
    u, v = _axes(problem.scaled(split.train))
    grid = np.column_stack([axis.ravel() for axis in np.meshgrid(u, v)])
    f_s = bound.source(grid) @ coefficients.c + coefficients.b_source
    f_t = bound.target(grid).T @ coefficients.a + coefficients.b_target
    x, y = _axes(X)
    source, target = (both_signs(f).reshape(SIZE, SIZE, -1) for f in (f_s, f_t))
    return Regions(read_only(x), read_only(y), read_only(source), read_only(target))


def _axes(X: np.ndarray) -> list[np.ndarray]:
    low, high = X.min(axis=0), X.max(axis=0)
    room = MARGIN * np.where(high > low, high - low, 1.0)
    return [np.linspace(a, b, SIZE) for a, b in zip(low - room, high + room, strict=True)]
