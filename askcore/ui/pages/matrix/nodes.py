"""The nodes of a graph by source and target strength, and in the order of their trophic levels.

The first view of the page "Matrix" for a graph without labels, a tab for the others.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from askcore import figures
from askcore._format import listed, number, share
from askcore.diagnostics.trophic import LevelOutcome
from askcore.figures import Theme
from askcore.figures.flows import paired_bars
from askcore.ui.blocks import (
    Action,
    Block,
    Columns,
    Control,
    Figure,
    Fold,
    Live,
    Metric,
    Role,
    Step,
    Table,
    Text,
    Value,
)
from askcore.ui.pages.matrix.results import KernelMatrix
from askcore.ui.text.words import plain

RANKED = 12  # nodes in the figure
FEW = 3  # names in a sentence
ALIKE = 1e-6  # levels that differ by less are one
BY = {"sends": "Source strength", "gets": "Target strength", "level": "Level"}

SENTENCES = {
    LevelOutcome.NO_LINKS: "**No links:** there is nothing to order.",
    LevelOutcome.DIRECTED: "**The links have a clear direction:** trophic incoherence {incoherence}.",
    LevelOutcome.PARTLY_DIRECTED: "**The links have some direction:** trophic incoherence {incoherence}.",
    LevelOutcome.UNDIRECTED: "**The links have hardly any direction:** trophic incoherence {incoherence}.",
}
SCALE = (
    "0: each link climbs one level. 1: no direction, as in a cycle. Lowest: **{lowest}**. Highest: **{highest}**."
    "{parts}"
)
PARTS = " The graph has {parts:,} connected parts; levels of different parts are not comparable."
STRENGTHS = "Source strength: the weight of the links out of a node. Target strength: of the links into it."
ORDERED = (
    "Nodes by level, the lowest first. A link above the diagonal climbs: {climbing} of the link weight does."
)
INCOHERENCE_HELP = (
    "The weighted mean of (h(v) − h(u) − 1)² over the links u → v, with the levels h that make it smallest (MacKay, "
    "Johnson and Sansom 2020)."
)


LEVELS_CODE = """levels = trophic_levels(data.adjacency)
print("Trophic incoherence:", levels.incoherence)
print("Highest level:", levels.levels.max())
print("Weight that climbs:", levels.climbing)"""


def comes_first(state: KernelMatrix) -> bool:
    """Whether the page begins with the nodes: a graph without labels."""
    labels = state.current.labels
    return state.current.is_graph and (labels is None or not (np.asarray(labels) != "").any())


def ranked(state: KernelMatrix, role: Role = "body") -> list[Block]:
    """How directed the graph is, its nodes by strength, and its links in the order of the levels; ``role`` : of the
    verdict.
    """
    levels = state.levels
    said = SENTENCES[levels.outcome].format(incoherence=number(levels.incoherence))
    if levels.outcome is LevelOutcome.NO_LINKS:
        return [Text(said, role)]
    parts = PARTS.format(parts=levels.parts) if levels.parts > 1 else ""
    ends = {"lowest": levels.levels <= ALIKE, "highest": levels.levels >= levels.levels.max() - ALIKE}
    named = {end: _names(state, np.flatnonzero(which)) for end, which in ends.items()}
    return [
        Text(said, role),
        Text(SCALE.format(parts=parts, **named)),
        Metric("Trophic incoherence", number(levels.incoherence), INCOHERENCE_HELP),
        Metric("Highest level", number(float(levels.levels.max())), "The lowest node is at 0."),
        Metric(
            "Weight that climbs",
            share(levels.climbing),
            "Of all link weight, that of links to a higher level.",
        ),
        Columns(([_strengths(state)], [_by_level(state)])),
        Action("to_spectra", "See the map of nodes on Spectra", page="Spectra"),
        Fold("all_nodes", "All nodes", lambda: [Table(nodes_table(state))]),
        Step(LEVELS_CODE),
    ]


def _names(state: KernelMatrix, which: np.ndarray) -> str:
    """The first of some nodes, by name, and how many others there are."""
    names = [plain(state.current.data.node_ids[i]) for i in which[:FEW]]
    return listed([*names, *([f"{len(which) - FEW:,} more"] if len(which) > FEW else [])])


def strengths(state: KernelMatrix) -> tuple[np.ndarray, np.ndarray]:
    """Weight of the links out of each node, and into it."""
    A = state.current.data.adjacency
    return np.asarray(A.sum(axis=1)).ravel(), np.asarray(A.sum(axis=0)).ravel()


def _strengths(state: KernelMatrix) -> Live:
    (sends, gets), levels, names = strengths(state), state.levels.levels, state.current.data.node_ids

    def body(value: Value) -> list[Block]:
        by = value(Control("nodes_by", "Ranked by", "choice", tuple(BY), titles=BY.__getitem__))
        rank = {"sends": -sends, "gets": -gets, "level": levels}[by]
        order = np.argsort(rank, kind="stable")[:RANKED]
        draw = partial(
            paired_bars,
            [names[i] for i in order],
            sends[order],
            gets[order],
            ("source strength", "target strength"),
            numbers=[f"level {levels[i]:.2f}" for i in order],
        )
        more = f" The first {RANKED} of {len(names):,} nodes." if len(names) > RANKED else ""
        alt = "Source and target strength of the first nodes"
        return [Figure(state.key("strengths"), draw, alt, "Nodes by strength", STRENGTHS + more)]

    return Live("strengths", body)


def _by_level(state: KernelMatrix) -> Figure:
    data, levels = state.current.data, state.levels
    order = np.argsort(levels.levels, kind="stable")

    def draw(theme: Theme) -> Any:
        names = [data.node_ids[i] for i in order]
        return figures.adjacency_by_class(data.adjacency[order][:, order], names=names, theme=theme)

    caption = ORDERED.format(climbing=share(levels.climbing))
    return Figure(state.key("levels"), draw, "The links, nodes by trophic level", "Links by level", caption)


def nodes_table(state: KernelMatrix) -> pd.DataFrame:
    """One line for each node, the largest net source first."""
    sends, gets = strengths(state)
    names, levels = state.current.data.node_ids, state.levels.levels
    columns = {"node": names, "level": levels, "source strength": sends, "target strength": gets}
    table = pd.DataFrame(columns).assign(difference=sends - gets)
    return table.sort_values("difference", ascending=False, kind="stable", ignore_index=True)
