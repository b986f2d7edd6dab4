"""A kernel matrix taken apart, against plain loops, on the shapes and values that go wrong."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import MatrixData, load_sample
from askcore.experiments import (
    KernelChoice,
    Problem,
    class_means,
    class_order,
    drawable,
    kernel_entries,
    kernel_operations,
    kernel_part,
)
from askcore.experiments.matrix import blocks, parts
from askcore.experiments.matrix.blocks import AS_GIVEN, BY_CLASS, BY_SINGULAR, block_means, singular_order
from askcore.experiments.matrix.parts import Definiteness, definiteness_known, symmetric_ends
from askcore.kernels import GraphKernel
from askcore.operators import DenseOperator, LazyOperator, SparseOperator, as_operator
from askcore.solvers import index_operator


def part_of(operator, rows):
    """The part of a matrix that is too large from so many rows on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "PART", rows)
        return kernel_part(operator)


@pytest.fixture
def random():
    return np.random.default_rng(7)


def naive_entries(K):
    n = len(K)
    skew = sum((K[i, j] - K[j, i]) ** 2 for i in range(n) for j in range(n))
    total = sum((K[i, j] + K[j, i]) ** 2 for i in range(n) for j in range(n))
    links = [(i, j) for i in range(n) for j in range(n) if i != j and K[i, j]]
    answered = sum(1 for i, j in links if K[j, i])
    return (skew / total) ** 0.5, skew / (skew + total), answered / len(links)


@pytest.mark.parametrize("kind", [DenseOperator, SparseOperator])
def test_entries_are_exact_in_any_form(random, kind):
    K = random.normal(size=(9, 9)) * (random.random((9, 9)) < 0.5)
    K = np.round(K, 3)
    found = kernel_entries(kind(sp.csr_array(K) if kind is SparseOperator else K))
    assert (found.skew_ratio, found.skew_share, found.reciprocity) == pytest.approx(naive_entries(K))
    assert found.rows_read == 9


def test_an_estimate_gives_the_diagonal_its_weight(random, monkeypatch):
    """A block drawn from K would hold far too much of the diagonal."""
    n = 400
    K = np.eye(n) * 5 + np.triu(random.random((n, n)) < 0.05, 1)
    exact = kernel_entries(DenseOperator(K))
    monkeypatch.setattr(parts, "READ", 100)
    estimate = kernel_entries(DenseOperator(K))
    assert estimate.rows_read == 200 < exact.rows_read
    assert estimate.skew_share == pytest.approx(exact.skew_share, rel=0.1)
    assert estimate.reciprocity == exact.reciprocity == 0
    drawn = part_of(DenseOperator(K), 100).found
    assert drawn.skew_share < 0.5 * exact.skew_share


@pytest.mark.parametrize("shape", [(3, 5), (1, 4)])
def test_a_rectangle_has_no_skew(shape):
    found = kernel_entries(DenseOperator(np.ones(shape)))
    assert np.isnan([found.skew_ratio, found.skew_share, found.reciprocity]).all()


def test_a_small_matrix_is_whole_and_a_large_one_is_drawn(random):
    K = random.random((30, 30))
    whole = part_of(DenseOperator(K), 30)
    assert whole.whole
    np.testing.assert_array_equal(whole.K, K)
    part = part_of(DenseOperator(K), 12)
    assert not part.whole
    assert part.K.shape == (12, 12)
    np.testing.assert_array_equal(part.rows, part.columns)
    np.testing.assert_array_equal(part.K, K[np.ix_(part.rows, part.columns)])
    again = part_of(DenseOperator(K), 12)
    np.testing.assert_array_equal(part.rows, again.rows)


@pytest.mark.parametrize("shape", [(500, 4), (4, 500), (200, 300)])
def test_a_thin_matrix_loses_its_longer_side_first(random, shape):
    K = random.random(shape)
    part = part_of(DenseOperator(K), 30)
    assert part.K.size <= 900
    assert min(part.K.shape) == min(*shape, 30)
    np.testing.assert_array_equal(part.K, K[np.ix_(part.rows, part.columns)])
    assert part.found.densities is not None or part.K.shape[0] == part.K.shape[1]


@pytest.mark.parametrize("form", [DenseOperator, SparseOperator])
@pytest.mark.parametrize("most", [1, 3, 7, 10, 50])
def test_block_means(random, monkeypatch, most, form):
    """From the entries where they are in memory, from products else."""
    monkeypatch.setattr(blocks, "MOST_BLOCKS", most)
    K = random.normal(size=(10, 7))
    rows, columns = random.permutation(10), random.permutation(7)
    found = block_means(form(K), rows, columns)
    ordered = K[np.ix_(rows, columns)]
    for a, (r0, r1) in enumerate(zip(found.row_limits[:-1], found.row_limits[1:], strict=True)):
        for b, (c0, c1) in enumerate(zip(found.column_limits[:-1], found.column_limits[1:], strict=True)):
            assert found.means[a, b] == pytest.approx(ordered[r0:r1, c0:c1].mean())
    assert (len(found.means) == len(found.row_order)) == (most >= 10)


@pytest.mark.parametrize("order", [BY_CLASS, BY_SINGULAR, AS_GIVEN])
def test_the_order_of_a_part_is_in_rows_of_the_matrix(random, monkeypatch, order):
    monkeypatch.setattr(
        blocks, "drawable", lambda operator, part: (DenseOperator(part.K), part.rows, part.columns)
    )
    K, labels = random.normal(size=(9, 9)), np.array(list("cabcabcab"))
    problem = Problem(MatrixData(K, row_labels=labels), KernelChoice("given"))
    for part in (None, part_of(problem.operator, 5)):
        found = blocks.ordered_means(problem, order, part)
        np.testing.assert_array_equal(found.means, K[np.ix_(found.row_order, found.column_order)])
        np.testing.assert_array_equal(np.sort(found.row_order), np.arange(9) if part is None else part.rows)
        if order == BY_CLASS:
            assert "".join(labels[found.row_order]) == "".join(sorted(labels[found.row_order]))


@pytest.mark.parametrize("form", [DenseOperator, SparseOperator])
def test_class_means(random, form):
    K = random.normal(size=(6, 6))
    labels = np.array(["b", "a", "", "a", "b", ""])
    found = class_means(form(K), labels, labels)
    assert found.rows == found.columns == ["a", "b"]
    for i, u in enumerate("ab"):
        for j, v in enumerate("ab"):
            assert found.means[i, j] == pytest.approx(K[np.ix_(labels == u, labels == v)].mean())


def test_class_order_puts_the_unlabelled_last():
    assert class_order(np.array(["b", "", "a", "b"]), 4).tolist() == [2, 0, 3, 1]
    assert class_order(None, 3).tolist() == [0, 1, 2]


def test_singular_vectors_find_the_cyclic_classes():
    graph = load_sample("cyclic_communities")
    operator = Problem(graph, KernelChoice("adjacency")).operator
    rows, columns = singular_order(operator, same_samples=True)
    np.testing.assert_array_equal(rows, columns)
    assert sorted(rows) == list(range(300))
    labels = np.asarray(graph.labels)[rows]
    assert (labels[1:] != labels[:-1]).sum() < 30  # 200 in an order that knows nothing


@pytest.mark.parametrize(
    "K", [np.zeros((5, 5)), np.ones((5, 5)), np.ones((4, 6)), np.ones((1, 1)), np.eye(2)]
)
def test_nothing_to_order_is_left_as_given(K):
    rows, columns = singular_order(DenseOperator(K), same_samples=False)
    assert rows.tolist() == list(range(len(K)))
    assert columns.tolist() == list(range(K.shape[1]))


def test_what_would_have_to_be_evaluated_is_drawn_from_the_part(monkeypatch):
    X = np.arange(40.0)[:, None]
    lazy = LazyOperator(lambda a, b: a + b.T, X, X)
    part = part_of(lazy, 8)
    assert drawable(lazy, part)[0] is lazy
    monkeypatch.setattr(blocks, "READ", 100)
    operator, rows, _ = drawable(lazy, part)
    assert operator.shape == (8, 8)
    np.testing.assert_array_equal(rows, part.rows)


def naive_operations(K):
    n = len(K)
    H = np.eye(n) - 1 / n
    root = np.sqrt(np.diagonal(K))
    return {
        "none": K,
        "centred": H @ K @ H,
        "cosine": K / np.outer(root, root),
        "mean": (K + K.T) / 2,
        "KKt": K @ K.T,
        "KtK": K.T @ K,
    }


def test_operations_against_plain_algebra(random):
    K = random.random((8, 8)) + np.eye(8)
    for done, (name, expected) in zip(kernel_operations(K), naive_operations(K).items(), strict=True):
        assert done.name == name
        np.testing.assert_allclose(done.matrix, expected, atol=1e-12)
        values = np.linalg.eigvalsh((expected + expected.T) / 2)
        positive = int((values > 1e-10).sum())
        assert done.signature[0] == positive, name
        assert done.rank == np.linalg.matrix_rank(expected)
        skew = np.linalg.norm(expected - expected.T) / np.linalg.norm(expected + expected.T)
        assert done.skew_ratio == pytest.approx(skew, abs=1e-12)
        sigma = np.linalg.svd(expected)[1]
        p = sigma[sigma > 0] / sigma.sum()
        assert done.effective_rank == pytest.approx(np.exp(-(p * np.log(p)).sum()))


def test_operations_that_are_not_defined_say_why(random):
    skew = np.array([[0.0, 1.0], [-1.0, 0.0]])
    by = {done.name: done for done in kernel_operations(skew)}
    assert by["cosine"].matrix is None
    assert "must be positive" in by["cosine"].reason
    assert by["mean"].definiteness == "zero"
    assert by["mean"].rank == 0
    thin = {done.name: done for done in kernel_operations(random.random((3, 5)))}
    assert thin["mean"].reason == thin["cosine"].reason == "It needs as many rows as columns."
    assert (thin["KKt"].matrix.shape, thin["KtK"].matrix.shape) == ((3, 3), (5, 5))


@pytest.fixture
def by_products(monkeypatch):
    """All eigenvalues of ten rows alone."""
    monkeypatch.setattr(parts, "ALL_SIGNS", 10)


def sparse(n, seed=0):
    made = sp.random_array((n, n), density=3 / n, rng=np.random.default_rng(seed), format="csr")
    return sp.csr_array(made + sp.eye_array(n))


@pytest.mark.parametrize("whole", [10, 3_000])
def test_ends_are_those_of_the_symmetric_part(monkeypatch, whole):
    monkeypatch.setattr(parts, "ALL_SIGNS", whole)
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
