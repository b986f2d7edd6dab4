"""The rule: no column, sheet, attribute or key is left out without a note, and none is taken for what it is not."""

from __future__ import annotations

import io
import json

import networkx as nx
import pandas as pd
import pytest

from askcore.datasets import DataError, read_graph, read_table
from askcore.datasets.files.document import load_document
from askcore.datasets.survey import guess_kind, kinds_of, survey_parts
from tests.datasets.made import noted, saved

TIMES = [1082040961, 1082155839, 1082414391]
EDGES = pd.DataFrame({"source": ["a b", "c,d", "e"], "target": ["c,d", "e", "e"], "weight": [2.5, 1.0, 3.0]})
LINKS = {("a b", "c,d"): 2.5, ("c,d", "e"): 1.0, ("e", "e"): 3.0}
FRAME = pd.DataFrame({"width": [1.5, 2.0, 3.5, 4.0], "n": [3, 1, 2, 2], "kind": list("abab")})


def links(graph):
    found = graph.adjacency.tocoo()
    return {
        (graph.node_ids[i], graph.node_ids[j]): w
        for i, j, w in zip(found.row, found.col, found.data, strict=True)
    }


def csv(frame: pd.DataFrame, **options) -> bytes:
    return frame.to_csv(**options).encode()


def test_times_are_no_weights():
    ends = EDGES[["source", "target"]]
    for frame, header in (
        (ends.assign(timestamp=TIMES), True),
        (ends.assign(time=[20040415, 20040416, 20040501]), False),
        (ends.assign(value=TIMES), True),
        (ends.assign(when=[t + 0.25 for t in TIMES]), False),
    ):
        graph = read_graph(csv(frame, index=False, header=header))
        assert set(links(graph).values()) == {1.0}
        noted(graph, "looks like times", "not used")
    asked = read_graph(csv(ends.assign(timestamp=TIMES), index=False), weight="timestamp")
    assert sorted(links(asked).values()) == TIMES
    # KONECT and the trust networks of Bitcoin: source, target, weight, time
    data = csv(EDGES.assign(when=TIMES), index=False, header=False)
    assert guess_kind(data) == "graph"
    assert links(read_graph(data)) == LINKS


@pytest.mark.parametrize(
    "data",
    [
        csv(EDGES),
        csv(EDGES, index=False),
        csv(EDGES, index=False, header=False),
        csv(EDGES, index=False, sep=";", decimal=","),
        csv(EDGES, index=False, header=False, sep="\t", decimal=","),
        csv(EDGES.rename(columns={"source": "from_page", "target": "to_page"})),
        csv(EDGES.rename(columns={"weight": "count"}), index=False),
        "\ufeff".encode() + csv(EDGES, index=False),
    ],
)
def test_an_edge_list_as_pandas_writes_it(data):
    graph = read_graph(data)
    assert links(graph) == LINKS
    assert graph.node_ids == ["a b", "c,d", "e"]


def test_which_column_holds_the_weights_is_told_and_chosen():
    data = csv(EDGES.assign(count=[7, 8, 9], type=list("xyz")), index=False)
    graph = read_graph(data)
    assert links(graph) == LINKS
    noted(graph, "'count' was not used")
    noted(graph, "Links of 3 relations", "'x' 1, 'y' 1, 'z' 1")
    assert sorted(links(read_graph(data, weight="count")).values()) == [7, 8, 9]
    assert sorted(links(read_graph(data, weight=3)).values()) == [7, 8, 9]
    assert set(links(read_graph(data, weight=False)).values()) == {1.0}
    noted(read_graph(csv(EDGES.rename(columns={"weight": "w"}), index=False)), "'w' was read as weights")
    with pytest.raises(
        DataError, match=r"no column 'colour' that could hold weights.*'weight', 'count', 'type'"
    ):
        read_graph(data, weight="colour")
    with pytest.raises(DataError, match="offers no choice of weights"):
        read_graph(b"0,1,2,3\n" * 4, weight="w")


@pytest.fixture
def written() -> nx.DiGraph:
    graph = nx.DiGraph(name="mine", origin="web")
    for (u, v), weight in LINKS.items():
        graph.add_edge(u, v, weight=weight, since=1999)
    nx.set_node_attributes(graph, dict(zip(graph, "xyx", strict=True)), "class")
    nx.set_node_attributes(graph, dict(zip(graph, [1.5, 2.5, 0.5], strict=True)), "size")
    return graph


@pytest.mark.parametrize(
    "write",
    [
        lambda graph: saved(lambda file: nx.write_graphml(graph, file)),
        lambda graph: saved(lambda file: nx.write_gexf(graph, file)),
        lambda graph: saved(lambda file: nx.write_gml(graph, file)),
        lambda graph: json.dumps(nx.node_link_data(graph, edges="edges")).encode(),
    ],
    ids=["graphml", "gexf", "gml", "json"],
)
def test_attributes_that_are_not_used_are_named(written, write):
    graph = read_graph(write(written))
    assert (links(graph), graph.labels.tolist()) == (LINKS, ["x", "y", "x"])
    noted(graph, "Node attribute 'size' was not used")
    noted(graph, "Edge attribute 'since' was not used")
    assert set(links(read_graph(write(written), weight="since")).values()) == {1999}
    assert set(links(read_graph(write(written), weight=False)).values()) == {1}
    with pytest.raises(DataError, match=r"No link has an attribute 'until'.*'since'"):
        read_graph(write(written), weight="until")


def test_edges_as_networkx_writes_them(written):
    graph = nx.relabel_nodes(written, {"a b": "a", "c,d": "c"})
    plain = {("a", "c"): 2.5, ("c", "e"): 1.0, ("e", "e"): 3.0}
    document = load_document(saved(lambda file: nx.write_edgelist(graph, file)), name="some.edgelist")
    assert (guess_kind(document), kinds_of(document)) == ("graph", ("graph",))
    found = read_graph(document)
    assert links(found) == plain
    noted(found, "Edge attribute 'since' was not used")
    assert set(links(read_graph(document, weight="since")).values()) == {1999}
    bare = nx.DiGraph(list(plain))
    assert set(links(read_graph(saved(lambda file: nx.write_edgelist(bare, file)))).values()) == {1}
    weighted = saved(lambda file: nx.write_weighted_edgelist(graph, file))
    assert links(read_graph(weighted)) == plain
    wide = nx.DiGraph([("a", "b"), ("a", "c"), ("c", "a")])
    lists = load_document(saved(lambda file: nx.write_adjlist(wide, file)), name="some.adjlist")
    assert set(links(read_graph(lists))) == set(wide.edges)
    for broken in ("a b {'weight': 1}\nb c\n", "a b {'weight': 'x'}\nb c {'weight': 1}\n"):
        with pytest.raises(DataError, match=r"Line [12].*(as networkx writes it|is not a weight)"):
            read_graph(broken.encode(), format="networkx edge list")


@pytest.mark.parametrize("index", [None, "sample"])
def test_an_index_is_no_label(index):
    frame = FRAME.set_index(pd.Index(["r1", "r2", "r3", "r4"], name=index))
    table = read_table(saved(frame.to_parquet))
    assert (table.feature_names, table.y.tolist()) == (["width", "n"], list("abab"))
    noted(table, "The index that pandas wrote", index or "")


def workbook() -> bytes:
    file = io.BytesIO()
    with pd.ExcelWriter(file) as book:
        FRAME.to_excel(book, sheet_name="Beasts", index=False)
        EDGES.to_excel(book, sheet_name="Links", index=False)
    return file.getvalue()


def test_every_sheet_is_named_and_can_be_chosen():
    data = workbook()
    assert survey_parts(data) == ("Beasts", "Links")
    table = read_table(data)
    assert table.y.tolist() == list("abab")
    noted(table, "Of 2 sheets, 'Beasts' was read; 'Links' was not.")
    graph = read_graph(data, part="Links")
    assert links(graph) == LINKS
    noted(graph, "'Beasts' was not")
    document = load_document(data)
    assert [guess_kind(document), guess_kind(document.of_part("Links"))] == ["table", "graph"]
    with pytest.raises(DataError, match=r"There is no sheet 'More'.*'Beasts', 'Links'"):
        read_table(data, part="More")


def test_what_may_name_the_rows_is_told():
    rows = "".join(f"{9000 + 7 * i * i},{i % 5 + 0.5},{'MB'[i % 2]}\n" for i in range(30))
    table = read_table(rows.encode())
    assert table.feature_names == ["x1", "x2"]
    noted(table, "'x1' holds a different whole number on every row", "kept as a feature")
    assert not any("whole number" in note for note in read_table(b"k,v,class\n" + rows.encode()).notes)
