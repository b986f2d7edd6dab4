"""A talk in a file: what is amiss is refused with a remedy, and a stop leads to a page of the dashboard alone."""

from __future__ import annotations

import json

import pytest

from askcore.datasets import DataError, list_samples
from askcore.ui.sharing.address import Address
from askcore.ui.sharing.talk import LARGEST_FILE, MOST_STOPS, READY, Stop, read, ready, written
from tests.hostile_names import NAMES

PAGE = "decisions?data=cyclic_communities&gamma=3"


def file(*stops: object) -> bytes:
    return json.dumps(stops).encode()


def test_stops_are_read_in_order_and_a_note_may_be_missing():
    content = file(
        {"address": PAGE, "note": "Look at\nγ."}, {"address": "https://a.org/ask/spectra?tab=Energy"}
    )
    one, other = Stop(Address.parse(PAGE), "Look at\nγ."), Stop(Address.parse("spectra?tab=Energy"))
    assert read(content) == read(b"\xef\xbb\xbf" + content) == (one, other)


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_a_note(name):
    (stop,) = read(file({"address": PAGE, "note": name}))
    assert stop.note == name


@pytest.mark.parametrize(
    ("note", "heading", "rest"),
    [
        ("Does direction matter? Compare.", "Does direction matter?", "Compare."),
        ("Two views.\nLook at 0.5 alone.", "Two views", "Look at 0.5 alone."),
        ("A line\n\nand another", "A line", "and another"),
        (" ", "Decisions", ""),
    ],
)
def test_the_first_sentence_of_a_note_is_the_heading(note, heading, rest):
    stop = Stop(Address.parse(PAGE), note)
    assert (stop.heading, stop.rest) == (heading, rest)


def test_a_talk_that_was_written_is_read_back():
    assert read(written(ready("eight_pictures")).encode()) == ready("eight_pictures")


def test_a_stop_says_nothing_of_the_talk_and_keeps_what_it_shows():
    stop = Stop(Address.parse("spectra?present=1&stop=3&talk=x&show=gamma&figure=2&tab=Energy"))
    assert stop.address.text() == "spectra?figure=2&show=gamma&tab=Energy"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not valid JSON. A talk is a JSON list"),
        (b"\x89PNG\xff", "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (file({"address": PAGE})[:-3], "not valid JSON"),
        (b"{}", "not a list of stops"),
        (b"[]", "not a list of stops"),
        (b'"decisions"', "not a list of stops"),
        (b" " * (LARGEST_FILE * 2**20 + 1), "a list of addresses"),
        (file(*[{"address": PAGE}] * (MOST_STOPS + 1)), "201 stops. A talk has at most 200"),
        (file({"address": PAGE}, 1), "Stop 2: It is not an object with only an address and a note"),
        (
            file({"address": PAGE, "title": "x"}),
            "Stop 1: It is not an object with only an address and a note",
        ),
        (file({"note": "x"}), "Its address or its note is not text"),
        (file({"address": [PAGE]}), "Its address or its note is not text"),
        (file({"address": PAGE, "note": None}), "Its address or its note is not text"),
        (file({"address": PAGE, "note": "x" * 1_001}), "1,001 characters. At most 1,000 are read"),
        (file({"address": PAGE, "note": "a\x00b"}), "cannot be printed"),
        (file({"address": PAGE, "note": "\ud800"}), "cannot be printed"),
        (file({"address": PAGE}, {"address": "x" * 10_000}), "Stop 2: The address has 10,000 characters"),
        (file({"address": PAGE}, {"address": "//example.org/x"}), "Stop 2: .* is not a page"),
        (file({"address": PAGE}, {"address": "javascript:alert(1)"}), "Stop 2: .* is not a page"),
    ],
    ids=range(20),
)
def test_what_is_no_talk_is_refused_with_a_remedy(content, said):
    with pytest.raises(DataError, match=said) as caught:
        read(content)
    assert caught.value.remedy


def test_the_largest_talk_fits_into_a_file():
    most = {"address": "spectra?x=" + "y" * 3_900, "note": "n" * 1_000}
    assert len(read(file(*[most] * MOST_STOPS))) == MOST_STOPS


@pytest.mark.parametrize("name", READY)
def test_a_talk_that_comes_along_opens_on_samples_that_are_there(name):
    assert len(ready(name)) == {"eight_pictures": 8, "three_stops": 3}[name]
    for stop in ready(name):
        assert stop.address.get("data", list_samples()[0]) in list_samples()
        assert len(stop.note.split()) <= 32
