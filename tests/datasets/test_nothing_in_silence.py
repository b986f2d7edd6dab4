"""What a file does not say clearly is read with a note, or refused: nothing is merged or left out in silence."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import networkx as nx
import numpy as np
import pytest

from askcore.datasets import DataError, read_graph, read_matrix, read_table
from tests.datasets.made import labels, links, npy, npz, values

BEYOND = 2**53 + 1  # the first whole number that float64 does not hold


def node_link(**parts: Any) -> bytes:
    return json.dumps({"directed": True, **parts}).encode()


def parts(**given: Any) -> bytes:
    """A sparse 2 x 2 matrix as scipy saves it."""
    usual: dict[str, Any] = {
        "format": "csr", "shape": [2, 2], "data": [1.0, 2.0], "indices": [0, 1], "indptr": [0, 1, 2]
    }  # fmt: skip
    return npz(**usual | given)


@dataclass(frozen=True)
class Told:
    """A file that may be meant in two ways, what is read of it, and a piece of the note that says so."""

    read: Callable[..., Any]
    data: bytes
    what: Callable[[Any], Any]
    expected: Any
    note: str = ""
    options: dict[str, Any] = field(default_factory=dict)


def edges(graph: Any) -> list[tuple[str, str, float]]:
    return sorted(links(graph))


RING = b"a,b\nb,c\nc,d\nd,a\n"
PAIRS = [{"source": 1, "target": 2}]
MARKET = b"%%MatrixMarket matrix coordinate real general\n2 2 3\n1 2 1\n1 2 5\n2 1 1\n"
GEPHI = b"Source,Target,Type,Id,Weight\na,b,Undirected,0,1\nb,c,%s,1,2\nc,c,Undirected,2,3\n"

TOLD: dict[str, Told] = {
    # Lines that begin with # or %
    "hashtags": Told(
        read_graph, b"source,target\n#a,#b\n#b,c\nc,#a\n", edges,
        [("#a", "#b", 1), ("#b", "c", 1), ("c", "#a", 1)], "2 lines begin with # or % and have as many cells",
    ),
    "edges put aside": Told(
        read_graph, b"a,b\n#b,c\nc,d\nd,a\n", edges, [("a", "b", 1), ("c", "d", 1), ("d", "a", 1)],
        "1 line begins with # or % and was left out as a comment",
    ),
    "a hashtag in quotation marks": Told(
        read_graph, b'a,b\n"#b",c\nc,a\n', edges, [("#b", "c", 1), ("a", "b", 1), ("c", "a", 1)]
    ),
    # Labels
    "NA and nan, nodes": Told(
        read_graph, RING, labels, ["x", "", "", "y"], "2 labels are 'NA', 'nan': read as missing",
        {"labels": b"node,label\na,x\nb,NA\nc,nan\nd,y\n"},
    ),
    "1 and 1.0, a table": Told(
        read_table, b"x,label\n1,1\n2,1.0\n3,2\n4,2.0\n", labels, [1, 1, 2, 2], "'1' and '1.0' are the same number"
    ),
    # Ids and directions
    "true is not 1": Told(
        read_graph, node_link(nodes=[{"id": 1}, {"id": True}, {"id": 2}], links=[{"source": True, "target": 1.0}]),
        edges, [("true", "1", 1)],
    ),
    "false as text": Told(
        read_graph, node_link(directed="false", nodes=[{"id": 1}, {"id": 2}], links=PAIRS), edges,
        [("1", "2", 1), ("2", "1", 1)], "have no direction",
    ),
    "Gephi, mixed": Told(
        read_graph, GEPHI % b"Directed", edges, [("a", "b", 1), ("b", "a", 1), ("b", "c", 2), ("c", "c", 3)],
        "2 links have no direction and were read in both directions",
    ),
    "1 and 1.0 as two nodes of a list": Told(
        read_graph, b"1,2.0\n2,3.0\n", lambda g: g.node_ids, ["1", "2.0", "2", "3.0"],
        "1 pair of nodes, such as '2' and '2.0', differ only in a “.0”",
    ),
    # First rows
    "years above a table": Told(
        read_table, b"1990,1991,1992\n1.5,2.5,3\n4,5.5,6\n", lambda t: t.feature_names, ["1990", "1991", "1992"],
        "The first row was read as the names of the columns: 1990, 1991, 1992",
    ),
    "years above a matrix": Told(
        read_matrix, b"land,1990,2000,2010\na,1,2,3\nb,4,5,6\n", lambda m: (m.row_ids, m.column_ids),
        (["a", "b"], ["1990", "2000", "2010"]), "The first row and the first column were read as names",
    ),
    "a square keeps its first row": Told(
        read_matrix, b"0,1,2,3\n1,0,1.5,2.5\n2,1.5,0,1.5\n3,2.5,1.5,0\n", lambda m: m.n_rows, 4
    ),
    "words above few edges": Told(
        read_graph, b"Admirer,Admired\na,b\nb,c\nc,a\n", lambda g: g.n_nodes, 5,
        "The first line, “Admirer, Admired”, was read as a link",
    ),
    # Numbers
    "2^53 + 1, npy": Told(
        read_matrix, npy(np.array([[BEYOND, 0], [1, 2]])), values, [[2.0**53, 0], [1, 2]],
        "1 whole number of more than 15 digits was rounded",
    ),
    "2^53 + 1, a column": Told(
        read_table, f"x,label\n{BEYOND},a\n7,b\n".encode(), lambda t: t.X.tolist(), [[2.0**53], [7.0]],
        "Column 'x': numbers of more than 15 digits were rounded",
    ),
    "01234 and 1234": Told(
        read_table, b"zip,label\n01234,a\n1234,b\n", lambda t: t.X.tolist(), [[1234.0], [1234.0]],
        "Column 'zip': leading zeros were dropped, 01234 as 1234",
    ),
    "entries twice, Matrix Market": Told(
        read_matrix, MARKET, values, [[0, 6], [1, 0]], "1 entry is repeated and was added to the first"
    ),
    # Ordinary arrays
}  # fmt: skip


@pytest.mark.parametrize("case", [pytest.param(case, id=name) for name, case in TOLD.items()])
def test_is_told(case: Told) -> None:
    data = case.read(case.data, **case.options)
    assert case.what(data) == case.expected
    if case.note:
        assert any(case.note in note for note in data.notes), data.notes
    else:
        assert not any("#" in note or "rounded" in note for note in data.notes)


REFUSED: dict[str, tuple[Callable[..., Any], bytes, str]] = {
    "NA among the labels of a table": (read_table, b"x,label\n1,a\n2,NA\n3,b\n", "Line 3.*'NA' is not a label"),
    "1 and 1.0 as two nodes": (
        read_graph, node_link(nodes=[{"id": 1}, {"id": 1.0}, {"id": 2}], links=PAIRS), "Node '1' is listed twice"
    ),
    "directed as text in GML": (
        read_graph, b'graph [\ndirected "maybe"\nnode [ id 1 ]\nedge [ source 1 target 1 ]\n]\n', "neither directed"
    ),
    "a type that says nothing, far down": (
        read_graph, b"source,target,type\n" + b"a,b,Directed\n" * 60 + b"b,c,Mutual\n", "Line 62.*'Mutual' does not say"
    ),
    "a letter for a zero": (read_matrix, b"1,2,O\n4,5,6\n7,8,9\n", "Line 1: 'O' is not a number"),
    "a fraction as position": (read_matrix, parts(indices=[0.5, 1.5]), "a position in it is not a whole "
    "number"),
    "no format": (read_matrix, parts(format=np.array([], dtype="U3")), "incomplete, or its kind is unknown"),
    "blocks of no size": (
        read_matrix, parts(format="bsr", data=np.ones((2, 0, 2))), "parts of the sparse matrix do not match"
    ),
    "half a character in a name": (
        read_graph, b'{"nodes": [{"id": "\\ud800"}], "edges": [{"source": "\\ud800", "target": "\\ud800"}]}',
        "The name of a node contains an incomplete character .code d800",
    ),
    "half a character in a label": (
        read_graph, npz(edges=[[0, 1]], labels=np.array([0xD800, 65], np.uint32).view("U1")),
        "A label contains an incomplete character",
    ),
    "invalid characters": (
        read_graph, npz(edges=[[0, 1]], labels=np.array([2**31 - 1, 65], np.uint32).view("U1")),
        "invalid characters",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("read", "data", "message"), [pytest.param(*case, id=name) for name, case in REFUSED.items()]
)
def test_is_refused(read: Callable[..., Any], data: bytes, message: str) -> None:
    with pytest.raises(DataError, match=f"(?s){message}") as caught:
        read(data)
    assert caught.value.remedy


def test_mixed_directions_are_those_of_networkx() -> None:
    """An undirected edge is an edge each way; a repeated one adds its weight."""
    rng = np.random.default_rng(0)
    drawn = rng.integers(0, (6, 6, 2, 9), (40, 4)).tolist()
    rows = [(i, j, bool(directed), weight + 1) for i, j, directed, weight in drawn]
    expected: nx.DiGraph = nx.DiGraph()
    for i, j, directed, weight in rows:
        for u, v in {(i, j)} if directed else {(i, j), (j, i)}:
            before = expected.get_edge_data(u, v, {"weight": 0})["weight"]
            expected.add_edge(u, v, weight=before + weight)
    lines = [f"{i},{j},{'Directed' if d else 'Undirected'},{w}" for i, j, d, w in rows]
    graph = read_graph("\n".join(["Source,Target,Type,Weight", *lines]).encode())
    order = [int(name) for name in graph.node_ids]
    np.testing.assert_array_equal(graph.adjacency.toarray(), nx.to_numpy_array(expected, nodelist=order))
