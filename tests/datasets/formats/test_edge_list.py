"""Edge lists: layouts that are understood, and what is decided about repeats, zeros and nodes."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askcore.datasets import GraphData, read_graph

# One graph, a -> b -> c, written in many ways.
SAME = {
    "comma": b"a,b\nb,c\n",
    "no last newline": b"a,b\nb,c",
    "semicolon": b"a;b\nb;c\n",
    "tab": b"a\tb\nb\tc\n",
    "bar": b"a|b\nb|c\n",
    "spaces": b"a b\nb   c \n",
    "indented": b"  a b\n  b\tc\n",
    "spaced commas": b"a , b\n b, c\n",
    "header": b"source,target\na,b\nb,c\n",
    "other header": b"From Node ID;To Node ID\na;b\nb;c\n",
    "columns the other way": b"target,source\nb,a\nc,b\n",
    "extra columns": b"id,src,dst,colour\n1,a,b,red\n2,b,c,red\n",
    "comments": b"# made by hand\n% twice\na,b\n\n# in between\nb,c\n",
    "windows": b"a,b\r\nb,c\r\n",
    "macintosh": b"a,b\rb,c\r",
    "quoted": b'"a","b"\n"b","c"\n',
    "byte order mark": b"\xef\xbb\xbfa,b\nb,c\n",
    "utf-16": "a,b\nb,c\n".encode("utf-16"),
    "utf-16 big-endian": b"\xfe\xff" + "a,b\nb,c\n".encode("utf-16-be"),
    "utf-32": "a,b\nb,c\n".encode("utf-32"),
    "weights of one": b"a b 1\nb c 1.0\n",
    "zero weight": b"a,b,1\nb,c,1\nc,a,0\n",
    "repeated": b"a,b\nb,c\na,b\na,b\n",
}


@pytest.mark.parametrize("data", SAME.values(), ids=SAME.keys())
def test_layouts(data):
    graph = read_graph(data)
    order = [graph.node_ids.index(name) for name in "abc"]
    assert sorted(graph.node_ids) == ["a", "b", "c"]
    assert graph.adjacency.toarray()[np.ix_(order, order)].tolist() == [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    assert graph.labels is None


@pytest.mark.parametrize(
    ("data", "note"),
    [
        (SAME["repeated"], "2 repeated links were counted once."),
        (b"a,b\nb,c\nb,c\n", "1 repeated link was counted once."),
        (b"a,b,2\nb,c,1\na,b,3\n", "1 repeated link was added to the weight of the first."),
        (SAME["zero weight"], "1 link was left out because of a weight of 0."),
        (SAME["weights of one"], "The third column was read as weights."),
        (SAME["extra columns"], "Columns 'id', 'colour' were not used."),
        ("é,b\nb,é\n".encode("latin-1"), "read as Western European"),
    ],
)
def test_decisions_are_noted(data, note):
    assert any(note in entry for entry in read_graph(data).notes)


def test_weights_are_found_by_name():
    graph = read_graph(b"source,target,year,weight\na,b,1999,2\nb,a,2001,3\n")
    assert graph.adjacency.toarray().tolist() == [[0, 2], [3, 0]]
    graph = read_graph(b"source,target,year\na,b,1999\nb,a,2001\n")
    assert graph.adjacency.toarray().tolist() == [[0, 1], [1, 0]]
    assert "Call a column 'weight'" in graph.notes[0]


@pytest.mark.parametrize(
    ("data", "first"),
    [
        (b"u,v\n1,2\n2,3\n", "1"),  # numbers below words
        (b"u,v,w\na,b,1\nb,a,2\n", "a"),  # numbers below a word in the third column
        (b"1,2\n2,3\n", "1"),
        (b"u,v\na,b\n", "u"),  # nothing tells a header, so it is an edge
    ],
)
def test_headers_are_told_by_what_follows(data, first):
    assert read_graph(data).node_ids[0] == first


def test_names_with_separators_quotes_and_hashes():
    graph = read_graph(b'source,target\n"Doe, Jane","say ""hi"""\n"C#, net",x#y\n')
    assert graph.node_ids == ["Doe, Jane", 'say "hi"', "C#, net", "x#y"]


@st.composite
def weighted_graphs(draw: st.DrawFn) -> np.ndarray:
    n = draw(st.integers(1, 8))
    weight = (
        st.floats(1e-140, 9e7) | st.integers(1, 5).map(float) | st.just(0.0)
    )  # from 1e8 on times, if all are
    rows = draw(st.lists(st.lists(weight, min_size=n, max_size=n), min_size=n, max_size=n))
    return np.array(rows)


@settings(max_examples=60, deadline=None)
@given(weighted_graphs(), st.sampled_from([",", ";", "\t", " "]), st.booleans())
def test_round_trip(adjacency, separator, header):
    if not adjacency.any():
        adjacency[0, 0] = 1.0
    names = [f"node {i}" for i in range(len(adjacency))]
    rows = enumerate(adjacency.tolist())
    lines = [
        separator.join([f'"{names[i]}"', f'"{names[j]}"', repr(weight)])
        for i, row in rows
        for j, weight in enumerate(row)
    ]
    if header:
        lines.insert(0, separator.join(["source", "target", "weight"]))
    table = "\n".join(['"node"', *(f'"{name}"' for name in names)])
    graph = read_graph("\n".join(lines).encode(), labels=table.encode())
    expected = GraphData(adjacency, names)
    assert graph.digest == expected.digest
    assert (graph.adjacency.toarray() == adjacency).all()


@pytest.mark.parametrize("lines", [100_000, pytest.param(500_000, marks=pytest.mark.long)])
def test_many_lines_are_quick(lines):
    ends = np.random.default_rng(0).integers(0, 100_000, (lines, 2))
    data = "\n".join(f"node{i},node{j},0.5" for i, j in ends.tolist()).encode()
    start = time.process_time()
    read_graph(data)
    assert time.process_time() - start < 8.0, "takes about 0.6 s for half a million lines"


RING = [f"p{i % 30},p{(7 * i + 1) % 30}" for i in range(90)]


@pytest.mark.parametrize("titles", ["by person,for person", "admirer,admired", "admirer,admired,since"])
def test_titles_of_any_words_are_no_link(titles):
    lines = [line + ",May" for line in RING] if "since" in titles else RING
    graph, bare = (read_graph("\n".join(text).encode()) for text in ([titles, *lines], lines))
    assert graph.node_ids == bare.node_ids
    assert (graph.adjacency != bare.adjacency).nnz == 0
    named = ", ".join(titles.split(",")[:2])
    said = f"The first line, “{named}”, was taken as the names of the columns: neither name occurs again."
    assert said in graph.notes or "since" in titles
    assert said not in bare.notes
    labels = (
        "node,label\n" + "".join(f"{name},{'ab'[i % 2]}\n" for i, name in enumerate(bare.node_ids))
    ).encode()
    assert read_graph("\n".join([titles, *lines]).encode(), labels=labels).labels.tolist() == ["a", "b"] * 15


def test_a_first_line_of_nodes_that_the_labels_list_is_a_link():
    data = "\n".join(["alice,bob", *RING]).encode()
    names = ["alice", "bob", *read_graph("\n".join(RING).encode()).node_ids]
    labels = ("node,label\n" + "".join(f"{name},{'ab'[i % 2]}\n" for i, name in enumerate(names))).encode()
    graph = read_graph(data, labels=labels)
    assert graph.adjacency.toarray()[:2, :2].tolist() == [[0.0, 1.0], [0.0, 0.0]]
    assert graph.n_edges == read_graph(data).n_edges + 1
    assert not any("names of the columns" in note for note in graph.notes)


@pytest.mark.parametrize(
    "lines",
    [
        [f"{a}lice,{a}ob" for a in "abcdefghij"],  # pairs: no name occurs twice
        ["17,18", *RING],  # numbers are never titles
        ["n17,n18", *RING],
        ["follower,p3", *RING],  # one of the two occurs again
        ["follower,follower", *RING],
        ["follower,followed"] * 4,  # no other name
        ["admirer,admired", "a,b", "b,c", "c,a"],  # too few lines to tell
    ],
)
def test_first_lines_that_are_links(lines):
    graph = read_graph("\n".join(lines).encode())
    assert graph.node_ids[0] == lines[0].split(",")[0]
    assert not any("names of the columns" in note for note in graph.notes)
