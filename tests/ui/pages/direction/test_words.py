"""What the page "Does direction pay?" says and hands out, for results of every kind."""

from __future__ import annotations

import contextlib
import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from askcore.datasets import describe_sample, load_sample
from askcore.experiments import KernelChoice, compare
from askcore.experiments.candidates import Grid
from askcore.experiments.comparison.paired import PairedDifference
from askcore.experiments.comparison.verdict import verdict
from askcore.ui.data.dataset import Active
from askcore.ui.pages.direction.export import python_code
from askcore.ui.pages.direction.state import Plan


@pytest.fixture(scope="module")
def result():
    data = load_sample("cyclic_communities")
    return compare(
        data, methods=["KKt", "KtK", "hope", "undirected_mean"], n_splits=2, grid=Grid((30.0,), (0.1,))
    ).run()


def with_advantage(result, mean, low, high, *, worth=None, chance=0.0, n_splits=30):
    """The result with this lead, what direction itself is worth, and what remains at random; None: without a null."""
    difference = PairedDifference(mean, low, high, 0.01)
    drawn = np.array([]) if worth is None else np.full(2, chance)
    return replace(
        result,
        advantage=replace(result.advantage, difference=difference),
        null=replace(result.null, advantages=drawn, observed=np.full(len(drawn), mean)),
        direction=None if worth is None else PairedDifference(*worth, 0.01),
        settings={**result.settings, "n_splits": n_splits},
    )


def said(result, differences=None) -> str:
    found = result.differences if differences is None else differences
    return verdict(
        found,
        result.advantage,
        result.null,
        result.direction,
        result.settings,
        result.no_direction,
        result.baseline,
    )


SURE, UNSURE = (0.25, 0.2, 0.3), (0.04, -0.02, 0.1)
CASES = {
    "pays": (
        SURE,
        {"worth": (0.1, 0.03, 0.17), "chance": 0.15},
        "Direction pays: it is worth about 10.0 points of micro F1 (95% interval 3.0 to 17.0). ",
    ),
    "nothing remains": (
        SURE,
        {"worth": (0.25, 0.2, 0.3), "chance": 0.0},
        "With random directions nothing of this lead remains.",
    ),
    "worth more than the lead": (
        SURE,
        {"worth": (0.26, 0.2, 0.3), "chance": -0.01},
        "With random directions the lead is −1.0 points: ",
    ),
    "quick": (
        SURE,
        {"worth": (0.1, 0.03, 0.17), "chance": 0.15, "n_splits": 10},
        "It looks as if direction pays: it is worth about 10.0 points",
    ),
    "no null": (
        SURE,
        {},
        "It looks as if direction pays: the best method that uses it (AsK-LS) is 25.0 points",
    ),
    "only reach": (
        SURE,
        {"worth": (0.03, -0.03, 0.09), "chance": 0.22},
        "Direction does not clearly pay: the estimate of its worth is +3.0 points of micro F1 (95% interval −3.0 ",
    ),
    "helps": (
        UNSURE,
        {"worth": (0.1, 0.03, 0.17), "chance": -0.06},
        "Direction does not clearly pay: the best method that uses it (AsK-LS) is 4.0 points",
    ),
    "open": (
        (-0.004, -0.02, 0.012),
        {"worth": (0.004, -0.012, 0.02), "chance": -0.008},
        "so the true directions are better, but not clearly.",
    ),
    "equal": (
        (0.0, -0.02, 0.02),
        {"worth": (0.0, -0.02, 0.02)},
        "With random directions the two are equally good.",
    ),
    "blind": ((-0.05, -0.08, -0.02), {"worth": (0.01, -0.03, 0.05)}, "Direction does not pay: "),
}


@pytest.mark.parametrize("case", CASES)
def test_each_finding_has_its_words(result, case):
    lead, more, told = CASES[case]
    fixed = replace(result.advantage, first=("askls",) * 2, second=("undirected_mean",) * 2)
    given = with_advantage(replace(result, advantage=fixed, baseline=None), *lead, **more)
    assert told in said(given)
    assert given.pays == (case in ("pays", "nothing remains", "worth more than the lead"))
    assert said(given).startswith("Direction pays") == given.pays


def test_a_baseline_that_leads_comes_after_the_answer_and_its_lead_is_over_whom_it_says(result):
    """On every split the best of the others is chosen by the training samples: that one need not be AsK-LS."""
    ahead = replace(
        result.advantage,
        difference=PairedDifference(0.112, 0.08, 0.14, 0.01),
        first=("embedded",) * 2,
        second=("KKt", "KKt"),
    )
    row = {"method": "embedded", "family": "baseline", "mean": 0.094, "low": 0.06, "high": 0.12, "p": 0.01}
    given = with_advantage(result, *SURE, worth=(0.486, 0.455, 0.517))
    told = said(
        replace(given, baseline=ahead),
        pd.concat([moved(result, KKt=0.0, KtK=0.0, hope=0.0), pd.DataFrame([row])]),
    )
    assert told.startswith("Direction pays: it is worth about 48.6 points of micro F1 ")
    assert (
        "A baseline does better: the best one (Embedding, logistic regression) is 11.2 points of micro F1 "
        "better than the best of the others (K\u00a0Kᵀ)."
    ) in told
    assert "Embedding, logistic regression minus AsK-LS is +9.4 points." in told
    assert said(replace(given, baseline=ahead, no_direction="K is symmetric")).startswith(
        "There is no direction to use. K is symmetric. A baseline does better: "
    )


def moved(result, **means):
    """The differences with intervals of one point around these means."""
    table = result.differences.set_index("method")
    for name, mean in means.items():
        table.loc[name, ["mean", "low", "high"]] = mean, mean - 0.01, mean + 0.01
    return table.reset_index()


def test_askls_against_the_products(result):
    same = moved(result, KKt=0.0, KtK=0.0, hope=0.0)
    assert "AsK-LS, K\u00a0Kᵀ and Kᵀ\u00a0K are not significantly different." in said(result, same)
    apart = moved(result, KKt=-0.05, KtK=0.03, hope=0.04)
    told = said(result, apart)
    assert "AsK-LS is better than K\u00a0Kᵀ (+5.0 points)." in told
    assert "AsK-LS is worse than Kᵀ\u00a0K (−3.0 points)." in told
    assert "HOPE is better than AsK-LS (+4.0 points)." in told


def active(name: str) -> Active:
    sample = describe_sample(name)
    return Active(name, sample.title, load_sample(name), sample.preset, "", "")


@pytest.mark.parametrize(
    ("name", "kernel"),
    [
        ("teaching_graph", KernelChoice("adjacency", orientation="out")),
        ("iris", KernelChoice("sne", (("sigma", 1.0),), standardise=True)),
    ],
)
@pytest.mark.parametrize(
    ("effort", "several", "large"),
    [("quick", False, False), ("full", False, False), ("full", True, False), ("quick", True, True)],
)
def test_the_code_runs_the_same_comparison(name, kernel, effort, several, large, monkeypatch):
    current = active(name)
    plan = Plan(current.data.digest, kernel, effort, "macro_f1", 3, several, large)
    code = str(python_code(current, plan))
    asked = {}

    class Instead:
        def __init__(self, data, kernel, **more):
            asked.update(more, kernel=kernel, digest=data.digest)
            self.verdict, self.differences, self.means = "done", "", pd.DataFrame

        def run(self):
            return self

    monkeypatch.setattr("askcore.experiments.compare", Instead)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, {})
    assert out.getvalue().startswith("done")
    assert asked.pop("digest") == plan.digest
    assert asked == {
        "kernel": plan.kernels(current.data) if several else kernel,
        "repeats": plan.work.repeats,
        "metric": "macro_f1",
        "random_state": 3,
        **plan.work.savings,
    }
