"""The samples: all there, as described, and what their presets show."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from sklearn.datasets import load_digits

from askcore.datasets import (
    BagData,
    DataError,
    GraphData,
    MatrixData,
    TableData,
    describe_sample,
    list_samples,
    load_sample,
    samples,
)
from askcore.experiments import KernelChoice, Problem, decide_views, holdout_split

ROOT = Path(__file__).parents[2]
KINDS = {"graph": GraphData, "table": TableData, "matrix": MatrixData, "bags": BagData}
EVERY = [name for kind in KINDS for name in list_samples(kind)]


@pytest.mark.parametrize("name", EVERY)
def test_every_sample_is_as_described(name):
    card, data = describe_sample(name), load_sample(name)
    assert isinstance(data, KINDS[card.kind])
    assert data.name == card.title
    assert len(data.classes) >= 2
    own = {"orientation"} if card.kind == "graph" else set()
    optional = {"bandwidth", "train", "seed", "normalize"}
    assert set(card.preset) - optional == {"kernel", "kernel_params", "gamma", "damping"} | own
    assert (ROOT / "pages" / f"{card.page}.py").is_file()
    for sentence in (card.summary, card.question, card.source):
        assert sentence.endswith((".", "?"))
        assert sentence.replace("et al.", "").count(".") <= 3
    assert load_sample(name) is data, "read once per process"


@pytest.mark.parametrize("use", [load_sample, describe_sample])
def test_an_unknown_sample(use):
    with pytest.raises(
        DataError, match=r"no sample 'cora'.*Choose one of cyclic_communities, .*digit_strokes\."
    ):
        use("cora")


def test_spheres_have_radius_one_and_three():
    table = samples.spheres()
    radius = np.where(table.y == "inner", 1.0, 3.0)
    np.testing.assert_allclose(np.linalg.norm(table.X, axis=1), radius, rtol=1e-12)
    for label in ("inner", "outer"):  # uniform directions: their mean is near the centre
        directions = table.X[table.y == label] / radius[table.y == label][:, None]
        assert np.linalg.norm(directions.mean(axis=0)) < 4 / np.sqrt(150)


def test_on_two_spheres_the_spectrum_decides():
    """LS-SVM on a narrow TL1, hardly damped: decisions differ with the spectrum, and none is right throughout."""
    table = load_sample("two_spheres")
    X = (table.X - table.X.mean(axis=0)) / table.X.std(axis=0)
    apart = np.abs(X[:, None] - X).sum(axis=2)
    K = np.maximum(0.62 * np.median(apart[np.triu_indices(300, 1)]) - apart, 0.0)
    values, vectors = np.linalg.eigh(K)
    assert values[0] < -1e-6 * values[-1]
    test, codes = np.arange(300) % 5 < 2, (table.y == "outer").astype(int)
    spectra = {"keep": values, "clip": np.maximum(values, 0), "flip": np.abs(values), "square": values**2}
    found = {
        name: decided((vectors * lambdas) @ vectors.T, codes, test, gamma=10.0, damping=0.01)
        for name, lambdas in spectra.items()
    }
    assert all((found["keep"] != found[name]).sum() >= 3 for name in ("clip", "flip"))
    assert all(0.7 < (each == codes[test]).mean() < 0.97 for each in found.values())


def test_cyclic_communities_turn_one_way():
    graph = load_sample("cyclic_communities")
    assert graph.n_self_loops == 0
    blocks = graph.adjacency.toarray().reshape(3, 100, 3, 100).sum(axis=(1, 3))
    for k in range(3):
        for step, probability, pairs in ((0, 0.06, 9900), (1, 0.12, 10000), (2, 0.0, 10000)):
            error = np.sqrt(probability * (1 - probability) / pairs)
            assert abs(blocks[k, (k + step) % 3] / pairs - probability) <= 4 * error


def test_teaching_graph_makes_the_views_disagree():
    """The undamped and damped system of AsK-LS, written out: with the links themselves the views part at C and E."""
    graph, preset = load_sample("teaching_graph"), {"gamma": 2.0, "damping": 0.1}
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


def test_attention_copies_and_looks_one_way():
    attention = load_sample("attention")
    A = attention.matrix
    np.testing.assert_allclose(A.sum(axis=1), 1.0, atol=1e-4)
    assert A[:20, 20:].sum(axis=1).max() < 0.05, "letters do not look at blanks"
    says = np.array(
        [A[:, :20][i, attention.row_labels[:20] == attention.row_labels[i]].sum() for i in range(40)]
    )
    assert says.min() > 0.5, "every position looks at the letter that it has to say"
    assert (attention.row_labels[:20] == attention.row_labels[20:]).all()


def test_digit_strokes_are_the_inked_pixels():
    bags = load_sample("digit_strokes")
    assert np.bincount(bags.labels).tolist() == [20] * 10
    image = load_digits().images[int(bags.bag_ids[17].removeprefix("digit "))]
    counts = np.zeros((8, 8), dtype=int)
    for row, column in bags.bags[17].astype(int):
        counts[row, column] += 1
    assert counts.tolist() == [[int(ink) // 4 for ink in line] for line in image]


@pytest.mark.parametrize(
    ("name", "digest"),
    [
        ("swiss_roll", "ad2d04eb4ee4fde5"),
        ("digit_matches", "0713d08dd78ffac8"),
        ("two_spheres", "50ccabaf0e8cb1c4"),
        ("library_calls", "1164d184ff534ad8"),
    ],
)
def test_every_computer_makes_the_same(name, digest):
    assert load_sample(name).digest.startswith(digest)


def test_the_swiss_roll_is_a_sheet_in_four_strips():
    """Distance from the axis grows with the strip: along a spiral it is the angle."""
    table = load_sample("swiss_roll")
    radius = np.hypot(table.X[:, 0], table.X[:, 2])
    limits = np.pi * np.array([1.5, 2.25, 3.0, 3.75, 4.5])
    for strip, low, high in zip(samples.ROLL, limits[:-1], limits[1:], strict=True):
        found = radius[table.y == strip]
        assert low <= np.median(found) <= high
        assert ((found > low - 3) & (found < high + 3)).all()


def test_digit_matches_are_the_sums_written_out():
    matches = load_sample("digit_matches")
    digits = load_digits()
    u, v = 17, 203
    ink = {at: digits.images[int(matches.row_ids[at].removeprefix("digit "))] / 16 for at in (u, v)}
    assert [digits.target[int(name.removeprefix("digit "))] for name in matches.row_ids] == list(
        matches.row_labels
    )
    assert np.bincount(matches.row_labels).tolist() == [30] * 10
    for a, b in ((u, v), (v, u)):
        found = sum(
            ink[a][i, j] * ink[b][max(i - 2, 0) : i + 3, max(j - 2, 0) : j + 3].max()
            for i in range(8)
            for j in range(8)
        )
        assert matches.matrix[a, b] == pytest.approx(found)


def test_digit_matches_are_indefinite_asymmetric_and_lose_by_clipping():
    """By eigenvalues and a plain solve of LS-SVM: squared distances below zero, and what clipping costs."""
    matches = load_sample("digit_matches")
    K, y = matches.matrix, np.asarray(matches.row_labels)
    assert np.linalg.norm(K - K.T) > 0.1 * np.linalg.norm(K - K.mean())
    S = (K + K.T) / 2
    squared = np.diag(S)[:, None] + np.diag(S) - 2 * S
    assert (squared[np.triu_indices(300, 1)] < 0).mean() > 0.2
    values, vectors = np.linalg.eigh(S)
    assert (values < -1e-9 * values[-1]).sum() == 49
    clipped = (vectors * np.maximum(values, 0)) @ vectors.T
    test = np.arange(300) % 5 < 2
    preset = describe_sample("digit_matches").preset
    settings = preset["gamma"], preset["damping"]
    right = [(decided(one, y, test, *settings) == y[test]).mean() for one in (S, clipped)]
    assert right[0] > 0.9
    assert right[0] - right[1] > 0.1


def decided(K: np.ndarray, y: np.ndarray, test: np.ndarray, gamma: float, damping: float) -> np.ndarray:
    """LS-SVM, each class against the rest: [0 1'; 1 K + I/gamma] [b; a] = [0; y], damped by least squares."""
    train = ~test
    n = int(train.sum())
    system = np.block([[np.zeros((1, 1)), np.ones((1, n))], [np.ones((n, 1)), K[np.ix_(train, train)]]])
    system[1:, 1:] += np.eye(n) / gamma
    targets = np.where(y[train][:, None] == np.arange(y.max() + 1), 1.0, -1.0)
    targets = np.vstack([np.zeros(targets.shape[1]), targets])
    solution = np.linalg.solve(system @ system + damping * np.eye(n + 1), system @ targets)
    return (K[np.ix_(test, train)] @ solution[1:] + solution[0]).argmax(axis=1)


def test_library_calls_hang_together_and_their_topics_can_be_learned():
    graph = load_sample("library_calls")
    assert (graph.n_nodes, graph.n_edges, len(graph.classes)) == (6114, 9483, 12)
    assert graph.n_self_loops == 0
    assert connected_components(graph.adjacency, connection="weak")[0] == 1
    codes = np.searchsorted(graph.classes, graph.labels)
    train = np.random.default_rng(0).random(graph.n_nodes) < 0.2
    known = np.where(train[:, None], np.eye(12)[codes], 0.0)
    links = sp.csr_array(graph.adjacency + graph.adjacency.T)
    spread, walk = known, sp.diags_array(1 / links.sum(axis=1)) @ links
    for _ in range(60):  # label propagation, written out
        spread = np.where(train[:, None], known, walk @ spread)
    assert (spread.argmax(axis=1) == codes)[~train].mean() > 0.85


def test_on_library_calls_longer_walks_along_the_calls_tell_more():
    """The preset has two views, and gets ten points more than the calls of a function alone."""
    graph, preset = load_sample("library_calls"), describe_sample("library_calls").preset
    split = holdout_split(graph.labels, train_size=preset["train"])
    scores = []
    for name, params in (("adjacency", {}), (preset["kernel"], preset["kernel_params"])):
        choice = KernelChoice(name, tuple(params.items()), orientation="out", normalize=True)
        views = decide_views(Problem(graph, choice), split, gamma=preset["gamma"], damping=preset["damping"])
        assert not views.symmetric
        scores.append((views.predicted["merged"] == views.truth).mean())
    assert scores[1] > max(scores[0] + 0.1, 0.65)


def test_samples_inside_an_installed_package_come_first(tmp_path):
    package = tmp_path / "askcore"
    (tmp_path / "sample_data").mkdir()
    assert samples._folder(package) == tmp_path / "sample_data"
    (package / "sample_data").mkdir(parents=True)
    assert samples._folder(package) == package / "sample_data"
