"""Graphs made to do harm, or broken on the way: refused by name, within bounded memory and time."""

from __future__ import annotations

import json

import numpy as np

from askcore.datasets import read_graph
from tests.datasets.hostile import Bad, each, refused_within_bounds
from tests.datasets.made import saved


def gexf(body: str, head: str = "") -> bytes:
    return f'{head}<gexf xmlns="http://www.gexf.net/1.2draft"><graph>{body}</graph></gexf>'.encode()


ENTITIES = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
EXTERNAL = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
TWO = '<node id="a"/><node id="b"/>'


CASES: dict[str, Bad] = {
    # XML
    "gexf entities": Bad(read_graph, gexf(TWO, ENTITIES), "document type or entities.*GEXF needs none"),
    "graphml, external entity": Bad(
        read_graph, f"{EXTERNAL}<graphml><graph>{TWO}</graph></graphml>".encode(), "document type or entities"
    ),
    "entities in utf-16": Bad(
        read_graph, gexf(TWO, ENTITIES).decode().encode("utf-16"), "document type or entities"
    ),
    "ten million attributes": Bad(
        read_graph, lambda: b"<graphml " + b'a="" ' * 10_000_000 + b"/>", "A tag is longer than 64 kB"
    ),
    "ten million elements": Bad(
        read_graph, lambda: b"<graphml>" + b"<d/>" * 10_000_000, "about 10,000,001 objects"
    ),
    "deep xml": Bad(
        read_graph,
        lambda: b"<graphml>" + b"<graph>" * 50_000 + b"</graph>" * 50_000 + b"</graphml>",
        "no links",
        traced=False,
    ),
    # GML, Pajek, JSON
    "gml, endless id": Bad(
        read_graph, b"graph [\nnode [\nid " + b"9" * 10_000 + b"\n]\n]\n", "cannot be read as GML"
    ),
    "gml, deep": Bad(read_graph, b"graph [\n" + b"a [\n" * 50_000, "nested too deeply"),
    "pajek, absurd": Bad(
        read_graph, b"*Vertices " + b"9" * 5000 + b"\n", "not a possible number of vertices"
    ),
    "pajek, outside": Bad(
        read_graph, b"\n*Vertices 2\n*Arcs\n1 3\n", "Line 4: '3' is not one of the 2 vertices"
    ),
    "dot, open bracket": Bad(read_graph, b"digraph {\n a -> b [", "Line 2: A bracket is not closed"),
    "pajek, zero": Bad(read_graph, b"*Vertices 2\n*Arcs\n0 1\n", "'0' is not one of the 2"),
    "pajek, weight": Bad(read_graph, b"*Vertices 2\n*Arcs\n1 2 1e999\n", "Line 3: '1e999' is not a weight"),
    "pajek, negative": Bad(read_graph, b"*Vertices 2\n*Arcs\n1 2 -1\n", "Line 3: The weight -1 is negative"),
    "pajek, half": Bad(read_graph, b"*Vertices 2\n*Arcs\n1\n", "Line 3: A link needs two vertices"),
    "pajek, matrix": Bad(read_graph, b"*Vertices 2\n*Matrix\n1 2 3\n", "Line 3: 3 values in a row of 2"),
    "pajek, two": Bad(read_graph, b"*Vertices 2\n*Arcs\n1 2\n*Vertices 2\n", "Line 4: A second network"),
    "pajek, none": Bad(read_graph, b"*Vertices 2\n", "no links. Add .Arcs"),
    "json, deep": Bad(read_graph, b'{"nodes": ' + b"[" * 200_000, "nested too deeply"),
    "json, three million objects": Bad(
        read_graph, lambda: b'{"nodes": [' + b"{}," * 3_000_000 + b"{}]}", "about 3,000,003 objects"
    ),
    "gml, three million objects": Bad(
        read_graph, lambda: b"graph [\n" + b"node [ id 1 ] " * 3_000_000 + b"]", "about 3,000,001 objects"
    ),
    "json, broken": Bad(read_graph, b'{"nodes": [],\n"edges": }', "Line 2: The file is not JSON"),
    "json, long number": Bad(read_graph, b'{"nodes": ' + b"9" * 5000 + b"}", "a number in it too long"),
    "json, no graph": Bad(read_graph, b'{"a": 1}', 'no lists "nodes" and "edges"'),
    "json, no source": Bad(
        read_graph, b'{"nodes": [{"id": 1}], "edges": [{"target": 1}]}', "The edge has no 'source'"
    ),
    "json, stray edge": Bad(
        read_graph,
        json.dumps({"nodes": [{"id": "a"}], "edges": [{"source": "a", "target": "z"}]}).encode(),
        "uses node 'z'",
    ),
    "json, weight": Bad(
        read_graph,
        json.dumps({"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 1, "weight": [2]}]}).encode(),
        r"Edge '1' -> '1': '\[2\]' is not a weight",
    ),
    # Adjacency
    "adjacency of two sets": Bad(
        read_graph, b",a,b\nc,0,1\nd,1,0\n", "Rows and columns have different names", {"format": "adjacency"}
    ),
    "adjacency, negative": Bad(
        read_graph, b",a,b\na,0,1\nb,-1,0\n", "Row 2, column 1: The weight -1 is negative"
    ),
    "adjacency, nan": Bad(
        read_graph, saved(np.save, np.diag([np.nan, 1])), "Row 1, column 1: nan is not a weight"
    ),
}


@each(CASES)
def test_is_refused_within_bounds(case: Bad) -> None:
    refused_within_bounds(case)


def test_a_default_for_every_node_of_very_many_attributes_is_no_label():
    key = '<key id="{0}" for="node" attr.name="{0}"><default>x</default></key>'
    keys, nodes = map(key.format, range(20_000)), map('<node id="{}"/>'.format, range(20_000))
    text = f'<graphml>{"".join(keys)}<graph>{"".join(nodes)}<edge source="0" target="1"/></graph></graphml>'
    graph = read_graph(text.encode())
    assert graph.labels is None
