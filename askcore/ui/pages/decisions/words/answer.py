"""The finding on the page Decisions, in words: who decides better, where the two views disagree, what is amiss.

UI floor, without streamlit.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from askcore._format import uncapitalised
from askcore.experiments import METHODS
from askcore.experiments.decisions.baselines import Baselines
from askcore.experiments.decisions.contest import RIVAL_NAMES, Contender, Contest
from askcore.experiments.decisions.gamma import ModeFilters
from askcore.experiments.decisions.views import Views
from askcore.experiments.joint import LEARNED
from askcore.experiments.sizes import rough

ONE_PLACE = 0.01  # values of a view that differ by less than this part of the largest are drawn as one point


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
        return f"Worse than guessing: {who(found)} get {right}. Always naming the largest class gets {chance:.0%}."
    if not found.beats_chance:
        return f"Not better than guessing: {who(found)} get {right}. The largest class has {chance:.0%}."
    directed = is_graph and not both_ways
    direction = "Direction" if directed else "Asymmetry"
    if found.outcome > 0:
        return f"{direction} pays here: {who(found)} get {right}, {rival}."
    if found.ahead_of("mean"):
        return " ".join(_helps(found, right, direction))
    subject = who(found)
    if f"{merged:.0%}" == f"{found.best_rival.accuracy:.0%}":
        same = "" if merged == found.best_rival.accuracy else "about "
        both = f"{subject[:1].upper()}{subject[1:]} and the best symmetric rival"
        return f"{both} are {same}equally accurate here: both get {right}."
    better = "clearly better" if merged > found.best_rival.accuracy else "better"
    return (
        f"{subject[:1].upper()}{subject[1:]} are not {better} here: they get {right}, {rival}. This difference is not "
        "significant."
    )


def deciding(m: int, work: float, *, is_graph: bool) -> str:
    """What is being computed before there is a verdict, and about how long that takes."""
    things = "nodes" if is_graph else "samples"
    return f"Training AsK-LS and its symmetric rivals on {m:,} {things}: {rough(work)}."


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


def anti_learning(views: Views, modes: ModeFilters | None) -> str:
    """That the merged decision is clearly worse than guessing, and why; empty if it is not."""
    n = len(views.truth)
    _, counts = np.unique(views.truth, return_counts=True)
    guess = float(((counts / n) ** 2).sum())
    merged = float((views.predicted["merged"] == views.truth).mean())
    if merged >= guess or not clearly_differs(merged, guess, n):
        return ""
    said = [
        f"**Worse than guessing:** at the current setting the merged decision is right for {merged:.0%}. Guessing "
        f"with the class frequencies is right for {guess:.0%}."
    ]
    subtracted = 0 if modes is None else modes.counts["subtracted"]
    if modes is not None and subtracted > len(modes.sigma) / 2:
        said.append(
            f"In {subtracted:,} of {len(modes.sigma):,} components, the labels of similar samples count with a minus "
            "sign, and those of their neighbours with a plus sign. This is wrong if neighbours have different "
            "classes."
        )
    found = (
        "the tab “γ and λ” finds a good pair" if modes is not None else "the joint decision is less sensitive"
    )
    said.append(f"Raise γ together with the damping λ; {found}.")
    return " ".join(said)


def agreement(views: Views, word: str) -> str:
    """How many samples the two views decide differently, and who is right there. ``word`` : "node" or "sample"."""
    apart = views.disagree
    n, total = int(apart.sum()), len(views.truth)
    if n == 0:
        return (
            f"At the current setting, the two views agree on all {total:,} {word}s.{_one_value(views, word)}"
        )
    truth = views.truth[apart]
    source = int((views.predicted["source"][apart] == truth).sum())
    target = int((views.predicted["target"][apart] == truth).sum())
    neither = n - source - target
    rest = f", neither {neither:,}" if neither else ""
    there = "There" if n == 1 else f"Of these {n:,}"
    merged = int((views.predicted["merged"][apart] == truth).sum())
    learned = (
        f" The merged decision gets {merged:,} right: it is learned from both values, so it can be right where both "
        "views are wrong."
        if neither and views.merge in LEARNED and merged > source + target
        else ""
    )
    return (
        f"At the current setting, the two views name different classes for {n:,} of {total:,} {word}s. "
        f"{there}, the source view gets {source:,} right, the target view {target:,}{rest}.{learned}"
        f"{_one_value(views, word)}"
    )


def _one_value(views: Views, word: str) -> str:
    """That all points of the figure lie on one place, with the reason."""
    both = np.stack([views.f_source, views.f_target])
    if np.ptp(both, axis=1).max() >= ONE_PLACE * np.abs(both).max():
        return ""
    return (
        f" All points lie on nearly one place: each view gives every {word} nearly the same value, the intercept. The "
        "training samples hardly count."
    )


def clearly_differs(p: float, q: float, n: int) -> bool:
    """Whether two shares of n samples differ by more than two standard errors (taken as independent)."""
    error = sqrt(max(p * (1 - p) + q * (1 - q), 0.25 / max(n, 1)) / max(n, 1))
    return abs(p - q) > 2 * error


def who(found: Contest) -> str:
    """What decides, as the subject of a sentence in the plural."""
    alone = {"source": "the decisions of the source view", "target": "the decisions of the target view"}
    return alone.get(found.views.merge, "the two views merged")


def left_out(found: Contest, over: str = "") -> str:
    """How the samples were left out that AsK-LS and its rivals were tuned on."""
    if found.at_once:
        return "On a quarter that was held back"
    return "On left-out training samples" if found.views.merge in LEARNED else f"In leave-one-out{over}"


def regressed(found: Contest) -> str:
    """What a rival's number owes to a rule that is learned; nothing for another rule."""
    return " with a regression on its decisions" if found.views.merge in LEARNED else ""


def _fit(found: Contest, n: int, rival: str) -> list[str]:
    """All samples were trained on: what is left out tells more than what is reproduced."""
    said = [
        f"This is not a prediction, because nothing is held out: {who(found)} reproduce "
        f"**{found.askls.accuracy:.0%}** of the {n:,} training labels, {rival}."
    ]
    if found.views.symmetric:
        said.append("This kernel matrix is symmetric, so both views are one decision.")
    best = max(found.rivals, key=lambda each: each.left_out)
    said.append(
        f"{left_out(found)}, {who(found)} get {found.askls.left_out:.0%} right, the best rival {best.left_out:.0%}."
    )
    return said


def _rival_does_better(found: Contest, n: int, things: str) -> list[str]:
    best, mean = found.best_rival, found.rival("mean")
    said = [
        f"A symmetric kernel does better here: {RIVAL_NAMES[best.name]} gets **{best.accuracy:.0%}** of {n:,} held-out "
        f"{things} right, {who(found)} {found.askls.accuracy:.0%}."
    ]
    if METHODS[best.name].uses_direction:
        said.append(_of_rows_or_columns(best))
        if found.ahead_of("mean"):
            said.append(f"(K + Kᵀ)/2, which loses the direction, gets {mean.accuracy:.0%}{regressed(found)}.")
    return said


def links_instead(links: Contest, found: Contest, kernel: str, *, both_ways: bool = False) -> str:
    """What the links themselves say of direction, where the kernel in use says another thing; empty where it does not.

    ``links`` : with the links as K.  ``found`` : with the kernel in use, which is called ``kernel``; ``both_ways`` :
    whether that leaves direction out.
    """
    told, here = (each.ahead_of("mean") and each.outcome >= 0 for each in (links, found))
    if told == here or found.views.symmetric:
        return ""
    mean, right = links.rival("mean"), f"**{links.askls.accuracy:.0%}**"
    if told:
        why = (
            f"“{kernel}” leaves the arrows out."
            if both_ways
            else f"“{kernel}” already follows the arrows, so even its (K + Kᵀ)/2 keeps some direction: it gets "
            f"{found.rival('mean').accuracy:.0%}."
        )
        return (
            f"**With the links themselves as K, direction matters:** {who(links)} get {right} right, (K + Kᵀ)/2 only "
            f"{mean.accuracy:.0%}. {why}"
        )
    return (
        f"**With the links themselves as K, this is not shown:** {who(links)} get {right} right, (K + Kᵀ)/2 gets "
        f"{mean.accuracy:.0%}."
    )


def _of_rows_or_columns(rival: Contender) -> str:
    """That a product is symmetric and yet uses direction, as the comparison of methods has it."""
    return f"{RIVAL_NAMES[rival.name]} is {uncapitalised(METHODS[rival.name].meaning)}"


def _helps(found: Contest, right: str, direction: str) -> list[str]:
    """The average of both directions does worse, a product does not: it keeps direction in another form."""
    level = [rival for rival in found.rivals if not found.ahead_of(rival.name)]
    best = max(level, key=lambda rival: rival.accuracy)
    return [
        f"{direction} helps here: {who(found)} get {right}; (K + Kᵀ)/2, which loses it, gets "
        f"{found.rival('mean').accuracy:.0%}{regressed(found)}.",
        f"AsK-LS is not the only way to use it: {RIVAL_NAMES[best.name]} gets {best.accuracy:.0%}, "
        f"{'too' if best.accuracy == found.askls.accuracy else 'which is not significantly different'}. "
        + _of_rows_or_columns(best),
    ]
