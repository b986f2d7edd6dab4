"""The scatter of the two views, and the surface of tuning."""

import numpy as np
import pytest

from askcore.figures.parts.colours import PALETTES
from tests.figures.checked import decision_regions, tuning_surface, views_scatter
from tests.figures.conftest import by_name

F_S = np.array([1.0, -1.0, 0.5, -0.25])
F_T = np.array([2.0, -1.0, -0.5, 0.25])


def test_one_trace_for_each_class_with_its_samples():
    traces = by_name(views_scatter(F_S, F_T, ["a", "b", "a", ""], names=["p", "q", "r", "s"]))
    assert traces["a"].x.tolist() == [1.0, 0.5]
    assert traces["a"].y.tolist() == [2.0, -0.5]
    assert list(traces["a"].text) == ["p", "r"]
    assert traces["a"].customdata.tolist() == [0, 2]
    assert traces["unlabelled"].x.tolist() == [-0.25]
    symbols = {traces[name].marker.symbol for name in ("a", "b", "unlabelled")}
    assert len(symbols) == 3


def test_rings_are_drawn_where_the_views_disagree_and_nowhere_else():
    ring = by_name(views_scatter(F_S, F_T, disagree=[True, False, True, False]))["views disagree"]
    assert ring.customdata.tolist() == [0, 2]
    assert ring.marker.color == PALETTES["light"].ink
    for none in ({}, {"disagree": np.zeros(4, bool)}):
        assert "views disagree" not in by_name(views_scatter(F_S, F_T, **none))
    with pytest.raises(ValueError, match=r"expected disagree of shape \(4,\), got \(3,\)"):
        views_scatter(F_S, F_T, disagree=[True, False, True])


def test_of_disagreeing_samples_that_lie_close_few_are_named():
    x = np.concatenate([[-1.0, 1.0], np.linspace(0.4, 0.42, 8)])
    figure = views_scatter(x, -x, disagree=[False, False, *[True] * 8], named=8)
    assert [note.text for note in figure.layout.annotations if note.text.isdigit()] == ["9"]


def test_with_several_classes_the_axis_names_the_class_alone():
    """The largest of the three views decides, so the axis says only which class it is of."""
    title = views_scatter(F_S, F_T, ["a", "b", "c", "c"], positive="a").layout.yaxis.title.text
    assert title == "target view f_t, for a"


def test_views_of_several_classes_at_once_are_refused():
    with pytest.raises(ValueError, match=r"expected f_s of shape \(n,\), got \(4, 2\); choose one class"):
        views_scatter(np.ones((4, 2)), np.ones((4, 2)))


def test_regions_saturate_at_the_limit_and_show_the_samples():
    grid, points = ([0.0, 1.0], [0.0, 2.0], [[-3.0, 1.0], [0.5, 2.0]]), [[0.2, 0.1], [0.9, 1.5]]
    options = {"feature_names": ["<u>", "v"], "limit": 2.0, "value": "f_s", "names": ["p", "q"]}
    figure = decision_regions(grid, points, ["a", "b"], **options)
    heat, zero, first, second = figure.data
    assert (heat.zmin, heat.zmax, heat.z.tolist()) == (-2.0, 2.0, grid[2])
    assert (zero.type, zero.contours.start, zero.contours.end) == ("contour", 0, 0)
    assert [(one.name, one.text, one.x[0]) for one in (first, second)] == [
        ("a", ("p",), 0.2),
        ("b", ("q",), 0.9),
    ]
    assert figure.layout.xaxis.title.text == "&lt;u&gt;"


def test_the_surface_marks_both_places_and_ends_its_colours_25_points_below_the_best():
    shares = np.array([[0.5, 0.6, 0.55], [0.7, 0.9, np.nan]])
    figure = tuning_surface(
        [0.5, 1.0], [0.1, 1.0, 10.0], shares, np.ones((2, 3)), best=(1.0, 1.0), current=(0.5, 10.0)
    )
    heat, mine, best = figure.data
    assert (heat.zmin, heat.zmax) == pytest.approx((0.65, 0.9))
    assert (list(mine.x), list(mine.y)) == ([10.0], [0.5])
    assert (list(best.x), list(best.y)) == ([1.0], [1.0])
    assert figure.layout.xaxis.type == figure.layout.yaxis.type == "log"
