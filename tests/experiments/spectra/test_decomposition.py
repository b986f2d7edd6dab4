"""Decompositions against numpy's, neighbour scores against plain loops, and what is refused."""

from __future__ import annotations

import sys
from collections import Counter

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.datasets import GraphData, MatrixData, TableData, load_sample
from askcore.experiments import (
    KernelChoice,
    Problem,
    choice_effects,
    decompose,
    features_at_rank,
    symmetrised,
)
from askcore.experiments.spectra.compared import neighbour_score
from askcore.experiments.spectra.decomposition import (
    SpectrumOutcome,
    held_by_few,
    leading_plane,
    read_spectrum,
)

MODULE = sys.modules["askcore.experiments.spectra.decomposition"]  # the package names the function so
GRAPH = load_sample("cyclic_communities")


def given(K, labels=None):
    return Problem(MatrixData(np.asarray(K, dtype=float), row_labels=labels), KernelChoice("adjacency"))


def random_matrix(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


@pytest.mark.parametrize("center", [True, False])
@pytest.mark.parametrize("shape", [(30, 30), (40, 12), (12, 40)])
def test_small_matrices_in_full(shape, center):
    K = random_matrix(*shape)
    found = decompose(given(K), center=center)
    H = [np.eye(n) - 1 / n for n in shape]
    centred = H[0] @ K @ H[1] if center else K
    s = np.linalg.svd(centred, compute_uv=False)
    np.testing.assert_allclose(found.summary.values, s, atol=1e-10)
    assert found.summary.complete
    left, right = found.features(5, "none")
    np.testing.assert_allclose(left.T @ centred @ right, np.diag(s[:5]), atol=1e-9)
    for scaling, power in (("sqrt", 0.5), ("full", 1.0)):
        scaled = found.features(5, scaling)
        np.testing.assert_allclose(scaled[0], left * s[:5] ** power)
        np.testing.assert_allclose(scaled[1], right * s[:5] ** power)


def test_large_matrices_by_their_leading_part(monkeypatch):
    problem = Problem(GRAPH, KernelChoice("adjacency"))
    whole = decompose(problem)
    monkeypatch.setattr(MODULE, "WHOLE", 50)
    part = decompose(problem)
    assert (len(part.summary.values), len(whole.summary.values)) == (60, 300)
    np.testing.assert_allclose(part.summary.values, whole.summary.values[:60], rtol=1e-9)
    assert part.summary.norm == pytest.approx(whole.summary.norm)
    assert not part.estimated
    monkeypatch.setattr(MODULE, "EXACT_ENTRIES", 1)
    guessed = decompose(problem)
    assert guessed.estimated
    assert guessed.summary.norm == pytest.approx(whole.summary.norm, rel=0.02)


@pytest.mark.parametrize("rank", [1, 4, 9])
def test_the_skew_share_is_that_of_the_reduced_matrix(rank):
    found = decompose(given(random_matrix(9, 9)), center=False)
    u, v = found.features(rank, "sqrt")
    K = u @ v.T
    share = np.linalg.norm(K - K.T) ** 2 / (4 * np.linalg.norm(K) ** 2)
    assert found.skew_share(rank) == pytest.approx(share)


def test_the_skew_share_of_a_symmetric_and_of_a_skew_matrix():
    K = random_matrix(8, 8)
    assert decompose(given(K + K.T), center=False).skew_share(8) == pytest.approx(0, abs=1e-12)
    assert decompose(given(K - K.T), center=False).skew_share(8) == pytest.approx(1)
    assert decompose(given(random_matrix(8, 3))).skew_share(2) is None


@pytest.mark.parametrize("center", [True, False])
def test_the_symmetrised_rival(center, monkeypatch):
    problem = given(random_matrix(80, 80))
    K = (problem.centred if center else problem.operator).toarray()
    expected = np.linalg.eigvalsh((K + K.T) / 2)
    expected = expected[np.argsort(-np.abs(expected))]
    found = symmetrised(problem, center=center)
    np.testing.assert_allclose(found, expected, atol=1e-10)
    monkeypatch.setattr(MODULE, "WHOLE", 50)
    np.testing.assert_allclose(symmetrised(problem, center=center), expected[:60], rtol=1e-8)


def naive_score(X, labels):
    """Five nearest others of each; the first of the classes with most votes, in order of nearness."""
    right = 0
    for i, x in enumerate(X):
        far = [(float(((x - z) ** 2).sum()), j) for j, z in enumerate(X) if j != i]
        near = [labels[j] for _, j in sorted(far)[:5]]
        votes = Counter(near)
        best = max(votes.values())
        tied = [name for name in votes if votes[name] == best]
        sums = {name: sum(place for place, own in enumerate(near) if own == name) for name in tied}
        right += min(sums, key=lambda name: sums[name]) == labels[i]
    return right / len(X)


@pytest.mark.parametrize("seed", range(4))
def test_neighbour_scores_against_plain_loops(seed):
    random = np.random.default_rng(seed)
    labels = random.integers(0, 3, 60)
    X = random.normal(size=(60, 4)) + labels[:, None]
    assert neighbour_score(X, labels) == pytest.approx(naive_score(X, labels))


def test_neighbour_scores_leave_out_who_has_no_label():
    labels = np.array(["a"] * 10 + ["b"] * 10 + [""] * 5)
    X = np.concatenate([np.zeros(10), np.ones(10), np.full(5, 0.5)])[:, None] + np.arange(25)[:, None] * 1e-4
    assert neighbour_score(X, labels) == 1.0
    assert neighbour_score(X, None) is None
    assert neighbour_score(X, np.array(["a"] * 25)) is None


@pytest.mark.parametrize(
    ("K", "words"),
    [
        (np.zeros((6, 6)), "holds only zeros"),
        (np.full((6, 6), 3.0), "nothing is left to decompose after centring"),
        (np.outer(np.arange(1.0, 7), np.ones(6)), "nothing is left to decompose after centring"),
    ],
)
def test_nothing_left_to_decompose(K, words):
    with pytest.raises(DataError, match=words):
        decompose(given(K))


def test_more_components_than_there_are():
    with pytest.raises(DataError, match="7 components were asked for, 6 are known"):
        decompose(given(random_matrix(6, 9))).features(7)


def test_choices_one_at_a_time():
    data = TableData(random_matrix(20, 4), y=np.arange(20) % 2)
    choice = KernelChoice("rbf", standardise=True, matrix="crossed")
    effects = choice_effects(Problem(data, choice), center=True, scaling="full", rank=2)
    groups = Counter(effect.group for effect in effects)
    assert groups == {
        "Centring": 2,
        "Scaling of the features": 3,
        "Scaling of the table": 2,
        "Compatibility": 3,
    }
    assert {e.group for e in effects if e.current} == set(groups)
    current = [e for e in effects if e.current]
    expected = decompose(Problem(data, choice))
    for effect in current:
        assert effect.values == pytest.approx(expected.summary.values[:3])
        assert effect.rows == neighbour_score(expected.features(2, "full")[0], data.y)
        assert effect.both is None
    raw = next(e for e in effects if e.name == "as it is")
    assert raw.values == pytest.approx(
        np.linalg.svd(Problem(data, choice).operator.toarray(), compute_uv=False)[:3]
    )


def test_a_choice_that_leaves_nothing_says_so():
    graph = GraphData(sp.csr_array((4, 4)), list("abcd"))
    effects = choice_effects(
        Problem(graph, KernelChoice("rbf", matrix="crossed")), center=False, scaling="sqrt", rank=2
    )
    centred = next(e for e in effects if e.name == "centred")
    assert "nothing is left to decompose after centring" in centred.problem
    assert centred.values == ()


@pytest.mark.parametrize("matrix", ["samples", "crossed"])
@pytest.mark.parametrize("name", ["cyclic_communities", "iris"])
def test_four_methods_of_one_rank(name, matrix):
    data = load_sample(name)
    kernel = "adjacency" if isinstance(data, GraphData) and matrix == "samples" else "sne"
    choice = KernelChoice(kernel, standardise=True, matrix=matrix)
    problem = Problem(data, choice)
    found = decompose(problem)
    methods = {m.name: m for m in features_at_rank(problem, found, rank=3)}
    assert list(methods) == ["PCA", "KPCA", "SVD", "KSVD"]
    assert {m.features.shape for m in methods.values()} == {(len(problem.row_names), 3)}
    np.testing.assert_array_equal(methods["KSVD"].features, found.features(3)[0])
    assert (methods["KSVD"].both is None) == (not problem.same_samples)
    assert all(0 <= m.rows <= 1 for m in methods.values())


RNG = np.random.default_rng(0)
NOISE = RNG.normal(size=(30, 30))


def read(K, *, center=False, skew=None):
    problem = Problem(MatrixData(np.asarray(K, dtype=float)), KernelChoice("adjacency"))
    return read_spectrum(problem, decompose(problem, center=center), skew)


@pytest.mark.parametrize(
    ("K", "outcome"),
    [
        (NOISE, SpectrumOutcome.DIRECTED),
        (NOISE + NOISE.T, SpectrumOutcome.SYMMETRIC),
        (NOISE + NOISE.T + 0.1 * NOISE, SpectrumOutcome.NEARLY_SYMMETRIC),
        (NOISE[:, :12], SpectrumOutcome.RECTANGULAR),
        (np.outer(NOISE[0], NOISE[1]), SpectrumOutcome.ONE_COMPONENT),
        (np.eye(9), SpectrumOutcome.EQUAL),
    ],
)
def test_each_kind_of_spectrum_is_told_apart(K, outcome):
    found = read(K)
    assert found.outcome is outcome
    assert (found.skew is None) == (K.shape[0] != K.shape[1])
    assert found.whole is (None if K.shape[0] != K.shape[1] else False)


@pytest.mark.parametrize("K", [NOISE, NOISE @ NOISE, NOISE[:, :12]])
def test_components_and_direction_are_those_of_a_plain_decomposition(K):
    found, s = read(K), np.linalg.svd(K, compute_uv=False)
    share = np.cumsum(s**2) / np.sum(s**2)
    assert found.components == int(np.argmax(share >= 0.9)) + 1
    assert (found.known, found.size) == (min(K.shape), min(K.shape))
    if K.shape[0] == K.shape[1]:
        skew = np.linalg.norm(K - K.T) ** 2 / (4 * np.linalg.norm(K) ** 2)
        assert found.skew == pytest.approx(skew, abs=1e-10)


def test_a_share_of_all_of_the_matrix_comes_first():
    assert (read(NOISE, skew=0.25).skew, read(NOISE, skew=0.25).whole) == (0.25, True)


def test_of_a_large_graph_more_components_may_be_needed_than_are_known():
    A = sp.random_array((3_000, 3_000), density=0.001, rng=RNG)
    problem = Problem(GraphData(A, [str(i) for i in range(3_000)], name="large"), KernelChoice("adjacency"))
    found = read_spectrum(problem, decompose(problem))
    assert (found.components, found.known, found.size) == (None, 60, 3_000)
    assert found.outcome is SpectrumOutcome.DIRECTED


def test_a_component_on_a_few_samples_is_told_by_how_many():
    lone, even = np.zeros(400), np.tile([1.0, -1.0], 200)
    lone[:3] = 1.0
    assert held_by_few(np.column_stack([even, lone])) == (0, 3)
    assert held_by_few(np.column_stack([np.zeros(400), even])) == (0, 0)
    assert held_by_few(1e-300 * np.column_stack([lone, even])) == (3, 0)


def test_a_second_component_that_does_not_exist_is_zero():
    problem = Problem(load_sample("teaching_graph"), KernelChoice("adjacency"))
    left, _ = decompose(problem).features(1)
    assert leading_plane(left).shape == (problem.shape[0], 2)
    assert not leading_plane(left)[:, 1].any()
