"""Verdicts of the page "Paper tables": true to the figures, and to what could be run at all."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd

from askcore.papers.engine.differences import ELSEWHERE
from askcore.papers.engine.published import KSVD_PAPER
from askcore.ui.pages.papers import verdicts, words
from tests.ui.pages.papers.test_words import NERD, OURS, around, only, protocol, table


def test_all_met():
    found = {("cora", NERD, "micro_f1"): around(0.745), ("cora", OURS, "micro_f1"): around(0.750)}
    assert verdicts.verdict(table(found), protocol()) == (
        "**2 of 2 printed numbers are met** (within 2 standard deviations). 2 more were not run yet. With 2 repeats, "
        "our standard deviations are uncertain; the paper has 10."
    )


def test_what_is_not_met_is_named_with_its_direction():
    found = {("cora", NERD, "micro_f1"): around(0.9), ("cora", OURS, "micro_f1"): around(0.5)}
    said = verdicts.verdict(table(found), protocol())
    assert said.startswith("**0 of 2 printed numbers are met**")
    assert "1 is better than printed and 1 worse" in said
    assert f"{OURS} (cora), {NERD} (cora)" in said  # the one that is furthest off comes first
    assert "2 are open. Open a cell to see its setting and why." in said


def test_what_other_settings_give_is_counted():
    found = {("cora", NERD, "micro_f1"): around(0.9), ("cora", OURS, "micro_f1"): around(0.5)}
    made = table(found)
    made.loc[made["method"] == NERD, "answer"] = ELSEWHERE
    said = verdicts.verdict(made, protocol())
    assert "1 is met under another setting; 1 is open." in said


def test_times_are_never_met_or_missed():
    timed = protocol(
        paper=KSVD_PAPER,
        table="4",
        datasets=("cora",),
        methods=("TSVD", "RSVD"),
        metrics=("seconds",),
        alike=(),
    )
    assert verdicts.verdict(table({}, timed), timed).startswith("**No time was measured yet.**")
    found = {("cora", "TSVD", "seconds"): {0: 100.0}}
    said = verdicts.verdict(table(found, timed), timed)
    assert said.startswith("**1 of 2 printed times were measured again.**")
    assert "none is marked as met" in said
    row = only(found, timed)
    assert words.mark(row) == ""
    assert words.cell_text(row).count("·") == 1


def test_who_is_ahead_among_rows_tuned_alike():
    def found(dataset, a, b):
        return {
            (dataset, "AsK-LS, tuned alike", "micro_f1"): around(a),
            (dataset, "SVM, tuned alike", "micro_f1"): around(b),
        }

    both = {**found("cora", 0.8, 0.7), **found("citeseer", 0.5, 0.6)}
    assert verdicts.alike_verdict(table(both), protocol()) == (
        "How often a method has the best mean: AsK-LS in 1 of 2; SVM in 1 of 2. A lead smaller than the standard "
        "deviation proves nothing."
    )
    errors = protocol(lower_is_better=("micro_f1",))
    said = verdicts.alike_verdict(table(found("cora", 0.8, 0.7), errors), errors)
    assert said.startswith("How often a method has the best mean: SVM in 1 of 1.")
    assert verdicts.alike_verdict(table({}), protocol()) == ""
    single = {("cora", "AsK-LS, tuned alike", "micro_f1"): around(0.8)}
    assert verdicts.alike_verdict(table(single), protocol()) == ""  # nobody to be ahead of


def test_every_method_that_is_ahead_somewhere_is_counted():
    leaders = ["a", "b", "c", "d", "e", "e"]
    alone = protocol(alike=(), key="made")
    rows = pd.DataFrame(
        [
            {"dataset": f"set {i}", "metric": "accuracy", "method": method, "tuning": "alike", "repeats": 2}
            | {"reproduced": float(method == leader)}
            for i, leader in enumerate(leaders)
            for method in "abcde"
        ]
    )
    said = verdicts.alike_verdict(rows, alone)
    assert sum(map(int, re.findall(r"in (\d) of 6", said))) == len(leaders)


def test_a_divergence_is_neither_better_nor_worse():
    divergence = protocol(
        paper=KSVD_PAPER, table="section 5.2", datasets=("yacht",), methods=("row/column density",),
        metrics=("kl_divergence",), alike=(),
    )  # fmt: skip
    found = {("yacht", "row/column density", "kl_divergence"): {0: 21.0}}
    assert words.mark(only(found, divergence)) == "◆ differs"
    assert "1 differs: row/column density (yacht)" in verdicts.verdict(table(found, divergence), divergence)


def test_figures_of_data_that_cannot_be_had_are_counted_apart():
    out = protocol(datasets=("cora",), absent={"citeseer": "lost"})
    both = protocol(datasets=("cora", "citeseer"))
    found = {("cora", m, "micro_f1"): around(v) for m, v in ((NERD, 0.745), (OURS, 0.75))}
    said = verdicts.verdict(table(found, both), out)
    assert said.startswith("**2 of 2 printed numbers are met**")
    assert "2 more printed numbers are for data that are not available." in said
    assert "Run it here to add ours. 2 are for data" in verdicts.verdict(table({}, both), out)


def test_what_counts_as_met_without_a_spread():
    divergence = protocol(
        paper=KSVD_PAPER, table="section 5.2", datasets=("yacht",), methods=("row/column density",),
        metrics=("kl_divergence",), alike=(),
    )  # fmt: skip
    found = {("yacht", "row/column density", "kl_divergence"): {0: 21.0}}
    said = verdicts.verdict(table(found, divergence), divergence)
    assert said.startswith(
        "**0 of 1 printed numbers are met** (within 0.5%; no standard deviation is known)."
    )
    single = {("cora", m, "micro_f1"): {0: 0.745} for m in (NERD, OURS)}
    made = table(single)
    assert "(within 2 standard deviations)." in verdicts.verdict(
        made, protocol()
    )  # the printed ones have a spread
    made.loc[made["method"] == OURS, "sds"] = np.nan
    assert "or within 0.005 if none is known" in verdicts.verdict(made, protocol())


def test_rows_tuned_alike_are_held_against_printed_ones_that_share_their_tuning():
    shared = protocol(
        key="indefinite-1", methods=(NERD, OURS), alike=(f"{NERD}, tuned alike",), datasets=("cora",)
    )
    found = {("cora", NERD, "micro_f1"): around(0.9), ("cora", OURS, "micro_f1"): around(0.8)}
    assert verdicts.alike_verdict(table(found, shared), shared) == ""
    found[("cora", f"{NERD}, tuned alike", "micro_f1")] = around(0.7)
    # NERD as printed has a row tuned alike, which stands for it
    assert verdicts.alike_verdict(table(found, shared), shared).startswith(
        f"How often a method has the best mean: {OURS} in 1 of 1."
    )
