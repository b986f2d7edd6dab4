"""A model on samples that it was not trained on, against plain solutions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import make_blobs
from sklearn.neighbors import NearestNeighbors

import askcore
from askcore._validation import DataError
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments import (
    KernelChoice,
    Problem,
    apply_model,
    decide_held,
    decide_new,
    decide_views,
    holdout_split,
    train_on_all,
)
from askcore.kernels import GraphKernel, PrecomputedKernel
from askcore.models import model_bytes

X, codes = make_blobs(90, 4, random_state=0)
Y = np.array(["a", "b", "c"])[codes]
OLD, NEW = np.arange(60), np.arange(60, 90)
RNG = np.random.default_rng(0)
LINKS = np.where(codes[:, None] == (codes + 1) % 3, 0.3, 0.05)
A = (RNG.random((90, 90)) < LINKS) * (1 - np.eye(90))
IDS = [f"n {i}" for i in range(90)]
GRAPH = GraphData(A[np.ix_(OLD, OLD)], IDS[:60], Y[OLD])


@pytest.mark.parametrize("standardise", [True, False])
@pytest.mark.parametrize("kernel", ["sne", "rbf", "t"])
@pytest.mark.parametrize(("merge", "class_weight"), [("mean", None), ("joint", None), ("mean", "balanced")])
def test_new_rows_get_the_views_of_held_out_samples(kernel, standardise, merge, class_weight):
    settings = {"gamma": 5.0, "damping": 0.01, "merge": merge, "class_weight": class_weight}
    known = OLD if class_weight is None else np.flatnonzero((Y[OLD] != "c") | (OLD % 3 == 0))
    choice = KernelChoice(kernel, standardise=standardise, bandwidth=1.0 if kernel == "t" else 2.0)
    model = train_on_all(Problem(TableData(X[known], Y[known]), choice), random_state=0, **settings)
    found = apply_model(model, X[NEW], IDS[60:], truth=Y[NEW])
    whole = Problem(TableData(X, Y), choice)
    split = replace(holdout_split(Y, random_state=0), train=known, test=NEW)
    views = decide_views(whole, split, **settings)
    np.testing.assert_allclose(found.f_source, views.f_source, atol=1e-9)
    np.testing.assert_allclose(found.f_target, views.f_target, atol=1e-9)
    if merge == "mean":
        np.testing.assert_allclose(found.merged, views.merged, atol=1e-9)
        assert found.scores["merged"]["accuracy"] == pytest.approx(views.scores["accuracy"].iloc[-1])
    else:
        np.testing.assert_allclose(found.merged.sum(axis=1), 1.0)
    kept = apply_model(askcore.load_model(model_bytes(model)), X[NEW], IDS[60:])
    np.testing.assert_allclose(kept.merged, found.merged, rtol=1e-9, atol=1e-12)


def test_far_is_what_lies_beyond_the_neighbours_of_the_training_rows():
    model = train_on_all(Problem(TableData(X[OLD], Y[OLD]), KernelChoice("rbf")), gamma=1.0, damping=0.0)
    rows = np.vstack([X[NEW], [[1e3] * 4]])
    near = NearestNeighbors(n_neighbors=2).fit(X[OLD])
    reach = np.quantile(near.kneighbors(X[OLD])[0][:, 1], 0.99)
    expected = near.kneighbors(rows, n_neighbors=1)[0].ravel() > reach
    found = apply_model(model, rows, [*IDS[60:], "away"])
    assert found.far.tolist() == expected.tolist()
    assert found.far[-1]
    assert list(found.table.columns[:6]) == [
        *("sample", "predicted_source", "predicted_target", "predicted_merged", "views_disagree", "far")
    ]


def file_of_links(new: np.ndarray) -> GraphData:
    """Links of new nodes, and one between two old ones, which is not read."""
    links = A.copy()
    links[np.ix_(OLD, OLD)] = 0
    links[0, 1] = 1
    order = np.random.default_rng(1).permutation(90)
    return GraphData(sp.csr_array(links[np.ix_(order, order)]), [IDS[i] for i in order])


@pytest.mark.parametrize("kind", ["adjacency", "katz", "pagerank", "diffusion", "shortest_path", "power"])
def test_new_nodes_read_the_kernel_of_the_larger_graph(kind):
    choice = KernelChoice(kind, orientation="out")
    model = train_on_all(Problem(GRAPH, choice), gamma=10.0, damping=0.1)
    found = decide_new(model, GRAPH, file_of_links(NEW))
    assert sorted(found.names) == sorted(IDS[60:])
    assert any("1 link between old nodes not used" in note for note in found.notes)

    order = [*OLD, *(IDS.index(name) for name in found.names)]
    whole = GraphKernel(A[np.ix_(order, order)], kind, orientation="out", **model.kernel.resolved)
    K = np.asarray(
        whole.all_columns(np.arange(90)).toarray()
        if kind in ("adjacency", "power")
        else whole.all_columns(np.arange(90))
    )
    f_s = K[60:, :60] @ model.source_coef_ + model.source_intercept_
    f_t = K[:60, 60:].T @ model.target_coef_ + model.target_intercept_
    np.testing.assert_allclose(found.f_source, f_s, atol=1e-9)
    np.testing.assert_allclose(found.f_target, f_t, atol=1e-9)


def test_a_beta_beyond_the_larger_limit_keeps_its_share():
    small = GraphKernel([[0, 1], [1, 0]], "katz", self_loops=False, beta=0.9)
    grown = small.grown(np.ones((5, 5)))
    limit = 1 / np.abs(np.linalg.eigvals(np.ones((5, 5)) - np.eye(5))).max()
    assert grown.resolved["beta"] < limit
    assert grown.resolved["beta"] == pytest.approx(0.9 * limit, rel=0.06)


def test_a_node_without_links_to_the_old_ones_is_far():
    model = train_on_all(Problem(GRAPH, KernelChoice("adjacency")), gamma=10.0, damping=0.1)
    links = GraphData([[0, 1, 0], [0, 0, 0], [1, 0, 0]], ["new", "alone", "n 0"])
    found = decide_new(model, GRAPH, links)
    assert found.names == ["new", "alone"]
    assert found.far.tolist() == [False, True]


def test_blocks_of_a_matrix_give_the_views_of_its_kernel():
    K = RNG.normal(size=(90, 90))
    data = MatrixData(K[np.ix_(OLD, OLD)], Y[OLD], IDS[:60])
    model = train_on_all(Problem(data, KernelChoice("precomputed")), gamma=2.0, damping=0.1)
    rows = MatrixData(K[np.ix_(NEW, OLD[::-1])], row_ids=IDS[60:], column_ids=IDS[:60][::-1])
    columns = MatrixData(K[np.ix_(OLD, NEW)], row_ids=IDS[:60], column_ids=IDS[60:])
    plain = askcore.AsKLSClassifier(PrecomputedKernel(K), gamma=2.0, damping=0.1).fit(OLD, Y[OLD])
    f_s, f_t = plain.decision_views(NEW)
    found = decide_new(model, data, rows, columns)
    np.testing.assert_allclose(found.f_source, f_s, atol=1e-10)
    np.testing.assert_allclose(found.f_target, f_t, atol=1e-10)
    alone = decide_new(model, data, rows)
    assert alone.one_view
    assert (alone.predicted["merged"] == found.predicted["source"]).all()
    assert not [name for name in alone.table.columns if name.startswith("f_t") or "target" in name]


def test_a_symmetric_matrix_needs_one_block():
    K = X @ X.T
    data = MatrixData(K[np.ix_(OLD, OLD)], Y[OLD], IDS[:60])
    model = train_on_all(Problem(data, KernelChoice("precomputed")), gamma=2.0, damping=0.1)
    found = decide_new(model, data, MatrixData(K[np.ix_(NEW, OLD)]))
    assert not found.one_view
    np.testing.assert_allclose(found.f_source, found.f_target, atol=1e-8)


def test_what_does_not_fit_is_refused_with_a_remedy():
    model = train_on_all(Problem(GRAPH, KernelChoice("adjacency")), gamma=10.0, damping=0.1)
    other = GraphData(A[:60, 30:], IDS[:60], Y[OLD])
    with pytest.raises(DataError, match="trained on other data"):
        decide_new(model, other, file_of_links(NEW))
    with pytest.raises(DataError, match="none of them is new"):
        decide_new(model, GRAPH, GraphData(np.ones((2, 2)), IDS[:2]))
    K = RNG.normal(size=(60, 60))
    data = MatrixData(K, Y[OLD])
    matrix = train_on_all(Problem(data, KernelChoice("precomputed")), gamma=1.0, damping=0.1, merge="target")
    with pytest.raises(DataError, match="uses K"):
        decide_new(matrix, data, MatrixData(K[:3]))
    with pytest.raises(DataError, match="59 columns"):
        decide_new(matrix, data, MatrixData(K[:3, :59]))
    with pytest.raises(DataError, match="The block of columns has 2"):
        decide_new(matrix, data, MatrixData(K[:3]), MatrixData(K[:, :2]))


@pytest.mark.parametrize("kind", ["table", "graph"])
def test_new_samples_and_held_ones_are_decided_in_one_call(kind, monkeypatch):
    table = TableData(X[OLD], Y[OLD], [*"abcd"])
    choice = KernelChoice("sne") if kind == "table" else KernelChoice("katz", orientation="out")
    data = table if kind == "table" else GRAPH
    model = train_on_all(Problem(data, choice), gamma=10.0, damping=0.1)
    new = TableData(X[NEW], Y[NEW], [*"abcd"]) if kind == "table" else file_of_links(NEW)
    whole = decide_new(model, data, new)
    monkeypatch.setattr("askcore.experiments.applied.BLOCK", 7 * len(OLD))  # seven samples at a time
    parts = decide_new(model, data, new, trained_on=True)
    np.testing.assert_allclose(parts.merged, whole.merged, atol=1e-10)
    assert parts.far.tolist() == whole.far.tolist()
    assert parts.notes == whole.notes
    held = decide_held(model, data, np.array([3, 1]))
    assert held.names == [data.sample_names[3], data.sample_names[1]]
    assert held.truth.tolist() == [Y[3], Y[1]]
