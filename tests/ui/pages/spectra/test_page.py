"""What the Spectra page says, from results; and the code and tables that it gives away."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import MatrixData, load_sample
from askcore.experiments import KernelChoice, Problem, decompose
from askcore.experiments.spectra.compared import Alternative
from askcore.experiments.spectra.decomposition import SpectrumOutcome
from askcore.experiments.spectra.groups import Biclusters, MatrixGroups
from askcore.ui.blocks import Text, default, figures, texts
from askcore.ui.data.dataset import Active
from askcore.ui.pages.spectra import page
from askcore.ui.pages.spectra.page import Decomposition, features_table, python_code

GRAPH = load_sample("cyclic_communities")
CHOICE = KernelChoice("adjacency")


def state_of(K):
    data, rank = MatrixData(np.asarray(K, dtype=float)), min(20, *np.shape(K))
    return Decomposition(active(data, "matrix"), KernelChoice("precomputed"), rank, False, "sqrt")


@pytest.mark.parametrize(
    ("K", "said"),
    [
        (
            np.diag([3.0, 2.0, 1.0]),
            "The matrix is symmetric: each sample has the same place as a row and as a column.",
        ),
        (np.eye(5), "The 5 leading singular values are equal: the axes are arbitrary."),
        (
            np.outer([1.0, 2, 3], [1.0, 0, 1]),
            "**1 of 3** components holds 90% of the energy. One component holds",
        ),
        (
            np.arange(12.0).reshape(3, 4) % 5,
            "Rows and columns are different things: each has its own place.",
        ),
        (np.triu(np.ones((6, 6))), "Rows and columns differ: **36%** of the energy is direction."),
    ],
)
def test_the_verdict_has_a_sentence_for_each_kind_of_spectrum(K, said):
    assert said in page.verdict(state_of(K))


def test_every_outcome_has_its_sentence():
    assert set(page.SENTENCES) == set(SpectrumOutcome)


def test_few_words_stand_before_the_figures():
    content = page.spectra(state_of(np.random.default_rng(0).normal(size=(70, 70))))
    before = " ".join(block.markdown for block in content if isinstance(block, Text))
    assert len(before.split()) <= 120
    assert [figure.key.partition("_")[0] for figure in figures(content)][:2] == ["energy", "map"]


def test_a_dominated_axis_is_told_plainly():
    K = np.random.default_rng(0).normal(size=(70, 70))
    K[3, :] += 40
    assert any(
        "Component 1 is dominated by 1 of 70 samples" in text for text in texts(page.spectra(state_of(K)))
    )


def test_eigenvalues_of_the_symmetrised_matrix_stand_beside_on_demand():
    state = state_of(np.triu(np.ones((6, 6))))
    found = page.symmetrised(state.problem, state.center)
    for on in (False, True):
        how = {"value": lambda control, on=on: on if control.key == "symmetrised" else default(control)}
        (figure,) = figures(page.tab_bodies(state)["Singular values"](), **how)
        drawn = figure.draw(theme="light").figure["data"]
        assert (len(drawn) > 1) == on == (figure.caption == page.SYMMETRISED)
    np.testing.assert_allclose(sorted(found), np.linalg.eigvalsh(np.full((6, 6), 0.5) + np.eye(6) / 2))


def alternative(group, rows, both=None):
    return Alternative(group, "", values=(1.0,), energy=0.5, rows=rows, both=both)


@pytest.mark.parametrize(
    ("scores", "n", "said"),
    [
        ([0.5, 0.9], 1000, "**Centring** matters most: it changes a neighbour score by 40 points."),
        ([0.85, 0.9], 100, "none changes a neighbour score by more than 10.0 points."),
        ([None, None], 100, "Without labels, there is no score to compare them."),
    ],
)
def test_a_choice_matters_where_it_changes_scores_by_more_than_chance(scores, n, said):
    found = [alternative("Centring", score) for score in scores]
    if scores[0]:
        found += [alternative("Scaling", 0.6), alternative("Scaling", 0.7 if n == 100 else 0.6)]
    assert said in page.what_matters(found, n)


def test_a_choice_counts_in_the_column_that_it_changes_most():
    """Rows 99.0 to 96.7%, rows and columns 98.0 to 96.7%: 2.3 points, as the table shows."""
    found = [alternative("Centring", rows, both) for rows, both in ((0.99, 0.98), (0.967, 0.967))]
    assert "by more than 2.3 points" in page.what_matters(found, 300)


def active(data, name="cyclic_communities"):
    return Active(name, "x", data, {}, "", "")


def test_features_with_names_and_labels():
    state = Decomposition(active(GRAPH), CHOICE, 3, True, "full")
    table = features_table(state, "uv")
    assert list(table.columns) == ["id", "label", "u1", "u2", "u3", "v1", "v2", "v3"]
    assert table["id"].tolist() == GRAPH.node_ids
    np.testing.assert_allclose(table[["v1", "v2", "v3"]], decompose(state.problem).features(3, "full")[1])


def test_rows_and_columns_that_are_different_things_have_files_of_their_own():
    files = {each.name: each.content() for each in page.files(state_of(np.arange(12.0).reshape(3, 4) % 5))}
    assert list(files) == ["row_features.csv", "column_features.csv", "singular_values.csv"]
    assert [len(each) for each in files.values()] == [3, 4, 3]
    assert list(files["column_features.csv"]) == ["id", "v1", "v2", "v3"]
    assert files["singular_values.csv"]["rank"].tolist() == [1, 2, 3]


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
    state = Decomposition(active(data, name), choice, 2, center, "sqrt")
    names: dict = {}
    exec(compile(str(python_code(state)), "snippet", "exec"), names)
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
    assert page.groups_said(groups_of(), "node").startswith("**The matrix has groups.**")
    assert page.groups_said(groups_of(inside=0.45), "node").startswith("**These groups may be chance.**")
