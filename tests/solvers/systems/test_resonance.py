"""At 1/gamma = sigma_i of the centred K the system is singular: noticed by all solvers, never silent."""

import warnings
from functools import cache

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.solvers import ResonanceWarning, solve_askls, solve_lssvm
from askcore.solvers.systems.dual import SOLVERS
from tests.helpers import (
    askls_system,
    dense,
    naive_askls,
    naive_lssvm,
    random_labels,
    with_eigenvalues,
)
from tests.helpers import with_singular_values as with_sigma

SIGMA = [3.0, 2.0, 2.0, 1.5, 0.8, 0.4, 0.1, 0.0]


def small() -> np.ndarray:
    return with_sigma(np.random.default_rng(1), SIGMA)


def cycle(m: int) -> sp.csr_array:
    """A directed ring: every singular value of the centred matrix is 1, but for one 0."""
    return sp.csr_array((np.ones(m), (np.arange(m), (np.arange(m) + 1) % m)), shape=(m, m))


def larger(m: int) -> np.ndarray:
    return with_sigma(np.random.default_rng(2), np.linspace(0.1, 3, m - 1))


RESONANT = {
    "largest": (small(), 1 / 3.0),
    "double": (small(), 1 / 2.0),
    "inner": (small(), 1 / 0.8),
    "ring of 30": (cycle(30), 1.0),
    "ring of 300": (cycle(300), 1.0),
    "ring of 500": (cycle(500), 1.0),
    "dense ring": (cycle(300).toarray(), 1.0),
    "m = 300": (larger(300), 1 / np.linspace(0.1, 3, 299)[200]),
    "m = 450": (larger(450), 1 / np.linspace(0.1, 3, 449)[300]),
}


SECOND_LOOKS = ("ring of 30", "ring of 500", "m = 450")
EACH = [pytest.param(name, marks=[pytest.mark.long] * (name in SECOND_LOOKS)) for name in RESONANT]


@cache
def bordered(name: str, distance: float) -> float:
    """The condition of the whole system, beside a resonance."""
    K, gamma = RESONANT[name]
    return float(np.linalg.cond(askls_system(K, np.ones(K.shape[0]), gamma * (1 + distance))))


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", EACH)
def test_auto_damps_and_warns(name, solver):
    K, gamma = RESONANT[name]
    y = random_labels(np.random.default_rng(3), K.shape[0])
    with pytest.warns(ResonanceWarning, match=r"1/gamma = .* of a resonance .*solved with damping 1\. Set"):
        solution = solve_askls(K, y, gamma=gamma, damping="auto", solver=solver, tol=1e-12)
    assert solution.damping == 1.0
    assert solution.condition.value > 1e12
    a, c, b1, b2 = naive_askls(K, y, gamma, 1.0)
    np.testing.assert_allclose(solution.a, a, atol=1e-8)
    np.testing.assert_allclose(solution.c, c, atol=1e-8)
    np.testing.assert_allclose(solution.b_source, b1, atol=1e-8)
    np.testing.assert_allclose(solution.b_target, b2, atol=1e-8)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("distance", [1e-6, 1e-7, 1e-9])
@pytest.mark.parametrize("name", ["inner", "ring of 300", "dense ring", "m = 300"])
def test_every_solver_takes_the_decision_of_the_bordered_system(name, distance, solver):
    """That of He et al.: damped where 1/condition of the (2m + 2) system is at most 1e-8."""
    K, gamma = RESONANT[name]
    damps = bordered(name, distance) >= 1e8
    y = random_labels(np.random.default_rng(3), K.shape[0])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResonanceWarning)
        solution = solve_askls(K, y, gamma=gamma * (1 + distance), damping="auto", solver=solver)
    assert (solution.damping == 1.0) == damps
    assert bool(caught) == damps


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("solver", SOLVERS)
def test_undamped_near_a_resonance_says_how_many_digits_are_left(solver):
    K, gamma = RESONANT["inner"]
    y = random_labels(np.random.default_rng(3), K.shape[0])
    with pytest.warns(ResonanceWarning, match="about 10 of 16 digits are lost"):
        solution = solve_askls(K, y, gamma=gamma * (1 + 1e-9), damping=0.0, solver=solver)
    assert solution.damping == 0.0


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("form", [np.array, sp.csr_array])
@pytest.mark.parametrize("m", [8, 300])
def test_an_indefinite_ls_svm_resonates_too(m, form, solver):
    if form is np.array:
        eigenvalues = np.concatenate([np.linspace(0.2, 2, m - 3), [-0.7, -0.1]])
        K, gamma = with_eigenvalues(np.random.default_rng(6), eigenvalues), 1 / 0.7
    else:  # pairs of nodes linked to each other: eigenvalues 1 and -1
        K, gamma = sp.csr_array(sp.block_diag([sp.coo_array([[0.0, 1.0], [1.0, 0.0]])] * (m // 2))), 1.0
    y = random_labels(np.random.default_rng(3), m)
    for solve in (solve_lssvm, solve_askls):
        with pytest.warns(ResonanceWarning, match="solved with damping 1"):
            solution = solve(K, y, gamma=gamma, damping="auto", solver=solver, tol=1e-12)
        alpha, b = naive_lssvm(dense(K), y[:, 0], gamma, 1.0)
        np.testing.assert_allclose(solution.a[:, 0], alpha, atol=1e-8)
        np.testing.assert_allclose(solution.b_source, b, atol=1e-8)
        with pytest.raises(np.linalg.LinAlgError, match="singular at gamma"):
            solve(K, y, gamma=gamma, damping=0.0, solver=solver)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("ratio", [pytest.param(1e3, marks=pytest.mark.long), 1e5])
@pytest.mark.parametrize("form", [np.array, sp.csr_array], ids=["dense", "sparse"])
def test_a_resonance_far_below_the_largest_singular_value(form, ratio, solver):
    """Elimination squares gamma sigma_1 and so moves the small singular values; it must not hide them."""
    if form is np.array:
        K, gamma = (
            with_sigma(np.random.default_rng(2), np.concatenate([[ratio], np.linspace(0.1, 3, 298)])),
            0.5,
        )
        gamma = 1 / np.linspace(0.1, 3, 298)[170]
    else:  # a ring of 451 nodes, all singular values 1, and two nodes with a heavy link
        ring = np.roll(np.eye(451), 1, axis=1)
        K = sp.csr_array(sp.block_diag([sp.csr_array(ring), sp.csr_array([[0.0, ratio], [0.0, 0.0]])]))
        gamma = 1.0
    y = random_labels(np.random.default_rng(3), K.shape[0])
    with pytest.raises(np.linalg.LinAlgError, match="singular at gamma"):
        solve_askls(K, y, gamma=gamma, damping=0.0, solver=solver)
    with pytest.warns(ResonanceWarning, match="solved with damping 1"):
        assert solve_askls(K, y, gamma=gamma, damping="auto", solver=solver).damping == 1.0
