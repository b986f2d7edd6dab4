"""What a table that nobody prepared is taken for: which column is the label, and which are no features."""

from __future__ import annotations

import io

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import (
    load_breast_cancer,
    load_diabetes,
    load_digits,
    load_iris,
    load_wine,
    make_classification,
)

from askcore.datasets import DataError, read_graph, read_table
from askcore.datasets.survey import survey_table

rng = np.random.default_rng(0)


def table(bunch, label: str, *, first: bool = False, words: bool = False) -> pd.DataFrame:
    frame = pd.DataFrame(bunch.data, columns=list(map(str, bunch.feature_names)))
    target = bunch.target_names[bunch.target] if words else bunch.target
    frame.insert(0 if first else frame.shape[1], label, target)
    return frame


IRIS, WINE, CANCER, DIGITS = load_iris(), load_wine(), load_breast_cancer(), load_digits()
WITH_IDS = table(CANCER, "finding", words=True)
WITH_IDS.insert(0, "patient id", rng.permutation(900_000)[: len(WITH_IDS)])
MADE = pd.DataFrame(make_classification(300, 50, random_state=0)[0]).add_prefix("f")
MADE["group"] = make_classification(300, 50, random_state=0)[1]
MIDDLE = table(IRIS, "Art", words=True)[["sepal length (cm)", "Art", "petal length (cm)", "petal width (cm)"]]

# table -> (column of the label, number of features)
CLEAR = {
    "words between": (MIDDLE, "Art", 3),
    "codes first": (table(WINE, "cultivar", first=True), "cultivar", 13),
    "two classes": (MADE, "group", 50),
    "named": (table(WINE, "Class_Label", first=True), "Class_Label", 13),
    "beside an id": (WITH_IDS, "finding", 30),
    "a name last": (
        table(WINE, "cultivar", first=True).assign(bottle=[f"bottle {i}" for i in range(178)]),
        "cultivar",
        13,
    ),
}


@pytest.mark.parametrize(("frame", "label", "features"), CLEAR.values(), ids=CLEAR)
def test_the_label_is_found(frame, label, features):
    content = frame.to_csv(index=False).encode()
    found = read_table(content)
    assert found.labels.astype(str).tolist() == frame[label].astype(str).tolist()
    assert found.n_features == features
    assert any(note.startswith(f"Column {label!r} was taken as the label") for note in found.notes)
    assert survey_table(content).label == label


WITHOUT = {
    "measured": pd.DataFrame(IRIS.data).add_prefix("x"),
    "bits": pd.DataFrame(rng.integers(0, 2, (100, 10))).add_prefix("b"),
    "sex": pd.DataFrame(IRIS.data).add_prefix("x").assign(sex=["m", "f"] * 75, age=np.arange(150) % 77),
    "several words": pd.DataFrame(IRIS.data).assign(
        colour=["r", "g", "b"] * 50, kind=["x", "y"] * 75, size=0.5
    ),
}


@pytest.mark.parametrize("frame", WITHOUT.values(), ids=WITHOUT)
def test_no_label_is_made_up(frame):
    found = read_table(frame.to_csv(index=False).encode())
    assert found.y is None
    assert any("No column is named label" in note for note in found.notes)


@pytest.mark.parametrize(
    "target", [load_diabetes().target, load_diabetes().target + 0.5, load_diabetes().target.astype(int)]
)
def test_a_number_to_learn_is_no_class(target):
    frame = pd.DataFrame(load_diabetes().data).add_prefix("x").assign(target=target)
    found = read_table(frame.to_csv(index=False).encode())
    assert found.is_regression
    np.testing.assert_array_equal(found.y, target)
    assert any(
        "'target' holds 214 different numbers, so it is a numeric target" in note for note in found.notes
    )


def test_the_one_attribute_of_few_words_labels_the_nodes():
    G = nx.DiGraph()
    for i in range(30):
        G.add_node(f"Person {i}", team=("red", "green", "blue")[i % 3], age=20.0 + i % 5, city=f"c{i}")
        G.add_edge(f"Person {i}", f"Person {(i + 1) % 30}")
    file = io.BytesIO()
    nx.write_graphml(G, file)
    found = read_graph(file.getvalue())
    assert found.classes.tolist() == ["blue", "green", "red"]
    notes = " ".join(found.notes)
    assert (
        "The node attribute 'team' was taken as the label: it is the only one with few different words."
        in notes
    )
    assert "'age', 'city' were not used" in notes


@pytest.mark.parametrize("odd", ["\u00b2", "--2"])
def test_what_looks_like_a_code_and_is_no_number_is_none(odd):
    """A raised two is a digit for Python, and no number."""
    with pytest.raises(DataError, match=f"'{odd}' is not a number"):
        read_table(("u,v\n" + f"1,2\n1,{odd}\n" * 10).encode())


@pytest.mark.parametrize(
    ("codes", "label"), [([0, 1, 2], "last"), ([1, 2, 3], "last"), ([3, 7, 9], None), ([0, 2, 4], None)]
)
def test_numbers_with_gaps_between_them_are_no_codes(codes, label):
    lines = [f"{i * 0.37 % 5:.3f},{i * 0.73 % 7:.3f},{codes[i % 3]}" for i in range(60)]
    assert survey_table("\n".join(["one,two,last", *lines]).encode()).label == label
