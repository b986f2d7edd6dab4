"""BagData and bags from text: what is accepted, what is read, and what is refused by name."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import BagData, DataError, load_sample, read_bags
from askcore.datasets.own_file import Reading, UploadedFile, read_given

BAGS = [np.arange(4.0).reshape(2, 2), np.ones((1, 2)), np.zeros((3, 2))]


def test_arrays_are_copies_and_read_only():
    mine = [bag.copy() for bag in BAGS]
    data = BagData(mine, [0, 1, 0])
    mine[0][:] = 9
    assert (data.bags[0] == BAGS[0]).all()
    for array in (*data.bags, data.labels, data.classes, data.sizes):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[-1]


def test_digest_changes_with_content_only():
    different = [
        BagData(BAGS, [0, 1, 0]),
        BagData(BAGS, [0, 1, 1]),
        BagData(BAGS),
        BagData(BAGS, [0, 1, 0], ["p", "q", "r"]),
        BagData(BAGS, [0, 1, 0], feature_names=["u", "v"]),
        BagData([BAGS[0][:1], np.vstack([BAGS[0][1:], BAGS[1]]), BAGS[2]], [0, 1, 0]),
    ]
    assert len({data.digest for data in different}) == len(different)
    assert different[0].digest == BagData(BAGS, [0, 1, 0], name="n", notes=("m",)).digest


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([],), "There are no bags"),
        (
            ([[[1, 2]], [[1]]], None, ["p", "q"]),
            r"Bag 'q': Expected an array of shape \(vectors, 2\).*got \(1, 1\)",
        ),
        (([np.empty((0, 2))],), r"Bag '0': .*at least one vector, got \(0, 2\)"),
        (([[["a"]]],), "Bag '0': The bag is not a matrix of numbers"),
        (([[[1.0, np.nan]]],), "Bag '0', vector 0, feature 1: The value nan is not a finite number"),
        ((BAGS, [1, 2]), "Expected 3 labels, one for each bag"),
        ((BAGS, ["a", None, "b"]), "Bag '1': The label is missing"),
        ((BAGS, None, ["p", "p", "q"]), "Two bags are called 'p'"),
        ((BAGS, None, None, ["u"]), "Expected 2 feature names for 2 features, got 1"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, message):
    with pytest.raises(DataError, match=message):
        BagData(*arguments)


# Text -------------------------------------------------------------------------------------------------

TEXT = b"bag,u,v,label\nq,1,2,x\np,3,4,y\nq,5,6,x\np,7,8,y\n"


def test_lines_of_a_bag_need_not_follow_each_other():
    data = read_bags(TEXT)
    assert data.bag_ids == ["q", "p"]
    assert [bag.tolist() for bag in data.bags] == [[[1, 2], [5, 6]], [[3, 4], [7, 8]]]
    assert data.labels.tolist() == ["x", "y"]
    assert data.feature_names == ["u", "v"]
    assert data.notes == ("Column 'bag' was taken as the bag.", "Column 'label' was taken as the label.")


def test_bags_are_called_as_they_are_written():
    bags = read_bags(b"bag,x,label\n0.90,1,a\n0.9,2,b\n0.90,3,a\n12,4,b\n")
    assert (bags.bag_ids, bags.labels.tolist()) == (["0.90", "0.9", "12"], ["a", "b", "b"])


def test_columns_by_name_by_place_and_by_choice():
    swapped = b"u;class;image\n1;3;a\n2;4;b\n"
    assert read_bags(swapped).bag_ids == ["a", "b"]
    assert read_bags(swapped).labels.tolist() == [3, 4]
    first = b"who,u,v\nann,1,2\nbob,3,4\n"
    assert read_bags(first).bag_ids == ["ann", "bob"]
    assert read_bags(first).labels is None
    assert "There is no column of labels." in read_bags(first).notes
    assert read_bags(first, label="v").labels.tolist() == [2, 4]
    assert read_bags(b"who,u,kind\nann,1,s\nbob,3,t\n").labels.tolist() == ["s", "t"]
    chosen = read_bags(b"label,u,v\nx,1,2\ny,3,4\n", bag="label")
    assert chosen.bag_ids == ["x", "y"]
    assert chosen.labels is None, "the bag is not its own label"


def test_a_written_sample_is_read_back(tmp_path):
    data = load_sample("digit_strokes")
    lines = ["bag,row,column,label"]
    for name, bag, label in zip(data.bag_ids, data.bags, data.labels, strict=True):
        lines += [f"{name},{row:g},{column:g},{label}" for row, column in bag]
    path = tmp_path / "strokes.csv"
    path.write_text("\n".join(lines))
    assert read_bags(path).digest == data.digest


def test_bags_are_read_as_they_are_meant():
    text = b"made in 2024\nbag;u;class\na;1,5;Yes\na;1.250,5;Yes\nb;3,5;yes\nb;2;yes\nc;1;no\n"
    bags = read_bags(text, header=2, decimal=",", same_case=True)
    assert [bag.tolist() for bag in bags.bags] == [[[1.5], [1250.5]], [[3.5], [2]], [[1]]]
    assert bags.labels.tolist() == ["Yes", "Yes", "no"]
    file = UploadedFile("b.csv", text)
    asked = read_given(file, reading=Reading("bags", choices={"header": 2, "thousands": "."}))
    assert len(asked.data.classes) == 3
    assert read_given(file, reading=asked.reading.changed(same_case=True)).data.digest == bags.digest
    beside = read_given(file, UploadedFile("l.csv", b"a,x\nb,y\n"), Reading("bags", choices={"header": 2}))
    assert "Bags do not take a file of labels" in str(beside.error)
    with pytest.raises(TypeError, match="read_bags takes no 'gaps'"):
        read_bags(text, gaps=["x"])
    with pytest.raises(DataError, match="no header that names the column"):
        read_bags(b"bag,u\na,1\n", header=0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"bag,u,label\na,1,x\na,2,y\n", "Line 3: Bag 'a' has two labels, 'x' and 'y'.*the same label"),
        (b"bag,u,label\na,1,x\nb,2,\n", "Line 3, column 'label': The label is missing"),
        (b"bag,u,label\na,1,x\n,2,y\n", "Line 3, column 'bag': The bag is missing"),
        (b"bag,u,label\na,1,x\nb,?,y\n", r"Line 3, column 'u': '\?' is not a number"),
        (b"bag,u,label\na,1,x\nb,nan,y\n", "Line 3, column 'u': 'nan' is not a number"),
        (b"bag,u,label\na,1,x\nb,2\n", "Line 3: 2 cells; the rows"),
        (b"bag,u,label\na,1,x\nb,2,x\n", "Every label is 'x', so there is nothing to learn"),
        (b"bag,label\na,x\nb,y\n", "There is no column of features"),
        (b"1,2,3\n4,5,6\n", "no header that names the column of bags"),
        (b"bag,u,label\n", "a header but no rows"),
        (b"<graphml></graphml>", "Bags are read from delimited text"),
    ],
)
def test_text_that_cannot_be_used(text, message):
    with pytest.raises(DataError, match=message):
        read_bags(text)
