"""What the page Decisions says, derived from results: sentences in, nothing typed twice.

UI floor, without streamlit: each function takes a result and returns a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from askcore._format import duration, number
from askcore.estimators import LooChoice
from askcore.experiments import RIVAL_NAMES, GammaCurve, KernelChoice, ModeFilters, Rival, Views
from askcore.kernels import KERNELS
from askcore.ui.words import plain

__all__ = [
    "agreement",
    "anti_learning",
    "confusion_caption",
    "curve_caption",
    "merged_by",
    "modes_caption",
    "neighbours_caption",
    "pulls_caption",
    "read_by",
    "readings",
    "regions_caption",
    "rule_in_full",
    "sample_decided",
    "side_by_side",
    "solved_by",
    "symmetric_modes",
    "too_large",
    "tuning",
    "verdict",
]


def readings(choice: KernelChoice, *, is_graph: bool) -> tuple[str, str]:
    """What the source and the target view of a sample read, as noun phrases."""
    if not is_graph:
        return "how the sample weighs the training samples", "how the training samples weigh the sample"
    if choice.name in ("adjacency", "common_neighbors"):
        into, out = "who points to the node", "whom the node points to"
    else:
        into, out = "from where walks lead to the node", "where walks from the node lead"
    return (into, out) if choice.orientation == "in" else (out, into)


def read_by(choice: KernelChoice) -> tuple[str, str]:
    """Which view reads the links into a node, and which those out of it."""
    return ("source", "target") if choice.orientation == "in" else ("target", "source")


def clearly_differs(p: float, q: float, n: int) -> bool:
    """Whether two shares of n samples differ by more than two standard errors (taken as independent).

    Rough and cautious: shares over the same samples are usually correlated, which makes the true error
    smaller. The page says so.
    """
    error = sqrt(max(p * (1 - p) + q * (1 - q), 0.25 / max(n, 1)) / max(n, 1))
    return abs(p - q) > 2 * error


def verdict(views: Views, rivals: Sequence[Rival], *, held_out: bool, is_graph: bool) -> str:
    """The finding in two or three sentences, with its numbers.

    Says whether the direction matters: AsK-LS against the symmetrisation that averages it away, then what
    the two products (which keep direction in another form) make of it.
    """
    n = len(views.truth)
    things = "node" if is_graph else "sample"
    accuracy = dict(zip(views.scores["role"], views.scores["accuracy"], strict=True))
    merged, chance = accuracy["merged"], views.chance
    right = (
        f"get **{merged:.0%}** of {n:,} held-out {things}s right"
        if held_out
        else f"reproduce **{merged:.0%}** of the {n:,} labels that they were trained on, a fit and no prediction"
    )
    if views.symmetric:
        return (
            f"This kernel matrix is symmetric, so both views are one decision. They {right}; always naming the "
            f"largest class: {chance:.0%}. Choose an asymmetric kernel to see two."
        )
    lead = (
        f"The two views together {right} ({accuracy['source']:.0%} source alone, "
        f"{accuracy['target']:.0%} target alone; always naming the largest class: {chance:.0%})."
    )
    return " ".join([lead, *_against(views, rivals, n, is_graph=is_graph)])


def _against(views: Views, rivals: Sequence[Rival], n: int, *, is_graph: bool) -> list[str]:
    best = max(views.scores["accuracy"])
    mean = [rival for rival in rivals if rival.symmetrize == "mean"]
    products = [rival for rival in rivals if rival.symmetrize != "mean"]
    said = [_against_mean(best, views.chance, mean[0], n, is_graph=is_graph)] if mean else []
    if products:
        top = max(products, key=lambda rival: rival.accuracy)
        said.append(_against_product(best, top, n, is_graph=is_graph))
    return said


def _against_mean(best: float, chance: float, mean: Rival, n: int, *, is_graph: bool) -> str:
    """AsK-LS against the symmetrisation that averages the direction away."""
    direction = "direction" if is_graph else "asymmetry"
    low, high = f"{mean.lowest:.1%}", f"{mean.accuracy:.1%}"
    span = f"**{high}**" if low == high else f"{low} to **{high}**"
    averaged = f"With the {direction} averaged away, (K + Kᵀ)/2"
    if not clearly_differs(best, mean.accuracy, n):
        return (
            f"{averaged} gets {span} over a grid of γ and λ: at its best it cannot be told apart from the best view "
            f"on {n:,} samples."
        )
    if best < mean.accuracy:
        return (
            f"{averaged} gets **{high}** at its best γ and λ, more than either view at those of the sliders: tune "
            f"before you judge the {direction}."
        )
    if mean.accuracy < chance or not clearly_differs(mean.accuracy, chance, n):
        return (
            f"{averaged} stays at {span} whatever the γ and λ, no better than guessing: the {direction} carries the "
            "class."
        )
    return f"{averaged} gets {span} over a grid of γ and λ, less than the best view."


def _against_product(best: float, top: Rival, n: int, *, is_graph: bool) -> str:
    """AsK-LS against the better of K K^T and K^T K, which keep the direction in another form."""
    built = "the directed links" if is_graph else "the asymmetric K"
    if not clearly_differs(best, top.accuracy, n):
        relation = "not to be told apart from"
    else:
        relation = "better than" if top.accuracy > best else "less than"
    return (
        f"{RIVAL_NAMES[top.symmetrize]}, symmetric but built from {built}, gets **{top.accuracy:.1%}** at its "
        f"best γ and λ: {relation} the best view."
    )


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


def agreement(views: Views) -> str:
    """How many samples the two views decide differently, and who is right there."""
    apart = views.disagree
    n, total = int(apart.sum()), len(views.truth)
    if n == 0:
        return f"The two views agree on all {total:,} samples."
    truth = views.truth[apart]
    source = int((views.predicted["source"][apart] == truth).sum())
    target = int((views.predicted["target"][apart] == truth).sum())
    neither = n - source - target
    rest = f", neither on {neither:,}" if neither else ""
    return (
        f"The two views name different classes for {n:,} of {total:,} samples. The source view is right on "
        f"{source:,} of them, the target view on {target:,}{rest}."
    )


def solved_by(views: Views) -> str:
    """One line on the computation: solver, time, damping, condition."""
    names = {
        "dense": "dense elimination",
        "sparse": "sparse elimination",
        "iterative": "MINRES",
        "svd": "singular values",
        "path": "one decomposition that serves every γ",
    }
    condition = "infinite: a resonance" if views.condition > 1e15 else f"{views.condition:,.3g}"
    return (
        f"Solved by {names[views.solver]} in {duration(views.seconds)} · λ = {views.damping:g} · "
        f"condition of the undamped system {condition}"
    )


def side_by_side(n_pairs: int, n: int) -> str:
    """How to read the scores of all methods."""
    return (
        f"Dots are accuracy, open diamonds macro F1. The grey rivals got the best γ and λ of {n_pairs} pairs on these "
        "very samples, which favours them; the three views got those of the sliders. For tuning that is the same for "
        f"all, see “Does direction pay?”. With {n:,} samples, differences under about "
        f"{200 * 0.5 / max(n, 1) ** 0.5:.0f} points mean little."
    )


def regions_caption(name: object) -> str:
    """How to read the decision regions of one class."""
    return (
        f"Vermillion says “{plain(name)}”, blue says no, both figures in the same colours; the line in ink is where "
        "the view is undecided. Points are training samples. Far from them a decision means little, however strong "
        "its colour."
    )


def confusion_caption(pooled: int) -> str:
    """How to read the confusion matrices; ``pooled`` classes share the last row and column."""
    rare = f" The {pooled} rarest classes share the last row and column." if pooled else ""
    return (
        "Row: the true class; column: the class that was named. Numbers count samples; the colour is the share of the "
        f"row, so that a rare class shows as well as a frequent one.{rare}"
    )
