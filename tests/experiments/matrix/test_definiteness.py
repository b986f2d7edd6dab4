"""The ends of the spectrum of all of a matrix, against all eigenvalues by plain linear algebra."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import MatrixData
from askcore.experiments import KernelChoice, Problem, kernel_entries, kernel_part
from askcore.experiments.matrix.definiteness import symmetric_ends
from askcore.kernels import GraphKernel
from askcore.operators import LazyOperator, SparseOperator, as_operator
from askcore.solvers import index_operator


def sparse(n, seed=0):
    made = sp.random_array((n, n), density=3 / n, rng=np.random.default_rng(seed), format="csr")
    return sp.csr_array(made + sp.eye_array(n))


@pytest.mark.parametrize("whole", [10, 3_000])
def test_ends_are_those_of_the_symmetric_part(whole):
    K = sparse(300)
    values = np.linalg.eigvalsh((K + K.T).toarray() / 2)
    found = symmetric_ends(SparseOperator(K), max_rows=whole)
    assert (found.smallest, found.largest) == pytest.approx((values[0], values[-1]), rel=1e-3)
    assert found.indefinite
    assert found.words == "indefinite"
    counts = int((values > 1e-9).sum()), int((values < -1e-9).sum()), int((abs(values) <= 1e-9).sum())
    assert found.signature == (counts if whole > 300 else None)


def test_lanczos_claims_no_definiteness():
    found = symmetric_ends(as_operator(np.diag(np.linspace(1.0, 2.0, 80))), max_rows=10)
    assert not found.indefinite
    assert found.words is None
    zero = symmetric_ends(SparseOperator(sp.csr_array((80, 80))), max_rows=10)
    assert (zero.words, zero.signature) == ("zero", (0, 0, 80))


def test_without_products_a_large_matrix_is_not_known():
    X = np.random.default_rng(0).normal(size=(30, 2))
    lazy = LazyOperator(lambda x, z: x @ z.T, X, X)
    assert symmetric_ends(lazy, max_rows=10, products=False) is None
    assert symmetric_ends(lazy, max_rows=10).largest == pytest.approx(np.linalg.norm(X, 2) ** 2, rel=1e-3)
    assert symmetric_ends(as_operator(np.ones((3, 4)))) is None


def test_a_part_without_negative_eigenvalues_hides_none_of_the_whole():
    K = sparse(700, 1).toarray() - 0.2 * np.eye(700)
    problem = Problem(MatrixData(K), KernelChoice("precomputed"))
    entries = kernel_entries(problem.operator)
    values = np.linalg.eigvalsh((K + K.T) / 2)
    assert values[0] < 0
    assert entries.definiteness.signature == ((values > 0).sum(), (values < 0).sum(), 0)
    assert kernel_part(problem.operator, max_rows=20).found.definiteness == "positive definite"
    small = Problem(MatrixData(np.eye(5)), KernelChoice("precomputed"))
    assert kernel_entries(small.operator).definiteness is None


@pytest.mark.parametrize("center", [False, True])
def test_counts_and_energy_of_a_large_matrix_are_estimates_of_the_whole(center):
    K = sparse(700)
    values = (K + K.T).toarray() / 2
    if center:
        values = values - values.mean(axis=0) - values.mean(axis=1)[:, None] + values.mean()
    values = np.linalg.eigvalsh(values)
    exact = symmetric_ends(SparseOperator(K), center=center)
    found = symmetric_ends(SparseOperator(K), center=center, max_rows=10)
    below = values[values < -1e-9]
    assert exact.negative == (len(below), 0.0)
    assert exact.negative_energy.value == pytest.approx((below**2).sum() / (values**2).sum())
    assert exact.norm == pytest.approx(np.linalg.norm(values))
    assert found.signature is None
    assert abs(found.negative.value - len(below)) <= 4 * found.negative.error
    energy = found.negative_energy
    assert abs(energy.value - exact.negative_energy.value) <= 4 * energy.error
    assert found.norm == pytest.approx(exact.norm, rel=0.05)
    assert found.lowest == pytest.approx(exact.lowest, rel=1e-3)


def test_products_with_the_transpose_have_no_negative_eigenvalue():
    K = sparse(60)
    values = np.linalg.svd(K.toarray())[1] ** 2
    found = symmetric_ends(SparseOperator(K), symmetrize="KKt")
    np.testing.assert_allclose(found.values[::-1], values, atol=1e-10)
    assert symmetric_ends(SparseOperator(K), symmetrize="KtK", max_rows=10) is None


def test_a_symmetric_matrix_on_demand_is_read_once_for_a_product():
    X = np.random.default_rng(0).normal(size=(90, 3))
    lazy = LazyOperator(lambda x, z: np.tanh(x @ z.T), X, X)
    found = symmetric_ends(lazy, symmetric=True, max_rows=10)
    values = np.linalg.eigvalsh(np.tanh(X @ X.T))
    assert (found.smallest, found.largest) == pytest.approx((values[0], values[-1]), rel=1e-3)
    once = lazy.evaluated
    assert symmetric_ends(lazy, max_rows=10).smallest == pytest.approx(values[0], rel=1e-3)
    assert lazy.evaluated - once > 1.5 * once


def test_a_graph_kernel_without_stored_entries_is_read_in_part():
    ends = np.random.default_rng(0).integers(0, 2_100, (2, 4_000))
    A = sp.csr_array((np.ones(4_000), tuple(ends)), shape=(2_100, 2_100))
    kernel = GraphKernel(A, "katz")
    assert kernel_entries(index_operator(kernel), products=False).rows_read == 200


def test_ends_that_crowd_round_zero_are_not_sought_for_ever():
    """Gaussian similarities of crowded points: most eigenvalues are zero but for rounding, and none is sure."""
    X = np.random.default_rng(0).normal(size=(900, 2))
    K = np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2) / 2)
    K /= K.sum(axis=1, keepdims=True)  # rows that sum to 1: asymmetric, and no longer positive semidefinite
    operator = LazyOperator(lambda i, j: K[np.ix_(i, j)], np.arange(900), np.arange(900))
    values = np.linalg.eigvalsh((K + K.T) / 2)
    found = symmetric_ends(operator, max_rows=10)
    assert operator.evaluated < 400 * K.size
    assert found.largest == pytest.approx(values[-1], rel=1e-3)
    assert values[0] - 1e-9 <= found.smallest <= values[0] + 1e-4
    drawn = np.sort(np.random.default_rng(0).choice(900, 600, replace=False))
    part = np.linalg.eigvalsh((K + K.T)[np.ix_(drawn, drawn)] / 2)
    assert found.smallest <= part[0] + 1e-12, "what some rows prove, all of them prove"


def test_a_crowded_end_of_stored_entries_takes_few_products(monkeypatch):
    """Walks of length 2 both ways: squares, whose lowest of 2,000 eigenvalues crowd at 0."""
    links = sp.random_array((2_000, 2_000), density=2.5e-3, rng=np.random.default_rng(0), format="csr")
    both = sp.csr_array(links + links.T)
    K = sp.csr_array(both @ both)
    products = []
    plain = SparseOperator._matmat
    monkeypatch.setattr(SparseOperator, "_matmat", lambda self, X: products.append(1) or plain(self, X))
    found = symmetric_ends(SparseOperator(K), max_rows=10, symmetric=True)
    values = np.linalg.eigvalsh(K.toarray())
    assert found.largest == pytest.approx(values[-1], rel=1e-6)
    assert values[0] - 1e-9 <= found.smallest <= 1e-2 * values[-1]
    assert not found.indefinite
    assert len(products) < 300
