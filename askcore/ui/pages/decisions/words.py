"""What the Decisions page says on regularisation, merging and single samples, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

import numpy as np

from askcore._format import number
from askcore.estimators import LooChoice
from askcore.experiments import GammaCurve, KernelChoice, ModeFilters, Views
from askcore.kernels import KERNELS
from askcore.ui.words import clearly_differs, plain

__all__ = [
    "anti_learning",
    "curve_caption",
    "merged_by",
    "modes_caption",
    "neighbours_caption",
    "pulls_caption",
    "rule_in_full",
    "sample_decided",
    "symmetric_modes",
    "too_large",
    "tuning",
]


def anti_learning(views: Views, modes: ModeFilters | None) -> str:
    """That the merged decision is clearly worse than guessing, and why; empty if it is not."""
    n = len(views.truth)
    _, counts = np.unique(views.truth, return_counts=True)
    guess = float(((counts / n) ** 2).sum())
    merged = float((views.predicted["merged"] == views.truth).mean())
    if merged >= guess or not clearly_differs(merged, guess, n):
        return ""
    said = [
        f"**Worse than guessing:** the merged decision is right on {merged:.0%}; guessing by the shares of the "
        f"classes would be on {guess:.0%}."
    ]
    subtracted = 0 if modes is None else modes.counts["subtracted"]
    if modes is not None and subtracted > len(modes.sigma) / 2:
        said.append(
            f"In {subtracted:,} of {len(modes.sigma):,} modes the labels of samples like it are subtracted and those "
            "of their neighbours are added. That is wrong wherever neighbours differ in class."
        )
    found = (
        "leave-one-out below finds a pair" if modes is not None else "the joint decision is less sensitive"
    )
    said.append(f"Raise γ together with the damping λ; {found}.")
    return " ".join(said)


def tuning(best: LooChoice, here: float, m: int, n_gammas: int, n_dampings: int) -> str:
    """Where leave-one-out is best, against the current setting."""
    now = f"**{here:.1%}**" if np.isfinite(here) else "not defined (a resonance)"
    if here >= best.score:
        return (
            f"Leave-one-out over the {m:,} training samples: {now} at the current γ and λ. None of the "
            f"{n_gammas} × {n_dampings} other pairs tried does better."
        )
    return (
        f"Leave-one-out over the {m:,} training samples is best at **γ = {best.gamma:g}, λ = {best.damping:g}**, "
        f"with **{best.score:.1%}**, against {now} at the current γ and λ ({n_gammas} × {n_dampings} pairs tried)."
    )


def too_large(m: int, limit: int) -> str:
    """Why there is no curve for so many training samples, and what to do."""
    return (
        f"Leave-one-out along γ needs one decomposition of the training kernel matrix, which this page makes for up to "
        f"{limit:,} samples; here are {m:,}. Lower “Share used for training”, or call "
        "askcore.gamma_path(K, y, gammas) in Python, where it takes as long as it takes."
    )


def curve_caption(curve: GammaCurve, choice: KernelChoice, *, is_graph: bool, merge: str) -> str:
    """How to read the gamma curve, and what not to conclude."""
    said = [
        "Each training sample decided by the model without it, exactly and without refits. "
        "Vertical line: the current γ."
    ]
    if np.isfinite(curve.safe):
        said.append(
            "Left of the first resonance (tick) the system is numerically safe; that says nothing about being right."
        )
    else:
        said.append("There is no resonance: the system is safe at every γ.")
    if merge != "mean":
        said.append(
            "Merged is the mean here, since the chosen rule learns from these very leave-one-out views."
        )
    if not is_graph and choice.name in KERNELS and not KERNELS[choice.name].pointwise:
        said.append("This kernel is normalised over all training samples: leave-one-out at fixed reference.")
    said.append("The best γ was picked by this score, so expect a little less on new samples.")
    return " ".join(said)


def modes_caption(modes: ModeFilters, damping: float, *, is_graph: bool) -> str:
    """What damping does, how to read the filter, and how many modes are what."""
    counts = modes.counts
    total = len(modes.sigma)
    said = [
        "Damping holds back the modes near σ = 1/γ, which the data cannot settle."
        if damping > 0
        else "Without damping the factors have no bound near σ = 1/γ, and left of it labels count with a minus sign."
    ]
    linked = "linked nodes" if is_graph else "samples with a large K(u, v)"
    parts = [f"{counts['fitted']:,} fitted"]
    if damping > 0:
        parts.append(f"{counts['damped']:,} damped")
    parts.append(f"{counts['subtracted']:,} subtracted")
    said.append(
        f"Of {total:,} modes: {', '.join(parts)}. Subtracted (σ² < 1/γ² − λ): the sample's own labels enter with a "
        f"minus sign, its neighbours' with a plus; harmless only where {linked} share their class."
    )
    if damping > 0:
        said.append("Dotted: without damping.")
    return " ".join(said)


def symmetric_modes() -> str:
    """Why a symmetric kernel has no two label parts."""
    return (
        "This kernel matrix is symmetric: own and crossed labels are the same, both views are one LS-SVM, and each "
        "mode with eigenvalue κ enters with κ/(κ + 1/γ). Nothing is subtracted unless an eigenvalue is negative."
    )


def merged_by(merge: str) -> str:
    """What the merged decision is, in a line."""
    rules = {
        "mean": "Accuracy of (f_s + f_t)/2.",
        "stack": "Accuracy of the published rule: for each class a logistic regression on (f_s, f_t).",
        "joint": "Accuracy of one multinomial regression on the views of all classes.",
    }
    return rules[merge]


def rule_in_full(merge: str) -> str:
    """How the merged decision is computed, for the formulas."""
    learned = (
        "learned from views that the samples' own labels did not help to make: exact leave-one-out views, or ten folds "
        "for training sets too large for them."
    )
    rules = {
        "mean": "Merged: $(f_s + f_t)/2$, the largest class decides.",
        "stack": f"Merged: for each class a logistic regression on $(f_s, f_t)$, {learned}",
        "joint": f"Merged: one multinomial regression on $f_s$ and $f_t$ of all classes, {learned}",
    }
    return rules[merge]


def sample_decided(views: Views, place: int, name: str, j: int) -> str:
    """What the scored sample number ``place`` is and is taken for, and its two views on class number ``j``."""
    said = {role: plain(views.predicted[role][place]) for role in ("source", "target", "merged")}
    truth = plain(views.truth[place])
    right = "right" if views.predicted["merged"][place] == views.truth[place] else "wrong"
    return (
        f"**{plain(name)}** is “{truth}”. Source says “{said['source']}”, target “{said['target']}”, merged "
        f"“{said['merged']}”, which is {right}. On “{plain(views.classes[j])}”: f_s = "
        f"**{number(views.f_source[place, j])}**, f_t = **{number(views.f_target[place, j])}**. The bars say why."
    )


def pulls_caption() -> str:
    """How to read the bars."""
    return (
        "Each bar is one training sample: its dual weight times the kernel between it and this one. Right pulls "
        "towards the class, left away from it; colour and symbol are its own class. All bars add up to the decision. A "
        "strong pull is no cause: without that sample the others would weigh differently."
    )


def neighbours_caption() -> str:
    """How to read the neighbours."""
    return (
        "The same training samples as neighbours: left those that point to the node, right those it points to, each "
        "arrow in the colour of the view that reads it. The node's link to itself pulls too where it was trained on."
    )
