"""GraphML, behind a guard: no document type, no entities, nothing fetched; then networkx.

`datasets` floor.
"""

from __future__ import annotations

import io
import warnings
from typing import Any
from xml.etree.ElementTree import Element, ParseError

import networkx as nx
import numpy as np
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from askcore._validation import DataError
from askcore.datasets._document import Document
from askcore.datasets._edges import Edges, NodeTable
from askcore.datasets._registry import register
from askcore.datasets.node_table import LABEL_NAMES

__all__ = ["read_graphml"]


def is_graphml(document: Document) -> bool:
    """Whether a document is markup with a graphml element near its beginning."""
    return document.text.lstrip().startswith("<") and (
        "<graphml" in document.text[:20_000] or "graphml" in document.name
    )


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
    root = _guarded(document)
    graphs = root.findall("{*}graph")
    _check_nodes(graphs[0] if graphs else root, document)
    graph, notes = _read(document)
    if len(graphs) > 1:
        notes += (f"Only the first of {len(graphs)} graphs was read.",)
    names = list(graph.nodes)
    if graph.number_of_edges() == 0:
        raise DataError(
            "The graph has no edges", where=document.place(), remedy="Check that the right file was chosen."
        )
    position = {name: i for i, name in enumerate(names)}
    ends = [(position[u], position[v]) for u, v in graph.edges()]
    source, target = np.array(ends, dtype=np.int64).T
    weight, weight_notes = _weights(graph, document)
    labels, label_notes = _labels(graph)
    nodes = NodeTable(names, labels, label_notes, where=document.place())
    places = [f"edge {u!r} -> {v!r}" for u, v in graph.edges()]
    return Edges(
        names, source, target, weight, places.__getitem__,
        directed=graph.is_directed(), nodes=nodes, notes=notes + weight_notes,
    )  # fmt: skip


def _guarded(document: Document) -> Element:
    try:
        return fromstring(document.data, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    except DefusedXmlException as error:
        raise DataError(
            "The file defines a document type or entities, which can be used to exhaust or spy on the reader",
            where=document.place(),
            remedy="Save it again without <!DOCTYPE ...>; GraphML needs none.",
        ) from error
    except ParseError as error:
        line, column = error.position
        what = "ends too early" if error.code in (3, 5, 13) else "is no well-formed XML"
        raise DataError(
            f"The file {what} ({str(error).split(':')[0]}, at character {column + 1})",
            where=document.place(line),
            remedy="Export the graph again, or check that the download is complete.",
        ) from error
    except (ValueError, LookupError) as error:
        raise DataError(
            f"The file names an encoding that is not known ({error})", where=document.place()
        ) from error


def _check_nodes(root: Element, document: Document) -> None:
    """networkx would add nodes that an edge names, and overwrite repeated ones, without a word."""
    known: set[str | None] = set()
    for node in root.iterfind(".//{*}node"):
        name = node.get("id")
        if not name or name in known:
            problem = f"Node {name!r} is listed twice" if name else "A node has no id"
            raise DataError(
                problem, where=_line(document, f'id="{name}"', 2), remedy="Keep one of the two nodes."
            )
        known.add(name)
    for edge in root.iterfind(".//{*}edge"):
        for end in ("source", "target"):
            name = edge.get(end)
            if name not in known:
                raise DataError(
                    f"The edge names node {name!r}, which the file does not list",
                    where=_line(document, f'{end}="{name}"', 1),
                    remedy="Add the node, or take the edge out.",
                )


def _line(document: Document, needle: str, occurrence: int) -> str:
    start = -1
    for _ in range(occurrence):
        start = document.text.find(needle, start + 1)
    return document.place(document.text.count("\n", 0, start) + 1 if start >= 0 else None)


def _read(document: Document) -> tuple[Any, tuple[str, ...]]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            graph = nx.read_graphml(io.BytesIO(document.data), force_multigraph=True)
        except (nx.NetworkXError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(
                f"The file is no GraphML that can be read ({error})",
                where=document.place(),
                remedy="Give every <data> a declared <key> of the right type, and all edges one direction.",
            ) from error
    return graph, tuple(dict.fromkeys(f"{warning.message}" for warning in caught))


def _weights(graph: Any, document: Document) -> tuple[np.ndarray | None, tuple[str, ...]]:
    default = graph.graph.get("edge_default", {}).get("weight")
    found = [data.get("weight", default) for _, _, data in graph.edges(data=True)]
    missing = sum(value in (None, "") for value in found)
    if missing == len(found):
        return None, ()
    for (u, v), value in zip(graph.edges(), found, strict=True):
        try:
            good = value in (None, "") or np.isfinite(float(value))
        except ValueError:
            good = False
        if not good:
            raise DataError(
                f"{str(value)!r} is no weight",
                where=f"edge {u!r} -> {v!r}" + (f" of {document.name}" if document.name else ""),
                remedy="Give a finite number of 0 or more.",
            )
    notes = (f"{missing:,} of {len(found):,} edges have no weight, and weigh 1.",) if missing else ()
    return np.array([1.0 if value in (None, "") else float(value) for value in found]), notes


def _labels(graph: Any) -> tuple[list[str] | None, tuple[str, ...]]:
    attributes = {key.lower(): key for _, data in graph.nodes(data=True) for key in data}
    attributes |= {key.lower(): key for key in graph.graph.get("node_default", {})}
    notes: tuple[str, ...] = ()
    candidates = [attributes[name] for name in LABEL_NAMES if name in attributes]
    for i, key in enumerate(candidates):
        default = graph.graph.get("node_default", {}).get(key, "")
        labels = [str(data.get(key, default) or "").strip() for _, data in graph.nodes(data=True)]
        present = [label for label in labels if label]
        if len(present) > 2 and len(set(present)) == len(present):
            notes += (
                f"The node attribute {key!r} differs on every node, so it was taken as a name, not a label.",
            )
            continue
        if candidates[i + 1 :]:
            others = ", ".join(repr(other) for other in candidates[i + 1 :])
            notes += (f"Of several node attributes, {key!r} was taken as the label, not {others}.",)
        else:
            notes += (f"The node attribute {key!r} was taken as the label.",)
        return labels, notes
    return None, notes
