"""The ends of the spectrum of all of a matrix, against all eigenvalues by plain linear algebra."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import MatrixData
from askcore.experiments import KernelChoice, Problem, kernel_entries
from askcore.experiments.matrix import definiteness
from askcore.experiments.matrix.definiteness import Definiteness, definiteness_known, symmetric_ends
from askcore.kernels import GraphKernel
from askcore.operators import LazyOperator, SparseOperator, as_operator
from askcore.solvers import index_operator
from tests.experiments.matrix.test_parts import part_of


@pytest.fixture
def by_products(monkeypatch):
    """All eigenvalues of ten rows alone."""
    monkeypatch.setattr(definiteness, "ALL_SIGNS", 10)


def sparse(n, seed=0):
    made = sp.random_array((n, n), density=3 / n, rng=np.random.default_rng(seed), format="csr")
    return sp.csr_array(made + sp.eye_array(n))


@pytest.mark.parametrize("whole", [10, 3_000])
def test_ends_are_those_of_the_symmetric_part(monkeypatch, whole):
    monkeypatch.setattr(definiteness, "ALL_SIGNS", whole)
    K = sparse(300)
    values = np.linalg.eigvalsh((K + K.T).toarray() / 2)
    found = symmetric_ends(SparseOperator(K))
    assert (found.smallest, found.largest) == pytest.approx((values[0], values[-1]), rel=1e-3)
    assert found.words == "indefinite"
    counts = int((values > 1e-9).sum()), int((values < -1e-9).sum()), int((abs(values) <= 1e-9).sum())
    assert found.signature == (counts if whole > 300 else None)


def test_lanczos_claims_no_definiteness(by_products):
    found = symmetric_ends(as_operator(np.diag(np.linspace(1.0, 2.0, 80))))
    assert found.words is None
    zero = symmetric_ends(SparseOperator(sp.csr_array((80, 80))))
    assert (zero.words, zero.signature) == ("zero", (0, 0, 80))


def test_the_ends_of_a_matrix_that_is_evaluated_each_time_come_from_products(by_products):
    X = np.random.default_rng(0).normal(size=(30, 2))
    lazy = LazyOperator(lambda x, z: x @ z.T, X, X)
    assert symmetric_ends(lazy).largest == pytest.approx(np.linalg.norm(X, 2) ** 2, rel=1e-3)
    assert symmetric_ends(as_operator(np.ones((3, 4)))) is None


def test_a_part_without_negative_eigenvalues_hides_none_of_the_whole():
    K = sparse(700, 1).toarray() - 0.2 * np.eye(700)
    problem = Problem(MatrixData(K), KernelChoice("precomputed"))
    found = symmetric_ends(problem.operator)
    values = np.linalg.eigvalsh((K + K.T) / 2)
    assert values[0] < 0
    assert found.signature == ((values > 0).sum(), (values < 0).sum(), 0)
    assert found.lowest == pytest.approx(values[0] / values[-1])
    below = values[values < 0]
    assert found.negative_energy == pytest.approx((below**2).sum() / (values**2).sum())
    assert part_of(problem.operator, 20).found.definiteness == "positive definite"


def test_a_graph_kernel_without_stored_entries_is_read_in_part():
    ends = np.random.default_rng(0).integers(0, 2_100, (2, 4_000))
    A = sp.csr_array((np.ones(4_000), tuple(ends)), shape=(2_100, 2_100))
    kernel = GraphKernel(A, "katz")
    assert kernel_entries(index_operator(kernel)).rows_read == 200


def test_a_crowded_end_of_stored_entries_takes_few_products(monkeypatch, by_products):
    """Walks of length 2 both ways: squares, whose lowest of 2,000 eigenvalues crowd at 0."""
    links = sp.random_array((2_000, 2_000), density=2.5e-3, rng=np.random.default_rng(0), format="csr")
    both = sp.csr_array(links + links.T)
    K = sp.csr_array(both @ both)
    products = []
    plain = SparseOperator._matmat
    monkeypatch.setattr(SparseOperator, "_matmat", lambda self, X: products.append(1) or plain(self, X))
    found = symmetric_ends(SparseOperator(K), symmetric=True)
    values = np.linalg.eigvalsh(K.toarray())
    assert found.largest == pytest.approx(values[-1], rel=1e-6)
    assert found.smallest >= values[0] - 1e-9
    assert found.words is None
    assert len(products) < 300


def test_what_a_part_proves_of_the_whole():
    nothing_below = Definiteness(1e-12, 5.0)
    assert definiteness_known((5, 0, 0), nothing_below) is None
    assert definiteness_known((4, 1, 0), nothing_below) == "indefinite"
    assert definiteness_known((0, 1, 0), Definiteness(-1.0, -1e-12)) == "not positive"
    assert definiteness_known((0, 5, 0), nothing_below) == "not positive"
    assert definiteness_known((4, 1, 0), Definiteness(1.0, 2.0, (9, 0, 0))) == "positive definite"


@pytest.mark.parametrize(
    ("values", "lowest"), [([4.0, 2.0, 0.01], 0.0025), ([4.0, 2.0, 0.0], 0.0), ([4.0, -1.0], -0.25)]
)
def test_the_lowest_eigenvalue_has_its_size_though_it_is_positive(values, lowest):
    assert symmetric_ends(as_operator(np.diag(values))).lowest == pytest.approx(lowest)
