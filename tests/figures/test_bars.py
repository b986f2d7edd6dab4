"""Bars: pulls on a decision, flows between samples, outcomes of tables."""

import numpy as np
import pytest

from askcore.figures.parts.colours import PALETTES
from tests.figures.checked import OUTCOMES, net_flows, outcome_strips, paired_bars, pull_bars
from tests.figures.parts.test_colours import contrast


def bars(figure):
    return [trace for trace in figure.data if trace.type == "bar"]


@pytest.mark.parametrize("n_rest", [0, 5])
def test_bars_add_up_to_the_decision(n_rest):
    values, rest, intercept = np.array([0.5, -0.3, 0.2]), 0.15 if n_rest else 0.0, -0.05
    below = {**({"the other 5 samples": rest} if n_rest else {}), "intercept": intercept}
    figure = pull_bars(values, list("pqr"), list("aba"), below=below, limit=1.0)
    total = values.sum() + rest + intercept
    assert sum(sum(bar.x) for bar in bars(figure)) == pytest.approx(total)
    (words,) = [a.text for a in figure.layout.annotations]
    assert words == f"together f = <b>{total:.3g}</b>"
    expected = ["p", "q", "r", *(["the other 5 samples"] if n_rest else []), "intercept"]
    assert list(figure.layout.yaxis.ticktext) == expected


def test_of_many_flows_the_largest_come_first_in_either_direction():
    net = np.linspace(-5, 6, 45)
    drawn = net_flows([f"n{i}" for i in range(45)], net)
    assert drawn.note == "The 20 largest of 45."
    assert drawn.figure.data[0].x.tolist() == sorted(net, key=abs, reverse=True)[:20]
    assert drawn.figure.layout.yaxis.ticktext[0] == "n44"
    low, high = drawn.figure.layout.xaxis.range
    assert low < -5 < 6 < high


def test_nothing_to_draw_says_so():
    assert net_flows(["a", "b"], [0.0, 0.0]).figure.layout.annotations[0].text.startswith("Each row sum")
    assert paired_bars([], [], [], ("a", "b")).layout.annotations[0].text == "Nothing to compare."


COUNTS = {"met": [24, 97, 0], "open": [0, 3, 0], "not run": [0, 0, 0]}


def test_strips_are_equally_long_and_the_legend_has_only_outcomes_that_occur():
    figure = outcome_strips(["a", "b", "c"], COUNTS, chosen=1)
    assert [trace.name for trace in figure.data] == ["met", "open"]
    np.testing.assert_allclose(np.sum([trace.x for trace in figure.data], axis=0), [1, 1, 0])
    met, left = figure.data
    assert met.text == ("24", "97", "")
    assert left.text == ("", "3", "")
    assert left.x[1] == pytest.approx(0.035)  # three in a hundred: as wide as the digit
    assert met.x[1] == pytest.approx(0.965)
    assert "3 of 100 open" in left.hovertext[1]
    assert [row for (row,) in met.customdata] == [0, 1, 2]
    assert figure.layout.yaxis.ticktext == ("a", "<b>b</b>", "c")
    assert [note.y for note in figure.layout.annotations] == [2]  # nothing to show says so


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_outcome_stands_out_from_the_background(theme):
    for trace in outcome_strips(["a"], {name: [1] for name in OUTCOMES}, theme=theme).data:
        assert contrast(trace.marker.color, PALETTES[theme].background) > 1.5, trace.name
