"""The Decisions page's details: each tab on each sample, the best setting, merging rules, large training sets."""

from __future__ import annotations

import pytest
import streamlit as st
from sklearn.datasets import make_gaussian_quantiles
from streamlit.testing.v1 import AppTest

from askcore.datasets import TableData
from askcore.datasets.own_file import Reading
from askcore.experiments.decisions.contest import LOO_GRID
from askcore.ui.data.dataset import DATA, UPLOAD
from askcore.ui.pages.decisions import panels
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
    sound(button.click().run())
    assert at.select_slider("gamma").value in LOO_GRID.gammas
    assert at.select_slider("damping").value in LOO_GRID.dampings[1:]
    assert not at.warning
    assert float(mine(at)[2].rstrip("%")) > 90
    assert "No other setting that was tried is better" in said(at)


def test_the_verdict_stays_when_the_best_is_used():
    """What is tuned is compared with what is tuned, wherever the sliders stand."""
    at = on_tab(opened("decisions.py", "iris"), "γ and λ")
    at.select_slider("gamma").set_value(0.1)
    at.select_slider("damping").set_value(1.0).run()
    before, tuned, own = at.markdown[1].value, numbers(at), mine(at)
    (button,) = [b for b in at.button if b.label == "Use the best"]
    sound(button.click().run())
    assert (at.markdown[1].value, numbers(at)) == (before, tuned)
    assert mine(at) != own


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


@pytest.mark.long
def test_too_many_training_samples_are_tuned_on_a_part(monkeypatch, nothing_kept):
    for place in (
        "ui.pages.decisions.state",
        "ui.pages.decisions.words.settings",
        "experiments.decisions.tuned",
    ):
        monkeypatch.setattr(f"askcore.{place}.PATH_LIMIT", 50)
    for place, limit in (("tuned", "SEVERAL"), ("tuned", "ONE_MATRIX"), ("surface", "ONE_MATRIX")):
        monkeypatch.setattr(f"askcore.experiments.decisions.{place}.{limit}", 45)
    at = on_tab(opened("decisions.py", "iris"), "γ and λ")
    assert "here are 90" in said(at)
    assert "Leave-one-out over 45 of the 90 training samples: best at" in said(at)
    assert "on 45 of the 90 training samples" in said(at)
    assert len(numbers(at)) == 5
    (button,) = [b for b in at.button if b.label == "Use the best"]
    sound(button.click().run())
    assert float(mine(at)[2].rstrip("%")) > 90
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


# ordinary methods -------------------------------------------------------------------------------------------------


def test_where_an_ordinary_method_is_ahead_the_page_says_so_first_and_its_button_takes_another_kernel():
    """One class around another: an RBF-SVM finds them, SNE as a kernel less so."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    data = TableData(*make_gaussian_quantiles(n_samples=300, n_features=10, n_classes=2, random_state=0))
    at.session_state[DATA], at.session_state["data"] = (data, Reading(), False), UPLOAD
    at = sound(at.switch_page("pages/decisions.py").run())
    first, second = (markdown.value for markdown in at.main.markdown[:2])
    assert first.startswith(
        "**An ordinary method does better here:** RBF-SVM gets **90%** of 120 held-out samples right"
    )
    button = at.button("take_other")
    assert button.label == "Try this kernel"
    taken = button.help.removeprefix("Sets the kernel and all of its settings: ").removesuffix(".")
    assert second.startswith(f"What to try: {taken}. Its accuracy on left-out training samples is **9")
    assert at.metric[-1].label == "Best ordinary: RBF-SVM"
    before = float(mine(at)[2].rstrip("%"))
    sound(at.button("take_other").click().run())
    assert at.selectbox("kernel").value == "rbf"
    times = at.select_slider("times_rbf_sigma").value
    assert taken == "RBF" + (f", bandwidth × {times:g}" if times != 1 else "")
    assert float(mine(at)[2].rstrip("%")) > before + 3
    assert not any("does better here" in markdown.value for markdown in at.main.markdown)


def test_on_a_server_the_page_stands_before_other_kernels_are_tried_once(monkeypatch):
    plans = []
    monkeypatch.setattr(panels, "is_served", lambda: True)
    monkeypatch.setattr(panels, "_soon", lambda state: plans.append(state.surface_plan))
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    data = TableData(*make_gaussian_quantiles(n_samples=310, n_features=10, n_classes=2, random_state=0))
    at.session_state[DATA], at.session_state["data"] = (data, Reading(), False), UPLOAD
    at = sound(at.switch_page("pages/decisions.py").run())
    assert at.metric[-1].label.startswith("Best ordinary: ")
    assert not [button for button in at.button if button.key == "take_other"]
    assert len(plans) == 1
    at.session_state[panels._TRIED] = plans[0]  # and nothing was found: the page does it, or says why not
    sound(at.run())
    assert at.button("take_other").label == "Try this kernel"
    assert len(plans) == 1


def test_the_figures_do_not_wait_until_all_is_tuned(monkeypatch, nothing_kept):
    """Where tuning takes long, it has a bar above them."""

    def waiting(name, of, recipe, doing, work):
        if name == "_contest":
            st.markdown("a bar")
            st.stop()
        result = recipe()
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
        i for i, each in enumerate(texts) if each.startswith("At the current setting")
    )
    assert not at.metric
