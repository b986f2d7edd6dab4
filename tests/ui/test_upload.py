"""An upload is unpacked, decoded and parsed once, however many ask what it is."""

from __future__ import annotations

import io
import zipfile
from collections import Counter

import pytest
import streamlit as st
from PIL import Image
from streamlit.runtime.scriptrunner import StopException

from askcore.datasets.files import document as files
from askcore.datasets.formats import delimited_table
from askcore.ui import dataset, unfinished, upload
from askcore.ui.dataset import DATA, ERROR, PENDING, UPLOAD
from askcore.ui.reading import reader_call

EDGES, NODES = b"source,target\na,b\nb,c\n", b"node,label\na,x\nb,y\nc,\n"
TABLE = b"width,height,class\n1,2,cat\n3,?,dog\n5,6,dog\n"


def given(name, content):
    file = io.BytesIO(content)
    file.name = name
    return file


def stopped(*_, **__):
    raise StopException


def zipped(**members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members.items():
            archive.writestr(name.replace("_dot_", ".").replace("__", "/"), content)
    return file.getvalue()


def picture(shade):
    file = io.BytesIO()
    Image.new("L", (8, 8), shade).save(file, "PNG")
    return file.getvalue()


@pytest.fixture
def calls(monkeypatch):
    found = Counter()

    def count(module, name):
        real = getattr(module, name)

        def counting(*args, **kwargs):
            found[name] += 1
            return real(*args, **kwargs)

        monkeypatch.setattr(module, name, counting)

    count(files, "unpack")
    count(files, "decode")
    count(delimited_table, "_columns")
    return found


@pytest.fixture
def session(monkeypatch):
    state = {}
    monkeypatch.setattr(st, "session_state", state)
    return state


@pytest.mark.parametrize(
    ("name", "content", "kind", "expected"),
    [
        ("edges.csv", EDGES, "graph", {"unpack": 1, "decode": 1, "_columns": 1}),
        ("pair.zip", zipped(edges_dot_csv=EDGES, nodes_dot_csv=NODES), "graph", {"unpack": 1, "decode": 2}),
        ("pets.csv", TABLE.replace(b"?", b"4"), "table", {"unpack": 1, "decode": 1, "_columns": 1}),
        ("K.csv", b"0.5,0.5,0,0\n" * 4, "matrix", {"unpack": 1, "decode": 1, "_columns": 1}),
        ("bags.csv", b"bag,u,label\na,1,x\nb,2,y\n", "bags", {"unpack": 1, "decode": 1, "_columns": 1}),
        ("i.zip", zipped(x__a_dot_png=picture(9), y__b_dot_png=picture(99)), "bags", {"unpack": 1}),
    ],
)
def test_a_file_is_let_in_once(session, calls, name, content, kind, expected):
    session["file"] = given(name, content)
    upload.receive("file")
    assert ERROR not in session
    assert session[DATA][0].kind == kind
    assert dict(calls) == expected


def test_other_choices_decode_nothing_again(session, calls):
    session["file"] = given("pets.csv", TABLE)
    upload.receive("file")
    assert "Line 3 of pets.csv, column 'height'" in upload.refusal().problem
    upload.read_again(missing="drop")
    assert session[DATA][0].n_samples == 2
    upload.receive("file")  # the page runs again
    assert (calls["unpack"], calls["decode"]) == (1, 1)


def test_labels_beside_are_let_in_once(session, calls):
    session["file"] = given("edges.csv", EDGES)
    session["file_labels"] = given("nodes.csv", NODES)
    upload.receive("file")
    assert session[DATA][0].labels.tolist() == ["x", "y", ""]
    assert (calls["unpack"], calls["decode"]) == (2, 2)


def test_what_holds_the_weights_is_chosen_beside_the_file(session):
    session["file"] = given("edges.csv", b"source,target,weight,year\na,b,2,1999\nb,c,3,2001\n")
    upload.receive("file")
    found = session[PENDING]
    assert (found.weights, found.weighed_by) == (("weight", "year"), "weight")
    for choice, expected in (("year", [1999, 2001]), (False, [1, 1]), ("weight", [2, 3])):
        upload.read_again(weight=choice)
        data, reading, _ = session[DATA]
        assert data.adjacency.data.tolist() == expected
        assert f"weight={choice!r}" in reader_call(data, reading, "edges.csv", labels=False)
    session["file"] = given("cells.csv", TABLE)
    upload.receive("file")
    upload.read_again(kind="graph")
    assert session[PENDING].weights == ()


def test_an_own_graph_reads_links_out_whatever_was_read_before(session):
    session["orientation"] = "in"
    session["file"] = given("edges.csv", EDGES)
    upload.receive("file")
    assert (session["data"], session["orientation"]) == (UPLOAD, "out")
    dataset.choose("cyclic_communities")
    assert session["orientation"] == "out"


def test_a_late_report_of_the_list_takes_nothing_back(session):
    """The browser tells of the sample that was shown while a file went, in the run that brings the next file."""
    session["data"] = "cyclic_communities"
    session["file"] = given("mine.csv", EDGES)
    upload.receive("file")
    session["gamma"] = 2.5
    session["file"] = None
    upload.receive("file")
    session["file"] = given("nothing.csv", b"")
    upload.receive("file")
    dataset.take_changed()
    assert upload.refusal().name == "nothing.csv"
    assert (session["data"], session["gamma"]) == ("upload", 2.5)
    session["data"] = "iris"
    dataset.take_changed()
    assert upload.refusal() is None
    assert session["gamma"] == 10.0


@pytest.mark.parametrize("slow", ["opened", "parse", "opening_settings"])
def test_a_file_that_a_click_interrupts_is_read_in_the_run_of_the_click(session, monkeypatch, slow):
    """Streamlit ends a callback at its next look into the session; the next run does not call it again."""
    session["file"] = given("edges.csv", EDGES)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(dataset if slow == "opening_settings" else upload, slow, stopped)
        with pytest.raises(StopException):
            upload.receive("file")
    assert session.get("orientation") is None
    unfinished.finish()
    assert (session["data"], session[DATA][0].n_nodes, session["orientation"]) == (UPLOAD, 3, "out")
    session["orientation"] = "in"
    unfinished.finish()  # once is enough
    assert session["orientation"] == "in"


def test_work_that_fails_is_not_tried_again(session, monkeypatch):
    session["file"] = given("edges.csv", EDGES)
    monkeypatch.setattr(upload, "parse", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        upload.receive("file")
    unfinished.finish()
    assert DATA not in session
