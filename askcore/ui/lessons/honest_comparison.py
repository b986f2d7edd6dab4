"""Lesson: the same splits, the same tuning, and a null."""

from __future__ import annotations

from functools import partial

from askcore._format import format_points, interval
from askcore.datasets import load_sample
from askcore.experiments.comparison.verdict import PairedDifference
from askcore.experiments.lessons.honest import HonestSplits, Reading, honest_splits, read_lead
from askcore.figures.scores import accuracy_rows
from askcore.ui.blocks import Block, Control, Figure, Text, Value
from askcore.ui.cache import cached
from askcore.ui.lessons.lesson import Lesson, opens, switch

SAMPLE = "python_imports"
RIVAL = switch("honest_comparison_rival", "Tune only AsK-\u2060LS")
TEST = switch("honest_comparison_test", "Choose the setting of AsK-\u2060LS on the test nodes")
NULL = switch("honest_comparison_null", "Leave out the null")
SAID = {
    Reading.EVEN: "**The difference is {by}: not significant.** Direction does not clearly pay here.",
    Reading.BEHIND: "**The difference is {by}.** AsK-LS is less accurate with direction.",
    Reading.UNCHECKED: "**The difference is {by}: AsK-LS seems to be ahead because of direction.**",
    Reading.REFUTED: "**The difference is {by}, but with random directions it is {null}.** AsK-LS is not ahead "
    "because of direction.",
    Reading.PAYS: "**The difference is {by}, and with random directions it is not significant:** direction pays.",
}
WRONG = {
    RIVAL.key: "the method without direction keeps γ = 1 and λ = 0.1",
    TEST.key: "the test nodes choose the setting of AsK-LS",
    NULL.key: "the lead with random directions is not shown",
}
FAIR = "Fair: same splits, same tuning, and a null."
ROWS = (
    "The difference in points, over 8 splits, with 95% intervals. With random directions, the links are the same, but "
    "the direction of each is drawn at random."
)


@cached(entries=1)
def splits() -> HonestSplits:
    """Every setting on every split of the sample."""
    data = load_sample(SAMPLE)
    return honest_splits(data.adjacency, data.labels)


def said(lead: PairedDifference, null: PairedDifference | None) -> str:
    """Whether direction pays."""
    by = f"{format_points(lead.mean)} points (interval: {interval(lead.low, lead.high)})"
    return SAID[read_lead(lead, null)].format(
        by=by, null=f"{format_points(null.mean)} points" if null else ""
    )


def fairness(*switches: Control) -> str:
    """What is wrong with a comparison with these switches on."""
    return f"Not fair: {', and '.join(WRONG[each.key] for each in switches)}." if switches else FAIR


def _play(value: Value) -> list[Block]:
    on = [each for each in (RIVAL, TEST, NULL) if value(each)]
    asked = {"tune_rival": RIVAL not in on, "on_test": TEST in on}
    lead = splits().lead(**asked)
    null = None if NULL in on else splits().lead(**asked, turned=True)
    shown = {"this graph": lead} | ({} if null is None else {"random directions": null})
    rows = [(each.mean, each.low, each.high) for each in shown.values()]
    title = "Accuracy of AsK-LS minus that of the method without direction"
    draw = partial(accuracy_rows, [*shown], rows, difference=True)
    return [
        Figure("honest_comparison_rows", draw, f"{title}, with intervals", title, ROWS),
        Text(f"{said(lead, null)} {fairness(*on)}"),
        opens("Decisions", SAMPLE, kernel="adjacency", orientation="out", details="Does direction pay?"),
    ]


def _code(value: Value) -> str:
    asked = f"tune_rival={not value(RIVAL)}, on_test={value(TEST)}"
    return f"""
        from askcore.experiments.lessons.honest import honest_splits
        from askcore.figures.scores import accuracy_rows

        data = askcore.datasets.load_sample({SAMPLE!r})
        found = honest_splits(data.adjacency, data.labels)

        leads = [found.lead({asked}, turned=turned) for turned in (False, True)]
        rows = [(lead.mean, lead.low, lead.high) for lead in leads]
        print("Difference:", *rows[0])
        print("At random directions:", *rows[1])

        accuracy_rows(["this graph", "random directions"], rows, difference=True)
    """


LESSON = Lesson(
    claim="A fair comparison gives both methods the same splits, the same tuning and a null.",
    idea="Is a method ahead because of direction, or because it was tuned more carefully? A **null** repeats the "
    "comparison with random directions, which carry no information. Try to cheat, and watch the verdict.",
    example="the modules of two Python packages, with an arrow from each module to those that it imports. The class "
    "of a module is its role: public, private or test. AsK-LS is compared with the same method on the graph without "
    "arrowheads.",
    play=_play,
    code=_code,
    tries=(
        "Switch on “Tune only AsK-LS”. The difference changes sign, and AsK-LS leads.",
        "Compare with the null. With random directions, the lead is as large, so it comes from the tuning.",
        "Now also choose the setting on the test nodes. The lead grows. Then leave out the null: AsK-LS seems to be "
        "better.",
    ),
    caution="“Not significant” does not mean that both methods are equal: eight splits of one graph can "
    "show only large "
    "effects. The result for these modules need not hold for your graph.",
    questions={
        "Why do methods lose if they are not tuned?": "Because γ and λ may matter more than the method. Without "
        "tuning, the method without direction loses more than 10 points here.",
        "What does the null show?": "The lead of AsK-LS if the arrows carry no information. A lead of that size is "
        "not an effect of direction.",
        "Why must the setting not be chosen on the test nodes?": "The best of many settings on the test "
        "nodes is partly "
        "luck. Its accuracy is too optimistic.",
    },
    source="He et al. (2022), section 4: its experiments are not meant to show that asymmetric kernels are better. "
    "Interval: Nadeau and Bengio (2003).",
)
