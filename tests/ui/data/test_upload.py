"""What uploaders hold is read, once, and taken into use; what is refused leaves what was in use."""

from __future__ import annotations

import io
import threading
import zipfile
from collections import Counter

import pytest
import streamlit as st
from PIL import Image
from streamlit.runtime.scriptrunner import StopException

from askcore.datasets import load_sample, own_file
from askcore.datasets.files import document as files
from askcore.datasets.formats import delimited_table
from askcore.experiments.running import workers
from askcore.ui import background, url_state
from askcore.ui.cache import Presence
from askcore.ui.data import dataset, upload
from askcore.ui.data.dataset import UPLOAD
from askcore.ui.data.session import Uploads, uploads

EDGES, NODES = b"source,target\na,b\nb,c\n", b"node,label\na,x\nb,y\nc,\n"
TABLE = b"width,height,class\n1,2,cat\n3,?,dog\n5,6,dog\n"


def given(name, content):
    file = io.BytesIO(content)
    file.name = name
    return file


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


class Address(dict):
    """The address of a browser, in which nothing is said twice."""

    def get_all(self, key):
        return [self[key]]

    def from_dict(self, wanted):
        self.clear()
        self.update(wanted)


class Bar:
    """A bar that nobody sees."""

    def progress(self, *_):
        pass


@pytest.fixture
def session(monkeypatch):
    """A session whose files are read in a thread, where calls can be counted."""
    state = {}
    list(map(load_sample, ("cyclic_communities", "iris")))  # else their files are counted
    monkeypatch.setattr(workers, "is_worker", lambda: True)
    monkeypatch.setattr(st, "session_state", state)
    monkeypatch.setattr(st, "query_params", Address())
    monkeypatch.setattr(st, "rerun", lambda: None)
    monkeypatch.setattr(background, "presence", Presence)
    monkeypatch.setattr(background, "progress_bar", lambda *_: Bar())
    return state


def run(*, to_the_end: bool = True, **held) -> Uploads:
    """A run of the page, with what the uploaders hold, and those that follow by themselves."""
    st.session_state.update({f"{name}_0": file for name, file in held.items()})
    for _ in range(2):
        with url_state.page_run("data"):
            upload.settle()
            url_state.read_url()
            dataset.settle()
            dataset.say_name()
            st.session_state.setdefault("gamma", 1.0)
            if to_the_end:
                upload.watch()
            url_state.write_url()
    return uploads()


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
    found = run(file=given(name, content))
    assert found.refusal is None
    assert (session["data"], found.used.data.kind) == (UPLOAD, kind)
    run()
    assert dict(calls) == expected


def test_another_choice_reads_the_file_once_more(session, calls):
    assert "Line 3 of pets.csv, column 'height'" in run(file=given("pets.csv", TABLE)).refusal.problem
    upload.read_again(missing="drop")
    assert run().used.data.n_samples == 2
    assert (calls["unpack"], calls["decode"]) == (2, 2)


def test_labels_beside_are_let_in_once(session, calls):
    session["file_0_labels"] = given("nodes.csv", NODES)
    found = run(file=given("edges.csv", EDGES))
    assert found.used.data.labels.tolist() == ["x", "y", ""]
    assert (calls["unpack"], calls["decode"]) == (2, 2)


def test_another_data_set_takes_the_message_back(session):
    session["data"] = "cyclic_communities"
    assert run(file=given("nothing.csv", b"")).refusal.name == "nothing.csv"
    session["gamma"] = 2.5
    session["data"] = "iris"
    found = run()
    assert found.refusal is None
    assert session["gamma"] == 1.0  # as it opens


def test_a_file_is_read_in_another_process(session, monkeypatch):
    monkeypatch.setattr(workers, "is_worker", lambda: False)
    monkeypatch.setattr(own_file, "parse", lambda *_: 1 / 0)  # here, not there
    graph = run(file=given("edges.csv", EDGES)).used.data
    monkeypatch.undo()
    same = own_file.parse(given("edges.csv", EDGES))
    assert (graph.node_ids, graph.digest) == (["a", "b", "c"], same.digest)
    with pytest.raises(ValueError, match="read-only"):
        graph.adjacency.data[0] = 2.0


@pytest.fixture
def held(session, monkeypatch):
    """Reading that waits until it is let go on."""
    go_on, real = threading.Event(), own_file.parse

    def parse(*args):
        assert go_on.wait(60)
        return real(*args)

    monkeypatch.setattr(own_file, "parse", parse)
    yield go_on
    go_on.set()


def test_what_is_cancelled_leaves_the_data_as_they_were(session, held):
    found = run(file=given("edges.csv", EDGES), to_the_end=False)
    assert (found.used, found.refusal) == (None, None)
    upload._cancel()
    held.set()
    found = run()
    assert found.refusal.problem == "**edges.csv** was not read. You cancelled it."
    assert (found.used, session["data"]) == (None, "cyclic_communities")


def test_a_reset_ends_the_reading_of_a_file(session, held):
    run(file=given("edges.csv", EDGES), to_the_end=False)
    upload.reset()
    held.set()
    assert run().used is None
    assert session["data"] != UPLOAD


def in_use(session, *, told_twice: bool, then) -> None:
    """A graph in use with a setting of its own, whose file another one replaces, told in two runs or in one."""
    run(file=given("edges.csv", EDGES))
    session["gamma"] = 2.5
    url_state.record("gamma", 2.5, 1.0, url_state.one_of([1.0, 2.5]))
    run()
    if told_twice:
        run(file=None)
        assert session["data"] != UPLOAD
    run(file=then)


@pytest.mark.parametrize("content", [b"", NODES], ids=["empty", "labels"])
@pytest.mark.parametrize("told_twice", [True, False])
def test_what_a_file_replaced_stays_when_the_file_is_removed(session, told_twice, content):
    """Streamlit hands over the last of two reports alone where the first has not been looked at yet."""
    in_use(session, told_twice=told_twice, then=given("next.csv", content))
    found = uploads()
    assert (found.refusal is None, found.offer is None) == (content == NODES, content == b"")
    for _ in range(2):
        assert (session["data"], found.used.data.kind) == (UPLOAD, "graph")
        assert url_state.snapshot()["gamma"] == "2.5"
        found = run(file=None)
    assert found.given.name == "edges.csv"
    assert found.refusal is found.offer is None


def test_a_file_that_is_removed_while_it_is_read_leaves_the_data_as_they_were(session, held):
    held.set()
    in_use(session, told_twice=True, then=None)
    held.clear()
    run(file=given("next.csv", TABLE), to_the_end=False)
    found = run(file=None)
    assert (session["data"], found.used.data.kind) == (UPLOAD, "graph")
    assert url_state.snapshot()["gamma"] == "2.5"
    assert (found.given.name, found.refusal) == ("edges.csv", None)


def test_a_page_without_an_uploader_takes_nothing_back(session):
    """Streamlit forgets what a field holds once a page has no such field."""
    run(home_file=given("edges.csv", EDGES))
    del session["home_file_0"]
    assert run().used.data.kind == "graph"
    assert run(home_file=None).used.data.kind == "graph"


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


for _name in ("__getitem__", "__setitem__", "__contains__", "get", "pop", "setdefault"):
    setattr(Interrupted, _name, _looking(_name))


@pytest.mark.parametrize("content", [EDGES, b"", TABLE], ids=["read", "empty", "with gaps"])
def test_a_file_arrives_wherever_a_click_cuts_its_reading_short(session, monkeypatch, content):
    """Also between the last thing done and the note that all is done."""
    at, cut = 0, True
    while cut:
        state = Interrupted({"data": "iris", "file_0": given("my.csv", content)})
        monkeypatch.setattr(st, "session_state", state)
        monkeypatch.setattr(st, "query_params", Address())
        state.left, cut = at, False
        try:
            run()
        except StopException:
            cut = True
        state.left = None
        found = run()
        assert (state["data"] == UPLOAD, found.refusal is not None) == (content == EDGES, content != EDGES), (
            at
        )
        assert found.reading is None
        at += 1 if at < 40 else 7
    assert at > 20
