"""The import panel: what is asked has a button, and every choice of the readers a control that reads the file again."""

from __future__ import annotations

import pytest

from askcore.datasets.choices import CHOICES
from askcore.ui.data.session import UPLOADS
from tests.datasets.test_meant import CROSS, SIGNED
from tests.ui.data.test_notices import beside, given, named, said  # noqa: F401 - a fixture

pytestmark = pytest.mark.long  # seconds each

TABLE = b"a;b;class\n" + b"".join(
    b"1,%d;%d;%s\n" % (i % 9, i * i, b"xy"[i % 2 : i % 2 + 1]) for i in range(40)
)


def data(at):
    return at.session_state[UPLOADS].used.data


def click(at, label: str):
    next(button for button in at.main.button if label in button.label).click()
    at.run()
    assert [error.value for error in at.exception] == []
    return at


def test_signed_links_open_as_a_matrix_with_absolute_values_or_as_positive_links():
    for label, kind, total in (
        ("a matrix", "matrix", 3.0),
        ("Absolute", "graph", 7.0),
        ("Positive", "graph", 5.0),
    ):
        at = given("data", ("s.csv", SIGNED.encode()))
        assert "The weight -2 is negative" in said(at)
        assert data(click(at, label)).kind == kind
        values = data(at).matrix if kind == "matrix" else data(at).adjacency
        assert values.sum() == total


def test_a_margin_is_left_out_by_one_click():
    at = given("data", ("c.csv", CROSS.format("All").encode()))
    assert "looks like a margin" in said(at)
    assert data(click(at, "Leave")).n_rows == 2
    assert "looks like a margin" not in said(at)


def unfolded(name: str, content: bytes):
    """The page Data with a file of which nothing is asked, its panel opened."""
    at = given("data", (name, content))
    assert not at.sidebar.multiselect
    at.session_state[f"panel_{name}"] = True
    return at.run()


def test_every_choice_is_a_control_and_what_is_changed_is_read_at_once():
    at = unfolded("t.csv", TABLE)
    known = {choice.title for choice in CHOICES if "table" in choice.kinds}
    shown = {box.label for box in (*at.sidebar.selectbox, *at.sidebar.multiselect, *at.sidebar.text_input)}
    assert known <= shown
    assert data(at).feature_names == ["a", "b"]
    next(box for box in at.sidebar.multiselect if box.label == "Columns left out").set_value(["b"])
    at.run()
    assert data(at).feature_names == ["a"]
    next(box for box in at.sidebar.selectbox if box.label == "Header").set_value(0)
    at.run()
    assert [error.value for error in at.exception] == []
    next(box for box in at.sidebar.selectbox if box.label == "Header").set_value("(as found)")
    at.run()
    assert data(at).feature_names == ["a"]  # what was left out is known again
    next(box for box in at.sidebar.multiselect if box.label == "Columns left out").set_value([])
    at.run()
    assert data(at).feature_names == ["a", "b"]


def test_the_two_ends_of_links_are_chosen():
    at = unfolded("l.csv", b"id,source,target\nx,a,b\ny,b,c\nz,c,a\n")
    assert data(at).node_ids == ["a", "b", "c"]
    for label, value in (("From", "id"), ("To", "target")):
        next(box for box in at.sidebar.selectbox if box.label == label).set_value(value)
        at.run()
    assert data(at).node_ids == ["x", "b", "y", "c", "z", "a"]
