"""What the page Decisions answers to the question of a sample's card, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from askcore._format import listed
from askcore.datasets import GraphData
from askcore.experiments.decisions.comparison import MethodResult, SplitComparison, best_on_training
from askcore.experiments.decisions.explained import Regions
from askcore.experiments.decisions.verdict import LEVEL, is_better, tail
from askcore.experiments.decisions.views import Views
from askcore.ui.pages.decisions.words.answer import clearly_differs
from askcore.ui.text.words import plain

NEAR = 0.1  # share of the area up to which two boundaries are in nearly the same place
NEARLY_ALL, MOST = 0.95, 0.5  # shares of right answers that are said to be "yes" and "mostly"


def cannot_tell(*, held_out: bool, one_view: bool) -> str:
    """Why the present setting has no answer; empty if it may have one."""
    if not held_out:
        return "This setting cannot tell, because nothing is held out."
    return "This kernel cannot tell: both views are one decision." if one_view else ""


def symmetric_part(found: SplitComparison, sample: str) -> str:
    """Whether (K + Kᵀ)/2 is enough to tell the classes. ``sample`` : "node" or "sample"."""
    part, truth, chance = found.symmetrised, found.views.truth, found.views.chance
    n = len(truth)
    gets = f"{part.label} has an accuracy of **{part.accuracy:.0%}** on {n:,} test {sample}s"
    if part.accuracy <= chance or not clearly_differs(part.accuracy, chance, n):
        return f"**No:** {gets}. Always guessing the most common class: {chance:.0%}."
    ahead = is_better(truth, found.askls.predicted, part.predicted, LEVEL)
    return f"{'**Not fully:**' if ahead else '**Yes:**'} {gets}, AsK-LS {found.askls.accuracy:.0%}."


def links_of(name: str, data: GraphData, views: Views, scored: np.ndarray, *, own: bool) -> str:
    """Whom a node points to, who points to it, and what each view says of it.

    ``scored`` : the nodes that ``views`` are of. ``own`` : its own label counts, too.
    """
    node, labels = data.node_ids.index(name), np.asarray(data.labels)
    links, who = data.adjacency.tocoo(), plain(name)

    def named(nodes: Iterable[int]) -> list[str]:
        return [f"{plain(data.node_ids[i])} ({plain(labels[i])})" for i in nodes if i != node]

    out = named(links.col[links.row == node])
    into = named(links.row[links.col == node])
    said = [
        f"{who} points to {listed(out) or 'no node'}.",
        f"{listed(into) or 'No node'} {'point' if len(into) > 1 else 'points'} to {who}.",
    ]
    place = np.flatnonzero(scored == node)
    if len(place):
        source, target = (plain(views.predicted[role][place[0]]) for role in ("source", "target"))
        said.append(f"The source view says **{source}**, the target view **{target}**.")
        if own:
            said.append(f"The own label of {who}, {plain(labels[node])}, counts in both.")
    return " ".join(said)


def view_that_tells_more(found: SplitComparison, source: str, target: str, sample: str) -> str:
    """Which of the two views tells the classes better, as the card calls what each reads; and whether that is sure."""
    truth, predicted = found.views.truth, found.views.predicted
    shares = {
        said: (float((predicted[role] == truth).mean()), predicted[role])
        for said, role in ((source, "source"), (target, "target"))
    }
    more, less = sorted(shares, key=lambda said: shares[said][0], reverse=True)
    n = f"{len(truth):,} test {sample}s"
    if shares[more][0] == shares[less][0]:
        return f"**Neither:** with this kernel, each view has an accuracy of {shares[more][0]:.0%} on {n}."
    other = f"the other one {shares[less][0]:.0%}"
    gets = f"the view that reads it has an accuracy of {shares[more][0]:.0%} on {n}, {other}"
    if not is_better(truth, shares[more][1], shares[less][1], LEVEL / 2):
        return f"**{more}, but this is not certain:** {gets}."
    return f"**{more}:** with this kernel, {gets}."


def direction_helps(found: SplitComparison, baselines: Sequence[MethodResult], sample: str) -> str:
    """Whether the best of the methods that use direction is ahead of the best of those that ignore it.

    Both are chosen by the training part. There is no answer where no method ignores direction.
    """
    every = [found.askls, *found.others, *baselines]
    blind = [each for each in every if not each.method.uses_direction]
    if not blind:
        return "No method beside it ignores direction. “Does direction pay?” has such methods."
    first = best_on_training([each for each in every if each.method.uses_direction])
    second, truth = best_on_training(blind), found.views.truth
    n = f"{len(truth):,} test {sample}s"
    gets = f"{second.label}, which ignores direction, has an accuracy of {second.accuracy:.0%} on {n}"
    best = f"The best method that uses direction, {first.label}, has {first.accuracy:.0%}"
    if is_better(truth, first.predicted, second.predicted, LEVEL / 2):
        return f"**Yes:** {gets}. {best}."
    if is_better(truth, second.predicted, first.predicted, LEVEL / 2):
        return f"**Not here:** {gets}. {best}."
    return f"**This is not shown:** {gets}. {best}, which is not significantly different."


def views_differ(views: Views, sample: str) -> str:
    """Whether the two views predict different classes, and of which classes these samples are."""
    n, apart = len(views.truth), views.disagree
    if not apart.any():
        return f"**No:** at your setting they predict the same class for all {n:,} test {sample}s."
    classes = np.unique(views.truth[apart])
    of = listed([plain(name) for name in classes]) if len(classes) < 4 else f"{len(classes)} different ones"
    verb = "class is" if len(classes) == 1 else "classes are"
    return (
        f"**Yes, for {int(apart.sum()):,} of {n:,} test {sample}s:** at your setting they predict different "
        f"classes there. The true {verb} {of}."
    )


def boundaries_apart(views: Views, regions: Regions, sample: str) -> str:
    """On how much of the plane the two views predict different classes, and where both boundaries are drawn."""
    area = float((regions.source.argmax(axis=-1) != regions.target.argmax(axis=-1)).mean())
    where = "In nearly the same place" if area <= NEAR else "In different places"
    return (
        f"**{where}:** they predict different classes on {area:.0%} of the area and for "
        f"{int(views.disagree.sum()):,} of {len(views.truth):,} {sample}s. The tab “Decision regions” draws both "
        "boundaries."
    )


def recognised(found: SplitComparison, sample: str) -> str:
    """Whether the classes can be told at all."""
    share, n, chance = found.askls.accuracy, len(found.views.truth), found.views.chance
    if tail(round(share * n), n, chance) >= LEVEL:
        short = "No"
    else:
        short = "Yes" if share >= NEARLY_ALL else "Mostly" if share >= MOST else "In part"
    return (
        f"**{short}:** AsK-LS has an accuracy of {share:.0%} on {n:,} test {sample}s. Always guessing the most common "
        f"class: {chance:.0%}."
    )
