"""What the page Decisions answers to the question of a sample's card, derived from results.

UI floor, without streamlit.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from askcore._format import listed
from askcore.datasets import GraphData
from askcore.experiments import METHODS
from askcore.experiments.decisions.baselines import Baseline, Baselines
from askcore.experiments.decisions.contest import LEVEL, RIVAL_NAMES, Contender, Contest, paired_test
from askcore.experiments.decisions.explained import Regions
from askcore.experiments.decisions.views import Views
from askcore.ui.pages.decisions.words.answer import clearly_differs, who
from askcore.ui.text.words import plain

NEAR = 0.1  # share of the area up to which two boundaries are in nearly the same place
NEARLY_ALL, MOST = 0.95, 0.5  # shares of right answers that are said to be "yes" and "mostly"


def cannot_tell(*, held_out: bool, one_view: bool) -> str:
    """Why the present setting has no answer; empty if it may have one."""
    if not held_out:
        return "This setting cannot tell, because nothing is held out."
    return "This kernel cannot tell: both views are one decision." if one_view else ""


def symmetric_part(found: Contest, sample: str) -> str:
    """Whether (K + Kᵀ)/2 is enough to tell the classes. ``sample`` : "node" or "sample"."""
    part, n, chance = found.rival("mean"), len(found.views.truth), found.views.chance
    gets = f"(K + Kᵀ)/2 gets **{part.accuracy:.0%}** of {n:,} held-out {sample}s right"
    if part.accuracy <= chance or not clearly_differs(part.accuracy, chance, n):
        return f"**No:** {gets}. Always naming the largest class gets {chance:.0%}."
    short = "**Not fully:**" if found.ahead_of("mean") else "**Yes:**"
    return f"{short} {gets}, {who(found)} {found.askls.accuracy:.0%}."


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


def view_that_tells_more(found: Contest, source: str, target: str, sample: str) -> str:
    """Which of the two views tells the classes better, as the card calls what each reads; and whether that is sure."""
    truth, predicted = found.views.truth, found.views.predicted
    shares = {
        said: float((predicted[role] == truth).mean())
        for said, role in ((source, "source"), (target, "target"))
    }
    more, less = sorted(shares, key=shares.__getitem__, reverse=True)
    n = f"{len(truth):,} held-out {sample}s"
    if shares[more] == shares[less]:
        return f"**Neither:** with this kernel, each view gets {shares[more]:.0%} of {n} right."
    gets = f"the view that reads it gets {shares[more]:.0%} of {n} right, the other one {shares[less]:.0%}"
    if paired_test(truth, predicted["source"], predicted["target"]).p >= LEVEL:
        return f"**{more}, but this is not certain:** {gets}."
    return f"**{more}:** with this kernel, {gets}."


def direction_helps(found: Contest, beside: Baselines | None, sample: str, *, is_graph: bool) -> str:
    """Whether the best of the methods that use direction is ahead of the best of those that ignore it.

    On a graph (K + Kᵀ)/2 belongs to neither: normalised or of longer walks, it keeps some of the direction. There is
    no answer where no method ignores direction.
    """
    aware: list[tuple[str, Contender | Baseline]] = [
        ("AsK-LS", found.askls),
        *((RIVAL_NAMES[x], found.rival(x)) for x in ("KKt", "KtK")),
    ]
    blind: list[tuple[str, Contender | Baseline]] = (
        [] if is_graph else [(RIVAL_NAMES["mean"], found.rival("mean"))]
    )
    for each in () if beside is None else beside.each:
        (aware if METHODS[each.name].uses_direction else blind).append((each.label, each))
    if not blind:
        return "No method beside it ignores direction. “Does direction pay?” has such methods."
    (with_it, first), (without, second) = (
        max(of, key=lambda pair: (pair[1].accuracy, pair[1].left_out)) for of in (aware, blind)
    )
    truth = found.views.truth
    n = f"{len(truth):,} held-out {sample}s"
    sure = paired_test(truth, first.predicted, second.predicted).p < LEVEL / (len(aware) * len(blind))
    if first.accuracy == second.accuracy:
        same = f"{with_it} and {without}, which ignores direction, both get {first.accuracy:.0%} of {n} right"
        return f"**This is not shown:** {same}."
    gets = f"{without}, which ignores direction, gets {second.accuracy:.0%} of {n} right"
    best = f"The best method that uses direction, {with_it}, gets {first.accuracy:.0%}"
    if not sure:
        return f"**This is not shown:** {gets}. {best}, which is not significantly different."
    return f"**{'Yes' if first.accuracy > second.accuracy else 'Not here'}:** {gets}. {best}."


def views_differ(views: Views, sample: str) -> str:
    """Whether the two views name different classes, and of which classes these samples are."""
    n, apart = len(views.truth), views.disagree
    if not apart.any():
        return f"**No:** at the current setting they name the same class for all {n:,} held-out {sample}s."
    classes = np.unique(views.truth[apart])
    of = listed([plain(name) for name in classes]) if len(classes) < 4 else f"{len(classes)} different ones"
    verb = "class is" if len(classes) == 1 else "classes are"
    return (
        f"**Yes, for {int(apart.sum()):,} of {n:,} held-out {sample}s:** at the current setting they name different "
        f"classes there. The true {verb} {of}."
    )


def boundaries_apart(views: Views, regions: Regions, sample: str) -> str:
    """On how much of the plane the two views name different classes, and where both boundaries are drawn."""
    area = float((regions.source.argmax(axis=-1) != regions.target.argmax(axis=-1)).mean())
    where = "In nearly the same place" if area <= NEAR else "In different places"
    return (
        f"**{where}:** they name different classes on {area:.0%} of the area and for {int(views.disagree.sum()):,} of "
        f"{len(views.truth):,} {sample}s. The tab “Decision regions” draws both boundaries."
    )


def recognised(found: Contest, sample: str) -> str:
    """Whether the classes can be told at all."""
    share, n, chance = found.askls.accuracy, len(found.views.truth), found.views.chance
    if not found.beats_chance:
        short = "No"
    else:
        short = "Yes" if share >= NEARLY_ALL else "Mostly" if share >= MOST else "In part"
    return (
        f"**{short}:** AsK-LS gets {share:.0%} of {n:,} held-out {sample}s right. Always naming the largest class gets "
        f"{chance:.0%}."
    )
