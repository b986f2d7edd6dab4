"""What the page Decisions says of settings: which one each number has, how it was found, what γ and λ do.

UI floor, without streamlit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from askcore._format import duration, listed, number, share
from askcore.experiments import METHODS, KernelChoice
from askcore.experiments.decisions.baselines import Baselines
from askcore.experiments.decisions.contest import Contender, Contest
from askcore.experiments.decisions.gamma import GammaCurve, ModeFilters
from askcore.experiments.decisions.surface import Surface
from askcore.experiments.decisions.views import PATH_LIMIT, Views
from askcore.experiments.joint import LEARNED
from askcore.kernels import KERNELS
from askcore.ui.text.words import FAR_BELOW, left_out_below_chance

STAND_IN = "least squares stand in for the regression of this merging"


class Best(NamedTuple):
    """The best setting of AsK-LS that is known so far, and on how many samples left out it was found."""

    bandwidth: float
    gamma: float
    damping: float
    score: float
    n_chosen_on: int


def setting(of: Contender) -> str:
    """The setting that a method was tuned to."""
    wide = f"bandwidth × {of.bandwidth:g}, " if of.bandwidth != 1 else ""
    return f"{wide}γ = {number(of.gamma)}, λ = {number(of.damping)}"


def which_setting(
    found: Contest, bandwidth: float, gamma: float, damping: float, *, searched: bool = False
) -> str:
    """Which setting the numbers have, and which the figures; ``searched`` : a quick search chose the current one."""
    wide = f"bandwidth × {bandwidth:g}, " if np.isfinite(bandwidth) and bandwidth != 1 else ""
    mine = f"{wide}γ = {number(gamma)}, λ = {number(damping)}"
    if mine == setting(found.askls):
        return f"The large numbers and the figures show AsK-LS at the same setting ({mine})."
    by = "which the quick search chose" if searched else "which you can change in the settings"
    return (
        f"Large numbers: each method at its tuned setting (AsK-LS: {setting(found.askls)}). Small numbers and all "
        f"figures: AsK-LS at the current setting, {by} ({mine})."
    )


def tuned_how(found: Contest) -> str:
    """How all methods of the verdict were tuned, and how they were compared."""
    what = "the bandwidth, γ and λ" if found.bandwidths else "the γ and λ"
    learns = found.views.merge in LEARNED
    how = "on left-out tenths of" if learns else "in leave-one-out on"
    if found.at_once:
        left = f"on {found.n_chosen_on:,} of the {found.n_train:,} training samples, which were held back"
    elif found.n_chosen_on < found.n_train:
        left = f"{how} {found.n_chosen_on:,} of the {found.n_train:,} training samples"
    else:
        left = f"{how} the training samples"
    first = (
        ""
        if found.n_bandwidth_on is None
        else f" The bandwidth was chosen on {found.n_bandwidth_on:,} of them."
    )
    learned = (
        f" “{found.views.merge.capitalize()}” merging is learned for each of the four: nine tenths of these samples "
        f"teach the rule, the last tenth is decided, in turn. In tuning {STAND_IN}."
        if learns
        else ""
    )
    return (
        f"Tuning: AsK-LS and each of its three rivals have {what} that are best {left}, among {found.n_settings} "
        f"settings.{first}{learned} No label of a scored sample was used. Two methods are "
        "compared by an exact McNemar test at 5%, on the samples that only one of the two gets right."
    )


def ordinary_how(beside: Baselines) -> str:
    """How the ordinary methods were tuned, and on what."""
    some = f"{beside.n_chosen_on:,} of the " if beside.n_chosen_on < beside.n_train else "the "
    folds = "a quarter of" if beside.at_once else "five folds of"
    said = [
        f"Ordinary methods do not use this kernel. Each has the setting that is best on {folds} {some}"
        f"{beside.n_train:,} training samples."
    ]
    said += [
        f"{each.label} was fitted on {each.n_fitted:,} of them."
        for each in beside.each
        if each.n_fitted < beside.n_train
    ]
    if beside.left_out:
        said.append(f"{dear(beside)} takes longer and was not tried.")
    return " ".join(said)


def dear(beside: Baselines) -> str:
    """The ordinary methods that were left out because they take long, by name."""
    return listed([f"“{METHODS[name].label}”" for name in beside.left_out])


def best_ordinary(beside: Baselines) -> tuple[str, str]:
    """Name of the number of the best ordinary method, and what stands below it: first of all that one is missing."""
    name = beside.best.label
    if beside.left_out:
        return f"Best quick ordinary: {name}", f"not tried: {dear(beside)}"
    return f"Best ordinary: {name}", "tuned" if beside.at_once else "tuned by five folds"


def tuning(best: Best, here: float, found: Contest, *, in_use: bool = True) -> str:
    """Where leaving samples out is best, against the current setting where that is known.

    ``in_use`` : the best setting is the current one.
    """
    if found.at_once:
        how = f"On {best.n_chosen_on:,} of the {found.n_train:,} training samples, which were held back"
    elif best.n_chosen_on < found.n_train:
        how = f"Leave-one-out over {best.n_chosen_on:,} of the {found.n_train:,} training samples"
    else:
        how = f"Leave-one-out over the {found.n_train:,} training samples"
    if here >= best.score:
        lead = f"{how}: **{share(here)}** right at the current setting."
        if in_use:
            return f"{lead} No other setting that was tried is better.{_edge(best, found)}"
        return f"{lead} No setting that was tried is better; the best of them is **{place(best)}**."
    said = [f"{how}: best at **{place(best)}**. It gets **{share(best.score)}** right.{_edge(best, found)}"]
    if found.n_train <= PATH_LIMIT and not found.at_once:
        said.append(
            f"The current setting gets **{share(here)}**."
            if np.isfinite(here)
            else "The current setting is a resonance, where it is not defined."
        )
    return " ".join(said)


def _edge(best: Best, found: Contest) -> str:
    """That the best γ is the last one that was tried, so that a better one may lie beyond; of 100% there is none."""
    tried, gamma = found.gammas, best.gamma
    # Of those on samples held back, the smallest is next to none at all: smaller ones decide alike.
    ends = (max(tried),) if found.at_once else (min(tried), max(tried))
    if best.score < 1 and gamma in ends:
        end = "largest" if gamma == max(tried) else "smallest"
        return f" This γ is the {end} one that was tried, so a better one may lie beyond it."
    return ""


def place(best: Best) -> str:
    """A setting in words."""
    wide = f"bandwidth × {best.bandwidth:g}, " if best.bandwidth != 1 else ""
    return f"{wide}γ = {number(best.gamma)}, λ = {number(best.damping)}"


def surface_offer(found: Contest) -> str:
    """What there is before the surface was asked for."""
    tried = ", ".join(f"{factor:g}" for factor in sorted(found.bandwidths))
    return (
        f"For the verdict, {tried} times the usual bandwidth were tried. The picture tries eight, each with all γ and "
        "λ. “Use the best” then takes the best of them."
    )


def surface_caption(found: Surface) -> str:
    """How to read the surface, and what not to conclude."""
    part = (
        f" on {found.n_chosen_on:,} of the {found.n_train:,} training samples"
        if found.n_chosen_on < found.n_train
        else ""
    )
    return (
        f"Accuracy on left-out training samples{part}, at the λ that is best for each place. Star: the best place. "
        "Ring: the current setting. The faintest places are 25 points or more below the best. Differences of a few "
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
