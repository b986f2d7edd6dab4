"""Files in the layouts of tools, each beside what it says; what is not read is named."""

from __future__ import annotations

import io
import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from askcore.datasets import DataError
from askcore.datasets.own_file import Reading, UploadedFile, read_given
from askcore.datasets.survey import guess_kind
from tests.datasets.made import links as links_of

NAMES = ["Ann Lee", "Bob", "Carla di Rosa", "Dom", "Éva", "Fitz"]
LINKS = [
    (0, 1, 2.5),
    (1, 2, 1.0),
    (2, 3, 4.0),
    (3, 0, 0.5),
    (4, 5, 3.0),
    (5, 0, 1.5),
    (1, 4, 2.0),
    (2, 5, 7.0),
]


def read(name, data, labels=None, **choices):
    """What a file is read as, without a click."""
    given = [
        None if each is None else each if isinstance(each, bytes) else each.encode()
        for each in (data, labels)
    ]
    beside = None if labels is None else UploadedFile("labels.csv", given[1])
    found = read_given(UploadedFile(name, given[0]), beside, Reading().changed(**choices))
    if found.error is not None:
        raise found.error
    return found.data


def lines(line, header=""):
    """A line for each link, with its number k and its ends by number (a, b) and by name (A, B)."""
    made = [line.format(k=k, a=a, b=b, A=NAMES[a], B=NAMES[b], w=w) for k, (a, b, w) in enumerate(LINKS)]
    return "\n".join([*header.split("\n"), *made] if header else made) + "\n"


def arrow(**columns):
    file = io.BytesIO()
    pq.write_table(pa.table(columns), file)
    return file.getvalue()


SOURCES, TARGETS = ([NAMES[link[end]] for link in LINKS] for end in (0, 1))
WEIGHED = {
    "r.txt": lines('"{k}" "{A}" "{B}" {w}', '"from" "to" "weight"'),
    "r.csv": lines('"{k}","{A}","{B}",{w}', '"","source","target","weight"'),
    "neo4j.csv": lines('"{A}",{w},"{B}"', '"a.name","r.weight","b.name"'),
    "cypher.csv": lines("{A},{B},{w}", "n.name,m.name,weight"),
    "reddit.tsv": lines("{A}\t{B}\tp{k}\t{w}", "SOURCE_SUBREDDIT\tTARGET_SUBREDDIT\tPOST_ID\tWEIGHT"),
    "trips.csv": lines("{k},{A},{B},2020,{w}", "id,from_station,to_station,from_year,trips"),
    "excel.txt": lines("{A}\t{B}\t{w}", "Source\tTarget\tWeight").encode("utf-16"),
    "listed.json": json.dumps({"nodes": NAMES, "links": [[NAMES[a], NAMES[b], w] for a, b, w in LINKS]}),
    "pairs.json": json.dumps({"edges": [[NAMES[a], NAMES[b], w] for a, b, w in LINKS]}),
    "python.txt": lines("('{A}', '{B}', {w}),"),
    "dated.csv": lines("{A},{B},{w},2020-01-0{k}", "who,whom,weight,when"),
    "vosviewer.json": json.dumps({"network": {
        "items": [{"id": i + 7, "label": name, "cluster": 1} for i, name in enumerate(NAMES)],
        "links": [{"source_id": a + 7, "target_id": b + 7, "strength": w} for a, b, w in LINKS],
    }}),
    "kumu.json": json.dumps({
        "elements": [{"label": name, "type": "Person"} for name in NAMES],
        "connections": [{"from": NAMES[a], "to": NAMES[b], "weight": w} for a, b, w in LINKS],
    }),
    "kumu.csv": lines("{A},{B},directed,{w}", "From,To,Direction,Strength"),
    "intact.txt": lines("{A}\t{B}\te{a}\te{b}\t{w}",
        "#ID(s) interactor A\tID(s) interactor B\tAlt. ID(s) interactor A\tAlt. ID(s) interactor B\tweight"),
    "strings.parquet": arrow(
        src=pa.array(SOURCES, pa.string_view()), dst=pa.array(TARGETS, pa.large_string()),
        weight=[w for *_, w in LINKS],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WEIGHED)
def test_links_of_tools_have_their_ends_and_weights(name):
    assert links_of(read(name, WEIGHED[name])) == {(NAMES[a], NAMES[b], w) for a, b, w in LINKS}


def test_from_and_to_of_times_are_no_ends():
    rows = "".join(f"{1990 + i},{1995 + i % 9},{i % 7},{'ab'[i % 2]}\n" for i in range(24))
    assert guess_kind(f"from_year,to_year,x,label\n{rows}".encode(), "jobs.csv") == "table"


def test_two_numbers_above_longer_rows_are_no_titles():
    with pytest.raises(DataError, match="3 cells; the rows before have 2"):
        read("counts.txt", "3 9\n0 1 5\n1 2 6\n2 0 1\n")


def test_numbers_of_phones_are_names():
    graph = read("calls.csv", lines("+49{a};+49{b};{k};2024-01-0{k}", "caller;callee;duration;start"))
    assert {edge[:2] for edge in links_of(graph)} == {(f"+49{a}", f"+49{b}") for a, b, _ in LINKS}


@pytest.mark.parametrize("counts", ["6 8", "6 6 8"])
@pytest.mark.parametrize("link", ["{a} {b}", "{a} {b} {w}"])
def test_a_line_of_counts_above_links_is_no_link(counts, link):
    graph = read("graph.txt", lines(link, counts))
    assert {edge[:2] for edge in links_of(graph)} == {(str(a), str(b)) for a, b, _ in LINKS}
    assert graph.adjacency.sum() == (sum(w for *_, w in LINKS) if "w" in link else len(LINKS))
    assert read("graph.txt", lines("{a} {b}", "6 7")).n_nodes == 8  # of other links, so it is one


@pytest.mark.parametrize(
    "text",
    [lines("({a}, {b})"), lines("[{a}, {b}]"), f'{{"nodes": 6, "edges": {[[*e[:2]] for e in LINKS]}}}'],
)
def test_pairs_of_numbers_as_python_prints_them_are_links(text):
    graph = read("edges.json" if text[0] == "{" else "edges.txt", text)
    assert links_of(graph) == {(str(a), str(b), 1.0) for a, b, _ in LINKS}


@pytest.mark.parametrize("header", ["who,whom,when\n", ""])
def test_dates_beside_two_names_are_times_of_links(header):
    graph = read("met.csv", header + lines("{A},{B},2020-01-0{k} 10:00:00"))
    assert links_of(graph) == {(NAMES[a], NAMES[b], 1.0) for a, b, _ in LINKS}
    assert any("looks like times" in note for note in graph.notes)
    staff = "name,city,born\n" + "".join(f"n{i},c{i % 3},1990-01-{10 + i}\n" for i in range(20))
    assert guess_kind(staff.encode(), "staff.csv") == "table"


def in_excel(frame, **options):
    file = io.BytesIO()
    frame.to_excel(file, **options)
    return file.getvalue()


def test_a_workbook_may_hold_whatever_a_text_may():
    A = np.zeros((6, 6))
    for a, b, w in LINKS:
        A[a, b] = w
    square = read("adj.xlsx", in_excel(pd.DataFrame(A, NAMES, NAMES)))
    assert links_of(square) == {(NAMES[a], NAMES[b], w) for a, b, w in LINKS}
    kernel = read("k.xlsx", in_excel(pd.DataFrame(A - 1, NAMES, NAMES)))
    np.testing.assert_array_equal(kernel.matrix, A - 1)
    bags = read("b.xlsx", in_excel(pd.DataFrame({"bag": ["a", "b", "a"], "u": [1, 2, 3]}), index=False))
    assert (bags.kind, bags.sizes.tolist()) == ("bags", [2, 1])
    nodes = in_excel(pd.DataFrame({"node": NAMES, "label": ["x", "y"] * 3}), index=False)
    found = read_given(UploadedFile("e.csv", lines("{A},{B}").encode()), UploadedFile("n.xlsx", nodes))
    assert found.data.labels.tolist() == ["x", "y"] * 3


def test_a_stacked_frame_of_pandas_is_its_matrix():
    frame = pd.DataFrame(np.arange(9.0).reshape(3, 3), list("abc"), list("abc"))
    for index in (False, True):
        matrix = read("long.csv", frame.stack().reset_index().to_csv(index=index))
        np.testing.assert_array_equal(matrix.matrix, frame)
        assert matrix.row_ids == list("abc")


def test_points_that_may_stand_between_thousands_are_asked_about():
    text = "Umsatz;Klasse\n" + "".join(f"{1 + i}.{200 + i};{'AB'[i % 2]}\n" for i in range(24))
    table = read("umsatz.csv", text)
    (way,) = next(note.ways for note in table.notes if "1.200 was read as a decimal point" in note)
    assert read("umsatz.csv", text, kind="table", **way.choices).X[0].tolist() == [1200]
    assert not any("decimal point" in note for note in read("x.csv", text.replace("1.200", "0.200")).notes)


@pytest.mark.parametrize("cells", ["1.234,2.345,890,5.678", "(1.234),2.345,12,(3.456)"])
def test_a_few_points_between_thousands_are_asked_about(cells):
    rows = "".join(f"{cell};{'AB'[i % 2]}\n" for i, cell in enumerate(cells.split(",")))
    table = read("u.csv", f"Wert;Klasse\n{rows}")
    (way,) = next(note.ways for note in table.notes if "decimal point" in note and "Column 'Wert'" in note)
    assert abs(read("u.csv", f"Wert;Klasse\n{rows}", kind="table", **way.choices).X).max() > 3_000


def test_points_between_thousands_are_asked_about_in_matrices_and_weights():
    matrix = ";a;b;c\na;–;12.345;9.876\nb;11.222;–;4.321\nc;8.765;3.210;49.739\n"
    weights = ["1", "2", "3.003", "4.004", "5.005", "6.006", "7.007", "8.007"]
    ends = [f"{a}\t{b}" for a, b, _ in LINKS]
    edges = "von\tnach\tMenge\n" + "".join(f"{a}\t{b}\n" for a, b in zip(ends, weights, strict=True))
    for name, text, largest in (("m.csv", matrix, 49_739), ("e.tsv", edges, 8_007)):
        data = read(name, text)
        (way,) = next(note.ways for note in data.notes if "was read as a decimal point" in note)
        data = read(name, text, kind=data.kind, **way.choices)
        assert (data.matrix if data.kind == "matrix" else data.adjacency).max() == largest


def test_ucinet_may_name_rows_and_columns():
    text = "DL N = 2\nROW LABELS:\nA\nB\nCOLUMN LABELS:\nA\nB\nDATA:\n0 2\n1 0\n"
    assert links_of(read("x.dl", text)) == {("A", "B", 2.0), ("B", "A", 1.0)}


def test_neo4j_names_ends_labels_and_relations_with_their_kinds():
    links = lines("{a},{w},{b},KNOWS", ":START_ID(Person),weight:double,:END_ID(Person),:TYPE")
    nodes = "personId:ID(Person),name,:LABEL\n" + "".join(
        f"{i},{n},{'AB'[i % 2]}\n" for i, n in enumerate(NAMES)
    )
    graph = read("admin.csv", links, nodes)
    assert links_of(graph) == {(str(a), str(b), w) for a, b, w in LINKS}
    assert graph.labels.tolist() == ["A", "B"] * 3
    kinds = lines('"{A}","LIKES","{B}"', '"a.name","type(r)","b.name"').replace("LIKES", "KNOWS", 3)
    assert any("'LIKES' 5, 'KNOWS' 3" in note for note in read("query.csv", kinds).notes)


@pytest.mark.parametrize(
    "header", ["% sym unweighted\n% 8 6 6", "# Undirected graph: dblp\n# Nodes: 6 Edges: 8"]
)
def test_konect_and_snap_say_that_links_have_no_direction(header):
    graph = read("com.txt", lines("{a}\t{b}", header))
    assert links_of(graph) == {(str(s), str(t), 1.0) for a, b, _ in LINKS for s, t in ((a, b), (b, a))}
    assert read("com.txt", lines("{a}\t{b}", header), directed=True, kind="graph").n_edges == len(LINKS)
    assert read("out.asym", lines("{a} {b}", "% asym unweighted")).n_edges == len(LINKS)


@pytest.mark.parametrize("mark", ["\t", "::"])
def test_ratings_without_titles_ask_whether_users_and_items_are_two_kinds(mark):
    rows = [(1 + i * 7 % 20, 1 + i * 11 % 25, 1 + i % 5) for i in range(60)]
    text = "".join(f"{mark.join(map(str, row))}{mark}{881250949 + i}\n" for i, row in enumerate(rows))
    merged = read("u.data", text)
    (way,) = next(note.ways for note in merged.notes if "are two nodes" in note)
    apart = read("u.data", text, kind="graph", **way.choices)
    assert (merged.n_nodes, apart.n_nodes) == (25, 45)
    assert apart.adjacency.sum() == sum(stars for *_, stars in rows)


FRAME = pd.DataFrame({"u": np.arange(30) / 8, "v": np.arange(30) % 7, "cls": ["a", "b", "c"] * 10})


@pytest.mark.parametrize("orient", ["records", "split", "index", "columns", "table", "values"])
@pytest.mark.parametrize("named", [False, True])
def test_each_orientation_of_pandas_is_the_frame(orient, named):
    frame = FRAME.set_axis([f"r{i}" for i in range(30)]) if named else FRAME
    table = read("frame.json", frame.to_json(orient=orient))
    np.testing.assert_array_equal(table.X, FRAME[["u", "v"]])
    assert table.y.tolist() == FRAME["cls"].tolist()


def test_few_rows_by_index_are_rows_where_words_stand_beside_numbers():
    frame = pd.DataFrame({"u": [0.5, 1.0], "v": [1, 2], "cls": ["a", "b"]}, ["r", "s"])
    assert read("few.json", frame.to_json(orient="index")).X.tolist() == [[0.5, 1], [1, 2]]


def test_titles_of_relations_are_no_relation():
    kinds = "".join(f"p{i % 30},{'xyz'[i % 3]}y,p{(7 * i + 1) % 30}\n" for i in range(90))
    note = next(note for note in read("t.csv", f"wer,wie,wen\n{kinds}").notes if "relations" in note)
    assert "wie" not in note


def test_a_dictionary_of_neighbours_stays_a_graph():
    assert read("net.json", '{"a": {"b": 2, "c": 1}, "b": {"a": 1}, "c": {"b": 3}}').n_edges == 4


def test_what_a_german_excel_saves_as_ansi_keeps_its_signs():
    rows = "".join(f"{i % 7},{i % 10}5;{1 + i}.{100 + i},5 €;{'äö'[i % 2]}\r\n" for i in range(24))
    table = read("umsatz.csv", f"Größe;Umsatz €;Klasse\r\n{rows}".encode("cp1252"))
    assert table.feature_names == ["Größe", "Umsatz €"]
    expected = [[i % 7 + (i % 10) / 10 + 0.05, 1100.5 + 1001 * i] for i in range(24)]
    np.testing.assert_allclose(table.X, expected, rtol=1e-12)
    assert table.sample_names[0] == "row 1"  # numbers name no rows


def test_keel_says_which_attributes_are_inputs():
    rows = "".join(f"{i % 9}.5, {'xy'[i % 2]}\n" for i in range(20))
    head = "@relation k\n@attribute a real [0,9]\n@attribute class {x,y}\n@inputs a\n@outputs class\n@data\n"
    assert read("k.dat", head + rows).y.tolist() == ["x", "y"] * 10


def test_columns_numbered_alike_that_name_other_rows_are_their_links():
    named = [
        (f"s{i}", f"s{(i + 1) % 30}", "" if i % 5 else f"s{7 * i % 30}", f"s{(3 * i + 5) % 30}")
        for i in range(30)
    ]
    text = "pupil,friend1,friend2,friend3,age\n" + "".join(
        f"{','.join(row)},{i}\n" for i, row in enumerate(named)
    )
    graph = read("friends.csv", text)
    assert links_of(graph) == {(row[0], other, 1.0) for row in named for other in row[1:] if other}
    assert "Column 'age' was not used." in graph.notes
    two = [f"{a},{b},{c}" for a, b, c, _ in named]
    assert read("two.csv", "\n".join(["pupil,friend1,friend2", *two]) + "\n").n_edges == 30 + 6
    codes = "".join(f"s{i},c{i % 15},c{i % 14},c{i % 13},{i}\n" for i in range(140))
    assert read("icd.csv", f"patient,icd1,icd2,icd3,age\n{codes}").kind == "table"


def test_clusters_of_vosviewer_are_labels():
    nodes = "id\tlabel\tx\ty\tcluster\n" + "".join(
        f"{i}\t{n}\t0.5\t1\t{i % 2 + 1}\n" for i, n in enumerate(NAMES)
    )
    assert read("net.txt", lines("{a}\t{b}\t{w}"), nodes).labels.tolist() == ["1", "2"] * 3


def test_ends_without_a_common_name_are_told():
    text = lines("Notes/{A}.md,[[{B}]]", "file,outlinks")
    assert any("No node is at both ends" in note for note in read("vault.csv", text).notes)
    assert not any("No node is at both ends" in note for note in read("x.csv", lines("{A},{B}")).notes)


def test_json_within_json_names_no_node():
    pages = [{"title": name, "children": [{"string": f"see [[{name}]]"}]} for name in NAMES]
    assert read("roam.json", json.dumps(pages)).kind == "table"
    with pytest.raises(DataError, match="no lists"):
        read("x.json", json.dumps({"log": {"version": "1.2", "entries": []}}))


def test_the_columns_of_a_long_form_that_are_no_entries_are_named():
    text = "row,col,value,year,row_name\n" + "".join(
        f"{i},{j},{i - j}.5,2020,r{i}\n" for i in range(4) for j in range(4)
    )
    matrix = read("long.csv", text)
    assert matrix.row_ids == ["r0", "r1", "r2", "r3"]
    assert {"Column 'year' was not used."} < {*matrix.notes}
    assert any("its value is 'value'" in note for note in matrix.notes)
