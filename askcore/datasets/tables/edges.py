"""From a list of edges, and perhaps a table of nodes, to a graph.

Every graph format ends here, so what happens to repeated edges, zero weights, unknown
nodes and the order of nodes is decided once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from scipy import sparse

from askcore._format import count, plural
from askcore._validation import DataError
from askcore.datasets.choices import Ask, Unsure, Way
from askcore.datasets.graph_data import GraphData, frozen
from askcore.datasets.tables.labels import check_classes, labels_said

Weight = str | int | Literal[False] | None


def listed(names: Sequence[object], most: int = 10) -> str:
    """Names in quotation marks for a note, no more than ``most`` of them."""
    shown = ", ".join(repr(str(name)[:100]) for name in names[:most])
    return shown + (f" and {len(names) - most:,} more" if len(names) > most else "")


def unused(what: str, names: Sequence[object]) -> tuple[str, ...]:
    """The note that names what was not used; none where there is nothing."""
    were = f"{what} {listed(names)} was" if len(names) == 1 else f"{what}s {listed(names)} were"
    return (f"{were} not used.",) if names else ()


def no_weight(value: object, where: str) -> DataError:
    """What to raise where a weight of an edge is no finite number."""
    return DataError(f"{value} is not a weight", where=where, remedy="Give a finite number of 0 or more.")


def weight_of(text: str, where: str) -> float:
    """The number that a text holds; raises a DataError where it is none, or not finite.

    Examples
    --------
    >>> weight_of("2.5", "line 1")
    2.5
    """
    try:
        weight = float(text)
    except ValueError:
        weight = float("nan")
    if not np.isfinite(weight):
        raise no_weight(repr(text[:100]), where)
    return weight


@dataclass(frozen=True)
class NodeTable:
    """Nodes in their order, and a label for each ("" = none), or no labels at all.

    Of a `partial` table it is known that edges name nodes besides: those edges are left out, and noted. `attributes`
    are those that may hold a class; `aliases` are other names of the nodes, such as ids, by what holds them.
    """

    names: list[str]
    labels: list[str] | None
    notes: tuple[str, ...] = ()
    where: str = ""
    partial: bool = False
    attributes: tuple[str, ...] = ()
    aliases: Mapping[str, list[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Relations:
    """Of which kind each edge is: (E,) positions in the names of the kinds.

    Examples
    --------
    >>> Relations.from_cells(np.array(["pd", "pp ", "pd"], dtype=object)).names
    ['pd', 'pp']
    """

    codes: np.ndarray
    names: list[str]

    @classmethod
    def from_cells(cls, cells: Sequence[str] | np.ndarray) -> Relations:
        """The kinds in order of first appearance."""
        known: dict[str, int] = {}
        codes = [known.setdefault(str(cell).strip(), len(known)) for cell in cells]
        return cls(np.array(codes, dtype=np.int64), list(known))

    def part(self, at: np.ndarray) -> Relations:
        """Those of some edges."""
        there, codes = np.unique(self.codes[at], return_inverse=True)
        return Relations(codes, [self.names[k] for k in there.tolist()])


@dataclass(frozen=True)
class Edges:
    """Edges as positions in a list of names, in the order of the file.

    Parameters
    ----------
    names : the nodes, in order of first appearance.
    source, target : (E,) positions in `names`.
    weight : (E,) finite and not negative, or None for an unweighted graph.
    place : from the position of an edge to where it stands in the file, in words.
    directed : False if every edge stands for both directions; or (E,) bool, where the edges differ in it.
    nodes : the node table that came in the same file, if any.
    weighed_by : what holds the weights, by name, where the format knows columns, attributes or arrays; else "".
    weights : what may hold weights, by name.
    relations : of which kind each edge is, where the file says so.
    of_grid : whether they are the entries of a matrix.
    columns : the columns of a list, by name; the attributes of nodes that may be classes stand in `nodes`.
    with_titles : where a first line was taken for titles by its names alone: the same with that line as an edge.
    """

    names: list[str]
    source: np.ndarray
    target: np.ndarray
    weight: np.ndarray | None
    place: Callable[[int], str]
    directed: bool | np.ndarray = True
    nodes: NodeTable | None = None
    notes: tuple[str, ...] = ()
    weighed_by: str = ""
    weights: tuple[str, ...] = ()
    with_titles: Edges | None = None
    relations: Relations | None = None
    columns: tuple[str, ...] = ()
    of_grid: bool = False

    def part(self, keep: np.ndarray) -> Edges:
        """Some of the edges, (E,) bool, among the same nodes."""
        if keep.all():
            return self
        at = np.flatnonzero(keep)
        directed = self.directed if isinstance(self.directed, bool) else self.directed[at]
        weight = None if self.weight is None else self.weight[at]
        return replace(
            self, source=self.source[at], target=self.target[at], weight=weight, directed=directed,
            relations=None if self.relations is None else self.relations.part(at),
            place=lambda i: self.place(int(at[i])),
        )  # fmt: skip

    def beside(self, nodes: NodeTable) -> Edges:
        """These edges, or those with the titles where the table lists one of them: then it is a node."""
        other = self.with_titles
        return self if other is None or not set(other.names[:2]) & set(nodes.names) else other


def assemble(
    edges: Edges,
    nodes: NodeTable | None,
    *,
    name: str,
    notes: tuple[str, ...] = (),
    choices: Mapping[str, Any] | None = None,
) -> GraphData:
    """The graph of these edges over the given nodes; without a node table, over the nodes the edges name."""
    choices = choices or {}
    edges = _as_chosen(edges, choices)
    nodes = nodes or edges.nodes
    edges = edges if nodes is None else edges.beside(nodes)
    notes += edges.notes
    source, target = edges.source, edges.target
    names, labels = edges.names, None
    if nodes is not None:
        position = _positions(nodes, edges.names)
        edges, unknown_notes = _known(edges, nodes, position)
        notes += unknown_notes
        source, target = position[edges.source], position[edges.target]
        names, labels = nodes.names, nodes.labels
        notes += nodes.notes
    adjacency, merge_notes = _merge(edges, source, target, len(names))
    notes += _nearly_alike(names)
    if labels is not None:
        labels, label_notes = labels_said(labels, same_case=choices.get("same_case"))
        notes += label_notes
    if labels is not None and not any(labels):
        labels, notes = None, (*notes, "No node has a label.")
    kept = None if labels is None else np.array(labels, dtype=object)
    graph = GraphData(frozen(adjacency), names, kept, name=name, notes=(*notes, *merge_notes))
    check_classes(graph.labels, where=nodes.where if nodes else name)
    return graph


def _as_chosen(edges: Edges, choices: Mapping[str, Any]) -> Edges:
    """The edges of the relations that are asked for, in one direction or both, without negative weights."""
    keep, notes = _of_relations(edges.relations, choices.get("only"), len(edges.source))
    weight, signs = edges.weight, choices.get("signs")
    negative = np.zeros(len(keep), dtype=bool) if weight is None else weight < 0
    if weight is not None and negative.any():
        if signs not in ("absolute", "positive"):
            raise _signed(edges, weight, negative)
        if signs == "absolute":
            notes += (f"{_were(int(negative.sum()), 'negative weight')} made positive.",)
            weight = np.abs(weight)
        else:
            notes += (f"{_were(int(negative.sum()), 'link')} left out because of a negative weight.",)
            keep &= ~negative
    if not keep.any():
        raise DataError("No link is left", remedy="Choose other links.")
    chosen = replace(edges, weight=weight, notes=edges.notes + notes).part(keep)
    chosen = chosen if keep.all() or edges.nodes is not None else renumbered(chosen)
    directed = choices.get("directed")
    return chosen if directed is None else replace(chosen, directed=bool(directed))


def _of_relations(relations: Relations | None, only: Any, n: int) -> tuple[np.ndarray, tuple[str, ...]]:
    """Which edges are of the relations that are asked for, and a note; it asks where nothing was chosen."""
    keep = np.ones(n, dtype=bool)
    if relations is None:
        return keep, ()
    only = [only] if isinstance(only, str) else list(only or ())
    if unknown := [name for name in only if name not in relations.names]:
        raise DataError(
            f"There is no relation {unknown[0]!r}", remedy=f"Choose some of {listed(relations.names)}."
        )
    if only:
        keep = np.isin(relations.codes, [relations.names.index(name) for name in only])
        return keep, (f"Only the links of {listed(only, 5)} were read: {int(keep.sum()):,} of {n:,}.",)
    counts = np.bincount(relations.codes, minlength=len(relations.names))
    order = [k for k in np.argsort(-counts, kind="stable").tolist() if relations.names[k]]
    if len(order) < 2:
        return keep, ()
    said = ", ".join(f"{relations.names[k][:100]!r} {counts[k]:,}" for k in order[:5])
    more = f" and {len(order) - 5:,} more" if len(order) > 5 else ""
    first = relations.names[order[0]]
    way = Way(f"Links of “{first[:40]}” alone", {"only": [first]})
    return keep, (Ask(f"Links of {len(order):,} relations were read as one kind: {said}{more}.", way),)


def _signed(edges: Edges, weight: np.ndarray, negative: np.ndarray) -> Unsure:
    row, others = int(np.argmax(negative)), int(negative.sum()) - 1
    as_matrix = {"kind": "matrix"} | ({} if edges.of_grid else {"long": True})
    return Unsure(
        f"The weight {weight[row]:g} is negative"
        + (f", as {plural(others, 'is', 'are')} {count(others, 'other')}" if others else ""),
        where=edges.place(row),
        remedy="The weights of a graph are 0 or more. Read a matrix, take absolute values, or keep only positive links",
        ways=(
            Way("Read it as a matrix", as_matrix),
            Way("Absolute values", {"signs": "absolute"}),
            Way("Positive links alone", {"signs": "positive"}),
        ),
    )


def renumbered(edges: Edges) -> Edges:
    """The same with the nodes that are left, in their order."""
    there = np.unique(np.concatenate([edges.source, edges.target]))
    at = np.full(len(edges.names), -1, dtype=np.int64)
    at[there] = np.arange(len(there))
    names = [edges.names[k] for k in there.tolist()]
    return replace(edges, names=names, source=at[edges.source], target=at[edges.target], with_titles=None)


def _nearly_alike(names: list[str]) -> tuple[str, ...]:
    """The note on nodes whose names are one number in two spellings, as where one column of ends came as floats."""
    known = set(names)
    twice = [name for name in names if name.endswith(".0") and name[:-2] in known]
    if not twice:
        return ()
    pair = f"{twice[0][:-2][:100]!r} and {twice[0][:100]!r}"
    return (
        f"{count(len(twice), 'pair')} of nodes, such as {pair}, differ only in a “.0”. They were kept "
        f"separate.",
    )


def _positions(nodes: NodeTable, names: list[str]) -> np.ndarray:
    """Where each of the names stands in the node table; -1 for none."""
    if names is nodes.names:
        return np.arange(len(names), dtype=np.int32)
    known = {name: i for i, name in enumerate(nodes.names)}
    return np.array([known.get(name, -1) for name in names], dtype=np.int32)


def _known(edges: Edges, nodes: NodeTable, position: np.ndarray) -> tuple[Edges, tuple[str, ...]]:
    """The edges between nodes of the table: all of them, unless the table is known to be partial."""
    unknown = (position[edges.source] < 0) | (position[edges.target] < 0)
    if not unknown.any():
        return edges, ()
    if nodes.partial and not unknown.all():
        strays = [name for name, at in zip(edges.names, position.tolist(), strict=True) if at < 0]
        note = (
            f"{_were(int(unknown.sum()), 'link')} left out: {'it uses' if unknown.sum() == 1 else 'they use'} "
            f"nodes that the node table does not list ({listed(strays, 3)})."
        )
        return edges.part(~unknown), (note,)
    if (position < 0).all():
        raise DataError(
            f"No node of the table has a link: it lists {listed(nodes.names, 2)}, and the links use "
            f"{listed(edges.names, 2)}",
            where=nodes.where,
            remedy="Use the same names in both, or choose the column or attribute that holds them.",
        )
    first = int(np.argmax(unknown))
    end = edges.source[first] if position[edges.source[first]] < 0 else edges.target[first]
    raise DataError(
        f"A link uses node {edges.names[end]!r}, which is not in the node table",
        where=edges.place(first),
        remedy="Add the node to the table (its label may stay empty), or remove the link.",
    )


def _merge(
    edges: Edges, source: np.ndarray, target: np.ndarray, n: int
) -> tuple[sparse.csr_array, tuple[str, ...]]:
    """Sum (or, without weights, count once) what is repeated; mirror what has no direction."""
    # Of unweighted edges it counts that they are there, for which a byte each will do.
    weight = np.ones(len(source), dtype=bool) if edges.weight is None else edges.weight
    notes: tuple[str, ...] = ()
    both = ~np.broadcast_to(edges.directed, len(weight))
    if zeros := int(np.count_nonzero(weight == 0)):
        notes += (f"{_were(zeros, 'link')} left out because of a weight of 0.",)
        keep = weight != 0
        source, target, weight, both = source[keep], target[keep], weight[keep], both[keep]
    if both.any():
        source, target = (
            np.where(both, np.minimum(source, target), source), np.where(both, np.maximum(source, target), target)
        )  # fmt: skip

    def of(part: np.ndarray) -> sparse.csr_array:
        chosen = slice(None) if part.all() else part
        entries = sparse.coo_array((weight[chosen], (source[chosen], target[chosen])), shape=(n, n)).tocsr()
        return entries.astype(np.float64, copy=False)

    adjacency, mirrored = of(~both), of(both)
    notes += repeated(len(weight) - adjacency.nnz - mirrored.nnz, weighted=edges.weight is not None)
    if both.any():
        adjacency = adjacency + mirrored + mirrored.T - sparse.diags_array(mirrored.diagonal(), format="csr")
        if edges.weight is None:
            adjacency.data[:] = 1.0  # where an edge goes one way, and another one both ways
        all_of_them = "The links have no direction, so each link was read in both directions."
        has, have = "has no direction and was", "have no direction and were"
        some = f"{count(int(both.sum()), f'link {has}', f'links {have}')} read in both directions."
        notes += (all_of_them if both.all() else some,)
    return sparse.csr_array(adjacency), notes


def repeated(n: int, *, weighted: bool) -> tuple[str, ...]:
    """The note on edges that are listed more than once; none where there are none."""
    how = "added to the weight of the first" if weighted else "counted once"
    return (f"{_were(n, 'repeated link')} {how}.",) if n else ()


def _were(n: int, what: str) -> str:
    return f"{n:,} {what} was" if n == 1 else f"{n:,} {what}s were"
