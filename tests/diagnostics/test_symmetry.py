"""Figures of asymmetry against naive computations, on matrices whose kind is known."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
import scipy.linalg
import scipy.sparse as sp

import askcore
from askcore.diagnostics import row_scaling, skew_ratio
from askcore.diagnostics.density import density_divergence
from askcore.diagnostics.symmetry import CHUNK
from askcore.kernels import KERNELS, PrecomputedKernel
from askcore.operators import LazyOperator, as_operator

FORMS = {
    "array": np.asarray,
    "sparse": sp.csr_array,
    "operator": as_operator,
    "kernel": PrecomputedKernel,
    "lazy": lambda K: LazyOperator(
        lambda a, b: K[np.ix_(a[:, 0], b[:, 0])], *[np.arange(len(K))[:, None]] * 2
    ),
}


def random(n: int = 12, density: float = 0.6) -> np.ndarray:
    rng = np.random.default_rng(n)
    return rng.standard_normal((n, n)) * (rng.random((n, n)) < density)


@pytest.mark.parametrize("form", FORMS)
def test_figures_of_the_entries(form):
    K = random()
    n = len(K)
    skew = sum((K[i, j] - K[j, i]) ** 2 for i in range(n) for j in range(n))
    symmetric = sum((K[i, j] + K[j, i]) ** 2 for i in range(n) for j in range(n))
    links = [(i, j) for i in range(n) for j in range(n) if i != j and K[i, j] != 0]
    found = askcore.asymmetry(FORMS[form](K))
    assert found.shape == (12, 12)
    assert found.skew_ratio == pytest.approx(np.sqrt(skew / symmetric), rel=1e-13)
    assert found.skew_share == pytest.approx(skew / 4 / (K**2).sum(), rel=1e-13)
    assert found.reciprocity == pytest.approx(np.mean([K[j, i] != 0 for i, j in links]))
    assert found.is_symmetric is False
    np.testing.assert_allclose(found.singular_values, np.linalg.svd(K, compute_uv=False), atol=1e-12)


@pytest.mark.parametrize("form", FORMS)
def test_special_matrices(form):
    make = FORMS[form]
    skew = askcore.asymmetry(make(random() - random().T))
    assert skew.skew_ratio == np.inf
    assert skew.skew_share == 1.0
    assert (skew.definiteness, skew.signature) == ("zero", (0, 0, 12))
    assert skew.departure == 0.0
    symmetric = askcore.asymmetry(make(random() + random().T))
    assert (symmetric.skew_ratio, symmetric.skew_share, symmetric.is_symmetric) == (0.0, 0.0, True)
    assert symmetric.departure == 0.0
    zero = askcore.asymmetry(make(np.zeros((3, 3))))
    assert (zero.skew_ratio, zero.skew_share, zero.is_symmetric) == (0.0, 0.0, True)
    assert (zero.definiteness, zero.numerical_rank, zero.effective_rank, zero.departure) == (
        "zero",
        0,
        0.0,
        0.0,
    )


DEFINITE = {
    "positive definite": [3.0, 2.0, 1.0],
    "positive semidefinite": [3.0, 2.0, 0.0],
    "negative definite": [-3.0, -2.0, -1.0],
    "negative semidefinite": [-3.0, 0.0, 0.0],
    "indefinite": [3.0, -1.0, 0.0],
}


@pytest.mark.parametrize("kind", DEFINITE)
def test_definiteness_of_the_symmetric_part(kind, rng):
    values = np.array(DEFINITE[kind])
    U = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    tilt = rng.standard_normal((3, 3))
    found = askcore.asymmetry((U * values) @ U.T + tilt - tilt.T)
    assert found.definiteness == kind
    assert found.signature == ((values > 0).sum(), (values < 0).sum(), (values == 0).sum())
    np.testing.assert_allclose(found.symmetric_eigenvalues, np.sort(values)[::-1], atol=1e-12)
    np.testing.assert_allclose(
        found.skew_moduli, np.sort(np.abs(np.linalg.eigvals(tilt - tilt.T)))[::-1], atol=1e-7
    )


def test_departure_is_the_triangle_of_schur():
    K = random()
    T = scipy.linalg.schur(K, output="complex")[0]
    expected = np.linalg.norm(np.triu(T, 1)) / np.linalg.norm(K)
    found = askcore.asymmetry(K)
    assert found.departure == pytest.approx(expected, rel=1e-10)
    np.testing.assert_allclose(found.eigenvalue_moduli, np.sort(np.abs(np.diagonal(T)))[::-1], rtol=1e-10)


def test_normal_and_nilpotent():
    turn = np.roll(np.eye(7), 1, axis=1)
    found = askcore.asymmetry(turn)
    assert found.departure == 0.0
    np.testing.assert_allclose(found.singular_values, found.eigenvalue_moduli)
    acyclic = askcore.asymmetry(np.triu(np.ones((6, 6)), 1))
    assert acyclic.departure == pytest.approx(1.0)
    assert acyclic.reciprocity == 0.0


def test_reciprocity_is_networkx():
    graph = nx.gnp_random_graph(40, 0.1, seed=2, directed=True)
    A = nx.to_scipy_sparse_array(graph, dtype=float) + sp.eye_array(40)
    assert askcore.asymmetry(A).reciprocity == pytest.approx(nx.overall_reciprocity(graph))


@pytest.mark.parametrize("name", ["sne", "t"])
def test_sne_and_t_are_row_scalings(name, rng):
    X = rng.standard_normal((30, 3))
    found = askcore.asymmetry(KERNELS[name](X, X))
    assert found.skew_ratio > 0.01
    assert found.row_scaling.holds
    assert found.row_scaling.remaining < 1e-12
    weights = {"sne": lambda d: np.exp(-d), "t": lambda d: 1 / (1 + d)}[name]
    sums = weights(((X[:, None] - X[None]) ** 2).sum(axis=2)).sum(axis=1)
    expected = 1 / sums
    np.testing.assert_allclose(
        found.row_scaling.factors, expected / np.exp(np.log(expected).mean()), rtol=1e-10
    )


def test_what_no_scaling_explains(rng):
    S = rng.random((10, 10)) + 0.1
    S = S + S.T
    noise = np.exp(0.1 * rng.standard_normal((10, 10)))
    found = row_scaling(rng.random((10, 1)) * S * noise)
    assert not found.holds
    assert 0.01 < found.remaining < 0.1
    assert row_scaling(S).factors == pytest.approx(np.ones(10))
    assert row_scaling(random() - random().T).remaining == np.inf
    assert row_scaling(np.zeros((3, 3))).holds


def test_two_groups_are_scaled_apart(rng):
    S = rng.random((4, 4)) + 0.1
    K = scipy.linalg.block_diag(S + S.T, S + S.T) * rng.random((8, 1))
    found = row_scaling(K)
    assert found.holds
    assert np.log(found.factors)[:4].sum() == pytest.approx(0, abs=1e-12)
    assert np.log(found.factors)[4:].sum() == pytest.approx(0, abs=1e-12)


def test_past_the_limit_only_the_spectra_are_missing():
    K = random()
    found = askcore.asymmetry(K, limit=11)
    full = askcore.asymmetry(K)
    assert (found.capped, full.capped) == (True, False)
    assert (found.skew_ratio, found.reciprocity) == (full.skew_ratio, full.reciprocity)
    assert found.signature is None
    assert found.singular_values is None
    assert found.row_scaling is None


def test_blocks_are_all_of_it():
    K = random(2 * CHUNK + 23)
    links = (K != 0) & ~np.eye(len(K), dtype=bool)
    for form in ("array", "lazy"):
        parts = askcore.asymmetry(FORMS[form](K), limit=0)
        assert parts.skew_ratio == pytest.approx(skew_ratio(K), rel=1e-12)
        assert parts.reciprocity == pytest.approx((links & links.T).sum() / links.sum())


def test_a_rectangular_matrix(rng):
    A = rng.standard_normal((6, 9))
    found = askcore.asymmetry(A)
    assert np.isnan([found.skew_ratio, found.skew_share, found.reciprocity]).all()
    assert (found.is_symmetric, found.signature, found.row_scaling) == (False, None, None)
    assert found.numerical_rank == 6
    assert found.densities == density_divergence(A)
    assert askcore.asymmetry(A[:1]).densities is None


def test_factors_that_would_make_it_worse_are_ones():
    K = np.array([[1.0, 1e-9, 5.0], [1e-3, 1.0, 2.0], [4.0, 2.0, 1.0]])
    found = row_scaling(K)
    plain = np.linalg.norm(K - K.T) / np.linalg.norm(K + K.T)
    assert found.remaining == pytest.approx(plain)
    np.testing.assert_array_equal(found.factors, np.ones(3))
