"""A figure as it is sent: as Plotly sends it, with room for the icons, drawn once for equal inputs."""

from __future__ import annotations

import json
from functools import partial

import numpy as np
from streamlit.testing.v1 import AppTest

from askcore.figures import as_figure
from askcore.figures.parts.spec import as_sent
from askcore.figures.scores import scores_dot
from askcore.ui.blocks import Figure
from askcore.ui.charts.plots import ICONS, drawn

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


def test_a_figure_is_sent_as_plotly_sends_it_with_room_for_the_icons():
    figure = as_figure(scores_dot(["a"], [0.5], macro_f1=[0.4]))
    legend = {"yref": "container", "yanchor": "top", "y": 1 - ICONS / figure.layout.height}
    figure.update_layout(legend=legend, margin={"t": ICONS})
    assert sent() == json.loads(figure.to_json())
