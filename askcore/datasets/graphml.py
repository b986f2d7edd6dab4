"""GraphML, behind the guard of `_xml`, read by networkx.

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

__all__ = ["read_graphml"]


def is_graphml(document: Document) -> bool:
    """Whether a document is markup with a graphml element near its beginning."""
    return is_markup(document, "graphml")


@register("graph", "graphml", extensions=("graphml", "xml"), recognises=is_graphml)
def read_graphml(document: Document) -> Edges:
    """Edges, nodes and labels of the first graph in a GraphML document.

    The label is the node attribute called label, class, group, role, category, community, target or y, in
    this order; one that differs on every node is a name and passed over. Weights are the edge
    attribute "weight"; an edge without it weighs 1.

    Raises
    ------
    DataError : if the document is cut off or no XML (naming the line), defines a document type or entities,
        lists a node twice, or has an edge to a node it does not list.
    """
    root = guarded(document, what="GraphML")
    graphs = root.findall("{*}graph")
    check_nodes(graphs[0] if graphs else root, document)
    graph, notes = parsed(
        lambda: nx.read_graphml(io.BytesIO(document.data), force_multigraph=True),
        document,
        what="GraphML",
        remedy="Give every <data> a declared <key> of the right type, and all edges one direction.",
    )
    if len(graphs) > 1:
        notes += (f"Only the first of {len(graphs)} graphs was read.",)
    return edges_of_graph(graph, document, notes=notes)
