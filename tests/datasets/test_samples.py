"""The samples: all there, as described, and what their presets show."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import (
    DataError,
    GraphData,
    TableData,
    describe_sample,
    list_samples,
    load_sample,
    samples,
)


@pytest.mark.parametrize("name", list_samples())
def test_every_sample_is_as_described(name):
    card, data = describe_sample(name), load_sample(name)
    assert isinstance(data, GraphData if card.kind == "graph" else TableData)
    assert data.name == card.title
    assert len(data.classes) >= 2
    assert set(card.preset) == {"kernel", "kernel_params", "gamma", "damping"}
    for sentence in (card.summary, card.question, card.source):
        assert sentence.endswith((".", "?"))
        assert sentence.count(".") <= 3
    assert load_sample(name) is data, "read once per process"


@pytest.mark.parametrize("use", [load_sample, describe_sample])
def test_an_unknown_sample(use):
    with pytest.raises(DataError, match=r"no sample 'cora'.*Choose one of cyclic_communities, .*two_moons\."):
        use("cora")


@pytest.mark.parametrize(
    ("name", "shape", "per_class"),
    [("iris", (150, 4), [50, 50, 50]), ("two_moons", (300, 2), [150, 150])],
)
def test_tables(name, shape, per_class):
    table = load_sample(name)
    assert table.X.shape == shape
    assert np.unique(table.y, return_counts=True)[1].tolist() == per_class


def test_cyclic_communities_turn_one_way():
    graph = load_sample("cyclic_communities")
    assert graph.n_self_loops == 0
    blocks = graph.adjacency.toarray().reshape(3, 100, 3, 100).sum(axis=(1, 3))
    for k in range(3):
        for step, probability, pairs in ((0, 0.06, 9900), (1, 0.12, 10000), (2, 0.0, 10000)):
            error = np.sqrt(probability * (1 - probability) / pairs)
            assert abs(blocks[k, (k + step) % 3] / pairs - probability) <= 4 * error


def test_teaching_graph_makes_the_views_disagree():
    """The undamped and damped system of AsK-LS, written out: with the preset the views part at C and E."""
    graph, preset = load_sample("teaching_graph"), describe_sample("teaching_graph").preset
    kernel = graph.adjacency.T.toarray()
    np.fill_diagonal(kernel, 1.0)
    kernel /= kernel.sum(axis=1, keepdims=True)
    y = np.where(graph.labels == graph.classes[1], 1.0, -1.0)
    n, one = 7, np.ones((7, 1))
    identity, zero = np.eye(n) / preset["gamma"], np.zeros((n, 1))
    top = np.hstack([identity, kernel, one, zero])
    bottom = np.hstack([kernel.T, identity, zero, one])
    border = np.hstack([np.vstack([top, bottom])[:, 2 * n :].T, np.zeros((2, 2))])
    system = np.vstack([top, bottom, border])
    damped = system @ system + preset["damping"] * np.eye(2 * n + 2)
    solution = np.linalg.solve(damped, system @ np.concatenate([y, y, [0, 0]]))
    target, source, (b1, b2) = solution[:n], solution[n : 2 * n], solution[2 * n :]
    f_s, f_t = kernel @ source + b1, kernel.T @ target + b2
    assert np.round(f_s, 2).tolist() == [0.52, 0.36, 0.23, -0.81, 0.21, -1.09, -0.43]
    assert np.round(f_t, 2).tolist() == [0.39, 0.65, -0.41, -0.20, -0.53, -0.55, -0.33]
    assert [graph.node_ids[i] for i in np.flatnonzero(f_s * f_t < 0)] == ["C", "E"]


def test_python_imports_has_the_three_roles():
    graph = load_sample("python_imports")
    assert graph.classes.tolist() == ["private", "public", "test"]
    assert graph.n_nodes <= 1500
    assert graph.n_edges <= 10_000
    assert graph.reciprocity < 0.1
    degrees = graph.adjacency.sum(axis=0) + graph.adjacency.sum(axis=1)
    assert degrees.min() > 0, "isolated modules are dropped"


def test_samples_inside_an_installed_package_come_first(tmp_path, monkeypatch):
    module = tmp_path / "askcore" / "datasets" / "samples.py"
    monkeypatch.setattr(samples, "__file__", str(module))
    (tmp_path / "sample_data").mkdir()
    assert samples._folder() == tmp_path / "sample_data"
    (tmp_path / "askcore" / "sample_data").mkdir(parents=True)
    assert samples._folder() == tmp_path / "askcore" / "sample_data"
