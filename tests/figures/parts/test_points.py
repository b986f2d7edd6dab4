"""Scatters of very many points: some are drawn, each carries its own number, and the figure says so."""

from collections import Counter

import numpy as np
import pytest

from askcore.figures.parts.points import MOST_POINTS, label_at, outermost
from tests.figures.checked import joined_embeddings, views_scatter

N = 60_000
XY = np.random.default_rng(0).normal(size=(N, 2))
LABELS = np.where(np.arange(N) < 30, "few", np.where(np.arange(N) % 3, "a", "b"))
NAMES = [f"node {i}" for i in range(N)]
DRAWN = {
    "joined": lambda xy, labels, **more: joined_embeddings(xy, xy[::-1], labels, **more).figure,
    "views": lambda xy, labels, **more: views_scatter(*xy.T, labels, disagree=xy.prod(axis=1) < 0, **more),
}


@pytest.mark.parametrize("name", DRAWN)
def test_some_of_very_many_points_are_drawn_and_the_figure_says_so(name):
    figure = DRAWN[name](XY, LABELS, names=NAMES)
    counts = Counter()
    for each in figure.data:
        counts[each.name] += len(each.x)
    assert counts["few"] == 30  # a small class is not lost
    drawn = sum(counts[c] for c in ("a", "b", "few"))
    assert 0.9 * MOST_POINTS < drawn < 1.1 * MOST_POINTS
    (said,) = [note.text for note in figure.layout.annotations if "of 60,000 points" in note.text]
    assert said == f"{drawn:,} of 60,000 points, chosen at random"
    for trace in figure.data:
        numbers = np.array(trace.customdata).ravel()
        xy = XY[::-1] if "column" in trace.name else XY
        np.testing.assert_allclose(trace.x, xy[numbers, 0], rtol=1e-6)
        if trace.text is not None:
            assert list(trace.text) == [NAMES[i] for i in numbers]
    assert len(figure.to_json()) < 700_000
    again = DRAWN[name](XY, LABELS, names=NAMES)  # the same part every time
    assert np.array_equal(again.data[0].customdata, figure.data[0].customdata)


@pytest.mark.parametrize("name", DRAWN)
def test_dense_classes_take_turns_so_that_none_hides_the_others(name):
    figure = DRAWN[name](XY[:900], np.repeat(["a", "b", "c"], 300))
    traces = [each for each in figure.data if each.name in ("a", "b", "c")]
    assert [each.name for each in traces] == ["a", "b", "c"] * (len(traces) // 3)
    assert len(traces) > 3
    rows = np.concatenate([np.ravel(each.customdata) for each in traces])
    assert sorted(rows) == list(range(900))  # each once
    last = traces[-3:]  # what is drawn last has as much of every class
    assert max(len(each.x) for each in last) - min(len(each.x) for each in last) <= 1
    in_legend = [each.name for each in traces if each.showlegend is not False]
    assert in_legend == ["a", "b", "c"]
    assert len({(each.name, each.marker.color, each.marker.symbol) for each in traces}) == 3


def test_a_name_that_would_lie_over_more_than_three_points_is_left_out():
    named = np.array([[10.0, 10.0], [-10.0, -10.0]])
    above = np.column_stack([np.full(4, 10.0), 10.0 + 0.3 * np.arange(1, 5)])
    for points, expected in ((above[:3], {"covers", "alone"}), (above, {"alone"})):
        drawn = np.vstack([named, points])
        assert {name for _, name in outermost(named, ["covers", "alone"], 2, drawn=drawn)} == expected


def test_a_name_stays_within_the_axis():
    places = [
        label_at(np.array([x, 0.0]), "Station 89 north", "light", (-1.0, 1.0))["xanchor"]
        for x in (-0.95, 0.0, 0.95)
    ]
    assert places == ["left", "center", "right"]
