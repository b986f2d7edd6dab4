"""What the page "Paper tables" says: marks, verdicts, dates."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.experiments.papers import ASKLS_PAPER, KSVD_PAPER, Cause, Protocol
from askcore.experiments.papers.result import assembled
from askcore.ui import papers_words as words

NERD, OURS = "SVM on NERD embedding", "AsK-LS on adjacency"


def protocol(**changes) -> Protocol:
    usual = {
        "key": "toy",
        "paper": ASKLS_PAPER,
        "table": "III",
        "title": "Nodes",
        "about": "",
        "datasets": ("cora", "citeseer"),
        "methods": (NERD, OURS),
        "metrics": ("micro_f1",),
        "compute": lambda data, unit, options: {},
        "load": lambda name, home: None,
        "alike": ("AsK-LS, tuned alike", "SVM, tuned alike"),
    }
    return Protocol(**{**usual, **changes})


def table(found: dict, chosen: Protocol | None = None):
    chosen = protocol() if chosen is None else chosen
    return assembled(chosen, list(chosen.datasets), list(chosen.rows), found)


def around(mean: float, spread: float = 0.01) -> dict[int, float]:
    return {0: mean - spread, 1: mean + spread}


def only(found: dict, chosen: Protocol | None = None):
    made = table(found, chosen)
    return next(made[made["repeats"] > 0].itertuples())


def test_nothing_run_yet():
    said = words.verdict(table({}), protocol())
    assert said.startswith("**Nothing of table III was run yet.**")
    assert "4 printed figures" in said


def test_all_met():
    found = {("cora", NERD, "micro_f1"): around(0.745), ("cora", OURS, "micro_f1"): around(0.750)}
    assert words.verdict(table(found), protocol()) == (
        "**2 of the 2 that were run of 4 printed figures are met** within 2 standard deviations."
    )


def test_what_is_not_met_is_named_with_its_direction():
    found = {("cora", NERD, "micro_f1"): around(0.9), ("cora", OURS, "micro_f1"): around(0.5)}
    said = words.verdict(table(found), protocol())
    assert said.startswith("**0 of the 2")
    assert "2 further off, 1 of them better than printed and 1 worse" in said
    assert f"{OURS} (cora), {NERD} (cora)" in said  # the one that is furthest off comes first
    assert "No cause is known" in said


@pytest.mark.parametrize(("mean", "word"), [(0.9, "better"), (0.5, "worse")])
def test_one_further_off(mean, word):
    said = words.verdict(table({("cora", NERD, "micro_f1"): around(mean)}), protocol())
    assert "1 further off" in said
    assert f"{word} than printed" in said


def test_known_causes_are_counted():
    found = {("cora", NERD, "micro_f1"): around(0.9), ("cora", OURS, "micro_f1"): around(0.5)}
    all_known = protocol(causes=(Cause("Because."),))
    assert "Why is known, and stands below." in words.verdict(table(found, all_known), all_known)
    one_known = protocol(causes=(Cause("Because.", method=NERD),))
    assert "Why is known of 1, and stands below." in words.verdict(table(found, one_known), one_known)


def test_times_are_never_met_or_missed():
    timed = protocol(
        paper=KSVD_PAPER,
        table="4",
        datasets=("cora",),
        methods=("TSVD", "RSVD"),
        metrics=("seconds",),
        alike=(),
    )
    assert words.verdict(table({}, timed), timed).startswith("**No time was taken yet.**")
    found = {("cora", "TSVD", "seconds"): {0: 100.0}}
    said = words.verdict(table(found, timed), timed)
    assert said.startswith("**1 of 2 printed times were run again.**")
    assert "none counts as met or missed" in said
    row = only(found, timed)
    assert words.mark(row) == ""
    assert words.cell_text(row).count("·") == 1


def test_a_table_without_printed_numbers():
    figure = protocol(paper=KSVD_PAPER, table="figure 1", alike=())
    assert "prints no numbers" in words.verdict(table({}, figure), figure)


def test_a_cell_is_a_line_with_symbol_and_word():
    met = only({("cora", NERD, "micro_f1"): around(0.745)})
    assert words.cell_text(met) == "0.740 · 0.745 · +0.005 ✓ met"
    worse = only({("cora", NERD, "micro_f1"): around(0.5)})
    assert words.cell_text(worse) == "0.740 · 0.500 · −0.240 ▼ worse"
    better = only({("cora", NERD, "micro_f1"): around(0.9)})
    assert words.cell_text(better) == "0.740 · 0.900 · +0.160 ▲ better"
    alone = only({("cora", "SVM, tuned alike", "micro_f1"): around(0.7)})
    assert words.cell_text(alone) == "0.700 ± 0.014"
    missing = next(table({}).itertuples())
    assert words.cell_text(missing) == "0.740 · not run yet"
    assert words.cell_text(missing, absent=True) == "0.740 · cannot be had"


def test_less_is_better_where_the_protocol_says_so():
    errors = protocol(lower_is_better=("micro_f1",))
    assert words.mark(only({("cora", NERD, "micro_f1"): around(0.9)}, errors)) == "▼ worse"


def test_one_cell_in_a_sentence():
    row = only({("cora", NERD, "micro_f1"): around(0.9)})
    said = words.cell_verdict(row)
    assert said.startswith("Micro F1: printed 0.740, ours **0.900 ± 0.014** over 2 repeats: +0.160, ")
    assert said.endswith("standard deviations (▲ better).")
    assert words.cell_verdict(next(table({}).itertuples())) == "Micro F1: printed 0.740, not run yet."
    alone = only({("cora", "SVM, tuned alike", "micro_f1"): {0: 0.7}})
    assert (
        words.cell_verdict(alone) == "Micro F1: **0.700** over 1 repeat; the paper prints no figure for it."
    )


def test_who_is_ahead_among_rows_tuned_alike():
    def found(dataset, a, b):
        return {
            (dataset, "AsK-LS, tuned alike", "micro_f1"): around(a),
            (dataset, "SVM, tuned alike", "micro_f1"): around(b),
        }

    both = {**found("cora", 0.8, 0.7), **found("citeseer", 0.5, 0.6)}
    assert words.alike_verdict(table(both), protocol()) == (
        "Most often ahead, by the mean: AsK-LS, tuned alike in 1 of 2; SVM, tuned alike in 1 of 2."
    )
    errors = protocol(lower_is_better=("micro_f1",))
    said = words.alike_verdict(table(found("cora", 0.8, 0.7), errors), errors)
    assert said == "Most often ahead, by the mean: SVM, tuned alike in 1 of 1."
    assert words.alike_verdict(table({}), protocol()) == ""
    single = {("cora", "AsK-LS, tuned alike", "micro_f1"): around(0.8)}
    assert words.alike_verdict(table(single), protocol()) == ""  # nobody to be ahead of


def test_cells_by_name():
    rows = table({(d, m, "micro_f1"): around(0.9) for d in ("cora", "citeseer") for m in (NERD, OURS)})
    assert words.cells_named(rows[rows["method"] == NERD]) == f"{NERD} (cora, citeseer)"
    assert words.cells_named(rows).startswith(f"{NERD} (cora), {OURS} (cora), ")


@pytest.mark.parametrize(
    ("days", "repeats", "here", "expected"),
    [
        (["2026-11-21T07:00:00+00:00"], [10, 10], False, "measured by us on 21 Nov 2026, 10 repeats"),
        (
            ["2026-11-21T07:00:00", "2026-11-23"],
            [2],
            True,
            "on this computer on 21 Nov 2026 to 23 Nov 2026, 2 repeats",
        ),
        (["2026-11-21"], [1, 10], True, "on this computer on 21 Nov 2026, 1 to 10 repeats"),
        (["2026-11-21"], [1], True, "on this computer on 21 Nov 2026, 1 repeat"),
        (["no date"], [1], True, "on this computer on no date, 1 repeat"),
        ([], [], True, "on this computer: nothing yet"),
        ([], [], False, "measured by us: nothing of this table yet"),
    ],
)
def test_where_figures_come_from(days, repeats, here, expected):
    assert words.when_and_where([{"finished": day} for day in days], repeats, here=here) == expected


def test_numbers_have_a_word_for_none():
    assert words.number(np.nan, "accuracy") == "–"
    assert words.number(-0.0204, "accuracy", sign=True) == "−0.020"


def test_how_much_is_left():
    assert words.unfinished(4, 4) == ""
    assert words.unfinished(1, 4).startswith("3 of 4 pieces of work are done and kept")


def test_a_divergence_is_neither_better_nor_worse():
    divergence = protocol(
        paper=KSVD_PAPER, table="section 5.2", datasets=("yacht",), methods=("row/column density",),
        metrics=("kl_divergence",), alike=(),
    )  # fmt: skip
    found = {("yacht", "row/column density", "kl_divergence"): {0: 21.0}}
    assert words.mark(only(found, divergence)) == "◆ differs"
    assert "1 further off: row/column density (yacht)" in words.verdict(table(found, divergence), divergence)
