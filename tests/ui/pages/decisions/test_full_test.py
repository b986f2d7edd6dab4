"""The tab "Does direction pay?": its headline, its plan, its Python and its report."""

from __future__ import annotations

import contextlib
import io
import json
import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
import streamlit as st

from askcore.datasets import GraphData, MatrixData, describe_sample, load_sample
from askcore.experiments import Effort, KernelChoice, compare
from askcore.experiments.comparison.verdict import DirectionOutcome, PairedDifference
from askcore.experiments.evaluation import Grid
from askcore.ui.background import keep_result
from askcore.ui.blocks import Columns, Control, Download, Table, figures, texts, walk
from askcore.ui.data.dataset import UPLOAD, Active
from askcore.ui.pages.decisions import full_test
from askcore.ui.pages.decisions.full_test import (
    KEY,
    SENTENCES,
    Plan,
    direction_tab,
    headline,
    offered,
    plan_of,
    python_steps,
    report_html,
)

ADJACENCY = KernelChoice("adjacency", orientation="out")
SNE = KernelChoice("sne", standardise=True)
SURE, UNSURE, BEHIND = (0.25, 0.2, 0.3), (0.04, -0.02, 0.1), (-0.05, -0.08, -0.02)


@pytest.fixture(scope="module")
def result():
    data = load_sample("cyclic_communities")
    return compare(
        data, methods=["KKt", "KtK", "undirected_mean"], n_splits=2, grid=Grid((30.0,), (0.1,))
    ).run()


@pytest.fixture(autouse=True)
def session(monkeypatch):
    """A session of its own."""
    monkeypatch.setattr(st, "session_state", {})
    return st.session_state


def active(name: str) -> Active:
    sample = describe_sample(name)
    return Active(name, sample.title, load_sample(name), sample.preset, "", "")


def own(data) -> Active:
    return Active(UPLOAD, "mine.csv", data, {"kernel": "sne"}, "", "")


def given(result, lead, worth=(0.028, 0.006, 0.051), *, n=30, left=0.0, baseline=None, metric="micro_f1"):
    """A result with this lead and worth (None: without a null) and this lead of a baseline."""
    drawn = np.full(0 if worth is None else n, left)
    found = replace(result.advantage, difference=PairedDifference(*lead, 0.01))
    rival = None
    if baseline is not None:
        rival = replace(found, difference=PairedDifference(*baseline, 0.01), first=("knn",) * n)
    return replace(
        result,
        advantage=found,
        null=replace(result.null, advantages=drawn, observed=np.full(len(drawn), lead[0])),
        direction=None if worth is None else PairedDifference(*worth, 0.01),
        settings={**result.settings, "n_splits": n, "metric": metric},
        baseline=rival,
    )


OPEN = "**Direction does not clearly pay.** "
HEADLINES = {
    "pays": (SURE, {}, "**Direction pays.** Keeping direction gains 2.8 points of accuracy (0.6 to 5.1)."),
    "macro": (SURE, {"metric": "macro_f1"}, "**Direction pays.** Keeping direction gains 2.8 points of macro F1 ("),
    "14 splits": (SURE, {"n": 14}, "**It looks as if direction pays.** Keeping direction gains 2.8 points"),
    "no null": (SURE, {"worth": None}, "**It looks as if direction pays.** Keeping direction gains 25.0 points"),
    "helps": (UNSURE, {}, f"{OPEN}The best method with direction differs from the best without by +4.0 points of "),
    "reach": (SURE, {"worth": UNSURE}, f"{OPEN}Keeping direction changes accuracy by an estimated +4.0 points ("),
    "unclear": (
        UNSURE,
        {"worth": (-0.01, -0.03, 0.01)},
        f"{OPEN}Keeping direction changes accuracy by an estimated −1.0 points (−3.0 to 1.0).",
    ),
    "costs": (BEHIND, {}, "**Direction does not pay.** Ignoring direction gains 5.0 points of accuracy (2.0 to 8.0)."),
    "costs, 14": (BEHIND, {"n": 14}, "**It looks as if direction does not pay.** Ignoring direction gains"),
    "baseline": (
        SURE,
        {"baseline": (0.1, 0.01, 0.2)},
        "**A baseline does better.** k nearest neighbours leads the best other method by 10.0 points of accuracy (1.0",
    ),
    "baseline, 14": (SURE, {"baseline": SURE, "n": 14}, "**It looks as if a baseline does better.** k nearest"),
    "baseline, unsure": (SURE, {"baseline": (0.1, 0.0, 0.2)}, "**Direction pays.** "),
}  # fmt: skip


@pytest.mark.parametrize("case", HEADLINES)
def test_each_finding_has_its_headline(result, case):
    lead, more, said = HEADLINES[case]
    found = given(result, lead, **more)
    verdict, line = headline(found)
    assert verdict.startswith(said)
    assert ("not a proof" in line) == (more.get("n") == 14)
    assert ("may have other causes" in line) == (case == "no null")
    assert found.pays == (found.outcome is DirectionOutcome.PAYS or (case == "baseline"))


def test_every_outcome_has_its_sentence_of_at_most_twenty_words():
    assert set(SENTENCES) == set(DirectionOutcome)
    whole = ". ".join(each for parts in SENTENCES.values() for each in parts)
    assert max(len(each.split()) for each in re.split(r"[.:;] ", whole)) <= 20


def test_without_direction_the_line_is_the_reason_alone(result):
    for found in (replace(result, no_direction="K is symmetric"), replace(result, advantage=None)):
        assert found.outcome is DirectionOutcome.NO_DIRECTION
        assert headline(found)[1] == ""
    assert headline(replace(result, no_direction="K is symmetric"))[0].endswith("compare.** K is symmetric.")
    remains = "without by +25.0 points; with random directions, by −1.0."
    assert remains in headline(given(result, SURE, left=-0.01))[1]


def test_samples_open_with_one_kernel_and_own_data_up_to_1500_samples_with_several(monkeypatch):
    current = own(load_sample("iris"))
    assert plan_of(active("iris"), SNE) == Plan(current.data.digest, SNE, Effort("full"), "micro_f1", 0)
    assert plan_of(current, SNE).effort.several
    assert plan_of(current, KernelChoice("rbf", bandwidth=2.0)).kernel == KernelChoice("sne")
    monkeypatch.setattr(full_test, "FEW", 149)
    assert not plan_of(current, SNE).effort.several
    matrix = own(MatrixData(np.triu(np.ones((4, 4))), np.array(["a", "a", "b", "b"])))
    assert not plan_of(matrix, KernelChoice("precomputed")).effort.several


def test_old_links_are_understood(session):
    asked = {"several": "Several kernels", "effort": "Quick", "score": "balanced accuracy", "seed": "7"}
    session["_settings"] = asked
    plan = plan_of(active("iris"), SNE)
    assert plan.effort == Effort("quick", several=True)
    assert (plan.metric, plan.seed) == ("balanced_accuracy", 7)
    assert {"several", "effort", "score"} <= set(session["_settings_in_use"]), "they stay in the address"
    session["effort"] = "full"  # a control that was changed counts in the same run
    assert not plan_of(active("iris"), SNE).effort.quick
    session["effort"] = "all"  # as another data set allows it
    assert plan_of(active("iris"), SNE).effort.name == "full"


def test_the_button_says_what_it_runs_and_a_symmetric_kernel_is_refused(session):
    current = active("teaching_graph")
    plan = plan_of(current, ADJACENCY)
    assert offered(current, plan).label == "Run the full test"
    assert offered(current, replace(plan, effort=Effort("quick"))).label == "Run the quick test"
    table, symmetric = active("two_moons"), KernelChoice("rbf", standardise=True)
    found = offered(table, plan_of(table, symmetric))
    assert found == "The kernel matrix is symmetric, so there is nothing to compare."
    assert texts(direction_tab(table, symmetric)) == [found]


def test_links_that_all_go_both_ways_are_nothing_to_compare_in_a_graph_of_any_size(session, monkeypatch):
    monkeypatch.setattr(full_test, "is_small", lambda data, few: False)
    ring = sp.eye_array(2_000, k=1) + sp.eye_array(2_000, k=-1)
    current = own(GraphData(ring, [*map(str, range(2_000))], np.arange(2_000) % 3))
    found = offered(current, plan_of(current, ADJACENCY))
    assert found == "Every link is reciprocated, so there is nothing to compare."


def test_before_the_test_the_tab_says_in_few_words_what_it_does():
    current = active("cyclic_communities")
    tab = direction_tab(current, ADJACENCY)
    (said,) = texts(tab)
    assert "of the links are reciprocated. The test uses one kernel: Adjacency" in said
    assert said.endswith("The button is at the top of the page.")
    assert len(said.split()) <= 120
    assert isinstance(tab[0], Columns)
    assert [each.key for each in walk(tab) if isinstance(each, Control)] == ["several", "effort", "score"]
    current = own(load_sample("iris"))
    assert "Each method chooses among SNE" in texts(direction_tab(current, SNE))[0]


def test_a_result_is_shown_with_figures_scores_and_files(result):
    current = active("cyclic_communities")
    keep_result(KEY, plan_of(current, ADJACENCY), result)
    tab = direction_tab(current, ADJACENCY)
    assert [each.key for each in figures(tab)] == ["null", "differences"]
    for each in figures(tab):
        assert each.draw(theme="dark") is not None
        assert each.caption.count(". ") < 3
    (table,) = (each for each in walk(tab) if isinstance(each, Table))
    assert len(table.frame) == 4
    rows, everything = (each.content() for each in tab if isinstance(each, Download))
    assert rows is result.table
    assert json.loads(everything)["outcome"] == result.outcome.value
    assert json.loads(everything)["direction"]["mean"] == pytest.approx(result.direction.mean)
    said = " ".join(texts(tab, is_open=lambda key, title: True))
    assert "- **K\u00a0Kᵀ**: A symmetric matrix that uses direction" in said
    assert "not for other data." in said


@pytest.mark.parametrize(
    ("name", "kernel"),
    [("teaching_graph", ADJACENCY), ("iris", KernelChoice("sne", (("sigma", 1.0),), standardise=True))],
)
@pytest.mark.parametrize(
    ("effort", "several", "large"),
    [("quick", False, False), ("full", False, False), ("full", True, False), ("quick", True, True)],
)
def test_the_code_runs_the_same_comparison(name, kernel, effort, several, large):
    current = active(name)
    plan = Plan(current.data.digest, kernel, Effort(effort, large, several), "macro_f1", 3)
    asked = {}

    def instead(data, kernel, **more):
        asked.update(more, kernel=kernel, data=data)
        found = SimpleNamespace(verdict="done", differences="", means=pd.DataFrame)
        return SimpleNamespace(run=lambda: found)

    names = {"data": current.data, "compare": instead, "KernelChoice": KernelChoice, "METHODS": {}}
    names["directed_kernels"] = full_test.experiments.directed_kernels
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec("\n".join(python_steps(current, plan)), names)
    assert out.getvalue().startswith("done")
    assert asked.pop("data") is current.data
    kernels = plan.kernels(current.data) if several else kernel
    assert asked == {"kernel": kernels, "metric": "macro_f1", "random_state": 3, **plan.effort.terms}
    assert plan.task(current.data).kwargs.items() <= asked.items()


def test_the_report_needs_no_session(result, monkeypatch):
    monkeypatch.setattr(st, "session_state", None)
    data = replace(load_sample("cyclic_communities"), notes=("All <b>nodes</b> are read.",))
    plan = Plan(data.digest, ADJACENCY, Effort("quick"), "micro_f1", 0)
    page = report_html(own(data), plan, result)
    body = page.partition("<body>")[2].partition('<script type="application/json"')[0]
    assert headline(result)[0].split("**")[1] in body
    assert "All &lt;b&gt;nodes&lt;/b&gt; are read." in body
    assert "compare(data, kernel, " in body
    assert "(Nadeau and Bengio 2003)" in body
    assert body.count('class="plot"') == 2
    assert body.count("<table><thead>") == 1
    assert data.digest in body
    assert "http" not in body
