"""One of very many samples by name: what the list offers, what a search finds, and what is sent to the browser."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from askcore.ui.controls import OFFERED, matches

MANY = 100_000
NAMES = [f"node {i}" for i in range(MANY)]


def page() -> None:
    import streamlit as st

    from askcore.ui.controls import find

    given = st.session_state
    names = [f"node {i}" for i in range(given["many"])]
    calls = given.setdefault("calls", [])
    if "put" in given:
        given["node"] = given.pop("put")
    chosen = find(
        "Node",
        names,
        "node",
        default=given["start"],
        thing="node",
        on_change=lambda: calls.append(given["node"]),
    )
    st.write(f"chosen {chosen}")


def opened(many: int = MANY, *, start: int | None = 0) -> AppTest:
    at = AppTest.from_function(page, default_timeout=30)
    for key, value in {"many": many, "start": start}.items():
        at.session_state[key] = value
    return at.run()


def chosen(at: AppTest) -> Any:
    assert not at.exception
    return at.markdown[0].value.removeprefix("chosen ")


def told(at: AppTest) -> str:
    return " ".join(caption.value for caption in at.caption)


@pytest.mark.parametrize("start", [0, 50_000, None])
def test_of_many_the_list_has_the_ends_and_what_is_chosen(start):
    at = opened(start=start)
    assert chosen(at) == str(start)
    offered = at.selectbox("node").options
    assert len(offered) == OFFERED + (start == 50_000)
    assert (offered[0], offered[OFFERED // 2 - 1]) == ("node 0", "node 499")
    assert "node 99999" in offered
    assert told(at) == "The list shows the first 500 and the last 500 of 100,000 nodes."


def test_any_of_them_is_found_by_its_name():
    at = opened()
    at.text_input("node_search").set_value(" NODE 51234 ").run()
    assert chosen(at) == "51234"
    assert at.session_state["calls"] == [51234]
    assert told(at) == "One node matches “NODE 51234”."
    at.text_input("node_search").set_value("").run()
    assert chosen(at) == "51234"
    assert "node 51234" in at.selectbox("node").options


def test_a_search_chooses_the_best_match_and_lists_the_others():
    at = opened()
    at.text_input("node_search").set_value("node 77").run()
    assert chosen(at) == "77"  # the very name, before those that begin so
    offered = at.selectbox("node").options
    assert len(offered) == 1 + 10 + 100 + 1000 - 111
    assert told(at) == "1,111 nodes match “node 77”: the list shows the first 1,000."
    at.selectbox("node").select_index(5).run()
    assert chosen(at) == offered[5].removeprefix("node ")


def test_what_nobody_is_called_changes_nothing():
    at = opened(start=7)
    at.text_input("node_search").set_value("<b>*nobody*</b>" + "x" * 100).run()
    assert chosen(at) == "7"
    assert not at.session_state["calls"]
    assert told(at).startswith(r"No node is called “\<b\>\*nobody\*\</b\>x")
    assert "…”. The list shows the first 500" in told(at)
    assert len(told(at)) < 200


@pytest.mark.parametrize("held", [-1, MANY, 10**30, "node 3", 2.5, True])
def test_a_number_that_is_none_of_them_is_given_up(held):
    at = opened(start=4)
    at.session_state["put"] = held
    at.run()
    assert chosen(at) == ("1" if held is True else "4")


def test_the_order_of_matches_and_what_is_no_search():
    assert matches(["a node 10", "node 100", "node 10", "node 2"], "node 10") == [2, 1, 0]
    assert matches(NAMES, "   ") == []
    assert matches(["STRASSE", "Straße", "x"], "straße") == [0, 1]
