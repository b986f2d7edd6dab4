r"""The problem that AsK-LS solves: from the primal to its dual, and the dual along gamma.

With labels y in {-1, +1} the primal problem is stationary in (He et al. 2022, eq. 5 to 10)

    w'v + gamma/2 sum e_i^2 + gamma/2 sum h_i^2
    subject to  y_i (w' phi_s(x_i) + b1) = 1 - e_i  and  y_i (v' phi_t(x_i) + b2) = 1 - h_i,

whose multipliers are alpha and beta: ``DualSolution`` has them without the labels, a = alpha y and c = beta y. A kernel
matrix K = U S V' has the features phi_s = S^1/2 u and phi_t = S^1/2 v, as good as any with these inner products.

The system of the dual (eq. 6) is singular at a resonance, where 1/gamma is a singular value of the centred K.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from askcore._random import check_random_state
from askcore._validation import as_matrix, check_square, read_only
from askcore.solvers import solve_askls
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.path import DualPath

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


SAME = 1e-9  # a gamma this near to a resonance is that resonance
BESIDE = np.geomspace(1e-4, 0.05, 10)  # relative distances from a resonance at which more gammas are solved
SINGULAR = 1e12  # condition number from which a solution is no more than rounding


@dataclass(frozen=True)
class ResonanceWalk:
    """The source view of one training sample along ``gammas`` (G,), ascending; undamped it is NaN at a resonance.

    ``condition`` is that of the undamped system, infinite at a resonance.
    """

    gammas: np.ndarray = field(repr=False)
    singular_values: np.ndarray = field(repr=False)
    condition: np.ndarray = field(repr=False)
    undamped: np.ndarray = field(repr=False)
    damped: np.ndarray = field(repr=False)


def resonance_walk(
    K: np.ndarray, labels: Any, sample: int, gammas: Sequence[float], damping: float
) -> ResonanceWalk:
    """Solve AsK-LS at every gamma, and at and beside every resonance between them; positive is the second class.

    Examples
    --------
    >>> walk = resonance_walk([[0, 2, 0], [0, 0, 1], [1, 0, 0]], ["a", "b", "b"], 0, [0.5, 2.0], 0.1)
    >>> walk.singular_values.round(3).tolist(), walk.gammas[np.isinf(walk.condition)].round(3).tolist()
    ([1.667, 1.0], [0.6, 1.0])
    """
    K = np.asarray(K, dtype=float)
    path, Y = DualPath(K), one_vs_rest(np.unique(np.asarray(labels), return_inverse=True)[1], 2)
    low, high = min(gammas), max(gammas)
    inside = path.resonances[(path.resonances > low * (1 - SAME)) & (path.resonances < high * (1 + SAME))]
    apart = [gamma for gamma in gammas if not np.isclose(gamma, inside, rtol=SAME).any()]
    near = np.outer(inside, [*(1 - BESIDE), *(1 + BESIDE)])
    along = np.unique([*apart, *inside, *near[(near > low) & (near < high)]])
    condition = np.array([path.condition(gamma) for gamma in along])
    condition[condition > SINGULAR] = np.inf

    def view(gamma: float, damping: float) -> float:
        _, c, b, _ = path.solve(Y, gamma, damping)
        return float((K[sample] @ c + b)[0])

    undamped = [np.nan if np.isinf(bad) else view(at, 0.0) for at, bad in zip(along, condition, strict=True)]
    damped = [view(gamma, damping) for gamma in along]
    columns = (along, path.singular_values, condition, np.array(undamped), np.array(damped))
    return ResonanceWalk(*(read_only(values) for values in columns))
