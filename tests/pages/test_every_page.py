"""Every page: it runs, has a title, and shows something; controls change what it shows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.datasets import describe_sample, load_sample
from askcore.experiments.choice import kernels_for
from askcore.kernels import GRAPH_KERNELS, KERNELS, Choice, Flag
from askcore.ui import cache
from askcore.ui.charts import in_place
from askcore.ui.data.initial_settings import usual_settings
from askcore.ui.pieces import TAKEN
from askcore.ui.settings import param_key
from tests.helpers import small_samples
from tests.pages.sentences import SAMPLES, TABS

pytestmark = pytest.mark.long  # seconds each

ROOT = Path(__file__).parents[2]
TABLE, GRAPH = "two_moons", "teaching_graph"
CARDS = (0, 3)  # numbers of Decisions: both views and the merged decision; none where both views are one


def opened(page: str, sample: str | None = None) -> AppTest:
    """A page inside the frame, with a sample named in its address, and what to take along open."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    if sample is not None:
        at.query_params["data"] = sample
    at.session_state[TAKEN] = True
    at.switch_page(f"pages/{page}").run()
    sound(at)
    return at


def sound(at: AppTest) -> AppTest:
    assert [error.value for error in at.exception] == []
    assert len(at.title) == 1
    return at


def numbers(at: AppTest) -> list[str]:
    return [metric.value for metric in at.metric]


def settings(at: AppTest) -> dict:
    sliders = {slider.key: slider.value for slider in at.select_slider}
    return sliders | {box.key: box.value for box in at.selectbox if box.key == "kernel"}


@pytest.mark.parametrize("page", [page for page in TABS if page not in ("learn", "papers")])
def test_every_tab_that_is_drawn_again_has_the_same_charts_and_nothing_to_draw_into_them(page, monkeypatch):
    monkeypatch.setattr(in_place, "DRAWS", True)
    at = opened(f"{page}.py", GRAPH)
    for tab in [tab.label for tab in at.tabs]:
        at.session_state[TABS[page]] = tab
        first = [chart.proto.id for chart in sound(at.run()).get("plotly_chart")]
        assert [chart.proto.id for chart in sound(at.run()).get("plotly_chart")] == first != []
    assert [each.proto.id for each in at.get("bidi_component") if "in_place" in each.proto.id] == []


@pytest.mark.parametrize("sample", [GRAPH, TABLE])
@pytest.mark.parametrize("page", [page for page in TABS if page not in ("learn", "papers")])
def test_a_second_visit_computes_nothing(page, sample, monkeypatch):
    at = opened(f"{page}.py", sample)
    made, init = [], cache.CacheEntry.__init__
    monkeypatch.setattr(
        cache.CacheEntry, "__init__", lambda entry, content: (made.append(content), init(entry, content))[1]
    )
    at.switch_page("pages/share.py").run()
    sound(at.switch_page(f"pages/{page}.py").run())
    assert made == []
    st.cache_resource.clear()
    sound(at.run())
    assert made != []  # the count is of use only if it sees what it should


@pytest.mark.parametrize(
    ("key", "value"),
    [("gamma", 0.01), ("damping", 10.0), ("train", 0.3)],
)
def test_a_slider_changes_the_decisions(key, value):
    at = opened("decisions.py", "cyclic_communities")
    before = numbers(at)
    at.select_slider(key).set_value(value).run()
    sound(at)
    assert numbers(at) != before
    assert settings(at)[key] == value


def test_another_seed_is_another_split():
    at = opened("decisions.py", "cyclic_communities")
    before = numbers(at)
    at.number_input("seed").set_value(5).run()
    assert numbers(sound(at)) != before
    at.number_input("seed").set_value(0).run()
    assert numbers(sound(at)) == before


@pytest.mark.parametrize("kernel", GRAPH_KERNELS)
def test_every_graph_kernel(kernel):
    at = opened("decisions.py", GRAPH)
    at.selectbox("kernel").set_value(kernel).run()
    sound(at)
    assert not at.error
    assert len(numbers(at)) in CARDS
    if GRAPH_KERNELS[kernel].symmetric:
        assert at.main.header[0].value.startswith(("**No direction to use here", "**No answer yet"))
    own = [slider.key for slider in at.select_slider if slider.key.startswith(f"{kernel}_")]
    assert len(own) == len(GRAPH_KERNELS[kernel].params)
    for key in own:
        for end in (0, -1):  # the ends of the range
            slider = at.select_slider(key)
            value = slider.options[end]
            slider.set_value(int(value) if key == "power_length" else float(value)).run()
            sound(at)
            assert not at.error
            told = " ".join(warning.value for warning in at.warning)
            assert not told or "almost the identity" in told
    if own:
        assert f"'{kernel}'" in at.code[0].value
        assert f"('{GRAPH_KERNELS[kernel].params[0].name}', " in at.code[0].value


TABLES = small_samples("table")
# Each kernel once, on the last table that it fits.
ONCE_EACH = {kernel: sample for sample in TABLES for kernel in kernels_for(load_sample(sample).X)}


@pytest.mark.long
@pytest.mark.parametrize(("kernel", "sample"), ONCE_EACH.items())
def test_every_kernel_on_a_table(kernel, sample):
    spec = KERNELS[kernel]
    at = opened("decisions.py", sample)
    at.selectbox("kernel").set_value(kernel).run()
    sound(at)
    assert len(numbers(at)) in CARDS
    if spec.symmetric:
        assert at.main.header[0].value.startswith(("**No direction to use here", "**No answer yet"))
    assert ("scaled" in [toggle.key for toggle in at.toggle]) == (spec.accepts == "vectors")
    for param in spec.params:
        for end in ("first", "last"):
            set_to_end(at, param_key(spec, param), param.domain, end)
            sound(at)
            assert len(numbers(at)) in CARDS


def set_to_end(at: AppTest, key: str, domain, end: str) -> None:
    """Move a parameter's control to the first or last of what it offers."""
    if isinstance(domain, Flag):
        at.toggle(key).set_value(end == "last").run()
        return
    place = 0 if end == "first" else -1
    if isinstance(domain, Choice):
        at.selectbox(key).select_index(place % len(domain.options)).run()
        return
    option = at.select_slider(key).options[place]
    if option != domain.none:
        option = (int if domain.integer else float)(option.replace("−", "-"))
    at.select_slider(key).set_value(option).run()


@pytest.mark.long
def test_a_table_kernel_is_exchanged_with_the_rest_kept():
    """From one kernel straight to the next, though their parameters of one name have other ranges."""
    at = opened("decisions.py", TABLE)
    at.select_slider("gamma").set_value(1.0).run()
    at.selectbox("kernel").set_value("polynomial").run()
    at.select_slider("kp_polynomial_c").set_value(10.0).run()
    for name in kernels_for(load_sample(TABLE).X):
        at.selectbox("kernel").set_value(name).run()
        sound(at)
        assert len(numbers(at)) in CARDS
    assert settings(at)["gamma"] == 1.0


@pytest.mark.parametrize("sample", SAMPLES.values())
def test_a_data_set_brings_its_preset(sample):
    """Settings of the data set before do not reach the next one."""
    at = opened("decisions.py", "iris" if sample != "iris" else "two_moons")
    at.select_slider("gamma").set_value(0.01).run()
    at.select_slider("damping").set_value(10.0).run()
    at.selectbox("kernel").set_value("linear").run()
    at.selectbox("data").set_value(sample).run()
    sound(at)
    chosen = describe_sample(sample)
    expected = usual_settings(load_sample(sample), chosen.preset)
    found = settings(at)
    assert {key: expected[key] for key in found if key in expected} == found
    at.selectbox("data").set_value("cyclic_communities").run()
    sound(at)
    assert settings(at)["gamma"] == describe_sample("cyclic_communities").preset["gamma"]


@pytest.mark.parametrize("name", ["iris", "<b>*Cora*</b>"])
def test_an_address_that_names_no_data_set_says_so(name):
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params["data"] = name
    at.run()
    told = [info.value for info in at.info if "no data set called" in info.value]
    assert len(told) == (name != "iris")
    if told:
        assert told[0].startswith("There is no data set called")
        assert "<b>" not in told[0]
        at.selectbox("data").set_value("iris").run()
        assert not any("no data set called" in info.value for info in at.info)


def test_settings_of_a_file_that_is_not_here_are_not_those_of_a_sample():
    """A link names the file of somebody else, and what was set for it."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in {"data": "wine.csv", "gamma": "2.5", "kernel": "RBF", "seed": "5"}.items():
        at.query_params[key] = value
    at.switch_page("pages/decisions.py").run()
    assert settings(sound(at))["gamma"] == describe_sample("cyclic_communities").preset["gamma"]
    assert at.selectbox("kernel").value == "adjacency"
    assert at.number_input("seed").value == 5


def test_code_and_downloads_are_offered():
    at = opened("decisions.py", GRAPH)
    assert "views = path_views(" in at.code[0].value
    assert [button.label for button in at.get("download_button")][-5:] == [
        *("Predictions (CSV)", "Scores (JSON)", "This page (HTML)", "Python (.py)", "Notebook (.ipynb)")
    ]


@pytest.mark.parametrize("page", ["decisions.py", "spectra.py"])
def test_the_figures_of_every_page_can_be_taken_along(page):
    at = opened(page, GRAPH)
    choice = at.selectbox("figure_out")
    assert len(choice.options) == len(set(choice.options)) == len(at.get("plotly_chart"))
    for kind in ("svg", "png", "html"):
        at.button_group("figure_format").set_value(kind).run()
        sent = file_of_figure(at)
        assert sent["alt"] == choice.options[0]
        assert sent["name"].startswith(f"askcore-{page.removesuffix('.py')}-seven-nodes")
        assert sent["name"].endswith(kind)
        labels = [button.label for button in sound(at).get("download_button")]
        assert ("Save this figure (HTML)" in labels) == (kind == "html")
        assert "Data of this figure (CSV)" in labels


def test_a_picture_of_a_lesson_is_taken_along_without_data():
    at = opened("lesson_two_views.py")
    assert "<svg" in file_of_figure(at)["picture"]
    labels = [button.label for button in at.get("download_button")]
    assert "Data of this figure (CSV)" not in labels
    assert "This page (HTML)" in labels


def file_of_figure(at: AppTest) -> dict:
    """What the browser is sent to draw a file from."""
    (sent,) = [json.loads(each.proto.json) for each in at.get("bidi_component") if "name" in each.proto.json]
    return sent


def test_a_dark_page_gives_light_files():
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.context = {"theme": "dark"}
    at.session_state[TAKEN] = True
    sound(at.switch_page("pages/spectra.py").run())
    assert "#E6E9EF" in at.get("plotly_chart")[0].proto.spec
    template = json.loads(file_of_figure(at)["spec"])["layout"]["template"]
    assert template["layout"]["font"]["color"] == "#13171E"


def test_formulas_and_terms_are_made_where_they_are_open():
    at = opened("decisions.py", "two_moons")
    assert not at.latex
    assert not any(each.value.startswith("- **") for each in at.markdown)
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for part in ("how", "terms"):
        at.query_params[f"decisions_{part}"] = "true"
    sound(at.switch_page("pages/decisions.py").run())
    assert len(at.latex) > 3
    assert any(each.value.startswith("- **") for each in at.markdown)
