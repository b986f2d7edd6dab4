"""GML, read by networkx.

`datasets` floor.
"""

from __future__ import annotations

import re

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_objects
from askcore.datasets.formats.networkx_graphs import edges_of_graph, parsed
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight

__all__ = ["read_gml"]

_START = re.compile(r"^[ \t]*+graph\s*+\[", re.MULTILINE)
_SAID = re.compile(r'^[ \t]*+directed[ \t]++"([^"\n]*+)"', re.MULTILINE)
_MULTIGRAPH = re.compile(r"^[ \t]*+multigraph\s++[01]\s*+$", re.MULTILINE)


def is_gml(document: Document) -> bool:
    """Whether "graph [" begins a line near the beginning of a text."""
    return is_plain_text(document) and bool(_START.search(document.text[:20_000]))


@register("graph", "gml", extensions=("gml",), recognises=is_gml, weighable=True)
def read_gml(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of a GML file.

    Nodes are called by their label where it differs on every node, else by their id. Classes are read as in
    GraphML, last of all from the attribute "value", where M. Newman's collection has them; weights
    from "weight" or else "value".

    Raises
    ------
    DataError : for what is no GML, or an edge to a node that is not listed.
    """
    import networkx as nx

    text = document.text
    check_objects(text.count("["), where=document.place())
    for said in _SAID.findall(text):
        raise DataError(
            f'"directed" is the text {said[:50]!r}, and GML has numbers there',
            where=document.place(),
            remedy="Write directed 1 or directed 0.",
        )
    if not _MULTIGRAPH.search(text):
        # Repeated edges without this line are common, and an error to networkx.
        text = _START.sub(lambda found: f"{found.group()} multigraph 1 ", text, count=1)
    graph, notes = parsed(
        lambda: nx.parse_gml(text.split("\n"), label="id"),
        document,
        what="GML",
        remedy="Export the graph again, as GML or GraphML.",
    )
    labels = ("class", "group", "role", "category", "community", "label", "target", "y", "value")
    return edges_of_graph(
        graph,
        document,
        names_in=("label",),
        weights_in=("weight", "value"),
        labels_in=labels,
        weight=weight,
        notes=notes,
    )
