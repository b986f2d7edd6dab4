"""Node-link JSON, as networkx and D3 write it, read by networkx.

`datasets` floor.
"""

from __future__ import annotations

import json
from itertools import chain
from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_objects, timed
from askcore.datasets.formats.networkx_graphs import PlainGraph, edges_of_graph, parsed
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight, listed
from askcore.datasets.tables.tokens import id_text, truth

__all__ = ["read_node_link"]


def is_json(document: Document) -> bool:
    """Whether a text begins like a JSON object."""
    return document.text.lstrip().startswith("{")


@register("graph", "json", extensions=("json",), recognises=is_json, weighable=True)
def read_node_link(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of {"nodes": [{"id": ...}], "edges" or "links": [{"source", "target"}]}.

    Nodes are called by their id, or by a "name" or "label" that differs on every node. Without
    "directed" edges have a direction, and a note says so. Weights: "weight", or else "value".

    Raises
    ------
    DataError : for what is no JSON (naming the line) or has no nodes and edges, a node listed twice, or an
        edge to a node that is not listed.
    """
    check_objects(document.text.count("{") + document.text.count("["), where=document.place())
    data = _json(document)
    edges = next((data[key] for key in ("edges", "links") if isinstance(data.get(key), list)), None)
    nodes = data.get("nodes")
    if not isinstance(nodes, list) or edges is None or not all(isinstance(x, dict) for x in nodes + edges):
        raise DataError(
            'The JSON has no lists "nodes" and "edges" (or "links") of objects',
            where=document.place(),
            remedy="Save it with networkx.node_link_data, or as an edge list.",
        )
    directed = truth(data.get("directed", True))
    if directed is None:
        raise DataError(
            f'"directed" is {str(data["directed"])[:50]!r}, which is neither true nor false',
            where=document.place(),
            remedy="Write true or false.",
        )
    named = [_named(node, "id") for node in nodes]
    graph, notes = parsed(
        lambda: _graph(named, edges, directed, document.place()),
        document,
        what="node-link JSON",
        remedy='Give every node an "id", and every edge a "source" and a "target".',
    )
    _refuse_strange_nodes(graph, named, document)
    own = {"nodes", "edges", "directed", "multigraph", "graph", "links"}
    left = [key for key, value in data.items() if key not in own and value not in (None, "", [], {})]
    left += ["links"] if isinstance(data.get("edges"), list) and data.get("links") else []
    notes += (f"Of the JSON, {listed(left)} {'was' if len(left) == 1 else 'were'} not used.",) if left else ()
    if isinstance(data.get("graph"), dict):
        graph.graph.update(data["graph"])
    if "directed" not in data:
        notes += ("The file does not say whether its edges have a direction: they were read with one.",)
    return edges_of_graph(
        graph,
        document,
        names_in=("name", "label"),
        weights_in=("weight", "value"),
        weight=weight,
        notes=notes,
    )


def _graph(
    nodes: list[dict[str, Any]], edges: list[dict[str, Any]], directed: bool, where: str
) -> PlainGraph:
    """Nodes and edges as networkx takes them: an id that is missing is the place, one that is a list a tuple."""
    graph = PlainGraph(directed=directed)
    for i, node in enumerate(timed(nodes, where=where)):
        graph.add_node(_hashable(node.get("id", i)), **{k: v for k, v in node.items() if k != "id"})
    for edge in timed(edges, where=where):
        entry = _named(edge, "source", "target")
        ends = _hashable(entry.pop("source")), _hashable(entry.pop("target"))
        entry.pop("key", None)
        graph.add_edges_from([(*ends, None, entry)])
    return graph


def _hashable(name: Any) -> Any:
    return tuple(map(_hashable, name)) if isinstance(name, list) else name


def _named(entry: dict[str, Any], *keys: str) -> dict[str, Any]:
    """An entry with text for the ids in it: to Python 1, 1.0 and true are one and the same."""
    return entry | {
        key: id_text(entry[key]) for key in keys if isinstance(entry.get(key), bool | int | float)
    }


def _json(document: Document) -> dict[str, Any]:
    try:
        data = json.loads(document.text)
    except json.JSONDecodeError as error:
        raise DataError(
            f"The file is not JSON ({error.msg})",
            where=document.place(error.lineno),
            remedy="Export the graph again, or check that the download is complete.",
        ) from error
    except (ValueError, RecursionError) as error:
        raise DataError(
            "The JSON is nested too deeply, or a number in it too long",
            where=document.place(),
            remedy="Give lists of nodes and edges.",
        ) from error
    return data if isinstance(data, dict) else {}


def _refuse_strange_nodes(graph: PlainGraph, nodes: list[dict[str, Any]], document: Document) -> None:
    """An edge adds what it alone names, and what is listed twice is merged, without a word."""
    for end in chain.from_iterable(graph.edges()):
        if not graph.has_node(end):
            raise DataError(
                f"An edge names node {end!r}, which the file does not list",
                where=document.place(),
                remedy="Add the node, or take the edge out.",
            )
    names = {str(node.get("id", i)) for i, node in enumerate(nodes)}
    if len(names) < len(nodes):
        seen: set[str] = set()
        for i, node in enumerate(nodes):
            name = str(node.get("id", i))
            if name in seen:
                raise DataError(
                    f"Node {name!r} is listed twice", where=document.place(), remedy="Keep one of the two."
                )
            seen.add(name)
