"""The talk on the page Session and in the presentation: opened, made, put in order, walked, and never lost."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from askcore.ui.sharing.address import Address
from askcore.ui.sharing.talk import Stop, Talk, read, ready
from askcore.ui.text.words import plain
from tests.pages.test_every_page import ROOT, sound
from tests.ui.sharing.test_present import buttons, said

NAME = "eight_pictures"
QUICK = Talk(
    "Quick",
    (
        Stop(Address.parse("glossary"), "Terms"),
        Stop(Address.parse("spectra?data=teaching_graph&figure=1&show=kernel"), "<b>Values</b>", "*Look*"),
        Stop(Address.parse("kernel_matrix?data=teaching_graph"), "The matrix"),
    ),
)


def session(talk: Talk | None = None, page: str = "session") -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params["data"] = "teaching_graph"
    sound(at.switch_page(f"pages/{page}.py").run())
    if talk is not None:
        give(at, talk.written())
    return at


def give(at: AppTest, content: bytes, name: str = "talk.json") -> AppTest:
    """Open a file in the page's field."""
    field = next(each for each in at.file_uploader if str(each.key).startswith("talk_file"))
    return sound(field.upload(name, content, "application/json").run())


def press(at: AppTest, key: str) -> AppTest:
    return sound(buttons(at)[key].click().run())


def talk(at: AppTest) -> Talk:
    return at.session_state["_talk"]


def text(at: AppTest) -> str:
    return "\n".join(each.value for each in at.markdown)


def field(at: AppTest, label: str):
    return next(each for each in at.text_input if each.label == label)


def test_the_talk_that_comes_along_is_opened_with_a_button_and_named_in_the_address():
    at = press(session(), f"talk_ready_{NAME}")
    assert talk(at) == ready(NAME)
    press(at, "talk_begin")
    assert (said(at, "talk"), said(at, "stop"), said(at, "present")) == (NAME, "1", "1")
    assert "1 of 8" in text(at)
    again = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)  # a reload
    again.query_params.update({"present": "1", "talk": NAME, "stop": "6"})
    sound(again.switch_page("pages/glossary.py").run())
    assert "6 of 8" in text(again)


def test_a_talk_is_walked_to_its_end_and_back():
    at = press(session(QUICK), "talk_begin")
    assert at.title[0].value == "Glossary"
    assert buttons(at)["talk_previous"].disabled
    press(at, "talk_next")
    assert at.title[0].value == "Spectra"
    assert (said(at, "stop"), said(at, "figure"), said(at, "show")) == ("2", "1", "kernel")
    assert r"2 of 3: **\<b\>Values\</b\>** \*Look\*" in text(at)
    press(at, "talk_next")
    assert at.title[0].value == "Kernel matrix"
    assert "figure" not in at.query_params
    assert "show" not in at.query_params
    assert buttons(at)["talk_next"].disabled
    press(at, "talk_previous")
    assert at.title[0].value == "Spectra"
    press(at, "end_presentation")
    assert "present" not in at.query_params
    assert talk(at) == QUICK


def test_a_talk_is_made_of_the_pages_that_were_seen():
    at = session(page="spectra")
    press(at, "talk_add")
    sound(at.switch_page("pages/kernel_matrix.py").run())
    press(at, "talk_add")
    assert [stop.address.page.file for stop in talk(at).stops] == ["spectra", "kernel_matrix"]
    assert {stop.address.get("data") for stop in talk(at).stops} == {"teaching_graph"}
    sound(at.switch_page("pages/session.py").run())
    press(at, "talk_add")  # this page has nothing to show
    assert len(talk(at).stops) == 2


def test_stops_are_put_in_order_named_and_removed():
    at = session(QUICK)
    assert buttons(at)["talk_earlier"].disabled
    press(at, "talk_later")
    assert [stop.title for stop in talk(at).stops] == ["<b>Values</b>", "Terms", "The matrix"]
    sound(field(at, "Title").set_value("  =1+1\t ").run())
    sound(field(at, "What to look at (may be left out)").set_value("The axis.").run())
    sound(next(each for each in at.number_input if each.label.startswith("Figure")).set_value(2).run())
    stop = talk(at).stops[1]
    assert (stop.title, stop.note, stop.figure) == ("=1+1", "The axis.", 2)
    press(at, "talk_remove")
    assert [stop.title for stop in talk(at).stops] == ["<b>Values</b>", "The matrix"]
    sound(field(at, "Title of the talk").set_value("Two of three").run())
    assert talk(at).title == "Two of three"
    assert read(talk(at).written()) == talk(at)
    press(at, "talk_remove")
    press(at, "talk_remove")
    assert talk(at).stops == ()
    assert buttons(at)["talk_begin"].disabled
    press(at, "talk_close")
    assert f"talk_ready_{NAME}" in buttons(at)


def test_a_refused_file_leaves_the_talk_as_it_is():
    at = session(QUICK)
    bad = QUICK.written().replace(b"glossary", b"https://e.vil/x")
    give(at, bad, "<b>bad</b>.json")
    (warned,) = (each.value for each in at.warning)
    assert warned.startswith(r"\<b\>bad\</b\>.json was not opened. Stop 1\: “https")
    assert "leads elsewhere" in warned
    assert warned.endswith("Your talk is as it was.")
    assert talk(at) == QUICK
    give(at, Talk("Other", QUICK.stops[:1]).written())
    assert not at.warning
    assert talk(at).title == "Other"


def test_a_number_that_no_stop_has_is_the_last_one():
    at = press(session(QUICK), "talk_begin")
    for number, shown in (("99", "3 of 3"), ("0", "1 of 3"), ("x", "1 of 3"), ("٣", "1 of 3")):
        at.query_params["stop"] = number
        assert shown in text(sound(at.run()))


def test_a_reload_asks_for_the_file_of_a_talk_of_ones_own_and_goes_on_where_it_was():
    at = press(press(session(QUICK), "talk_begin"), "talk_next")
    assert said(at, "talk") == QUICK.title
    again = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    again.query_params.update({"present": "1", "talk": QUICK.title, "stop": "2", "data": "teaching_graph"})
    sound(again.switch_page("pages/spectra.py").run())
    assert f"open the file of **{plain(QUICK.title)}** again" in text(again)
    assert "talk_next" not in buttons(again)
    field = next(each for each in again.file_uploader if str(each.key).startswith("talk_again"))
    sound(field.upload("talk.json", b"no talk", "application/json").run())
    assert any("was not opened" in one.value for one in again.warning)
    field = next(each for each in again.file_uploader if str(each.key).startswith("talk_again"))
    sound(field.upload("talk.json", QUICK.written(), "application/json").run())
    assert f"2 of {len(QUICK.stops)}" in text(again)
    press(again, "talk_next")
    assert said(again, "stop") == "3"
