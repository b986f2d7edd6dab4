"""The condition number against the whole spectrum of the centred matrix."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import _validation
from askcore.operators import DenseOperator
from askcore.solvers import solve_askls
from askcore.solvers.path import DualPath
from askcore.solvers.systems.conditioning import condition
from askcore.solvers.systems.system import KernelSystem, SaddleSystem
from tests.helpers import (
    askls_system,
    naive_centred,
    naive_condition,
    random_sparse,
    with_eigenvalues,
)

SIZES = [12, pytest.param(250, marks=pytest.mark.long), 251, 410]
DISTANCES = [0.3, 1e-2, 1e-6, 1e-9]


def matrix(form: str, m: int):
    rng = np.random.default_rng(m)
    if form == "dense":
        return 2 + rng.standard_normal((m, m))
    if form == "half full":
        return sp.csr_array(rng.random((m, m)) * (rng.random((m, m)) < 0.5))
    return random_sparse(rng, m, 3 / m)


@pytest.mark.parametrize("m", SIZES)
@pytest.mark.parametrize("form", ["dense", "half full", "sparse"])
def test_the_condition_of_askls_is_that_of_the_spectrum(form, m):
    K = matrix(form, m)
    sigma = np.linalg.svd(naive_centred(K), compute_uv=False)
    gammas = [1e-3 / sigma[0], 1e3 / sigma[0], 1 / (sigma[3] * (1 + 1e-6))]
    gammas += [1 / (sigma[m // 3] * (1 + d)) for d in DISTANCES]
    for gamma in gammas:
        found = condition(SaddleSystem(K), gamma)
        assert found.certain
        assert found.value == pytest.approx(naive_condition(K, gamma), rel=5e-3)
        assert found.value == pytest.approx(found.largest / found.nearest)


@pytest.mark.parametrize("m", SIZES)
def test_the_condition_of_an_indefinite_lssvm_is_that_of_the_spectrum(m):
    eigenvalues = np.random.default_rng(m).standard_normal(m - 1)
    K = with_eigenvalues(np.random.default_rng(m), eigenvalues)
    for level in (-eigenvalues.min(), -np.sort(eigenvalues)[m // 4]):
        for d in DISTANCES:
            gamma = 1 / (level * (1 + d))
            found = condition(KernelSystem(K), gamma)
            assert found.value == pytest.approx(naive_condition(K, gamma, symmetric=True), rel=5e-3)
        assert condition(KernelSystem(K), 1 / level).value > 1e13


@pytest.mark.parametrize("m", [20, 300])
@pytest.mark.parametrize(
    "K", [np.zeros, np.ones, lambda s: sp.csr_array(s)], ids=["zero", "one", "sparse zero"]
)
def test_a_constant_matrix_has_the_condition_one(K, m):
    for system in (SaddleSystem, KernelSystem):
        assert condition(system(K((m, m))), 5.0).value == pytest.approx(1.0)


@pytest.mark.parametrize("m", [60, 300])
def test_an_operator_gives_a_lower_bound_and_says_so(m):
    K = matrix("dense", m)
    found = condition(SaddleSystem(DenseOperator(K)), 2.0 / np.linalg.norm(naive_centred(K), 2))
    truth = naive_condition(K, 2.0 / np.linalg.norm(naive_centred(K), 2))
    if m <= 250:
        assert found.value == pytest.approx(truth)
    else:
        assert not found.certain
        assert found.value <= truth * 1.01


def test_no_memory_for_a_factor_gives_a_lower_bound(monkeypatch):
    K = matrix("dense", 300)
    monkeypatch.setattr(_validation, "available_memory", lambda: 1e6)
    assert not condition(SaddleSystem(K), 1.0).certain
    assert condition(SaddleSystem(K), 0.001).certain  # 1/gamma lies beyond all singular values: products tell


BORDERED = {
    "centred": lambda rng, m: rng.standard_normal((m, m)),
    "positive": lambda rng, m: rng.random((m, m)),
    "large mean": lambda rng, m: 2 + rng.standard_normal((m, m)),
    "rows sum to one": lambda rng, m: rng.dirichlet(np.full(m, 0.1), size=m),
    "sparse": lambda rng, m: random_sparse(rng, m, 3 / m),
    "half full": lambda rng, m: sp.csr_array(rng.random((m, m)) * (rng.random((m, m)) < 0.5)),
}


@pytest.mark.parametrize("m", [12, 60, pytest.param(260, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", BORDERED)
def test_the_bordered_system_decides(kind, m):
    """Against the explicit (2m + 2) matrix: within a factor of 4, and the same decision."""
    K = BORDERED[kind](np.random.default_rng(m), m)
    sigma = np.linalg.svd(naive_centred(K), compute_uv=False)
    path = DualPath(K)
    decisions = []
    for s in sigma[[0, m // 3]]:
        for distance in (0.3, 1e-6, 3e-7, 1e-7, 3e-8, 1e-9):
            gamma = 1 / (s * (1 + distance))
            truth = np.linalg.cond(askls_system(K, np.ones(m), gamma))
            found = condition(SaddleSystem(K), gamma)
            assert found.value <= truth * 1.005
            if found.value >= 1e6:  # there the border is looked at
                assert 0.98 * truth <= found.bordered <= 4 * truth
            if not 0.97e8 < truth < 1.03e8:
                assert found.resonant == (truth >= 1e8) == path.resonant(gamma)
                decisions.append(found.resonant)
    assert set(decisions) == {False, True}


@pytest.mark.parametrize("scale", [1e-7, 1e6])
def test_units_do_not_decide(scale):
    """The border does not scale with K, so the whole system is ill-conditioned in small and in large units."""
    K = matrix("dense", 60)
    gamma = 2.0 / np.linalg.norm(naive_centred(K), 2)
    assert np.linalg.cond(askls_system(K * scale, np.ones(60), gamma / scale)) > 1e8
    assert solve_askls(K * scale, np.ones(60), gamma=gamma / scale, damping="auto").damping == 0.0


def test_the_bordered_condition_of_an_lssvm_decides_as_the_whole_matrix(rng):
    m = 40
    K = with_eigenvalues(rng, np.concatenate([[-0.7], rng.random(m - 2)])) + 0.5
    for distance in (0.3, 1e-6, 1e-7, 1e-8):
        gamma = 1 / (0.7 * (1 + distance))
        T = np.block([[K + np.eye(m) / gamma, np.ones((m, 1))], [np.ones((1, m)), np.zeros((1, 1))]])
        found = condition(KernelSystem(K), gamma)
        truth = np.linalg.cond(T)
        assert found.value <= truth
        if found.value >= 1e6:
            assert 0.98 * truth <= found.bordered <= 4 * truth
        assert found.resonant == (truth >= 1e8)
