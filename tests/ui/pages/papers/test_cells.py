"""Names, numbers and marks of the paper tables."""

from __future__ import annotations

import pytest

from askcore.papers import Protocol
from askcore.papers.engine.protocol import ASKLS_PAPER
from askcore.papers.engine.result import assembled
from askcore.ui.pages.papers import cells

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


def shown(found: dict, chosen: Protocol | None = None, **more):
    """The first row of the page's table."""
    return cells.rows(table(found, chosen), **more).iloc[0].to_dict()


@pytest.mark.parametrize(
    ("ours", "difference", "result"),
    [(0.745, "+0.005", "✓ met"), (0.5, "−0.240", "▼ worse"), (0.9, "+0.160", "▲ better")],
)
def test_a_row_says_what_is_published_and_what_is_ours(ours, difference, result):
    row = shown({("cora", NERD, "micro_f1"): around(ours)})
    assert (row["Data set"], row["Method"], row["Repeats"]) == ("cora", NERD, 2)
    assert row["Published"].startswith("0.740")
    assert row["Ours"] == f"{ours:.3f} ± 0.014"
    assert (row["Difference"], row["Result"]) == (difference, result)


def test_a_number_that_is_missing_says_why():
    assert shown({})["Ours"] == "not run yet"
    assert shown({}, absent=["cora"])["Ours"] == "not available"


def test_columns_that_say_nothing_are_left_out():
    several = protocol(metrics=("micro_f1", "macro_f1"))
    found = {("cora", "SVM, tuned alike", metric): around(0.7) for metric in several.metrics}
    alike = table(found, several).query("tuning == 'alike'")
    assert cells.rows(alike).columns.tolist() == ["Data set", "Method", "Number", "Ours", "Repeats"]
    assert "Number" not in cells.rows(table({}))


def test_less_is_better_where_the_protocol_says_so():
    errors = protocol(lower_is_better=("micro_f1",))
    assert shown({("cora", NERD, "micro_f1"): around(0.9)}, errors)["Result"] == "▼ worse"
