"""Text is parsed some lines at a time: where one piece ends and the next begins changes nothing."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from askcore.datasets import DataError, read_bags, read_graph, read_matrix, read_table
from askcore.datasets.tables import cells
from askcore.datasets.tables.labels import in_one_spelling
from askcore.datasets.tables.tokens import counts_columns


@pytest.fixture(params=[1, 20, 100])
def small_pieces(request, monkeypatch):
    monkeypatch.setattr(cells, "PIECE", request.param)
    monkeypatch.setattr(cells, "FEWEST", 0)


def written(rows: list[list[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


RNG = np.random.default_rng(0)
PAIRS = RNG.integers(0, 12, (60, 2)).tolist()
VALUES = RNG.standard_normal((30, 3)).round(3).tolist()


@pytest.mark.usefixtures("small_pieces")
def test_edges_of_all_pieces_are_those_of_the_file():
    lines = [["from", "to", "weight", "type"], ["# none", "", "", ""]]
    lines += [[f"n, {a}", f"n, {b}", 1 + a / 4, ("Directed", "Undirected")[a % 2]] for a, b in PAIRS]
    graph = read_graph(written(lines))
    names = list(dict.fromkeys(f"n, {end}" for pair in PAIRS for end in pair))
    expected = np.zeros((len(names), len(names)))
    for a, b in PAIRS:
        i, j = names.index(f"n, {a}"), names.index(f"n, {b}")
        expected[i, j] += 1 + a / 4
        if a % 2 and i != j:
            expected[j, i] += 1 + a / 4
    assert graph.node_ids == names
    np.testing.assert_array_equal(graph.adjacency.toarray(), expected)


@pytest.mark.usefixtures("small_pieces")
def test_a_table_a_matrix_and_bags_of_all_pieces():
    labelled = [[*row, "ab"[i % 2]] for i, row in enumerate(VALUES)]
    table = read_table(written([["u", "v", "w", "class"], *labelled]))
    np.testing.assert_array_equal(table.X, VALUES)
    assert table.y.tolist() == ["ab"[i % 2] for i in range(len(VALUES))]
    np.testing.assert_array_equal(read_matrix(written(VALUES)).matrix, VALUES)
    bags = read_bags(
        written([["bag", "u", "v", "w"], *([f"b{i % 4}", *row] for i, row in enumerate(VALUES))])
    )
    for k, bag in enumerate(bags.bags):
        np.testing.assert_array_equal(bag, VALUES[k::4])


@pytest.mark.usefixtures("small_pieces")
def test_a_gap_in_a_later_piece():
    rows = [[i / 7, "" if i == 70 else i / 5] for i in range(80)]
    table = read_table(written([["u", "v"], *rows]), label=False, missing="drop")
    np.testing.assert_array_equal(table.X, [row for i, row in enumerate(rows) if i != 70])


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"a,b,1,2\n", "Line 62: 4 cells; the rows before have 3"),
        (b"a,b\n", "Line 62: 2 cells; the rows before have 3"),
        (b"a,b,x\n", "Line 62, column 'weight': 'x' is not a weight"),
        (b'a,"b,1\n', "Line 62: A quotation mark is opened but not closed"),
    ],
)
@pytest.mark.usefixtures("small_pieces")
def test_the_line_is_named_whichever_piece_it_is_in(line, problem):
    text = b"source,target,weight\n" + b"".join(b"n%d,n%d,1\n" % (a, b) for a, b in PAIRS)
    with pytest.raises(DataError, match=problem):
        read_graph(text + line + text.partition(b"\n")[2])


# Node-link JSON is decoded entry by entry, too.


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b'{"nodes": [],\n "nodes": []}', 'The JSON has "nodes" twice'),
        (b'{"nodes": [{"id": 1} {"id": 2}], "links": []}', "The file is not JSON .Expecting ',' delimiter"),
        (b'{"nodes": [{"id": 1}],\n "links": [{"source": 1,', "Line 2: The file is not JSON"),
        (b'{"nodes": [{"id": 1}], "links": []} {}', "The file is not JSON .Extra data"),
        (b'{"nodes": [1], "links": []}', "no links"),
        (b'{"nodes": [{"id": 1}]}', "no lists"),
        (b"{1: 2}", "The file is not JSON .Expecting property name"),
        (b'{"nodes" [', "The file is not JSON .Expecting ':' delimiter"),
        (b'{"nodes": [{"id": 1}, {"id": 1.0}], "links": []}', "Node '1' is listed twice"),
    ],
)
def test_json_that_cannot_be_read(text, problem):
    with pytest.raises(DataError, match=problem) as caught:
        read_graph(text, format="json")
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("first", "counted"),
    [("0 1 2", True), ("1 2 3", True), ("3 4 5", False), ("0 2 4", False), ("0 1 x", False)],
)
def test_a_count_from_0_or_1_above_fractions_names_the_columns(first, counted):
    assert counts_columns(first.split(), [["0.5", "1.5", "2.5"]] * 3) is counted


@pytest.mark.parametrize(("code", "number"), [("01.5", "1.5"), ("-01.5", "-1.5"), ("007", "7")])
def test_a_code_with_a_zero_in_front_is_no_spelling_of_a_number(code, number):
    assert in_one_spelling([code, number]) == ([code, number], ())
