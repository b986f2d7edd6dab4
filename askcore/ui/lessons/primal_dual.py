"""Lesson: the dual weights of AsK-LS, one condition of its Lagrangian after the other."""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd

from askcore._format import number
from askcore.datasets import load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.lessons.dual import PRIMAL_STEPS, PrimalStep, primal_steps
from askcore.figures.lessons import residual_bars
from askcore.ui.blocks import Block, Columns, Figure, Fold, Table, Text, Value
from askcore.ui.cache import cached
from askcore.ui.lessons.lesson import Lesson, choice, opens, slider
from askcore.ui.problems import problem
from askcore.ui.settings import GAMMAS, nearest
from askcore.ui.text.words import fill_in

SAMPLE = "two_moons"
KERNEL = KernelChoice("sne", standardise=True, bandwidth=0.35)
TITLES = dict(zip(PRIMAL_STEPS, ("1 Guess", "2 Weights", "3 Errors", "4 Dual system"), strict=True))
STEP = choice("primal_dual_step", "Step", TITLES)
OFFERED = [gamma for gamma in GAMMAS if 0.1 <= gamma <= 100]
GAMMA = slider("primal_dual_gamma", "γ, weight of the errors", OFFERED, 3.2)
# Variable, condition, meaning, view.
CONDITIONS = (
    ("ν", "ω = Σ βᵢ yᵢ φₜ(xᵢ)", "ω is a weighted sum of target features", "source"),
    ("ω", "ν = Σ αᵢ yᵢ φₛ(xᵢ)", "ν is a weighted sum of source features", "target"),
    ("b₁", "Σ αᵢ yᵢ = 0", "both classes have the same weight in α", "source"),
    ("b₂", "Σ βᵢ yᵢ = 0", "the same holds for β", "target"),
    ("e", "γ eᵢ = αᵢ", "a large error has a large multiplier", "source"),
    ("h", "γ hᵢ = βᵢ", "the same holds for h and β", "target"),
    ("α", "yᵢ (ω′φₛ(xᵢ) + b₁) = 1 − eᵢ", "eᵢ is the error of the source view", "source"),
    ("β", "yᵢ (ν′φₜ(xᵢ) + b₂) = 1 − hᵢ", "hᵢ is the error of the target view", "target"),
)
NAMES, VIEWS = [f"∂L/∂{each[0]}" for each in CONDITIONS], [each[-1] for each in CONDITIONS]
DONE = {
    "guess": "α and β are drawn at random, and all else is 0.",
    "weights": "ω and ν are now computed from β and α.",
    "errors": "e and h are now α and β divided by γ. The remaining conditions form the dual system.",
    "dual": "α, β, b₁ and b₂ now solve the dual system, and all else follows from them.",
}
HELD = {
    False: "**{met} of 8 conditions hold.** {done}",
    True: "**All 8 conditions hold, up to rounding.** {done} The largest error in e is {largest}.",
}
BARS = (
    "Residual: the largest absolute value in the derivative, 0 where it holds. Blue: source view. Orange: target "
    "view."
)
LAGRANGIAN = r"""
$$
\begin{aligned} L = \omega'\nu &+ \tfrac\gamma2\sum_i \bigl(e_i^2 + h_i^2\bigr) \\
&+ \sum_i \alpha_i\,\bigl(1 - e_i - y_i (\omega'\phi_s(x_i) + b_1)\bigr) \\
&+ \sum_i \beta_i\,\bigl(1 - h_i - y_i (\nu'\phi_t(x_i) + b_2)\bigr) \end{aligned}
$$

The first line is the objective. The other lines are the constraints, each times its multiplier.
"""


@cached()
def steps(gamma: float) -> dict[str, PrimalStep]:
    """The four steps on the sample."""
    data = load_sample(SAMPLE)
    y = np.where(data.labels == data.labels.max(), 1.0, -1.0)
    return primal_steps(problem(data, KERNEL).operator.toarray(), y, gamma)


def said(step: str, now: PrimalStep) -> str:
    """How many conditions hold after a step."""
    met, largest = len(now.met), float(np.abs(now.point.e).max())
    return fill_in(HELD[met == len(CONDITIONS)], met=met, done=DONE[step], largest=largest)


def _play(value: Value) -> list[Block]:
    step, gamma = value(STEP), value(GAMMA)
    now = steps(gamma)[step]
    residuals = [*now.residuals.values()]
    alt = f"Residuals of the eight conditions; {len(now.met)} of them hold"
    bars = partial(residual_bars, residuals, NAMES, VIEWS)
    table = pd.DataFrame(CONDITIONS, columns=["Derivative", "Condition", "Meaning", "View"]).drop(
        columns="View"
    )
    table["Derivative"], table["Residual"] = NAMES, [number(each) for each in residuals]
    model = {"gamma": nearest(GAMMAS, gamma), "damping": 0.0, "train": 1.0}
    return [
        Columns(([Figure("primal_dual_bars", bars, alt, caption=BARS)], [Table(table)]), (4, 6)),
        Text(said(step, now)),
        Fold("primal_dual_lagrangian", "The Lagrangian L", lambda: [Text(LAGRANGIAN)]),
        opens("Decisions", SAMPLE, kernel="sne", scaled=True, times_sne_sigma=0.35, **model),
    ]


def _code(value: Value) -> str:
    return f"""
        from askcore.experiments.lessons.dual import primal_steps
        from askcore.figures.lessons import residual_bars

        data = askcore.datasets.load_sample({SAMPLE!r})
        K = Problem(data, {KERNEL!r}).operator.toarray()
        y = np.where(data.labels == data.labels.max(), 1.0, -1.0)
        now = primal_steps(K, y, {value(GAMMA)})[{value(STEP)!r}]

        print("Conditions that hold:", len(now.met))
        print("Residuals:", *now.residuals.values())
        print("Largest error in e:", abs(now.point.e).max())

        residual_bars([*now.residuals.values()], {NAMES!r}, {VIEWS!r})
    """


LESSON = Lesson(
    claim="Eight conditions turn AsK-LS into one linear system.",
    idea="AsK-LS determines the weights ω and the intercept b₁ of the **source view**, and ν and b₂ of the target "
    "view. Training sample i has the label yᵢ, the errors eᵢ and hᵢ of the two views, and a **multiplier** for each "
    "view, αᵢ and βᵢ. The Lagrangian L combines them. If all its derivatives are 0, eight conditions hold.",
    example="the 300 samples of two moons and the SNE kernel, a Gaussian similarity divided by its sum over the "
    "training samples. K(u, v) is the inner product of source features φₛ(u) and target features φₜ(v).",
    play=_play,
    code=_code,
    tries=(
        "Go through the four steps and watch the bars. Weights and errors each meet two conditions, and the dual "
        "system meets the other four.",
        "Stay at the dual system and move γ to 7.9. All conditions hold, yet the largest error exceeds 5,000: γ is "
        "near a resonance, which the next lesson explains.",
        "Stay at the dual system and make γ larger or smaller. Near 0.1, errors cost almost nothing, and "
        "the largest error is near 1.",
    ),
    caution="Stationary does not mean minimal. The product ω′ν may be negative, so the point is usually a saddle. A "
    "damped solution (lesson 4) meets these conditions only approximately: it solves a modified system.",
    questions={
        "Where do the multipliers α and β come from?": "Each belongs to one constraint. There is a constraint for "
        "each training sample and view: the view is right up to its error. Multiplied by the labels, the multipliers "
        "are the dual weights of lesson 1: $a_i = \\alpha_i y_i$ and $c_i = \\beta_i y_i.$",
        "How does the kernel enter the dual system?": "The constraint of sample i multiplies $\\omega'\\phi_s(x_i)$ "
        "by its label $y_i$, and ω is the sum of $\\beta_j y_j \\phi_t(x_j)$ over j. Together they give $y_i K(x_i, "
        "x_j)\\,y_j.$",
        "The tutorial writes ½ ω′ν in L. What does the factor ½ change?": "The weights become twice their sums, so "
        "every kernel value in the dual system doubles. That is the paper's problem with 2γ in place of γ. The "
        "tutorial prints the dual system without the factor 2.",
    },
    source="He et al. (2022), equations 5 to 10 and proposition 1. The factor one half is from the tutorial "
    "“Introduction to SVM, part 3: asymmetric kernels”.",
)
