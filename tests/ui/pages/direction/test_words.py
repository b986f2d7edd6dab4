"""What the page "Does direction pay?" says and hands out, for results of every kind."""

from __future__ import annotations

import contextlib
import io
import json
from dataclasses import replace

import numpy as np
import pytest

from askcore.datasets import describe_sample, load_sample
from askcore.experiments import Grid, KernelChoice, PairedDifference, compare
from askcore.experiments.comparison.verdict import verdict
from askcore.ui.dataset import Active
from askcore.ui.pages.direction import words
from askcore.ui.pages.direction.export import as_json, files, python_code
from askcore.ui.pages.direction.state import Plan


@pytest.fixture(scope="module")
def result():
    data = load_sample("cyclic_communities")
    return compare(
        data, methods=["KKt", "KtK", "hope", "mean"], n_splits=2, inner_folds=2, grid=Grid((30.0,), (0.1,))
    ).run()


def with_advantage(result, mean, low, high, *, chance=(0.0,)):
    difference = PairedDifference(mean, low, high, 0.01)
    return replace(
        result,
        advantage=replace(result.advantage, difference=difference),
        null=replace(result.null, advantages=np.array(chance), observed=np.full(len(chance), mean)),
    )


def said(result, differences=None) -> str:
    found = result.differences if differences is None else differences
    return verdict(found, result.advantage, result.null, result.settings, result.no_direction)


CASES = {
    "pays": ((0.123, 0.098, 0.148), "Direction pays: +12.3 points micro F1 (95 % interval 9.8 to 14.8) over"),
    "blind": (
        (-0.05, -0.08, -0.02),
        "Direction does not pay: −5.0 points micro F1 (95 % interval −8.0 to −2.0)",
    ),
    "open": (
        (0.004, -0.012, 0.02),
        "Direction is not shown to pay: +0.4 points micro F1 (95 % interval −1.2 to 2.0)",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_finding_has_its_words(result, case):
    numbers, told = CASES[case]
    assert said(with_advantage(result, *numbers)).startswith(told)


def test_a_gap_that_chance_reaches(result):
    told = said(with_advantage(result, 0.05, 0.02, 0.08, chance=(0.06, 0.01)))
    assert told.startswith("It is not the direction that pays")
    assert "the gap is as large or larger in 1 of 2 drawings" in told


def moved(result, **means):
    """The differences with intervals of one point around these means."""
    table = result.differences.set_index("method")
    for name, mean in means.items():
        table.loc[name, ["mean", "low", "high"]] = mean, mean - 0.01, mean + 0.01
    return table.reset_index()


def test_askls_against_the_products(result):
    same = moved(result, KKt=0.0, KtK=0.0, hope=0.0)
    assert "AsK-LS, K Kᵀ and Kᵀ K cannot be told apart." in said(result, same)
    apart = moved(result, KKt=-0.05, KtK=0.03, hope=0.04)
    told = said(result, apart)
    assert "AsK-LS is ahead of K Kᵀ (+5.0 points, 4.0 to 6.0)." in told
    assert "AsK-LS is behind Kᵀ K (−3.0 points, −4.0 to −2.0)." in told
    assert "HOPE is ahead of AsK-LS (+4.0 points, 3.0 to 5.0)." in told


def test_the_finding_is_bold(result):
    assert words.verdict(result).startswith("**Direction pays:** +")
    silent = replace(result, verdict="There is no direction to use.")
    assert words.verdict(silent) == "**There is no direction to use.**"


def test_a_quick_look_says_that_it_is_one(result):
    quick = words.done_how(result, quick=True)
    assert quick.startswith("A quick look: 2 random splits with 180 training and 120 test samples")
    assert quick.endswith("the effort “Full” does both better.")
    assert "quick" not in words.done_how(result, quick=False).lower()


def test_the_null_in_one_sentence(result):
    told = words.null(with_advantage(result, 0.6, 0.5, 0.7, chance=(-0.02, 0.011)))
    assert "ahead by −2.0 to +1.1 in 2 drawings" in told
    assert "+60.0 on the same 2 splits, which none of the drawings reaches. 2 drawings are a hint" in told
    told = words.null(with_advantage(result, 0.01, -0.5, 0.7, chance=(0.02, 0.0)))
    assert "which 1 of 2 drawings reach" in told
    left_out = replace(result, null=replace(result.null, advantages=np.empty(0), reason="It was left out."))
    assert words.null(left_out) == "Directions were not drawn at random. It was left out."


def test_what_not_to_conclude(result):
    assert "links of test nodes" in words.not_to_conclude(result)
    unclear = with_advantage(result, 0.0, -0.1, 0.1)
    assert "“Not shown” is not “absent”" in words.not_to_conclude(unclear)


def test_chosen_and_capped(result):
    assert words.chosen(result).startswith(
        "Best of each kind by inner folds, before any test sample was seen: "
    )
    assert words.tuning(result) == ""
    capped = replace(result, table=result.table.assign(capped=result.table["method"] == "mean"))
    assert words.tuning(capped).startswith("SVC stopped at its cap of 10,000 steps on 2 of 2 splits")


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
@pytest.mark.parametrize("effort", ["quick", "full"])
def test_the_code_runs_the_same_comparison(name, kernel, effort, monkeypatch):
    current = active(name)
    plan = Plan(current.data.digest, kernel, effort, "macro_f1", 3)
    code = python_code(current, plan)
    asked = {}

    class Instead:
        def __init__(self, data, kernel, **more):
            asked.update(more, kernel=kernel, digest=data.digest)
            self.verdict, self.differences = "done", ""

        def run(self):
            return self

    monkeypatch.setattr("askcore.experiments.compare", Instead)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, {})
    assert out.getvalue().startswith("done")
    assert asked.pop("digest") == plan.digest
    assert asked.pop("grid", None) == plan.grid
    assert asked == {
        "kernel": kernel,
        "n_splits": plan.n_splits,
        "inner_folds": plan.inner_folds,
        "metric": "macro_f1",
        "random_state": 3,
    }


def test_the_json_holds_it_all(result):
    held = json.loads(as_json(result))
    assert held["verdict"] == result.verdict
    assert held["settings"]["random_state"] == 0
    assert {row["method"] for row in held["differences"]} == {"KKt", "KtK", "hope", "mean"}
    assert len(held["null"]["advantages"]) == 1
    assert held["advantage"]["mean"] == pytest.approx(result.advantage.difference.mean)


def test_a_file_is_made_when_it_is_asked_for(result):
    asked = []

    class Result:
        def __getattr__(self, name):
            asked.append(name)
            return getattr(result, name)

    _, everything = files(Result())
    assert asked == []
    assert everything.content() == as_json(result)
    assert asked
