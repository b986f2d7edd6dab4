"""GraphML: directions, labels by the name of an attribute, weights, and what networkx itself writes."""

from __future__ import annotations

import io

import networkx as nx
import pytest

from askcore.datasets import DataError, read_graph


def written(graph: nx.Graph) -> bytes:
    file = io.BytesIO()
    nx.write_graphml(graph, file)
    return file.getvalue()


@pytest.fixture
def directed() -> nx.DiGraph:
    graph = nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a"), ("a", "a")])
    nx.set_node_attributes(graph, {"a": "x", "b": "y"}, "label")
    return graph


def test_repeated_edges_and_weights():
    graph = nx.MultiDiGraph()
    graph.add_edge("a", "b", weight=2.0)
    graph.add_edge("a", "b", weight=0.5)
    graph.add_edge("b", "a")
    read = read_graph(written(graph))
    assert read.adjacency.toarray().tolist() == [[0, 2.5], [1, 0]]
    assert "1 of 3 links have no weight; each has weight 1." in read.notes


@pytest.mark.parametrize("name", ["Label", "class", "GROUP", "role", "category", "community", "target", "y"])
def test_labels_by_name(directed, name):
    for node in directed:
        directed.nodes[node].pop("label", None)
    nx.set_node_attributes(directed, {"a": 1, "b": 2, "c": 1}, name)
    nx.set_node_attributes(directed, 7.5, "size")
    assert read_graph(written(directed)).labels.tolist() == ["1", "2", "1"]


def test_a_label_that_differs_on_every_node_names_it_and_the_first_of_several_classes_counts(directed):
    nx.set_node_attributes(directed, {"a": "Anna", "b": "Bert", "c": "Carl"}, "label")
    nx.set_node_attributes(directed, {"a": "p", "b": "q", "c": "p"}, "group")
    nx.set_node_attributes(directed, {"a": "s", "b": "t", "c": "t"}, "role")
    graph = read_graph(written(directed))
    assert graph.labels.tolist() == ["p", "q", "p"]
    assert graph.node_ids == ["Anna", "Bert", "Carl"]
    assert graph.notes == ("Of several node attributes, 'group' was taken as the label, not 'role'.",)


def test_defaults_of_keys():
    graph = read_graph(
        b'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        b'<key id="l" for="node" attr.name="class" attr.type="string"><default>x</default></key>'
        b'<key id="w" for="edge" attr.name="weight" attr.type="double"><default>2</default></key>'
        b'<graph edgedefault="directed"><node id="a"/><node id="b"><data key="l">y</data></node>'
        b'<edge source="a" target="b"/></graph></graphml>'
    )
    assert graph.labels.tolist() == ["x", "y"]
    assert graph.adjacency.toarray().tolist() == [[0, 2], [0, 0]]


def test_only_the_first_of_several_graphs_is_read():
    one = b'<graph edgedefault="directed"><node id="a"/><edge source="a" target="a"/></graph>'
    graph = read_graph(b'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">' + one + one + b"</graphml>")
    assert graph.n_edges == 1
    assert graph.notes == ("Only the first of 2 graphs was read.",)


def test_cut_graphml_is_never_read():
    whole = (
        b'<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="l" for="node" attr.name="class" '
        b'attr.type="string"/><graph edgedefault="directed"><node id="a"><data key="l">y</data></node>'
        b'<edge source="a" target="a"/></graph></graphml>'
    )
    for cut in range(0, len(whole) - 1, 7):
        with pytest.raises(DataError):
            read_graph(whole[:cut])
