"""From a graph with attributes, as networkx reads it, to edges, nodes and labels.

`datasets` floor. GraphML, GEXF, GML and node-link JSON end here, so what is a weight, a label and a name is
decided once. `PlainGraph` takes the place of networkx's graphs, which hold several dictionaries for each edge.
"""

from __future__ import annotations

import math
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets.choices import Ask, Way
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import readable
from askcore.datasets.formats.node_table import LABEL_NAMES
from askcore.datasets.tables.edges import Edges, NodeTable, Relations, Weight, listed, no_weight, unused
from askcore.datasets.tables.label_choice import few_words
from askcore.datasets.tables.tokens import is_number

NAMES = ("name", "shared name", "label", "title")
_STATE = ("selected", "fixed", "locked", "visible", "shape_type")  # of a program that draws, no classes
_LAYOUT = ("x", "y", "z")  # where a node is drawn
MOST_ATTRIBUTES = 1_000  # different ones that are looked at
MOST_VALUES = 20_000_000  # of attributes among which one is looked for that may be a label


class PlainGraph:
    """Nodes and edges with attributes in the order of a file, as far as networkx's readers and `edges_of_graph` ask.

    Parameters
    ----------
    directed : whether edges have a direction.

    Examples
    --------
    >>> graph = PlainGraph(directed=True)
    >>> graph.add_node("a", size=3)
    >>> graph.add_edges_from([("a", "b", None, {"weight": 2.0})])
    >>> list(graph.nodes(data=True)), list(graph.edges(data=True))
    ([('a', {'size': 3})], [('a', 'b', {'weight': 2.0})])
    """

    def __init__(self, *, directed: bool) -> None:
        self.graph: dict[str, Any] = {}
        self.directed = directed
        self._nodes: dict[Any, tuple[Any, ...]] = {}
        self._names: dict[Any, Any] = {}  # each is held once, however many edges name it
        self._ends: tuple[list[Any], list[Any]] = [], []
        self._data: list[tuple[Any, ...]] = []
        self._keys: dict[tuple[str, ...], tuple[str, ...]] = {}  # of attributes, each held once

    def add_node(self, name: Any, /, **data: Any) -> None:
        """List a node, or give more attributes to one that is listed."""
        before = self._nodes.get(name)
        self._nodes[self._names.setdefault(name, name)] = self._packed(
            data if before is None else _unpacked(before) | data
        )

    def add_edges_from(self, edges: Sequence[tuple[Any, Any, Any, dict[str, Any]]]) -> None:
        """Add edges (source, target, key, attributes); the key says nothing."""
        for source, target, _, data in edges:
            self._ends[0].append(self._names.setdefault(source, source))
            self._ends[1].append(self._names.setdefault(target, target))
            self._data.append(self._packed(data))

    def keys(self) -> set[str]:
        """What attributes of nodes and edges are called."""
        return set().union(*self._keys)

    def clear_edges(self) -> None:
        """Take all edges out."""
        self._ends, self._data = ([], []), []

    def number_of_nodes(self) -> int:
        """How many are listed."""
        return len(self._nodes)

    def has_edge(self, source: Any, target: Any) -> bool:
        """Never: edges that come again are kept."""
        return False

    def has_node(self, name: Any) -> bool:
        """Whether a node is listed."""
        return name in self._nodes

    def is_directed(self) -> bool:
        """Whether edges have a direction."""
        return self.directed

    def number_of_edges(self) -> int:
        """How many there are."""
        return len(self._data)

    def nodes(self, data: bool = False) -> Iterator[Any]:
        """The nodes, or pairs of a node and its attributes."""
        if not data:
            return iter(self._nodes)
        return ((name, _unpacked(held)) for name, held in self._nodes.items())

    def edges(self, data: bool = False) -> Iterator[Any]:
        """Source and target of every edge, and its attributes."""
        if not data:
            return zip(*self._ends, strict=True)
        return zip(*self._ends, map(_unpacked, self._data), strict=True)

    def _packed(self, data: dict[str, Any]) -> tuple[Any, ...]:
        """The keys and then the values, in a quarter of the memory of a dictionary."""
        keys = tuple(data)
        return self._keys.setdefault(keys, keys), *data.values()


def _unpacked(held: tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(held[0], held[1:], strict=True))


def parsed(
    parse: Callable[[], Any],
    document: Document,
    *,
    what: str,
    remedy: str,
    also: tuple[type[Exception], ...] = (),
) -> tuple[Any, tuple[str, ...]]:
    """The graph that `parse` yields, and what was warned of; `also` are errors that only its library raises."""
    problem = f"The file cannot be read as {what}"
    sound = readable(problem, where=document.place(), remedy=remedy, also=also)
    with sound, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        graph = parse()
    return graph, tuple(dict.fromkeys(f"{warning.message}" for warning in caught))


def edges_of_graph(
    graph: Any,
    document: Document,
    *,
    names_in: Sequence[str] = NAMES,
    weights_in: Sequence[str] = ("weight",),
    labels_in: Sequence[str] = LABEL_NAMES,
    weight: Weight = None,
    notes: tuple[str, ...] = (),
) -> Edges:
    """Edges, nodes and labels of a plain graph, or one of networkx."""
    if graph.number_of_edges() == 0:
        raise DataError(
            "The graph has no edges", where=document.place(), remedy="Check that the right file was chosen."
        )
    choices = document.choices
    ids = [str(node) for node in graph.nodes()]
    wanted = choices.get("names")
    names, named_by, notes_on_names = _names(graph, ids, names_in, wanted, document)
    notes += notes_on_names
    position = {node: i for i, node in enumerate(graph.nodes())}
    count = graph.number_of_edges()
    source = np.fromiter((position[end] for end, _ in graph.edges()), np.int64, count)
    target = np.fromiter((position[end] for _, end in graph.edges()), np.int64, count)

    def place(edge: int) -> str:
        return f"edge {names[source[edge]]!r} -> {names[target[edge]]!r}"

    weights, weighed_by, weight_notes = _weights(graph, weights_in, weight, place, document)
    kinds = _kinds(graph)
    labels, told, label_notes = _labels(
        graph, kinds, [name for name in labels_in if name != named_by], choices.get("label"), document
    )
    nodes = NodeTable(
        names, labels, label_notes, where=document.place(),
        attributes=tuple(str(key) for key, many in kinds.items() if many > 1 and key != named_by),
        aliases=_aliases(graph, ids, names, kinds),
    )  # fmt: skip
    relations, related_by = _relations(graph, choices.get("relation"))
    left = _left(graph, {named_by, *told, *_LAYOUT}, {weighed_by, related_by})
    return Edges(
        names, source, target, weights, place,
        directed=graph.is_directed(), nodes=nodes, notes=notes + weight_notes + left,
        weighed_by=weighed_by, weights=_of_numbers(graph), relations=relations,
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


def _names(
    graph: Any, ids: list[str], names_in: Sequence[str], wanted: Any, document: Document
) -> tuple[list[str], str, tuple[str, ...]]:
    """The names of the nodes, the attribute that holds them, and notes; their ids where none differs on every node."""
    for key in (str(wanted),) if wanted is not None else names_in:
        names = _values(graph, key)
        if all(names) and len(set(names)) == len(names):
            return names, key, ()
        if wanted is not None and wanted != "id":
            raise DataError(
                f"The node attribute {key!r} does not name every node, or two alike",
                where=document.place(), remedy="Choose another one, or names='id'.",
            )  # fmt: skip
        if key == "label" and all(map(_COUNTED.fullmatch, ids)) and 2 * len(set(names)) >= len(names):
            filled = [name or node for name, node in zip(names, ids, strict=True)]
            again = {name for name, count in Counter(filled).items() if count > 1}
            made = [
                f"{name} ({node})" if name in again else name for name, node in zip(filled, ids, strict=True)
            ]
            note = f"{len(again):,} names come more than once, or are missing: the ids of these nodes were added."
            return made, key, (note,)
    return ids, "", ()


_COUNTED = re.compile(r"n\d+(::n\d+)*")  # as yEd counts the boxes that it draws


def _aliases(graph: Any, ids: list[str], names: list[str], kinds: dict[Any, int]) -> dict[str, list[str]]:
    """Other names of the nodes: their ids, and attributes that differ on each."""
    n = len(ids)
    found = {str(key): _values(graph, key) for key, many in kinds.items() if many == n and n > 1}
    found = {key: values for key, values in ({"id": ids} | found).items() if values != names}
    return dict(list(found.items())[:10])


def _kinds(graph: Any) -> dict[Any, int]:
    """How many different values each attribute of nodes has; none of those that say where a node is drawn."""
    seen: dict[Any, set[str]] = {}
    for _, data in graph.nodes(data=True):
        for key, value in data.items():
            if len(seen) < MOST_ATTRIBUTES or key in seen:
                seen.setdefault(key, set()).add(_text(value))
    for key, value in graph.graph.get("node_default", {}).items():
        seen.setdefault(key, set()).add(_text(value))
    drawn = {"x", "y"} <= {str(key).lower() for key in seen}
    hidden = (*_STATE, *(_LAYOUT if drawn else ()))
    return {key: len(values - {""}) for key, values in seen.items() if str(key).lower() not in hidden}


_RELATIONS = (
    "interaction",
    "relation",
    "relationship",
    "predicate",
    "type",
    "edge_type",
    "kind",
    "shared interaction",
)


def _relations(graph: Any, wanted: Any) -> tuple[Relations | None, str]:
    """Of which kind each edge is, and the attribute that says so."""
    if wanted is False:
        return None, ""
    known = (
        graph.keys() if isinstance(graph, PlainGraph) else {k for *_, d in graph.edges(data=True) for k in d}
    )
    for key in (str(wanted),) if wanted is not None else _RELATIONS:
        if key not in known:
            continue
        found = [_text(data.get(key)) for *_, data in graph.edges(data=True)]
        if any(found) and not all(map(is_number, filter(None, found))):
            return Relations.of(found), key
    return None, ""


def _weights(
    graph: Any, weights_in: Sequence[str], weight: Weight, place: Callable[[int], str], document: Document
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
    for edge, value in enumerate(found):
        if not _absent(value) and not _is_finite(value):
            raise no_weight(
                repr(str(value)[:100]), place(edge) + (f" of {document.name}" if document.name else "")
            )
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
        return math.isfinite(float(value))
    except (ValueError, TypeError, OverflowError):
        return False


def _labels(
    graph: Any, kinds: dict[Any, int], labels_in: Sequence[str], wanted: Any, document: Document
) -> tuple[list[str] | None, set[str], tuple[str, ...]]:
    """The labels, the attributes that notes tell of, and these notes."""
    attributes = {str(key).lower(): key for key in kinds}
    if wanted is False:
        return None, set(), ()
    if wanted is not None:
        if str(wanted).lower() not in attributes:
            raise DataError(
                f"No node has an attribute {wanted!r}", where=document.place(),
                remedy=f"Choose one of {listed(list(kinds)) or 'none'}.",
            )  # fmt: skip
        return _values(graph, attributes[str(wanted).lower()]), {wanted}, ()
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
        if len(set(present)) == 1:
            notes += (
                f"The node attribute {key!r} is the same on every node, so it was not taken as a label.",
            )
            continue
        if others := candidates[i + 1 :]:
            notes += (f"Of several node attributes, {key!r} was taken as the label, not {listed(others)}.",)
        else:
            notes += (f"The node attribute {key!r} was taken as the label.",)
        return labels, set(candidates), notes
    others = [key for key, many in kinds.items() if key not in candidates and many > 1]
    if graph.number_of_nodes() * len(others) > MOST_VALUES:
        return (
            None,
            set(candidates),
            (*notes, "There are too many node attributes to look for labels in them."),
        )
    found = [key for key in others if few_words(np.array(_values(graph, key), dtype=object))]
    if len(found) == 1:
        why = "it is the only one with few different words"
        notes += (f"The node attribute {found[0]!r} was taken as the label: {why}.",)
        return _values(graph, found[0]), {*candidates, found[0]}, notes
    if found:
        ways = tuple(Way(f"The class is “{str(key)[:40]}”", {"label": str(key)}) for key in found[:4])
        notes += (Ask(f"{listed(found, 4)} could each be the class of the nodes, so none was taken.", *ways),)
    return None, {*candidates, *found}, notes


def _values(graph: Any, key: Any) -> list[str]:
    default = graph.graph.get("node_default", {}).get(key, "")
    return [_text(data.get(key, default)) for _, data in graph.nodes(data=True)]


def _text(value: Any) -> str:
    """A label as text; 0 and False are labels, None is not."""
    return "" if value is None else str(value).strip()
