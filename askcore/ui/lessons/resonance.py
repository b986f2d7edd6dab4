"""Lesson: where 1/gamma is a singular value of the centred K, AsK-LS has no unique answer."""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from askcore.datasets import load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.lessons.dual import ResonanceWalk, resonance_walk
from askcore.figures.lessons import along_resonances
from askcore.ui.blocks import Block, Control, Figure, Text, Value
from askcore.ui.cache import cached
from askcore.ui.lessons.lesson import Lesson, opens, pair, slider
from askcore.ui.problems import problem
from askcore.ui.settings import DAMPINGS, GAMMAS, nearest
from askcore.ui.text.words import fill_in

SAMPLE, NODE = "teaching_graph", "E"
KERNEL = KernelChoice("adjacency", orientation="out")
LOW, HIGH = 0.5, 25.0
OFFERED = [gamma for gamma in GAMMAS if LOW <= gamma <= HIGH]
LAMBDA = slider(
    "resonance_damping",
    "λ damping",
    [one for one in DAMPINGS if isinstance(one, float) and 1e-3 <= one <= 1.0],
    0.1,
    "A larger λ shrinks the solution more.",
)
SAID = {
    False: "**1/γ is {place}; the nearest singular value is {nearest}.** The condition number is {condition}. Without "
    "damping, the source view of {node} is {undamped}; with λ = {damping} it is {damped}.",
    True: "**1/γ = {place} is a singular value of the centred K.** Without damping, the source view of {node} is not "
    "defined. With λ = {damping} it is {damped}.",
}
DAMPED = (
    "Without damping, each eigenvalue μ of the system enters the solution as 1/μ. Damping by λ replaces 1/μ by "
    "$\\mu / (\\mu^2 + \\lambda),$ which never exceeds $1 / (2\\sqrt\\lambda).$"
)
CONDITION = "Condition number of the undamped system over 1/γ"
GREY = "Grey lines are the singular values of the centred K. There the condition number is infinite."
VIEW = f"Source view of node {NODE} over 1/γ, with and without damping"
CLASS = f"{NODE} is one of the seven nodes, and its class is circle. Above 0, the view predicts square."


@cached(entries=16)
def walk(damping: float) -> ResonanceWalk:
    """The source view of the node along gamma."""
    data = load_sample(SAMPLE)
    K = problem(data, KERNEL).operator.toarray()
    along = [*OFFERED, *np.geomspace(LOW, HIGH, 150)[1:-1].tolist()]
    return resonance_walk(K, data.labels, data.node_ids.index(NODE), along, damping)


@cache
def gamma_slider() -> Control:
    """The gammas of the pages, and every resonance."""
    found = walk(0.1)
    resonances = found.gammas[np.isinf(found.condition)]
    apart = [gamma for gamma in OFFERED if not np.isclose(gamma, resonances).any()]
    steps = sorted([*apart, *resonances.tolist()])
    return slider("resonance_gamma", "γ", steps, 1.0, "As γ grows, 1/γ decreases past all singular values.")


def said(found: ResonanceWalk, at: int, damping: float) -> str:
    """What holds at one gamma."""
    place = 1 / found.gammas[at]
    return fill_in(
        SAID[bool(np.isinf(found.condition[at]))],
        node=NODE,
        place=place,
        nearest=found.singular_values[np.abs(found.singular_values - place).argmin()],
        condition=found.condition[at],
        undamped=found.undamped[at],
        damped=found.damped[at],
        damping=damping,
    )


def _play(value: Value) -> list[Block]:
    gamma, damping = value(gamma_slider()), value(LAMBDA)
    found = walk(damping)
    at = int(np.abs(found.gammas - gamma).argmin())
    condition = {"without damping": np.where(np.isinf(found.condition), np.nan, found.condition)[::-1]}
    views = {"without damping": found.undamped[::-1], "with damping": found.damped[::-1]}
    inverse, here = 1 / found.gammas[::-1], float(1 / found.gammas[at])
    draw = partial(along_resonances, inverse, singular_values=found.singular_values, current=here)
    left = partial(draw, condition, measure="condition")
    right = partial(draw, views, measure="source view", limits=(-3.0, 3.0))
    settings = {"gamma": nearest(GAMMAS, gamma), "damping": nearest(DAMPINGS, damping)}
    return [
        pair(
            Figure("resonance_condition", left, CONDITION, "Condition number without damping", GREY),
            Figure("resonance_view", right, VIEW, f"Source view of {NODE}", CLASS),
        ),
        Text(said(found, at, damping)),
        Text(DAMPED),
        opens("Decisions", SAMPLE, kernel="adjacency", orientation="out", **settings),
    ]


def _code(value: Value) -> str:
    gamma, damping = value(gamma_slider()), value(LAMBDA)
    return f"""
        from askcore.experiments.lessons.dual import resonance_walk
        from askcore.figures.lessons import along_resonances

        data = askcore.datasets.load_sample({SAMPLE!r})
        K = Problem(data, {KERNEL!r}).operator.toarray()
        node = data.node_ids.index({NODE!r})
        found = resonance_walk(K, data.labels, node, np.geomspace({LOW}, {HIGH}, 150), {damping})

        here = resonance_walk(K, data.labels, node, [{gamma}], {damping})
        at = abs(here.gammas - {gamma}).argmin()
        print("Condition number:", here.condition[at])
        print("Without damping:", here.undamped[at])
        print("With damping:", here.damped[at])

        damped = {{"with damping": found.damped[::-1]}}
        shown = {{"current": 1 / here.gammas[at], "measure": "source view", "limits": (-3, 3)}}
        along_resonances((1 / found.gammas)[::-1], damped, found.singular_values, **shown)
    """


LESSON = Lesson(
    claim="Where 1/γ is a singular value of the centred kernel matrix, AsK-LS has no unique answer.",
    idea="AsK-LS solves one linear system. Without the intercepts, its eigenvalues are 1/γ + σ and 1/γ − σ, for "
    "every **singular value** σ of the centred K. Centring subtracts the means of rows and columns. Where 1/γ = σ, "
    "the system is singular: a **resonance**.",
    example="the seven nodes of lesson 1. Here the class of every node is known, and K is the adjacency matrix: K(u, "
    "v) is 1 where an arrow leads from u to v.",
    play=_play,
    code=_code,
    tries=(
        "Move γ from left to right: in the figures, 1/γ moves to the left. At every grey line, the condition number "
        "has no bound, and the view without damping jumps.",
        "Set γ to 2. Then 1/γ is exactly a singular value: only the damped answer is defined.",
        "Lower λ to 0.001. The damped view now also swings near some of the grey lines and sometimes "
        "predicts square for E.",
    ),
    caution="A small condition number does not make a decision right: it only means that the answer is stable. "
    "Damping changes the answer everywhere, not only at a resonance. So γ and λ are tuned together.",
    questions={
        "When does AsK-LS have no unique answer?": "When 1/γ is a singular value of the centred K. Then the system "
        "has no solution, or infinitely many.",
        "What does damping do?": "It limits the part of the solution that belongs to an eigenvalue near 0. Without "
        "damping, that part is unbounded. In return, the equations are no longer solved exactly.",
        "For which γ is there no resonance at all?": "For γ < 1/σ₁, where σ₁ is the largest singular value of the "
        "centred K. Here this means γ < 1.1.",
    },
    source="He et al. (2022), equation 6; the proof of proposition 2 assumes that the matrix of this system has full "
    "rank. The paper does not mention damping.",
)
