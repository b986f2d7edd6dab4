"""Node-link JSON, as networkx and D3 write it.

`datasets` floor. Nodes and edges are decoded one by one: all of them at a time take ten times the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_objects, timed
from askcore.datasets.formats.networkx_graphs import PlainGraph, edges_of_graph, parsed
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, Weight, listed
from askcore.datasets.tables.tokens import id_text, truth

_LISTS = ("nodes", "edges", "links")
_BLANKS = re.compile(r"[ \t\n\r]*+")


def is_json(document: Document) -> bool:
    """Whether a text begins like a JSON object."""
    return document.text.lstrip().startswith("{")


@register("graph", "json", extensions=("json",), recognises=is_json, weighable=True)
def read_node_link(document: Document, weight: Weight = None) -> Edges:
    """Edges, nodes and labels of {"nodes": [{"id": ...}], "edges" or "links": [{"source", "target"}]}.

    Nodes are called by their id, or by a "name" or "label" that differs on every node. Without
    "directed" edges have a direction, and a note says so. Weights: "weight", or else "value".
    """
    check_objects(document.text.count("{") + document.text.count("["), where=document.place())
    graph, said, notes = _read(document)
    directed = truth(said.get("directed", True))
    if directed is None:
        raise DataError(
            f'"directed" is {str(said["directed"])[:50]!r}, which is neither true nor false',
            where=document.place(),
            remedy="Write true or false.",
        )
    graph.directed = directed
    _refuse_unlisted(graph, document)
    left = [key for key, value in said.items() if key not in _OWN and value not in (None, "", [], {})]
    notes += (f"Of the JSON, {listed(left)} {'was' if len(left) == 1 else 'were'} not used.",) if left else ()
    if isinstance(said.get("graph"), dict):
        graph.graph.update({str(key): value for key, value in said["graph"].items() if key not in _DEFAULTS})
    if "directed" not in said:
        notes += ("The file does not say whether its edges have a direction: they were read with one.",)
    return edges_of_graph(
        graph,
        document,
        names_in=("name", "label"),
        weights_in=("weight", "value"),
        weight=weight,
        notes=notes,
    )


_OWN = {"directed", "multigraph", "graph"}
_DEFAULTS = {"node_default", "edge_default"}  # mean something in GraphML alone


def _read(document: Document) -> tuple[PlainGraph, dict[str, Any], tuple[str, ...]]:
    """Nodes and edges, what the JSON holds besides, and notes."""
    said: dict[str, Any] = {}
    graph, notes = parsed(
        lambda: _graph(document, said),
        document,
        what="node-link JSON",
        remedy='Give every node an "id", and every edge a "source" and a "target".',
    )
    return graph, said, notes


def _graph(document: Document, said: dict[str, Any]) -> PlainGraph:
    """Nodes and edges, one by one; other entries become `said`, and so do "links" that stand beside "edges"."""
    graph, scanner = PlainGraph(directed=True), _Scanner(document.text)
    ids: set[str] = set()
    found: set[str] = set()
    try:
        for key, entries in scanner.members():
            if entries is None:
                said[key] = scanner.value()
                continue
            if key in found:
                raise _refused(f'The JSON has "{key}" twice', "Keep one of the two.", document)
            if key == "edges" and "links" in found:
                graph.clear_edges()
            if found & {"edges", "links"} and key != "nodes":
                said["links"] = "links"
            left_out = key == "links" and "edges" in found
            found.add(key)
            for i, entry in enumerate(timed(entries, where=document.place())):
                if left_out:
                    continue
                if not isinstance(entry, dict):
                    raise _no_lists(document)
                if key == "nodes":
                    _take_node(graph, entry, i, ids, document)
                else:
                    _take_edge(graph, entry)
    except json.JSONDecodeError as error:
        raise DataError(
            f"The file is not JSON ({error.msg})",
            where=document.place(error.lineno),
            remedy="Export the graph again, or check that the download is complete.",
        ) from error
    except DataError:
        raise
    except (ValueError, RecursionError) as error:
        problem = "The JSON is nested too deeply, or a number in it too long"
        raise _refused(problem, "Give lists of nodes and edges.", document) from error
    if "nodes" not in found or not found & {"edges", "links"}:
        raise _no_lists(document)
    return graph


def _take_node(graph: PlainGraph, entry: dict[str, Any], at: int, ids: set[str], document: Document) -> None:
    """A node as networkx takes it: an id that is missing is the place, one that is a list a tuple."""
    node = _named(entry, "id")
    name = node.pop("id", at)
    if str(name) in ids:
        raise _refused(f"Node {str(name)!r} is listed twice", "Keep one of the two.", document)
    ids.add(str(name))
    graph.add_node(_hashable(name), **node)


def _take_edge(graph: PlainGraph, entry: dict[str, Any]) -> None:
    edge = _named(entry, "source", "target")
    ends = _hashable(edge.pop("source")), _hashable(edge.pop("target"))
    edge.pop("key", None)
    graph.add_edges_from([(*ends, None, edge)])


class _Scanner:
    """A place in a JSON text; raises a JSONDecodeError where it is none."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.decode = json.JSONDecoder().raw_decode

    def members(self) -> Iterator[tuple[str, Iterator[Any] | None]]:
        """Keys of the object, and the entries of lists of nodes and edges; None where a value follows, to be taken."""
        self.pass_by("{", "Expecting an object")
        more = not self.passes("}")
        while more:
            key = self.value()
            if not isinstance(key, str):
                raise self.wrong("Expecting property name enclosed in double quotes")
            self.pass_by(":", "Expecting ':' delimiter")
            yield key, self.entries() if key in _LISTS and self.passes("[") else None
            more = self.more("}")
        self.skip()
        if self.at < len(self.text):
            raise self.wrong("Extra data")

    def entries(self) -> Iterator[Any]:
        """The entries of a list that has been opened."""
        more = not self.passes("]")
        while more:
            yield self.value()
            more = self.more("]")

    def value(self) -> Any:
        """What stands here."""
        self.skip()
        value, self.at = self.decode(self.text, self.at)
        return value

    def more(self, end: str) -> bool:
        """Whether a comma stands here, or else the end of a list or an object."""
        if self.passes(","):
            return True
        self.pass_by(end, "Expecting ',' delimiter")
        return False

    def skip(self) -> None:
        """Pass the blanks."""
        self.at = _BLANKS.match(self.text, self.at).end()  # type: ignore[union-attr]

    def passes(self, mark: str) -> bool:
        """Whether this mark stands here; then it is passed."""
        self.skip()
        found = self.text[self.at : self.at + 1] == mark
        self.at += found
        return found

    def pass_by(self, mark: str, problem: str) -> None:
        """Pass a mark that must stand here."""
        if not self.passes(mark):
            raise self.wrong(problem)

    def wrong(self, problem: str) -> json.JSONDecodeError:
        """The error at this place."""
        return json.JSONDecodeError(problem, self.text, self.at)


def _refused(problem: str, remedy: str, document: Document) -> DataError:
    return DataError(problem, where=document.place(), remedy=remedy)


def _no_lists(document: Document) -> DataError:
    return _refused(
        'The JSON has no lists "nodes" and "edges" (or "links") of objects',
        "Save it with networkx.node_link_data, or as an edge list.",
        document,
    )


def _hashable(name: Any) -> Any:
    return tuple(map(_hashable, name)) if isinstance(name, list) else name


def _named(entry: dict[str, Any], *keys: str) -> dict[str, Any]:
    """An entry with text for the ids in it: to Python 1, 1.0 and true are one and the same."""
    return entry | {
        key: id_text(entry[key]) for key in keys if isinstance(entry.get(key), bool | int | float)
    }


def _refuse_unlisted(graph: PlainGraph, document: Document) -> None:
    """Raise DataError for an edge whose end is no node."""
    for end in chain.from_iterable(graph.edges()):
        if not graph.has_node(end):
            raise _refused(
                f"An edge names node {end!r}, which the file does not list",
                "Add the node, or take the edge out.",
                document,
            )
