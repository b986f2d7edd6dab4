"""Every graph format, written by the library that owns it and read again: direction, weights, ids, labels."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.io
from scipy import sparse

from askcore.datasets import read_graph
from askcore.datasets.survey import guess_kind
from tests.datasets.made import saved

IDS = ["ant", "bee", "cow", "dog é", "elk"]
LABELS = ["x", "y", "x", "y", "x"]
# Asymmetric, with weights, a self-loop, and a node (elk) that no edge touches.
WEIGHTS = np.zeros((5, 5))
for _i, _j, _w in [(0, 1, 2.0), (1, 0, 0.5), (1, 2, 1.0), (2, 3, 3.25), (3, 3, 1.5), (3, 0, 4.0)]:
    WEIGHTS[_i, _j] = _w


def graph(directed: bool = True) -> nx.Graph:
    G = nx.DiGraph() if directed else nx.Graph()
    G.add_nodes_from((name, {"class": label}) for name, label in zip(IDS, LABELS, strict=True))
    weights = WEIGHTS if directed else np.triu(WEIGHTS)
    G.add_weighted_edges_from((IDS[i], IDS[j], float(weights[i, j])) for i, j in np.argwhere(weights))
    return G


def by_networkx(write: Callable[..., object], directed: bool = True) -> bytes:
    return saved(lambda file: write(graph(directed), file))


def gml(directed: bool = True) -> bytes:
    return "\n".join(nx.generate_gml(graph(directed))).encode()


def pajek(directed: bool = True) -> bytes:
    G = graph(directed)
    for _, data in G.nodes(data=True):
        data.clear()  # networkx writes no attributes that are not text
    return "\n".join(nx.generate_pajek(G)).encode()


def node_link(directed: bool = True) -> bytes:
    return json.dumps(nx.node_link_data(graph(directed), edges="edges")).encode()


def d3(directed: bool = True) -> bytes:
    data = nx.node_link_data(graph(directed), edges="links")
    for edge in data["links"]:
        edge["value"] = edge.pop("weight")
    return json.dumps(data).encode()


def write_gexf_1_3(G: nx.Graph, file: io.BytesIO) -> None:
    """As Gephi calls it; networkx writes 1.3 since 3.6."""
    older = io.BytesIO()
    nx.write_gexf(G, older)
    text = older.getvalue().decode().replace("http://www.gexf.net/1.2draft", "http://gexf.net/1.3")
    file.write(text.replace('version="1.2"', 'version="1.3"').encode())


def edge_list(directed: bool = True) -> bytes:
    frame = nx.to_pandas_edgelist(graph(directed))
    return frame.to_csv(index=False).encode()


def symmetric(matrix: np.ndarray) -> np.ndarray:
    upper = np.triu(matrix)
    return upper + np.triu(matrix, 1).T


def benchmark() -> bytes:
    edges = np.argwhere(WEIGHTS).astype(np.int32)
    return saved(
        np.savez_compressed, edges=edges, labels=np.array([0, 1, 0, 1, 0], dtype=np.int16),
        label_names=np.array(["x", "y"]), node_ids=np.array(IDS),
    )  # fmt: skip


FRAME = pd.DataFrame(WEIGHTS, index=IDS, columns=IDS)
NODES = "\n".join(["node,label", *(f"{n},{c}" for n, c in zip(IDS, LABELS, strict=True))]).encode()
INSIDE, NONE, NUMBERED = (IDS, LABELS), (IDS, None), ([str(i) for i in range(5)], None)


@dataclass(frozen=True)
class Case:
    """A file, and the names and labels that are in it; `weighted` is False where the format holds none."""

    name: str
    data: bytes
    names: list[str]
    labels: list[str] | None
    kind: str = "graph"
    weighted: bool = True
    directed: bool = True


def case(name: str, data: bytes, content: tuple[list[str], list[str] | None], **options: object) -> Case:
    return Case(name, data, *content, **options)


CASES = {
    "graphml": case("g.graphml", by_networkx(nx.write_graphml), INSIDE),
    "gexf": case("g.gexf", by_networkx(nx.write_gexf), INSIDE),
    "gexf 1.3": case("g.gexf", by_networkx(write_gexf_1_3), INSIDE),
    "gml": case("g.gml", gml(), INSIDE),
    "pajek": case("g.net", pajek(), NONE),
    "node-link": case("g.json", node_link(), INSIDE),
    "node-link, D3": case("g.json", d3(), INSIDE),
    "adjacency csv": case("g.csv", FRAME.to_csv().encode(), NONE),
    "adjacency csv, bare": case("g.csv", FRAME.to_csv(header=False, index=False).encode(), NUMBERED, kind="matrix"),
    "npy": case("g.npy", saved(np.save, WEIGHTS), NUMBERED, kind="matrix"),
    "npz, dense": case("g.npz", saved(np.savez, WEIGHTS), NUMBERED, kind="matrix"),
    "npz, dense, with names": case(
        "g.npz", saved(np.savez, K=WEIGHTS, row_ids=IDS, column_ids=IDS, labels=LABELS), INSIDE, kind="matrix"
    ),
    **{
        f"npz, {kind}": case(
            "g.npz", saved(sparse.save_npz, getattr(sparse, f"{kind}_array")(WEIGHTS)), NUMBERED
        )
        for kind in ("csr", "csc", "coo", "bsr", "dia")
    },
    "npz, benchmark": case("g.npz", benchmark(), INSIDE, weighted=False),
    "mtx": case("g.mtx", saved(scipy.io.mmwrite, sparse.coo_array(WEIGHTS)), NUMBERED),
    "mtx, dense": case("g.mtx", saved(scipy.io.mmwrite, WEIGHTS), NUMBERED, kind="matrix"),
    "mat": case("g.mat", saved(scipy.io.savemat, {"K": WEIGHTS}), NUMBERED, kind="matrix"),
    "mat, sparse, with labels": case(
        "g.mat",
        saved(scipy.io.savemat, {"A": sparse.csc_array(WEIGHTS), "labels": [1, 2, 1, 2, 1], "s": {"a": 1}}),
        (NUMBERED[0], ["1", "2", "1", "2", "1"]),
    ),
    "graphml, undirected": case("g.graphml", by_networkx(nx.write_graphml, False), INSIDE, directed=False),
    "pajek, undirected": case("g.net", pajek(False), NONE, directed=False),
    "mtx, symmetric": case(
        "g.mtx", saved(scipy.io.mmwrite, sparse.coo_array(symmetric(WEIGHTS))), NUMBERED, directed=False
    ),
}  # fmt: skip

every = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def check(read, case: Case) -> None:
    expected = WEIGHTS if case.weighted else (WEIGHTS > 0).astype(float)
    expected = expected if case.directed else symmetric(expected)
    np.testing.assert_array_equal(read.adjacency.toarray(), expected)
    assert read.node_ids == case.names
    assert (None if read.labels is None else read.labels.tolist()) == case.labels
    if not case.directed:
        assert any("both" in note for note in read.notes)


@every
def test_content_alone_tells_format_and_kind(case):
    check(read_graph(case.data), case)
    assert guess_kind(case.data) == guess_kind(gzip.compress(case.data)) == case.kind


@pytest.mark.parametrize("kind", ["graphml", "npz, csr", "mtx, symmetric"])
def test_in_a_zip_and_with_labels_beside(kind):
    """What stands around a file is taken away, and labels are added, before and after any format."""
    case = CASES[kind]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("__MACOSX/._g", "resource fork")
        archive.writestr("folder/", "")
        archive.writestr(f"folder/{case.name}", case.data)
    read = read_graph(packed.getvalue())
    check(read, case)
    assert read.name == case.name
    names = "\n".join(f"{n},{c}" for n, c in zip(case.names, LABELS, strict=True)).encode()
    for labels in (names, "\n".join(LABELS).encode(), saved(np.save, np.array(LABELS))):
        read = read_graph(case.data, labels=labels)
        assert (read.node_ids, read.labels.tolist()) == (case.names, LABELS)


def test_edges_and_nodes_in_one_zip():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("my_nodes.csv", NODES)
        archive.writestr("my_edges.csv", edge_list())
    assert guess_kind(packed.getvalue()) == "graph"
    check(read_graph(packed.getvalue()), case("g", b"", INSIDE))


def test_parallel_edges_are_added_up():
    G = nx.MultiDiGraph()
    G.add_weighted_edges_from([("a", "b", 1.0), ("a", "b", 2.5), ("b", "a", 1.0)])
    files = [
        saved(lambda file: nx.write_graphml(G, file)),
        saved(lambda file: nx.write_gexf(G, file)),
        "\n".join(nx.generate_gml(G)).encode(),
        "\n".join(nx.generate_gml(G)).replace("multigraph 1", "").encode(),
        "\n".join(nx.generate_pajek(G)).encode(),
        json.dumps(nx.node_link_data(G, edges="edges")).encode(),
    ]
    for data in files:
        read = read_graph(data)
        assert read.adjacency.toarray().tolist() == [[0, 3.5], [1, 0]]
        assert any("repeated link" in note for note in read.notes)


def test_dot_in_one_line_and_edges_of_either_direction():
    dot = read_graph(b'digraph { a [label=<<b>x</b>>]; a -> b -> {c "d e"}; c:n -> a:s [weight=2] }')
    assert dot.node_ids == ["a", "b", "c", "d e"]
    assert dot.adjacency.toarray().tolist() == [[0, 1, 0, 0], [0, 0, 1, 1], [2, 0, 0, 0], [0, 0, 0, 0]]
    mixed = read_graph(
        b'<graphml><graph edgedefault="directed"><node id="a"/><node id="b"/><node id="c"/>'
        b'<edge source="a" target="b"/><edge source="b" target="c" directed="false"/></graph></graphml>'
    )
    assert mixed.adjacency.toarray().tolist() == [[0, 1, 0], [0, 0, 1], [0, 1, 0]]
