"""The Decisions page's details: each tab on each sample, the best setting, merging rules, large training sets."""

from __future__ import annotations

import pytest
import streamlit as st
from sklearn.datasets import make_gaussian_quantiles
from streamlit.testing.v1 import AppTest

from askcore.datasets import TableData, list_samples, load_sample
from askcore.datasets.own_file import Reading
from askcore.experiments.decisions.contest import LOO_GRID
from askcore.ui.data.dataset import DATA, UPLOAD
from askcore.ui.pages.decisions import panels
from askcore.ui.settings import GAMMAS, MERGES
from askcore.ui.work import cache
from tests.browser.driver import NAMES_GAMMA
from tests.pages.test_every_page import ROOT, numbers, opened, sound

TABS = ("All methods", "Find a kernel", "One sample", "Mistakes", "Decision regions", "γ and λ")


def on_tab(at, name: str):
    at.session_state["details"] = name
    return sound(at.run())


def mine(at) -> list[str]:
    """The accuracies at the sliders' setting."""
    return [metric.delta.split()[-1] for metric in at.metric[:3]]


def said(at) -> str:
    return "\n".join(each.value for part in (at.subheader, at.markdown, at.caption, at.info) for each in part)


@pytest.mark.long
@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("sample", list_samples())
def test_every_tab_with_every_sample(sample, tab):
    at = on_tab(opened("decisions.py", sample), tab)
    if tab == "Decision regions" and sample != "two_moons":
        assert at.session_state["details"] == TABS[0]
        return
    if tab == "Find a kernel" and load_sample(sample).kind not in ("graph", "table"):
        assert at.session_state["details"] == TABS[0]
        return
    if tab == "γ and λ" and sample == "library_calls":
        assert "needs a decomposition of the training kernel matrix" in said(at)
        return
    headings = {
        "All methods": "points may be chance",
        "Find a kernel": "One click tries",
        "γ and λ": "Accuracy along γ",
        "Decision regions": "Source view f_s",
        "One sample": "Source view: ",
        "Mistakes": "Which class is predicted as which",
    }
    assert headings[tab] in said(at)
    if tab != "γ and λ":
        assert headings["γ and λ"] not in said(at)  # a hidden tab is not computed


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


def test_a_paragraph_names_gamma_and_follows_it():
    """By it a browser sees that a change has arrived (benchmarks/bench_crowd.py)."""
    at, seen = opened("decisions.py", "cyclic_communities"), set()
    for gamma in GAMMAS[20:23]:
        sound(at.select_slider("gamma").set_value(gamma).run())
        naming = [each.value for each in at.markdown if NAMES_GAMMA in each.value]
        assert any(f"{NAMES_GAMMA}{gamma:g}" in text for text in naming)
        seen.add("\n".join(naming))
    assert len(seen) == 3


@pytest.mark.parametrize(
    "sample", ["cyclic_communities", pytest.param("python_imports", marks=pytest.mark.long), "iris"]
)
def test_the_verdict_stays_when_the_best_is_used(sample):
    """What is tuned is compared with what is tuned, wherever the sliders stand."""
    at = on_tab(opened("decisions.py", sample), "γ and λ")
    at.select_slider("gamma").set_value(0.1)
    at.select_slider("damping").set_value(1.0).run()
    before, tuned, own = at.markdown[1].value, numbers(at), mine(at)
    (button,) = [b for b in at.button if b.label == "Use the best"]
    sound(button.click().run())
    assert (at.markdown[1].value, numbers(at)) == (before, tuned)
    assert mine(at) != own


def test_use_the_best_sets_the_bandwidth_too():
    """Where the bandwidth is far off, gamma and damping alone cannot mend it."""
    at = on_tab(opened("decisions.py", "iris"), "γ and λ")
    at.select_slider("times_sne_sigma").set_value(0.05).run()
    before, tuned, own = at.markdown[1].value, numbers(at), mine(at)
    (button,) = [b for b in at.button if b.label == "Use the best"]
    sound(button.click().run())
    assert at.select_slider("times_sne_sigma").value > 0.05
    assert (at.markdown[1].value, numbers(at)) == (before, tuned)
    assert float(mine(at)[2].rstrip("%")) > float(own[2].rstrip("%"))


@pytest.mark.long
@pytest.mark.parametrize("multiple", [-1.0, 0.5])
def test_a_negative_multiple_keeps_its_sign(multiple):
    at = opened("decisions.py", "two_moons")
    at.selectbox("kernel").set_value("tanh").run()
    at.select_slider("times_tanh_c").set_value(multiple).run()
    sound(at)
    for button in [b for b in at.button if b.label == "Use the best" and not b.disabled]:
        sound(button.click().run())
    assert (at.select_slider("times_tanh_c").value > 0) == (multiple > 0)


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


def test_a_slow_surface_waits_for_a_click_and_then_serves_the_button(monkeypatch):
    monkeypatch.setattr("askcore.ui.pages.decisions.state.AT_ONCE", 0.0)
    at = on_tab(opened("decisions.py", "iris"), "γ and λ")
    assert "Accuracy on left-out training samples" not in said(at)
    (button,) = [b for b in at.button if b.label.startswith("Try 8 bandwidths")]
    sound(button.click().run())
    assert "Accuracy on left-out training samples" in said(at)
    assert not [b for b in at.button if b.label.startswith("Try 8 bandwidths")]


def test_a_kernel_without_bandwidth_has_no_surface():
    at = on_tab(opened("decisions.py", "two_moons"), "γ and λ")
    at.selectbox("kernel").set_value("t").run()
    assert "Accuracy along γ" in said(sound(at))
    assert "How right over bandwidth" not in said(at)


def test_another_sample_is_another_explanation():
    at = on_tab(opened("decisions.py", "iris"), "One sample")
    before = said(at)
    (box,) = [b for b in at.selectbox if b.label == "Held-out sample"]
    box.select_index(len(box.options) - 1).run()
    assert said(sound(at)) != before


def test_another_seed_moves_the_explained_sample_into_the_test_part():
    at = on_tab(opened("decisions.py", "iris"), "One sample")
    for seed in (1, 2, 3):
        at.number_input("seed").set_value(seed).run()
        assert "The merged decision is" in said(sound(at))


def test_a_symmetric_kernel_has_no_two_label_parts():
    at = on_tab(opened("decisions.py", "two_moons"), "γ and λ")
    at.selectbox("kernel").set_value("rbf").run()
    assert "This kernel matrix is symmetric, so both views are one LS-SVM" in said(sound(at))


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


def test_a_node_that_was_trained_on_is_chosen_and_not_explained():
    at = on_both(opened("decisions.py", "cyclic_communities"))
    ego, one = own_key(at, "ego_"), own_key(at, "sample_")
    trained = next(name for name in at.selectbox(ego).options if name not in at.selectbox(one).options)
    at.selectbox(ego).select_index(at.selectbox(ego).options.index(trained)).run()
    assert at.selectbox(one).value is None
    assert f"“{trained}” is a training node" in said(sound(at))


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


def test_on_a_server_nothing_is_tried_for_who_has_cancelled_the_search(monkeypatch):
    tried = []
    monkeypatch.setattr(panels, "is_served", lambda: True)
    monkeypatch.setattr(panels, "_soon", tried.append)
    monkeypatch.setattr("askcore.ui.work.cache.was_cancelled", lambda name, of: name == "_opening")
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params.update({"data": "Two spheres", "kernel": "linear", "seed": "7"})
    sound(at.switch_page("pages/decisions.py").run())
    assert at.metric[-1].label.startswith("Best ordinary: ")
    assert not tried
    assert not [button for button in at.button if button.key == "take_other"]


def test_where_none_is_ahead_it_is_a_number_and_a_row():
    at = opened("decisions.py", "cyclic_communities")
    assert at.metric[-1].label == "Best ordinary: Embedding, logistic regression"
    assert "ordinary method does better" not in said(at)
    assert "Ordinary methods do not use this kernel" in said(at)
    assert not [button for button in at.button if button.key == "take_other"]


def test_a_symmetric_kernel_offers_one_with_two_views():
    at = opened("decisions.py", "iris")
    at.selectbox("kernel").set_value("rbf").run()
    assert "This kernel matrix is symmetric" in said(sound(at))
    sound(at.button("take_two").click().run())
    assert at.selectbox("kernel").value == "sne"
    assert "This kernel matrix is symmetric" not in said(at)


def test_long_work_says_what_it_is_before_the_verdict_takes_its_place(monkeypatch):
    told = []
    monkeypatch.setattr(panels, "PATIENCE", 0.0)
    monkeypatch.setattr(panels.words, "deciding", lambda *a, **k: told.append(a) or "wait")
    at = opened("decisions.py", "teaching_graph")
    assert told
    assert "wait" not in said(at)


def test_the_figures_do_not_wait_until_all_is_tuned(monkeypatch, nothing_kept):
    """Where tuning takes long, it has a bar above them."""

    def waiting(name, of, recipe, doing, seconds):
        if name == "_contest":
            st.markdown("a bar")
            st.stop()
        result = recipe()
        return result.run() if hasattr(result, "run") else result

    monkeypatch.setattr(cache, "awaited", waiting)
    monkeypatch.setattr(cache, "AT_ONCE", 0.0)
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
