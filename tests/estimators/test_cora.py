"""Cora as in table III of He et al. 2022: the whole road from the graph to both views."""

import os
from pathlib import Path

import numpy as np
import pytest
import scipy.linalg
import scipy.sparse as sp
from sklearn.model_selection import train_test_split

from askcore import AsKLSClassifier
from askcore.kernels import GraphKernel
from tests.helpers import askls_system, naive_graph_matrix

pytestmark = [
    pytest.mark.long,
    pytest.mark.full_data,
    pytest.mark.skipif("ASKCORE_DATA" not in os.environ, reason="ASKCORE_DATA does not name the data folder"),
]


@pytest.fixture(scope="module")
def cora():
    with np.load(Path(os.environ["ASKCORE_DATA"]) / "graphs" / "cora.npz", allow_pickle=False) as stored:
        edges, labels = stored["edges"], stored["labels"]
    train, test = train_test_split(np.arange(len(labels)), train_size=0.6, stratify=labels, random_state=0)
    weighted = [(source, target, 1.0) for source, target in edges]
    S = naive_graph_matrix(weighted, len(labels), orientation="in", self_loops=True, normalize=True)
    return edges, labels, train, test, S


@pytest.fixture(scope="module")
def naive(cora):
    """a, c, b1, b2 of all classes from one dense factorisation of T'T + I, the labels moved to the right."""
    _, labels, train, _, S = cora
    m = len(train)
    Y = np.where(labels[train][:, None] == np.unique(labels)[None, :], 1.0, -1.0)
    K = S[np.ix_(train, train)]
    T = askls_system(K, np.ones(m), 1.0)
    factor = scipy.linalg.cho_factor(T @ T + np.eye(2 * m + 2))
    z = scipy.linalg.cho_solve(factor, T @ np.vstack([np.zeros((2, Y.shape[1])), Y, Y]))
    return z[2 : 2 + m], z[2 + m :], z[0], z[1], Y


def test_labels_inside_the_matrix_make_no_difference(cora, naive):
    _, _, train, _, S = cora
    a, c, b1, b2, Y = naive
    m, y = len(train), Y[:, 3]
    T = askls_system(S[np.ix_(train, train)], y, 1.0)
    r = np.concatenate([[0, 0], np.ones(2 * m)])
    z = scipy.linalg.solve(T @ T + np.eye(2 * m + 2), T @ r, assume_a="pos")
    np.testing.assert_allclose(y * z[2 : 2 + m], a[:, 3], atol=1e-10)
    np.testing.assert_allclose(y * z[2 + m :], c[:, 3], atol=1e-10)
    np.testing.assert_allclose(z[:2], [b1[3], b2[3]], atol=1e-10)


@pytest.mark.parametrize("solver", ["auto", "sparse"])
def test_views_of_all_seven_classes(solver, cora, naive):
    edges, labels, train, test, S = cora
    a, c, b1, b2, _ = naive
    adjacency = sp.csr_array((np.ones(len(edges)), edges.T), shape=2 * [len(labels)])
    model = AsKLSClassifier(GraphKernel(adjacency), gamma=1.0, damping=1.0, solver=solver, tol=1e-12)
    f_s, f_t = model.fit(train, labels[train]).decision_views(test)
    naive_s = S[np.ix_(test, train)] @ c + b1
    naive_t = S[np.ix_(train, test)].T @ a + b2
    np.testing.assert_allclose(f_s, naive_s, atol=1e-8)
    np.testing.assert_allclose(f_t, naive_t, atol=1e-8)
    for merge, decision in (("mean", (naive_s + naive_t) / 2), ("source", naive_s), ("target", naive_t)):
        model.set_params(merge=merge)
        np.testing.assert_allclose(model.decision_function(test), decision, atol=1e-8)
        agree = model.predict(test) == np.unique(labels)[decision.argmax(axis=1)]
        ahead = np.sort(decision, axis=1)[:, -1] - np.sort(decision, axis=1)[:, -2] > 1e-7
        assert agree[ahead].all()  # a tie is decided by rounding
