"""New rows of a table that was read before: columns by name, nothing guessed."""

from __future__ import annotations

import pandas as pd
import pytest

from askcore.datasets import DataError, GraphData, read_rows, read_table
from askcore.datasets.own_file import Reading, UploadedFile, read_new


def test_columns_are_found_by_name_in_any_order_and_format(tmp_path):
    frame = pd.DataFrame({"b": [1.5, 2.5], "extra": ["u", "u"], "a": [3, 4]})
    for source in (frame, frame.to_csv(index=False).encode(), frame.to_csv(index=False, sep=";").encode()):
        rows = read_rows(source, ["a", "b"])
        assert rows.X.tolist() == [[3, 1.5], [4, 2.5]]
        assert rows.feature_names == ["a", "b"]
        assert any("does not use 1 column: 'extra'" in note for note in rows.notes)


def test_a_column_that_counts_its_rows_is_still_the_feature_that_it_was():
    text = "age,size\n" + "".join(f"{i},{i * i}\n" for i in range(1, 31))
    age = read_rows(text.encode(), ["age", "size"]).X[:, 0]
    assert age.tolist() == list(range(1, 31))


def test_words_become_the_columns_that_they_were():
    train = read_table(b"colour,size,class\nred,1,x\nblue,2,y\nred,3,x\ngreen,4,y\n")
    rows = read_rows(b"size,colour\n5,blue\n6,violet\n7,red\n", train.feature_names)
    names = dict(zip(rows.feature_names, rows.X.T.tolist(), strict=True))
    assert names["colour=blue"] == [1, 0, 0]
    assert names["colour=red"] == [0, 0, 1]
    assert names["size"] == [5, 6, 7]
    assert any("has not seen violet" in note for note in rows.notes)


def test_rows_with_gaps_are_left_out_by_name_and_labels_are_taken_where_all_are_there():
    rows = read_rows(b"id,a,class\np1,1,x\np2,,y\np3,3,y\n", ["a"], label="class")
    assert rows.X.tolist() == [[1], [3]]
    assert rows.sample_names == ["p1", "p3"]
    assert rows.y.tolist() == ["x", "y"]
    assert any("1 row with missing values left out: row 2" in note for note in rows.notes)
    assert read_rows(b"a,class\n1,x\n3,\n", ["a"], label="class").y is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"a,c\n1,2\n", "lack 1 column: 'b'.*under the same name and in any order\\.$"),
        (b"a,c, B\n1,2,3\n", "under the same name and in any order\\. Rename 'B' to 'b'\\.$"),
        (b"a,b\n1,red\n", "'red' is not a number, but the model was trained on numbers"),
        (b"a,b\n1,\n2,\n", "No row has a value in every column"),
        (b"a,b\n1,inf\n", "'inf' is not a number"),
        (b"a,b\n1,1e200\n", "too large"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_remedy(text, message):
    with pytest.raises(DataError, match=message) as refused:
        read_rows(text, ["a", "b"])
    assert refused.value.remedy


def test_new_rows_are_read_as_they_are_meant():
    text = b"Report\nwho;a;b\np;1,5;n.d.\nq;2,5;7\n"
    rows = read_rows(text, ["a", "b"], header=2, decimal=",", gaps=["n.d."], id="who")
    assert (rows.X.tolist(), rows.row_names) == ([[2.5, 7]], ["q"])
    with pytest.raises(TypeError, match="read_rows takes no 'omit'; its choices are header"):
        read_rows(text, ["a"], omit=["b"])


def test_numbers_of_new_samples_are_written_as_in_the_data_set():
    train = read_table(b"a;b;class\n1,5;1;x\n2;2,5;y\n", decimal=",")
    reading = Reading("table", choices={"decimal": ",", "omit": ["c"], "header": 1})
    rows = read_new(UploadedFile("new.csv", b"a;b\n1,250;3\n"), train, reading=reading)
    assert rows.X.tolist() == [[1.25, 3]]
    links = GraphData([[0, 1], [1, 0]], ["a", "b"])
    graph = read_new(
        UploadedFile("new.csv", b"from;to;weight\na;c;1,250\n"),
        links,
        reading=Reading("graph", choices={"decimal": ","}),
    )
    assert graph.adjacency.max() == 1.25
