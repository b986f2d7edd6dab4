"""Graphs with attributes, taken in node by node and link by link: what of them are names, weights, classes, directions.

The reader of each graph format fills a `Graph` and ends in `Graph.edges`, where all of this is
decided once.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import ne
from typing import Any

import numpy as np

from askcore._format import count
from askcore.datasets.choices import Ask, Way
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_declared_size
from askcore.datasets.tables.columns import few_words
from askcore.datasets.tables.edges import (
    Edges,
    NodeTable,
    Relations,
    Weight,
    listed,
    no_weight,
    unused,
    weight_of,
)
from askcore.datasets.tables.titles import LABELS, MODULARITY
from askcore.datasets.tables.tokens import id_text, is_number, truth

NAMES = ("name", "shared name", "label", "title")
RELATIONS = (
    "interaction", "relation", "relationship", "predicate", "type", "edge_type", "kind", "shared interaction",
)  # fmt: skip
MOST_VALUES = 20_000_000  # of attributes among which one is looked for that may be a label
MOST_TEXTS = 10_000  # different ones that are looked for again
_STATE = ("selected", "fixed", "locked", "visible", "shape_type")  # of a program that draws, no classes
_LAYOUT = ("x", "y", "z")  # where a node is drawn
_IDS = ("id", "key", "networkx_key")  # of links, which say nothing
_COUNTED = re.compile(r"n\d+(::n\d+)*")  # as yEd counts the boxes that it draws


class Attributes:
    """Attributes of nodes or of links: of each, by name, the rows that have it and their values, floats as 8 bytes."""

    def __init__(self) -> None:
        self.held: dict[str, tuple[array[int], list[Any] | array[float]]] = {}
        self.defaults: dict[str, Any] = {}
        self._texts: dict[str, str] = {}

    def add(self, row: int, data: Mapping[str, Any]) -> None:
        """Take in the attributes of one row."""
        for key, value in data.items():
            rows, values = self.held.setdefault(key, (array("i"), array("d")))
            if isinstance(values, array) and type(value) is not float:
                values = values.tolist()
                self.held[key] = rows, values
            if type(value) is str:  # one that comes again is held once
                texts = self._texts
                value = texts.setdefault(value, value) if len(texts) < MOST_TEXTS else texts.get(value, value)
            rows.append(row)
            values.append(value)

    def rename(self, names: Mapping[str, str | None]) -> None:
        """Give attributes the names of their keys, where they have some; those of one name become one."""
        held, self.held = self.held, {}
        for key, (rows, values) in held.items():
            known = self.held.setdefault(names.get(key) or key, (array("i"), []))
            known[0].extend(rows)
            known[1].extend(values)

    def knows(self, key: str) -> bool:
        """Whether an attribute is said of a row, or has a default."""
        return key in self.held or key in self.defaults

    def column(self, key: str, n: int) -> Sequence[Any]:
        """The values of an attribute on n rows; its default, or None, where it is not said."""
        rows, values = self.held.get(key, (array("i"), []))
        if isinstance(values, array) and rows == array("i", range(n)):
            return values
        filled = [self.defaults.get(key)] * n
        for row, value in zip(rows, values, strict=True):
            filled[row] = value
        return filled

    def texts(self, key: str, n: int) -> list[str]:
        """The same as text."""
        return list(map(_text, self.column(key, n)))


class Graph:
    """A graph as it comes out of a file.

    Parameters
    ----------
    document : the file.
    directed : whether links have a direction.

    Examples
    --------
    >>> graph = Graph(Document("", b"", ""), directed=True)
    >>> graph.join("a", "b", {"weight": 2.0})
    >>> edges = graph.edges()
    >>> edges.names, edges.weight.tolist()
    (['a', 'b'], [2.0])
    """

    def __init__(self, document: Document, *, directed: bool = True) -> None:
        self.document, self.directed = document, directed
        self.nodes: dict[Any, int] = {}
        self.of_nodes, self.of_links = Attributes(), Attributes()
        self.said: dict[str, Any] = {}  # of the whole graph
        self._ends = array("i"), array("i")
        self._lines, self._ways = array("i"), bytearray()
        self._awaited: dict[Any, int] = {}  # ends that are not listed so far

    def __len__(self) -> int:
        return len(self._ends[0])

    def add(self, node: Any, data: Mapping[str, Any] | None = None, *, once: bool = False) -> None:
        """List a node, or say more of one that is listed; where each is listed ``once``, it is none so far."""
        if once and node in self.nodes:
            raise self.document.refused(
                f"Node {str(node)[:100]!r} is listed twice", "Keep one of the two nodes."
            )
        row = self.nodes.setdefault(node, len(self.nodes))
        if data:
            self.of_nodes.add(row, data)

    def say_directed(self, said: Any, key: str = "directed") -> None:
        """Take in what the file says of the direction of its links, in any spelling."""
        told = False if said == "mutual" else truth(said)
        if told is None:
            problem = f"{key!r} is {str(said)[:50]!r}, which says neither directed nor undirected"
            ways = "true or false" if key == "directed" else f'{key}="directed" or {key}="undirected"'
            raise self.document.refused(problem, f"Write {ways}.")
        self.directed = told

    def take(
        self, kind: str, data: dict[str, Any], *, ends: Sequence[str] = ("source", "target"), at: int | None = None,
        directed: bool | None = None,
    ) -> None:  # fmt: skip
        """Take in a "node" with its id or an "edge" with its ends, and what else is said of it; ``at`` in the text."""
        keys = ("id",) if kind == "node" else ends
        if missing := [key for key in keys if data.get(key) is None]:
            problem, remedy = f"The {kind} has no {missing[0]!r}", f"Give every {kind} {' and '.join(keys)}."
            line = None if at is None else self.document.text.count("\n", 0, at) + 1
            raise self.document.refused(problem, remedy, line)
        names = [node_name(data.pop(key)) for key in keys]
        if kind == "node":
            self.add(names[0], data, once=True)
        else:
            data.pop("key", None)
            self.link(names[0], names[1], data, directed=directed)

    def count(self, n: int, line: int) -> None:
        """List nodes from 1 to n, as many as a line of the file says."""
        lines = self.document.text.count("\n") + 1
        check_declared_size(n, lines, what="nodes", where=self.document.place(line))
        for i in range(n):
            self.add(str(i + 1))

    def link(
        self, source: Any, target: Any, data: Mapping[str, Any] | None = None, *, line: int = 0,
        directed: bool | None = None,
    ) -> None:  # fmt: skip
        """Add a link between nodes that are listed, or will be; of some formats each has its line and direction."""
        row = self.nodes.get(source)
        self._ends[0].append(self._wait_for(source) if row is None else row)
        row = self.nodes.get(target)
        self._ends[1].append(self._wait_for(target) if row is None else row)
        if data:
            self.of_links.add(len(self._ends[0]) - 1, data)
        if line:
            self._lines.append(line)
        if directed is not None:
            self._ways.append(directed)

    def _wait_for(self, node: Any) -> int:
        return self._awaited.setdefault(node, -1 - len(self._awaited))

    def join(self, source: Any, target: Any, data: Mapping[str, Any] | None = None, *, line: int = 0) -> None:
        """Add a link, and list its ends."""
        self.add(source)
        self.add(target)
        self.link(source, target, data, line=line)

    def point(self, node: Any, others: Iterable[Any], data: Mapping[str, Any] | None = None) -> None:
        """Add links from a node, which is listed, to others."""
        self.add(node)
        for other in others:
            self.join(node, other, data)

    def row(
        self, source: Any, cells: Sequence[str], line: int, data: Mapping[str, Any] | None = None, *,
        directed: bool | None = None,
    ) -> None:  # fmt: skip
        """Add the links of a node that a row of a full matrix holds: weights, in the order of the nodes."""
        if len(cells) != len(self.nodes):
            problem = f"{len(cells):,} values in a row of {len(self.nodes):,}"
            raise self.document.refused(problem, "Complete the row.", line)
        for target, cell in zip(self.nodes, cells, strict=True):
            if weight := weight_of(cell, self.document.place(line)):
                self.link(source, target, {**(data or {}), "weight": weight}, line=line, directed=directed)

    def ends_are(self, names: Sequence[str]) -> bool:
        """Take the ends of links for these names of nodes; False where one end is none of them."""
        rows = {name: row for row, name in enumerate(names)}
        said = [str(name) for name in (*self.nodes, *self._awaited)]
        ends = np.array(self._ends, dtype=np.int64)
        codes = np.where(ends < 0, len(self.nodes) - 1 - ends, ends)
        meant = np.array([rows.get(name, -1) for name in said], dtype=np.int32)[codes]
        if len(rows) < len(names) or (meant < 0).any():
            return False
        self._ends, self._awaited = (array("i", meant[0].tobytes()), array("i", meant[1].tobytes())), {}
        return True

    def stray(self) -> Any:
        """The first end of a link that is no node, or None."""
        return next((name for name in self._awaited if name not in self.nodes), None)

    def edges(
        self,
        *,
        names_in: Sequence[str] = NAMES,
        weights_in: Sequence[str] = ("weight",),
        labels_in: Sequence[str] = (*LABELS, *MODULARITY),
        weight: Weight = None,
        notes: tuple[str, ...] = (),
    ) -> Edges:
        """Links, nodes and labels; attributes that may hold names, weights or labels are in order of preference."""
        document, n = self.document, len(self.nodes)
        if not len(self):
            raise document.refused("The graph has no links", "Check that the right file was chosen.")
        if (stray := self.stray()) is not None:
            problem = f"A link uses node {str(stray)[:100]!r}, which the file does not list"
            at = np.flatnonzero((np.array(self._ends) == self._awaited[stray]).any(axis=0))[0]
            raise document.refused(
                problem, "Add the node, or remove the link.", self._lines[at] if self._lines else None
            )
        ids = [str(node) for node in self.nodes]
        names, named_by, name_notes = self._names(ids, names_in)
        source, target = self._positions()

        lines = self._lines

        def place(edge: int) -> str:  # which keeps no more of the graph than it needs
            if lines:
                return document.place(lines[edge])
            return f"edge {names[source[edge]]!r} -> {names[target[edge]]!r}"

        weights, weighed_by, weight_notes = self._weights(weights_in, weight, place)
        kinds = self._kinds()
        labels, told, label_notes = self._labels(kinds, [name for name in labels_in if name != named_by])
        others = {"id": ids} | {
            key: self.of_nodes.texts(key, n)
            for key in [key for key, many in kinds.items() if many == n > 1][:10]
        }
        nodes = NodeTable(
            names, labels, label_notes, where=document.place(),
            attributes=tuple(key for key, many in kinds.items() if many > 1 and key != named_by),
            aliases={key: values for key, values in others.items() if values != names},
        )  # fmt: skip
        relations, related_by = self._relations()
        ways = np.frombuffer(self._ways, dtype=bool) if self._ways else self.directed
        return Edges(
            names, source, target, weights, place, directed=ways, nodes=nodes, relations=relations,
            notes=notes + name_notes + weight_notes + self._left({named_by, *told}, {weighed_by, related_by}),
            weighed_by=weighed_by, weights=self._of_numbers(),
        )  # fmt: skip

    def _positions(self) -> np.ndarray:
        """(2, n) positions of both ends."""
        ends = np.array([np.frombuffer(part, dtype=np.int32) for part in self._ends])
        late = ends < 0
        if late.any():
            rows = np.array([self.nodes[name] for name in self._awaited], dtype=np.int32)
            ends[late] = rows[-1 - ends[late]]
        return ends

    def _left(self, of_nodes: set[str], of_links: set[str]) -> tuple[str, ...]:
        """The notes on attributes of nodes, links and the graph that were not used."""
        nodes = [key for key in self.of_nodes.held if key not in of_nodes and key not in _LAYOUT]
        links = [key for key in self.of_links.held if key not in of_links and key not in _IDS]
        said = [
            key for key, value in self.said.items()
            if key not in ("mode", "name") and value not in (None, "", {}, [])
        ]  # fmt: skip
        return (
            unused("Node attribute", nodes)
            + unused("Edge attribute", links)
            + unused("Graph attribute", said)
        )

    def _names(self, ids: list[str], names_in: Sequence[str]) -> tuple[list[str], str, tuple[str, ...]]:
        """The names of nodes, the attribute that holds them, and notes; their ids where none differs on each node."""
        wanted, n = self.document.choices.get("names"), len(ids)
        for key in (str(wanted),) if wanted is not None else names_in:
            names = self.of_nodes.texts(key, n) if key in self.of_nodes.held else [""] * n
            if all(names) and len(set(names)) == n:
                return names, key, ()
            if wanted is not None and wanted != "id":
                raise self.document.refused(
                    f"The node attribute {key!r} does not name every node, or gives two nodes the same name",
                    "Choose another one, or names='id'.",
                )
            if key == "label" and all(map(_COUNTED.fullmatch, ids)) and 2 * len(set(names)) >= n:
                filled = [name or node for name, node in zip(names, ids, strict=True)]
                again = {name for name, count in Counter(filled).items() if count > 1}
                made = [
                    f"{name} ({node})" if name in again else name
                    for name, node in zip(filled, ids, strict=True)
                ]
                n = sum(map(ne, made, names))
                note = f"{count(n, 'name is', 'names are')} repeated or missing: the ids of these nodes were added."
                return made, key, (note,)
        return ids, "", ()

    def _kinds(self) -> dict[str, int]:
        """How many different values each attribute of nodes has; none of those that say how a node is drawn."""
        drawn = {"x", "y"} <= {key.lower() for key in self.of_nodes.held}
        hidden = (*_STATE, *(_LAYOUT if drawn else ()))
        defaults = self.of_nodes.defaults
        found = {key: values for key, (_, values) in self.of_nodes.held.items()} | {
            key: [] for key in defaults if key not in self.of_nodes.held
        }
        return {
            key: len({*map(_text, values), _text(defaults.get(key))} - {""})
            for key, values in found.items()
            if key.lower() not in hidden
        }

    def _relations(self) -> tuple[Relations | None, str]:
        """Of which kind each link is, and the attribute that says so."""
        wanted = self.document.choices.get("relation")
        for key in () if wanted is False else (str(wanted),) if wanted is not None else RELATIONS:
            if key in self.of_links.held:
                found = list(map(_text, self.of_links.column(key, len(self))))
                if not all(map(is_number, filter(None, found))):
                    return Relations.from_cells(found), key
        return None, ""

    def _weights(
        self, weights_in: Sequence[str], weight: Weight, place: Callable[[int], str]
    ) -> tuple[np.ndarray | None, str, tuple[str, ...]]:
        """The weights, the attribute that holds them, and notes."""
        wanted = () if weight is False else weights_in if weight is None else (str(weight),)
        found = {key: self.of_links.column(key, len(self)) for key in wanted if self.of_links.knows(key)}
        key = next((key for key, values in found.items() if not all(map(_absent, values))), "")
        if not key:
            if weight not in (None, False):
                remedy = f"Choose {listed(sorted(self.of_links.held)) or 'none'}."
                raise self.document.refused(f"No link has an attribute {weight!r}", remedy)
            return None, "", ()
        values = found[key]
        notes = () if key == "weight" else (f"The link attribute {key!r} was read as weights.",)
        if (numbers := _numbers(values)) is not None:
            return numbers, key, notes
        given = [edge for edge, value in enumerate(values) if not _absent(value)]
        numbers = _numbers([values[edge] for edge in given])
        if numbers is None:
            edge = next(edge for edge in given if _numbers([values[edge]]) is None)
            of_file = f" of {self.document.name}" if self.document.name and not self._lines else ""
            raise no_weight(repr(str(values[edge])[:100]), place(edge) + of_file)
        weights = np.ones(len(values))
        weights[given] = numbers
        missing = f"{len(values) - len(given):,} of {len(values):,} links have no weight; each has weight 1."
        return weights, key, (missing, *notes)

    def _of_numbers(self) -> tuple[str, ...]:
        """The attributes of links that hold numbers wherever they are said."""
        return tuple(
            key for key, (_, values) in self.of_links.held.items()
            if key not in _IDS and _are_numbers(values)
        )  # fmt: skip

    def _labels(
        self, kinds: dict[str, int], labels_in: Sequence[str]
    ) -> tuple[list[str] | None, set[str], tuple[str, ...]]:
        """The labels, the attributes that notes tell of, and these notes."""
        n, wanted = len(self.nodes), self.document.choices.get("label")
        attributes = {key.lower(): key for key in kinds}
        if wanted is False:
            return None, set(), ()
        if wanted is not None:
            if str(wanted).lower() not in attributes:
                remedy = f"Choose one of {listed(list(kinds)) or 'none'}."
                raise self.document.refused(f"No node has an attribute {wanted!r}", remedy)
            return self.of_nodes.texts(attributes[str(wanted).lower()], n), {wanted}, ()
        notes: tuple[str, ...] = ()
        candidates = [attributes[name] for name in labels_in if name in attributes]
        for i, key in enumerate(candidates):
            labels = self.of_nodes.texts(key, n)
            present = list(filter(None, labels))
            different = len(set(present))
            if len(present) > 2 and different == len(present):
                notes += (
                    f"The node attribute {key!r} differs on every node, so it was taken as a name, not a label.",
                )
            elif different == 1:
                notes += (
                    f"The node attribute {key!r} is the same on every node, so it was not taken as a label.",
                )
            elif others := candidates[i + 1 :]:
                note = f"Of several node attributes, {key!r} was taken as the label, not {listed(others)}."
                return labels, set(candidates), (*notes, note)
            else:
                return (
                    labels,
                    set(candidates),
                    (*notes, f"The node attribute {key!r} was taken as the label."),
                )
        others = [key for key, many in kinds.items() if key not in candidates and many > 1]
        if n * len(others) > MOST_VALUES:
            notes += ("There are too many node attributes to search for labels.",)
            return None, set(candidates), notes
        found = [key for key in others if few_words(np.array(self.of_nodes.texts(key, n), dtype=object))]
        told = {*candidates, *found}
        if len(found) == 1:
            why = "it is the only one with few different words"
            notes += (f"The node attribute {found[0]!r} was taken as the label: {why}.",)
            return self.of_nodes.texts(found[0], n), told, notes
        if found:
            ways = tuple(Way(f"The class is “{key[:40]}”", {"label": key}) for key in found[:4])
            notes += (
                Ask(f"{listed(found, 4)} could each be the class of the nodes, so none was taken.", *ways),
            )
        return None, told, notes


def node_name(value: Any) -> str:
    """The text of an id: to Python 1, 1.0 and true are one and the same."""
    if type(value) is str:
        return value
    return str(tuple(value)) if isinstance(value, list) else id_text(value)


def _text(value: Any) -> str:
    """A value as text; 0 and False say something, None does not."""
    return "" if value is None else str(value).strip()


def _absent(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _are_numbers(values: Sequence[Any]) -> bool:
    """Whether what is said are numbers."""
    if _numbers(values) is None:
        return _numbers([value for value in values if not _absent(value)]) is not None
    return True


def _numbers(values: Sequence[Any]) -> np.ndarray | None:
    """Finite numbers; None where one is none."""
    try:
        found = np.array(values, dtype=np.float64)
    except (ValueError, TypeError, OverflowError):
        return None
    return found if found.shape == (len(values),) and np.isfinite(found).all() else None
