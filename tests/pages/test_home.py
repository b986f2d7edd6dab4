"""The first page: arrows that turn, the ways on, what is missing, and the tour."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from askcore._format import fixed
from askcore._validation import DataError
from askcore.datasets import TableData, load_sample
from askcore.experiments.lessons.small_graph import node_views
from askcore.ui import tour
from tests.pages.test_every_page import opened, sound
from tests.pages.test_matrices_and_bags import own


@pytest.fixture
def home() -> AppTest:
    return sound(opened("home.py"))


def readings(at: AppTest) -> dict[str, str]:
    """What each reading says of the node, by the first words of its heading."""
    found = {}
    for line in at.markdown:
        for view in ("Source view", "Target view", "Symmetric kernel"):
            if f"**{view}" in line.value:
                found[view] = line.value.split("\n")[-1]
    return found


@pytest.mark.parametrize("node", list("CDE"))
def test_the_mean_of_both_views_has_the_last_word(home, node):
    home.button_group("home_node").set_value(node).run()
    graph, classes = load_sample("teaching_graph"), ["square", "square", "", "", "", "circle", "circle"]
    views, at = node_views(graph.adjacency, classes, labelled=[0, 1, 5, 6]), "ABCDEFG".index(node)
    mean = (views.source[at] + views.target[at]) / 2
    (said,) = [line.value for line in sound(home).markdown if "Mean of both views" in line.value]
    name, side = views.classes[int(mean > 0)], "above" if mean > 0 else "below"
    assert said.endswith(f"{node} is a **{name}** ({fixed(mean, 2)}; {side} 0: {name}).")


def test_an_arrow_turned_by_its_button_changes_both_views_and_not_the_symmetric_one(home):
    before = readings(home)
    home.selectbox("home_arrow").set_value((0, 6)).run()
    home.button("home_turn").click().run()
    after = readings(sound(home))
    assert after["Source view"] != before["Source view"]
    assert after["Target view"] != before["Target view"]
    assert after["Symmetric kernel"] == before["Symmetric kernel"]
    home.button("home_turn").click().run()
    assert readings(home) == before


def test_when_the_last_arrow_is_gone_the_page_says_so_and_goes_on(home):
    before = readings(home)
    for _ in range(load_sample("teaching_graph").n_edges):
        home.button("home_remove").click().run()
    sound(home)
    assert any("No arrow is left" in info.value for info in home.info)
    assert all("cannot say" in line for line in readings(home).values())
    home.button("home_back").click().run()
    assert readings(sound(home)) == before
    assert not any("No arrow is left" in info.value for info in home.info)


@pytest.fixture
def without(monkeypatch):
    """An installation without the files of the samples named."""

    def leave_out(*names: str) -> None:
        def load(name: str):
            if name in names:
                raise DataError(f"File {name}_edges.csv: There is no such file")
            return load_sample(name)

        for module in ("askcore.ui.data.dataset", "askcore.ui.turning.state"):
            monkeypatch.setattr(f"{module}.load_sample", load)

    return leave_out


def test_a_sample_that_is_missing_is_told_and_another_shown(without):
    without("cyclic_communities")
    at = sound(opened("decisions.py", "cyclic_communities"))
    (told,) = [info.value for info in at.info if "missing" in info.value]
    assert told == (
        "The files of Cyclic communities are missing from this installation; you see Seven nodes instead."
    )
    assert at.title[0].value == "Decisions"
    assert len(at.metric) >= 4


def stop(at: AppTest) -> str:
    found = [line.value for line in at.markdown if line.value.startswith("**Stop ")]
    return found[0] if found else ""


def test_the_tour_leads_from_stop_to_stop(home):
    home.button("tour_start").click().run()
    for number, one in enumerate(tour.STOPS, 1):
        sound(home)
        assert stop(home) == f"**Stop {number} of {len(tour.STOPS)}.** {one.look}"
        assert home.title[0].value == one.page
        assert home.selectbox("data").value == one.sample
        last = number == len(tour.STOPS)
        assert (tour.LEARNED in [line.value for line in home.markdown]) == last
        if not last:
            home.button("tour_next").click().run()
    home.button("tour_end").click().run()
    assert stop(sound(home)) == ""


def test_a_data_set_of_ones_own_choice_leaves_the_tour(home):
    home.button("tour_start").click().run()
    home.selectbox("data").set_value("iris").run()
    assert stop(sound(home)) == ""


@pytest.mark.long
def test_the_tour_gives_a_file_of_ones_own_back():
    data = TableData(*(getattr(load_sample("iris"), part) for part in ("X", "y")))
    at = own("decisions.py", data)
    at.select_slider("gamma").set_value(100.0).run()
    sound(at.switch_page("pages/home.py").run()).button("tour_start").click().run()
    assert any("comes back when you end the tour" in line.value for line in sound(at).markdown)
    at.button("tour_end").click().run()
    assert sound(at).selectbox("data").value == "upload"
    assert stop(at) == ""
    at.switch_page("pages/decisions.py").run()
    assert sound(at).select_slider("gamma").value == 100.0
