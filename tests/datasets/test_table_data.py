"""TableData: what it accepts, and that nobody can change it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from askcore.datasets import DataError, TableData, read_table

X = np.arange(6.0).reshape(3, 2)


def test_arrays_are_copies_and_read_only():
    mine = X.copy()
    table = TableData(mine, [0, 1, 0])
    mine[:] = 9
    assert (table.X == X).all()
    for array in (table.X, table.y, table.classes):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[1]


def test_digest_changes_with_content_only():
    tables = [
        TableData(X, [0, 1, 0]),
        TableData(X.reshape(2, 3)[:, :2], [0, 1]),
        TableData(X + 1, [0, 1, 0]),
        TableData(X, [0, 1, 1]),
        TableData(X, ["0", "1", "0"]),
        TableData(X),
        TableData(X, [0, 1, 0], ["u", "v"]),
    ]
    assert len({table.digest for table in tables}) == len(tables)
    assert tables[0].digest == TableData(X, [0, 1, 0], name="n", notes=("m",)).digest


@pytest.mark.parametrize("y", [[0.5, 1, 2], np.array([0.5, 1, 2]), pd.Series([0.5, 1, 2])])
def test_numbers_with_fractions_are_no_classes(y):
    table = TableData(X, y)
    assert table.is_regression
    assert table.y.dtype == np.float64
    assert table.y.tolist() == [0.5, 1.0, 2.0]
    assert table.classes.tolist() == []
    with pytest.raises(ValueError, match="read-only"):
        table.y[0] = 1


@pytest.mark.parametrize("y", [[2**63, 1, 1], [2.0**63, 1.0, 1.0], np.array([2**63, 1, 1], dtype=np.uint64)])
def test_labels_beyond_int64_are_text(y):
    assert TableData(X, y).y.tolist() == ["9223372036854775808", "1", "1"]


@pytest.mark.parametrize("dtype", [object, np.int64, np.uint64])
def test_labels_within_int64_are_numbers(dtype):
    y = TableData(X, np.array([10**18 - 1, 1, 1], dtype=dtype)).y
    assert (y.dtype, y.tolist()) == (np.int64, [10**18 - 1, 1, 1])


def test_whole_numbers_are_classes_unless_it_is_said():
    assert not TableData(X, [1.0, 2.0, 1.0]).is_regression
    assert TableData(X, [1.0, 2.0, 1.0]).classes.tolist() == [1, 2]
    table = TableData(X, [1, 2, 1], is_regression=True)
    assert (table.is_regression, table.y.dtype, table.classes.tolist()) == (True, np.float64, [])
    assert replace(table, name="other").is_regression
    assert table.digest != TableData(X, [1, 2, 1]).digest
    assert not TableData(X, is_regression=True).is_regression


def test_rows_have_names_or_numbers():
    bare, named = TableData(X), TableData(X, row_names=["u", "v", "w"])
    assert bare.sample_names == ["row 1", "row 2", "row 3"]
    assert named.sample_names == ["u", "v", "w"]
    assert named.digest != bare.digest
    assert named.digest != TableData(X, row_names=["v", "u", "w"]).digest


NAMED = [f"s{i * 7 % 24:02d},{i % 9},{i * i % 5},{'ab'[i % 2]}" for i in range(24)]


@pytest.mark.parametrize(
    ("header", "lines", "first"),
    [
        ("name,u,v,class", NAMED, "s00"),  # other words in every row
        (",u,v,class", NAMED, "s00"),  # without a title
        ("Patient ID,u,v,class", [f"{9 * i + 40},{i % 5}.5,{i % 7},{'ab'[i % 2]}" for i in range(24)], "40"),
        ("id,u,v,class", [f"{i},{i % 5}.5,{i % 7},{'ab'[i % 2]}" for i in range(24)], "row 1"),  # a count
        ("u,v,class", [line.partition(",")[2] for line in NAMED], "row 1"),
    ],
)
def test_a_column_that_only_names_the_rows_does(header, lines, first):
    table = read_table("\n".join([header, *lines]).encode())
    assert table.feature_names == ["u", "v"]
    assert (table.sample_names[0], len(set(table.sample_names))) == (first, 24)


def test_names_follow_the_rows_that_stay():
    lines = [line.replace(",5,", ",,", 1) for line in NAMED]
    table = read_table("\n".join(["name,u,v,class", *lines]).encode(), missing="drop")
    assert table.sample_names == [line.split(",")[0] for line in NAMED if ",5," not in line]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((X[0],), r"Expected features of shape \(rows, features\), both at least 1, got \(2,\)"),
        ((X[:0],), r"got \(0, 2\)"),
        (([["a"]],), "not a matrix of numbers"),
        ((np.where(X == 3, np.nan, X),), "Row 1, column 1 of X: The value nan"),
        ((X, [1, 2]), r"Expected 3 labels, one for each row, but got an array of shape \(2,\)"),
        ((X, ["a", None, "b"]), "Row 1: The label is missing"),
        ((X, [0.5, 1, "a"]), "The label 0.5 is a fraction"),
        ((X, [0.5, 1, np.nan]), "Row 2: The target is nan"),
        ((X, [0.5, 1]), r"Expected 3 numbers, one for each row, but got an array of shape \(2,\)"),
        ((X, ["a", "b", "a"], [], "", (), True), "not a column of numbers"),
        ((X, None, ["u"]), "Expected 2 column names for 2 columns, got 1"),
        ((X, None, ["u", "u"]), "Two columns are called 'u'"),
        ((X, None, [], "", (), False, ["u"]), "Expected 3 row names for 3 rows, got 1"),
        ((X, None, [], "", (), False, list("uvu")), "Two rows are called 'u'"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, message):
    with pytest.raises(DataError, match=message):
        TableData(*arguments)


@pytest.mark.parametrize("categories", [None, "one-hot", "ordinal"])
def test_a_column_of_one_word_is_left_out(categories):
    table = read_table(b"w,colour,class\n1,red,a\n2,red,b\n4,red,b\n", categories=categories)
    assert table.feature_names == ["w"]
    assert "Column 'colour' was left out: every row holds 'red'." in table.notes


@pytest.mark.parametrize("missing", ["refuse", "drop", "median"])
def test_a_column_of_one_word_and_gaps_is_no_missing_value(missing):
    table = read_table(b"w,member,class\n1,yes,a\n2,,b\n4,yes,b\n", missing=missing)
    assert table.X.tolist() == [[1], [2], [4]]
    said = "Column 'member' was left out: every row holds 'yes' or nothing. If an empty cell means something, write"
    assert any(note.startswith(said) for note in table.notes)


def test_a_category_of_which_one_alone_is_declared_is_left_out():
    arff = b"@relation r\n@attribute a {x}\n@attribute b {x,y}\n@attribute w numeric\n@data\nx,x,1\nx,x,2\n"
    assert read_table(arff, label=False).feature_names == ["b=x", "b=y", "w"]
