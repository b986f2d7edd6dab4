"""What the Spectra page says, from results; and the code and tables that it gives away."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import MatrixData, load_sample
from askcore.diagnostics.spectrum import spectrum_summary
from askcore.experiments import KernelChoice, Problem, decompose, symmetrised
from askcore.experiments.spectra.biclustering import Biclusters
from askcore.experiments.spectra.compared import Effect, RankedMethod
from askcore.experiments.spectra.decomposition import Symmetrised
from askcore.experiments.spectra.graph_tasks import DirectionScores
from askcore.experiments.spectra.groups import MatrixGroups
from askcore.ui.data.dataset import Active
from askcore.ui.pages.spectra import words
from askcore.ui.pages.spectra.export import features_table, python_code
from askcore.ui.pages.spectra.state import Decomposition, View

GRAPH = load_sample("cyclic_communities")
CHOICE = KernelChoice("adjacency")


def given(K):
    problem = Problem(MatrixData(np.asarray(K, dtype=float)), CHOICE)
    return problem, decompose(problem, center=False)


def test_the_verdict_of_a_symmetric_matrix():
    problem, found = given(np.diag([3.0, 2.0, 1.0]))
    assert "The matrix is symmetric, so rows and columns have the same embedding" in words.verdict(
        problem, found, 2
    )
    assert "sharp drop" not in words.verdict(*given(np.diag([8.0, 4.0, 2.0, 1.0])), 2)
    assert "a sharp drop after singular value **1**." in words.verdict(
        *given(np.diag([9.0, 1.0, 0.9, 0.8])), 2
    )


def test_equal_values_are_named():
    problem, found = given(np.eye(5))
    (said,) = words.notices(problem, found)
    assert said.startswith("All singular values are equal, so their vectors are arbitrary up to a rotation")
    assert "Choose" not in said  # of a given matrix there is nothing to choose
    made = Problem(problem.data, KernelChoice("kl_mixtures"))
    assert words.notices(made, found)[0].endswith("Choose another scale a.")
    assert words.notices(*given(np.diag([3.0, 2.0, 1.0]))) == []
    assert words.carried(found.summary, 5) == ""


def test_components_past_the_rank_are_named():
    _, found = given(np.outer([1.0, 2, 3], [1.0, 0, 1]))
    assert "Its rank is 1: further components are zero" in words.carried(found.summary, 3)


def test_an_effective_rank_of_a_part_is_a_lower_bound():
    problem = Problem(load_sample("python_imports"), CHOICE)
    found = decompose(problem)
    K = problem.centred.toarray()
    weight = (p := np.linalg.svd(K, compute_uv=False)) / p.sum()
    whole = np.exp(-np.sum(weight * np.log(np.maximum(weight, 1e-300))))
    at_least = float(words.effective(found.summary).removeprefix("≥ ").replace(",", ""))
    assert found.summary.stable_rank <= at_least * 1.01 <= whole, (
        "an effective rank is never below the stable rank"
    )


def test_a_rank_that_is_at_least_so_large_is_not_below_the_stable_rank():
    """Of 600 equal values 60 are known: the other ones are counted by the energy."""
    assert words.effective(spectrum_summary(np.ones(60), (600, 600), norm=600**0.5)) == "≥ 600"
    assert words.effective(spectrum_summary(np.ones(60), (60, 60))) == "60"


def test_what_averaging_takes_away():
    K = np.random.default_rng(0).normal(size=(30, 30))
    problem, found = given(K)
    said = words.symmetrised(found, symmetrised(problem, center=False), center=False)
    kept = np.linalg.norm((K + K.T) / 2) ** 2 / np.linalg.norm(K) ** 2
    assert (
        f"keeps **{kept:.0%}** of the energy of this matrix, the skew-symmetric part holds the rest" in said
    )
    negative = int((np.linalg.eigvalsh(K + K.T) < 0).sum())
    assert f"{negative} of its 30 eigenvalues are negative" in said
    sizes = np.abs(found.summary.values)
    positive = words.symmetrised(found, Symmetrised(sizes, True, float(np.linalg.norm(sizes))), center=False)
    assert "negative" not in positive


def method(name, one, both=None):
    return RankedMethod(name, "", np.zeros((1, 1)), one, both)


@pytest.mark.parametrize(
    ("scores", "n", "expected"),
    [
        ([0.5, 0.9], 1000, "**B** has the highest neighbour score (**90.0%**)."),
        (
            [0.88, 0.9, 0.5],
            1000,
            "(**90.0%**). On these 1,000 samples, A is close to it; this is not tested here.",
        ),
        (
            [0.85, 0.9],
            100,
            "**the methods are too close to name the best**. The neighbour scores of A and B are between 85.0% "
            "and **90.0%**. They",
        ),
        ([0.85, None], 100, "only A has a neighbour score: **85.0%**."),
        ([None, None], 100, "Without labels there is no score to compare them."),
    ],
)
def test_methods_are_told_apart_only_where_they_differ(scores, n, expected):
    methods = [method(name, score) for name, score in zip("ABC", scores, strict=False)]
    assert expected in words.best_methods(methods, 5, n)


def effect(group, score):
    return Effect(group, "", False, (1.0,), 0.5, score, None)


def test_what_matters_most():
    effects = [
        effect("Centring", 0.5),
        effect("Centring", 0.9),
        effect("Scaling", 0.6),
        effect("Scaling", 0.7),
    ]
    assert words.changes(effects, 5, 1000).startswith("**Centring** matters most:")
    assert "40 points" in words.changes(effects, 5, 1000)


def test_a_choice_counts_in_the_column_that_it_changes_most():
    """Rows 99.0 to 96.7%, rows and columns 98.0 to 96.7%: 2.3 points, as the table shows."""
    effects = [
        Effect("Centring", name, False, (1.0,), 0.5, left, both)
        for name, left, both in (("on", 0.99, 0.98), ("off", 0.967, 0.967))
    ]
    assert "by more than 2.3 points" in words.changes(effects, 20, 300)


def active(data, name="cyclic_communities"):
    return Active(name, "x", data, {}, "", "")


def test_features_with_names_and_labels():
    problem = Problem(GRAPH, CHOICE)
    found = decompose(problem)
    table = features_table(problem, found, View(3, True, "full"))
    assert list(table.columns) == ["id", "label", "u1", "u2", "u3", "v1", "v2", "v3"]
    assert table["id"].tolist() == GRAPH.node_ids
    np.testing.assert_allclose(table[["v1", "v2", "v3"]], found.features(3, "full")[1])


CHOICES = {
    "nodes": ("cyclic_communities", CHOICE),
    "links": ("cyclic_communities", KernelChoice("rbf", matrix="crossed", bandwidth=2.0)),
    "polynomial": ("teaching_graph", KernelChoice("polynomial", (("degree", 2),), matrix="crossed")),
    "table": ("iris", KernelChoice("sne", standardise=True, matrix="crossed", compatibility="pinv")),
    "rows": ("iris", KernelChoice("sne", (("sigma", 2.0),), standardise=True)),
}


@pytest.mark.parametrize("case", CHOICES)
@pytest.mark.parametrize("center", [True, False])
def test_the_code_gives_the_features_of_the_page(case, center, capsys):
    name, choice = CHOICES[case]
    data = load_sample(name)
    found = decompose(Problem(data, choice), center=center)
    view = View(2, center, "sqrt")
    names: dict = {}
    exec(compile(str(python_code(Decomposition(active(data, name), choice, view))), "snippet", "exec"), names)
    for here, there in zip(found.features(2, "sqrt"), (names["left"], names["right"]), strict=True):
        np.testing.assert_allclose(here, there, atol=1e-12)
    if choice.matrix == "crossed":
        np.testing.assert_allclose(names["model"].singular_values_, found.triplets.values[:2], rtol=1e-8)
    assert capsys.readouterr().out


def groups_of(**changed):
    given = {"inside": 0.65, "expected": 0.33, "by_chance": np.array([0.1, 0.17]), "agreement": (0.9, 0.8)}
    nothing = np.zeros(2, dtype=int)
    found = Biclusters(nothing, nothing)
    return MatrixGroups(found=found, matrix=np.eye(2), moved=0.94, **(given | changed))


def test_groups_in_words():
    problem = Problem(load_sample("teaching_graph"), KernelChoice("adjacency", orientation="out"))
    assert words.grouped(groups_of(), problem).startswith("**The matrix has groups.**")
    assert words.grouped(groups_of(inside=0.45), problem).startswith("**These groups are no finding.**")


def test_directions_in_words():
    def scores(svd, ksvd, degrees):
        given = {"svd": svd, "ksvd": ksvd, "degrees": degrees, "symmetric": 0.5}
        return [DirectionScores(np.full(5, auc), 10, method) for method, auc in given.items()]

    assert words.directed(scores(0.8, 0.6, 0.5)).startswith(
        "**Features of the SVD tell which way a link points, and better than degrees do.** 10 links"
    )
    assert "no" in words.directed(scores(0.51, 0.4, 0.9)).split("**")[1].lower().split()
    assert words.directed(scores(0.7, 0.6, 0.85)).startswith("**Features do not tell more than degrees do")
