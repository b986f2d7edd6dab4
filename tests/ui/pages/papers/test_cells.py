"""Names, numbers and marks of the paper tables."""

from __future__ import annotations

from askcore.papers import Protocol
from askcore.papers.engine.published import ASKLS_PAPER
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


def test_a_cell_is_a_line_with_symbol_and_word():
    met = only({("cora", NERD, "micro_f1"): around(0.745)})
    assert cells.cell_text(met) == "0.740 · 0.745 · +0.005 ✓ met"
    worse = only({("cora", NERD, "micro_f1"): around(0.5)})
    assert cells.cell_text(worse) == "0.740 · 0.500 · −0.240 ▼ worse"
    better = only({("cora", NERD, "micro_f1"): around(0.9)})
    assert cells.cell_text(better) == "0.740 · 0.900 · +0.160 ▲ better"
    alone = only({("cora", "SVM, tuned alike", "micro_f1"): around(0.7)})
    assert cells.cell_text(alone) == "0.700 ± 0.014"
    missing = next(table({}).itertuples())
    assert cells.cell_text(missing) == "0.740 · not run yet"
    assert cells.cell_text(missing, absent=True) == "0.740 · not available"


def test_less_is_better_where_the_protocol_says_so():
    errors = protocol(lower_is_better=("micro_f1",))
    assert cells.mark(only({("cora", NERD, "micro_f1"): around(0.9)}, errors)) == "▼ worse"
