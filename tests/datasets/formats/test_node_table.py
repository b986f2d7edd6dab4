"""Tables of nodes: header or not, order, missing labels, nodes without edges."""

from __future__ import annotations

import pytest

from askcore.datasets import DataError, read_graph

EDGES = b"a,b\nb,c\n"
# b, a, c, d (which no edge touches), labelled y, x, nothing, x
SAME = {
    "header": b"node,label\nb,y\na,x\nc,\nd,x\n",
    "no header": b"b,y\na,x\nc,\nd,x\n",
    "other names": b"id;class\nb;y\na;x\nc;\nd;x\n",
    "label first": b"label,name\ny,b\nx,a\n,c\nx,d\n",
    "more columns": b"name,size,role\nb,1,y\na,2,x\nc,3,\nd,4,x\n",
    "unknown name beside node": b"node,colour\nb,y\na,x\nc,\nd,x\n",
    "comments": b"# nodes\nnode\tlabel\nb\ty\na\tx\n\nc\t\nd\tx\n",
    "spaces around": b"node, label\n b , y\na, x \nc,\nd, x\n",
}


@pytest.mark.parametrize("data", SAME.values(), ids=SAME.keys())
def test_layouts(data):
    graph = read_graph(EDGES, labels=data)
    assert graph.node_ids == ["b", "a", "c", "d"]
    assert graph.labels.tolist() == ["y", "x", "", "x"]
    assert graph.labelled.tolist() == [True, True, False, True]
    assert graph.adjacency[[1], :].toarray().tolist() == [[1, 0, 0, 0]]


def test_a_header_of_unknown_names_is_told_by_the_edges():
    assert read_graph(EDGES, labels=b"wer,was\na,x\nb,y\nc,x\n").node_ids == ["a", "b", "c"]
    assert read_graph(EDGES, labels=b"wer,x\na,x\nb,y\nc,x\n").node_ids == ["wer", "a", "b", "c"]


def test_names_alone_and_empty_labels_are_no_labels():
    assert read_graph(EDGES, labels=b"c\nb\na\n").labels is None
    graph = read_graph(EDGES, labels=b"node,label\na,\nb,\nc,\n")
    assert graph.labels is None
    assert graph.notes == ("No node has a label.",)


def test_a_table_of_the_first_node_alone_lacks_the_others():
    with pytest.raises(DataError, match="A link uses node 'b', which is not in the node table"):
        read_graph(b"a,b\nb,c\n", labels=b"node,class\na,x\n")


@pytest.mark.parametrize(("ends", "labels"), [("{}.0", "{}"), ("{}", "{}.0"), ("{}.00", "{}.0")])
def test_a_whole_number_is_one_node_in_two_spellings(ends, labels):
    links = "".join(f"{ends.format(i)},{ends.format((i + 1) % 3)}\n" for i in range(3))
    table = "node,label\n" + "".join(f"{labels.format(i)},{'xyx'[i]}\n" for i in range(3))
    graph = read_graph(links.encode(), labels=table.encode())
    assert graph.node_ids == [ends.format(i) for i in range(3)]
    assert graph.labels.tolist() == ["x", "y", "x"]
    assert any("in two spellings" in note for note in graph.notes)
