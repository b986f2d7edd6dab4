"""Lesson: the same splits, the same tuning, and a null.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore._format import interval, points
from askcore.datasets import load_sample
from askcore.experiments.comparison.paired import PairedDifference
from askcore.experiments.lessons.honest import HonestSplits, honest_splits
from askcore.figures.parts.theme import role_colours
from askcore.figures.svg.quick import difference_rows
from askcore.ui.charts import picture, plots
from askcore.ui.controls import toggle
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.work.cache import kept

SAMPLE = "python_imports"


@kept(entries=1)
def splits() -> HonestSplits:
    """Every setting on every split of the sample."""
    data = load_sample(SAMPLE)
    return honest_splits(data.adjacency, data.labels)


def verdict(lead: PairedDifference, null: PairedDifference | None) -> str:
    """What the comparison says: of the graph, and of the null where there is one."""
    by = f"{points(lead.mean)} points (interval: {interval(lead.low, lead.high)})"
    if lead.sign == 0:
        return f"The difference is {by}: not significant. Direction does not clearly pay here."
    if lead.sign < 0:
        return f"The difference is {by}: AsK-LS does worse with direction."
    if null is None:
        return f"The difference is {by}: AsK-LS seems to win through direction."
    if null.sign > 0:
        return (
            f"The difference is {by}. But with random directions it is {points(null.mean)} points: AsK-LS does not win "
            "through direction."
        )
    return f"The difference is {by}, and with random directions it is not significant: direction pays."


def fairness(*, tuned: bool, on_test: bool, null: bool) -> str:
    """Whether this is a fair comparison, and what is wrong with it."""
    wrong = [
        words
        for said, words in (
            (not tuned, "the rival keeps γ = 1 and λ = 0.1"),
            (on_test, "the test nodes choose the setting of AsK-LS"),
            (not null, "nothing shows what a lead without direction looks like"),
        )
        if said
    ]
    return f"Not fair: {', and '.join(wrong)}." if wrong else "Fair: same splits, same tuning, and a null."


@fragment
def _play() -> None:
    st.markdown(
        "**The example:** the modules of two Python packages, with an arrow from each module to those that it imports. "
        "The class of a module is its role: public, private or test. The rival of AsK-LS is the same method on the "
        "graph without arrowheads."
    )
    with st.container(horizontal=True):
        tuned = not toggle("Tune only AsK-\u2060LS", "honest_comparison_rival")
        on_test = toggle("Choose the setting of AsK-\u2060LS on the test nodes", "honest_comparison_test")
        with_null = not toggle("Leave out the null", "honest_comparison_null")
    found = splits()
    lead = found.lead(tune_rival=tuned, on_test=on_test)
    null = found.lead(tune_rival=tuned, on_test=on_test, turned=True) if with_null else None
    st.markdown(f"**{verdict(lead, null)}** {fairness(tuned=tuned, on_test=on_test, null=with_null)}")
    shown = {"this graph": lead} | ({} if null is None else {"random directions": null})
    drawing = difference_rows(
        list(shown),
        [one.mean for one in shown.values()],
        [one.low for one in shown.values()],
        [one.high for one in shown.values()],
        colours=[role_colours(plots.theme())[role] for role in ("merged", "symmetric")],
        theme=plots.theme(),
    )
    picture.show(
        drawing,
        key="honest_comparison_rows",
        alt="Accuracy of AsK-LS minus that of its rival, with intervals",
    )
    st.caption(
        "Accuracy of AsK-LS minus that of its rival, in points, over 8 splits, with 95% intervals."
        + (
            " In the null, AsK-LS sees the same links, but the direction of each is drawn at random."
            if with_null
            else ""
        )
    )
    settings = {"kernel": "adjacency", "orientation": "out"}
    open_page("Does direction pay?", SAMPLE, settings, "honest_comparison_open")


LESSON = Lesson(
    title="An honest comparison",
    idea=(
        "Does a method win because of direction, or because more was done for it? A fair comparison gives both methods "
        "the same splits and the same tuning. A **null** repeats it where direction says nothing. Try to cheat, and "
        "watch the verdict."
    ),
    play=_play,
    tries=(
        "Switch on “Tune only AsK-LS”. The difference changes its sign, and AsK-LS leads.",
        "Compare with the null. With random directions the lead is as large, so it comes from the tuning.",
        "Now also choose the setting on the test nodes. The lead grows. Then leave out the null: AsK-LS seems to win.",
    ),
    caution=(
        "“Not significant” does not mean that both are equal: eight splits of one graph can show only large effects. "
        "And what holds for these modules need not hold for your graph."
    ),
    questions=(
        (
            "Why do rivals that were not tuned lose?",
            "Because γ and λ may matter more than the method. Here the rival loses more than 10 points without tuning.",
        ),
        (
            "What does the null show?",
            "How far AsK-LS leads where the arrows say nothing. A lead of that size is not an effect of direction.",
        ),
        (
            "Why must the test nodes not choose the setting?",
            "The best of many settings on the test nodes is partly luck. Its accuracy is too optimistic.",
        ),
    ),
    source=(
        "He et al. (2022), section 4: its experiments are not meant to show that asymmetric kernels are better. The "
        "interval is that of Nadeau and Bengio (2003)."
    ),
)
