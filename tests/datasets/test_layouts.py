"""Files as tools write them, whose first guess was wrong once: what they are read as."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets.files.document import load_document
from askcore.datasets.own_file import UploadedFile, read_given
from askcore.datasets.survey import guess_kind
from askcore.datasets.tables.cleaning import content_rows

TOWNS = ["Aarhus", "Bergen", "Cork", "Derby", "Essen", "Faro", "Graz", "Hamar", "Imst"]
PAIRS = [(a, b) for a in TOWNS for b in TOWNS if a != b]


def read(name, text):
    found = read_given(UploadedFile(name, text.encode()))
    assert found.error is None, found.error
    return found.data


def rows(*lines):
    return "\n".join(map(str, lines)) + "\n"


def test_a_header_in_a_comment_names_the_ends_of_interactions():
    lines = [f"P{i % 7}\tP{i % 5 + 7}\t9606.E{i}\t0\t0.{i + 10}" for i in range(30)]
    data = read("string.tsv", rows("#node1\tnode2\tnode1_string_id\tfusion\tcombined_score", *lines))
    assert (data.kind, data.n_nodes) == ("graph", 12)
    assert data.adjacency[data.node_ids.index("P0"), data.node_ids.index("P7")] == pytest.approx(0.10)
    assert any("'combined_score' was read as weights" in note for note in data.notes)


def test_reporter_and_partner_are_ends_and_the_value_of_trade_their_weight():
    lines = [f'{a},{b},2020,"{1000 + i:,}"' for i, (a, b) in enumerate(PAIRS)]
    data = read("trade.csv", rows("reporter,partner,year,trade_value_usd", *lines))
    assert (data.kind, data.n_nodes, data.adjacency.nnz) == ("graph", 9, 72)
    assert data.adjacency[0, 1] == 1000


def test_two_columns_of_the_same_many_words_are_ends():
    text = rows("town a,town b,km,road", *(f"{a},{b},{i},E{i % 9}" for i, (a, b) in enumerate(PAIRS)))
    assert guess_kind(text.encode(), "roads.csv") == "graph"


def test_several_names_in_a_cell_are_told():
    lines = [f"{a}@x.org,{b}@x.org; {a}@y.org,hello" for a, b in PAIRS[:20]]
    data = read("mails.csv", rows("from,to,subject", *lines))
    assert any("hold several names" in note for note in data.notes)
    plain = read("mails.csv", rows("from,to,subject", *(f"{a},{b},hi" for a, b in PAIRS[:20])))
    assert not any("hold several names" in note for note in plain.notes)


def test_a_last_column_of_one_word_is_no_label():
    data = read("routes.csv", rows(*(f"{'ab'[i % 2]}{i % 7},{i * 1.5},CR2" for i in range(40))))
    assert (data.kind, data.y) == ("table", None)


def test_the_counts_above_a_table_of_scikit_learn_are_left_out():
    lines = [f"{i * 0.1:.1f},{i * 0.2:.1f},{i % 2}" for i in range(40)]
    data = read("iris.csv", rows("40,2,setosa,virginica", *lines))
    assert data.X.shape == (40, 2)
    assert sorted(set(map(str, data.y))) == ["0", "1"]
    assert any("counts of rows and columns" in note for note in data.notes)


def test_two_kinds_in_the_titles_are_no_link_of_their_own():
    data = read("bib.csv", rows("paper,author", *(f"p{i},author {i % 9}" for i in range(40))))
    assert (data.kind, data.n_nodes) == ("graph", 49)
    assert "paper" not in data.node_ids


def test_whole_numbers_beside_a_measurement_are_a_table():
    lines = [f"{i % 8 + 1},{i * 7 % 90},{100 + i * 1.5}" for i in range(100)]
    assert guess_kind(rows("rooms,age,price", *lines).encode(), "houses.csv") == "table"
    assert guess_kind(rows("u,v,weight", *lines).encode(), "net.csv") == "graph"


DISTANCES = {
    "bare half": ["1", "0.5 1", "0.2 0.3 1", "0.1 0.9 0.4 1"],
    "half of R": ["    A   B   C", "B 0.5        ", "C 0.2 0.3    ", "D 0.1 0.9 0.4", "E 0.1 0.9 0.4 0.3"],
    "half of PHYLIP": ["   4", "A", "B 0.5", "C 0.2 0.3", "D 0.1 0.9 0.4"],
    "half of R, of four": ["    A   B   C", "B 0.5        ", "C 0.2 0.3    ", "D 0.1 0.9 0.4"],
    "half with commas": ["A,1", "B,0.5,1", "C,0.2,0.3,1", "D,0.1,0.9,0.4,1"],
    "PHYLIP": ["   3", "A   0 0.5 0.2", "B 0.5   0 0.3", "C 0.2 0.3   0"],
}


@pytest.mark.parametrize("layout", DISTANCES)
def test_distances_of_phylip_and_half_matrices_are_named(layout):
    found = read_given(UploadedFile("d.txt", rows(*DISTANCES[layout]).encode()))
    said = (
        ("a PHYLIP distance matrix", "set_axis") if layout == "PHYLIP" else ("half of a matrix", "squareform")
    )
    assert all(text in str(found.error) for text in said)


@pytest.mark.parametrize(
    "text",
    ["2\na 1 2\nb 3\n", "3\na 1 2 3\nb 3 4 5\n", "1 2\n3 4 5\n6 7 8 9\n1 2 3 4 5\n", "9" * 5_000 + "\n1\n"],
)
def test_other_lists_are_no_distances(text):
    assert "matrix" not in str(read_given(UploadedFile("x.txt", text.encode())).error)


FIXED = {
    "gaps inside": (
        "name       age city  class", "Ann         31 Rome  a", "Bob            Ulm   b", "Carla Li    28       a",
        "Dora        30 Oslo  b",
    ),
    "no header": ("   12   1.5   x", "    7         y", "  100   2.5   x", "    8   3.5   y"),
    "two words in a title": ("id home town age", "1  Rome      31", "2            9", "3  Ulm        "),
}  # fmt: skip
CUT = {
    "gaps inside": [["name", "age", "city", "class"], ["Carla Li", "28", "", "a"]],
    "no header": [["12", "1.5", "x"], ["100", "2.5", "x"]],
    "two words in a title": [["id", "home town", "age"], ["3", "Ulm", ""]],
}


@pytest.mark.parametrize("layout", FIXED)
def test_columns_of_fixed_width_keep_their_empty_cells(layout):
    found = content_rows(load_document(rows(*FIXED[layout]).encode()))
    head = found.head()
    assert [head[0], head[3 if layout != "no header" else 2]] == CUT[layout]
    assert any("separated by their positions" in note for note in found.notes)


@pytest.mark.parametrize("text", ["a b c\nb c\nc a\n", "a  b\nb  c  d\n", "1 2\n3 4 5\n6 7 8 9\n"])
def test_lines_of_neighbours_are_no_columns_of_fixed_width(text):
    assert content_rows(load_document(text.encode())).separator == r"\s+"


def test_lists_of_neighbours_are_known_without_an_ending():
    data = read("net.txt", rows("Ann Bo Cy", "Bo Cy", "Cy Ann Di", "Di"))
    assert (data.kind, data.n_nodes, data.adjacency.nnz) == ("graph", 4, 5)


def test_a_frame_as_pandas_prints_it_is_read_though_a_comma_stands_between_thousands():
    lines = [f"{i:<3} {i % 9}.5%  {i / 7:6.3f}  ${1000 + i:,}.00    {'ab'[i % 2]}" for i in range(60)]
    data = read("frame.txt", rows("     share   delta       cost class", *lines))
    assert (data.feature_names, data.classes.tolist()) == (["share", "delta", "cost"], ["a", "b"])
    np.testing.assert_allclose(data.X[:, 2], 1000 + np.arange(60))


def test_a_line_of_units_below_the_header_is_left_out():
    lines = [f"{i * 0.5};{20 + i % 3};{'dry' if i % 4 else 'rain'}" for i in range(60)]
    data = read("logger.csv", rows("# Logger", "time;temp;weather", "[s];[degC];", *lines))
    np.testing.assert_array_equal(data.X[:, 0], np.arange(60) * 0.5)
    assert "The line of units below the header was left out: [s], [degC]." in data.notes
    with pytest.raises(AssertionError, match="Line 5"):
        read("logger.csv", rows("# Logger", "time;temp;weather", "[s];[degC];", lines[0], "x", *lines))


def test_numbers_of_customers_are_names_of_rows():
    lines = [f"{10001 + i},{i * 7 % 11},{'ab'[i % 2]}" for i in range(60)]
    for title in ("Kundennr.", "Patient No", "order_nr"):
        assert read("x.csv", rows(f"{title},size,class", *lines)).feature_names == ["size"]
