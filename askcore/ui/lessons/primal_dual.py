"""Lesson: where the dual weights of AsK-LS come from, one condition of its Lagrangian after the other.

UI floor.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from askcore import figures
from askcore._format import number
from askcore.datasets import load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.lessons.primal_dual import PRIMAL_STEPS, PrimalStep, primal_steps
from askcore.ui import controls
from askcore.ui.charts import picture, plots
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.settings import GAMMAS, nearest
from askcore.ui.work import cache
from askcore.ui.work.cache import kept

SAMPLE = "two_moons"
KERNEL = KernelChoice("sne", standardise=True, bandwidth=0.35)
STEPS = dict(zip(PRIMAL_STEPS, ("1 Guess", "2 Weights", "3 Errors", "4 Dual system"), strict=True))
FACTORS = {1.0: "ω′ν, the paper", 0.5: "½ ω′ν, the tutorial"}
SLIDER = tuple(gamma for gamma in GAMMAS if 0.1 <= gamma <= 100)
MEANT = (
    ("ν", r"F\omega = \sum_i \beta_i y_i \phi_t(x_i)", "ω is a weighted sum of target features.", "source"),
    ("ω", r"F\nu = \sum_i \alpha_i y_i \phi_s(x_i)", "ν is a weighted sum of source features.", "target"),
    ("b₁", r"\sum_i \alpha_i y_i = 0", "Both classes have the same weight in α.", "source"),
    ("b₂", r"\sum_i \beta_i y_i = 0", "The same holds for β.", "target"),
    ("e", r"\gamma e_i = \alpha_i", "A large error has a large dual weight.", "source"),
    ("h", r"\gamma h_i = \beta_i", "The same holds for h and β.", "target"),
    ("α", r"y_i f_s(x_i) = 1 - e_i", "$e_i$ is the error of $f_s = \\omega'\\phi_s + b_1.$", "source"),
    ("β", r"y_i f_t(x_i) = 1 - h_i", "$h_i$ is the error of $f_t = \\nu'\\phi_t + b_2.$", "target"),
)
DONE = {
    "guess": "α and β are drawn at random, and all else is 0.",
    "weights": "ω and ν are now computed from β and α.",
    "errors": "e and h are now α and β divided by γ. The conditions that are left make up the linear system of "
    "the dual, with the matrix H: its entries are $y_i K(x_i, x_j)\\,y_j.$",
    "dual": "α, β, b₁ and b₂ now solve the dual system, and all else follows from them.",
}


def seen(step: str, now: PrimalStep) -> str:
    """What was done in a step, and how many of the eight conditions hold after it."""
    if now.met < len(now.conditions):
        return f"{DONE[step]} **{now.met} of the {len(now.conditions)} conditions hold.**"
    largest = float(np.abs(now.point.e).max())
    return (
        f"{DONE[step]} **All {now.met} conditions hold: what is left is rounding.** The largest error in e is "
        f"{number(largest)}."
    )


def conditions(now: PrimalStep, factor: float) -> pd.DataFrame:
    """The eight conditions, a row each: by which variable, what it says, what that means, and its residual."""
    half = "" if factor == 1 else r"\tfrac12 "
    return pd.DataFrame(
        [
            {
                "Condition": f"${condition.replace('F', half)}$",
                "What it says": meaning,
                "Residual": number(held.residual) if held.residual else "0",
            }
            for (_, condition, meaning, _), held in zip(MEANT, now.conditions, strict=True)
        ],
        index=pd.Index([f"∂L/∂{variable}" for variable, *_ in MEANT]),
    )


@kept()
def _steps(gamma: float, factor: float) -> dict[str, PrimalStep]:
    data = load_sample(SAMPLE)
    y = np.where(data.labels == data.labels.max(), 1.0, -1.0)
    return primal_steps(cache.problem(data, KERNEL).operator.toarray(), y, gamma, factor=factor)


@fragment
def _play() -> None:
    with st.container(border=True):
        st.markdown(
            "**The example:** the 300 samples of two moons, all used for training, with the SNE kernel. This is a "
            "Gaussian similarity, divided by its sum over the training samples. K(u, v) is the inner product of the "
            "source features $\\phi_s(u)$ and the target features $\\phi_t(v).$"
        )
        step = controls.choose("Step", STEPS, "primal_dual_step", labelled=True)
        with st.container(horizontal=True):  # no columns, which would cut the names of the two products
            gamma = controls.slider(
                "γ, weight of the errors", SLIDER, 3.2, "primal_dual_gamma", None, width=300
            )
            factor = controls.choose("Product in L", FACTORS, "primal_dual_factor", labelled=True)
        half = "" if factor == 1 else r"\tfrac12\,"
        st.latex(
            rf"""\begin{{aligned}} L = {half}\omega'\nu &+ \tfrac\gamma2\sum_i \bigl(e_i^2 + h_i^2\bigr) \\
            &+ \sum_i \alpha_i\,\bigl(1 - e_i - y_i f_s(x_i)\bigr) \\
            &+ \sum_i \beta_i\,\bigl(1 - h_i - y_i f_t(x_i)\bigr) \end{{aligned}}"""
        )
        now = _steps(gamma, factor)[step]
        st.markdown(seen(step, now))
        if factor != 1 and step == "dual":
            st.markdown(f"ω, ν, e and h are those of the paper at γ = {number(gamma / factor)}.")
        words, bars = st.columns([7, 4], gap="medium")
        with words:
            st.table(conditions(now, factor))
        with bars:
            names = [f"∂L/∂{variable}" for variable, *_ in MEANT]
            picture.show(
                figures.residual_bars(
                    [held.residual for held in now.conditions],
                    names,
                    [role for *_, role in MEANT],
                    theme=plots.theme(),
                ),
                key="primal_dual_bars",
                alt=f"Residuals of the eight conditions; {now.met} of them hold",
            )
            st.caption(
                "Residual: the largest absolute value in the derivative; 0 means that the condition holds. Blue "
                "belongs to the source view, orange to the target view."
            )
    kernel = {"kernel": "sne", "scaled": True, "times_sne_sigma": 0.35}
    model = {"gamma": nearest(GAMMAS, gamma / factor), "damping": 0.0, "train": 1.0}
    open_page("Decisions", SAMPLE, kernel | model, "primal_dual_open")


LESSON = Lesson(
    title="From primal to dual",
    idea=(
        "AsK-LS asks for two weight vectors: ω for the **source view**, ν for the target view. Where its Lagrangian "
        "L is stationary, eight conditions hold. They turn the problem into one linear system in its "
        "multipliers α and β."
    ),
    play=_play,
    tries=(
        "Walk through the four steps and watch the bars. Weights and errors each meet two conditions, and the dual "
        "system meets the other four.",
        "Stay at the dual system and move γ to 7.9. All conditions hold, yet the largest error exceeds 5,000: γ is "
        "near a resonance, which the next lesson explains.",
        "Stay at the dual system. Choose ½ ω′ν and γ = 1, then ω′ν and γ = 2. The largest error is the same.",
    ),
    caution=(
        "Stationary does not mean minimal. The product ω′ν may be negative, so the point is usually a saddle. And a "
        "damped solution (lesson 4) meets these conditions only approximately: it solves a changed system."
    ),
    questions=(
        (
            "Where do the dual weights a and c come from?",
            "α and β are the multipliers of the constraints, one for each training sample and view. With the labels "
            "multiplied in, they are $a_i = \\alpha_i y_i$ and $c_i = \\beta_i y_i.$ In lesson 2, α "
            "already has the sign of the label.",
        ),
        (
            "Why do labels stand in the matrix H of the dual system?",
            "The constraint multiplies $\\omega'\\phi_s(x_i)$ by the label $y_i$, and ω is the sum of "
            "$\\beta_j y_j \\phi_t(x_j)$ over j. Together this gives $H_{ij} = y_i K(x_i, x_j)\\,y_j$ as the entries "
            "of H. With a and c as unknowns, the matrix is K itself.",
        ),
        (
            "What does the one half of the tutorial change?",
            "With ½ ω′ν, the weights are twice their sums, so the dual holds 2H. That is the paper's problem with 2γ "
            "in place of γ. The tutorial prints H although its ½ requires 2H.",
        ),
    ),
    source=(
        "He et al. (2022), equations 5 to 10 and proposition 1. The one half stands in the tutorial “Introduction to "
        "SVM, part 3: asymmetric kernels”."
    ),
)
