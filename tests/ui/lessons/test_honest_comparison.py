"""Lesson: an honest comparison. What it says holds on its example."""

from __future__ import annotations

from askcore.experiments.comparison.paired import PairedDifference
from askcore.ui.lessons.honest_comparison import splits, verdict

AHEAD, EVEN = PairedDifference(0.138, 0.034, 0.241, 0.01), PairedDifference(-0.05, -0.139, 0.039, 0.2)


def test_the_verdict():
    by = "The difference is +13.8 points (interval: 3.4 to 24.1)"
    assert verdict(AHEAD, None) == f"{by}: AsK-LS seems to win through direction."
    assert verdict(AHEAD, AHEAD) == (
        f"{by}. But with random directions it is +13.8 points: AsK-LS does not win through direction."
    )
    assert verdict(AHEAD, EVEN) == f"{by}, and with random directions it is not significant: direction pays."
    assert verdict(EVEN, None).endswith("not significant. Direction does not clearly pay here.")


def test_cheating_changes_the_verdict_and_the_null_tells():
    found = splits()
    assert found.lead().sign == 0
    assert found.lead().mean < 0
    cheated, null = found.lead(tune_rival=False), found.lead(tune_rival=False, turned=True)
    assert cheated.sign == null.sign == 1
    assert null.mean > 0.8 * cheated.mean
    assert found.lead(tune_rival=False, on_test=True).mean > cheated.mean
    rival = found.scores("undirected").mean() - found.scores("undirected", tuned=False).mean()
    assert rival > 0.1
