"""The edge flip demo: seven nodes whose arrows are reversed by a click, and what both views then predict.

Home and the first lesson show it, each with nodes and a kernel of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import numpy as np

from askcore import figures
from askcore._lazy import cached_property
from askcore.datasets import GraphData, load_sample
from askcore.experiments.lessons.graphs_strings import NodeViews, node_views
from askcore.figures.edge_flip import clickable_graph
from askcore.ui.blocks import Control, Figure
from askcore.ui.charts.plots import positions
from askcore.ui.url_state import assign

Link = tuple[int, int]
SAMPLE = "teaching_graph"


@cache
def graph() -> GraphData:
    """The seven nodes."""
    return load_sample(SAMPLE)


@dataclass(frozen=True)
class EdgeFlip:
    """The nodes with some arrows reversed.

    Attributes
    ----------
    key : begins the keys of controls and figures.
    asked : names of the nodes whose class is predicted; the others are the training nodes.
    setting : kernel, gamma and damping, as ``node_views`` takes them.
    flipped : the reversed arrows, as they point in the sample.
    focus : name of the node that is shown with its arrows.
    """

    key: str
    asked: tuple[str, ...]
    setting: Mapping[str, Any] = field(default_factory=dict)
    flipped: tuple[Link, ...] = ()
    focus: str = "C"

    @property
    def arrows(self) -> Control:
        """Which arrows are reversed."""
        links = tuple(map(tuple, np.argwhere(graph().adjacency.toarray()).tolist()))
        names, key = graph().node_ids, f"{self.key}_reversed"
        return Control(
            key, "Reversed arrows", "several", links, titles=lambda ij: " → ".join(names[i] for i in ij)
        )

    @cached_property
    def asked_nodes(self) -> list[int]:
        """Indices of the nodes that are asked for."""
        return [graph().node_ids.index(name) for name in self.asked]

    @cached_property
    def adjacency(self) -> np.ndarray:
        """(7, 7), with the arrows as they point now."""
        A = graph().adjacency.toarray()
        for i, j in self.flipped:
            A[i, j], A[j, i] = A[j, i], A[i, j]
        return np.asarray(A)

    @cached_property
    def views(self) -> NodeViews:
        """Both views of every node."""
        known = [i for i in range(graph().n_nodes) if i not in self.asked_nodes]
        return node_views(self.adjacency, graph().labels, labelled=known, **self.setting)

    def predicted(self, name: str) -> dict[str, Any]:
        """The class of a node by "source", "target", "merged" and "symmetric"; None where a decision is zero."""
        found, node = self.views, graph().node_ids.index(name)
        roles = ("source", "target", "merged", "symmetric")
        return {role: found.says(getattr(found, role), node) for role in roles}

    def picture(self, caption: str) -> Figure:
        """The graph; a click reverses an arrow or chooses a node."""
        names, labels = graph().node_ids, np.array(graph().labels, dtype=object)
        labels[self.asked_nodes] = ""
        nodes: dict[str, Any] = {"classes_of_nodes": labels, "names": names, "focus": names.index(self.focus)}
        draw = partial(clickable_graph, self.adjacency, positions(graph()), **nodes)
        alt = "Seven nodes; a click reverses an arrow"
        return Figure(f"{self.key}_graph", draw, alt, caption=caption, on_click=self._clicked)

    def rows(self, caption: str = "") -> Figure:
        """The decisions on the nodes that are asked for."""
        found, at, focus = self.views, self.asked_nodes, self.asked.index(self.focus)
        source, target, symmetric = found.source[at], found.target[at], found.symmetric[at]
        draw = partial(figures.view_rows, self.asked, source, target, symmetric, found.classes, focus=focus)
        alt = f"Decisions of both views on {', '.join(self.asked)}"
        return Figure(f"{self.key}_rows", draw, alt, caption=caption)

    def _clicked(self, hit: tuple[int, ...]) -> None:
        """Reverse the arrow between two nodes, or choose a node."""
        if len(hit) == 1 and hit[0] in self.asked_nodes:
            assign({f"{self.key}_node": graph().node_ids[hit[0]]})
        for link in self.arrows.options:
            if len(hit) == 2 and set(link) == set(hit):
                others = [one for one in self.flipped if one != link]
                assign({self.arrows.key: others if link in self.flipped else [*others, link]})
