"""What is sent of a figure: what plotly would send, with room for the icons, made once for equal inputs."""

from __future__ import annotations

import json

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.figures.parts import theme
from askcore.figures.parts.margins import with_margins
from askcore.figures.scores import scores_dot
from askcore.ui.charts.plots import ICONS, drawn
from askcore.ui.pages.decisions.selection import OPEN
from tests.pages.test_every_page import opened, sound

SCORES = ["one", "two"], np.array([0.5, 0.75])
MADE = []


def scores(*args, **kwargs):
    MADE.append(args)
    return scores_dot(*args, **kwargs)


def test_equal_inputs_are_drawn_once_and_other_ones_anew():
    MADE.clear()
    first = drawn(scores, *SCORES, chance=0.5)
    assert drawn(scores, list(SCORES[0]), SCORES[1].copy(), chance=0.5) is first
    assert len(MADE) == 1
    for names, values, chance in (
        (["one", "2"], SCORES[1], 0.5),
        (SCORES[0], SCORES[1] / 2, 0.5),
        (*SCORES, 0.4),
    ):
        found = drawn(scores, names, values, chance=chance)
        made = scores_dot(names, values, chance=chance).to_dict()
        assert found.spec == with_margins(made) != first.spec
    assert drawn(scores_dot, *SCORES, chance=0.5) is not first  # another function


def sent(toolbar: bool) -> dict:
    """What arrives of a figure, shown twice from one drawing."""

    def page(toolbar: bool) -> None:
        from askcore.figures.scores import scores_dot
        from askcore.ui.charts.plots import drawn, show

        for key in ("one", "other"):
            show(
                drawn(scores_dot, ["a"], [0.5], macro_f1=[0.4]),
                key=key,
                alt="scores",
                toolbar=toolbar,
            )

    at = AppTest.from_function(page, args=(toolbar,)).run()
    one, other = (json.loads(each.proto.spec) for each in at.get("plotly_chart"))
    assert one == other
    return one


@pytest.mark.parametrize("toolbar", [True, False])
def test_what_is_sent_is_what_plotly_sends_with_room_for_the_icons(toolbar):
    figure = scores_dot(["a"], [0.5], macro_f1=[0.4])
    figure.update_layout(margin=with_margins(figure.to_dict())["layout"]["margin"])
    if toolbar:
        legend = {"yref": "container", "yanchor": "top", "y": 1 - ICONS / figure.layout.height}
        figure.update_layout(legend=legend, margin={"t": figure.layout.margin.t + ICONS - theme.MARGIN})
    assert sent(toolbar) == json.loads(figure.to_json())


@pytest.mark.parametrize("sample", ["teaching_graph"])
def test_decisions_draws_the_same_without_the_checks_of_plotly(sample, monkeypatch):
    found = []
    for checked in (True, False):
        monkeypatch.setattr(theme, "CHECKED", checked)
        st.cache_resource.clear()
        at, specs = opened("decisions.py", sample), []
        for tab in [tab.label for tab in at.tabs]:
            at.session_state[OPEN] = tab
            specs += [json.loads(each.proto.spec) for each in sound(at.run()).get("plotly_chart")]
        found.append(specs)
    assert found[0] == found[1]
    assert len(found[0]) > 2 * len(at.tabs)
