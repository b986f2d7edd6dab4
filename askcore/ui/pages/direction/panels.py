"""The parts of the page "Does direction pay?".

UI floor.
"""

from __future__ import annotations

import pandas as pd
import streamlit as st

from askcore import figures
from askcore._format import about
from askcore.datasets import MatrixData
from askcore.experiments import METHODS, METRIC_NAMES, ComparisonResult, KernelChoice, Method
from askcore.kernels import GRAPH_KERNELS, KERNELS
from askcore.ui.dataset import Active
from askcore.ui.pages.direction import run as direction_run
from askcore.ui.pages.direction import words
from askcore.ui.pages.direction.export import as_json, python_code
from askcore.ui.pages.direction.state import EFFORTS, Plan
from askcore.ui.settings import asymmetric_kernel
from askcore.ui.theme import look, show

__all__ = [
    "begin",
    "differences",
    "export",
    "how_computed",
    "null",
    "plan_group",
    "scores",
    "verdict",
]


def plan_group(current: Active, choice: KernelChoice) -> Plan:
    """How much to compare, by which score, with which seed."""
    with st.sidebar:
        st.subheader("Comparison")
        effort = st.segmented_control(
            "Effort",
            list(EFFORTS),
            default="quick",
            format_func=EFFORTS.__getitem__,
            required=True,
            key="effort",
            bind="query-params",
            help="Quick: 4 splits, 2 inner folds, a small grid of γ and λ. Full: 5 splits, 5 inner folds, a finer "
            "grid. The result says how many settings were tried.",
        )
        metric = st.selectbox(
            "Score",
            ["micro_f1", "macro_f1", "balanced_accuracy"],
            format_func=METRIC_NAMES.__getitem__,
            key="score",
            bind="query-params",
            filter_mode=None,
            help="Tunes and compares. Micro F1 is accuracy here; the others count every class alike.",
        )
        seed = st.number_input(
            "Seed of the random splits",
            0,
            9999,
            0,
            key="seed",
            bind="query-params",
            help="Another seed, other splits and other random directions.",
        )
    return Plan(current.data.digest, choice, effort or "quick", metric or "micro_f1", int(seed or 0))


def begin(current: Active, plan: Plan) -> None:
    """Before there is a result: what will happen, and the button that starts it; or the run itself."""
    comparison = direction_run.JOB.prepared(plan, lambda: plan.comparison(current))
    if comparison.no_direction:
        _no_direction(current, plan, comparison.no_direction)
        return
    st.markdown(words.invitation(current.is_graph))
    direction_run.JOB.offer_or_watch(plan, comparison, "Compare", comparison.seconds)


def _no_direction(current: Active, plan: Plan, reason: str) -> None:
    """A verdict before any comparison, and a way to a kernel that has a direction."""
    st.markdown(words.no_direction(reason))
    other = asymmetric_kernel(current.preset["kernel"], is_graph=current.is_graph)
    catalogue = GRAPH_KERNELS if current.is_graph else KERNELS
    choosable = not isinstance(current.data, MatrixData) and catalogue[plan.kernel.name].symmetric
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


def verdict(current: Active, plan: Plan, result: ComparisonResult) -> None:
    """The finding, and how much work stands behind it."""
    st.markdown(words.verdict(result))
    seconds = direction_run.full_seconds(current, plan) if plan.quick else None
    full = "" if seconds is None else about(seconds)
    st.caption(words.done_how(result, quick=plan.quick, full=full))


def differences(result: ComparisonResult) -> None:
    """Every method against AsK-LS."""
    st.subheader("Against AsK-LS, split by split")
    table = result.differences
    figure = figures.paired_differences(
        [METHODS[name].label for name in table["method"]],
        table["mean"],
        table["low"],
        table["high"],
        uses_direction=(table["family"] != "blind").tolist(),
        score=words.metric_name(result),
        theme=look(),
    )
    show(figure, key="differences", alt="Difference of each method to AsK-LS with its interval")
    st.caption(" ".join(filter(None, [words.differences(result), words.chosen(result)])))


def scores(result: ComparisonResult) -> None:
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


def null(result: ComparisonResult) -> None:
    """The advantage with directions drawn at random."""
    st.subheader("Could it be chance?")
    st.markdown(words.null(result))
    if len(result.null.advantages):
        figure = figures.advantage_dots(result.null.observed, result.null.advantages, theme=look())
        show(figure, key="null", alt="Advantage with true directions and with random ones")
    st.caption(words.not_to_conclude(result))


def how_computed(current: Active) -> None:
    """Protocol, methods and formulas."""
    with st.expander("How it is computed"):
        st.markdown(
            "Every split is stratified by class: 60 % train, the rest test. On the training part alone, each method "
            "chooses among the same values of γ and damping λ by inner folds (a tie goes to the more "
            "regularised); then it is trained on all of it and scored on the test part once. AsK-LS also "
            "chooses between the mean of its views and one regression on both; embeddings between 16 and 128 "
            "dimensions; SVC has one parameter, C, with the values of γ."
        )
        st.markdown("\n".join(f"- **{m.label}**: {m.meaning}" for m in _methods(current)))
        st.markdown(
            "As $\\gamma$ grows, the views of damped AsK-LS tend to LS-SVM on $K K^\\top$ (source) and on "
            "$K^\\top K$ (target): that the three are often alike is no accident. With $d_1 \\dots d_n$ the "
            "differences on $n$ "
            "splits and $s^2$ their variance, the interval is (Nadeau and Bengio 2003)"
        )
        st.latex(r"\bar d \pm t_{n-1}\, s \sqrt{\tfrac{1}{n} + \tfrac{n_{\text{test}}}{n_{\text{train}}}}")
        if current.is_graph:
            st.markdown(
                "Products $K K^\\top$, the undirected graph and the embeddings use all links, those of test nodes "
                "too, and no test label. Random directions: each unanswered link is turned with probability ½, its "
                "weight with it; answered pairs stay. $(K + K^\\top)/2$ of a kernel whose rows sum to 1 is only "
                "nearly blind, since its rows were divided by the number of links of one direction."
            )


def export(current: Active, plan: Plan, result: ComparisonResult) -> None:
    """Rows, JSON and code."""
    with st.expander("Take it with you"):
        left, right = st.columns(2)
        left.download_button(
            "Scores (CSV)",
            lambda: result.table.to_csv(index=False),
            "comparison.csv",
            "text/csv",
            on_click="ignore",
            width="stretch",
        )
        right.download_button(
            "Everything (JSON)",
            as_json(result),
            "comparison.json",
            "application/json",
            on_click="ignore",
            width="stretch",
        )
        st.caption("SVG of a figure: the camera in its corner. The same result in Python:")
        st.code(python_code(current, plan), language="python")


def _methods(current: Active) -> list[Method]:
    return [m for m in METHODS.values() if not m.needs_family and (current.is_graph or not m.needs_graph)]


def _scores_table(result: ComparisonResult) -> pd.DataFrame:
    gaps = result.differences.set_index("method")
    rows = []
    for name in result.means()["method"]:
        own = result.table[result.table["method"] == name]
        rows.append(
            {
                "method": METHODS[name].label,
                "direction": "ignored" if METHODS[name].family == "blind" else "used",
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
