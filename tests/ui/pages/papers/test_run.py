"""What a run of a table takes, and which data it lacks."""

from __future__ import annotations

import math

from askcore import papers
from askcore.papers import Journal, protocol, tables
from askcore.papers.engine.journal import settings_of
from askcore.papers.engine.protocol import Unit
from askcore.papers.engine.published import not_at_hand, parts_of
from askcore.ui.pages.papers import page


def test_seconds_are_those_of_the_chosen_data_sets_and_repeats(monkeypatch):
    chosen, journal = protocol("ksvd-6"), Journal()
    monkeypatch.setattr(papers, "measured", lambda: journal)
    assert page.seconds(chosen, ("yacht",)) == math.inf
    for dataset, took in (("yacht", 10.0), ("liver", 1000.0)):
        unit = Unit(dataset, ("KSVD",), (0, 1, 2, 3), 0)
        journal.append(settings_of(chosen, unit, "digest", {}), {}, took)
    assert page.seconds(chosen, ("yacht",)) == 5.0
    assert page.seconds(chosen, ("yacht", "liver")) == 505.0


def test_every_set_of_every_table_can_be_downloaded_or_ships_with_the_package(tmp_path, monkeypatch):
    monkeypatch.setenv("ASKCORE_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for each in tables():
        for name in each.datasets:
            missing = [one.name for one in not_at_hand([name])]
            assert missing == list(parts_of(name)) or name == "textures"
    assert [one.name for one in not_at_hand(protocol("indefinite-2").datasets)].count("sonar") == 1
