"""A talk in a file: what is written is read back, what is changed is another talk, and what is amiss is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askcore.datasets import DataError, list_samples
from askcore.ui.sharing.address import Address
from askcore.ui.sharing.talk import LONGEST_FILE, MOST_STOPS, READY, Stop, Talk, read, ready
from tests.hostile_names import NAMES

PAGES = ("decisions?data=cyclic_communities&gamma=3", "spectra", "lesson_resonance")


def made(*titles: str) -> Talk:
    return Talk("A talk", tuple(Stop(Address.parse(PAGES[at % 3]), title) for at, title in enumerate(titles)))


def titles(talk: Talk) -> list[str]:
    return [stop.title for stop in talk.stops]


def file(**changed) -> bytes:
    stop = {"address": PAGES[0], "title": "One", "note": "Look."}
    return json.dumps({"askcore_talk": 1, "title": "A talk", "stops": [stop], **changed}).encode()


def test_what_is_written_is_read_back():
    talk = made("One", "Zwei “·”", "=1+1")
    talk = talk.changed(1, Stop(talk.stops[1].address, "Zwei", "Look at\nthe left."))
    assert read(talk.written()) == talk
    assert read(b"\xef\xbb\xbf" + talk.written()) == talk
    assert read(file()).stops == (Stop(Address.parse(PAGES[0]), "One", "Look."),)


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_a_title(name):
    talk = made(name[:200])
    assert read(talk.written()) == talk


@given(st.lists(st.integers(0, 5), min_size=2, max_size=6, unique=True), st.data())
def test_moving_keeps_every_stop_and_the_order_of_the_others(numbers, data):
    talk = made(*map(str, numbers))
    at = data.draw(st.integers(0, len(numbers) - 1))
    found = titles(talk.moved(at, data.draw(st.integers(-9, 9))))
    assert sorted(found) == sorted(titles(talk))
    moved = titles(talk)[at]
    assert [title for title in found if title != moved] == [each for each in titles(talk) if each != moved]


def test_stops_are_added_moved_changed_and_removed():
    talk = made("a", "b", "c")
    assert titles(talk.moved(0, 1)) == ["b", "a", "c"]
    assert titles(talk.moved(2, -9)) == ["c", "a", "b"]
    assert titles(talk.without(1)) == ["a", "c"]
    assert titles(talk.with_stop(talk.stops[0])) == ["a", "b", "c", "a"]
    assert titles(talk) == ["a", "b", "c"]


def test_a_stop_says_nothing_of_the_talk_and_keeps_what_it_shows():
    stop = Stop(Address.parse("spectra?present=1&stop=3&talk=x&show=gamma&figure=2&tab=Energy"), "One")
    assert stop.address.text() == "spectra?figure=2&show=gamma&tab=Energy"
    assert stop.figure == 2
    assert stop.at_figure(0).address.text() == "spectra?show=gamma&tab=Energy"
    assert stop.at_figure(0).figure == 0
    assert stop.at_figure(7).figure == 7
    for text in ("x", "-1", "٣", "1e9", "9" * 50, ""):
        assert Stop(Address.parse(f"spectra?figure={text}"), "One").figure == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no talk. Choose a file"),
        (b"\x89PNG\xff", "no talk"),
        (b"[" * 100_000, "no talk"),
        (b"[1, 2]", "no talk"),
        (b"{}", "no talk"),
        (file(askcore_talk=True), "no talk"),
        (file(askcore_talk="1"), "no talk"),
        (file(askcore_talk=2), "version 2, which is newer than this program. Open it with a newer askcore"),
        (file(askcore_talk=10**400), "newer than this program"),
        (file(stops={}), "no list of stops"),
        (file(stops=None), "no list of stops"),
        (file(stops=[1]), "Stop 1: There is no address"),
        (file(stops=[{"title": "x"}]), "Stop 1: There is no address"),
        (file(stops=[{"address": PAGES[1]}] * (MOST_STOPS + 1)), "201 stops. A talk has at most 200"),
        (file(stops=[{"address": PAGES[1], "title": ["x"]}]), "title is no text"),
        (
            file(stops=[{"address": PAGES[1], "title": "x" * 10_000}]),
            "10,000 characters. At most 200 are read",
        ),
        (
            file(stops=[{"address": PAGES[1], "note": "x" * 10_000}]),
            "10,000 characters. At most 1,000 are read",
        ),
        (file(stops=[{"address": PAGES[1], "title": "a\x00b"}]), "not printed"),
        (file(stops=[{"address": PAGES[1], "title": "\ud800"}]), "not printed"),
        (file(title="x" * 10_000), "10,000 characters"),
        (file(title=3), "title is no text"),
        (b" " * (LONGEST_FILE + 1), "a list of addresses"),
        (file()[:-20], "no talk"),
    ],
    ids=range(23),
)
def test_what_is_no_talk_is_refused_with_a_remedy(content, said):
    with pytest.raises(DataError) as caught:
        read(content)
    assert said in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/decisions",
        "//example.org/decisions",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "../etc/passwd",
        "nowhere",
        "pages/decisions.py",
        "decisions\n?a=1",
        "x" * 10_000,
    ],
)
def test_an_address_to_elsewhere_is_refused_and_named_by_its_stop(address):
    good = {"address": PAGES[0], "title": "One"}
    with pytest.raises(DataError, match=r"^Stop 2: ") as caught:
        read(file(stops=[good, {"address": address, "title": "Two"}]))
    assert caught.value.remedy


def test_the_largest_talk_fits_into_a_file():
    address = Address.parse("spectra?x=" + "y" * 3_900)
    most = Talk("t" * 200, (Stop(address, "é" * 200, "n" * 1_000),) * MOST_STOPS)
    assert read(most.written()) == most


@pytest.mark.parametrize("name", READY)
def test_a_talk_that_comes_along_opens_on_samples_that_are_there(name):
    talk = ready(name)
    assert talk is not None
    assert talk.written().decode() == Path(READY[name]).read_text(encoding="utf-8")
    assert len(talk.stops) == 8
    for stop in talk.stops:
        assert stop.address.get("data", list_samples()[0]) in list_samples()
        assert len(stop.title.split()) + len(stop.note.split()) <= 32
