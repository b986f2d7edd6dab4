"""GML: a graph in square brackets, with a list of keys and values for every node and edge, read by networkx."""

from __future__ import annotations

import re

from askcore._validation import needs
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_objects, readable
from askcore.datasets.formats.graphs import Graph
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight

_START = re.compile(r"^[ \t]*+graph\s*+\[", re.MULTILINE)
_SAID = re.compile(r'^[ \t]*+directed[ \t]++"([^"\n]*+)"', re.MULTILINE)


def is_gml(document: Document) -> bool:
    """Whether "graph [" begins a line near the beginning of a text."""
    return not document.binary and bool(_START.search(document.text[:20_000]))


@register("graph", "gml", extensions=("gml",), recognises=is_gml, weighable=True)
def read_gml(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of a GML file.

    Nodes are called by their label where it differs on every node, else by their id. Classes are read as in
    GraphML, last of all from the attribute "value", where M. Newman's collection has them; weights
    from "weight" or else "value".
    """
    check_objects(document.text.count("["), where=document.place())
    if said := _SAID.search(document.text):
        raise document.refused(
            f'"directed" is the text {said[1][:50]!r}, and GML has numbers there',
            "Write directed 1 or directed 0.",
        )
    with needs("A graph in GML", extra="graphs"):
        from networkx import NetworkXError, parse_gml

    sound = readable(
        "The file cannot be read as GML", where=document.place(), also=(NetworkXError,),
        remedy="Export the graph again, as GML or GraphML.",
    )  # fmt: skip
    with sound:  # edges that come again are no error
        found = parse_gml(_START.sub("graph [ multigraph 1", document.text, count=1), label="id")
    graph = Graph(document, directed=found.is_directed())
    graph.said = dict(found.graph)
    for node, data in found.nodes(data=True):
        graph.add(node, data)
    for source, target, data in found.edges(data=True):
        graph.link(source, target, data)
    labels = ("class", "group", "role", "category", "community", "label", "target", "y", "value")
    return graph.edges(
        names_in=("label", "name", "title"), weights_in=("weight", "value"), labels_in=labels, weight=weight
    )
