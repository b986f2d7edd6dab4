"""The Lagrangian of AsK-LS against finite differences, the bordered system of the paper, and one half before w'v."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from askcore.diagnostics import AskLSLagrangian
from askcore.diagnostics.stationarity import AskLSPoint
from askcore.solvers import solve_askls

GAMMA = 0.7


@pytest.fixture
def case(rng):
    K = rng.standard_normal((7, 7))
    return K, np.array([1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0])


def somewhere(rng, m: int) -> AskLSPoint:
    w, v, e, h, alpha, beta = rng.standard_normal((6, m))
    return AskLSPoint(w, v, 0.3, -0.8, e, h, alpha, beta)


def largest(gradient) -> float:
    return max(float(np.abs(values).max()) for values in gradient.values())


@pytest.mark.parametrize("factor", [1.0, 0.5])
def test_the_gradient_is_that_of_the_lagrangian(case, rng, factor):
    problem, point = AskLSLagrangian.of(*case, GAMMA, factor), somewhere(rng, 7)
    step = 1e-6
    for name, derivative in problem.gradient(point).items():
        value = np.atleast_1d(getattr(point, name))
        for i in range(len(value)):
            nudge = np.zeros(len(value))
            nudge[i] = step
            moved = [value + nudge, value - nudge]
            if np.ndim(getattr(point, name)) == 0:
                moved = [float(one[0]) for one in moved]
            up, down = (problem.value(replace(point, **{name: one})) for one in moved)
            assert (up - down) / (2 * step) == pytest.approx(derivative[i], abs=1e-6), name


@pytest.mark.parametrize("factor", [1.0, 0.5])
def test_the_dual_solution_is_stationary_and_solves_the_system_of_the_paper(case, factor):
    K, y = case
    problem = AskLSLagrangian.of(K, y, GAMMA, factor)
    point = problem.point(solve_askls(K / factor, y, gamma=GAMMA))
    assert largest(problem.gradient(point)) < 1e-10
    np.testing.assert_allclose(problem.H, y[:, None] * K * y, atol=1e-12)
    m, H = 7, y[:, None] * K * y / factor
    T = np.zeros((2 * m + 2, 2 * m + 2))  # eq. 6, with 2H for one half
    T[0, 2 : m + 2] = T[2 : m + 2, 0] = T[1, m + 2 :] = T[m + 2 :, 1] = y
    T[2 : m + 2, m + 2 :], T[m + 2 :, 2 : m + 2] = H, H.T
    T[np.arange(2, 2 * m + 2), np.arange(2, 2 * m + 2)] = 1 / GAMMA
    expected = np.linalg.solve(T, np.r_[0.0, 0.0, np.ones(2 * m)])
    np.testing.assert_allclose(np.r_[point.b1, point.b2, point.alpha, point.beta], expected, atol=1e-10)


def test_one_half_before_the_product_of_weights_is_twice_gamma(case):
    K, y = case
    half = AskLSLagrangian.of(K, y, GAMMA, 0.5)
    paper = AskLSLagrangian.of(K, y, 2 * GAMMA)
    one, other = (
        half.point(solve_askls(2 * K, y, gamma=GAMMA)),
        paper.point(solve_askls(K, y, gamma=2 * GAMMA)),
    )
    for name in ("w", "v", "b1", "b2", "e", "h"):
        np.testing.assert_allclose(getattr(one, name), getattr(other, name), atol=1e-10)
    np.testing.assert_allclose(2 * one.alpha, other.alpha, atol=1e-10)
    # The system that the tutorial prints, with H and gamma, gives no stationary point of its own primal problem.
    printed = half.with_errors(paper.point(solve_askls(K, y, gamma=GAMMA)))
    assert largest(half.gradient(printed)) > 1e-2


def test_a_damped_solution_is_not_stationary(case):
    K, y = case
    problem = AskLSLagrangian.of(K, y, GAMMA)
    assert largest(problem.gradient(problem.point(solve_askls(K, y, gamma=GAMMA, damping=0.5)))) > 1e-2


def test_the_stationary_point_is_no_minimum(case):
    """Along a feature of a small singular value the errors hardly grow while w'v falls, and it may as well rise."""
    K, y = case
    problem = AskLSLagrangian.of(K, y, GAMMA)
    point = problem.point(solve_askls(K, y, gamma=GAMMA))
    least = np.linalg.svd(K, compute_uv=False)[-1]
    assert GAMMA * least < 1
    step = np.eye(7)[-1]

    def at(sign):
        w, v = point.w + step, point.v + sign * step
        e = 1 - y * (problem.source @ w + point.b1)
        h = 1 - y * (problem.target @ v + point.b2)
        return problem.objective(replace(point, w=w, v=v, e=e, h=h))

    here = problem.objective(point)
    assert at(-1.0) < here < at(1.0)


def test_other_labels_are_refused():
    with pytest.raises(ValueError, match="labels of -1 or"):
        AskLSLagrangian.of(np.eye(2), [0, 1], 1.0)
