"""The parts of the page "Does direction pay?".

UI floor.
"""

from __future__ import annotations

import pandas as pd
import streamlit as st

from askcore import figures
from askcore.experiments import METHODS, METRIC_NAMES, ComparisonResult, KernelChoice
from askcore.kernels import GRAPH_KERNELS, KERNELS
from askcore.ui.controls import choose, pick, seed
from askcore.ui.dataset import Active
from askcore.ui.pages.direction import words
from askcore.ui.pages.direction.state import JOB, MANY, Plan
from askcore.ui.plots import show, theme
from askcore.ui.settings import asymmetric_kernel

__all__ = [
    "choose_plan",
    "draw_differences",
    "draw_offer",
    "draw_scores",
    "draw_shares",
    "draw_verdict",
]


def choose_plan(current: Active, choice: KernelChoice) -> Plan:
    """How much to compare, by which score, with which seed."""
    with st.sidebar:
        st.subheader("Comparison")
        several = current.data.kind in ("graph", "table") and choose(
            "Asked of",
            {False: "This kernel", True: "Several kernels"},
            "several",
            labelled=True,
            help="Several: asymmetric kernels of the catalogue, among which every method chooses on training samples. "
            "Methods that ignore direction take the same kernels without it.",
        )
        effort = choose(
            "Effort",
            {"quick": "Quick", "full": "Full"},
            "effort",
            linked=True,
            labelled=True,
            help="Quick: ten folds and a small grid of γ and λ, for a first impression. Full: ten folds three times "
            "and a finer grid.",
        )
        metric = pick(
            "Score",
            ["micro_f1", "macro_f1", "balanced_accuracy"],
            "score",
            titles=METRIC_NAMES.__getitem__,
            linked=True,
            labelled=True,
            help="Tunes and compares. Micro F1 is accuracy here; the others count every class alike.",
        )
        number = seed("Seed of the random splits", "Another seed, other splits and other random directions.")
    return Plan(
        current.data.digest,
        choice,
        effort,
        metric,
        number,
        several=several,
        large=current.data.n_samples > MANY,
    )


def draw_offer(current: Active, plan: Plan) -> None:
    """Before there is a result: what will happen, and the button that starts it; or the run itself."""
    comparison = JOB.prepared(plan, lambda: plan.comparison(current.data))
    if comparison.no_direction:
        _no_direction(current, plan, comparison.no_direction)
        return
    st.markdown(words.invitation(current.is_graph))
    JOB.offer_or_watch(plan, comparison, "Compare", comparison.seconds)


def _no_direction(current: Active, plan: Plan, reason: str) -> None:
    """A verdict before any comparison, and a way to a kernel that has a direction."""
    st.markdown(words.no_direction(reason))
    st.button("Compare", disabled=True, key="compare_nothing", help=f"{reason}: no method could differ.")
    other = asymmetric_kernel(current.preset["kernel"], is_graph=current.is_graph)
    catalogue = GRAPH_KERNELS if current.is_graph else KERNELS
    choosable = current.data.kind != "matrix" and catalogue[plan.kernel.name].symmetric
    if choosable:
        st.button(
            f"Take {catalogue[other].label}, which is asymmetric",
            type="primary",
            key="take_asymmetric",
            on_click=_take_kernel,
            args=(other,),
        )


def _take_kernel(name: str) -> None:
    st.session_state["kernel"] = name


def draw_verdict(plan: Plan, result: ComparisonResult) -> None:
    """The finding, and how much work stands behind it."""
    st.markdown(words.verdict(result))
    st.caption(words.done_how(result, quick=plan.quick))


def draw_differences(result: ComparisonResult) -> None:
    """Every method against AsK-LS."""
    st.subheader("Against AsK-LS, split by split")
    table = result.differences
    figure = figures.paired_differences(
        [METHODS[name].label for name in table["method"]],
        table["mean"],
        table["low"],
        table["high"],
        uses_direction=table["family"].isin(["askls", "aware"]).tolist(),
        score=words.metric_name(result),
        theme=theme(),
    )
    show(figure, key="differences", alt="Difference of each method to AsK-LS with its interval")
    st.caption(words.differences(result))


def draw_scores(result: ComparisonResult) -> None:
    """Mean and spread of every score."""
    st.subheader("Scores")
    st.dataframe(_scores_table(result), hide_index=True)
    chance = f"Always naming the largest class gets {result.settings['chance']:.1%} accuracy."
    st.caption(
        " ".join(
            filter(
                None, ["Percent, mean ± standard deviation over the splits.", chance, words.tuning(result)]
            )
        )
    )
    st.caption(words.not_to_conclude(result))


def draw_shares(result: ComparisonResult) -> None:
    """The lead of the methods that use direction, what of it remains at random, and the difference."""
    if result.direction is None or result.advantage is None:
        st.caption(words.null(result))
        return
    figure = figures.direction_shares(
        result.null.observed,
        result.null.advantages,
        result.advantage.difference,
        result.direction,
        score=words.metric_name(result),
        theme=theme(),
    )
    show(figure, key="null", alt="Lead with true directions, with random ones, and the difference")
    st.caption(words.null(result))


def _scores_table(result: ComparisonResult) -> pd.DataFrame:
    gaps = result.differences.set_index("method")
    rows = []
    for name in result.means()["method"]:
        own = result.table[result.table["method"] == name]
        rows.append(
            {
                "method": METHODS[name].label,
                "direction": "used" if METHODS[name].family in ("askls", "aware") else "ignored",
                "micro F1": words.spread(own["micro_f1"].to_numpy()),
                "macro F1": words.spread(own["macro_f1"].to_numpy()),
                "balanced accuracy": words.spread(own["balanced_accuracy"].to_numpy()),
                "minus AsK-LS": words.gap(*gaps.loc[name, ["mean", "low", "high"]])
                if name in gaps.index
                else "",
                "p": f"{gaps.loc[name, 'p']:.2g}" if name in gaps.index else "",
                "seconds a split": f"{own['seconds'].mean():.2g}",
            }
        )
    return pd.DataFrame(rows)
