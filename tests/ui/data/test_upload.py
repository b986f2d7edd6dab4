"""An upload is unpacked, decoded and parsed once, however many ask what it is."""

from __future__ import annotations

import io
import threading
import zipfile
from collections import Counter

import pytest
import streamlit as st
from PIL import Image
from streamlit.runtime.scriptrunner import StopException

from askcore.datasets import describe_sample, own_file
from askcore.datasets.files import document as files
from askcore.datasets.formats import delimited_table
from askcore.experiments.running import workers
from askcore.ui import background, callbacks
from askcore.ui.cache import Presence
from askcore.ui.data import dataset, upload
from askcore.ui.data.dataset import DATA, ERROR, UPLOAD

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
    """A session whose files are read in a thread, where calls can be counted, however long it takes."""
    state = {}
    monkeypatch.setattr(workers, "is_worker", lambda: True)
    monkeypatch.setattr(upload, "PROMPT", 60.0)
    monkeypatch.setattr(st, "session_state", state)
    monkeypatch.setattr(background, "presence", Presence)
    return state


@pytest.mark.parametrize(
    ("name", "content", "kind", "expected"),
    [
        ("edges.csv", EDGES, "graph", {"unpack": 1, "decode": 1}),
        ("pair.zip", zipped(edges_dot_csv=EDGES, nodes_dot_csv=NODES), "graph", {"unpack": 1, "decode": 2}),
        ("pets.csv", TABLE.replace(b"?", b"4"), "table", {"unpack": 1, "decode": 1, "_columns": 1}),
        ("K.csv", b"0.5,0.5,0,0\n" * 4, "matrix", {"unpack": 1, "decode": 1}),
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


def test_another_choice_reads_the_file_once_more(session, calls):
    session["file"] = given("pets.csv", TABLE)
    upload.receive("file")
    assert "Line 3 of pets.csv, column 'height'" in upload.refusal().problem
    upload.read_again(missing="drop")
    assert session[DATA][0].n_samples == 2
    upload.catch_up()  # the page runs again
    assert (calls["unpack"], calls["decode"]) == (2, 2)


def test_labels_beside_are_let_in_once(session, calls):
    session["file"] = given("edges.csv", EDGES)
    session["file_labels"] = given("nodes.csv", NODES)
    upload.receive("file")
    assert session[DATA][0].labels.tolist() == ["x", "y", ""]
    assert (calls["unpack"], calls["decode"]) == (2, 2)


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
    assert session["gamma"] == describe_sample("iris").preset["gamma"]


@pytest.mark.parametrize("slow", ["_take", "_arrived", "opening_settings"])
def test_a_file_that_a_click_interrupts_is_read_in_the_run_of_the_click(session, monkeypatch, slow):
    """Streamlit ends a callback at its next look into the session; the next run does not call it again."""
    session["file"] = given("edges.csv", EDGES)
    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(dataset if slow == "opening_settings" else upload, slow, stopped)
        with pytest.raises(StopException):
            upload.receive("file")
    assert session.get("orientation") is None
    callbacks.resume()
    assert (session["data"], session[DATA][0].n_nodes, session["orientation"]) == (UPLOAD, 3, "out")
    session["orientation"] = "in"
    callbacks.resume()  # once is enough
    assert session["orientation"] == "in"


def test_a_file_is_read_in_another_process(session, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setattr(st, "session_state", session)
    monkeypatch.setattr(background, "presence", Presence)
    monkeypatch.setattr(upload, "PROMPT", 60.0)
    monkeypatch.setattr(own_file, "parse", lambda *_: 1 / 0)  # here, not there
    session["file"] = given("edges.csv", EDGES)
    upload.receive("file")
    graph = session[DATA][0]
    monkeypatch.undo()
    same = own_file.parse(given("edges.csv", EDGES))
    assert (graph.node_ids, graph.digest) == (["a", "b", "c"], same.digest)
    with pytest.raises(ValueError, match="read-only"):
        graph.adjacency.data[0] = 2.0


@pytest.fixture
def held(session, monkeypatch):
    """Reading that waits until it is let go on; callbacks wait for none."""
    go_on, real = threading.Event(), own_file.parse

    def parse(*args):
        assert go_on.wait(60)
        return real(*args)

    monkeypatch.setattr(own_file, "parse", parse)
    monkeypatch.setattr(upload, "PROMPT", 0.0)
    yield go_on
    go_on.set()


def test_what_takes_long_is_taken_up_when_it_is_done(session, held):
    session["file"] = given("edges.csv", EDGES)
    upload.receive("file")
    upload.catch_up()
    assert DATA not in session
    assert ERROR not in session
    held.set()
    list(session["_upload_underway"].steps())
    upload.catch_up()
    assert session[DATA][0].n_nodes == 3
    assert "_upload_underway" not in session


def test_what_is_cancelled_leaves_the_data_as_they_were(session, held):
    session["data"] = "cyclic_communities"
    session["file"] = given("edges.csv", EDGES)
    upload.receive("file")
    upload._cancel()
    assert upload.refusal().problem == "**edges.csv** was not read. You cancelled the reading."
    held.set()
    upload.catch_up()
    assert DATA not in session
    assert session["data"] == "cyclic_communities"


def replaced(session, content):
    """A graph, and then the report that another file takes its place."""
    session["file"] = given("edges.csv", EDGES)
    upload.receive("file")
    session["gamma"] = 2.5
    session["file"] = None
    upload.receive("file")
    session["file"] = given("next.csv", content)


@pytest.mark.parametrize("content", [b"", NODES], ids=["empty", "labels"])
@pytest.mark.parametrize("told", ["twice", "once"])
def test_what_a_file_replaced_stays_when_the_file_is_removed(session, told, content):
    """Streamlit hands over the last of two reports alone where the first has not been looked at yet."""
    replaced(session, content)
    if told == "once":
        session.clear()
        session["file"] = given("edges.csv", EDGES)
        upload.receive("file")
        session["gamma"] = 2.5
        session["file"] = given("next.csv", content)
    upload.receive("file")
    assert (upload.refusal() is None, upload.offer() is None) == (content == NODES, content == b"")
    session["file"] = None
    upload.receive("file")
    assert (session["data"], session[DATA][0].kind, session["gamma"]) == (UPLOAD, "graph", 2.5)
    assert upload.pending().name == "edges.csv"
    assert upload.refusal() is upload.offer() is None


def test_a_file_that_is_removed_while_it_is_read_leaves_the_data_as_they_were(session, held, monkeypatch):
    held.set()
    monkeypatch.setattr(upload, "PROMPT", 60.0)
    replaced(session, TABLE)
    held.clear()
    monkeypatch.setattr(upload, "PROMPT", 0.0)
    upload.receive("file")
    assert DATA not in session
    session["file"] = None
    upload.receive("file")
    assert (session["data"], session[DATA][0].kind, session["gamma"]) == (UPLOAD, "graph", 2.5)
    assert upload.pending().name == "edges.csv"
    assert upload.refusal() is None


class Interrupted(dict):
    """A session in which another click cuts the work short at one of its looks, as streamlit does: at any of them."""

    left: int | None = None

    def _look(self):
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                self.left = None
                raise StopException


def _looking(name):
    def method(self, *args, **kwargs):
        self._look()
        return getattr(dict, name)(self, *args, **kwargs)

    return method


for _name in ("__getitem__", "__setitem__", "__contains__", "get", "pop", "setdefault", "update"):
    setattr(Interrupted, _name, _looking(_name))


@pytest.mark.parametrize("content", [EDGES, b"", TABLE], ids=["read", "empty", "with gaps"])
def test_a_file_arrives_wherever_a_click_cuts_its_reading_short(session, monkeypatch, content):
    """Also between the last thing done and the note that all is done."""
    at, cut = 0, True
    while cut:
        state = Interrupted({"data": "iris", "file_0": given("my.csv", content)})
        monkeypatch.setattr(st, "session_state", state)
        state.left = at
        try:
            upload.receive("file_0")
            cut = False
        except StopException:
            pass
        state.left = None
        callbacks.resume()
        upload.catch_up()
        assert (state["data"] == UPLOAD, ERROR in state) == (content == EDGES, content != EDGES), at
        assert "_upload_underway" not in state
        at += 1
    assert at > 20


def test_a_reset_ends_the_reading_of_a_file(session, held):
    session["file_0"] = given("edges.csv", EDGES)
    upload.receive("file_0")
    upload.reset()
    held.set()
    upload.catch_up()
    assert DATA not in session
    assert session["data"] != UPLOAD
