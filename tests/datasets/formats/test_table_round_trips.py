"""Every table format, written by the library that owns it and read again; labels, categories, missing values."""

from __future__ import annotations

import gzip
import io
from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import dump_svmlight_file

from askcore.datasets import DataError, read_table
from askcore.datasets.survey import guess_kind, may_hold_labels
from askcore.datasets.tables.features import MissingValues

X = np.array([[1.5, -2.0], [0.0, 1e-7], [3.25, 4.0], [1 / 3, 5.0]])
Y = ["cat", "dog", "dog", "cat"]
FRAME = pd.DataFrame({"width": X[:, 0], "height": X[:, 1], "label": Y})
MIXED = pd.DataFrame(
    {"size": [1.0, None, 3.0, 4.0], "colour": ["red", "blue", None, "red"], "label": ["a", "b", "a", "b"]}
)


def excel(frame: pd.DataFrame, **options: object) -> bytes:
    file = io.BytesIO()
    frame.to_excel(file, **{"index": False, **options})
    return file.getvalue()


def parquet(frame: pd.DataFrame, **options: object) -> bytes:
    return frame.to_parquet(None, **options)


def csv(frame: pd.DataFrame, **options: object) -> bytes:
    return frame.to_csv(**{"index": False, **options}).encode()


def arff(frame: pd.DataFrame) -> bytes:
    """No library here writes ARFF; this is Weka's layout."""
    lines = ["% by hand", "@RELATION animals", ""]
    for name in frame:
        numeric = pd.api.types.is_numeric_dtype(frame[name])
        known = ",".join(sorted(frame[name].dropna().unique())) if not numeric else ""
        lines.append(f"@ATTRIBUTE {name} " + ("NUMERIC" if numeric else f"{{{known}}}"))
    rows = [["?" if pd.isna(cell) else str(cell) for cell in row] for row in frame.itertuples(index=False)]
    return "\n".join([*lines, "", "@DATA", *(",".join(row) for row in rows), ""]).encode()


WRITERS: dict[str, Callable[[pd.DataFrame], bytes]] = {
    "csv": csv,
    "tsv": lambda frame: csv(frame, sep="\t"),
    "csv, windows": lambda frame: csv(frame, lineterminator="\r\n"),
    "csv, utf-16": lambda frame: csv(frame).decode().encode("utf-16"),
    "xlsx": excel,
    "parquet": parquet,
    "parquet, categories": lambda frame: parquet(
        frame.astype({name: "category" for name in frame if not pd.api.types.is_numeric_dtype(frame[name])})
    ),
    "parquet, brotli": lambda frame: parquet(frame, compression="brotli"),
    "arff": arff,
}
each_format = pytest.mark.parametrize("write", WRITERS.values(), ids=WRITERS)
# What is decided about a table once it is read: of a text, and of a file that knows types.
either = pytest.mark.parametrize("write", [csv, parquet])


@each_format
def test_features_and_labels_are_exact(write):
    table = read_table(write(FRAME))
    np.testing.assert_array_equal(table.X, X)
    assert (table.y.tolist(), table.feature_names) == (Y, ["width", "height"])
    assert "Column 'label' was taken as the label." in table.notes


@pytest.mark.parametrize("zero_based", [True, False])
def test_libsvm(zero_based):
    file = io.BytesIO()
    dump_svmlight_file(X, [1, 2, 2, 1], file, zero_based=zero_based, comment="by hand")
    table = read_table(file.getvalue())
    np.testing.assert_array_equal(table.X, X)
    assert table.y.tolist() == [1, 2, 2, 1]
    assert read_table(file.getvalue(), label=False).X.shape == (4, 2)
    assert guess_kind(file.getvalue()) == "table"
    packed = gzip.compress(file.getvalue())
    np.testing.assert_array_equal(read_table(packed).X, X)


@either
def test_the_label_by_choice(write):
    for label in (2, -1, "LABEL"):
        assert read_table(write(FRAME), label=label).y.tolist() == Y
    first = read_table(write(FRAME.assign(width=[1, 2, 2, 1])), label=0)
    assert first.y.tolist() == [1, 2, 2, 1]
    assert first.feature_names == ["height", "label=cat", "label=dog"]


@either
def test_missing_values_are_refused_with_the_choices(write):
    with pytest.raises(
        DataError, match=r"(?i)(line 3|row 2|row 3).*'size'.*missing=\"drop\".*missing=\"median\""
    ):
        read_table(write(MIXED))


@either
def test_missing_values_by_choice(write):
    dropped = read_table(write(MIXED), missing="drop")
    assert dropped.X.tolist() == [[1, 0, 1], [4, 0, 1]]
    assert dropped.feature_names == ["size", "colour=blue", "colour=red"]
    assert dropped.y.tolist() == ["a", "b"]
    assert "2 of 4 rows were left out because of a missing value." in dropped.notes
    mean = read_table(write(MIXED), missing="mean", categories="ordinal")
    np.testing.assert_allclose(mean.X, [[1, 1], [8 / 3, 0], [3, 1], [4, 1]])
    (filled,) = [note for note in mean.notes if "filled in" in note and "rows" not in note]
    assert filled == (
        "2 missing values in 2 columns were filled in, each with the mean of its column or its most frequent word: "
        "'size' 1, 'colour' 1."
    )
    assert any("2 categories (blue, red), numbered from 0" in note for note in mean.notes)
    assert (
        "The filled-in values were computed from all 4 rows, not only from the training rows." in mean.notes
    )
    median = read_table(write(MIXED), missing="median")
    assert median.X[:, 0].tolist() == [1, float(np.median([1, 3, 4])), 3, 4]
    columns = read_table(write(FRAME.assign(size=MIXED["size"])), missing="columns")
    assert columns.feature_names == list(FRAME.columns[:2])
    assert "Column 'size' was left out for missing values." in columns.notes


def test_missing_labels_count_among_the_gaps():
    data = b"x,label\n1,a\n?,\n3,b\n4,\n5,a\n"
    with pytest.raises(MissingValues) as caught:
        read_table(data)
    assert (caught.value.columns, caught.value.label) == ({"x": 1, "label": 2}, "label")
    assert (caught.value.rows, caught.value.total) == (2, 5)
    filled = read_table(data, missing="median")  # a label is not made up
    assert (filled.X.ravel().tolist(), filled.y.tolist()) == ([1, 3, 5], ["a", "b", "a"])
    assert "2 of 5 rows were left out because of a missing value." in filled.notes


@either
def test_an_empty_column_is_left_out(write):
    table = read_table(write(FRAME.assign(nothing=[float("nan")] * 4)), label="label")
    assert table.feature_names == list(FRAME.columns[:2])
    assert "Column 'nothing' was left out because it is empty." in table.notes


def test_arff_keeps_the_declared_order():
    data = b"@relation r\n@attribute size {small,medium,large}\n@attribute class {a,b}\n@data\nlarge,a\nsmall,b\n"
    assert read_table(data, categories="ordinal").X.tolist() == [[2], [0]]
    assert read_table(data).feature_names == ["size=small", "size=medium", "size=large"]


def test_excel_takes_the_first_sheet_that_is_not_empty():
    file = io.BytesIO()
    with pd.ExcelWriter(file) as book:
        pd.DataFrame().to_excel(book, sheet_name="Cover", index=False)
        FRAME.to_excel(book, sheet_name="Animals", startrow=3, startcol=0)
    table = read_table(file.getvalue())
    np.testing.assert_array_equal(table.X, X)
    assert "Of 2 sheets, 'Animals' was read; 'Cover' was not." in table.notes
    with pytest.raises(DataError, match="Row 6, column 'width'"):
        read_table(excel(FRAME.assign(width=[1, None, 2, 3]), startrow=3))


def test_mixed_columns_are_refused_unless_chosen():
    data = b"size,label\n1,a\nbig,b\n3,a\n"
    with pytest.raises(
        DataError, match=r"Line 3, column 'size': 'big' is not a number.*categories=\"one-hot\""
    ):
        read_table(data)
    assert read_table(data, categories="one-hot").feature_names == ["size=1", "size=3", "size=big"]
    assert read_table(data, categories="ordinal").X.tolist() == [[0], [2], [1]]


def test_names_and_many_words_are_left_out():
    names = "\n".join(["name,x,label", *(f"n{i:03},{i},{'ab'[i % 2]}" for i in range(300))]).encode()
    table = read_table(names)
    assert table.feature_names == ["x"]
    assert any("'name' was left out: its text differs on every row" in note for note in table.notes)
    twice = "\n".join(["name,x,label", *(f"n{i // 2},{i / 2},{'ab'[i % 2]}" for i in range(300))]).encode()
    left_out = read_table(twice)
    assert left_out.feature_names == ["x"]
    assert any("'name' holds 150 different words, too many for categories" in note for note in left_out.notes)
    with pytest.raises(DataError, match="150 categories are too many for one column each"):
        read_table(twice, categories="one-hot")
    assert read_table(twice, categories="ordinal").X.shape == (300, 2)


def numbered(name: str, values: object, label: str = "ab") -> bytes:
    rows = (f"{v},{i % 7 / 2},{label[i % 2]}" for i, v in enumerate(values))
    return "\n".join([f"{name},x,label", *rows]).encode()


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("id", range(1, 61), "'id' was left out: it is named like an id"),
        ("Sample ID", [9, 4, 70], "'Sample ID' was left out: it is named like an id"),
        ("nr", range(100, 103), "'nr' was left out: it is named like an id"),
        ("day", range(1, 61), "'day' was left out: it numbers the rows"),
        ("day", range(20), "'day' was left out: it numbers the rows"),
    ],
)
def test_numbers_of_rows_are_no_features(name, values, why):
    for data in (numbered(name, values), excel(pd.read_csv(io.BytesIO(numbered(name, values))))):
        table = read_table(data)
        assert table.feature_names == ["x"]
        assert sum(why in note for note in table.notes) == 1


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("id", [1, 2, 2]),
        ("id", [0.5, 1, 2]),
        ("acid", range(5, 30)),
        ("rank", range(60, 0, -1)),
        ("year", range(1990, 2020)),
        ("day", range(19)),
        ("day", [*range(59), 58]),
    ],
)
def test_measured_whole_numbers_stay(name, values):
    assert read_table(numbered(name, values)).feature_names == [name, "x"]


def test_dropping_everything_is_refused():
    with pytest.raises(DataError, match="Every row has a missing value"):
        read_table(b"x,y,label\n,1,a\n2,?,b\n", missing="drop", label="label")
    with pytest.raises(DataError, match="no column of features"):
        read_table(b"x,label\n,a\n?,b\n", missing="mean", label="label")


SHUFFLED = [2, 0, 3, 1]


@pytest.mark.parametrize(
    ("labels", "how"),
    [
        (b"cat\ndog\ndog\ncat\n", "in the order of the rows"),
        (b"kind\ncat\ndog\ndog\ncat\n", "in the order of the rows"),
        (b",kind\n0,cat\n1,dog\n2,dog\n3,cat\n", "by the numbers of the rows, from 0"),
        (b"1,cat\n2,dog\n3,dog\n4,cat\n", "by the numbers of the rows, from 1"),
        (
            "animal,kind\n" + "".join(f"{'abcd'[i]},{Y[i]}\n" for i in SHUFFLED),
            "by the column 'animal'",
        ),
    ],
)
def test_labels_of_a_table_in_another_file(labels, how):
    bare = csv(FRAME[["width", "height"]].assign(animal=list("abcd")))
    labels = labels if isinstance(labels, bytes) else labels.encode()
    table = read_table(bare, labels=labels)
    assert table.y.tolist() == Y
    assert f"The labels are those of the other file, {how}." in table.notes
    assert may_hold_labels(labels)


def test_labels_that_do_not_fit_a_table_are_refused():
    bare = csv(FRAME[["width", "height"]])
    for labels in (b"x\ny\n", b"e,x\nf,y\n"):
        with pytest.raises(DataError, match="match neither the order nor the names of the 4 rows"):
            read_table(bare, labels=labels)


def test_the_serial_numbers_of_a_libsvm_kernel_are_no_feature():
    found = read_table(b"1 0:1 1:0.5 2:0.25 3:2\n-1 0:2 1:1 2:0.1 3:3\n1 0:3 1:2 2:4 3:5\n", format="libsvm")
    assert found.X.tolist() == [[0.5, 0.25, 2.0], [1.0, 0.1, 3.0], [2.0, 4.0, 5.0]]
    assert found.feature_names == ["x1", "x2", "x3"]
