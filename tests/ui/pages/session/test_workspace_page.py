"""The page Session: what a session has, saved, opened in another one, and taken back."""

from __future__ import annotations

import io
import json
import zipfile
from unittest.mock import patch

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from askcore.datasets.own_file import Given, Reading
from askcore.ui.pages.session import panels
from askcore.ui.sharing.workspace import MANIFEST, Source, Workspace, read_workspace, write_workspace
from tests.pages.sentences import named_uploads
from tests.pages.test_every_page import numbers, opened, settings, sound


@pytest.fixture(autouse=True)
def _uploads_are_named():
    """AppTest asks outside of the session what the file in use is called."""
    with named_uploads():
        yield


rng = np.random.default_rng(0)
ROWS = rng.normal(size=(24, 3)) + 3.0 * (np.arange(24) % 2)[:, None]
TABLE = "a,b,c\n" + "\n".join(",".join(f"{v:.3f}" for v in row) for row in ROWS) + "\n"
CLASSES = "".join(f"{'xy'[i % 2]}\n" for i in range(24))
EDGES = "source,target\n" + "".join(f"n{i},n{(i + k) % 24}\n" for i in range(24) for k in (1, 2 + i % 3))
NODES = "node,label\n" + "".join(f"n{i},{'ab'[i // 12]}\n" for i in range(24))
SIMILAR = np.exp(-np.abs(np.subtract.outer(np.arange(8.0), np.arange(8.0)))) + np.triu(np.ones((8, 8)))
MATRIX = "\n".join(",".join(f"{v:.4f}" for v in row) for row in SIMILAR) + "\n"


def saved(at: AppTest) -> bytes:
    """What the button on the page Session would download."""
    files = []
    with patch.object(panels, "download", lambda file, **_: files.append(file)):
        sound(at.switch_page("pages/session.py").run())
    return next(file for file in files if file.name.startswith("askcore_workspace")).content()


def fresh() -> AppTest:
    return opened("session.py")


def give(at: AppTest, data: bytes, name: str = "work.zip") -> AppTest:
    return sound(at.file_uploader("workspace_0").set_value((name, data, "application/zip")).run())


def uploaded(name: str, text: str, labels: tuple[str, str] | None = None) -> AppTest:
    at = opened("data.py")
    at.file_uploader("file_0").set_value((name, text.encode(), "text/csv")).run()
    if labels is not None:
        at.file_uploader("file_0_labels").set_value((labels[0], labels[1].encode(), "text/csv")).run()
    return sound(at)


def test_a_sample_comes_back_with_the_settings_of_its_pages():
    at = opened("decisions.py", "two_moons")
    at.select_slider("gamma").set_value(1.0).run()
    told = numbers(sound(at)), [metric.delta for metric in at.metric]
    other = give(fresh(), saved(at))
    assert other.selectbox("data").value == "two_moons"
    assert any("**work.zip** is open: you see **Two moons**." in one.value for one in other.success)
    sound(other.button("workspace_page_0").click().run())
    assert other.title[0].value == "Decisions"
    assert settings(other)["gamma"] == 1.0
    assert (numbers(other), [metric.delta for metric in other.metric]) == told


@pytest.mark.parametrize(
    ("name", "text", "labels", "page"),
    [
        ("my table.csv", TABLE, ("classes.txt", CLASSES), "decisions.py"),
        ("edges.csv", EDGES, ("nodes.csv", NODES), "decisions.py"),
        ("kernel.csv", MATRIX, None, "kernel_matrix.py"),
    ],
)
def test_a_file_of_ones_own_comes_back_byte_for_byte(name, text, labels, page):
    at = uploaded(name, text, labels)
    sound(at.switch_page(f"pages/{page}").run())
    told, title = numbers(at), at.title[0].value
    data = saved(at)
    found = read_workspace(data, name="work.zip").source
    assert found.file.data == text.encode()
    assert (found.labels is None) == (labels is None)
    assert labels is None or found.labels.data == labels[1].encode()
    other = give(fresh(), data)
    assert other.selectbox("data").value == "upload"
    assert any(f"you see **{name.replace('_', chr(92) + '_')}**" in one.value for one in other.success)
    sound(other.button("workspace_page_0").click().run())
    assert (other.title[0].value, numbers(other)) == (title, told)


def test_a_choice_of_how_a_file_is_read_comes_back():
    square = "\n".join(",".join(f"{v:.3f}" for v in row) for row in np.abs(SIMILAR)) + "\n"
    at = uploaded("square.csv", square)
    at.button_group("read_kind").set_value("table").run()
    other = give(fresh(), saved(sound(at)))
    other.switch_page("pages/data.py").run()
    assert other.button_group("read_kind").value == "table"


def test_a_comparison_comes_back_and_is_shown_without_a_run():
    at = opened("direction.py", "teaching_graph")
    sound(at.button("compare").click().run())
    verdict = at.markdown[0].value
    other = give(fresh(), saved(at))
    assert any("a result that was not computed here" in one.value for one in other.markdown)
    sound(other.button("workspace_page_0").click().run())
    assert other.title[0].value == "Does direction pay?"
    assert other.markdown[0].value == verdict
    again = read_workspace(saved(other), name="again.zip")
    assert [result.job for result in again.results] == ["compare"]


def test_a_refused_file_changes_nothing():
    at = opened("decisions.py", "two_moons")
    at.select_slider("gamma").set_value(1.0).run()
    sound(at.switch_page("pages/session.py").run())
    give(at, b"PK\x03\x04 no archive")
    assert any(
        "**work.zip** was not opened" in one.value and "The ZIP archive is damaged" in one.value
        for one in at.error
    )
    assert at.selectbox("data").value == "two_moons"
    assert settings(sound(at.switch_page("pages/decisions.py").run()))["gamma"] == 1.0


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("https://elsewhere.example/decisions", "leads elsewhere"),
        ("//elsewhere.example/decisions", "leads elsewhere"),
        ("javascript:alert(1)", "leads elsewhere"),
        ("no_such_page?gamma=1", "is no page of askcore"),
    ],
)
def test_an_address_to_elsewhere_is_refused(page, said):
    at = give(fresh(), write_workspace(Workspace(Source("sample", "iris", ""), (page,))))
    assert any(said in one.value for one in at.error)
    assert at.selectbox("data").value == "cyclic_communities"


def test_a_sample_that_is_not_here_is_refused():
    at = give(fresh(), write_workspace(Workspace(Source("sample", "<b>gone</b>", ""))))
    (error,) = at.error
    assert "a data set that this version does not have" in error.value
    assert "<b>" not in error.value.replace("\\<b>", "")


def test_data_that_cannot_be_read_leave_what_is_in_use():
    empty = Source("file", "empty.csv", "", Given("empty.csv", b" \n"), None, Reading("table"))
    at = give(fresh(), write_workspace(Workspace(empty)))
    assert any(
        "**empty.csv** was not read" in one.value and "The file is empty" in one.value for one in at.error
    )
    assert at.selectbox("data").value == "cyclic_communities"
    assert not at.success


def test_opening_is_undone():
    at = uploaded("edges.csv", EDGES, ("nodes.csv", NODES))
    sound(at.switch_page("pages/decisions.py").run())
    at.select_slider("gamma").set_value(0.1).run()
    sound(at.switch_page("pages/session.py").run())
    give(at, write_workspace(Workspace(Source("sample", "iris", ""), ("decisions?data=iris",))))
    assert at.selectbox("data").value == "iris"
    sound(at.button("workspace_undo").click().run())
    assert at.selectbox("data").value == "upload"
    assert not at.success
    assert settings(sound(at.switch_page("pages/decisions.py").run()))["gamma"] == 0.1


def test_another_version_is_told():
    data = write_workspace(Workspace(Source("sample", "iris", "")))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        told = json.loads(archive.read(MANIFEST))
    told["versions"]["askcore"] = "0.0.1"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(MANIFEST, json.dumps(told))
    at = give(fresh(), out.getvalue())
    assert any("It was saved with askcore 0.0.1" in one.value for one in at.info)
    assert any("has changed since" in one.value for one in at.info)


def test_a_result_that_is_none_is_left_and_told():
    at = opened("direction.py", "teaching_graph")
    sound(at.button("compare").click().run())
    found = read_workspace(saved(at), name="work.zip")
    found.results[0].result["verdict"] = "![](https://elsewhere.example/pixel)"
    other = give(fresh(), write_workspace(found))
    sound(other.button("workspace_page_0").click().run())
    assert any("a text that no result holds" in one.value for one in other.warning)
    assert "elsewhere" not in " ".join(one.value for one in other.markdown)


def test_a_result_whose_parts_do_not_fit_together_is_left_out_and_told():
    """Each field is of its kind, and together they are nothing that a page could draw."""
    at = opened("direction.py", "teaching_graph")
    sound(at.button("compare").click().run())
    found = read_workspace(saved(at), name="work.zip")
    for table in _tables(found.results[0].result):
        table["columns"] = {}
        table["rows"] = 0
    other = give(fresh(), write_workspace(found))
    sound(other.button("workspace_page_0").click().run())
    assert any("does not fit together" in one.value for one in other.warning)
    assert not other.exception
    again = sound(other.switch_page("pages/direction.py").run())
    assert not any("does not fit" in one.value for one in again.warning)


def _tables(plain):
    """All tables in plain values."""
    if isinstance(plain, dict) and {"rows", "columns"} <= plain.keys():
        yield plain
    for each in plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ():
        yield from _tables(each)
