"""What the page "Paper tables" says: marks, verdicts, dates."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from askcore import papers
from askcore.papers import Protocol
from askcore.papers.engine.published import ASKLS_PAPER
from askcore.papers.engine.result import assembled
from askcore.ui.pages.papers import words

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
    assert words.cell_text(missing, absent=True) == "0.740 · not available"


def test_less_is_better_where_the_protocol_says_so():
    errors = protocol(lower_is_better=("micro_f1",))
    assert words.mark(only({("cora", NERD, "micro_f1"): around(0.9)}, errors)) == "▼ worse"


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
        ([], [], True, "none on this computer yet"),
        ([], [], False, "none of this table yet"),
    ],
)
def test_where_figures_come_from(days, repeats, here, expected):
    assert words.when_and_where([{"finished": day} for day in days], repeats, here=here) == expected


def test_numbers_have_a_word_for_none():
    assert words.number(np.nan, "accuracy") == "–"
    assert words.number(-0.0204, "accuracy", sign=True) == "−0.020"


def test_how_much_is_left():
    assert words.unfinished(4, 4) == ""
    assert words.unfinished(1, 4).startswith("3 of 4 parts are done and kept")


def rows_of(metric: str, published: float, beyond: bool = False):
    return pd.DataFrame({"metric": [metric], "published": [published], "beyond": [beyond]})


def test_the_legend_explains_what_is_marked_and_nothing_else():
    score = words.legend(rows_of("accuracy", 0.8), in_cells=True)
    assert score.startswith("A cell reads printed · ours · difference. ✓ met")
    assert "▲ better and ▼ worse: outside" in score
    assert "◆" not in score
    divergence = words.legend(rows_of("kl_divergence", 3.0), in_cells=True)
    assert "◆ differs: outside" in divergence
    assert "▲" not in divergence
    times = words.legend(rows_of("seconds", 3.0), in_cells=True)
    assert times.startswith("A cell reads printed · ours. Times have no mark")
    assert "✓" not in times
    assert words.legend(rows_of("accuracy", np.nan), in_cells=True).startswith("Our numbers, ±")
    assert "Choose" not in words.legend(rows_of("accuracy", 0.8).iloc[:0], in_cells=True)
    both = pd.concat([rows_of("accuracy", 0.8), rows_of("seconds", 3.0)])
    assert "cell reads" not in words.legend(both, in_cells=False)
    assert "✓ met" in words.legend(both, in_cells=False)


@pytest.mark.parametrize("method", sorted({m for p in papers.tables() for m in p.rows}))
def test_every_head_fits_its_column(method):
    assert len(words.short_name(method)) <= 28
    for word in words.short_name(method).split():  # what is cut is explained
        assert word in method.replace(",", "").split() or f"{word} is " in words.shortened([method])
