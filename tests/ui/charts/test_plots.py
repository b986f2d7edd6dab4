"""A figure as it is sent: as Plotly sends it, with room for the icons, drawn once for equal inputs."""

from __future__ import annotations

import json
from functools import partial

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from askcore.figures import as_figure
from askcore.figures.parts.spec import as_sent, set_layout
from askcore.figures.scores import scores_dot
from askcore.figures.spectra import cumulated_energy
from askcore.ui.blocks import Figure
from askcore.ui.charts.plots import ICONS, LEFT, LEGEND, NUMBERS, TITLE, drawn, with_room

SCORES = ["one", "two"], np.array([0.5, 0.75])
MADE = []


def scores(*args, **kwargs):
    MADE.append(args)
    return scores_dot(*args, **kwargs)


def of(make, *args, **kwargs):
    return drawn(Figure("scores", partial(make, *args, **kwargs), "Scores"), "light")


def test_equal_inputs_are_drawn_once_and_other_inputs_again():
    MADE.clear()
    first = of(scores, *SCORES, chance=0.5)
    assert of(scores, list(SCORES[0]), SCORES[1].copy(), chance=0.5) is first
    assert len(MADE) == 1
    for names, values, chance in (
        (["one", "2"], SCORES[1], 0.5),
        (SCORES[0], SCORES[1] / 2, 0.5),
        (*SCORES, 0.4),
    ):
        found = of(scores, names, values, chance=chance)
        made = scores_dot(names, values, chance=chance)
        assert found.spec == as_sent(made) != first.spec
    assert of(scores_dot, *SCORES, chance=0.5) is not first  # another function


def test_functions_within_functions_and_methods_are_drawn_again_since_more_than_arguments_counts():
    for chance in (Chance(0.4), Chance(0.5)):
        spec = as_sent(scores_dot(*SCORES, chance=chance.value))
        assert of(chance.scores, SCORES[0]).spec == spec
        assert of(chance.within(), SCORES[0]).spec == spec


class Chance:
    def __init__(self, value):
        self.value = value

    def scores(self, names, theme):
        return scores_dot(names, SCORES[1], chance=self.value)

    def within(self):
        return lambda names, theme: self.scores(names, theme)


def sent() -> dict:
    """What arrives of a figure, shown twice from one drawing."""

    def page() -> None:
        from functools import partial

        from askcore.figures.scores import scores_dot
        from askcore.ui.blocks import Figure
        from askcore.ui.render import show

        draw = partial(scores_dot, ["a"], [0.5], macro_f1=[0.4])
        show([Figure(key, draw, "scores") for key in ("one", "other")])

    at = AppTest.from_function(page).run()
    one, other = (json.loads(each.proto.spec) for each in at.get("plotly_chart"))
    assert one == other
    return one


def test_a_figure_is_sent_as_plotly_sends_it_with_room_for_icons_a_legend_and_numbers():
    figure = as_figure(scores_dot(["a"], [0.5], macro_f1=[0.4]))
    legend = {"yref": "container", "yanchor": "top", "y": 1 - ICONS / figure.layout.height}
    figure.update_layout(legend=legend, margin={"t": ICONS + LEGEND, "b": NUMBERS})
    assert sent() == json.loads(figure.to_json())


@pytest.mark.parametrize(
    ("change", "margin"),
    [
        ({}, {"t": ICONS, "l": LEFT, "b": NUMBERS + TITLE}),
        ({"showlegend": True}, {"t": ICONS + LEGEND, "l": LEFT, "b": NUMBERS + TITLE}),
        ({"showlegend": True, "legend": {"y": 0}}, {"t": ICONS, "l": LEFT, "b": NUMBERS + TITLE}),
        ({"margin": {"t": 90}}, {"t": 90, "l": LEFT, "b": NUMBERS + TITLE}),
        ({"xaxis": {"visible": False}}, {"t": ICONS, "l": LEFT}),
        ({"yaxis": {"title": {"text": ""}}}, {"t": ICONS, "b": NUMBERS + TITLE}),
        ({"yaxis": {"showticklabels": False}}, {"t": ICONS, "b": NUMBERS + TITLE}),
        # a square plot is narrower than its place
        ({"yaxis": {"scaleanchor": "x"}}, {"t": ICONS, "b": NUMBERS + TITLE}),
    ],
)
def test_room_is_made_for_what_is_seen_along_the_axes_and_above(change, margin):
    spec = set_layout(cumulated_energy([0.5, 0.9], rank=2).figure, **change)
    assert with_room(spec)["layout"]["margin"] == margin


def test_two_traces_have_a_legend_unless_they_are_left_out_of_it():
    def top(*traces):
        spec = {"data": [{"type": "scatter", **each} for each in traces], "layout": {}}
        return with_room(spec)["layout"]["margin"]["t"]

    assert top({}, {}) == ICONS + LEGEND
    assert top({}) == top({}, {"showlegend": False}) == top({}, {"type": "heatmap"}) == ICONS
