"""The page "Matrix" as blocks: a sentence for every outcome, numbers against plain algebra, and what stands first."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from askcore.datasets import GraphData, MatrixData, load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.matrix.blocks import ClassMeans
from askcore.experiments.matrix.reading import MatrixOutcome, Signs
from askcore.ui import blocks
from askcore.ui.blocks import Action, Figure, Metric, Tabs, Text, figures, texts
from askcore.ui.data.dataset import Active
from askcore.ui.pages.matrix import indefinite, page, results, tabs
from askcore.ui.pages.matrix.results import KernelMatrix

REGIONS = ["Coast", "Great river delta", "Hills", "Plain"]
TRADE = np.array([[0, 9, 50, 7], [1, 0, 2, 3], [4, 4, 0, 1], [2, 8, 6, 0]], dtype=float)
SYMMETRIC = np.array([[2.0, 1.0], [1.0, -3.0]])


def active(data, kind: str) -> Active:
    return Active("given", "Given", data, {}, "", "")


def of_matrix(K, names=None) -> KernelMatrix:
    data = MatrixData(np.asarray(K, dtype=float), row_ids=names, column_ids=names)
    return KernelMatrix(active(data, "matrix"), KernelChoice("precomputed"))


def of_graph(adjacency, **choice) -> KernelMatrix:
    data = GraphData(sp.csr_array(adjacency), REGIONS[: len(adjacency)])
    return KernelMatrix(active(data, "graph"), KernelChoice("adjacency", **choice))


def opened(state: KernelMatrix, tab: str) -> list[str]:
    (found,) = [block for block in page.matrix(state) if isinstance(block, Tabs)]
    return texts(found.bodies[tab]())


VERDICTS = {
    "trade": (of_matrix(TRADE, REGIONS), "**Asymmetric:** 40.6% of its energy is skew-symmetric. **Coast** sends 59 "
        "more"),
    "skew": (of_matrix(TRADE - TRADE.T, REGIONS), "**Skew-symmetric:** K(v, u) = −K(u, v) for every pair. **Coast**"),
    "symmetric": (of_matrix(SYMMETRIC), "**Symmetric:** K(u, v) = K(v, u) for every pair."),
    "zero": (of_matrix(np.zeros((3, 3))), "**Every entry is zero:** no sample is similar to any other."),
    "equal": (of_matrix(-np.ones((3, 3))), "**Every entry is −1:** the matrix does not distinguish any two samples."),
    "one": (of_matrix([[2.0]]), "**One sample:** the matrix is the number 2."),
    "rectangular": (of_matrix(np.eye(5)[:3]), "**Rows and columns differ:** 3 rows × 5 columns."),
    "tiny": (of_matrix(1e-200 * SYMMETRIC), "**Symmetric:**"),
    "circulant": (of_matrix(np.roll(np.eye(4), 1, axis=0)), "Each row sum equals its column sum."),
}  # fmt: skip


@pytest.mark.parametrize("name", VERDICTS)
def test_every_kind_of_matrix_has_its_sentence(name):
    state, said = VERDICTS[name]
    assert said in page.verdict(state)
    assert texts(page.matrix(state))


def test_every_outcome_has_its_sentence():
    assert set(page.SENTENCES) == set(MatrixOutcome)
    assert set(indefinite.SENTENCES) == set(Signs)


def test_the_imbalances_come_first_and_the_numbers_are_those_of_numpy():
    state = of_matrix(TRADE, REGIONS)
    content = page.matrix(state)
    kinds = [type(block) for block in content]
    assert kinds[:2] == [Text, Text]
    drawn = figures(content)
    titles = ["Largest imbalances", "Net flow of each sample", "The matrix"]
    assert [figure.title for figure in drawn] == titles
    bars = drawn[0].draw(theme="light")
    u, v = np.unravel_index(np.argmax(TRADE - TRADE.T), TRADE.shape)
    assert bars["layout"]["annotations"][0]["text"] == f"{REGIONS[u]} → {REGIONS[v]}" == "Coast → Hills"
    assert tuple(bar["x"][0] for bar in bars["data"][:2]) == (TRADE[u, v], TRADE[v, u])
    net = drawn[1].draw(theme="light").figure["data"][0]["x"]
    flows = TRADE.sum(axis=1) - TRADE.sum(axis=0)
    np.testing.assert_allclose(net, sorted(flows, key=abs, reverse=True))
    metrics = {block.label: block.value for block in content if isinstance(block, Metric)}
    share = ((TRADE - TRADE.T) ** 2).sum() / 4 / (TRADE**2).sum()
    assert metrics["Skew-symmetric share"] == f"{share:.1%}"
    values = np.linalg.eigvalsh((TRADE + TRADE.T) / 2)
    assert metrics["Signature +, −, 0"] == f"{(values > 0).sum()} · {(values < 0).sum()} · 0"


def test_long_names_that_begin_alike_are_told_apart():
    names = [f"Node number {place} of the whole network" for place in (7, 11, 13, 17)]
    bars = figures(page.matrix(of_matrix(TRADE, names)))[0].draw(theme="light")
    assert bars["layout"]["annotations"][0]["text"] == "…7 of the…e network → …13 of the…e network"


def test_the_eigenvalues_of_K_wait_for_what_shows_them():
    state = of_matrix(np.random.default_rng(5).normal(size=(12, 12)))
    content = page.matrix(state)
    assert [figure.draw(theme="light") for figure in figures(content)], "as the page opens"
    assert "closer" not in vars(state.summary.part)
    assert any(line.startswith("Departure from normality: ") for line in opened(state, "Eigenvalues"))
    assert "closer" in vars(state.summary.part)


def test_a_zero_diagonal_is_told():
    assert page.HOLLOW in page.lines(of_matrix(TRADE, REGIONS))[0]
    assert page.HOLLOW not in page.lines(of_matrix(TRADE + np.eye(4), REGIONS))[0]


def test_few_words_stand_before_the_first_figure():
    for state in (of_matrix(np.random.default_rng(0).normal(size=(700, 700))), of_graph(TRADE)):
        before = []
        for block in blocks.walk(page.matrix(state)):
            if isinstance(block, Figure):
                break
            before += [block.markdown] if isinstance(block, Text) else []
        assert 0 < len(" ".join(before).split()) <= 120


def test_of_a_large_matrix_what_was_sampled_is_told():
    K = np.random.default_rng(0).normal(size=(700, 700))
    state = of_matrix(K)
    assert "Eigenvalues and ranks are those of 600 of 700 rows, sampled at random." in page.lines(state)
    values = np.linalg.eigvalsh((K + K.T) / 2)
    assert state.summary.signature == ((values > 0).sum(), (values < 0).sum(), 0)


@pytest.mark.parametrize(("orientation", "sender"), [("in", "Coast"), ("out", "Coast")])
def test_flows_of_links_follow_the_links_whichever_way_rows_read_them(orientation, sender):
    labelled = GraphData(sp.csr_array(TRADE), REGIONS, np.array(["a", "a", "b", "b"]))
    choice = KernelChoice("adjacency", orientation=orientation, self_loops=False, normalize=False)
    state = KernelMatrix(active(labelled, "graph"), choice)
    assert f"**{sender}** sends 59 more than it receives." in page.verdict(state)
    first, second = figures(page.matrix(state))[:2]
    assert first.draw(theme="light")["layout"]["annotations"][0]["text"] == "Coast → Hills"
    assert second.draw(theme="light").figure["data"][0]["x"][0] == 59


def test_a_kernel_between_rows_of_a_table_is_no_flow():
    data = load_sample("iris")
    state = KernelMatrix(active(data, "table"), KernelChoice("sne", standardise=True))
    said = page.verdict(state)
    assert said.startswith("**Asymmetric only in the scale of its rows:**")
    assert said.endswith("more than its column.")
    assert "sends" not in " ".join(texts(page.matrix(state)))


def test_names_are_shown_as_written():
    state = of_matrix(TRADE, ["*a*", "b", "c_d", "e"])
    assert r"**\*a\*** sends" in page.verdict(state)


def test_two_samples_by_numpy():
    state = of_matrix(TRADE, REGIONS)
    assert tabs.start_pair(state) == (0, 2)
    said = opened(state, "Two samples")
    squared = TRADE[0, 0] + TRADE[2, 2] - TRADE[0, 2] - TRADE[2, 0]
    assert said[:3] == ["K(u, v): 50", "K(v, u): 4", f"Squared distance: −{abs(squared):.0f}"]
    assert "For u = **Coast** and v = **Hills**, K(u, v) is larger than K(v, u) by **46**." in said[3]
    assert "negative" in said[3]


def test_a_symmetric_matrix_starts_at_its_lowest_distance():
    K = np.array([[1.0, 0.0, 3.0], [0.0, 1.0, 0.0], [3.0, 0.0, 1.0]])
    assert tabs.start_pair(of_matrix(K)) == (0, 2)


@pytest.mark.parametrize("name", VERDICTS)
def test_every_tab_of_every_matrix_stands(name):
    state, _ = VERDICTS[name]
    (bodies,) = [block.bodies for block in page.matrix(state) if isinstance(block, Tabs)]
    assert ("Indefinite" in bodies) == ("Two samples" in bodies) == (name != "rectangular")
    assert ("Picture" in bodies) == (name in ("trade", "skew", "circulant"))
    for title in bodies:
        if title != "Symmetrise":  # a run, which reading does not start
            assert texts(bodies[title]())
    if name == "rectangular":
        assert not any("iamonds" in line for line in texts(bodies["Eigenvalues"]()))


def test_what_symmetrising_loses():
    state = of_matrix(TRADE, REGIONS)
    done = results.operations(state.problem, state.orders[0])
    said = texts(tabs.operations(state, done))
    assert "**(K + Kᵀ)/2** loses the skew-symmetric part: 40.6%" in said[0]
    assert tabs.UNDEFINED.strip() in said[0]
    gram = of_matrix(TRADE @ TRADE.T)
    assert (
        tabs.UNDEFINED
        not in texts(tabs.operations(gram, results.operations(gram.problem, gram.orders[0])))[0]
    )


def test_ties_between_classes_go_the_way_of_the_links():
    means = ClassMeans(
        ["a", "b", "c"], ["a", "b", "c"], np.array([[9.0, 1.0, 2.0], [5.0, 9.0, 3.0], [0.0, 4.0, 9.0]])
    )
    assert tabs.class_ties(means, 1, 1).splitlines()[1] == "- **b** links most to **a**: 5. In reverse: 1."
    assert tabs.class_ties(means, 1, -1).splitlines()[0] == "- **a** links most to **b**: 5. In reverse: 1."
    assert (
        tabs.class_ties(means, 10, 0).splitlines()[2]
        == "- From **c**, the largest mean is that to **b**: 40. In reverse: 30."
    )
    assert tabs.class_ties(ClassMeans(["a"], ["b"], np.ones((1, 1))), 1, 0) == ""


# files: that the Python of every page runs is tested in one place -----------------------------------------------------


def test_the_matrix_keeps_its_names_and_digits():
    state = of_matrix(TRADE / 3, REGIONS)
    table = page.matrix_table(state)
    assert (table.index.tolist(), table.columns.tolist()) == (REGIONS, REGIONS)
    np.testing.assert_array_equal(table, TRADE / 3)


def test_net_flows_are_row_sums_minus_column_sums():
    found = of_matrix(TRADE, REGIONS).summary.imbalances
    table = page.flows_table(REGIONS, found).set_index("name")["row_sum_minus_column_sum"]
    assert table.index[0] == "Coast"
    np.testing.assert_allclose(table[REGIONS], TRADE.sum(axis=1) - TRADE.sum(axis=0))


def test_files_follow_the_data():
    names = [file.name for file in page.files(of_matrix(TRADE, REGIONS))]
    assert names == ["matrix.csv", "net_flows.csv"]
    assert "net_flows.csv" not in [file.name for file in page.files(of_matrix(TRADE + TRADE.T))]


# graphs without labels ----------------------------------------------------------------------------------------------


def test_a_graph_without_labels_begins_with_its_nodes():
    chain = np.diag(np.ones(3), 1)
    state = of_graph(chain)
    content = page.matrix(state)
    assert isinstance(content[0], Text)
    assert content[0].markdown == "**The links have a clear overall direction:** trophic incoherence 0."
    assert content[0].role == "verdict"
    assert content[1].markdown.endswith("Lowest: **Coast**. Highest: **Plain**.")
    drawn = figures(content)
    assert [figure.title for figure in drawn[:2]] == ["Nodes by strength", "Links by level"]
    assert [block.page for block in content if isinstance(block, Action)] == ["Spectra"]
    (found,) = [block for block in content if isinstance(block, Tabs)]
    assert next(iter(found.bodies)) == "Imbalances"
    assert "Levels" not in found.bodies
    links = drawn[1].draw(theme="light").figure["data"][0]
    assert (np.asarray(links["x"]) > np.asarray(links["y"])).all(), "every link climbs: above the diagonal"


def test_nodes_are_ranked_by_what_they_send_and_get():
    state = of_graph(TRADE)
    sends, gets = page.strengths(state)
    np.testing.assert_array_equal(sends, TRADE.sum(axis=1))
    np.testing.assert_array_equal(gets, TRADE.sum(axis=0))
    table = page.nodes_table(state)
    assert table["node"].tolist()[0] == "Coast"
    assert table["difference"].tolist() == sorted(sends - gets, reverse=True)
    ranked = figures(page.matrix(state))[0].draw(theme="light")
    assert ranked["data"][0]["x"].tolist() == sorted(sends, reverse=True)
    assert isinstance(table, pd.DataFrame)


def test_labels_move_the_levels_into_a_tab():
    labelled = GraphData(sp.csr_array(TRADE), REGIONS, np.array(["a", "a", "b", ""]))
    state = KernelMatrix(active(labelled, "graph"), KernelChoice("adjacency"))
    assert not page.comes_first(state)
    assert "trophic incoherence" in opened(state, "Levels")[0]


@pytest.mark.parametrize(
    ("adjacency", "said"),
    [
        (np.zeros((3, 3)), "**No links:** there is nothing to order."),
        (
            np.roll(np.eye(4), 1, axis=1),
            "**The links have hardly any overall direction:** trophic incoherence 1.",
        ),
    ],
)
def test_graphs_without_an_order_say_so(adjacency, said):
    content = page.matrix(of_graph(adjacency))
    assert isinstance(content[0], Text)
    assert content[0].markdown.startswith(said)
