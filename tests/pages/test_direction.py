"""Does direction pay?: it waits for a click, keeps its result, and another setting is another question."""

from __future__ import annotations

import pytest

from tests.pages.test_every_page import opened, sound


def start(at):
    at.button("compare").click().run()
    return sound(at)


def test_it_waits_with_an_estimate():
    at = opened("direction.py", "teaching_graph")
    assert at.button("compare").label.startswith("Compare (")
    assert "the part of a lead that remains comes from no direction" in at.markdown[0].value
    assert not at.get("plotly_chart")


def test_a_click_gives_a_verdict_and_the_session_keeps_it():
    at = start(opened("direction.py", "teaching_graph"))
    verdict = at.markdown[0].value
    assert "**" not in verdict  # a quick look is no bold claim
    assert "irection" in verdict
    assert len(at.get("plotly_chart")) == 2
    assert any("A quick look" in caption.value for caption in at.caption)
    at.switch_page("pages/data.py").run()
    at.switch_page("pages/direction.py").run()
    assert sound(at).markdown[0].value == verdict


@pytest.mark.long
def test_another_setting_is_another_question():
    at = start(opened("direction.py", "teaching_graph"))
    first = at.markdown[0].value
    for change in (
        lambda: at.number_input("seed").set_value(4),
        lambda: at.selectbox("score").set_value("macro_f1"),
        lambda: at.button_group("orientation").set_value("out"),
    ):
        change().run()
        assert sound(at).button("compare").label.startswith("Compare (")
    at.number_input("seed").set_value(0).run()
    at.selectbox("score").set_value("micro_f1").run()
    at.button_group("orientation").set_value("in").run()
    assert sound(at).markdown[0].value == first


@pytest.mark.long
def test_a_table_and_a_symmetric_kernel():
    at = start(opened("direction.py", "iris"))
    assert "irection" in at.markdown[0].value
    at.selectbox("kernel").set_value("rbf").run()
    assert (
        "kernel matrix is symmetric:** K(u, v) = K(v, u), so there is no direction"
        in sound(at).markdown[0].value
    )
    assert not [button for button in at.button if button.key == "compare"]


def test_many_samples_get_fewer_folds():
    at = opened("direction.py", "python_imports")
    assert "**" not in at.markdown[0].value
    assert at.button("compare").label.startswith("Compare (")
    assert at.session_state["_job_compare"].ready[0].savings == {
        "folds": 5,
        "bandwidths": (1.0,),
        "seconds": 8.0,
        "brief": True,
    }
