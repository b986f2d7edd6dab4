"""The one owner of address and settings: what is read, what is kept, what is written, what is taken back."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from askcore.ui.url_state import BOOLEAN, LONGEST, TEXT, one_of, some_of, whole_number

GAMMAS = [0.1, 1.0, 10.0]


@pytest.mark.parametrize(
    ("codec", "text", "value"),
    [
        (one_of([0.1, -2.0], lambda value: f"{value:g}".replace("-", "−")), "-2", -2.0),
        (one_of(["auto", 0.01]), "0.010", 0.01),
        (one_of(["auto", 0.01]), "auto", "auto"),
        (one_of(["a", "b"], {"a": "First", "b": "Second"}.__getitem__), "Second", "b"),
        (one_of(["a", "b"], {"a": "First", "b": "Second"}.__getitem__), "b", "b"),
        (one_of(["rbf"], str.upper), "Rbf", "rbf"),
        (one_of([1, 2]), "3", None),
        (one_of([1, 2]), "nan", None),
        (some_of(["Cora", "Pubmed", "a, b"]), "Cora,a, b", ["Cora", "a, b"]),
        (some_of(["Cora", "Pubmed"]), "Cora,Nowhere", None),
        (some_of(["Cora", "Pubmed"]), "", None),
        (whole_number(0, 9), "7", 7),
        (whole_number(0, 9), "10", None),
        (whole_number(0, 9), "1e999", None),
        (whole_number(0, 9), "2.5", None),
        (TEXT, "a" * (LONGEST + 1), "a" * LONGEST),
        (BOOLEAN, "TRUE", True),
        (BOOLEAN, "perhaps", None),
    ],
)
def test_what_a_text_means(codec, text, value):
    assert codec.read(text) == value


@pytest.mark.parametrize(
    ("codec", "values"),
    [
        (one_of(GAMMAS, lambda value: f"{value:g}"), GAMMAS),
        (some_of(["x", "y", "z"]), [["x"], ["x", "z"]]),
        (whole_number(0, 9), range(10)),
        (BOOLEAN, [True, False]),
    ],
)
def test_what_is_written_is_read_back_and_fits(codec, values):
    for value in values:
        assert codec.read(codec.write(value)) == value
        assert codec.fits(value)


def app() -> None:
    """Two pages: gamma stands on both, order on the second alone; a button sets both by code."""
    import streamlit as st

    from askcore.ui import url_state
    from askcore.ui.controls import choose, slider

    page = st.session_state.get("open", "one")
    with url_state.page_run(page):
        url_state.read_url()
        slider("gamma", (0.1, 1.0, 10.0), 1.0, "gamma", None)
        if page == "two":
            choose("order", ["file", "class"], "order")
        st.button("set", on_click=url_state.assign, args=({"gamma": 10.0, "order": "class"},))
        st.button("undo", on_click=url_state.undo)
        st.session_state["refused"] = url_state.pop_invalid()
        st.session_state["unused"] = url_state.unknown_params({"later"})
        url_state.write_url()


def opened(**query: str) -> AppTest:
    at = AppTest.from_function(app, default_timeout=30)
    at.query_params.update(query)
    return checked(at.run())


def checked(at: AppTest) -> AppTest:
    assert not at.exception
    return at


def turned(at: AppTest, page: str, **query: str) -> AppTest:
    """Another page: a link of the menu, which clears the address, or a step back, which has one of its own."""
    at.session_state["open"] = page
    at.query_params.clear()
    at.query_params.update(query)
    return checked(at.run())


def address(at: AppTest) -> dict[str, str]:
    return {key: text if isinstance(text, str) else text[-1] for key, text in at.query_params.items()}


def test_what_code_sets_is_in_the_address_and_kept_for_a_page_that_has_the_control():
    at = opened()
    at.button[0].click().run()
    assert address(at) == {"gamma": "10"}
    turned(at, "two")
    assert address(at) == {"gamma": "10", "order": "class"}
    assert at.select_slider("gamma").value == 10.0


def test_a_setting_outlives_a_page_that_has_no_control_for_it():
    at = turned(opened(), "two")
    at.button_group("order").set_value("class").run()
    assert address(turned(at, "one")) == {}
    assert turned(at, "two").button_group("order").value == "class"


def test_a_step_back_sets_what_its_page_has_and_leaves_what_belongs_to_another():
    at = turned(opened(), "two")
    at.button_group("order").set_value("class").run()
    at.select_slider("gamma").set_value(10.0).run()
    turned(at, "one", gamma="0.1")
    assert at.select_slider("gamma").value == 0.1
    assert turned(at, "two").button_group("order").value == "class"


def test_what_makes_no_sense_is_refused_and_what_no_page_knows_goes():
    at = opened(gamma="much", colour="red", later="1")
    assert at.select_slider("gamma").value == 1.0
    assert at.session_state["refused"] == {"gamma": "much"}
    assert at.session_state["unused"] == ["colour"]
    assert address(at) == {}


def test_undo_takes_back_one_change_after_another_also_of_code():
    at = opened(gamma="0.1")
    at.button[0].click().run()
    at.select_slider("gamma").set_value(1.0).run()
    for gamma in (10.0, 0.1, 0.1):
        at.button[1].click().run()
        assert checked(at).select_slider("gamma").value == gamma
    assert address(at) == {"gamma": "0.1"}


def test_undo_leaves_alone_what_code_set_before_its_control_was_drawn():
    """A search sets order while a page without it is open: drawing it later is no change of somebody's."""
    at = opened()
    at.button[0].click().run()  # gamma and order
    turned(at, "two")
    assert address(at) == {"gamma": "10", "order": "class"}
    at.select_slider("gamma").set_value(0.1).run()
    at.button[1].click().run()
    assert (checked(at).select_slider("gamma").value, at.button_group("order").value) == (10.0, "class")
    at.button[1].click().run()
    assert (checked(at).select_slider("gamma").value, at.button_group("order").value) == (1.0, "file")


def test_a_browser_that_is_late_or_never_follows_undoes_nothing():
    at = opened()
    for gamma in (10.0, 0.1):
        at.select_slider("gamma").set_value(gamma).run()
    for late in ({"gamma": "10"}, {}):
        at.query_params.clear()
        at.query_params.update(late)
        assert checked(at.run()).select_slider("gamma").value == 0.1
    at.query_params.update({"gamma": "10"})
    assert checked(at.run()).select_slider("gamma").value == 10.0, "a step back"
