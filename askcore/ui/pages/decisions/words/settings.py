"""What the page Decisions says of settings: which one each number has, how it was found, what γ and λ do.

UI floor, without streamlit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from askcore._format import duration, number, share
from askcore.experiments import KernelChoice
from askcore.experiments.decisions.comparison import MethodResult, SplitComparison
from askcore.experiments.decisions.gamma import GammaCurve, ModeFilters
from askcore.experiments.decisions.surface import Surface
from askcore.experiments.decisions.views import Views
from askcore.experiments.merging import LEARNED
from askcore.kernels import KERNELS
from askcore.ui.text.words import FAR_BELOW, left_out_below_chance

STAND_IN = "a least squares discriminant stands in for the regression of this merging"


class Best(NamedTuple):
    """The best setting of AsK-LS that is known so far, its cross-validated accuracy, and on how many samples."""

    bandwidth: float
    gamma: float
    damping: float
    score: float
    n_judged: int


def setting(of: MethodResult) -> str:
    """The setting that a method was tuned to."""
    if not np.isfinite(of.gamma):
        return of.setting.in_words
    wide = f"bandwidth × {of.bandwidth:g}, " if of.bandwidth != 1 else ""
    return f"{wide}γ = {number(of.gamma)}, λ = {number(of.damping)}"


def which_setting(
    found: SplitComparison, bandwidth: float, gamma: float, damping: float, *, searched: bool = False
) -> str:
    """Which setting the numbers have, and which the figures; ``searched`` : a quick search chose the current one."""
    wide = f"bandwidth × {bandwidth:g}, " if np.isfinite(bandwidth) and bandwidth != 1 else ""
    mine = f"{wide}γ = {number(gamma)}, λ = {number(damping)}"
    if mine == setting(found.askls):
        return f"The large numbers and the figures show AsK-LS at the same setting ({mine})."
    by = "which the quick search chose" if searched else "which you can change in the settings"
    return (
        f"Large numbers: each method at its tuned setting (AsK-LS: {setting(found.askls)}). Small numbers and all "
        f"figures: AsK-LS at your setting, {by} ({mine})."
    )


def tuned_how(found: SplitComparison, slow: str = "") -> str:
    """How all methods were tuned, and how they were compared; ``slow`` : baselines that were not tried."""
    what = "bandwidth, γ and λ" if found.bandwidths else "γ and λ"
    every = found.n_judged == found.n_train
    of = f"the {found.n_train:,}" if every else f"{found.n_judged:,} of the {found.n_train:,}"
    how = "by holding back" if found.held_back else "by cross-validation on"
    learned = f" In tuning, {STAND_IN}." if found.views.merge in LEARNED else ""
    left_out = f" {slow} takes longer and was not tried." if slow else ""
    return (
        f"Every method, AsK-LS, baseline or other, was tuned ({what}, or its own settings) {how} {of} training "
        f"samples. No label of a test sample was used.{learned} A method is called better where an exact McNemar "
        f"test on the test samples shows it; three such claims share a level of 5%.{left_out}"
    )


def tuning(best: Best, found: SplitComparison) -> str:
    """The best setting that is known, and its accuracy."""
    every = best.n_judged == found.n_train
    of = f"{found.n_train:,}" if every else f"{best.n_judged:,} of the {found.n_train:,}"
    return (
        f"The best setting is **{place(best)}**. It was tuned on {of} training samples. The cross-validated accuracy, "
        f"corrected for the choice, is **{share(best.score)}**."
    )


def place(best: Best) -> str:
    """A setting in words."""
    wide = f"bandwidth × {best.bandwidth:g}, " if best.bandwidth != 1 else ""
    return f"{wide}γ = {number(best.gamma)}, λ = {number(best.damping)}"


def surface_offer(found: SplitComparison) -> str:
    """What there is before the surface was asked for."""
    tried = ", ".join(f"{factor:g}" for factor in sorted(found.bandwidths))
    return (
        f"For the verdict, {tried} times the usual bandwidth were tried. The picture tries eight, each with all γ and "
        "λ. “Use the best” then takes the best of them."
    )


def surface_caption(found: Surface) -> str:
    """How to read the surface, and what not to conclude."""
    part = (
        f" on {found.n_judged:,} of the {found.n_train:,} training samples"
        if found.n_judged < found.n_train
        else ""
    )
    return (
        f"Cross-validated accuracy{part}, at the λ that is best for each place. Star: the best place. "
        "Ring: your setting. The faintest places are 25 points or more below the best. Differences of a few "
        "samples may be chance, so a place of similar colour may be as good as the best one."
    )


def too_large(m: int, limit: int) -> str:
    """Why there is no curve for so many training samples, and what to do."""
    return (
        "The curve along γ needs a decomposition of the training kernel matrix. This page does that for up to "
        f"{limit:,} samples; here there are {m:,}. Lower “Share used for training” to see it."
    )


def curve_caption(curve: GammaCurve, choice: KernelChoice, *, is_graph: bool, merge: str) -> str:
    """How to read the gamma curve, and what not to conclude."""
    said = [
        "Leave-one-out accuracy: each training sample is decided by the model that is trained on all others. "
        "Vertical line: the current γ."
    ]
    if np.isfinite(curve.safe):
        said.append(
            "Shaded: γ below the first resonance (tick), where the solution is numerically stable. Stable does not "
            "mean accurate."
        )
    else:
        said.append("There is no resonance: the solution is numerically stable at every γ.")
    if min(np.nanmin(shares, initial=1.0) for shares in curve.accuracy.values()) < curve.chance - FAR_BELOW:
        said.append(left_out_below_chance())
    if merge in ("stack", "joint"):
        said.append(f"Merged: a tenth is left out at a time, and {STAND_IN}.")
    elif merge != "mean":
        said.append(f"Merged is the {merge} view alone.")
    if not is_graph and choice.name in KERNELS and not KERNELS[choice.name].pointwise:
        said.append(
            "The totals of this kernel still contain the left-out sample, so this score is not fully independent of it."
        )
    said.append("The best γ is chosen by this score, so expect a slightly lower accuracy on new samples.")
    return " ".join(said)


def modes_caption(modes: ModeFilters, damping: float, *, is_graph: bool) -> str:
    """What damping does, how to read the filter, and how many modes are what."""
    counts = modes.counts
    linked = "linked nodes" if is_graph else "similar samples"
    said = [
        "K is a sum of components; σ is the weight of one. The solid curve (own labels) says how much of the labels' "
        "pattern a view keeps along a component: 1 is all of it, 0 nothing. The dashed curve (crossed labels) says "
        "how much a view adds of the pattern that the other view keeps. A component of these data has a dot on "
        "each curve."
    ]
    parts = [f"{counts['fitted']:,} components are fitted (at least half is kept)"]
    if damping > 0:
        parts.append(f"{counts['damped']:,} are damped (less than half)")
    none = not counts["subtracted"]
    parts.append(
        "none is subtracted" if none else f"{counts['subtracted']:,} are subtracted (solid curve negative)"
    )
    said.append(f"{', '.join(parts)}.")
    if not none:
        said.append(
            f"Where one is subtracted, a view goes by the labels of {linked}, which helps only if these have the same "
            "class."
        )
    said.append(
        "Dotted: without damping. Damping keeps both curves bounded near σ = 1/γ."
        if damping > 0
        else "Without damping, both curves have no bound near σ = 1/γ."
    )
    return " ".join(said)


def symmetric_modes() -> str:
    """Why a symmetric kernel has no two label parts."""
    return (
        "This kernel matrix is symmetric, so both views are one LS-SVM. A component with eigenvalue κ enters with "
        "the factor κ/(κ + 1/γ). The factor is negative only if an eigenvalue is negative."
    )


def solved_by(views: Views) -> str:
    """One line on the computation: solver, time, damping, and the condition where it is known."""
    names = {
        "dense": "dense elimination",
        "sparse": "sparse elimination",
        "iterative": "MINRES",
        "svd": "singular values",
        "path": "one decomposition that serves every γ",
    }
    said = f"Solved by {names[views.solver]} in {duration(views.seconds)}. λ is {views.damping:g}"
    if np.isnan(views.condition):
        return f"{said}."
    condition = "infinite: a resonance" if views.condition > 1e15 else number(views.condition)
    return f"{said}; without damping, the condition number of the system is {condition}."
