"""Tables: layouts, headers or none, and which column holds the labels."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from askcore.datasets import DataError, read_table
from askcore.datasets.files.document import load_document
from askcore.datasets.survey import guess_kind, survey_table

SAME = {
    "comma": b"a,b,label\n1,2,x\n3,4.5,y\n",
    "tab": b"a\tb\tlabel\n1\t2\tx\n3\t4.5\ty\n",
    "semicolon": b"a;b;label\n1;2;x\n3;4.5;y\n",
    "spaces": b"a b label\n1 2 x\n3  4.5 y\n",
    "quoted": b'"a","b","label"\n"1","2","x"\n3,4.5,y\n',
    "label first": b"label,a,b\nx,1,2\ny,3,4.5\n",
    "last column is text": b"a,b,kind\n1,2,x\n3,4.5,y\n",
    "row numbers": b",a,b,label\n0,1,2,x\n1,3,4.5,y\n",
    "comments": b"# measured\na,b,label\n\n1,2,x\n3,4.5,y\n",
    "header in a comment": b"# a,b,label\n1,2,x\n3,4.5,y\n",
    "separator declared": b"sep=;\na;b;label\n1;2;x\n3;4.5;y\n",
    "separator declared to Excel": b'"sep=\t"\r\na\tb\tlabel\r\n1\t2\tx\r\n3\t4.5\ty\r\n',
    "separator declared and saved again": b"SEP=,,,\na,b,label\n1,2,x\n3,4.5,y\n",
    "windows": b"\xef\xbb\xbfa,b,label\r\n1,2,x\r\n3,4.5,y\r\n",
}


@pytest.mark.parametrize("data", SAME.values(), ids=SAME.keys())
def test_layouts(data):
    table = read_table(data)
    assert table.X.tolist() == [[1, 2], [3, 4.5]]
    assert table.y.tolist() == ["x", "y"]
    assert table.feature_names == ["a", "b"]


def test_lines_are_counted_from_the_declaration_on():
    with pytest.raises(DataError, match=r"Line 4 of a\.csv"):
        read_table(load_document(b"sep=;\na;b;label\n1;2;x\n3;?;y\n", name="a.csv"))


def test_words_that_come_again_below_are_no_titles():
    rows = [f"{'xob'[i % 3]},{'xob'[i // 3 % 3]},{'ob'[i % 2]},{['yes', 'no'][i % 2]}" for i in range(30)]
    table = read_table("\n".join(rows).encode())
    assert (table.n_samples, table.classes.tolist()) == (30, ["no", "yes"])
    assert table.feature_names[:2] == ["x1=b", "x1=o"]


@pytest.mark.parametrize(("label", "expected"), [("b", [5, 6]), ("B", [5, 6]), ("label", [1, 2])])
def test_labels_by_choice(label, expected):
    table = read_table(b"a,b,label\n0,5,1\n0,6,2\n", label=label)
    assert table.y.tolist() == expected
    assert table.notes == ()


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["1", "-1"], [1, -1]),
        (["0", "1"], [0, 1]),
        (["01", "1"], ["01", "1"]),
        (["1.0", "2.0"], ["1.0", "2.0"]),
        (["1", "x"], ["1", "x"]),
        (["none", "some"], ["none", "some"]),
    ],
)
def test_integers_stay_integers(labels, expected):
    table = read_table(f"a,label\n1,{labels[0]}\n2,{labels[1]}\n".encode())
    assert table.y.tolist() == expected


@pytest.mark.parametrize("separator", [";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_decimal_commas(separator, encoding):
    X = np.random.default_rng(0).normal(size=(60, 3)).round(3)
    frame = pd.DataFrame(X, columns=["u", "v", "w"])
    frame["count"], frame["colour"] = np.arange(60) // 2, ["grün", "rot"] * 30
    frame["class"] = ["x", "y", "z"] * 20
    data = frame.to_csv(sep=separator, decimal=",", index=False).encode(encoding)
    assert guess_kind(data) == "table"
    table = read_table(data)
    np.testing.assert_array_equal(table.X[:, :3], X)
    assert table.feature_names == ["u", "v", "w", "count", "colour=grün", "colour=rot"]
    assert "3 columns ('u', 'v', 'w'): the comma was read as a decimal point, 0,5 as 0.5." in table.notes
    survey = survey_table(data)
    assert (survey.label, survey.words) == ("class", ["colour"])


def test_numbers_are_exact():
    X = np.random.default_rng(0).normal(size=(50, 30)) * 10.0 ** np.arange(-150, 150, 10)
    text = "\n".join(",".join(map(repr, row)) for row in X.tolist())
    assert (read_table(text.encode(), label=False).X == X).all()
