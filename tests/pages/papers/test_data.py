"""Data of the page "Paper tables": a download on a click only, and bags of the user's own."""

from __future__ import annotations

from dataclasses import replace

from askcore.datasets import BagData, DataError, load_sample
from askcore.ui.pages.papers import state as page_state
from tests.pages.papers.conftest import TOY, at_hand, opened, run, said, set_toy, sound


def test_a_download_starts_on_a_click_only_and_its_failure_has_a_remedy(monkeypatch):
    asked = []

    def fetch(name, progress=None):
        asked.append(name)
        progress(1000, 2000)
        raise DataError("There is no connection", remedy="Set ASKCORE_DATA to a folder with the file.")

    set_toy(monkeypatch, TOY)
    monkeypatch.setattr("askcore.ui.data.public.fetch", fetch)
    at = opened()
    assert "**2 data sets are not downloaded yet** (460 kB): Cora citations, CiteSeer citations." in said(at)
    assert "nothing can be run" in said(at)
    assert asked == []
    assert "graphs/cora.npz" in said(at)
    assert "ASKCORE_DATA" in said(at)
    at.button("download_toy-III_start").click().run()
    sound(at)
    assert asked == ["cora"]
    assert "There is no connection" in at.error[0].value
    assert "ASKCORE" in at.error[0].value
    assert at.button("download_toy-III_start")


def test_a_download_that_ends_makes_the_table_ready(monkeypatch):
    there = set()
    set_toy(monkeypatch, TOY)
    at_hand(monkeypatch, there.__contains__)
    monkeypatch.setattr("askcore.ui.data.public.fetch", lambda name, progress: there.add(name))
    at = opened()
    at.button("download_toy-III_start").click().run()
    sound(at)
    assert there == {"cora", "citeseer"}
    assert at.button("run_table")
    assert "not downloaded" not in said(at)


def test_bags_of_your_own_are_data_of_the_table_on_bags(toy, monkeypatch):
    bags = load_sample("textures")
    assert isinstance(bags, BagData)
    set_toy(monkeypatch, replace(TOY, key="askls-I", absent={}))
    usual = page_state.active
    monkeypatch.setattr(
        page_state, "active", lambda: replace(usual(), name="upload", title="mine.zip", data=bags)
    )
    at = opened()
    assert any("your bags (mine.zip)" in option for option in at.multiselect("sets_askls-I").options)
    run(at)
    assert any("your bags" in name for name in at.dataframe[0].value["Data set"])
