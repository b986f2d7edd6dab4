r"""From the primal problem of AsK-LS to its dual, condition by condition (He et al. 2022, eq. 5 to 10).

With labels y in {-1, +1} the primal problem is stationary in

    w'v + gamma/2 sum e_i^2 + gamma/2 sum h_i^2
    subject to  y_i (w' phi_s(x_i) + b1) = 1 - e_i  and  y_i (v' phi_t(x_i) + b2) = 1 - h_i,

whose multipliers are alpha and beta: ``DualSolution`` has them without the labels, a = alpha y and c = beta y. A kernel
matrix K = U S V' has the features phi_s = S^1/2 u and phi_t = S^1/2 v, as good as any with these inner products.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from askcore._random import check_random_state
from askcore._validation import as_matrix, check_square
from askcore.solvers import solve_askls

PRIMAL_STEPS = ("guess", "weights", "errors", "dual")
MET = 1e-8  # residual, relative to the largest variable, up to which a condition holds


@dataclass(frozen=True, eq=False)
class AskLSPoint:
    """Values of all variables of the Lagrangian, for m training samples and r features.

    Weights w, v (r,) and intercepts b1, b2 of the source and the target view, their errors e, h (m,), and the
    multipliers alpha, beta (m,) of their constraints.
    """

    w: np.ndarray
    v: np.ndarray
    b1: float
    b2: float
    e: np.ndarray
    h: np.ndarray
    alpha: np.ndarray
    beta: np.ndarray


@dataclass(frozen=True, eq=False)
class PrimalStep:
    """The variables after a step, and the largest modulus of each derivative of eq. 9, in the order of the paper."""

    point: AskLSPoint = field(repr=False)
    residuals: dict[str, float]

    @property
    def met(self) -> set[str]:
        """The variables whose derivative is zero up to rounding."""
        size = max(1.0, *(float(np.abs(value).max()) for value in vars(self.point).values()))
        return {name for name, residual in self.residuals.items() if residual <= MET * size}


def primal_steps(K: Any, y: Any, gamma: float) -> dict[str, PrimalStep]:
    """Turn a guess into a stationary point of the primal problem, step by step.

    "guess": alpha and beta are drawn from [0, 1), all else is 0. "weights": w and v follow from them. "errors": so do e
    and h. "dual": alpha, beta and the intercepts solve the linear system that is left, and all else follows.

    Examples
    --------
    >>> steps = primal_steps([[1.0, 0.5], [0.0, 1.0]], [-1, 1], 3.0)
    >>> [len(step.met) for step in steps.values()]
    [0, 2, 4, 8]
    """
    matrix, labels = as_matrix(K), np.asarray(y, dtype=float)
    check_square(matrix)
    if labels.shape != matrix.shape[:1] or not np.isin(labels, (-1.0, 1.0)).all():
        raise ValueError(f"expected {len(matrix):,} labels of -1 or +1, got {np.unique(labels)[:5]}.")
    U, s, Vt = np.linalg.svd(matrix)
    # The features of each sample times its label.
    source, target = (labels[:, None] * vectors * np.sqrt(s) for vectors in (U, Vt.T))
    zero, (alpha, beta) = np.zeros(len(labels)), check_random_state(0).random_sample((2, len(labels)))
    guess = AskLSPoint(zero, zero, 0.0, 0.0, zero, zero, alpha, beta)
    weights = replace(guess, w=target.T @ beta, v=source.T @ alpha)
    errors = replace(weights, e=alpha / gamma, h=beta / gamma)
    solved = solve_askls(matrix, labels, gamma=gamma, quiet=True)
    alpha, beta = solved.a[:, 0] * labels, solved.c[:, 0] * labels
    intercepts = float(solved.b_source[0]), float(solved.b_target[0])
    w, v, e, h = target.T @ beta, source.T @ alpha, alpha / gamma, beta / gamma
    points = (guess, weights, errors, AskLSPoint(w, v, *intercepts, e, h, alpha, beta))
    steps = {}
    for name, point in zip(PRIMAL_STEPS, points, strict=True):
        derivatives = gradient(point, source, target, labels, gamma)
        steps[name] = PrimalStep(point, {key: float(np.abs(each).max()) for key, each in derivatives.items()})
    return steps


def gradient(
    point: AskLSPoint, source: np.ndarray, target: np.ndarray, y: np.ndarray, gamma: float
) -> dict[str, np.ndarray]:
    """The eight derivatives of eq. 9; ``source``, ``target`` (m, r) are features of the samples times their labels."""
    return {
        "v": point.w - target.T @ point.beta,
        "w": point.v - source.T @ point.alpha,
        "b1": -np.atleast_1d(point.alpha @ y),
        "b2": -np.atleast_1d(point.beta @ y),
        "e": gamma * point.e - point.alpha,
        "h": gamma * point.h - point.beta,
        "alpha": 1.0 - point.e - source @ point.w - y * point.b1,
        "beta": 1.0 - point.h - target @ point.v - y * point.b2,
    }
