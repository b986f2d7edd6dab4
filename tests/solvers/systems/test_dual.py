"""Every solver, damped and not, dense and sparse, against the paper's system with the labels inside."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.operators import DenseOperator
from askcore.solvers import solve_askls, solve_lssvm
from askcore.solvers.systems import dual
from askcore.solvers.systems.dual import SOLVERS
from tests.helpers import (
    dense,
    frozen,
    naive_askls,
    naive_lssvm,
    random_labels,
    random_sparse,
    with_eigenvalues,
    with_singular_values,
)

SEED = np.random.SeedSequence(7)


def _matrices() -> dict[str, object]:
    rng = np.random.default_rng(SEED)
    m = 40
    psd = rng.standard_normal((m, 5))
    return {
        "dense": rng.random((m, m)),
        "large mean": 1e3 + rng.random((m, m)),
        "low rank": rng.standard_normal((m, 3)) @ rng.standard_normal((3, m)),
        "skew": 0.37 * np.triu(np.ones((m, m)), 1) - 0.37 * np.tril(np.ones((m, m)), -1),
        "sparse": random_sparse(rng, m, 0.08),
        "sparse, empty rows": sp.csr_array(sp.coo_array(([1.0, 2.0], ([0, 3], [5, 5])), shape=(m, m))),
        "positive": psd @ psd.T,
        "indefinite": with_eigenvalues(rng, rng.standard_normal(m - 1)),
        "symmetric sparse": (lambda S: sp.csr_array(S + S.T))(random_sparse(rng, m, 0.05)),
        "constant": np.full((m, m), 3.0),
        "zero": np.zeros((m, m)),
        "sparse zero": sp.csr_array((m, m)),
        "m = 2": rng.random((2, 2)),
        "m = 3": rng.random((3, 3)),
    }


MATRICES = _matrices()
LABELS = {m: frozen(random_labels(np.random.default_rng(m), m, 3)) for m in (2, 3, 40)}
CASES = [(gamma, damping) for gamma in (0.05, 1.0, 7.3) for damping in (0.0, 1e-2, 1.0)]


def assert_solves(solution, K, Y, gamma, damping, tol=1e-8):
    """Coefficients, and the decisions on the training samples, as the naive reference has them."""
    a, c, b1, b2 = naive_askls(K, Y, gamma, damping)
    K = dense(K)
    close = {"rtol": tol, "atol": tol * max(1.0, np.abs(a).max(), np.abs(c).max())}
    np.testing.assert_allclose(solution.a, a, **close)
    np.testing.assert_allclose(solution.c, c, **close)
    np.testing.assert_allclose(K @ solution.c + solution.b_source, K @ c + b1, rtol=tol, atol=tol)
    np.testing.assert_allclose(K.T @ solution.a + solution.b_target, K.T @ a + b2, rtol=tol, atol=tol)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", MATRICES)
def test_every_solver_agrees_with_the_papers_system(name, solver):
    K = MATRICES[name]
    Y = LABELS[K.shape[0]]
    for gamma, damping in CASES:
        solution = solve_askls(K, Y, gamma=gamma, damping=damping, solver=solver, tol=1e-11)
        assert_solves(solution, K, Y, gamma, damping)
        assert solution.solver == ("dense" if solver == "auto" else solver)
        assert solution.damping == damping
        if damping == 0:
            np.testing.assert_allclose(solution.a.sum(axis=0), 0, atol=1e-10)
            np.testing.assert_allclose(solution.c.sum(axis=0), 0, atol=1e-10)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("damping", [0.0, 1e-2])
@pytest.mark.parametrize("name", ["positive", "indefinite", "symmetric sparse"])
def test_a_symmetric_kernel_collapses_to_the_ls_svm(name, damping, solver):
    K, y = MATRICES[name], LABELS[40][:, 0]
    alpha, b = naive_lssvm(K, y, 2.0, damping)
    for solve in (solve_askls, solve_lssvm):
        solution = solve(K, y, gamma=2.0, damping=damping, solver=solver, tol=1e-12)
        assert solution.symmetric
        np.testing.assert_allclose(solution.a[:, 0], alpha, rtol=1e-8, atol=1e-9)
        np.testing.assert_array_equal(solution.a, solution.c)
        np.testing.assert_allclose(solution.b_source, b, rtol=1e-8, atol=1e-9)
        np.testing.assert_array_equal(solution.b_source, solution.b_target)


@pytest.mark.parametrize("damping", [0.0, 0.5])
def test_an_operator_needs_products_only(damping):
    K, Y = MATRICES["dense"], LABELS[40]
    solution = solve_askls(DenseOperator(K), Y, gamma=0.3, damping=damping, tol=1e-12)
    assert solution.solver == "iterative"
    assert solution.iterations > 0
    assert 0 < solution.residual < 1e-11
    assert_solves(solution, K, Y, 0.3, damping)


@pytest.mark.parametrize("kind", ["directed", "symmetric"])
@pytest.mark.parametrize("damping", [0.0, 0.1])
def test_large_sparse_solvers_agree(damping, kind):
    rng = np.random.default_rng(11)
    K = random_sparse(rng, 3000, 1.5 / 3000)
    if kind == "symmetric":
        K = sp.csr_array(K + K.T)
    Y = random_labels(rng, 3000, 2)
    direct = solve_askls(K, Y, gamma=0.2, damping=damping, solver="sparse")
    steps = solve_askls(K, Y, gamma=0.2, damping=damping, solver="iterative", tol=1e-12)
    for part in ("a", "c", "b_source", "b_target"):
        np.testing.assert_allclose(getattr(steps, part), getattr(direct, part), atol=1e-9)
    assert direct.iterations == 0
    chosen = solve_askls(K, Y, gamma=0.2, damping=damping)
    assert chosen.solver in ("sparse", "iterative")
    np.testing.assert_allclose(chosen.a, direct.a, atol=1e-9)


@pytest.mark.parametrize("gamma", [0.3, 3.0])
def test_steps_end_as_soon_as_the_residual_is_1e_10(gamma):
    rng = np.random.default_rng(0)
    K, y = rng.standard_normal((100, 100)), np.sign(rng.standard_normal(100))
    found = solve_askls(K, y, gamma=gamma, solver="iterative")
    a, c = found.a[:, 0], found.c[:, 0]
    wrong = y - np.stack([a / gamma + K @ c + found.b_source, K.T @ a + c / gamma + found.b_target])
    residual = np.linalg.norm(wrong) / np.linalg.norm([y - y.mean()] * 2)
    assert 1e-11 < residual < 1.01e-10
    assert found.residual == pytest.approx(residual, rel=0.1)


@pytest.mark.parametrize("kind", ["dense", "sparse", "symmetric"])
def test_minres_is_taken_where_it_is_quicker(kind, monkeypatch):
    """Damped well, a few steps do; damped little, it gives up soon and the factor decides. Both are right."""
    monkeypatch.setattr(dual, "TRIED", 0.0)
    rng = np.random.default_rng(5)
    m = 900
    K = random_sparse(rng, m, 6 / m) if kind == "sparse" else rng.standard_normal((m, m)) / np.sqrt(m)
    K = K + K.T if kind == "symmetric" else K
    Y = random_labels(rng, m, 2)
    for damping, steps in ((4.0, True), (1e-6, False)):
        found = solve_askls(K, Y, gamma=2.0, damping=damping)
        direct = "sparse" if kind == "sparse" else "dense"
        exact = solve_askls(K, Y, gamma=2.0, damping=damping, solver=direct)
        assert found.solver == ("iterative" if steps else direct)
        assert (found.iterations > 0) == steps
        for part in ("a", "c", "b_source", "b_target"):
            size = np.abs(getattr(exact, part)).max()
            np.testing.assert_allclose(getattr(found, part), getattr(exact, part), atol=1e-8 * size)


def test_elimination_that_loses_all_digits_hands_over_and_says_so():
    """gamma sigma_1 = 1e9: squared, nothing is left of the small modes, and refining cannot help."""
    K = with_singular_values(np.random.default_rng(0), np.logspace(9, 0, 20))
    y = random_labels(np.random.default_rng(1), 21)
    solution = solve_askls(K, y, gamma=0.7, damping=1e-3, solver="dense")
    assert solution.solver == "svd"


@pytest.mark.parametrize("damping", ["auto", 0.0, 0.1])
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("solve", [solve_askls, solve_lssvm])
def test_one_sample_is_a_model_too(solve, solver, damping):
    """Its coefficients sum to zero, so undamped the intercept is the label; a fold of stacking may leave it alone."""
    K, y = np.array([[2.0]]), np.array([-1.0])
    solution = solve(K, y, damping=damping, solver=solver)
    assert solution.condition.value == 1.0
    a, c, b1, b2 = naive_askls(K, y[:, None], 1.0, 0.0 if damping == "auto" else damping)
    for found, expected in (
        (solution.a, a),
        (solution.c, c),
        (solution.b_source, b1),
        (solution.b_target, b2),
    ):
        np.testing.assert_allclose(found, expected, atol=1e-12)
