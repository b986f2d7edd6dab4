"""What the page Decisions says of other kernels: what a search found, what to try, which comes first.

UI floor, without streamlit.
"""

from __future__ import annotations

from askcore._format import count, share, uncapitalised
from askcore.experiments.decisions.baselines import Baselines
from askcore.experiments.decisions.contest import RIVAL_NAMES, Contest
from askcore.experiments.decisions.found import FoundKernels, Ranked
from askcore.experiments.decisions.opening import Opening, OtherKernel
from askcore.experiments.decisions.views import Views
from askcore.experiments.joint import LEARNED
from askcore.ui.pages.decisions.words.answer import left_out, regressed


def what_to_try(other: OtherKernel | None, beside: Baselines, found: Contest) -> str:
    """The way out where an ordinary method does better: what training samples speak for, or that method."""
    rival = max(found.rivals, key=lambda each: each.left_out)
    symmetric = f"LS-SVM on {RIVAL_NAMES[rival.name]} of the kernel in use, which is symmetric"
    if learned := regressed(found):
        symmetric += f",{learned}"
    if other is not None and other.best is not None:
        more = f" {symmetric}, has {share(rival.left_out)}." if rival.left_out > other.best.left_out else ""
        part = f" ({other.n_chosen_on:,} of them)" if other.n_chosen_on < found.n_train else ""
        return (
            f"What to try: {offer(other.best)}. Its accuracy on left-out training samples{part} is "
            f"**{share(other.best.left_out)}**; with the kernel in use it is {share(other.before)}.{more}"
        )
    if rival.left_out > found.askls.left_out:
        return (
            f"What to try: {symmetric}. {left_out(found, ' over the training samples')}, it gets "
            f"**{share(rival.left_out)}** right, AsK-LS {share(found.askls.left_out)}."
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
    return f"You took this suggestion. At this setting, AsK-LS gets **{right:.0%}** of {n:,} held-out {sample}s right."


def offer(best: Ranked) -> str:
    """What a button takes: the kernel, and how its views are merged where that is not by their mean."""
    return best.label if best.merge in ("", "mean") else f"{best.label}, {_merged(best)}"


def opened_with(begin: Opening, line: Ranked, *, in_use: bool) -> str:
    """Which kernel data of one's own open with, and how it was found."""
    found, things = begin.found, "nodes" if begin.found.is_graph else "samples"
    views = " with two views (a symmetric kernel has one)" if not line.symmetric else ""
    tried = f"{found.n_tried:,} of " if found.n_tried < found.n_offered else ""
    now = "" if in_use else " Another setting is chosen now."
    of_what = "setting of a graph kernel" if found.is_graph else "setting of kernel and bandwidth"
    offered = count(found.n_offered, of_what, of_what.replace("setting", "settings"))
    turn = (
        "Its accuracy with a tenth left out at a time"
        if line.merge in LEARNED
        else "Its leave-one-out accuracy"
    )
    if found.n_judged < found.n_train:
        judged = f"To save time, the search used only {found.n_judged:,} of the {found.n_train:,} training {things}. "
        if begin.tuned is None:
            judged += (
                f"{turn} is {line.left_out:.0%} there. The verdict above trains on all {found.n_train:,} and counts "
                f"held-out {things}, so its accuracy may differ."
            )
        else:
            searched = begin.line is not None and begin.line.merge in LEARNED
            chosen = "γ, λ and merging rule" if searched else "γ and λ"
            judged += f"The {chosen} of this kernel were then chosen on all {found.n_train:,} of them"
            judged += (
                f": trained on {found.n_train - begin.n_held:,}, it gets {line.left_out:.0%} of the other "
                f"{begin.n_held:,} right."
                if begin.n_held
                else "."
            )
            judged += f" The verdict above counts held-out {things}, so its accuracy may differ."
    else:
        judged = (
            f"{turn} on the {found.n_train:,} training {things} is {line.left_out:.0%}. The verdict above counts "
            f"held-out {things}, so its accuracy may differ."
        )
    return f"A quick search tried {tried}{offered}. The best one{views} is **{offer(line)}**. {judged}{now}"


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


def find_offer(n_kernels: int, *, is_graph: bool) -> str:
    """What the search for a kernel does."""
    what = (
        f"{n_kernels} settings of kernels between the training nodes, with links in, out and both ways"
        if is_graph
        else f"{n_kernels} settings of kernel and bandwidth on the training samples"
    )
    return (
        f"The kernel changes the result more than any other choice. One click tries {what}. It finds the best γ, λ and "
        "merging rule for each, and compares them with ordinary methods."
    )


def line(of: Ranked) -> str:
    """A kernel of the ranking in a list."""
    return f"{share(of.left_out)} · {of.label} · {_merged(of)}"


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
    overall = f"The best of all kernels, with one view or two, is **{best.label}** ({_merged(best)})"
    if not of.n_held_out:
        said = [
            f"{overall}, with an accuracy of "
            f"{best.left_out:.0%} on left-out training {things}. Nothing is held out, so there is no score on new ones."
        ]
    elif other is None:
        said = [f"{overall}: it gets {score}."]
    elif ordinary_first:
        said = [
            f"An ordinary method comes first: **{ordinary}** gets {ordinary_score:.0%} of the held-out {things} "
            f"right. The best of all kernels, **{best.label}** ({_merged(best)}), gets {score}."
        ]
    else:
        its_name = ordinary if ordinary[:2].isupper() else uncapitalised(ordinary)
        said = [
            f"{overall}: it gets {score}. The best ordinary method is {its_name}: it gets {ordinary_score:.0%}."
        ]
    if ties := sum(of.ties) - 1:
        others = len(of.ranking) - 1
        tied = (
            count(ties, "other entry", "other entries")
            if ties == others
            else f"{ties:,} of {others:,} other entries"
        )
        said.append(
            f"The first place is not certain: {tied} of the ranking {'is' if ties == 1 else 'are'} about as good "
            f"(“tie”: no significant difference on the training {things})."
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
    return f"{len(of.left_out)} of {count(of.n_offered, 'setting')} not tried, and why"


def ranking_caption(of: FoundKernels) -> str:
    """How to read the ranking, and what not to conclude."""
    things = "nodes" if of.is_graph else "samples"
    return (
        f"{_entries(of)}Left out: accuracy on training {things} left out one at a time, at the best γ and λ. For "
        "ordinary methods and “joint”, a tenth is left out at a time. Tie: not significantly different from the first "
        "(exact McNemar test, 5%). The score of the first is too optimistic, because it is the best of many. The "
        f"score on held-out {things} is not."
    )


def _entries(of: FoundKernels) -> str:
    """Why the ranking has more entries than settings of kernels were tried; empty where it has not."""
    ordinary = sum(each.choice is None for each in of.ranking)
    kernels = len(of.ranking) - ordinary
    if kernels == of.n_tried:
        return ""
    more = f" The other {count(ordinary, 'entry is an ordinary method', 'entries are ordinary methods')}."
    return (
        f"The {count(of.n_tried, 'setting')} of kernels have {kernels} entries, one for each way to merge the views."
        f"{more if ordinary else ''} "
    )


def _merged(of: Ranked) -> str:
    if of.symmetric and of.merge == "mean":
        return "one view"
    return {
        "mean": "mean of both views",
        "source": "source view alone",
        "target": "target view alone",
        "joint": "joint merging",
    }[of.merge]
