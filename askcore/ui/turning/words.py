"""Sentences about a graph whose arrows were turned, without streamlit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from askcore._format import count, fixed


def arrow(names: Sequence[str], link: tuple[int, int]) -> str:
    """An arrow by its ends."""
    return f"{names[link[0]]} → {names[link[1]]}"


def distances(names: Sequence[str], focus: int, steps: np.ndarray, undirected: np.ndarray) -> pd.DataFrame:
    """A row for each reading of a node: the steps from it, to it, and without arrowheads."""
    read = {
        f"from {names[focus]}": steps[focus],
        f"to {names[focus]}": steps[:, focus],
        "without arrowheads": undirected[focus],
    }
    others = [i for i in range(len(names)) if i != focus]
    shown = [[f"{row[i]:.0f}" if np.isfinite(row[i]) else "none" for i in others] for row in read.values()]
    return pd.DataFrame(shown, index=list(read), columns=[names[i] for i in others])


def known_nodes(names: Sequence[str], classes: Sequence[str]) -> str:
    """Which nodes have a class, class by class."""
    parts = []
    for one in sorted({name for name in classes if name}):
        members = [name for name, its in zip(names, classes, strict=True) if its == one]
        parts.append(f"{_listed(members)} are {one}s" if len(members) > 1 else f"{members[0]} is a {one}")
    return ", ".join(parts)


def reading(
    node: str,
    names: Sequence[str],
    classes: Sequence[str],
    steps: np.ndarray,
    said: Any,
    *,
    out: bool,
    without: Any = None,
) -> str:
    """What a view reads of a node, and what it says."""
    near = [i for i in np.argsort(steps, kind="stable").tolist() if classes[i] and np.isfinite(steps[i])]
    if not near:
        whom = (
            f"{node} reaches no node whose class is known"
            if out
            else f"no node whose class is known reaches {node}"
        )
        return f"Along the arrows {whom}. " + (
            _says(None)
            if said is None
            else f"The intercept alone decides, the same for every node: **{said}**."
        )
    first = f"{names[near[0]]} (a {classes[near[0]]})"
    who = f"{node} reaches {first}" if out else f"{first} reaches {node}"
    others = "".join(f", {names[i]} in {int(steps[i])}" for i in near[1:])
    nearest = {classes[i] for i in near if steps[i] == steps[near[0]]}
    return (
        f"Along the arrows {who} in {count(int(steps[near[0]]), 'step')}{others}. "
        f"{_verdict(said, nearest, {classes[i] for i in near}, without)}"
    )


def merged(node: str, said: Any, value: float) -> str:
    """What the mean of both views says of a node."""
    side = "above" if value > 0 else "below"
    verdict = (
        f"cannot say of {node}"
        if said is None
        else f"{node} is a **{said}** ({fixed(value, 2)}; {side} 0: {said})"
    )
    return f":green[**Mean of both views:**] {verdict}."


def undirected(said: Any) -> str:
    """What the symmetric kernel says, whichever way the arrows point."""
    verdict = "cannot say" if said is None else f"says **{said}**"
    return f"It sees lines, not arrows, and {verdict}. For it, turning an arrow changes nothing."


def alt(names: Sequence[str], links: Sequence[tuple[int, int]]) -> str:
    """The picture of the graph in words."""
    if not links:
        return f"{len(names)} nodes without an arrow"
    return f"{len(names)} nodes with the arrows " + ", ".join(arrow(names, link) for link in links)


def _verdict(said: Any, nearest: set[str], reached: set[str], without: Any) -> str:
    """What a view says, and why: by the classes of the nearest nodes, or in spite of them."""
    if said is not None and said not in nearest:
        return _in_spite(said, without)
    against = nearest == {said} != reached
    return f"Nearer nodes count more, so it says **{said}**." if against else _says(said)


def _says(said: Any) -> str:
    return "It cannot say." if said is None else f"It says **{said}**."


def _in_spite(said: Any, without: Any) -> str:
    """Why a view does not say the class of the nearest node."""
    if without == said:
        return f"The other nodes outweigh the nearest one: **{said}**."
    return f"But the intercept, the same for all, outweighs it: **{said}**."


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]])
