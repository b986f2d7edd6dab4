"""Graphs as JSON: node-link (networkx, D3, ECharts, vis.js), Cytoscape.js, graphology, JSON Graph Format, adjacency,
trees, and Neo4j's export.

Each becomes a list of nodes and one of edges; from there all are read alike.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from askcore.datasets.files.document import Document
from askcore.datasets.files.json_text import is_json, loaded, refuse_twice
from askcore.datasets.files.limits import MAX_OBJECTS
from askcore.datasets.formats.graphs import Graph, node_name
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight, listed
from askcore.datasets.tables.tokens import id_text, truth

_ENDS = (
    ("source", "target"), ("from", "to"), ("src", "dst"), ("start", "end"), ("subject", "object"),
    ("source_id", "target_id"),
)  # fmt: skip
_NOTHING: tuple[Any, ...] = (None, "", [], {}, ((),))
_DEFAULTS = {"node_default", "edge_default"}  # mean something in GraphML alone
_OF_A_PROGRAM = {
    "multigraph", "format_version", "generated_by", "target_cytoscapejs_version", "style", "layout", "zoom", "pan",
}  # fmt: skip


@register("graph", "json", extensions=("json", "cyjs", "jgf"), recognises=is_json, weighable=True)
def read_json_graph(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of a graph in JSON.

    Nodes are called by their id, or by a "name" or "label" that differs on every node. Ends of edges are ids, names or
    positions. Without "directed" edges have a direction, and a note says so. Weights: "weight", or else "value".
    """
    found = _node_link(loaded(document, _Packed())) or {}
    nodes, edges = found.pop("nodes", None), found.pop("edges", None)
    if (
        isinstance(edges, list)
        and edges
        and all(isinstance(edge, list) and len(edge) in (2, 3) for edge in edges)
    ):
        edges = [dict(zip(("source", "target", "weight"), edge, strict=False)) for edge in edges]
        nodes = list(range(nodes)) if isinstance(nodes, int) and 0 <= nodes <= MAX_OBJECTS else nodes
        named = [edge[end] for edge in edges for end in ("source", "target")]
        nodes = list(dict.fromkeys(map(node_name, named))) if nodes is None else nodes
    if isinstance(nodes, list):
        nodes = [node if isinstance(node, dict | list | tuple) else {"id": node} for node in nodes]
    lists = isinstance(nodes, list) and isinstance(edges, list)
    if not lists or not all(type(entry) in (dict, tuple) for entry in chain(nodes, edges)):
        raise document.refused(
            'The JSON has no lists "nodes" and "edges" (or "links") of objects, and is not a list of records',
            "Save a graph with networkx.node_link_data, or as an edge list, and a table as CSV.",
        )
    graph = Graph(document)
    if (said := found.pop("directed", None)) is not None:
        graph.say_directed(said)
    for i, entry in enumerate(nodes):  # a missing id is the place
        graph.take("node", {"id": i} | (_object(entry) or {}))
    del nodes
    known = set(map(_keys, edges))
    ends = next((ends for ends in _ENDS if any(ends[0] in keys for keys in known)), _ENDS[0])
    edges.reverse()
    while edges:  # each is let go of as the graph holds it
        graph.take("edge", _object(edges.pop()) or {}, ends=ends)
    notes = _resolved(graph)
    graph.said = {k: v for k, v in (_object(found.pop("graph", None)) or {}).items() if k not in _DEFAULTS}
    left = [key for key, value in found.items() if key not in _OF_A_PROGRAM and value not in _NOTHING]
    notes += (f"In the JSON, {listed(left)} {'was' if len(left) == 1 else 'were'} not used.",) if left else ()
    if said is None:
        notes += ("The file does not say whether its links have a direction: they were read with one.",)
    return graph.edges(
        names_in=("name", "label"), weights_in=("weight", "value", "strength"), weight=weight, notes=notes
    )


class _Packed:
    """Objects that hold no others as tuples of their keys, held once, and values: a third of a dictionary's memory."""

    def __init__(self) -> None:
        self.keys: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.texts: dict[str, str] = {}

    def __call__(self, pairs: list[tuple[str, Any]]) -> Any:
        """An object of its keys and values."""
        keys = tuple([key for key, _ in pairs])
        if (kept := self.keys.get(keys)) is None:
            refuse_twice(keys)
            kept = self.keys[keys] = keys
        made: list[Any] = [kept]
        keep = self.texts.setdefault
        for _, value in pairs:
            kind = type(value)
            if kind is dict or kind is list or kind is tuple:
                return dict(pairs)
            made.append(keep(value, value) if kind is str else value)
        return tuple(made)


def _object(entry: Any) -> dict[str, Any] | None:
    """An object, packed or not, as a dictionary of its own; None for anything else."""
    if type(entry) is tuple:
        return dict(zip(entry[0], entry[1:], strict=True))
    return dict(entry) if isinstance(entry, dict) else None


def _keys(entry: Any) -> tuple[str, ...]:
    return entry[0] if type(entry) is tuple else tuple(entry)


def _node_link(said: Any) -> dict[str, Any] | None:
    """Any of the layouts as node-link JSON has it, with what else there is; None for what is no graph."""
    if isinstance(said, list):
        return _of_neo4j(said) or _of_elements({"elements": said})
    found = _object(said)
    if found is None:
        return None
    if isinstance(graphs := found.get("graphs"), list) and graphs:
        found = {"graph": graphs[0], "further graphs": graphs[1:]}
    edges = found.get("edges")
    if isinstance(edges, list) and edges and isinstance(edges[0], dict) and _object(edges[0].get("data")):
        found = {"elements": found}
    if "connections" in found:  # of Kumu
        found["nodes"], found["edges"] = found.pop("elements", []), found.pop("connections")
    if "elements" in found:
        return _of_elements(found)
    if isinstance(found.get("rels"), list):
        return _of_neo4j([*found.get("nodes", ()), *found["rels"]])
    within = next((key for key in ("graph", "network") if key in found), "graph")  # of VOSviewer
    inner = _object(found.get(within))
    if inner and ("edges" in inner or "links" in inner) and "nodes" not in found:
        found = {key: value for key, value in found.items() if key != within} | inner
        if "items" in found and "nodes" not in found:
            found["nodes"] = found.pop("items")
    options = _object(found.get("options"))
    if options and options.get("type") in ("directed", "undirected", "mixed"):  # graphology
        found["directed"] = options["type"] != "undirected"
        del found["options"]
    if (by_id := _object(found.get("nodes"))) is not None:  # of the JSON Graph Format
        found["nodes"] = [{"id": name} | (_object(data) or {}) for name, data in by_id.items()]
    if isinstance(found.get("nodes"), list) and isinstance(found.get("adjacency"), list):
        return _of_adjacency(found)
    if "links" in found and "edges" not in found:
        found["edges"] = found.pop("links")
    if isinstance(found.get("children"), list) and not found.keys() & {"nodes", "edges"}:
        return _of_tree(found)
    if not found.keys() & {"nodes", "edges"}:
        return _of_neighbours(_object(said) or {})
    for key in ("nodes", "edges"):
        if isinstance(found.get(key), list):
            found[key] = list(map(_unfolded, found[key]))
    return found


def _unfolded(entry: Any) -> Any:
    """An object with its "attributes" or "metadata" beside the other keys, and graphology's "key" as the id."""
    if type(entry) not in (dict, tuple) or not {"attributes", "metadata", "key"}.intersection(_keys(entry)):
        return entry
    made = _object(entry) or {}
    for key in ("attributes", "metadata"):
        made = (_object(made.pop(key, None)) or {}) | made
    if "key" in made and not made.keys() & {"id", "source", "from"}:
        made["id"] = made.pop("key")
    return made


def _of_elements(found: dict[str, Any]) -> dict[str, Any] | None:
    """Cytoscape.js has nodes and edges in one list or two, each with its content under "data"."""
    elements = found.pop("elements")
    if (two := _object(elements)) is not None:
        elements = [*(two.get("nodes") or ()), *(two.get("edges") or ())]
    if not isinstance(elements, list):
        return None
    inner = [_object(entry.get("data") or entry if isinstance(entry, dict) else entry) for entry in elements]
    nodes = [data for data in inner if data is not None and "source" not in data]
    edges = [data for data in inner if data is not None and "source" in data]
    for edge in edges:
        edge.pop("id", None)
    more = {key: value for key, value in found.items() if key != "data"}
    return None if None in inner else more | {"nodes": nodes, "edges": edges, "graph": found.get("data")}


def _of_neo4j(entries: list[Any]) -> dict[str, Any] | None:
    """Nodes and relationships as Neo4j's apoc.export.json writes them; None for anything else."""
    nodes: list[Any] = []
    edges: list[Any] = []
    for entry in map(_object, entries):
        data = (_object(entry.get("properties")) or {}) if entry else {}
        if entry and entry.get("type") == "node" and "id" in entry:
            labels = entry.get("labels")
            names = {"class": ":".join(map(str, labels))} if isinstance(labels, list) else {}
            nodes.append(names | data | {"id": entry["id"]})
        elif entry and entry.get("type") == "relationship":
            start, end = ((_object(entry.get(key)) or {}).get("id") for key in ("start", "end"))
            edges.append(data | {"source": start, "target": end, "relation": entry.get("label")})
        else:
            return None
    return {"nodes": nodes, "edges": edges, "directed": True} if edges else None


def _of_adjacency(found: dict[str, Any]) -> dict[str, Any] | None:
    """networkx.adjacency_data: for each node the objects of those that it points to; both ways without direction."""
    lists, nodes, directed = found.pop("adjacency"), found["nodes"], found.get("directed")
    if len(lists) != len(nodes) or not all(isinstance(entries, list) for entries in lists):
        return None
    names = [(_object(node) or {}).get("id", i) for i, node in enumerate(nodes)]
    edges: list[dict[str, Any]] = []
    for name, entries in zip(names, lists, strict=True):
        for entry in filter(None, map(_object, entries)):
            ends = {"source": name} | ({"target": entry.pop("id")} if "id" in entry else {})
            edges.append(entry | ends)
    if directed is not None and not truth(directed):  # each edge is said at both of its ends
        at = {id_text(name): i for i, name in enumerate(names)}
        edges = [e for e in edges if at.get(id_text(e["source"]), 0) <= at.get(id_text(e.get("target")), 0)]
    return found | {"edges": edges}


def _of_tree(root: dict[str, Any]) -> dict[str, Any] | None:
    """A hierarchy, as of D3: a link from each node to its children; a node is called by all names that lead to it."""
    nodes: list[Any] = []
    edges: list[Any] = []
    waiting = [("", root)]
    for above, node in waiting:
        name = str(node.pop("name", node.get("id", len(nodes))))
        path = f"{above}/{name}" if above else name
        children = [_object(child) for child in node.pop("children", None) or ()]
        if None in children or len(waiting) > MAX_OBJECTS:
            return None
        nodes.append(node | {"id": path, "name": name})
        edges += [{"source": above, "target": path}] if above else []
        waiting += [(path, child) for child in children if child is not None]
    return {"nodes": nodes, "edges": edges, "directed": True}


def _of_neighbours(said: dict[str, Any]) -> dict[str, Any] | None:
    """Lists, or objects, of the neighbours of each node by its name."""
    edges: list[Any] = []
    for name, others in said.items():
        if isinstance(others, list) and not any(isinstance(other, dict | list | tuple) for other in others):
            edges += [{"source": name, "target": other} for other in others]
        elif (inner := _object(others)) is not None and not any(
            isinstance(each, list) for each in inner.values()
        ):
            for other, data in inner.items():
                edges.append((_object(data) or {"weight": data}) | {"source": name, "target": other})
        else:
            return None
    names = dict.fromkeys([*said, *(id_text(edge["target"]) for edge in edges)])
    return {"nodes": [{"id": name} for name in names], "edges": edges} if edges else None


def _resolved(graph: Graph) -> tuple[str, ...]:
    """What the ends of edges are: ids, and where one is none, names, labels or positions; then a note says so."""
    if graph.stray() is None:
        return ()
    n = len(graph.nodes)
    for by in ("name", "label", "position"):
        names = map(str, range(n)) if by == "position" else map(id_text, graph.of_nodes.column(by, n))
        if graph.ends_are(list(names)):
            return (f"The ends of links are the {by} of nodes.",)
    return ()
