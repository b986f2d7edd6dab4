"""The page Decisions in a session: controls, buttons and tabs lead where they say, on samples and own data."""

from __future__ import annotations

import json

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.datasets import GraphData, TableData, load_sample
from askcore.ui import background
from askcore.ui.settings import MERGES
from tests.framed import give
from tests.pages.test_every_page import ROOT, numbers, opened, sound

pytestmark = pytest.mark.long  # seconds each


def on_tab(at, name: str):
    at.session_state["details"] = name
    return sound(at.run())


def said(at) -> str:
    return "\n".join(each.value for part in (at.header, at.markdown, at.caption, at.info) for each in part)


def verdict(at) -> str:
    return at.main.header[0].value


def own(data):
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    give(at, data)
    return sound(at.switch_page("pages/decisions.py").run())


@pytest.fixture
def nothing_kept():
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


def test_use_it_sets_the_tuned_setting():
    at = opened("decisions.py", "cyclic_communities")
    tuned = numbers(at)
    at.select_slider("gamma").set_value(0.01).run()
    assert numbers(sound(at)) != tuned
    sound(at.button("use_tuned").click().run())
    assert numbers(at) == tuned
    assert "use_tuned" not in [button.key for button in at.button]


@pytest.mark.parametrize("merge", MERGES)
def test_the_merged_card_follows_the_rule(merge):
    at = opened("decisions.py", "cyclic_communities")
    at.select_slider("gamma").set_value(1.0)
    at.select_slider("damping").set_value(0.0).run()
    before = numbers(at)
    at.button_group("merge").set_value(merge).run()
    assert numbers(sound(at))[:2] == before[:2]
    assert (numbers(at)[2] == before[2]) == (merge == "mean")
    assert (f"merge='{merge}'" in at.code[0].value) == (merge != "mean")


def test_too_many_training_samples_are_tuned_on_a_part(monkeypatch, nothing_kept):
    for place in (
        "ui.pages.decisions.results",
        "ui.pages.decisions.tabs",
        "experiments.decisions.comparison",
    ):
        monkeypatch.setattr(f"askcore.{place}.PATH_LIMIT", 50)
    monkeypatch.setattr("askcore.experiments.judging.SEVERAL", 45)
    at = opened("decisions.py", "iris")
    assert "on 45 of 90 training samples" in said(at)
    at.session_state["tuning"] = True
    assert "Here there are 90." in said(sound(at.run()))
    for merge in ("stack", "joint"):
        at.button_group("merge").set_value(merge).run()
        sound(at)


def test_a_sample_is_chosen_for_every_part_of_the_page():
    at = on_tab(opened("decisions.py", "cyclic_communities"), "One sample")
    at.button_group("drawn").set_value("Neighbours").run()
    at.query_params["sample"] = "A031"
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in {"sample": "A031", "details": "One sample", "drawn": "Neighbours"}.items():
        at.query_params[key] = value
    sound(at.switch_page("pages/decisions.py").run())
    assert "**A031** belongs to “A”" in said(at)
    assert "Links of A031" in [each.value for each in at.subheader]


def test_each_tab_opens_and_balancing_finds_more_of_a_rare_class():
    rng = np.random.default_rng(0)
    y = np.array(["stays"] * 270 + ["churned"] * 30)
    at = own(TableData(rng.normal(size=(300, 4)) + 0.9 * (y == "churned")[:, None], y))
    for name in [tab.label for tab in at.tabs]:
        on_tab(at, name)
    at.select_slider("gamma").set_value(0.1).run()
    before = next(text for text in said(at).splitlines() if text.startswith("AsK-LS finds"))
    sound(at.button("balance").click().run())
    assert before not in said(at)
    assert at.button_group("weights").value == "balanced"


def test_own_data_open_at_the_tuned_setting():
    at = own(load_sample("cyclic_communities"))
    assert verdict(at).startswith("**Direction helps here:**")
    assert "use_tuned" not in [button.key for button in at.button]
    assert "Model settings" in [each.label for each in at.sidebar.expander]
    assert at.sidebar.selectbox("kernel").label == "Kernel"


def test_the_full_test_takes_the_place_of_the_quick_answer():
    at = opened("decisions.py", "teaching_graph")
    at.select_slider("train").set_value(0.6).run()
    on_tab(at, "Does direction pay?")
    at.selectbox("effort").set_value("quick").run()
    first = verdict(at)
    sound(at.button("compare").click().run(timeout=120))
    assert verdict(at) != first
    assert "compare" not in [button.key for button in at.button]
    on_tab(at, "Methods")
    assert verdict(at) != first


NOISE = np.random.default_rng(0).normal(size=(60, 3))


def numbers_with(y):
    return TableData(np.random.default_rng(0).normal(size=(len(y), 3)), y)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (TableData(np.tile(NOISE, (4, 1)), ["a", "b"] * 120), "Repeated rows"),
        (
            TableData(np.column_stack([np.arange(60) % 2 + 3.0, NOISE]), ["a", "b"] * 30),
            "alone determines the label",
        ),
        (numbers_with(["a"] * 190 + ["rare"] * 10), "of the class “rare”."),
        (numbers_with(np.arange(140) % 28), "28 whole numbers are taken as classes"),
    ],
    ids=["repeated rows", "the label in a column", "a rare class missed", "numbers as classes"],
)
def test_a_doubtful_accuracy_is_told_with_a_way_on(data, told):
    at = own(data)
    assert told in "\n".join([said(at), *(each.value for each in at.warning)])


@pytest.mark.parametrize(
    "data",
    [
        numbers_with(["one"] * 30),
        numbers_with([f"id {i}" for i in range(30)]),
        numbers_with(["a", "b", "a", "b", "a", "b"]),
        numbers_with(["a"] * 37 + ["b"] * 3),
        TableData(np.ones((40, 3)), ["a", "b"] * 20),
        GraphData(np.zeros((30, 30)), [str(i) for i in range(30)], ["a", "b"] * 15),
    ],
    ids=["one class", "unique labels", "few samples", "a class of three", "constant features", "no links"],
)
def test_scarce_data_are_told_in_words(data):
    assert own(data).main.markdown


def test_while_methods_are_tuned_the_data_are_there(monkeypatch, nothing_kept):
    """Where tuning takes long, it has a bar above them, and the verdict has not come."""

    def waiting(name, of, task, doing):
        if name == "_comparison":
            st.markdown("a bar")
            st.stop()
        result = task()
        return result.run() if hasattr(result, "run") else result

    monkeypatch.setattr(background, "wait_for", waiting)
    monkeypatch.setattr(background, "is_small", lambda of, few=0: False)
    at = opened("decisions.py", "teaching_graph")
    drawn = [json.loads(each.proto.json) for each in at.get("bidi_component") if each.proto.json]
    assert "The links, nodes ordered by class" in [each.get("alt") for each in drawn]
    texts = [each.value for each in at.main.markdown]
    assert texts.index("a bar") < next(
        i for i, each in enumerate(texts) if each.startswith("7 nodes in 2 classes")
    )
    assert not at.metric
