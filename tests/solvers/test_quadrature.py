"""Sums over eigenvalues by sign from products, against all eigenvalues by plain linear algebra."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.operators import LazyOperator, SymmetricPart, as_operator
from askcore.solvers.quadrature import known_zeros, signed_sums

SEEDS = range(5)


def digraph(n: int, links: int, *, loops: bool, seed: int = 0) -> np.ndarray:
    """The symmetric part of a random digraph's adjacency; with loops, rows divided by their sums."""
    ends = np.random.default_rng(seed).integers(0, n, (2, links))
    A = np.zeros((n, n))
    A[tuple(ends)] = 1.0
    np.fill_diagonal(A, float(loops))
    if loops:
        A /= A.sum(axis=1, keepdims=True)
    return (A + A.T) / 2


def skewed(n: int) -> np.ndarray:
    """Eigenvalues of which 30 % are negative and small."""
    rng = np.random.default_rng(4)
    Q = np.linalg.qr(rng.normal(size=(n, n)))[0]
    values = np.r_[-rng.uniform(0.05, 0.4, int(0.3 * n)), rng.uniform(0.1, 3.0, n - int(0.3 * n))]
    return (Q * values) @ Q.T


MATRICES = {
    "links with loops": digraph(400, 2000, loops=True),
    "links": digraph(400, 4000, loops=False),
    "dense": skewed(300),
}


def within(estimate, true: float, errors: float = 4.0, more: float = 0.0) -> bool:
    return abs(estimate.value - true) <= errors * estimate.error + more


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_true_values_lie_within_four_standard_errors(name, seed):
    K = MATRICES[name]
    values = np.linalg.eigvalsh(K)
    below, above = values[values < 0], values[values > 0]
    found = signed_sums(sp.csr_array(K), random_state=seed)
    assert found.resolved
    assert within(found.negative, len(below))
    assert within(found.positive, len(above))
    assert within(found.energy(-1), (below**2).sum())
    assert within(found.energy(1), (above**2).sum())
    assert within(found.modulus(-1), -below.sum())
    assert within(found.modulus(1), above.sum())
    assert within(found.negative_energy, (below**2).sum() / (values**2).sum())
    assert within(found.total(np.exp), np.exp(values).sum())
    assert 0 < found.negative.error < 0.05 * len(K)


def test_eigenvalues_that_are_zero_count_for_neither_sign():
    """A sparse graph without loops: half of the zeros would be called negative."""
    K = digraph(400, 600, loops=False)
    values = np.linalg.eigvalsh(K)
    zero = int((np.abs(values) < 1e-9).sum())
    known = known_zeros(sp.csr_array(K))
    assert 0.8 * zero <= known <= zero
    assert zero > 20
    for seed in SEEDS:
        found = signed_sums(K, zeros=known, random_state=seed)
        assert within(found.negative, (values < -1e-9).sum())
    naive = signed_sums(K, probes=80).negative
    assert not within(naive, (values < -1e-9).sum())


@pytest.mark.parametrize("seed", range(8))
def test_known_zeros_are_a_lower_bound(seed):
    rng = np.random.default_rng(seed)
    A = (rng.random((40, 40)) < 0.05) * rng.integers(1, 3, (40, 40))
    K = A + A.T + np.diag(rng.random(40) < 0.3)
    rank = np.linalg.matrix_rank(K)
    assert known_zeros(sp.csr_array(K)) <= 40 - rank
    assert known_zeros(sp.csr_array(np.ones((5, 5)))) == 4
    assert known_zeros(sp.csr_array((3, 3))) == 3


def test_a_smooth_kernel_has_signs_that_products_do_not_tell():
    x = np.linspace(0, 1, 300)
    K = np.exp(-((x[:, None] - x) ** 2))
    found = signed_sums(K)
    assert not found.resolved
    assert found.clearly_negative.value <= 1e-6
    assert found.negative_energy.value < 1e-12


@pytest.mark.parametrize("scale", [1e-200, 1.0, 1e150])
def test_few_different_eigenvalues_are_found_exactly_on_any_scale(scale):
    Q = np.linalg.qr(np.random.default_rng(0).normal(size=(60, 60)))[0]
    K = scale * (Q * np.r_[-np.ones(20), 2 * np.ones(40)]) @ Q.T
    found = signed_sums(K, probes=200)
    assert within(found.negative, 20)
    assert found.energy(1).value == pytest.approx((4 * found.positive.value) * scale**2)
    sums = found.weights.sum(axis=1)
    np.testing.assert_allclose(sums, 1.0)


def test_a_rule_with_all_steps_is_the_quadratic_form():
    K = skewed(30)
    found = signed_sums(K, probes=3, steps=30, random_state=7)
    v = np.random.RandomState(7).randint(0, 2, size=(30, 3)) * 2.0 - 1.0
    values, vectors = np.linalg.eigh(K)
    for f in (np.exp, np.abs, lambda x: np.maximum(-x, 0.0)):
        exact = ((vectors * f(values)) @ vectors.T @ v * v).sum(axis=0)
        np.testing.assert_allclose(30 * (found.weights * f(found.nodes)).sum(axis=1), exact, rtol=1e-9)


def test_any_form_and_any_chunk_give_the_same(monkeypatch):
    K = digraph(80, 300, loops=True)
    one = signed_sums(K, steps=20)
    lazy = LazyOperator(lambda i, j: K[np.ix_(i, j)], np.arange(80), np.arange(80))
    monkeypatch.setattr("askcore.solvers.quadrature.BASIS", 80 * 20 * 3)
    for form in (sp.csr_array(K), SymmetricPart(as_operator(K)), lazy):
        np.testing.assert_allclose(signed_sums(form, steps=20).negative, one.negative)


def test_a_gap_about_zero_is_no_place_for_eigenvalues():
    """Two bands, -1 and 2: the outermost nodes of each do not reach zero."""
    rng = np.random.default_rng(3)
    values = np.r_[rng.uniform(-1.2, -0.8, 400), rng.uniform(1.8, 2.2, 600)]
    found = signed_sums(np.diag(values))
    assert found.negative.value == pytest.approx(400, abs=1e-6)
    assert found.resolved


def test_a_low_rank_leaves_zeros_of_no_sign():
    X = np.random.default_rng(5).normal(size=(400, 4))
    found = signed_sums((X * [1.0, 1.0, -1.0, 1.0]) @ X.T)
    assert within(found.negative, 1)
    assert within(found.positive, 3)


def test_nothing_and_zero():
    assert signed_sums(np.zeros((0, 0))).negative.value == 0
    found = signed_sums(np.zeros((5, 5)), zeros=5)
    assert (found.negative.value, found.positive.value, found.negative_energy.value) == (0, 0, 0)
    one = signed_sums(np.array([[-2.0]]))
    assert (one.negative.value, one.negative.error) == (1, 0)


def test_wrong_arguments():
    with pytest.raises(ValueError, match="square"):
        signed_sums(np.ones((2, 3)))
    with pytest.raises(ValueError, match="at least 1, got 0 and 5"):
        signed_sums(np.eye(3), probes=0, steps=5)
