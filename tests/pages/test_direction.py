"""Does direction pay?: it waits for a click, keeps its result, and another setting is another question."""

from __future__ import annotations

import pytest

from askcore.ui.pages.direction.state import Look
from tests.pages.test_every_page import opened, sound


def start(at):
    at.button("compare").click().run()
    return sound(at)


def looked(monkeypatch, *, soon):
    """As on a computer where a look over several kernels is quick, or not."""
    look = Look(4, 250, 300, 25e9, soon)
    monkeypatch.setattr("askcore.ui.pages.direction.panels.first_look", lambda data, scaled: look)


def test_a_click_gives_a_verdict_and_the_session_keeps_it():
    at = start(opened("direction.py", "teaching_graph"))
    verdict = at.markdown[0].value
    assert "**" not in verdict  # a quick look is no bold claim
    assert "irection" in verdict
    assert len(at.get("plotly_chart")) == 2
    assert any("This was a quick run" in said.value for said in at.markdown)
    at.switch_page("pages/data.py").run()
    at.switch_page("pages/direction.py").run()
    assert sound(at).markdown[0].value == verdict


@pytest.mark.long
def test_another_setting_is_another_question():
    at = opened("direction.py", "teaching_graph")
    (kernels,) = [group for group in at.button_group if group.label == "Kernels compared"]
    kernels.set_value(False).run()
    start(at)
    first = at.markdown[0].value
    for change in (
        lambda: at.number_input("seed").set_value(4),
        lambda: at.selectbox("score").set_value("macro_f1"),
        lambda: at.button_group("orientation").set_value("in"),
    ):
        change().run()
        assert sound(at).button("compare").label.startswith("Compare (")
    at.number_input("seed").set_value(0).run()
    at.selectbox("score").set_value("micro_f1").run()
    at.button_group("orientation").set_value("out").run()
    assert sound(at).markdown[0].value == first


def test_the_first_question_is_over_the_catalogue(monkeypatch):
    looked(monkeypatch, soon=True)
    at = opened("direction.py", "cyclic_communities")
    said = at.markdown[2].value
    assert "Each method chooses among 4 kernels: Adjacency, links out;" in said
    assert "kernel" not in [box.key for box in at.selectbox], "what has no effect is not offered"
    at.session_state["kernel"] = "katz"
    assert sound(at.run()).markdown[2].value == said  # whatever kernel is chosen on another page
