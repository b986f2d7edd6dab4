"""What a page has drawn: in order, as last drawn, and nothing of another page."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.ui.charts.shown import Shown
from tests.pages.test_every_page import ROOT, opened, sound

SEEN = "_shown"


def drawn_on(at: AppTest) -> list[Shown]:
    """What the page in use has drawn."""
    return list(at.session_state[SEEN].all())


def keys(at: AppTest) -> list[str]:
    return [each.key for each in drawn_on(at)]


def test_a_fragment_puts_its_figures_in_their_place(monkeypatch):
    """AppTest runs the whole page for every change; so a part is drawn again here, as streamlit does it alone."""
    held: dict = {}
    monkeypatch.setattr(st, "session_state", held)
    run = SimpleNamespace(fragment_ids_this_run=None)
    monkeypatch.setattr("askcore.ui.charts.shown.get_script_run_ctx", lambda: run)
    name = []
    state = SimpleNamespace(get=lambda: SimpleNamespace(fragment_id=name[-1]))
    monkeypatch.setattr("askcore.ui.charts.shown.ThreadState", state)
    again = []
    monkeypatch.setattr(st, "rerun", lambda: again.append(there()))

    from askcore.ui.charts.shown import begin, part, remember, shown

    def fragment(of: str, draw) -> None:
        name.append(of)
        with part():
            draw()
        name.pop()

    def inner(*drawn: str) -> None:
        fragment("inner", lambda: [remember(each, each, "<svg/>") for each in drawn])

    def outer(*drawn: str, within: tuple[str, ...] | None = ()) -> None:
        def draw() -> None:
            for each in drawn:
                remember(each, each, "<svg/>")
            if within is not None:
                inner(*within)

        fragment("outer", draw)

    def there() -> str:
        return " ".join(each.key for each in shown())

    begin()
    remember("a", "", "<svg/>")
    outer("b", within=())
    remember("z", "", "<svg/>")
    assert there() == "a b z"
    run.fragment_ids_this_run = ["inner"]
    inner("c")
    assert there() == "a b c z"  # it had drawn nothing, and has its place all the same
    inner()
    assert there() == "a b z"
    outer("b", "d", within=("c",))
    assert there() == "a b d c z"
    outer("d", within=None)
    assert there() == "a d z"
    held["take_home"] = True  # what is open below follows, unless all is as it was
    text = "<svg/>"
    for drawn in (text, text, "<svg>1</svg>"):
        fragment("outer", lambda drawn=drawn: remember("d", "", drawn))
    assert again == ["a d z"]
    begin()
    assert there() == ""


def test_another_page_has_other_figures_and_a_hidden_tab_none():
    at = opened("decisions.py", "teaching_graph")
    before = keys(at)
    assert len(before) >= 2
    assert len(set(before)) == len(before) == len(at.get("plotly_chart"))
    at.session_state["details"] = at.tabs[-1].label
    assert keys(sound(at.run())) != before
    at.switch_page("pages/spectra.py").run()
    assert set(keys(at)).isdisjoint(before)
    assert len(keys(at)) == len(at.get("plotly_chart")) > 0


@pytest.mark.parametrize(("theme", "ground"), [("light", "Dark"), ("dark", "White")])
def test_the_other_theme_is_drawn_for_a_file_and_not_on_the_screen(theme, ground):
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.context = {"theme": theme}
    at.query_params["data"] = "teaching_graph"
    at.session_state["take_home"] = True
    sound(at.switch_page("pages/decisions.py").run())
    screen = [each.proto.spec for each in at.get("plotly_chart")]
    inks = {"light": "#13171E", "dark": "#E6E9EF"}
    other = "dark" if theme == "light" else "light"
    assert ink_of_file(at) == inks["light"]  # on white, which is the first choice
    at.button_group("figure_ground").set_value(ground).run()
    assert [each.proto.spec for each in sound(at).get("plotly_chart")] == screen
    assert ink_of_file(at) == inks[other]
    at.select_slider("gamma").set_value(0.1).run()
    changed = [each.proto.spec for each in sound(at).get("plotly_chart")]
    assert changed != screen
    assert inks[theme] in changed[0]
    assert ink_of_file(at) == inks[other]


def ink_of_file(at: AppTest) -> str:
    """The colour of the text in the figure that is sent to be saved."""
    sent = [json.loads(each.proto.json) for each in at.get("bidi_component") if each.proto.json]
    (spec,) = [json.loads(each["spec"]) for each in sent if "spec" in each]
    return str(spec["layout"]["template"]["layout"]["font"]["color"])
