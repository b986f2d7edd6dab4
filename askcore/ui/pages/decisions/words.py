"""What the page Decisions says, derived from results: sentences in, nothing typed twice.

UI floor, without streamlit: each function takes a result and returns a sentence.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from askcore._format import about, count, duration, number, uncapitalised
from askcore.experiments import (
    PATH_LIMIT,
    RIVAL_NAMES,
    Baselines,
    Contender,
    Contest,
    FoundKernels,
    GammaCurve,
    KernelChoice,
    ModeFilters,
    Opening,
    OtherKernel,
    Ranked,
    Surface,
    Views,
)
from askcore.kernels import KERNELS
from askcore.ui.words import plain

if TYPE_CHECKING:
    from askcore.ui.pages.decisions.state import Best

__all__ = [
    "agreement",
    "anti_learning",
    "confusion_caption",
    "curve_caption",
    "deciding",
    "find_offer",
    "followed",
    "found",
    "line",
    "merged_by",
    "modes_caption",
    "neighbours_caption",
    "not_scored",
    "not_tried",
    "offer",
    "opened_with",
    "opening_ahead",
    "ordinary_how",
    "ordinary_verdict",
    "place",
    "pulls_caption",
    "ranking_caption",
    "read_by",
    "regions_caption",
    "rings",
    "rule_in_full",
    "sample_decided",
    "setting",
    "side_by_side",
    "solved_by",
    "surface_caption",
    "surface_offer",
    "symmetric_modes",
    "too_large",
    "tuned_how",
    "tuning",
    "verdict",
    "what_to_try",
    "your_setting",
]


def read_by(choice: KernelChoice) -> tuple[str, str]:
    """Which view reads the links into a node, and which those out of it; "merged" where both views read both."""
    if choice.orientation == "both":
        return "merged", "merged"
    return ("source", "target") if choice.orientation == "in" else ("target", "source")


def clearly_differs(p: float, q: float, n: int) -> bool:
    """Whether two shares of n samples differ by more than two standard errors (taken as independent)."""
    error = sqrt(max(p * (1 - p) + q * (1 - q), 0.25 / max(n, 1)) / max(n, 1))
    return abs(p - q) > 2 * error


def verdict(
    found: Contest, *, held_out: bool, is_graph: bool, asymmetric: bool = False, both_ways: bool = False
) -> str:
    """The finding in a sentence, tuned against tuned, and what limits it in one more.

    ``asymmetric`` : whether the formula of the kernel is, whatever the matrix. ``both_ways`` : whether a kernel of a
    graph leaves direction out, so that what is asymmetric about it is not direction.
    What is wrong comes first: no held-out samples, a symmetric kernel, decisions worse than guessing.
    """
    n, merged, chance = len(found.views.truth), found.askls.accuracy, found.views.chance
    things = "nodes" if is_graph else "samples"
    right = f"**{merged:.0%}** of {n:,} held-out {things} right"
    rival = f"the best symmetric rival {found.best_rival.accuracy:.0%}"
    if not held_out:
        return " ".join(_fit(found, n, rival))
    if found.views.symmetric:
        said = (
            f"so both views are one decision: it gets {right}, always naming the largest class {chance:.0%}."
        )
        if asymmetric:  # by its formula: what makes the matrix symmetric stands above, with the way out
            return f"K(u, v) and K(v, u) differ by less than rounding, {said}"
        return f"This kernel matrix is symmetric, {said} Choose an asymmetric kernel to see two."
    if found.outcome < 0:
        return " ".join(_rival_does_better(found, n, things))
    if merged < chance and clearly_differs(merged, chance, n):
        return (
            f"Worse than guessing: {_who(found)} get {right}, always naming the largest class {chance:.0%}."
        )
    if not found.beats_chance:
        return f"No better than guessing: {_who(found)} get {right}, always naming the largest class {chance:.0%}."
    directed = is_graph and not both_ways
    direction = "Direction" if directed else "Asymmetry"
    if found.outcome > 0:
        return f"{direction} pays here: {_who(found)} get {right}, {rival}."
    if found.ahead_of("mean"):
        return " ".join(_helps(found, right, direction, is_graph=directed))
    return (
        f"{direction} is not shown to pay here: {_who(found)} get {right}, {rival}, and these cannot be told "
        "apart."
    )


def _who(found: Contest) -> str:
    """What decides, as the subject of a sentence in the plural."""
    alone = {"source": "the decisions of the source view", "target": "the decisions of the target view"}
    return alone.get(found.views.merge, "the two views")


def deciding(m: int, seconds: float, *, is_graph: bool) -> str:
    """What is being computed before there is a verdict, and about how long that takes."""
    things = "nodes" if is_graph else "samples"
    return f"Training AsK-LS and its symmetric rivals on {m:,} {things}: {about(seconds)}."


def _fit(found: Contest, n: int, rival: str) -> list[str]:
    """All samples were trained on: what is left out tells more than what is reproduced."""
    said = [
        f"This is a fit and no prediction: {_who(found)} reproduce **{found.askls.accuracy:.0%}** of the {n:,} labels "
        f"that they were trained on, {rival}."
    ]
    if found.views.symmetric:
        said.append("This kernel matrix is symmetric, so both views are one decision.")
    best = max(found.rivals, key=lambda each: each.left_out)
    left = "On a quarter held back" if found.at_once else "Leaving out one sample at a time"
    said.append(
        f"{left}, {_who(found)} get {found.askls.left_out:.0%} right, the best rival {best.left_out:.0%}."
    )
    return said


def _rival_does_better(found: Contest, n: int, things: str) -> list[str]:
    best, mean = found.best_rival, found.rival("mean")
    said = [
        f"A symmetric kernel does better here: {RIVAL_NAMES[best.name]} gets **{best.accuracy:.0%}** of {n:,} held-out "
        f"{things} right, {_who(found)} {found.askls.accuracy:.0%}."
    ]
    if best.name != "mean" and found.ahead_of("mean"):
        said.append(f"(K + Kᵀ)/2, which averages the two directions, gets {mean.accuracy:.0%}.")
    return said


def _helps(found: Contest, right: str, direction: str, *, is_graph: bool) -> list[str]:
    """The average of both directions is behind, a product is not: it keeps direction in another form."""
    level = [rival for rival in found.rivals if not found.ahead_of(rival.name)]
    best = max(level, key=lambda rival: rival.accuracy)
    built = "the directed links" if is_graph else "the asymmetric K"
    return [
        f"{direction} helps here: {_who(found)} get {right}, (K + Kᵀ)/2, which averages it away, "
        f"{found.rival('mean').accuracy:.0%}.",
        f"{RIVAL_NAMES[best.name]}, symmetric but built from {built}, gets {best.accuracy:.0%} and cannot be told "
        "apart from the two views.",
    ]


def ordinary_verdict(found: Contest, beside: Baselines, *, is_graph: bool) -> str:
    """That an ordinary method does better than AsK-LS, or looks as if; empty if neither."""
    best, sure = beside.seems_ahead_of(found), beside.ahead_of(found) is not None
    if best is None:
        return ""
    n, things = len(found.views.truth), "nodes" if is_graph else "samples"
    finding = (
        "An ordinary method does better here"
        if sure
        else "It looks as if an ordinary method does better here"
    )
    numbers = (
        f"{best.label} gets **{best.accuracy:.0%}** of {n:,} held-out {things} right, AsK-LS with this kernel "
        f"{found.askls.accuracy:.0%}."
    )
    return f"**{finding}:** {numbers}" + (" So few samples do not settle it." if not sure else "")


def what_to_try(other: OtherKernel | None, beside: Baselines, found: Contest) -> str:
    """The way out where an ordinary method does better: what training samples speak for, or that method."""
    rival = max(found.rivals, key=lambda each: each.left_out)
    symmetric = f"LS-SVM on {RIVAL_NAMES[rival.name]} of the kernel in use, which is symmetric"
    if other is not None and other.best is not None:
        more = f" {symmetric}, gets {rival.left_out:.1%}." if rival.left_out > other.best.left_out else ""
        part = f", on {other.n_chosen_on:,} of them" if other.n_chosen_on < found.n_train else ""
        return (
            f"What to try: {offer(other.best)}. When training samples are left out{part}, AsK-LS gets "
            f"**{other.best.left_out:.1%}** right with it, with the kernel in use {other.before:.1%}.{more}"
        )
    if rival.left_out > found.askls.left_out:
        left = "When a quarter is held back" if found.at_once else "When training samples are left out"
        return (
            f"What to try: {symmetric}. {left}, it gets **{rival.left_out:.1%}** of them right, AsK-LS "
            f"{found.askls.left_out:.1%}."
        )
    best = beside.seems_ahead_of(found) or beside.best
    decide = f"What to try: {best.label}."
    if other is None or not other.n_tried:
        return decide
    tried = f"Of {count(other.n_tried, 'other kernel')} tried on training samples left out"
    return f"{decide} {tried}, none is more than a point better than the one in use."


def followed(views: Views, sample: str) -> str:
    """That the controls hold what there is to try, and what it gets."""
    n, right = len(views.truth), float((views.predicted["merged"] == views.truth).mean())
    return (
        f"You merge the two views in the way to try: at your setting AsK-LS gets **{right:.0%}** of {n:,} held-out "
        f"{sample}s right."
    )


def offer(best: Ranked) -> str:
    """What a button takes: the kernel, and how its views are merged where that is not by their mean."""
    return best.label if best.merge in ("", "mean") else f"{best.label}, {_merged(best)}"


def opened_with(begin: Opening, line: Ranked, *, in_use: bool) -> str:
    """Which kernel data of one's own open with, and how it was found."""
    found, things = begin.found, "nodes" if begin.found.is_graph else "samples"
    some = f"{found.n_judged:,} of the " if found.n_judged < found.n_train else "the "
    first = "Found by" if in_use else "Your setting differs from what was found by"
    views = "" if line.symmetric else " with two views"
    return (
        f"{first} a quick search among {count(found.n_offered, 'kernel')} as the best one{views}: "
        f"**{offer(line)}**. It gets {line.left_out:.0%} of {some}{found.n_train:,} training {things} right when they "
        "are left out."
    )


def opening_ahead(begin: Opening, first: Ranked, mine: Ranked) -> str:
    """That a quick search found something better than the kernel that data of one's own open with."""
    found = begin.found
    things = "nodes" if found.is_graph else "samples"
    if first.choice is None:
        what = "An ordinary method"
    else:
        what = "A symmetric kernel" if first.symmetric else "A kernel that leaves direction out"
    return (
        f"**{what} does better here:** {offer(first)} gets **{first.left_out:.0%}** of {found.n_judged:,} training "
        f"{things} right when they are left out, the kernel in use {mine.left_out:.0%}."
    )


def ordinary_how(beside: Baselines) -> str:
    """How the ordinary methods were tuned, and on what."""
    some = f"{beside.n_chosen_on:,} of the " if beside.n_chosen_on < beside.n_train else "the "
    folds = "a quarter held back of" if beside.at_once else "five folds of"
    said = [
        f"Ordinary methods do not use this kernel: each got the setting that does best on {folds} {some}"
        f"{beside.n_train:,} training samples."
    ]
    said += [
        f"{each.label} was fitted on {each.n_fitted:,} of them."
        for each in beside.each
        if each.n_fitted < beside.n_train
    ]
    return " ".join(said)


def tuned_how(found: Contest) -> str:
    """How all methods of the verdict were tuned, and how they were compared."""
    what = "the bandwidth, γ and λ" if found.bandwidths else "the γ and λ"
    if found.at_once:
        left = f"{found.n_chosen_on:,} of the {found.n_train:,} training samples are held back"
    elif found.n_chosen_on < found.n_train:
        left = f"samples are left out one at a time, on {found.n_chosen_on:,} of the {found.n_train:,} training samples"
    else:
        left = "training samples are left out one at a time"
    first = (
        ""
        if found.n_bandwidth_on is None
        else f" The bandwidth was settled on {found.n_bandwidth_on:,} of them."
    )
    return (
        f"Tuned alike: AsK-LS and each of the three rivals got {what} that do best when {left} "
        f"({found.n_settings} settings each).{first} No label of a scored sample was read. “Cannot be told apart”: an "
        "exact McNemar test on the samples that one alone gets right, at 5 %."
    )


def setting(of: Contender) -> str:
    """The setting that a method was tuned to."""
    wide = f"bandwidth × {of.bandwidth:g}, " if of.bandwidth != 1 else ""
    return f"{wide}γ = {of.gamma:g}, λ = {of.damping:g}"


def your_setting(found: Contest, bandwidth: float, gamma: float, damping: float) -> str:
    """What the numbers are of, and what the rest of the page is of."""
    mine = f"bandwidth × {bandwidth:g}, " if np.isfinite(bandwidth) and bandwidth != 1 else ""
    return (
        f"The large numbers are tuned ({setting(found.askls)} for AsK-LS). Your setting ({mine}γ = {gamma:g}, "
        f"λ = {damping:g}) is what the figures below show."
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
        f"**Worse than guessing:** at your setting the merged decision is right on {merged:.0%}; guessing by the "
        f"shares of the classes would be on {guess:.0%}."
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


def tuning(best: Best, here: float, found: Contest) -> str:
    """Where leaving samples out is best, against the current setting where that is known."""
    if found.at_once:
        how = f"With {best.n_chosen_on:,} of the {found.n_train:,} training samples held back"
    elif best.n_chosen_on < found.n_train:
        how = f"Leave-one-out over {best.n_chosen_on:,} of the {found.n_train:,} training samples"
    else:
        how = f"Leave-one-out over the {found.n_train:,} training samples"
    if here >= best.score:
        return f"{how}: **{here:.1%}** right at your setting. None of the others tried does better."
    said = [f"{how}: best at **{place(best)}**, with **{best.score:.1%}** right."]
    if found.n_train <= PATH_LIMIT:
        said.append(
            f"Your setting gets **{here:.1%}**."
            if np.isfinite(here)
            else "At your setting it is not defined (a resonance)."
        )
    return " ".join(said)


def place(best: Best) -> str:
    """A setting in words."""
    wide = f"bandwidth × {best.bandwidth:g}, " if best.bandwidth != 1 else ""
    return f"{wide}γ = {best.gamma:g}, λ = {best.damping:g}"


def surface_offer(found: Contest) -> str:
    """What there is before the surface was asked for."""
    tried = ", ".join(f"{factor:g}" for factor in sorted(found.bandwidths))
    return (
        f"So far {tried} times the usual bandwidth were tried, for the verdict. The picture tries eight, each with all "
        "γ and λ, and “Use the best” then sets the best of them."
    )


def surface_caption(found: Surface) -> str:
    """How to read the surface, and what not to conclude."""
    part = (
        f" on {found.n_chosen_on:,} of the {found.n_train:,} training samples"
        if found.n_chosen_on < found.n_train
        else ""
    )
    return (
        f"Share of training samples decided right by the model without them{part}, at the λ that is best there. Star: "
        "the best place; dot: your setting. The faintest places are 25 points or more below the best. Differences "
        "of a few samples are chance: places of nearly the same colour are equally good."
    )


def too_large(m: int, limit: int) -> str:
    """Why there is no curve for so many training samples, and what to do."""
    return (
        f"The curve along γ needs one decomposition of the training kernel matrix, which this page makes for up to "
        f"{limit:,} samples; here are {m:,}. Lower “Share used for training” to see it."
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
    if merge in ("stack", "joint"):
        said.append("Merged: a tenth is left out at a time, and least squares stand for the regression.")
    elif merge != "mean":
        said.append(f"Merged is the {merge} view alone.")
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


def merged_by(merge: str, tuned: str) -> str:
    """What the merged decision is, tuned and at the sliders' setting."""
    rules = {
        "mean": "Accuracy of (f_s + f_t)/2.",
        "source": "Accuracy of the source view, which alone decides.",
        "target": "Accuracy of the target view, which alone decides.",
        "stack": "Accuracy of the published rule: for each class a logistic regression on (f_s, f_t).",
        "joint": "Accuracy of one multinomial regression on the views of all classes.",
    }
    return f"{rules[merge]} {tuned}."


def rule_in_full(merge: str) -> str:
    """How the merged decision is computed, for the formulas."""
    learned = "learned from the views of each tenth of the training samples by the model without that tenth."
    rules = {
        "mean": "Merged: $(f_s + f_t)/2$, the largest class decides.",
        "source": "Merged: $f_s$ alone, the largest class decides.",
        "target": "Merged: $f_t$ alone, the largest class decides.",
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


def not_scored(name: object, word: str) -> str:
    """Why the chosen sample is not explained."""
    return (
        f"“{plain(name)}” was trained on, so it is not scored. Choose a held-out {word} to see what pulls it."
    )


def pulls_caption() -> str:
    """How to read the bars."""
    return (
        "Each bar is one training sample: its dual weight times the kernel between it and this one. Right pulls "
        "towards the class, left away from it; colour and symbol are its own class. All bars add up to the decision. A "
        "strong pull is no cause: without that sample the others would weigh differently."
    )


def neighbours_caption(choice: KernelChoice) -> str:
    """How to read the neighbours."""
    coloured = (
        "each arrow in the colour of the view that reads it"
        if choice.orientation != "both"
        else "and both views read both"
    )
    return (
        "The same training samples as neighbours: left those that point to the node, right those it points to, "
        f"{coloured}. The node's link to itself pulls too where it was trained on."
    )


def rings(views: Views, word: str) -> str:
    """What a ring in the scatter means; empty where there is none. ``word`` : "node" or "sample"."""
    n = int(views.disagree.sum())
    return f" A ring: the two views name different classes ({count(n, word)})." if n else ""


def agreement(views: Views, word: str) -> str:
    """How many samples the two views decide differently, and who is right there. ``word`` : "node" or "sample"."""
    apart = views.disagree
    n, total = int(apart.sum()), len(views.truth)
    if n == 0:
        return f"The two views agree on all {total:,} {word}s."
    truth = views.truth[apart]
    source = int((views.predicted["source"][apart] == truth).sum())
    target = int((views.predicted["target"][apart] == truth).sum())
    neither = n - source - target
    rest = f", neither on {neither:,}" if neither else ""
    return (
        f"The two views name different classes for {n:,} of {total:,} {word}s. The source view is right on "
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


def side_by_side(found: Contest, beside: Baselines | None = None) -> str:
    """How to read the scores of all methods."""
    n, ordinary = len(found.views.truth), 0 if beside is None else len(beside.each)
    more = f" and the {count(ordinary, 'ordinary method')} below them by folds," if ordinary else ""
    return (
        f"Dots are accuracy, open diamonds macro F1. The first four are tuned alike{more} without a look at these "
        f"samples; the views below them have the γ and λ of the sliders. With {n:,} samples, differences under about "
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


def find_offer(n_kernels: int, *, is_graph: bool) -> str:
    """What the search for a kernel does."""
    what = (
        f"{n_kernels} kernels between the training nodes, with links in, out and both ways"
        if is_graph
        else f"{n_kernels} kernels and bandwidths on the training samples"
    )
    return (
        f"The choice of the kernel moves the result more than anything else. One click tries {what}, and finds the "
        "best γ, λ and merging rule of each. Ordinary methods stand in the same ranking."
    )


def line(of: Ranked) -> str:
    """A kernel of the ranking in a list."""
    return f"{of.left_out:.1%} · {of.label} · {_merged(of)}"


def found(of: FoundKernels, beside: Baselines | None = None) -> str:
    """What came first, its score on held-out samples, and what limits that.

    ``beside`` : the ordinary methods of the same page, the best of which it names.
    """
    best, other = of.best, of.best_ordinary
    ordinary = "" if other is None else other.label
    ordinary_score = of.ordinary_score
    if best is None:
        return "No kernel could be tried. The reasons stand below."
    things = "nodes" if of.is_graph else "samples"
    ordinary_first = other is not None and of.ranking[0] is other
    score = f"**{of.score:.0%}** of {of.n_held_out:,} held-out {things} right"
    if beside is not None and other is not None and not ordinary_first:
        ordinary, ordinary_score = beside.best.label, beside.best.accuracy
    if not of.n_held_out:
        said = [
            f"The best kernel is **{best.label}** ({_merged(best)}): it gets {best.left_out:.0%} of the training "
            f"{things} right when they are left out. Nothing is held out, so there is no score on new ones."
        ]
    elif other is None:
        said = [f"The best kernel is **{best.label}** ({_merged(best)}): it gets {score}."]
    elif ordinary_first:
        said = [
            f"An ordinary method comes first: **{ordinary}** gets {ordinary_score:.0%} of the held-out {things} "
            f"right. The best kernel, **{best.label}** ({_merged(best)}), gets {score}."
        ]
    else:
        said = [
            f"The best kernel is **{best.label}** ({_merged(best)}): it gets {score}. The best ordinary method, "
            f"{ordinary if ordinary[:2].isupper() else uncapitalised(ordinary)}, gets {ordinary_score:.0%}."
        ]
    if ties := sum(of.ties) - 1:
        said.append(f"{count(ties, 'other line')} cannot be told apart from the first.")
    if of.n_judged < of.n_train:
        also = " and fitted for this score" if of.n_fitted < of.n_train else ""
        said.append(f"Of {of.n_train:,} training {things} a part of {of.n_judged:,} was judged{also}.")
    return " ".join(said)


def not_tried(of: FoundKernels) -> str:
    """How many kernels were left out."""
    return f"{len(of.left_out)} of {count(of.n_offered, 'kernel')} not tried, and why"


def ranking_caption(of: FoundKernels) -> str:
    """How to read the ranking, and what not to conclude."""
    things = "nodes" if of.is_graph else "samples"
    return (
        f"Left out: share of the training {things} decided right by a model without them, at the best γ and λ. Kernels "
        "leave out one at a time; ordinary methods and “joint” a tenth. Tie: an exact McNemar test at 5 % does not "
        "tell the line from the first. The best of many looks better than it is; the score on held-out "
        f"{things} does not."
    )


def _merged(of: Ranked) -> str:
    if of.symmetric and of.merge == "mean":
        return "one view"
    return {
        "mean": "mean of both views",
        "source": "source view alone",
        "target": "target view alone",
        "joint": "views merged by a regression",
    }[of.merge]
