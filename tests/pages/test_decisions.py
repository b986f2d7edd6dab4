"""The Decisions page's details: each tab on each sample, the best setting, merging rules, large training sets."""

from __future__ import annotations

import numpy as np
import pytest
import streamlit as st
from sklearn.datasets import make_gaussian_quantiles
from streamlit.testing.v1 import AppTest

from askcore.datasets import GraphData, TableData, load_sample
from askcore.datasets.own_file import Reading
from askcore.ui.data.dataset import DATA, UPLOAD
from askcore.ui.settings import MERGES
from askcore.ui.work import cache
from tests.pages.test_every_page import ROOT, numbers, opened, sound

pytestmark = pytest.mark.long  # seconds each


def on_tab(at, name: str):
    at.session_state["details"] = name
    return sound(at.run())


def mine(at) -> list[str]:
    """The accuracies at the sliders' setting."""
    return [metric.delta.split()[-1] for metric in at.metric[:3]]


def said(at) -> str:
    return "\n".join(each.value for part in (at.subheader, at.markdown, at.caption, at.info) for each in part)


def test_use_the_best_sets_gamma_and_damping_together():
    at = on_tab(opened("decisions.py", "cyclic_communities"), "γ and λ")
    at.select_slider("gamma").set_value(1.0)
    at.select_slider("damping").set_value(0.0).run()
    assert "Worse than guessing" in at.warning[0].value
    (button,) = [b for b in at.button if b.label == "Use the best"]
    before, tuned = at.markdown[1].value, numbers(at)
    sound(button.click().run())
    assert not at.warning
    assert float(mine(at)[2].rstrip("%")) > 90
    assert "corrected for the choice" in said(at)
    assert (at.markdown[1].value, numbers(at)) == (before, tuned), (
        "what is tuned is compared with what is tuned"
    )
    (button,) = [b for b in at.button if b.label == "Use the best"]
    assert button.disabled


@pytest.mark.parametrize("merge", MERGES)
def test_the_merged_metric_follows_the_rule(merge):
    at = opened("decisions.py", "cyclic_communities")
    at.select_slider("gamma").set_value(1.0)
    at.select_slider("damping").set_value(0.0).run()
    before = mine(at)
    at.button_group("merge").set_value(merge).run()
    sound(at)
    assert mine(at)[:2] == before[:2]
    assert (mine(at)[2] == before[2]) == (merge == "mean")
    code = at.code[0].value
    assert (f"merge='{merge}'" in code) == (merge != "mean")


@pytest.fixture
def nothing_kept():
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


def test_too_many_training_samples_are_tuned_on_a_part(monkeypatch, nothing_kept):
    for place in (
        "ui.pages.decisions.state",
        "ui.pages.decisions.details",
        "experiments.decisions.comparison",
    ):
        monkeypatch.setattr(f"askcore.{place}.PATH_LIMIT", 50)
    monkeypatch.setattr("askcore.experiments.judging.SEVERAL", 45)
    at = on_tab(opened("decisions.py", "iris"), "γ and λ")
    assert "here there are 90" in said(at)
    assert "It was tuned on 45 of the 90 training samples" in said(at)
    for merge in ("stack", "joint"):
        at.button_group("merge").set_value(merge).run()
        sound(at)
    on_tab(at, "One sample")
    assert "The merged decision (joint) is" in said(at)


# the sample that is looked at -------------------------------------------------------------------------------------


def own_key(at, start: str) -> str:
    return next(box.key for box in at.selectbox if box.key.startswith(start))


def on_both(at):
    """The ego network and the tab of one sample, in view together."""
    key = next(g.key for g in at.button_group if g.key == "drawn")
    at.button_group(key).set_value("Ego network").run()
    return on_tab(at, "One sample")


def test_the_ego_network_and_one_sample_are_of_one_node():
    at = on_both(opened("decisions.py", "cyclic_communities"))
    ego, one = own_key(at, "ego_"), own_key(at, "sample_")
    assert at.selectbox(ego).value == at.selectbox(one).value
    held_out = [at.selectbox(one).options.index(name) for name in at.selectbox(one).options[3:5]]
    at.selectbox(one).select_index(held_out[0]).run()
    name = at.selectbox(one).options[held_out[0]]
    assert at.selectbox(ego).options[at.selectbox(ego).value] == name
    other = at.selectbox(one).options[held_out[1]]
    at.selectbox(ego).select_index(at.selectbox(ego).options.index(other)).run()
    assert f"**{other}** belongs to “" in said(sound(at))


# data of one's own ------------------------------------------------------------------------------------------------


def own(data):
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.session_state[DATA], at.session_state["_next_name"] = (data, Reading(), False), UPLOAD
    return sound(at.switch_page("pages/decisions.py").run())


def test_where_a_baseline_is_better_the_page_says_so_first_and_its_button_takes_another_kernel():
    """One class around another: an RBF-SVM finds them, SNE as a kernel less so."""
    at = own(TableData(*make_gaussian_quantiles(n_samples=300, n_features=10, n_classes=2, random_state=0)))
    first, second = (markdown.value for markdown in at.main.markdown[:2])
    assert first.startswith(
        "**A baseline is better here:** RBF-SVM has an accuracy of **90%** on 120 test samples"
    )
    button = at.button("take_other")
    assert button.label == "Try this kernel"
    taken = button.help.removeprefix("Sets the kernel and all of its settings: ").removesuffix(".")
    assert second.startswith(f"What to try: {taken}. Its cross-validated accuracy is **")
    assert at.metric[-1].label == "Best baseline"
    before = float(mine(at)[2].rstrip("%"))
    sound(at.button("take_other").click().run())
    assert at.selectbox("kernel").value == "rbf"
    assert float(mine(at)[2].rstrip("%")) > before + 3


def test_own_data_open_on_what_a_quick_search_finds():
    at = own(load_sample("cyclic_communities"))
    assert any(each.value.startswith("**Direction helps here:**") for each in at.main.markdown)
    assert "A quick search compared 12 kernels" in said(at)
    assert "The large numbers and the figures show AsK-LS at the same setting" in said(at)
    assert not [button for button in at.button if button.key == "take_opening"]


NOISE = np.random.default_rng(0).normal(size=(60, 3))


def numbers_with(y):
    rng = np.random.default_rng(0)
    return TableData(rng.normal(size=(len(y), 3)), y)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (
            TableData(np.tile(np.random.default_rng(0).normal(size=(60, 3)), (4, 1)), ["a", "b"] * 120),
            "Repeated rows",
        ),
        (
            TableData(np.column_stack([np.arange(60) % 2 + 3.0, NOISE]), ["a", "b"] * 30),
            "tells the label by itself",
        ),
        (numbers_with(["a"] * 196 + ["rare"] * 4), "is never predicted"),
        (numbers_with(np.arange(140) % 28), "28 whole numbers are taken as classes"),
    ],
    ids=["repeated rows", "the label in a column", "a rare class missed", "numbers as classes"],
)
def test_a_doubtful_accuracy_is_told_with_a_way_on(data, told):
    warnings = [each.value for each in own(data).warning]
    assert any(told in each for each in warnings), warnings


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


def test_the_figures_do_not_wait_until_all_is_tuned(monkeypatch, nothing_kept):
    """Where tuning takes long, it has a bar above them."""

    def waiting(name, of, task, doing, work):
        if name == "_comparison":
            st.markdown("a bar")
            st.stop()
        result = task()
        return result.run() if hasattr(result, "run") else result

    monkeypatch.setattr(cache, "awaited", waiting)
    monkeypatch.setattr("askcore.experiments.sizes.RATE", 1e-9)
    at = opened("decisions.py", "teaching_graph")
    assert [chart.proto.alt.partition(" for class")[0] for chart in at.get("plotly_chart")] == [
        "Source view against target view",
        "The graph, nodes coloured by the merged decision",
    ]
    texts = [each.value for each in at.main.markdown]
    assert texts.index("a bar") < next(
        i for i, each in enumerate(texts) if each.startswith("At your setting")
    )
    assert not at.metric
