"""What the page says of a file that was just given, and the choices beside it."""

from __future__ import annotations

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import ElementTree

from askcore.ui.data.initial_settings import line_controls, suggestion
from askcore.ui.data.session import UPLOADS
from askcore.ui.text.words import plain
from tests.browser import files
from tests.pages import sentences  # so that a page always runs in its frame

pytestmark = pytest.mark.long  # seconds each

GAPS = (
    "length,width,height,colour,class\n"
    + "".join(
        f"{'' if i in (3, 4, 9) else i % 7 + 5 * (i % 2)},{'' if i == 4 else i % 5 + 0.5},{i % 3 + 0.25},"
        f"{('' if i == 20 else ('red', 'blue')[i % 2])},{'cat' if i % 2 else 'dog'}\n"
        for i in range(40)
    )
).encode()


@pytest.fixture(autouse=True)
def named(monkeypatch):
    """AppTest asks outside the session what an option is called."""
    run = ElementTree.run

    def named_run(tree, **more):
        held = tree._runner.session_state
        if UPLOADS in held:
            st.session_state[UPLOADS] = held[UPLOADS]
        return run(tree, **more)

    monkeypatch.setattr(ElementTree, "run", named_run)
    yield
    st.session_state.clear()


def given(page: str, *uploads: tuple[str, bytes], data: str | None = None) -> AppTest:
    at = sentences.opened(page, data)
    for name, content in uploads:
        at.file_uploader("file_0").set_value((name, content, "text/csv"))
        at.run()
        assert [error.value for error in at.exception] == []
    return at


def said(at: AppTest) -> str:
    return " ".join(
        element.value for element in (*at.main.markdown, *at.main.warning, *at.main.info, *at.main.error)
    )


def beside(at: AppTest) -> str:
    return " ".join(element.value for element in at.sidebar.markdown)


def buttons(at: AppTest) -> dict[str, str]:
    return {button.key: button.label for button in at.main.button}


def test_a_page_waits_where_values_are_missing():
    at = given("decisions", ("gaps.csv", GAPS))
    assert "gaps.csv** is not in use yet: 5 values are missing, in 4 of 40 rows." in said(at)
    assert "**length**: 3 · **width**: 1 · **colour**: 1" in said(at)
    assert {key: label for key, label in buttons(at).items() if key in ("give_up", *CHOICES)} == {
        "gaps_drop": "Leave out 4 rows",
        "gaps_median": "Fill in medians",
        "gaps_columns": "Leave out 3 columns",
        "give_up": "Go on with Cyclic communities",
    }
    assert not at.main.get("plotly_chart")
    assert not at.metric
    assert "gaps.csv** is not in use" in beside(at)


def test_a_file_that_is_in_use_may_lack_values_once_it_is_read_otherwise():
    text = "a,b,class\n" + "".join(f"{i / 4},{-999 if i % 3 else i},{'xy'[i % 2]}\n" for i in range(30))
    at = given("data", ("marks.csv", text.encode()))
    next(button for button in at.main.button if button.label == "Take it as missing").click().run()
    assert "**marks.csv** is still in use as it was read before." in beside(at)
    assert buttons(at)["give_up"] == "Go on with marks.csv as it was read before"
    at.button("gaps_drop").click().run()
    assert any("10 rows · 2 features" in caption.value for caption in at.sidebar.caption)


CHOICES = {
    "gaps_drop": ("36 rows · 5 features", "4 of 40 rows were left out because of a missing value."),
    "gaps_median": (
        "40 rows · 5 features",
        "5 missing values in 3 columns were filled in, each with the median of",
    ),
    "gaps_columns": ("40 rows · 1 feature", "3 columns ('length', 'width', 'colour') were left out"),
}


@pytest.mark.parametrize("key", CHOICES)
def test_a_click_says_what_becomes_of_missing_values(key):
    at = given("data", ("gaps.csv", GAPS))
    at.button(key).click().run()
    size, note = CHOICES[key]
    assert any(size in caption.value for caption in at.sidebar.caption)
    assert plain(note) in said(at) + beside(at)
    assert "not in use" not in said(at) + beside(at)


def test_a_file_that_cannot_be_read_says_whose_data_are_seen():
    at = given("data", ("twins.csv", files.BROKEN["two columns of a name"][1]), data="iris")
    assert "You still see **Iris**, the previous data set." in at.main.error[0].value
    assert "**twins.csv** is not in use. **Iris** is." in beside(at)
    at.file_uploader("file_0").set_value(("pets.csv", files.TABLE, "text/csv")).run()
    at.file_uploader("file_0").set_value(
        ("twins.csv", files.BROKEN["two columns of a name"][1], "text/csv")
    ).run()
    assert "You still see **pets.csv**, the previous data set." in at.main.error[0].value


NODES = b"person,team\n" + b"".join(f"n{g}{i},{'rgb'[g]}\n".encode() for g in range(3) for i in range(6))
ROWS = b"kind\n" + b"".join(b"cat\n" if i % 2 else b"dog\n" for i in range(40))
BARE = b"\n".join(line.rpartition(b",")[0] for line in files.TABLE.splitlines()) + b"\n"
RING = files.edges_csv(files.ring())


@pytest.mark.parametrize(
    ("data", "labels", "told", "size"),
    [
        (RING, NODES, "it gives 18 of 18 nodes one of 3 classes", "18 nodes · 108 links · 3 classes"),
        (BARE, ROWS, "it gives 40 of 40 samples one of 2 classes", "40 rows · 2 features · 2 classes"),
        (
            files.matrix_npy(),
            files.labels_txt(),
            "it gives 18 of 18 samples one of 3",
            "18 × 18 matrix · 3 classes",
        ),
    ],
    ids=["graph", "table", "matrix"],
)
def test_a_file_of_labels_is_known_and_offered(data, labels, told, size):
    at = given("data", ("mine", data), ("theirs", labels))
    assert "**theirs** looks like labels for **mine**" in said(at)
    assert told in said(at)
    assert "**theirs** is not in use. **mine** is." in beside(at)
    assert any("no labels" in caption.value for caption in at.sidebar.caption)
    at.button("take_labels").click().run()
    assert any(size in caption.value for caption in at.sidebar.caption)
    assert "Labels of **mine**: **theirs**." in beside(at)
    assert "take_labels" not in buttons(at)


@pytest.mark.parametrize(("key", "name"), [("take_data", "theirs"), ("give_up", "mine")])
def test_a_file_of_labels_may_be_meant_otherwise(key, name):
    at = given("data", ("mine", RING), ("theirs", NODES))
    at.button(key).click().run()
    assert said(at).startswith(f"{name}: There are no labels")
    assert "looks like labels" not in said(at)


@pytest.mark.parametrize(
    "asked",
    [{"data": "iris", "kernel": "rbf", "times_rbf_sigma": "0.2", "gamma": "0.01"}],
)
def test_the_settings_of_an_address_are_those_of_its_data_set(asked):
    """A file starts with its own, also where the address was about a control that the sample does not have."""
    at = AppTest.from_file(str(sentences.ROOT / "app.py"), default_timeout=120)
    at.query_params.update(asked)
    at.switch_page("pages/decisions.py").run()
    if "data" in asked:
        assert at.select_slider("times_rbf_sigma").value == 0.2
    at.file_uploader("file_0").set_value(("pets.csv", files.TABLE, "text/csv")).run()
    data = at.session_state[UPLOADS].used.data
    begin = suggestion(data, at.session_state["train"], 0)
    for key, value in line_controls(data, begin.adopted).items():
        assert at.session_state[key] == value, key
    at.selectbox("kernel").set_value("rbf").run()
    assert at.select_slider("times_rbf_sigma").value == 1.0
    for key in asked.keys() - {"data"}:
        assert at.query_params.get(key) not in (asked[key], [asked[key]])


def test_a_page_that_waits_for_labels_takes_them():
    """The page says what is missing, and holds the place where it comes in."""
    at = given("decisions", ("ring.csv", b"source,target\na,b\nb,c\nc,d\nd,e\ne,f\nf,a\n"))
    assert "Not yet" in [each.value for each in at.header]
    labels = b"node,label\na,x\nb,y\nc,x\nd,y\ne,x\nf,y\n"
    at.file_uploader("labels_here_0").set_value(("nodes.csv", labels, "text/csv")).run()
    assert "Not yet" not in [each.value for each in at.header]
    assert at.main.header[0].value.startswith("**No answer yet:**")
    assert "Labels of **ring.csv**: **nodes.csv**." in beside(at)


def test_a_link_of_a_file_holds_once_the_file_is_given():
    file = "\n".join(["a,b,label", *(f"{i % 7},{i * i % 11},{'xy'[i % 2]}" for i in range(60))])
    at = AppTest.from_file(str(sentences.ROOT / "app.py"), default_timeout=60)
    at.query_params.update({"data": "own_file", "gamma": "3.2", "details": "γ and λ"})
    at.switch_page("pages/decisions.py").run()
    assert "a file, which a link does not contain" in said(at)
    at.file_uploader("file_0").set_value(("pets.csv", file.encode(), "text/csv")).run()
    at.run()  # where it was read beside the page
    assert at.session_state["data"] == "upload"
    assert at.session_state["gamma"] == 3.2
    assert at.session_state["details"] == "Methods"
    assert "in the address" not in said(at)
