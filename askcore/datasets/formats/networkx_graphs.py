"""From a graph as networkx reads it to edges, nodes and labels.

`datasets` floor. GraphML, GEXF, GML and node-link JSON end here, so what is a weight, a label and a name is
decided once.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import readable
from askcore.datasets.formats.node_table import LABEL_NAMES
from askcore.datasets.tables.edges import Edges, NodeTable, Weight, listed, no_weight, unused
from askcore.datasets.tables.label_choice import few_words

__all__ = ["edges_of_graph", "parsed"]


def parsed(
    parse: Callable[[], Any], document: Document, *, what: str, remedy: str
) -> tuple[Any, tuple[str, ...]]:
    """The graph that `parse` yields, and what networkx warned of.

    Raises
    ------
    DataError : for whatever it raises.
    """
    from networkx import NetworkXException

    problem = f"The file cannot be read as {what}"
    sound = readable(problem, where=document.place(), remedy=remedy, also=(NetworkXException,))
    with sound, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        graph = parse()
    return graph, tuple(dict.fromkeys(f"{warning.message}" for warning in caught))


def edges_of_graph(
    graph: Any,
    document: Document,
    *,
    names_in: Sequence[str] = (),
    weights_in: Sequence[str] = ("weight",),
    labels_in: Sequence[str] = LABEL_NAMES,
    weight: Weight = None,
    notes: tuple[str, ...] = (),
) -> Edges:
    """Edges, nodes and labels of a networkx graph.

    Parameters
    ----------
    names_in : node attributes to call the nodes by: the first that differs on every node; else their ids.
    weights_in : edge attributes to take as the weight: the first that occurs; an edge without it weighs 1.
    labels_in : node attributes to take as the label: the first that occurs and does not differ on every node.
    weight : the edge attribute that holds the weights in place of `weights_in`, or False for none.

    Raises
    ------
    DataError : if there are no edges, or a weight is no finite number.
    """
    if graph.number_of_edges() == 0:
        raise DataError(
            "The graph has no edges", where=document.place(), remedy="Check that the right file was chosen."
        )
    names, named_by = _names(graph, names_in)
    position = {node: i for i, node in enumerate(graph.nodes)}
    ends = [(position[u], position[v]) for u, v in graph.edges()]
    source, target = np.array(ends, dtype=np.int64).T
    places = [f"edge {names[u]!r} -> {names[v]!r}" for u, v in ends]
    weights, weighed_by, weight_notes = _weights(graph, weights_in, weight, places, document)
    labels, told, label_notes = _labels(graph, [name for name in labels_in if name != named_by])
    nodes = NodeTable(names, labels, label_notes, where=document.place())
    left = _left(graph, {named_by, *told}, {weighed_by})
    return Edges(
        names, source, target, weights, places.__getitem__,
        directed=graph.is_directed(), nodes=nodes, notes=notes + weight_notes + left,
        weighed_by=weighed_by, weights=_of_numbers(graph),
    )  # fmt: skip


def _left(graph: Any, nodes_by: set[str], edges_by: set[str]) -> tuple[str, ...]:
    """Which attributes of nodes, edges and the graph were not used."""
    own = {
        "node_default",
        "edge_default",
        "mode",
        "name",
    }  # of the reader, not of the file; and what it is called
    found = (
        ("Node", {key: None for _, data in graph.nodes(data=True) for key in data if key not in nodes_by}),
        ("Edge", {key: None for _, _, data in graph.edges(data=True) for key in data if key not in edges_by}),
        (
            "Graph",
            {
                key: None
                for key, value in graph.graph.items()
                if key not in own and value not in (None, "", {})
            },
        ),
    )
    notes: tuple[str, ...] = ()
    for what, keys in found:
        shown = [key for key in keys if not (what == "Edge" and key in ("id", "key", "networkx_key"))]
        notes += unused(f"{what} attribute", shown)
    return notes


def _names(graph: Any, names_in: Sequence[str]) -> tuple[list[str], str]:
    for key in names_in:
        names = [str(data.get(key) or "").strip() for _, data in graph.nodes(data=True)]
        if all(names) and len(set(names)) == len(names):
            return names, key
    return [str(node) for node in graph.nodes], ""


def _weights(
    graph: Any, weights_in: Sequence[str], weight: Weight, places: list[str], document: Document
) -> tuple[np.ndarray | None, str, tuple[str, ...]]:
    """The weights, the attribute that holds them, and notes."""
    if weight is False:
        return None, "", ()
    defaults = graph.graph.get("edge_default", {})
    for key in weights_in if weight is None else (str(weight),):
        default = defaults.get(key)
        found = [data.get(key, default) for _, _, data in graph.edges(data=True)]
        missing = sum(_absent(value) for value in found)
        if missing < len(found):
            break
    else:
        if weight is not None:
            raise DataError(
                f"No edge has an attribute {weight!r}",
                where=document.place(),
                remedy=f"Choose {listed(sorted({str(k) for *_, d in graph.edges(data=True) for k in d})) or 'none'}.",
            )
        return None, "", ()
    for place, value in zip(places, found, strict=True):
        if not _absent(value) and not _is_finite(value):
            raise no_weight(repr(str(value)[:100]), place + (f" of {document.name}" if document.name else ""))
    notes: tuple[str, ...] = ()
    if missing:
        notes += (f"{missing:,} of {len(found):,} edges have no weight, and weigh 1.",)
    if key != "weight":
        notes += (f"The edge attribute {key!r} was read as weights.",)
    return np.array([1.0 if _absent(value) else float(value) for value in found]), key, notes


def _of_numbers(graph: Any) -> tuple[str, ...]:
    """The edge attributes that hold numbers wherever they stand."""
    held: dict[str, bool] = {}
    for *_, data in graph.edges(data=True):
        for key, value in data.items():
            if key not in ("id", "key", "networkx_key"):
                held[str(key)] = held.get(str(key), True) and (_absent(value) or _is_finite(value))
    return tuple(key for key, numbers in held.items() if numbers)


def _absent(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _is_finite(value: Any) -> bool:
    try:
        return bool(np.isfinite(float(value)))
    except (ValueError, TypeError, OverflowError):
        return False


def _labels(graph: Any, labels_in: Sequence[str]) -> tuple[list[str] | None, set[str], tuple[str, ...]]:
    """The labels, the attributes that notes tell of, and these notes."""
    attributes = {str(key).lower(): key for _, data in graph.nodes(data=True) for key in data}
    attributes |= {str(key).lower(): key for key in graph.graph.get("node_default", {})}
    notes: tuple[str, ...] = ()
    candidates = [attributes[name] for name in labels_in if name in attributes]
    for i, key in enumerate(candidates):
        labels = _values(graph, key)
        present = [label for label in labels if label]
        if len(present) > 2 and len(set(present)) == len(present):
            notes += (
                f"The node attribute {key!r} differs on every node, so it was taken as a name, not a label.",
            )
            continue
        if others := candidates[i + 1 :]:
            notes += (f"Of several node attributes, {key!r} was taken as the label, not {listed(others)}.",)
        else:
            notes += (f"The node attribute {key!r} was taken as the label.",)
        return labels, set(candidates), notes
    words = {key: _values(graph, key) for key in attributes.values() if key not in candidates}
    found = [key for key, values in words.items() if few_words(np.array(values, dtype=object))]
    if len(found) == 1:
        why = "it is the only one with few different words"
        notes += (f"The node attribute {found[0]!r} was taken as the label: {why}.",)
        return words[found[0]], {*candidates, found[0]}, notes
    return None, set(candidates), notes


def _values(graph: Any, key: Any) -> list[str]:
    default = graph.graph.get("node_default", {}).get(key, "")
    return [_text(data.get(key, default)) for _, data in graph.nodes(data=True)]


def _text(value: Any) -> str:
    """A label as text; 0 and False are labels, None is not."""
    return "" if value is None else str(value).strip()
