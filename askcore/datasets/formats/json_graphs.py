"""Graphs as JSON: node-link (networkx, D3, ECharts, vis.js), Cytoscape.js, graphology, JSON Graph Format, adjacency.

`datasets` floor. Each becomes a list of nodes and one of edges; from there all are read alike.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.json_text import is_json, loaded
from askcore.datasets.formats.networkx_graphs import PlainGraph, edges_of_graph
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight, listed
from askcore.datasets.tables.tokens import id_text, truth

_ENDS = (("source", "target"), ("from", "to"), ("src", "dst"), ("start", "end"), ("subject", "object"))
_DEFAULTS = {"node_default", "edge_default"}  # mean something in GraphML alone


@dataclass
class _Lists:
    """Nodes and edges as objects, whether edges have a direction (None: nothing says so), and what else there is."""

    nodes: list[dict[str, Any]]
    edges: list[dict[str, Any]]
    directed: Any = None
    more: dict[str, Any] = field(default_factory=dict)
    attributes: dict[str, Any] = field(default_factory=dict)


@register("graph", "json", extensions=("json", "cyjs", "jgf"), recognises=is_json, weighable=True)
def read_json_graph(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of a graph in JSON.

    Nodes are called by their id, or by a "name" or "label" that differs on every node. Ends of edges are ids, names or
    positions. Without "directed" edges have a direction, and a note says so. Weights: "weight", or else "value".
    """
    found = _lists(loaded(document))
    if found is None or not all(isinstance(entry, dict) for entry in chain(found.nodes, found.edges)):
        raise _refused(
            'The JSON has no lists "nodes" and "edges" (or "links") of objects',
            "Save it with networkx.node_link_data, or as an edge list.",
            document,
        )
    directed = True if found.directed is None else truth(found.directed)
    if directed is None:
        problem = f'"directed" is {str(found.directed)[:50]!r}, which is neither true nor false'
        raise _refused(problem, "Write true or false.", document)
    graph = PlainGraph(directed=directed)
    names = _take_nodes(graph, found.nodes, document)
    by = _take_edges(graph, found, names, document)
    notes: tuple[str, ...] = (f"The ends of edges are the {by} of nodes.",) if by != "id" else ()
    left = [key for key, value in found.more.items() if value not in (None, "", [], {})]
    notes += (f"Of the JSON, {listed(left)} {'was' if len(left) == 1 else 'were'} not used.",) if left else ()
    graph.graph.update({str(k): value for k, value in found.attributes.items() if k not in _DEFAULTS})
    if found.directed is None:
        notes += ("The file does not say whether its edges have a direction: they were read with one.",)
    return edges_of_graph(
        graph,
        document,
        names_in=("name", "label"),
        weights_in=("weight", "value"),
        weight=weight,
        notes=notes,
    )


def _lists(said: Any) -> _Lists | None:
    """Nodes and edges in any of the layouts; None where there are none."""
    if isinstance(said, list):  # elements of Cytoscape.js in one list
        said = {"elements": said}
    if not isinstance(said, dict):
        return None
    more = dict(said)
    if isinstance(graphs := more.get("graphs"), list) and graphs:
        more = {"graph": graphs[0], "further graphs": graphs[1:]}
    if (elements := more.pop("elements", None)) is not None:
        return _of_elements(elements, more)
    inner = more.get("graph")
    attributes: dict[str, Any] = {}
    if isinstance(inner, dict) and ("edges" in inner or "links" in inner) and "nodes" not in more:
        more = {key: value for key, value in more.items() if key != "graph"} | inner
    elif isinstance(inner, dict):
        attributes = more.pop("graph")
    else:
        more.pop("graph", None)
    directed = more.pop("directed", None)
    more.pop("multigraph", None)
    options = more.get("options")
    if isinstance(options, dict) and options.get("type") in ("directed", "undirected", "mixed"):  # graphology
        directed = more.pop("options")["type"] != "undirected"
    nodes = more.pop("nodes", None)
    if isinstance(nodes, dict):  # of the JSON Graph Format, by id
        nodes = [{"id": name} | (data if isinstance(data, dict) else {}) for name, data in nodes.items()]
    if isinstance(nodes, list) and isinstance(more.get("adjacency"), list):
        return _of_adjacency(nodes, more, directed, attributes)
    edges = more.pop("edges" if "edges" in more else "links", None)
    if nodes is None and edges is None:
        return _of_neighbours(said)
    if not isinstance(nodes, list) or not isinstance(edges, list):
        return None
    return _Lists(
        [_unfolded(node) for node in nodes], [_unfolded(edge) for edge in edges], directed, more, attributes
    )


def _unfolded(entry: Any) -> Any:
    """An object with its "attributes" or "metadata" beside the other keys, and graphology's "key" as the id."""
    if not isinstance(entry, dict) or not entry.keys() & {"attributes", "metadata", "key"}:
        return entry
    made = {key: value for key, value in entry.items() if key not in ("attributes", "metadata")}
    for key in ("attributes", "metadata"):
        made = (entry[key] if isinstance(entry.get(key), dict) else {}) | made
    if "key" in made and not made.keys() & {"id", "source", "from"}:
        made["id"] = made.pop("key")
    return made


def _of_elements(elements: Any, more: dict[str, Any]) -> _Lists | None:
    given = elements
    if isinstance(elements, dict):
        given = [*(elements.get("nodes") or ()), *(elements.get("edges") or ())]
    if not isinstance(given, list) or not all(isinstance(entry, dict) for entry in given):
        return None
    found = [entry.get("data", entry) for entry in given]
    if not all(isinstance(data, dict) for data in found):
        return None
    nodes = [data for data in found if "source" not in data]
    edges = [{k: v for k, v in data.items() if k != "id"} for data in found if "source" in data]
    attributes = more.pop("data", None)
    left = {key: more[key] for key in more if key not in _OF_A_PROGRAM}
    return _Lists(nodes, edges, None, left, attributes if isinstance(attributes, dict) else {})


_OF_A_PROGRAM = {
    "format_version",
    "generated_by",
    "target_cytoscapejs_version",
    "style",
    "layout",
    "zoom",
    "pan",
}


def _of_adjacency(
    nodes: list[Any], more: dict[str, Any], directed: Any, attributes: dict[str, Any]
) -> _Lists | None:
    """networkx.adjacency_data: for each node the objects of those that it points to; both ways without direction."""
    lists = more.pop("adjacency")
    if len(lists) != len(nodes) or not all(isinstance(entry, list) for entry in lists):
        return None
    edges = []
    for i, (node, entries) in enumerate(zip(nodes, lists, strict=True)):
        name = node.get("id", i) if isinstance(node, dict) else i
        edges += [
            {"source": name} | {"target" if k == "id" else k: v for k, v in e.items()}
            for e in entries
            if isinstance(e, dict)
        ]
    if directed is not None and not truth(directed):  # each edge stands at both of its ends
        at = {id_text(node.get("id", i)): i for i, node in enumerate(nodes)}
        edges = [
            edge for edge in edges
            if at.get(id_text(edge["source"]), 0) <= at.get(id_text(edge.get("target")), 0)
        ]  # fmt: skip
    return _Lists(nodes, edges, directed, more, attributes)


def _of_neighbours(said: dict[str, Any]) -> _Lists | None:
    """Lists, or objects, of the neighbours of each node by its name."""
    edges: list[dict[str, Any]] = []
    for name, others in said.items():
        if isinstance(others, list) and not any(isinstance(other, dict | list) for other in others):
            edges += [{"source": name, "target": other} for other in others]
        elif isinstance(others, dict):
            for other, data in others.items():
                edge = data if isinstance(data, dict) else {"weight": data}
                edges.append(edge | {"source": name, "target": other})
        else:
            return None
    names = dict.fromkeys([*said, *(id_text(edge["target"]) for edge in edges)])
    return _Lists([{"id": name} for name in names], edges) if edges else None


def _take_nodes(graph: PlainGraph, nodes: list[dict[str, Any]], document: Document) -> list[str]:
    """The names of the nodes in their order; a missing id is the place."""
    names: list[str] = []
    known: set[str] = set()
    for i, entry in enumerate(nodes):
        node = dict(entry)
        name = _name(node.pop("id", i))
        if name in known:
            raise _refused(f"Node {name!r} is listed twice", "Keep one of the two.", document)
        known.add(name)
        names.append(name)
        graph.add_node(name, **node)
    return names


def _name(value: Any) -> str:
    """The text of an id: to Python 1, 1.0 and true are one and the same."""
    return str(tuple(value)) if isinstance(value, list) else id_text(value)


def _take_edges(graph: PlainGraph, found: _Lists, names: list[str], document: Document) -> str:
    """Add the edges; by what they name their ends: "id", "name", "label" or "position"."""
    keys = next((ends for ends in _ENDS if any(ends[0] in edge for edge in found.edges)), _ENDS[0])
    wanted: dict[str, None] = {}
    for edge in found.edges:
        if not all(key in edge for key in keys):
            missing = next(key for key in keys if key not in edge)
            raise _refused(
                f"The file cannot be read as node-link JSON (an edge has no {missing!r})",
                'Give every node an "id", and every edge a "source" and a "target".',
                document,
            )
        wanted |= dict.fromkeys(_name(edge[key]) for key in keys)
    by, place = _resolved(wanted.keys(), names, found.nodes)
    if (end := next((name for name in wanted if name not in place), None)) is not None:
        problem = f"An edge names node {end!r}, which the file does not list"
        raise _refused(problem, "Add the node, or take the edge out.", document)
    found.edges.reverse()
    while found.edges:  # each is let go of as the graph holds it
        edge = found.edges.pop()
        data = {key: value for key, value in edge.items() if key not in (*keys, "key")}
        graph.add_edges_from([(place[_name(edge[keys[0]])], place[_name(edge[keys[1]])], None, data)])
    return by


def _resolved(wanted: Set[str], names: list[str], nodes: list[dict[str, Any]]) -> tuple[str, dict[str, str]]:
    """What ends of edges are, and the node that each means: ids if all are, else names, labels or positions."""
    ids = {name: name for name in names}
    if wanted <= ids.keys():
        return "id", ids
    for key in ("name", "label"):
        found = {id_text(node[key]): name for node, name in zip(nodes, names, strict=True) if key in node}
        if len(found) == len(names) and wanted <= found.keys():
            return key, found
    places = {str(i): name for i, name in enumerate(names)}
    return ("position", places) if wanted <= places.keys() else ("id", ids)


def _refused(problem: str, remedy: str, document: Document) -> DataError:
    return DataError(problem, where=document.place(), remedy=remedy)
