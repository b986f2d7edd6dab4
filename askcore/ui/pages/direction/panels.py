"""The parts of the page "Does direction pay?".

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore import figures, plotting
from askcore.datasets import DataError
from askcore.diagnostics import asymmetry
from askcore.experiments import ComparisonResult, Effort
from askcore.experiments.comparison.run import Outlook
from askcore.experiments.comparison.scores_table import scores_table
from askcore.experiments.comparison.verdict import METRIC_NAMES
from askcore.kernels import GRAPH_KERNELS, KERNELS
from askcore.ui import choices, url_state
from askcore.ui.charts.plots import show, theme
from askcore.ui.controls import choose, pick, seed
from askcore.ui.data.dataset import Active
from askcore.ui.pages.direction import words
from askcore.ui.pages.direction.state import CUT, JOB, Look, Plan, first_look, has_catalogue, outlook
from askcore.ui.pieces import heading
from askcore.ui.settings import asymmetric_kernel
from askcore.ui.text.terms import say


def choose_plan(current: Active) -> Plan:
    """Which kernels to compare, how much, by which score, with which seed; of kernels the controls that count."""
    look = _look(current)
    with st.sidebar:
        of_kernels = st.container()
        heading("Comparison")
        several = look is not None and choose(
            "Kernels compared",
            {True: "Several kernels", False: "This kernel"},
            current.control("several"),
            default=look.soon,
            labelled=True,
            help=(
                "Several: each method chooses among several asymmetric kernels, on its training samples. Methods "
                "that ignore direction use the same kernels without direction. “This kernel” is one that you choose."
            ),
        )
        efforts = {"quick": "Quick", "full": "Full", "all": "All samples"}
        if current.data.n_samples <= CUT:
            efforts.pop("all")
        effort = choose(
            "Effort",
            efforts,
            "effort",
            linked=True,
            labelled=True,
            help=(
                "Quick: five folds and a small grid of γ and λ, for a first impression within seconds. Full: ten "
                "folds, three times, and a finer grid, within minutes. Above 500 samples it has five folds. Both "
                "use a part of many samples."
                + (" All samples: as Full, without this limit." if "all" in efforts else "")
            ),
        )
        metric = pick(
            "Score",
            ["micro_f1", "macro_f1", "balanced_accuracy"],
            "score",
            titles=METRIC_NAMES.__getitem__,
            linked=True,
            labelled=True,
            help=(
                "The score that is used to tune and to compare. Micro F1 is accuracy here. The others give every "
                "class the same weight."
            ),
        )
        number = seed(
            "Seed of the random splits", "Another seed gives other splits and other random directions."
        )
    choose_kernel = choices.kernel_of_several if several else choices.kernel
    choice = choose_kernel(current, of_kernels)
    large = Effort.is_large(current.data.n_samples)
    plan = Plan(current.data.digest, choice, effort, metric, number, large=large)
    return plan.of_several(current.data) if several else plan


def _look(current: Active) -> Look | None:
    """What a first look over several kernels would take; None where there is no other kernel, or nothing to compare."""
    if not has_catalogue(current.data):
        return None
    try:
        return first_look(current.data, not current.is_graph)
    except DataError:  # the comparison says why
        return None


def draw_offer(current: Active, plan: Plan) -> None:
    """Before there is a result: what will happen, and the button that starts it; or the run itself."""
    comparison = outlook(current.data, plan)
    if comparison.no_direction:
        _no_direction(current, plan, comparison.no_direction)
        return
    say(words.invitation(current.is_graph))
    st.markdown(words.known_already(current.kind, _directed(current)))
    about = _about_the_question(current, plan, comparison)
    if about:
        st.markdown(about)
    JOB.offer_or_watch(plan, plan.task(current.data), "Compare", comparison.work)


def _directed(current: Active) -> float:
    """How directed the data are in themselves: reciprocity of a graph, skew-symmetric share of a matrix."""
    data = current.data
    if current.kind == "graph":
        return float(data.reciprocity)
    return float(asymmetry(data.matrix, limit=0).skew_share) if data.kind == "matrix" else 0.0


def _about_the_question(current: Active, plan: Plan, comparison: Outlook) -> str:
    """Which kernels are asked, and which samples; why only one, where several would take long."""
    said = []
    if plan.several:
        said.append(words.kernels_asked(comparison.kernels, comparison.left_out))
    else:
        look = _look(current)
        if look is not None:
            said.append(words.why_one_kernel(_kernel_name(current, plan), look, _samples(current)))
    cut = comparison.n_compared, comparison.n_labelled
    said.append(words.part_used(*cut, _samples(current), quick=plan.quick, is_graph=current.is_graph))
    return " ".join(filter(None, said))


def _kernel_name(current: Active, plan: Plan) -> str:
    return plan.kernel.label(is_graph=current.is_graph)


def _samples(current: Active) -> str:
    return f"{current.data.sample_word}s"


def _no_direction(current: Active, plan: Plan, reason: str) -> None:
    """A verdict before any comparison, and a way to a kernel that has a direction."""
    st.markdown(words.no_direction(reason))
    look = None if plan.several else _look(current)
    if look is not None:
        st.markdown(words.why_one_kernel(_kernel_name(current, plan), look, _samples(current)))
    st.button(
        "Compare", disabled=True, key="compare_nothing", help=f"{reason}: all methods would be the same."
    )
    other = asymmetric_kernel(current.preset["kernel"], is_graph=current.is_graph)
    catalogue = GRAPH_KERNELS if current.is_graph else KERNELS
    choosable = current.data.kind != "matrix" and catalogue[plan.kernel.name].symmetric
    if choosable:
        st.button(
            f"Use {catalogue[other].label}, which is asymmetric",
            type="primary",
            key="take_asymmetric",
            on_click=_take_kernel,
            args=(other,),
        )


def _take_kernel(name: str) -> None:
    url_state.assign({"kernel": name})


def draw_verdict(current: Active, plan: Plan, result: ComparisonResult) -> None:
    """The finding, on which samples, and how much work stands behind it."""
    say(words.verdict(result, quick=plan.quick))
    s = result.settings
    part = words.part_used(
        s["n_compared"], s["n_labelled"], _samples(current), quick=plan.quick, is_graph=current.is_graph
    )
    if part:
        st.markdown(part)
    said = " ".join(filter(None, [words.quick_run() if plan.quick else "", words.unused(result)]))
    if said:
        st.markdown(said)


def draw_differences(result: ComparisonResult) -> None:
    """Every method against AsK-LS."""
    heading("Difference to AsK-LS on the same splits")
    show(
        plotting.drawn(result, theme=theme()),
        key="differences",
        alt="Difference of each method to AsK-LS with its interval",
    )
    st.caption(words.differences(result, len(plotting.compared(result.differences))))


def draw_scores(result: ComparisonResult) -> None:
    """Mean and spread of every score."""
    heading("Scores")
    wide = {"method": st.column_config.Column(width=260)}
    st.dataframe(scores_table(result), hide_index=True, column_config=wide)
    chance = f"Always naming the largest class has an accuracy of {result.settings['chance']:.1%}."
    st.caption(
        " ".join(
            filter(
                None, ["Percent, mean ± standard deviation over the splits.", chance, words.tuning(result)]
            )
        )
    )
    st.markdown(words.not_to_conclude(result))


def draw_shares(result: ComparisonResult) -> None:
    """The lead of the methods that use direction, what of it remains at random, and the difference."""
    if result.direction is None or result.advantage is None:
        st.markdown(words.null(result))
        return
    heading("What direction is worth")
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
