"""What the page Decisions says of other kernels: what a search found, what to try, which comes first.

UI floor, without streamlit.
"""

from __future__ import annotations

from askcore._format import count, share
from askcore.experiments import METHODS
from askcore.experiments.decisions.search import FoundKernels, Ranked
from askcore.experiments.decisions.suggestion import OtherKernel, Suggestion
from askcore.experiments.decisions.views import Views


def what_to_try(other: OtherKernel | None, baseline: str) -> str:
    """The way out where a baseline is better: what training samples speak for, or that baseline."""
    if other is not None and other.best is not None:
        return (
            f"What to try: {offer(other.best)}. Its cross-validated accuracy is **{share(other.score)}**; with the "
            f"kernel in use it is {share(other.before)}."
        )
    decide = f"What to try: {baseline}."
    if other is None or not other.n_tried:
        return decide
    return f"{decide} Of {count(other.n_tried, 'other kernel')} that were tried, none is more than a point better."


def followed(views: Views, sample: str) -> str:
    """That the controls hold what there is to try, and what it gets."""
    n, right = len(views.truth), float((views.predicted["merged"] == views.truth).mean())
    on = f"{n:,} test {sample}s"
    return f"You took this suggestion. At this setting, AsK-LS has an accuracy of **{right:.0%}** on {on}."


def offer(best: Ranked) -> str:
    """What a button takes: the kernel, and how its views are merged where that is not by their mean."""
    return best.label if best.merge in ("", "mean") else f"{best.label}, {_merged(best)}"


def opened_with(begin: Suggestion, *, in_use: bool) -> str:
    """Which kernel data of one's own open with, and how it was found."""
    found, line = begin.found, begin.adopted
    things = "nodes" if found.is_graph else "samples"
    views = "" if line.symmetric else " with two views (a symmetric kernel has one)"
    judged = (
        f" on {found.n_judged:,} of the {found.n_train:,} training {things}"
        if found.n_judged < found.n_train
        else ""
    )
    now = "" if in_use else " Another setting is chosen now."
    return (
        f"A quick search compared {count(found.n_tried, 'kernel')}{judged}. The best one{views} is **{offer(line)}**; "
        f"its cross-validated accuracy is {line.score:.0%}.{now}"
    )


def suggested_instead(begin: Suggestion, first: Ranked) -> str:
    """That a quick search found something better than the kernel that data of one's own open with."""
    what = "A symmetric kernel" if first.symmetric else "A kernel that ignores direction"
    return (
        f"**{what} is better here:** the cross-validated accuracy of {offer(first)} is **{first.score:.0%}**, that of "
        f"the kernel in use {begin.adopted.score:.0%}."
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
        "merging rule for each, and compares them with baselines."
    )


def line(of: Ranked) -> str:
    """A kernel of the ranking in a list."""
    return f"{share(of.score)} · {of.label} · {_merged(of)}"


def found(of: FoundKernels) -> str:
    """What came first, its accuracy on test samples, and what limits that."""
    best, other = of.best, of.best_baseline
    if best is None:
        return "No kernel could be tried. The reasons are listed below."
    things = "nodes" if of.is_graph else "samples"
    kernel = f"**{best.label}** ({_merged(best)})"
    if not of.n_test:
        said = [
            f"The best of all kernels is {kernel}. Its cross-validated accuracy, corrected for the choice, is "
            f"{best.left_out:.0%}. Nothing was kept for testing."
        ]
    else:
        on = f"on {of.n_test:,} test {things}"
        said = [f"The best of all kernels is {kernel}: an accuracy of **{of.score:.0%}** {on}."]
        if other is not None and of.baseline is not None:
            name = METHODS[other.method].label
            first = "It comes first." if of.ranking[0] is other else ""
            said.append(f"The best baseline is {name}: {of.baseline.accuracy:.0%}. {first}".rstrip())
    if ties := sum(of.ties) - 1:
        n = len(of.ranking) - 1
        said.append(
            f"The first place is not certain: {ties:,} of {n:,} other entries may be as good (“tie”)."
        )
    if of.n_judged < of.n_train:
        said.append(f"To save time, {of.n_judged:,} of {of.n_train:,} training {things} were used.")
    return " ".join(said)


def not_tried(of: FoundKernels) -> str:
    """How many kernels were left out."""
    return f"{len(of.left_out)} of {count(of.n_offered, 'setting')} not tried, and why"


def ranking_caption() -> str:
    """How to read the ranking, and what not to conclude."""
    return (
        "Accuracy: cross-validated on the training part and corrected for the choice of settings; that of the best "
        "kernel is corrected for the choice of the kernel, too. Tie: not clearly behind the first."
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
