"""Lesson: where 1/gamma is a singular value of the centred K, AsK-LS has no unique answer.

UI floor. While it plays, a timer draws the fragment again. Where the walk is lies in the session under a name of its
own: a slider that the server moves may answer with where it was.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from askcore import figures
from askcore._format import number
from askcore.datasets import load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.lessons.resonance import ResonanceWalk, resonance_walk
from askcore.ui import controls
from askcore.ui.charts import picture, plots
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.settings import DAMPINGS, GAMMAS, nearest
from askcore.ui.work import cache
from askcore.ui.work.cache import kept

SAMPLE, NODE = "teaching_graph", "E"
KERNEL = KernelChoice("adjacency", orientation="out")
LAMBDAS = tuple(one for one in DAMPINGS if isinstance(one, float) and 1e-3 <= one <= 1.0)
LOW, HIGH, BEGIN, SECONDS = 0.5, 25.0, 1.0, 0.6
_GAMMA = "resonance_gamma"
_AT, _GOES_ON = (
    "_resonance_at",
    "_resonance_goes_on",
)  # which step is played, and that the page was run for it
_ROLES = {"without damping": "ink", "with damping": "source"}


@kept(entries=len(LAMBDAS))
def walk(damping: float) -> ResonanceWalk:
    """What is said of the node along gamma."""
    data = load_sample(SAMPLE)
    K = cache.problem(data, KERNEL).operator.toarray()
    along = [
        *GAMMAS[GAMMAS.index(LOW) : GAMMAS.index(HIGH) + 1],
        *np.geomspace(LOW, HIGH, 150)[1:-1].tolist(),
    ]
    return resonance_walk(K, data.labels, data.node_ids.index(NODE), along, damping)


def gammas(found: ResonanceWalk) -> tuple[float, ...]:
    """The steps of the slider: those of the pages, and every resonance."""
    resonances = found.gammas[np.isinf(found.condition)]
    kept_apart = [g for g in GAMMAS if LOW <= g <= HIGH and not np.isclose(g, resonances).any()]
    return tuple(sorted([*kept_apart, *resonances.tolist()]))


def seen(found: ResonanceWalk, at: int, damping: float) -> str:
    """What is to be seen at one gamma, as sentences."""
    place, damped = number(1 / found.gammas[at]), f"With λ = {damping:g} it is {number(found.damped[at])}."
    if np.isinf(found.condition[at]):
        return (
            f"1/γ = {place} is a singular value of the centred K. Without damping, AsK-LS has no unique answer, and so "
            f"the source view of {NODE} is not defined. {damped}"
        )
    closest = found.singular_values[np.abs(found.singular_values - 1 / found.gammas[at]).argmin()]
    return (
        f"1/γ is {place}. The nearest singular value is {number(closest)}, and the condition number is "
        f"{number(found.condition[at])}. Without damping, the source view of {NODE} is {number(found.undamped[at])}. "
        f"{damped}"
    )


def _play() -> None:
    if not st.session_state.pop(_GOES_ON, False):  # somebody came, or changed something else
        st.session_state.pop(_AT, None)
    playing = _AT in st.session_state
    fragment(_draw, every=SECONDS if playing else None)(playing)


def _draw(timed: bool) -> None:
    """Controls, figures and what is seen; one step further while it plays. ``timed`` : a timer runs this again."""
    steps = gammas(walk(LAMBDAS[0]))
    if timed:
        _step(steps)
    playing = _AT in st.session_state
    if playing != timed:
        st.session_state[_GOES_ON] = playing
        st.rerun()  # the whole page: only there a timer begins or ends
    st.markdown(
        "**The example:** the seven nodes of lesson 1. Here the class of every node is known, and K is the adjacency "
        "matrix."
    )
    st.latex(r"\frac{1}{\mu} \;\longrightarrow\; \frac{\mu}{\mu^2 + \lambda}")
    st.caption(
        "Without damping, each eigenvalue μ of the system enters the solution as 1/μ. At a resonance one μ is 0. "
        "Damping by λ replaces 1/μ by the fraction on the right, which is never larger than 1/(2√λ)."
    )
    button, slide, damp = st.columns([1, 3, 2], vertical_alignment="bottom")
    with button:
        words, icon = ("Stop", "stop") if playing else ("Play", "play_arrow")
        st.button(
            words,
            key="resonance_play",
            icon=f":material/{icon}:",
            width="stretch",
            on_click=_turn,
            args=(steps,),
        )
    with slide:
        if playing:
            gamma = steps[st.session_state[_AT]]
            key = f"{_GAMMA}_{st.session_state[_AT]}"
            st.select_slider("γ", steps, gamma, key=key, format_func=number, disabled=True)
        else:
            words = "As γ grows, 1/γ falls through all singular values: in the figures it moves to the left."
            gamma = controls.slider("γ", steps, BEGIN, _GAMMA, words, format_func=number)
    with damp:
        damping = controls.slider(
            "λ damping", LAMBDAS, 0.1, "resonance_damping", "A larger λ holds more of the solution back."
        )
    found = walk(damping)
    at = int(np.abs(found.gammas - gamma).argmin())
    st.markdown(f"**{seen(found, at, damping)}**")
    _draw_figures(found, at)
    settings = {"kernel": "adjacency", "orientation": "out"}
    model = {"gamma": nearest(GAMMAS, gamma), "damping": nearest(DAMPINGS, damping)}
    open_page("Decisions", SAMPLE, settings | model, "resonance_open")


def _draw_figures(found: ResonanceWalk, at: int) -> None:
    inverse = (1 / found.gammas)[::-1]
    shared: dict[str, Any] = {
        "title": "1/γ",
        "current": float(1 / found.gammas[at]),
        "marks": found.singular_values,
        "theme": plots.theme(),
    }
    condition = np.where(np.isinf(found.condition), np.nan, found.condition)[::-1]
    left, right = st.columns(2, gap="medium")
    with left:
        drawing = figures.along_setting(
            inverse, {"without damping": condition}, _ROLES,
            measure="condition number without damping", log=(True, True), **shared,
        )  # fmt: skip
        picture.show(
            drawing, key="resonance_condition", alt="Condition number of the undamped system over 1/γ"
        )
        st.caption(
            "Grey lines are the singular values of the centred K. At each one the condition number is infinite."
        )
    with right:
        views = {"without damping": found.undamped[::-1], "with damping": found.damped[::-1]}
        drawing = figures.along_setting(
            inverse, views, _ROLES,
            measure=f"source view of {NODE}", log=(True, False), limits=(-3.0, 3.0), **shared,
        )  # fmt: skip
        picture.show(
            drawing,
            key="resonance_view",
            alt=f"Source view of node {NODE} over 1/γ, with and without damping",
        )
        st.caption(
            f"{NODE} is one of the seven nodes, and its class is circle. Above 0, the view says square. The grey "
            "lines are those of the other figure."
        )


def _turn(steps: tuple[float, ...]) -> None:
    """Stop, or play on from where the slider stands; from its end the walk begins anew."""
    if _AT in st.session_state:
        _stop(steps)
    else:
        at = steps.index(nearest(steps, st.session_state.get(_GAMMA, BEGIN)))
        st.session_state.update({_AT: at if at < len(steps) - 1 else -1, _GOES_ON: True})


def _step(steps: tuple[float, ...]) -> None:
    """One gamma further, if it plays; after the last one it stops."""
    if _AT not in st.session_state:
        return
    st.session_state[_AT] += 1
    if st.session_state[_AT] >= len(steps) - 1:
        _stop(steps)


def _stop(steps: tuple[float, ...]) -> None:
    st.session_state[_GAMMA] = steps[st.session_state.pop(_AT)]


LESSON = Lesson(
    title="Resonance",
    idea=(
        "AsK-LS solves one linear system. Once the intercepts are eliminated, its eigenvalues are 1/γ + σ and 1/γ − σ, "
        "for every **singular value** σ of the centred K. Centring subtracts the means of its rows and columns. "
        "Where 1/γ = σ, one of the eigenvalues is 0: the system is singular. This is a **resonance**."
    ),
    play=_play,
    tries=(
        "Press Play: γ grows, and in the figures 1/γ walks to the left. At every grey line the condition "
        "number has no bound, and the view without damping jumps.",
        "Set γ to 2. Then 1/γ is exactly a singular value: only the damped answer is left.",
        "Lower λ to 0.001. The damped view now swings near some of the grey lines, too, and sometimes calls E a "
        "square.",
    ),
    caution=(
        "A small condition number does not make a decision right: it only says that the answer is stable. Damping "
        "changes the answer everywhere, not only at a resonance. So γ and λ are tuned together."
    ),
    questions=(
        (
            "When has AsK-LS no unique answer?",
            "When 1/γ is a singular value of the centred K. Then the system has no solution, or infinitely many.",
        ),
        (
            "What does damping do?",
            "It limits the part of the solution that belongs to an eigenvalue near 0. Without damping, that part has "
            "no bound. The price: the equations are no longer solved exactly.",
        ),
        (
            "For which γ is there no resonance at all?",
            "For γ < 1/σ₁, where σ₁ is the largest singular value of the centred K. Here this means γ < 1.1.",
        ),
    ),
    source=(
        "He et al. (2022), equation 6; the proof of proposition 2 takes for granted that the matrix of this system has "
        "full rank. The paper does not name damping."
    ),
)
