"""An uploaded file becomes a graph or a table by what it holds."""

from __future__ import annotations

import io

import pytest

from askcore.datasets import DataError, GraphData, TableData
from askcore.ui.dataset import parse

GRAPHML = b"""<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="l" for="node" attr.name="label" attr.type="string"/>
<graph edgedefault="directed"><node id="a"><data key="l">x</data></node><node id="b"><data key="l">y</data></node>
<edge source="a" target="b"/></graph></graphml>"""
EDGES, NODES = b"source,target\na,b\nb,c\n", b"node,label\na,x\nb,y\nc,\n"
TABLE = b"width,height,class\n1,2,cat\n3,4,dog\n"


def upload(name: str, content: bytes) -> io.BytesIO:
    file = io.BytesIO(content)
    file.name = name
    file.read()  # streamlit hands the same file over again, read to its end
    return file


def test_edge_list():
    data = parse(upload("my_edges.csv", EDGES))
    assert isinstance(data, GraphData)
    assert (data.n_nodes, data.n_edges, data.labels, data.name) == (3, 2, None, "my_edges.csv")


def test_edge_list_and_node_table():
    data = parse(upload("edges.csv", EDGES), upload("nodes.csv", NODES))
    assert isinstance(data, GraphData)
    assert data.labels.tolist() == ["x", "y", ""]


def test_table():
    data = parse(upload("pets.csv", TABLE))
    assert isinstance(data, TableData)
    assert (data.X.tolist(), data.y.tolist(), data.name) == ([[1, 2], [3, 4]], ["cat", "dog"], "pets.csv")


def test_graphml():
    data = parse(upload("g.graphml", GRAPHML))
    assert isinstance(data, GraphData)
    assert (data.n_nodes, data.labels.tolist()) == (2, ["x", "y"])


def test_a_node_table_makes_it_a_graph():
    with pytest.raises(DataError, match=r"pets\.csv|nodes?|columns"):
        parse(upload("pets.csv", TABLE), upload("nodes.csv", NODES))


def test_same_file_twice():
    file = upload("edges.csv", EDGES)
    assert parse(file).digest == parse(file).digest
