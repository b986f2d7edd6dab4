"""Controls that every page uses, what a page ends with, and its formulas."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError
from streamlit.testing.v1 import AppTest

from askcore.ui.text.formulas import FOLDER, paragraphs


def page() -> None:
    import streamlit as st

    from askcore.ui.blocks import Download
    from askcore.ui.controls import choose, pick, seed, tabs
    from askcore.ui.export import take_home
    from askcore.ui.text.snippet import Script

    way = choose("Way", {"a": "First", "b": "Second"}, "way", linked=True)
    size = choose("Size", [1, 2, 3], "size", default=2, titles=lambda n: f"{n} rows", labelled=True)
    st.write(f"{way} {size} {seed('Seed', 'Of the draw.')}")
    names = st.session_state.get("listed", ["x", "y", "z"])
    pick("One of many", names, "many", default=names[-1], titles=str.upper, where=st.sidebar)
    names = st.session_state.get("names", ["One", "Two"])
    tabs({name: lambda name=name: st.write(f"drawn {name}") for name in names}, "open")
    rows = Download("Rows", lambda: "a,b", "rows.csv", at_end=True)
    files = [rows, Download("All", "{}", "all.json", key="all", missing=True, at_end=True)]
    take_home(files, Script("Page", "Prints.", ("print(1)",)))


def opened(**state: object) -> AppTest:
    at = AppTest.from_function(page, default_timeout=15)
    for name, value in state.items():
        at.session_state[name] = value
    return at.run()


def said(at: AppTest) -> list[str]:
    return [element.value for element in at.markdown]


def test_a_choice_starts_where_it_should_and_follows():
    at = opened()
    assert said(at)[0] == "a 2 0"
    assert [group.options for group in at.button_group] == [
        ["First", "Second"],
        ["1 rows", "2 rows", "3 rows"],
    ]
    at.button_group("way").set_value("b").run()
    at.number_input("seed").set_value(7).run()
    assert said(at)[0] == "b 2 7"


def test_a_list_is_a_choice_that_gives_up_what_is_on_offer_no_more():
    at = opened()
    (listed,) = at.sidebar.selectbox
    assert (listed.options, listed.value, listed.label) == (["X", "Y", "Z"], "z", "One of many")
    at.selectbox("many").set_value("y").run()
    assert at.selectbox("many").value == "y"
    at.session_state["listed"] = ["x", "z"]
    assert at.run().selectbox("many").value == "z"


def test_only_the_open_tab_is_drawn():
    at = opened()
    assert said(at)[1:] == ["drawn One"]
    at.session_state["open"] = "Two"
    assert said(at.run())[1:] == ["drawn Two"]


def test_a_tab_that_has_gone_gives_way_to_the_first():
    at = opened(open="Two")
    at.session_state["names"] = ["One", "Three"]
    assert said(at.run())[1:] == ["drawn One"]
    assert at.session_state["open"] == "One"


def test_paragraphs_and_blanks_of_the_formulas():
    text = "One\nline {{ n }}.\n\n{% if graph %}Links.{% endif %}\n\n{% if table %}Rows.{% endif %}\n\n$$\na\n$$\n"
    assert paragraphs(text, {"n": 3, "graph": True, "table": ""}) == ["One line 3.", "Links.", "$$ a $$"]
    with pytest.raises(UndefinedError, match="who"):
        paragraphs("{{ who }}", {})


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*/how_computed.md")), ids=lambda file: file.parent.name)
def test_the_formulas_of_a_page_are_whole(file):
    blocks = file.read_text(encoding="utf-8").split("\n\n")
    assert len(blocks) > 2
    for block in blocks:
        assert block.count("$$") in (0, 2)
        assert block.replace("$$", "").count("$") % 2 == 0, block


def slid() -> None:
    import streamlit as st

    from askcore.ui import url_state
    from askcore.ui.controls import slider

    with url_state.page_run("page"):
        url_state.read_url()
        st.write(f"{slider('c', [-20.0, -0.5, 0.0, 1.0], 1.0, 'c', None)}")


@pytest.mark.parametrize(
    ("written", "meant"), [("-0.5", "-0.5"), ("−0.5", "-0.5"), ("-20", "-20.0"), ("-x", "1.0")]
)
def test_an_address_may_write_a_negative_number_with_a_hyphen(written, meant):
    at = AppTest.from_function(slid, default_timeout=15)
    at.query_params["c"] = written
    assert said(at.run()) == [meant]
    assert not at.exception
