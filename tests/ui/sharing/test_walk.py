"""A talk on the page Share and in the presentation: made, opened, walked, and never lost."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from askcore.ui.sharing.talk import read, ready, written
from tests.pages.test_every_page import ROOT, sound
from tests.ui.sharing.test_present import buttons, said

NAME = "eight_pictures"
QUICK = json.dumps(
    [
        {"address": "glossary", "note": "Terms"},
        {"address": "spectra?data=teaching_graph&figure=1&show=kernel", "note": "<b>Values</b> *Look*"},
        {"address": "https://example.org/kernel_matrix?data=teaching_graph"},
    ]
).encode()


def session(talk: bytes | None = None) -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params["data"] = "teaching_graph"
    sound(at.switch_page("pages/share.py").run())
    return at if talk is None else give(at, talk)


def give(at: AppTest, content: bytes, name: str = "talk.json", key: str = "talk_file") -> AppTest:
    """Open a file in a field."""
    return sound(at.file_uploader(key).upload(name, content, "application/json").run())


def press(at: AppTest, key: str) -> AppTest:
    return sound(buttons(at)[key].click().run())


def text(at: AppTest) -> str:
    return "\n".join(each.value for each in at.markdown)


def test_the_talk_that_comes_along_is_opened_with_a_button_and_named_in_the_address():
    at = press(session(), f"talk_ready_{NAME}")
    last = ready(NAME)[7]
    assert f"**8. {last.address.page.title}**: {last.note}" in text(at)
    press(at, "talk_begin")
    assert (said(at, "talk"), said(at, "stop"), said(at, "present")) == (NAME, "1", "1")
    assert at.title[0].value == ready(NAME)[0].heading
    assert f"**1 of 8** {ready(NAME)[0].rest}" in text(at)
    again = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)  # a reload
    again.query_params.update({"present": "1", "talk": NAME, "stop": "6"})
    sound(again.switch_page("pages/learn.py").run())
    assert "6 of 8" in text(again)


FIGURES = (
    "The graph with 7 nodes, drawn with arrows",
    "Source view against target view for class A",
    "K as a heatmap, by class",
    "Skew-symmetric as a heatmap, by class",
    "Components 1 and 2 of each row and of each column",
    "Accuracy of the SVM and of AsK-LS over t",
    "Eigenvalues by size; negative ones are orange diamonds",
    "K as a heatmap, by class",
)


@pytest.mark.parametrize(("stop", "figure"), zip(ready(NAME), FIGURES, strict=True))
def test_a_stop_of_the_ready_talk_shows_what_its_heading_says(stop, figure):
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params.update(dict(stop.address.query))
    sound(at.switch_page(stop.address.page.path).run())
    shown = at.get("plotly_chart")[int(stop.address.get("figure")) - 1]
    assert shown.proto.alt == figure
    assert not at.info


def test_a_talk_is_walked_to_its_end_and_back():
    at = press(session(QUICK), "talk_begin")
    assert at.title[0].value == "Terms"
    assert buttons(at)["talk_previous"].disabled
    press(at, "talk_next")
    assert at.title[0].value == r"\<b\>Values\</b\> \*Look\*"
    assert (said(at, "stop"), said(at, "figure"), said(at, "show")) == ("2", "1", "1")
    assert "**2 of 3**" in text(at)
    press(at, "talk_next")
    assert at.title[0].value == "Matrix"
    assert "figure" not in at.query_params
    assert "show" not in at.query_params
    assert buttons(at)["talk_next"].disabled
    press(at, "talk_previous")
    assert "**2 of 3**" in text(at)
    press(at, "end_presentation")
    assert "present" not in at.query_params
    sound(at.switch_page("pages/share.py").run())
    assert "talk_begin" in buttons(at)
    press(at, "talk_close")
    assert "talk_begin" not in buttons(at)


def test_a_page_becomes_a_stop_with_a_note_and_stops_are_ordered_and_removed():
    at = session()
    sound(at.switch_page("pages/spectra.py").run())
    at.select_slider("rank_6").set_value(3).run()
    sound(at.switch_page("pages/share.py").run())
    assert at.code[0].value == "spectra?data=teaching_graph&rank_6=3"
    at.text_input("talk_note").set_value("Three. Or fewer?").run()
    press(at, "talk_add")
    assert at.text_input("talk_note").value == ""
    press(at, "talk_add")
    assert "**1. Spectra**: Three. Or fewer?\n**2. Spectra**\n" in text(at)
    assert buttons(at)["stop_0_earlier"].disabled
    assert buttons(at)["stop_1_later"].disabled
    press(at, "stop_0_later")
    assert "**1. Spectra**\n**2. Spectra**: Three. Or fewer?" in text(at)
    press(at, "stop_0_remove")
    (stop,) = at.session_state["_talk"]
    assert (stop.heading, stop.rest, stop.address.get("rank_6")) == ("Three", "Or fewer?", "3")
    assert read(written([stop]).encode()) == (stop,)
    press(at, "talk_begin")
    assert (at.title[0].value, said(at, "talk")) == ("Three", "talk.json")
    sound(at.switch_page("pages/share.py").run())
    press(at, "stop_0_remove")
    assert "talk_begin" not in buttons(at)


def test_a_ready_talk_that_was_changed_is_ones_own():
    at = press(session(), f"talk_ready_{NAME}")
    press(at, "stop_7_remove")
    press(at, "talk_begin")
    assert said(at, "talk") == "talk.json"
    assert "1 of 7" in text(at)


def test_a_refused_file_leaves_the_talk_as_it_is():
    at = session(QUICK)
    give(at, QUICK.replace(b"glossary", b"//e.vil/x"), "<b>bad</b>.json")
    (warned,) = (each.value for each in at.warning)
    assert warned.startswith(r"\<b\>bad\</b\>.json was not opened. Stop 1\: “")
    assert "is not a page of askcore" in warned
    assert "**1. Learn**: Terms" in text(at)
    give(at, QUICK.replace(b"Terms", b"Words"))
    assert not at.warning
    assert "**1. Learn**: Words" in text(at)


def test_a_number_that_no_stop_has_is_the_last_one():
    at = press(session(QUICK), "talk_begin")
    for number, shown in (("99", "3 of 3"), ("0", "1 of 3"), ("x", "1 of 3"), ("٣", "1 of 3")):
        at.query_params["stop"] = number
        assert shown in text(sound(at.run()))


def test_a_reload_asks_for_the_file_of_a_talk_of_ones_own_and_goes_on_where_it_was():
    at = press(press(session(QUICK), "talk_begin"), "talk_next")
    assert said(at, "talk") == "talk.json"
    again = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    again.query_params.update({"present": "1", "talk": "talk.json", "stop": "2", "data": "teaching_graph"})
    sound(again.switch_page("pages/spectra.py").run())
    assert "open **talk.json** again" in text(again)
    assert "talk_next" not in buttons(again)
    give(again, b"no talk", key="talk_again")
    assert any("was not opened" in one.value for one in again.warning)
    give(again, QUICK, key="talk_again")
    assert "2 of 3" in text(again)
    press(again, "talk_next")
    assert said(again, "stop") == "3"
