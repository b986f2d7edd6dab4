"""Estimators on matrices and tables that lie on the workers of a cluster: the answers of one machine."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest
import scipy.sparse as sp

import askcore
from askcore import DataError
from askcore.kernels import GraphKernel, PrecomputedKernel, SkewedLaplacian
from askcore.operators import DistributedOperator
from askcore.solvers import asymmetric_nystroem, solve_askls
from askcore.solvers.distributed import distributed_graph
from tests.cluster import client

pytestmark = pytest.mark.long  # seconds each

pytest.importorskip("distributed", reason="dask and distributed are not installed")
assert client

N = 260  # past what is taken whole to look for resonances


@pytest.fixture(scope="module")
def graph():
    """Three classes, each of which links to the next."""
    rng = np.random.default_rng(0)
    y = np.arange(N) % 3
    chance = np.where((y[None] - y[:, None]) % 3 == 1, 0.06, 0.01)
    return sp.csr_array((rng.random((N, N)) < chance) * rng.integers(1, 4, (N, N)).astype(float)), y


@pytest.fixture(scope="module")
def remote(client, graph):
    return DistributedOperator.from_matrix(graph[0], client=client)


@pytest.mark.parametrize(
    ("self_loops", "normalize"), [(True, True), (False, True), (False, False), (None, True)]
)
def test_the_matrix_of_a_graph(remote, graph, self_loops, normalize):
    S = GraphKernel(graph[0], orientation="out", self_loops=self_loops, normalize=normalize)
    found = distributed_graph(remote, self_loops=self_loops, normalize=normalize)
    np.testing.assert_allclose(found.toarray(), S(range(N), range(N)).toarray(), rtol=1e-15)


def test_a_matrix_that_is_no_graph(remote):
    with pytest.raises(ValueError, match="The matrix of a graph is square, got 260 x 2"):
        distributed_graph(remote.part(np.arange(N), [0, 1]))


@pytest.mark.parametrize("merge", ["mean", pytest.param("stack", marks=pytest.mark.long)])
def test_askls_on_part_of_a_graph(remote, graph, merge):
    A, y = graph
    rng = np.random.default_rng(1)
    train, test = np.split(rng.permutation(N), [200])
    options = {"gamma": 0.2, "damping": 0.1, "merge": merge, "tol": 1e-12, "cv": 2, "random_state": 0}
    one = askcore.AsKLSClassifier(GraphKernel(A, orientation="out"), **options).fit(train, y[train])
    kernel = PrecomputedKernel(distributed_graph(remote))
    far = askcore.AsKLSClassifier(kernel, **options).fit(train, y[train])
    assert far.solver_ == "iterative"
    for found, wanted in zip(far.decision_views(test), one.decision_views(test), strict=True):
        np.testing.assert_allclose(found, wanted, atol=1e-8)
    np.testing.assert_allclose(far.decision_function(test), one.decision_function(test), atol=1e-8)
    np.testing.assert_array_equal(far.predict(test), one.predict(test))


@pytest.mark.long
def test_askls_while_a_worker_is_killed(client, graph, monkeypatch):
    A, y = graph
    S = distributed_graph(DistributedOperator.from_matrix(A, client=client))
    target = np.where(y == 0, 1.0, -1.0)
    wanted = solve_askls(S, target, gamma=0.2, damping=0.1)
    calls = []
    true = DistributedOperator.both

    def both(operator, X, Z):
        calls.append(X.shape)
        if len(calls) == 5:
            os.kill(min(client.run(os.getpid).values()), signal.SIGKILL)
        return true(operator, X, Z)

    monkeypatch.setattr(DistributedOperator, "both", both)
    found = solve_askls(S, target, gamma=0.2, damping=0.1)
    assert len(calls) > 6
    np.testing.assert_allclose(found.c, wanted.c, rtol=1e-12, atol=1e-14)


def test_lssvm_of_a_symmetric_matrix(client, remote, graph):
    A, y = graph
    K = np.asarray((A + A.T).toarray()) / 4
    far = PrecomputedKernel(DistributedOperator.from_matrix(K, client=client))
    index = np.arange(N)
    options = {"gamma": 0.01, "damping": 0.1}
    one = askcore.LSSVMClassifier(PrecomputedKernel(K), **options).fit(index, y)
    found = askcore.LSSVMClassifier(far, tol=1e-12, **options).fit(index, y)
    np.testing.assert_allclose(found.decision_function(index), one.decision_function(index), atol=1e-8)
    with pytest.raises(ValueError, match="not symmetric: x'Ky and y'Kx differ"):
        askcore.LSSVMClassifier(PrecomputedKernel(remote), damping=0.1).fit(index, y)
    with pytest.raises(DataError, match="cannot be symmetrised, got symmetrize='mean'"):
        askcore.LSSVMClassifier(PrecomputedKernel(remote), symmetrize="mean").fit(index, y)


def falling(n, m):
    rng = np.random.default_rng(4)
    left, right = (np.linalg.qr(rng.standard_normal((size, 40)))[0] for size in (n, m))
    return left * 0.7 ** np.arange(40) @ right.T + 0.01


@pytest.mark.parametrize(("made_of", "center"), [("matrix", True), ("dask", False)])
def test_ksvd(client, made_of, center):
    import dask.array

    G = falling(450, 430)  # past what is taken whole
    far = dask.array.from_array(G, chunks=(200, 150))
    if made_of == "matrix":
        far = DistributedOperator.from_matrix(G, client=client)
    options = {"n_components": 4, "center": center, "random_state": 0}
    one = askcore.KSVD("precomputed", **options).fit(G)
    found = askcore.KSVD("precomputed", **options).fit(far)
    assert found.solver_ == "block_lanczos"
    np.testing.assert_allclose(found.singular_values_, one.singular_values_, rtol=1e-8)
    np.testing.assert_allclose(found.left_vectors_, one.left_vectors_, atol=1e-8)
    np.testing.assert_allclose(found.right_vectors_, one.right_vectors_, atol=1e-8)
    np.testing.assert_allclose(found.transform(far), one.transform(G), atol=1e-8)
    np.testing.assert_allclose(found.transform_columns(far), one.transform_columns(G), atol=1e-8)


@pytest.mark.parametrize("sampling", ["uniform", "squared_norm"])
def test_nystroem_samples_on_the_workers(remote, graph, sampling):
    options = {"n_rows": 60, "n_columns": 50, "sampling": sampling, "random_state": 0}
    found = asymmetric_nystroem(remote, 5, **options)
    one = asymmetric_nystroem(graph[0], 5, **options)
    np.testing.assert_array_equal(found.rows, one.rows)
    np.testing.assert_allclose(found.values, one.values, rtol=1e-10)
    np.testing.assert_allclose(found.left, one.left, atol=1e-8)


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(5)
    X = rng.standard_normal((600, 3))
    y = np.array(["ant", "bee", "cow"])[(X[:, 0] > 0).astype(int) + (X[:, 1] > 0.5)]
    return X, y, rng.integers(0, 3, 600) * 0.5


FIXED = {"n_landmarks": 30, "gamma": 3.0, "random_state": 1}
RBF = FIXED | {"kernel_params": {"sigma": 2.0}}


@pytest.mark.parametrize(("kernel", "weighted"), [("rbf", True), ("skewed", False)])
def test_fixed_size_models_of_partitions(client, table, kernel, weighted):
    import dask.array

    X, y, weight = table
    weight = weight if weighted else None
    kernel, options = ("rbf", RBF) if kernel == "rbf" else (SkewedLaplacian(2.0, 0.7), FIXED)
    one = askcore.AsKLSClassifier(kernel, **options).fit(X, y, weight)
    far = dask.array.from_array(X, chunks=((250, 60, 290), (2, 1)))
    model = askcore.AsKLSClassifier(kernel, **options).fit(far, y, weight)
    assert model.n_features_in_ == 3
    found, wanted = model.decision_views(far), one.decision_views(X)
    for side in (0, 1):
        assert found[side].chunks == ((250, 60, 290), (3,))
        np.testing.assert_allclose(client.gather(client.compute(found[side])), wanted[side], atol=1e-8)
    decided = client.gather(client.compute(model.decision_function(far)))
    np.testing.assert_allclose(decided, one.decision_function(X), atol=1e-8)
    predicted = model.predict(far)
    assert predicted.dtype == y.dtype
    np.testing.assert_array_equal(client.gather(client.compute(predicted)), one.predict(X))
