"""What the page Decisions says, derived from results: sentences in, nothing typed twice.

UI floor, without streamlit: each function takes a result and returns a sentence.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from askcore._format import about, count, duration, number, uncapitalised
from askcore.experiments import (
    METHODS,
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
from askcore.experiments.joint import LEARNED
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
        said = f"so both views are one decision. It gets {right}; always naming the largest class gets {chance:.0%}."
        if asymmetric:  # by its formula: what makes the matrix symmetric stands above, with the way out
            return f"K(u, v) and K(v, u) agree up to rounding, {said}"
        return f"This kernel matrix is symmetric, {said} Choose an asymmetric kernel to see two."
    if found.outcome < 0:
        return " ".join(_rival_does_better(found, n, things))
    if merged < chance and clearly_differs(merged, chance, n):
        return f"Worse than guessing: {_who(found)} get {right}. Always naming the largest class gets {chance:.0%}."
    if not found.beats_chance:
        return f"Not better than guessing: {_who(found)} get {right}. The largest class has {chance:.0%}."
    directed = is_graph and not both_ways
    direction = "Direction" if directed else "Asymmetry"
    if found.outcome > 0:
        return f"{direction} pays here: {_who(found)} get {right}, {rival}."
    if found.ahead_of("mean"):
        return " ".join(_helps(found, right, direction, is_graph=directed))
    who = _who(found)
    return (
        f"{who[:1].upper()}{who[1:]} are not clearly better here: they get {right}, {rival}. This difference is not "
        "significant."
    )


def _who(found: Contest) -> str:
    """What decides, as the subject of a sentence in the plural."""
    alone = {"source": "the decisions of the source view", "target": "the decisions of the target view"}
    return alone.get(found.views.merge, "the two views")


def _left_out(found: Contest, over: str = "") -> str:
    """How the samples were left out that AsK-LS and its rivals were tuned on."""
    if found.at_once:
        return "On a quarter that was held back"
    return "On left-out training samples" if found.views.merge in LEARNED else f"In leave-one-out{over}"


def deciding(m: int, seconds: float, *, is_graph: bool) -> str:
    """What is being computed before there is a verdict, and about how long that takes."""
    things = "nodes" if is_graph else "samples"
    return f"Training AsK-LS and its symmetric rivals on {m:,} {things}: {about(seconds)}."


def _fit(found: Contest, n: int, rival: str) -> list[str]:
    """All samples were trained on: what is left out tells more than what is reproduced."""
    said = [
        f"This is not a prediction, because nothing is held out: {_who(found)} reproduce "
        f"**{found.askls.accuracy:.0%}** of the {n:,} training labels, {rival}."
    ]
    if found.views.symmetric:
        said.append("This kernel matrix is symmetric, so both views are one decision.")
    best = max(found.rivals, key=lambda each: each.left_out)
    said.append(
        f"{_left_out(found)}, {_who(found)} get {found.askls.left_out:.0%} right, the best rival {best.left_out:.0%}."
    )
    return said


def _rival_does_better(found: Contest, n: int, things: str) -> list[str]:
    best, mean = found.best_rival, found.rival("mean")
    said = [
        f"A symmetric kernel does better here: {RIVAL_NAMES[best.name]} gets **{best.accuracy:.0%}** of {n:,} held-out "
        f"{things} right, {_who(found)} {found.askls.accuracy:.0%}."
    ]
    if best.name != "mean" and found.ahead_of("mean"):
        said.append(f"(K + Kᵀ)/2, which loses the direction, gets {mean.accuracy:.0%}.")
    return said


def _helps(found: Contest, right: str, direction: str, *, is_graph: bool) -> list[str]:
    """The average of both directions does worse, a product does not: it keeps direction in another form."""
    level = [rival for rival in found.rivals if not found.ahead_of(rival.name)]
    best = max(level, key=lambda rival: rival.accuracy)
    built = "the directed links" if is_graph else "the asymmetric K"
    return [
        f"{direction} helps here: {_who(found)} get {right}; (K + Kᵀ)/2, which loses it, gets "
        f"{found.rival('mean').accuracy:.0%}.",
        f"{RIVAL_NAMES[best.name]}, a symmetric matrix built from {built}, gets {best.accuracy:.0%}: not significantly "
        f"different from {_who(found)}.",
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
    return f"**{finding}:** {numbers}" + (" With so few samples this is not certain." if not sure else "")


def what_to_try(other: OtherKernel | None, beside: Baselines, found: Contest) -> str:
    """The way out where an ordinary method does better: what training samples speak for, or that method."""
    rival = max(found.rivals, key=lambda each: each.left_out)
    symmetric = f"LS-SVM on {RIVAL_NAMES[rival.name]} of the kernel in use, which is symmetric"
    if other is not None and other.best is not None:
        more = f" {symmetric}, has {rival.left_out:.1%}." if rival.left_out > other.best.left_out else ""
        part = f" ({other.n_chosen_on:,} of them)" if other.n_chosen_on < found.n_train else ""
        return (
            f"What to try: {offer(other.best)}. Its accuracy on left-out training samples{part} is "
            f"**{other.best.left_out:.1%}**; with the kernel in use it is {other.before:.1%}.{more}"
        )
    if rival.left_out > found.askls.left_out:
        return (
            f"What to try: {symmetric}. {_left_out(found, ' over the training samples')}, it gets "
            f"**{rival.left_out:.1%}** right, AsK-LS {found.askls.left_out:.1%}."
        )
    best = beside.seems_ahead_of(found) or beside.best
    decide = f"What to try: {best.label}."
    if other is None or not other.n_tried:
        return decide
    tried = f"Of {count(other.n_tried, 'other kernel')} tried on training samples"
    return f"{decide} {tried}, none is more than a point better than the one in use."


def followed(views: Views, sample: str) -> str:
    """That the controls hold what there is to try, and what it gets."""
    n, right = len(views.truth), float((views.predicted["merged"] == views.truth).mean())
    return f"You took this suggestion. At your setting, AsK-LS gets **{right:.0%}** of {n:,} held-out {sample}s right."


def offer(best: Ranked) -> str:
    """What a button takes: the kernel, and how its views are merged where that is not by their mean."""
    return best.label if best.merge in ("", "mean") else f"{best.label}, {_merged(best)}"


def opened_with(begin: Opening, line: Ranked, *, in_use: bool) -> str:
    """Which kernel data of one's own open with, and how it was found."""
    found, things = begin.found, "nodes" if begin.found.is_graph else "samples"
    some = f"{found.n_judged:,} of the " if found.n_judged < found.n_train else "the "
    first = "Found by" if in_use else "Your setting differs from what was found by"
    views = "" if line.symmetric else " with two views"
    tried = f"{found.n_tried:,} of " if found.n_tried < found.n_offered else ""
    return (
        f"{first} a quick search among {tried}{count(found.n_offered, 'kernel')} as the best one{views}: "
        f"**{offer(line)}**. Its accuracy on {some}{found.n_train:,} training {things}, left out in turn, is "
        f"{line.left_out:.0%}."
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
        f"**{what} does better here:** on left-out samples, {offer(first)} gets **{first.left_out:.0%}** of "
        f"{found.n_judged:,} training {things} right, the kernel in use {mine.left_out:.0%}."
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
        dear = " and ".join(f"“{METHODS[name].label}”" for name in beside.left_out)
        said.append(f"{dear} takes longer. Find a kernel tries it, too.")
    return " ".join(said)


def tuned_how(found: Contest) -> str:
    """How all methods of the verdict were tuned, and how they were compared."""
    what = "the bandwidth, γ and λ" if found.bandwidths else "the γ and λ"
    if found.at_once:
        left = f"on {found.n_chosen_on:,} of the {found.n_train:,} training samples, which were held back"
    elif found.n_chosen_on < found.n_train:
        left = f"in leave-one-out on {found.n_chosen_on:,} of the {found.n_train:,} training samples"
    else:
        left = "in leave-one-out on the training samples"
    first = (
        ""
        if found.n_bandwidth_on is None
        else f" The bandwidth was chosen on {found.n_bandwidth_on:,} of them."
    )
    if found.views.merge in LEARNED and not found.at_once:
        who, n_settings = "each of the three rivals has", found.n_rival_settings
        learned = (
            f" AsK-LS has the best of {found.n_settings} settings: a tenth of the same samples is left out at a time, "
            "and least squares replace the regression."
        )
    else:
        who, n_settings = "AsK-LS and each of its three rivals have", found.n_settings
        learned = " The mean of both views replaces the regression." if found.views.merge in LEARNED else ""
    return (
        f"Tuning: {who} {what} that are best {left}, among {n_settings} "
        f"settings.{first}{learned} No label of a scored sample was used. “Significant”: by an "
        "exact McNemar test at 5 %, on the samples that only one of the two gets right."
    )


def setting(of: Contender) -> str:
    """The setting that a method was tuned to."""
    wide = f"bandwidth × {of.bandwidth:g}, " if of.bandwidth != 1 else ""
    return f"{wide}γ = {of.gamma:g}, λ = {of.damping:g}"


def your_setting(found: Contest, bandwidth: float, gamma: float, damping: float) -> str:
    """What the numbers are of, and what the rest of the page is of."""
    mine = f"bandwidth × {bandwidth:g}, " if np.isfinite(bandwidth) and bandwidth != 1 else ""
    return (
        f"The large numbers have tuned settings (AsK-LS: {setting(found.askls)}). The figures below show your setting "
        f"({mine}γ = {gamma:g}, λ = {damping:g})."
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
        f"**Worse than guessing:** at your setting the merged decision is right for {merged:.0%}. Guessing with the "
        f"class frequencies is right for {guess:.0%}."
    ]
    subtracted = 0 if modes is None else modes.counts["subtracted"]
    if modes is not None and subtracted > len(modes.sigma) / 2:
        said.append(
            f"In {subtracted:,} of {len(modes.sigma):,} components, the labels of similar samples count with a minus "
            "sign, and those of their neighbours with a plus sign. This is wrong if neighbours have different "
            "classes."
        )
    found = (
        "“γ and λ” below finds a good pair" if modes is not None else "the joint decision is less sensitive"
    )
    said.append(f"Raise γ together with the damping λ; {found}.")
    return " ".join(said)


def tuning(best: Best, here: float, found: Contest) -> str:
    """Where leaving samples out is best, against the current setting where that is known."""
    if found.at_once:
        how = f"On {best.n_chosen_on:,} of the {found.n_train:,} training samples, which were held back"
    elif best.n_chosen_on < found.n_train:
        how = f"Leave-one-out over {best.n_chosen_on:,} of the {found.n_train:,} training samples"
    else:
        how = f"Leave-one-out over the {found.n_train:,} training samples"
    if here >= best.score:
        return f"{how}: **{here:.1%}** right at your setting. No other setting that was tried is better."
    said = [f"{how}: best at **{place(best)}**. It gets **{best.score:.1%}** right."]
    if found.n_train <= PATH_LIMIT:
        said.append(
            f"Your setting gets **{here:.1%}**."
            if np.isfinite(here)
            else "Your setting is a resonance, where it is not defined."
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
        f"Accuracy on left-out training samples{part}, at the λ that is best for each place. Star: "
        "the best place; dot: your setting. The faintest places are 25 points or more below the best. Differences "
        "of a few samples may be chance, so places of similar colour are equally good."
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
            "Left of the first resonance (tick) no singular value equals 1/γ, so the solution is numerically stable. "
            "Stable does not mean accurate."
        )
    else:
        said.append("There is no resonance: the solution is numerically stable at every γ.")
    if merge in ("stack", "joint"):
        said.append("Merged: a tenth is left out at a time, and least squares replace the regression.")
    elif merge != "mean":
        said.append(f"Merged is the {merge} view alone.")
    if not is_graph and choice.name in KERNELS and not KERNELS[choice.name].pointwise:
        said.append(
            "This kernel is normalised over all training samples, also over the one that is left out."
        )
    said.append("The best γ is chosen by this score, so expect a slightly lower accuracy on new samples.")
    return " ".join(said)


def modes_caption(modes: ModeFilters, damping: float, *, is_graph: bool) -> str:
    """What damping does, how to read the filter, and how many modes are what."""
    counts = modes.counts
    said = [
        "Each component of K with singular value σ enters the decision with a factor. Damping bounds it near σ = 1/γ."
        if damping > 0
        else (
            "Each component of K with singular value σ enters the decision with a factor. Without damping it has no "
            "bound near σ = 1/γ."
        )
    ]
    linked = "linked nodes" if is_graph else "samples with a large K(u, v)"
    parts = [f"{counts['fitted']:,} components are fitted"]
    if damping > 0:
        parts.append(f"{counts['damped']:,} are damped")
    parts.append(f"{counts['subtracted']:,} have a minus sign")
    said.append(
        f"{', '.join(parts)}. If σ² < 1/γ² − λ, a sample's own label enters with a minus "
        f"sign and its neighbours' labels with a plus sign. This does no harm only where {linked} have the same class."
    )
    if damping > 0:
        said.append("Dotted: without damping.")
    return " ".join(said)


def symmetric_modes() -> str:
    """Why a symmetric kernel has no two label parts."""
    return (
        "This kernel matrix is symmetric, so both views are one LS-SVM. A component with eigenvalue κ enters with "
        "the factor κ/(κ + 1/γ). The factor is negative only if an eigenvalue is negative."
    )


def merged_by(merge: str, tuned: str) -> str:
    """What the merged decision is, tuned and at the sliders' setting."""
    rules = {
        "mean": "Accuracy of (f_s + f_t)/2.",
        "source": "Accuracy of the source view alone.",
        "target": "Accuracy of the target view alone.",
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
        f"**{plain(name)}** belongs to “{truth}”. The source view says “{said['source']}”, the target view "
        f"“{said['target']}”. The merged decision is “{said['merged']}”, which is {right}. For "
        f"“{plain(views.classes[j])}”, f_s = **{number(views.f_source[place, j])}** and f_t = "
        f"**{number(views.f_target[place, j])}**."
    )


def not_scored(name: object, word: str) -> str:
    """Why the chosen sample is not explained."""
    return f"“{plain(name)}” is a training {word}, so it is not scored. Choose a held-out {word}."


def pulls_caption() -> str:
    """How to read the bars."""
    return (
        "Each bar is one training sample: its dual weight times the kernel between it and this sample. To the right "
        "it votes for the class, to the left against it. Colour and symbol are its own class. All bars add up to the "
        "decision. A long bar is not a cause: without that sample, the other weights would change."
    )


def neighbours_caption(choice: KernelChoice) -> str:
    """How to read the neighbours."""
    coloured = (
        "An arrow has the colour of the view that reads it."
        if choice.orientation != "both"
        else "Both views read both sides."
    )
    return (
        "The same training samples as neighbours. Left: those that point to the node. Right: those it points to. "
        f"{coloured} If the node is a training node, its link to itself counts, too."
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
    more = f" and the {count(ordinary, 'ordinary method')} below them, too" if ordinary else ""
    return (
        f"Dots are accuracy, open diamonds macro F1. The first four are tuned on the training samples{more}. The "
        f"views below them have the γ and λ of the sliders. With {n:,} samples, differences of less than about "
        f"{200 * 0.5 / max(n, 1) ** 0.5:.0f} points mean little."
    )


def regions_caption(name: object) -> str:
    """How to read the decision regions of one class."""
    return (
        f"Vermillion: the view says “{plain(name)}”. Blue: it says another class. The line is the boundary; both "
        "figures have one colour scale. Points are training samples. Far from them a decision means little, even "
        "with a strong colour."
    )


def confusion_caption(pooled: int) -> str:
    """How to read the confusion matrices; ``pooled`` classes share the last row and column."""
    rare = f" The {pooled} rarest classes share the last row and column." if pooled else ""
    return (
        "Row: the true class. Column: the predicted class. Numbers count samples; the colour is the share of the "
        f"row, so a rare class is as visible as a frequent one.{rare}"
    )


def find_offer(n_kernels: int, *, is_graph: bool) -> str:
    """What the search for a kernel does."""
    what = (
        f"{n_kernels} kernels between the training nodes, with links in, out and both ways"
        if is_graph
        else f"{n_kernels} kernels and bandwidths on the training samples"
    )
    return (
        f"The kernel changes the result more than any other choice. One click tries {what}. It finds the best γ, λ and "
        "merging rule for each, and compares them with ordinary methods."
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
    ordinary_score, ordinary_n = of.ordinary_score, of.ordinary_n_fitted
    if best is None:
        return "No kernel could be tried. The reasons are listed below."
    things = "nodes" if of.is_graph else "samples"
    ordinary_first = other is not None and of.ranking[0] is other
    score = f"**{of.score:.0%}** of {of.n_held_out:,} held-out {things} right"
    if (
        beside is not None
        and other is not None
        and not ordinary_first
        and other.method not in beside.left_out
    ):
        ordinary, ordinary_score = beside.best.label, beside.best.accuracy
        ordinary_n = beside.best.n_fitted
    if not of.n_held_out:
        said = [
            f"The best kernel is **{best.label}** ({_merged(best)}), with an accuracy of "
            f"{best.left_out:.0%} on left-out training {things}. Nothing is held out, so there is no score on new ones."
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
        said.append(
            f"{count(ties, 'other entry', 'other entries')} of the ranking {'is' if ties == 1 else 'are'} not "
            "significantly worse than the first."
        )
    if of.n_judged < of.n_train:
        part = bool(of.n_held_out) and of.n_fitted < of.n_train
        also = (
            ""
            if not part
            else ", also for the score of the kernel"
            if ordinary_n
            else ", also for this score"
        )
        said.append(f"To save time, {of.n_judged:,} of {of.n_train:,} training {things} were used{also}.")
        if part and ordinary_n:
            whole = "all of them" if ordinary_n == of.n_train else f"{ordinary_n:,} of them"
            said.append(f"The ordinary method was trained on {whole}.")
    return " ".join(said)


def not_tried(of: FoundKernels) -> str:
    """How many kernels were left out."""
    return f"{len(of.left_out)} of {count(of.n_offered, 'kernel')} not tried, and why"


def ranking_caption(of: FoundKernels) -> str:
    """How to read the ranking, and what not to conclude."""
    things = "nodes" if of.is_graph else "samples"
    return (
        f"Left out: accuracy on training {things} left out one at a time, at the best γ and λ. For ordinary methods "
        "and “joint”, a tenth is left out at a time. Tie: not significantly different from the first (exact McNemar "
        "test, 5 %). The score of the first is too optimistic, because it is the best of many. The score on held-out "
        f"{things} is not."
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
