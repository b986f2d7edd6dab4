"""Home: the ways in, what is missing, and the tour."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from askcore._validation import DataError
from askcore.datasets import list_samples, load_sample
from askcore.ui.pages.home.gallery import FIRST
from askcore.ui.sharing.talk import ready
from askcore.ui.text.words import plain
from tests.pages.test_every_page import opened, sound


@pytest.fixture
def home() -> AppTest:
    return sound(opened("home.py"))


def test_four_examples_and_all_others_behind_a_click(home):
    cards = {button.key for button in home.button}
    assert {f"open_{name}" for name in FIRST} <= cards
    assert "open_iris" not in cards
    home.session_state["all_examples"] = True
    cards = {button.key for button in sound(home.run()).button}
    assert {f"open_{name}" for name in list_samples()} <= cards


def test_an_example_opens_on_the_page_of_its_point(home):
    home.selectbox("example").set_value("swiss_roll").run()
    home.button("open_example").click().run()
    assert sound(home).selectbox("data").value == "swiss_roll"
    assert home.title[0].value != "Does direction matter in your data?"


@pytest.fixture
def without(monkeypatch):
    """An installation without the files of the samples named."""

    def leave_out(*names: str) -> None:
        def load(name: str):
            if name in names:
                raise DataError(f"File {name}_edges.csv: There is no such file")
            return load_sample(name)

        monkeypatch.setattr("askcore.ui.data.dataset.load_sample", load)

    return leave_out


def test_a_sample_that_is_missing_is_told_and_another_shown(without):
    without("cyclic_communities")
    at = sound(opened("decisions.py", "cyclic_communities"))
    (told,) = [info.value for info in at.info if "missing" in info.value]
    assert told == (
        "The files of Cyclic communities are missing from this installation; you see Seven nodes instead."
    )
    assert at.title[0].value == "Decisions"
    assert len(at.metric) == 3


def test_the_tour_is_a_talk_of_three_stops(home):
    home.switch_page("pages/learn.py").run()
    home.button("tour_start").click().run()
    stops = ready("three_stops")
    for number, stop in enumerate(stops, 1):
        sound(home)
        assert home.title[0].value == stop.heading
        assert f"**{number} of 3** {plain(stop.rest)}" in [line.value for line in home.markdown]
        assert home.selectbox("data").value == "cyclic_communities"
        if number < len(stops):
            home.button("talk_next").click().run()
