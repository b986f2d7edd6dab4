"""What the pages say, derived from results: sentences in, nothing typed twice.

UI floor, without streamlit: each function takes a result and returns a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt

from askcore._format import duration
from askcore.datasets import GraphData
from askcore.experiments import RIVAL_NAMES, KernelChoice, Rival, Views

__all__ = [
    "agreement",
    "clearly_differs",
    "drawing",
    "on_page",
    "plain",
    "read_by",
    "readings",
    "solved_by",
    "verdict",
]

# Arguments of Python in the remedies of readers, and the controls of the sidebar that stand for them.
_CONTROLS = (
    (
        r'missing="drop" \(leaves such rows out\) or missing="mean"',
        "“drop the row” or “fill in the mean” under “Missing values” in the sidebar",
    ),
    (r'missing="mean"', "“fill in the mean” under “Missing values” in the sidebar"),
    (r'categories="one-hot" or "ordinal"', "“one-hot” or “ordinal” under “Words become” in the sidebar"),
    (r'categories="(one-hot|ordinal)"', r"“\1” under “Words become” in the sidebar"),
)


def plain(text: object) -> str:
    """Text from a file (a name, a label, a message that quotes one) as markdown that shows it as it is.

    Examples
    --------
    >>> print(plain("my_file*2*.csv"))
    my\\_file\\*2\\*.csv
    """
    line = " ".join(str(text).split())
    return re.sub(r"^[-+.]|^\d+(?=[.)])|[\\`*_{}\[\]<>#|~$!&:@]", _escaped, line)


def _escaped(match: re.Match[str]) -> str:
    found = match[0]
    return f"{found}\\" if found.isdigit() else f"\\{found}"  # "1." would begin a list: "1\."


def on_page(message: object) -> str:
    """A reader's message, with the controls of the sidebar in place of the arguments in Python.

    Examples
    --------
    >>> on_page('Every row has a missing value. Choose missing="mean".')
    'Every row has a missing value. Choose “fill in the mean” under “Missing values” in the sidebar.'
    """
    said = str(message)
    for argument, control in _CONTROLS:
        said = re.sub(argument, control, said)
    return said


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


def drawing(data: GraphData, meaning: str) -> str:
    """Caption of a drawn graph: what it shows, and what its layout does not say."""
    if data.n_nodes > 60 and data.labels is not None:
        return f"{meaning} Nodes of a class are drawn near each other on purpose; look at the arrows between them."
    return f"{meaning} Nearness is a choice of the drawing."


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
