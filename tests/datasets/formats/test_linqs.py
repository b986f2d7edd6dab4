"""Cora, CiteSeer and WebKB as LINQS publishes them: NAME.cites and NAME.content, apart or packed together."""

from __future__ import annotations

import pytest

from askcore.datasets import DataError, read_graph, read_table
from askcore.datasets.files.document import load_document
from askcore.datasets.survey import guess_kind, kinds_of
from tests.datasets.made import packed

# Of the first papers none is called like the others, so no row stands out; the last cites what is not listed.
CONTENT = b"31\t0\t1\tcourse\nx7\t1\t0\tfaculty\n12\t0\t0\tcourse\n4\t1\t1\tstaff\n"
CITES = b"31\tx7\nx7\t12\n31\t12\nlost\t4\n"


def graph_of(content: bytes = CONTENT, cites: bytes = CITES, name: str = "some"):
    return read_graph(
        load_document(cites, name=f"{name}.cites"), labels=load_document(content, name=f"{name}.content")
    )


def test_the_class_is_the_last_column():
    assert read_graph(b"a,b\n", labels=b"a\t0\t1\tcourse\nb\t0\t1\tstaff\n").labels.tolist() == [
        "course",
        "staff",
    ]
    graph = graph_of()
    assert graph.node_ids == ["31", "x7", "12", "4"]
    assert graph.labels.tolist() == ["course", "faculty", "course", "staff"]
    assert "The node table has no header: column 4 of 4 was taken as the label." in graph.notes
    assert "In the node table, 'column 2', 'column 3' were not used." in graph.notes


def test_citing_points_to_cited():
    graph = graph_of()
    links = {(graph.node_ids[i], graph.node_ids[j]) for i, j in zip(*graph.adjacency.nonzero(), strict=True)}
    assert links == {("x7", "31"), ("12", "x7"), ("12", "31")}
    assert any("a link goes from citing to cited" in note for note in graph.notes)
    plain = read_graph(CITES)  # not called .cites: as it stands
    assert plain.adjacency[plain.node_ids.index("31"), plain.node_ids.index("x7")] == 1


def test_links_to_what_the_content_lacks_are_counted():
    assert (
        "1 link was left out: it uses nodes that the node table does not list ('lost')." in graph_of().notes
    )
    with pytest.raises(DataError, match="uses node 'lost', which is not in the node table"):
        read_graph(CITES, labels=CONTENT)
    with pytest.raises(DataError, match="No node of the table has a link"):
        graph_of(cites=b"u\tv\n")


def test_both_in_one_archive():
    graph = read_graph(packed(("w/some.cites", CITES), ("w/some.content", CONTENT)))
    assert graph.digest == graph_of().digest
    about = ("w/README", b"Each line is <cited> <citing>."), ("w/licence.txt", b"Free.")
    found = read_graph(packed(("w/some.cites", CITES), ("w/some.content", CONTENT), *about))
    assert found.digest == graph.digest
    assert "Left in the archive: 'README', 'licence.txt'." in found.notes
    with pytest.raises(DataError, match="The archive holds 3 files"):
        read_graph(packed(("a.cites", CITES), ("a.content", CONTENT), ("b.cites", CITES)))


def test_content_alone_is_a_table():
    document = load_document(CONTENT, name="some.content")
    assert guess_kind(document) == "table"
    assert "table" in kinds_of(document)
    table = read_table(document)
    assert table.X.tolist() == [[0, 1], [1, 0], [0, 0], [1, 1]]
    assert table.y.tolist() == ["course", "faculty", "course", "staff"]
    assert "The first column names the rows, like '31', and is not a feature." in table.notes
    assert table.sample_names == ["31", "x7", "12", "4"]
