"""What takes long on many samples is done in another process there, and says the same."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.datasets import TableData
from askcore.experiments import holdout_split, suggest
from askcore.ui.data.initial_settings import line_controls
from tests.framed import give
from tests.pages.test_every_page import ROOT, sound

PARTS = {
    "decisions": ("tuning", "true", {"_comparison", "baselines", "_curve", "path"}),
    "spectra": ("spectra_details", "Methods and choices", {"decomposed", "_alternatives"}),
    "nystroem": ("", "", {"_exact", "_sampled", "by_class"}),
}


class Elsewhere:
    """Another process without one: what goes to it and comes back is pickled."""

    def __init__(self):
        self.done = set()

    def __call__(self, name, of, task, doing):
        self.done.add(name)
        result = pickle.loads(pickle.dumps(task))()
        result = result.run() if hasattr(result, "run") else result
        return pickle.loads(pickle.dumps(result))


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=[pytest.mark.long] * (page in ("decisions", "nystroem"))) for page in PARTS],
)
def test_a_page_says_the_same_where_its_work_is_done_elsewhere(page, monkeypatch):
    tab, title, parts = PARTS[page]

    def shown():
        st.cache_resource.clear()
        at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
        at.query_params["data"] = "teaching_graph"
        if tab:
            at.query_params[tab] = title
        sound(at.switch_page(f"pages/{page}.py").run())
        numbers = {each.label: each.value for each in at.metric if not each.label.startswith("Time")}
        return numbers, [
            each.value for each in at.main.markdown if page != "nystroem"
        ]  # that one tells times

    here = shown()
    elsewhere = Elsewhere()
    monkeypatch.setattr("askcore.ui.background.wait_for", elsewhere)
    monkeypatch.setattr("askcore.ui.background.is_small", lambda of, few=0: False)
    there = shown()
    assert parts <= elsewhere.done
    assert there == here


@pytest.mark.long
def test_a_search_that_takes_long_is_watched_and_its_result_is_what_the_controls_hold(monkeypatch):
    data = TableData(np.random.default_rng(0).normal(size=(60, 3)), np.arange(60) % 2)
    begin = suggest(data, holdout_split(data.labels))
    elsewhere = Elsewhere()
    monkeypatch.setattr("askcore.ui.background.wait_for", elsewhere)
    monkeypatch.setattr("askcore.ui.background.is_small", lambda of, few=0: False)
    at = own(data, "home")
    assert "_suggested" not in elsewhere.done  # pages that show other things do not wait for it
    sound(at.switch_page("pages/decisions.py").run())
    assert "_suggested" in elsewhere.done
    for key, value in line_controls(data, begin.adopted).items():
        assert at.session_state[key] == value, key


def test_where_the_search_is_cancelled_data_open_with_what_is_usual(monkeypatch):
    data = TableData(np.random.default_rng(1).normal(size=(60, 3)), np.arange(60) % 2)
    elsewhere = Elsewhere()
    monkeypatch.setattr("askcore.ui.background.wait_for", elsewhere)
    monkeypatch.setattr("askcore.ui.background.was_cancelled", lambda name, of: name == "_suggested")
    monkeypatch.setattr("askcore.ui.background.is_small", lambda of, few=0: False)
    at = own(data, "decisions")
    assert "_suggested" not in elsewhere.done
    assert at.session_state["kernel"] == "sne"
    assert "quick search" not in "".join(each.value for each in at.main.markdown)


def own(data, page: str) -> AppTest:
    """A page with a file that was just read."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    give(at, data)
    return sound(at.switch_page(f"pages/{page}.py").run())
