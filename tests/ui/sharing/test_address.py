"""What an address says, what is refused, and the way there."""

from __future__ import annotations

from pathlib import Path

import pytest
import streamlit
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from askcore.datasets import DataError
from askcore.ui import sidebar
from askcore.ui.contents import PAGES
from askcore.ui.sharing import address
from askcore.ui.sharing.address import Address
from tests.pages.test_matrices_and_bags import own
from tests.pages.test_way_round import chain

ROOT = Path(__file__).parents[3]
PLAIN = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=20)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
def test_the_text_of_an_address_is_read_back(page):
    there = Address(page, (("gamma", "3"), ("data", "Two moons"), ("tab", "A & B=?#")))
    assert Address.parse(there.text()) == there
    assert there.query[0] == ("data", "Two moons")


@given(st.lists(st.tuples(PLAIN, PLAIN), max_size=5))
def test_whatever_the_settings_are(pairs):
    there = Address(PAGES[0], tuple(pair for pair in pairs if not pair[0].lower().startswith("embed")))
    assert Address.parse(there.text()) == there


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("decisions", "decisions"),
        ("/decisions?gamma=3", "decisions?gamma=3"),
        ("", "home"),
        ("/?data=x", "home?data=x"),
        ("https://example.org/spectra?gamma=3", "spectra?gamma=3"),
        ("http://localhost:8501/askcore/spectra?gamma=3#here", "spectra?gamma=3"),
        ("../decisions", "decisions"),
    ],
)
def test_page_and_settings_count_and_neither_host_nor_folder(text, read):
    assert Address.parse(text).text() == read


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nowhere", "not a page of askcore. The pages are home,"),
        ("javascript:alert(1)", "not a page of askcore"),
        ("https://[decisions", "cannot be read"),
        ("decisions?" + "a=1&" * 200, "at most 100 parts"),
        ("decisions?a=" + "x" * 5_000, "5,012 characters"),
        ("decisions?a=\x00", "cannot be printed"),
    ],
)
def test_what_is_no_page_or_too_long_is_refused(text, said):
    with pytest.raises(DataError, match=said):
        Address.parse(text)


@pytest.fixture
def walk(monkeypatch):
    """A way to go to an address from an open page, and to ask where it is; both as a page does."""
    where = ""

    def last() -> None:
        streamlit.session_state["seen"] = address.current()
        streamlit.sidebar.button("Go", key="go", on_click=lambda: address.go(Address.parse(where)))

    def walked(at: AppTest, text: str) -> Address:
        nonlocal where
        where = text
        at = at.button("go").click().run()
        assert not at.exception
        return at.session_state["seen"]

    monkeypatch.setattr(sidebar, "session_group", last)
    return walked


def opened(**query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params.update(query)
    return at.switch_page("pages/decisions.py").run()


def test_an_address_sets_what_it_names_and_nothing_else(walk):
    at = opened(data="two_moons", gamma="2.5", seed="4")
    assert at.session_state["seen"].get("seed") == "4"
    seen = walk(at, "decisions?data=two_moons&damping=1")
    assert seen.text() == "decisions?data=two_moons&damping=1"
    assert (at.session_state["seed"], at.session_state["damping"]) == (0, 1.0)


def test_to_another_page_with_controls_of_the_same_name(walk):
    at = opened(data="two_moons", gamma="2.5")
    there = "matrix?data=two_moons&indefinite_axis=Values&kernel=tanh&matrix_details=Indefinite"
    assert walk(at, "indefinite?data=two_moons&indefinite_axis=Values&kernel=tanh").text() == there
    assert walk(at, "decisions?data=two_moons&kernel=rbf").text() == "decisions?data=two_moons&kernel=RBF"


def test_data_of_ones_own_stay_in_use_where_no_other_is_named(walk):
    at = own("decisions.py", chain())
    name = at.session_state["seen"].get("data")
    assert walk(at, "decisions?seed=3").query[0] == ("data", name)
    assert at.session_state["data"] == "upload"
    walk(at, "decisions?data=two_moons")
    assert at.session_state["data"] == "two_moons"
    assert walk(at, f"matrix?data={name}").get("data") == name
    assert at.session_state["data"] == "upload"
