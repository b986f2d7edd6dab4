"""What the pages say, derived from results: sentences in, nothing typed twice.

UI floor, without streamlit: each function takes a result and returns a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from askcore.datasets import GraphData
from askcore.experiments import RIVAL_NAMES, KernelChoice, Rival, Views

__all__ = ["agreement", "clearly_differs", "drawing", "readings", "solved_by", "verdict"]


def readings(choice: KernelChoice, *, is_graph: bool) -> tuple[str, str]:
    """What the source and the target view of a sample read, as noun phrases."""
    if not is_graph:
        return "how the sample weighs the training samples", "how the training samples weigh the sample"
    into, out = "who points to the node", "whom the node points to"
    return (into, out) if choice.orientation == "in" else (out, into)


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
        else f"reproduce **{merged:.0%}** of the {n:,} labels that they were trained on (a fit, no prediction)"
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
    return " ".join([lead, *_against(views, rivals, n)])


def _against(views: Views, rivals: Sequence[Rival], n: int) -> list[str]:
    best = max(views.scores["accuracy"])
    by_name = {rival.symmetrize: rival for rival in rivals}
    said = []
    mean = by_name.get("mean")
    if mean is not None:
        low, high = f"{mean.lowest:.0%}", f"{mean.accuracy:.0%}"
        span = f"**{high}**" if low == high else f"{low} to **{high}**"
        if clearly_differs(best, mean.accuracy, n):
            if best < mean.accuracy:
                said.append(
                    f"Direction does not pay here: averaged away, (K + Kᵀ)/2 gets {high} at its best γ, "
                    "more than either view."
                )
            elif not clearly_differs(mean.accuracy, views.chance, n) or mean.accuracy < views.chance:
                said.append(
                    f"With the direction averaged away, (K + Kᵀ)/2 stays at {span} whatever the γ: no better "
                    "than guessing. The direction carries the class."
                )
            else:
                said.append(f"With the direction averaged away, (K + Kᵀ)/2 gets {span}, depending on γ.")
        else:
            said.append(
                f"With the direction averaged away, (K + Kᵀ)/2 gets {span}, depending on γ: at its best γ it "
                f"cannot be told apart from the best view on {n:,} samples."
            )
    products = [by_name[name] for name in ("KKt", "KtK") if name in by_name]
    if products:
        top = max(products, key=lambda rival: rival.accuracy)
        relation = (
            "about as good as"
            if not clearly_differs(best, top.accuracy, n)
            else "better than"
            if top.accuracy > best
            else "less than"
        )
        said.append(
            f"{RIVAL_NAMES[top.symmetrize]}, symmetric but built from the directed links, gets "
            f"**{top.accuracy:.0%}** at its best γ: {relation} the best view."
        )
    return said


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
    }
    condition = "infinite: a resonance" if views.condition > 1e15 else f"{views.condition:,.3g}"
    return (
        f"Solved by {names[views.solver]} in {views.seconds * 1000:,.0f} ms · λ = {views.damping:g} · "
        f"condition of the undamped system {condition}"
    )
