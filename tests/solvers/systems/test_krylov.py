"""MINRES with a real or complex shift against a dense solve."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from askcore.solvers import solve_askls
from askcore.solvers.systems.krylov import shifted_minres
from tests.helpers import frozen, random_labels


def symmetric(rng: np.random.Generator, n: int) -> np.ndarray:
    A = rng.standard_normal((n, n))
    return frozen(A + A.T)


def truth(A, R, zeta) -> np.ndarray:
    return np.linalg.solve(A + zeta * np.eye(len(A)), R)


@pytest.mark.parametrize("zeta", [30.0, 0.1, -2.5, 0.3j, 1 + 1j, -5 + 0.2j])
@pytest.mark.parametrize("n", [1, 2, 30])
def test_minres_agrees_with_a_dense_solve(n, zeta, rng):
    A, R = symmetric(rng, n), frozen(rng.standard_normal((n, 3)))
    run = shifted_minres(lambda x: A @ x, R, zeta, tol=1e-12)
    np.testing.assert_allclose(run.x, truth(A, R, zeta), atol=1e-9)
    assert np.isrealobj(run.x) == np.isreal(zeta)
    assert (run.residual < 1e-11).all()


def test_columns_are_independent(rng):
    """A zero column stays zero, an eigenvector is done in one step, and neither disturbs the others."""
    A = symmetric(rng, 20)
    hard = rng.standard_normal(20)
    R = np.column_stack([np.zeros(20), np.linalg.eigh(A)[1][:, 3], hard])
    run = shifted_minres(lambda x: A @ x, R, 0.7, tol=1e-12)
    np.testing.assert_array_equal(run.x[:, 0], 0)
    assert run.residual[0] == 0
    np.testing.assert_allclose(run.x, truth(A, R, 0.7), atol=1e-9)
    alone = shifted_minres(lambda x: A @ x, hard[:, None], 0.7, tol=1e-12)
    np.testing.assert_allclose(run.x[:, 2], alone.x[:, 0], atol=1e-9)


@pytest.mark.parametrize("zeta", [0.5, 0.5 + 0.1j])
def test_the_residual_is_reported_truthfully(zeta, rng):
    A, R = symmetric(rng, 60), rng.standard_normal((60, 2))
    run = shifted_minres(lambda x: A @ x, R, zeta, tol=1e-12, max_iterations=9)
    assert run.iterations == 9
    true = np.linalg.norm(R - A @ run.x - zeta * run.x, axis=0) / np.linalg.norm(R, axis=0)
    np.testing.assert_allclose(run.residual, true)
    assert (true > 1e-3).all()


@pytest.mark.parametrize("length", range(1, 9))
def test_minres_ends_well_after_any_number_of_steps(length):
    rng = np.random.default_rng(length)
    Q = np.linalg.qr(rng.standard_normal((30, 30)))[0]
    A = Q * (np.arange(30) % length + 1.0) @ Q.T  # as many eigenvalues, and steps
    R = rng.standard_normal((30, 3))
    R[:, 1] = Q[:, 0]  # one step: this column leaves, or waits for the others
    for zeta, right in ((0.5, R), (0.5 + 0.3j, R), (0.5 + 0.3j, R * (1 + 1j)), (0.5, R * (1 - 1j))):
        run = shifted_minres(lambda x: A @ x, right, zeta, tol=1e-12)
        assert run.iterations == length
        np.testing.assert_allclose(run.x, np.linalg.solve(A + zeta * np.eye(30), right), atol=1e-11)


def test_a_stopped_run_warns_with_the_remedy(monkeypatch, rng):
    monkeypatch.setattr("askcore.solvers.systems.iterative.MAX_ITERATIONS", 3)
    K, y = rng.standard_normal((50, 50)), random_labels(rng, 50)
    with pytest.warns(
        ConvergenceWarning, match=r"MINRES stopped after 3 steps .* Add damping, lower gamma, or raise tol"
    ):
        solution = solve_askls(K, y, solver="iterative")
    residual = np.stack([solution.a + K @ solution.c, K.T @ solution.a + solution.c]) - y[None]
    residual -= residual.mean(axis=1, keepdims=True)
    right = np.stack([y, y]) - y.mean()
    assert solution.residual == pytest.approx(np.linalg.norm(residual) / np.linalg.norm(right), rel=1e-6)
