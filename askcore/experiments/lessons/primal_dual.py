"""From the primal problem of AsK-LS to its dual, condition by condition (He et al. 2022, eq. 5 to 10).

Experiment floor. A guess of the multipliers becomes a stationary point in three steps: weights, errors, linear system.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from askcore._random import check_random_state
from askcore.diagnostics import AskLSLagrangian
from askcore.diagnostics.stationarity import AskLSPoint
from askcore.solvers import solve_askls

PRIMAL_STEPS = ("guess", "weights", "errors", "dual")
MET = 1e-8  # of a condition's size: what rounding leaves of one that is met


@dataclass(frozen=True)
class Condition:
    """One condition of a stationary point.

    Attributes
    ----------
    variable : by which the Lagrangian is derived.
    residual : largest modulus of the derivative.
    met : it is zero up to rounding, 1e-8 of the largest number that occurs in the point.
    """

    variable: str
    residual: float
    met: bool


@dataclass(frozen=True, eq=False)
class PrimalStep:
    """Where the variables stand after a step.

    Attributes
    ----------
    point : values of all variables.
    conditions : the eight of eq. 9, in the order of the paper.
    """

    point: AskLSPoint
    conditions: tuple[Condition, ...] = field(repr=False)

    @property
    def met(self) -> int:
        """How many conditions are met."""
        return sum(one.met for one in self.conditions)

    @property
    def largest(self) -> Condition:
        """The condition that is violated most."""
        return max(self.conditions, key=lambda one: one.residual)


def primal_steps(
    K: Any, y: Any, gamma: float, *, factor: float = 1.0, random_state: Any = 0
) -> dict[str, PrimalStep]:
    """A guess becomes a stationary point of the primal problem, step by step.

    "guess": alpha and beta are drawn from [0, 1), all else is 0. "weights": w and v follow from them. "errors": so do e
    and h. "dual": alpha, beta and the intercepts solve the linear system that is left, and all else follows.

    Parameters
    ----------
    K : (m, m) kernel matrix.
    y : (m,) labels, -1 or +1.
    gamma : weight of the errors.
    factor : what stands before w'v in the objective.
    random_state : seed of the guess.

    Returns
    -------
    dict : a ``PrimalStep`` for each of ``PRIMAL_STEPS``.

    Raises
    ------
    ValueError : K not square, or other labels.
    numpy.linalg.LinAlgError : the system has no unique solution, at resonance.

    Examples
    --------
    >>> steps = primal_steps([[1.0, 0.5], [0.0, 1.0]], [-1, 1], 3.0)
    >>> [step.met for step in steps.values()]
    [0, 2, 4, 8]
    """
    problem = AskLSLagrangian.of(K, y, gamma, factor)
    rng, (m, r) = check_random_state(random_state), problem.source.shape
    drawn = np.asarray(rng.random_sample((2, m)))
    guess = AskLSPoint(np.zeros(r), np.zeros(r), 0.0, 0.0, np.zeros(m), np.zeros(m), drawn[0], drawn[1])
    weights = problem.with_weights(guess)
    solution = solve_askls(np.asarray(K, dtype=float) / factor, problem.y, gamma=gamma, quiet=True)
    points = (guess, weights, problem.with_errors(weights), problem.point(solution))
    return {
        name: PrimalStep(point, _conditions(problem, point))
        for name, point in zip(PRIMAL_STEPS, points, strict=True)
    }


def _conditions(problem: AskLSLagrangian, point: AskLSPoint) -> tuple[Condition, ...]:
    size = max(1.0, *(float(np.abs(value).max()) for value in vars(point).values()))
    sizes = {name: float(np.abs(values).max()) for name, values in problem.gradient(point).items()}
    return tuple(Condition(name, residual, residual <= MET * size) for name, residual in sizes.items())
