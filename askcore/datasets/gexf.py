"""GEXF, Gephi's format, behind the guard of `_xml`, read by networkx.

`datasets` floor.
"""

from __future__ import annotations

import io

import networkx as nx

from askcore.datasets._document import Document
from askcore.datasets._edges import Edges
from askcore.datasets._networkx import edges_of_graph, parsed
from askcore.datasets._registry import register
from askcore.datasets._xml import check_nodes, guarded, is_markup

__all__ = ["read_gexf"]


def is_gexf(document: Document) -> bool:
    """Whether a document is markup with a gexf element near its beginning."""
    return is_markup(document, "gexf")


@register("graph", "gexf", extensions=("gexf",), recognises=is_gexf)
def read_gexf(document: Document) -> Edges:
    """Edges, nodes and labels of a GEXF document, versions 1.1 to 1.3.

    Nodes are called by their label where it differs on every node (so Gephi shows them), else by their id.
    Classes are read as in GraphML; Gephi's "modularity class" counts as one.

    Raises
    ------
    DataError : as for GraphML, and if edges with and without direction are mixed.
    """
    root = guarded(document, what="GEXF")
    check_nodes(root, document)
    graph, notes = parsed(
        lambda: nx.read_gexf(io.BytesIO(document.data)),
        document,
        what="GEXF",
        remedy="Export it from Gephi with one type of edge, or as GraphML.",
    )
    labels = ("class", "group", "role", "category", "community", "modularity class", "label", "target", "y")
    return edges_of_graph(graph, document, names_in=("label",), labels_in=labels, notes=notes)
