"""Seven nodes whose arrows can be turned: which arrows there are, and what the two views then say.

UI floor. The arrows live in the session; a link that was turned keeps its pair, by which controls know it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from askcore._lazy import made_once
from askcore.datasets import GraphData, load_sample
from askcore.experiments.lessons.small_graph import NodeViews, node_views
from askcore.ui import url_state
from askcore.ui.charts import plots
from askcore.ui.work.cache import kept

Link = tuple[int, int]
SAMPLE = "teaching_graph"
ASKED = ("C", "D", "E")  # whose class the views are to tell; that of the others is known
_NONE = "none"  # of arrows, all of which were removed


@dataclass(frozen=True)
class TurningNodes:
    """A small graph and its arrows as they stand now.

    Attributes
    ----------
    graph : the sample.
    links : (source, target) of each arrow, in the order of the sample.
    """

    graph: GraphData
    links: tuple[Link, ...]

    @classmethod
    def now(cls) -> TurningNodes:
        """As this session has turned it."""
        graph = load_sample(SAMPLE)
        read = url_state.parse_param("arrows", lambda text: _read(text, graph))
        return cls(graph, _links_of(graph) if read is None else read)

    @property
    def names(self) -> list[str]:
        """Of the nodes."""
        return self.graph.node_ids

    @property
    def as_it_was(self) -> bool:
        """Whether all arrows are as in the sample."""
        return self.links == _links_of(self.graph)

    @made_once
    def asked(self) -> list[int]:
        """The nodes whose class is asked for."""
        return [self.names.index(name) for name in ASKED]

    @made_once
    def known(self) -> list[int]:
        """The nodes whose class is known."""
        return [node for node in range(self.graph.n_nodes) if node not in self.asked]

    @made_once
    def known_classes(self) -> list[str]:
        """The class of every node, "" where it is asked for."""
        assert self.graph.labels is not None
        return ["" if i in self.asked else str(one) for i, one in enumerate(self.graph.labels)]

    @made_once
    def adjacency(self) -> np.ndarray:
        """(N, N)."""
        A = np.zeros((self.graph.n_nodes, self.graph.n_nodes))
        for source, target in self.links:
            A[source, target] = 1.0
        return A

    @property
    def positions(self) -> np.ndarray:
        """Where to draw the nodes; turning an arrow moves none."""
        return plots.positions(self.graph)

    @property
    def views(self) -> NodeViews:
        """What is decided."""
        return _views(self.graph, self.links, tuple(self.known))

    def link(self, pair: Link) -> Link | None:
        """The arrow between two nodes, as it points now; None where there is none."""
        return next((link for link in self.links if set(link) == set(pair)), None)


def turn(pair: Link) -> None:
    """Turn the arrow between two nodes round."""
    now = TurningNodes.now()
    turned = tuple(link[::-1] if set(link) == set(pair) else link for link in now.links)
    _keep(now, turned)


def remove(pair: Link) -> None:
    """Take the arrow between two nodes away."""
    now = TurningNodes.now()
    _keep(now, tuple(link for link in now.links if set(link) != set(pair)))


def put_back() -> None:
    """All arrows as they were."""
    url_state.set_param("arrows", "")


def _keep(now: TurningNodes, links: tuple[Link, ...]) -> None:
    """The arrows as they stand, in the address: "AB.BC" is an arrow from A to B and one from B to C."""
    text = ".".join(now.names[source] + now.names[target] for source, target in links) or _NONE
    url_state.set_param("arrows", "" if links == _links_of(now.graph) else text)


def _read(text: str, graph: GraphData) -> tuple[Link, ...] | None:
    """What an address says of the arrows, each of the sample at most once; None where it makes no sense."""
    usual, names = _links_of(graph), graph.node_ids
    ends = {names[i] + names[j]: (i, j) for link in usual for i, j in (link, link[::-1])}
    found = [ends.get(each) for each in text.split(".")] if text != _NONE else []
    links = tuple(link for link in found if link is not None)
    if len(links) < len(found) or len({frozenset(link) for link in links}) < len(links):
        return None
    return links


def _links_of(graph: GraphData) -> tuple[Link, ...]:
    edges = graph.adjacency.tocoo()
    return tuple(zip(edges.row.tolist(), edges.col.tolist(), strict=True))


@kept(entries=256)
def _views(graph: GraphData, links: tuple[Link, ...], known: tuple[int, ...]) -> NodeViews:
    nodes = TurningNodes(graph, links)
    return node_views(nodes.adjacency, nodes.known_classes, labelled=known)
