"""The scatter of the two views and the row of scores."""

import numpy as np
import pytest

from askcore.figures import tuning_surface, views_scatter
from askcore.figures.parts.theme import PALETTES, ROLES
from askcore.figures.scores import scores_dot
from tests.figures.conftest import by_name

F_S = np.array([1.0, -1.0, 0.5, -0.25])
F_T = np.array([2.0, -1.0, -0.5, 0.25])


def test_one_trace_for_each_class_with_its_samples():
    traces = by_name(views_scatter(F_S, F_T, ["a", "b", "a", ""], names=["p", "q", "r", "s"]))
    assert traces["a"].x.tolist() == [1.0, 0.5]
    assert traces["a"].y.tolist() == [2.0, -0.5]
    assert list(traces["a"].text) == ["p", "r"]
    assert [row[0] for row in traces["a"].customdata] == [0, 2]
    assert traces["unlabelled"].x.tolist() == [-0.25]
    symbols = {traces[name].marker.symbol for name in ("a", "b", "unlabelled")}
    assert len(symbols) == 3


def test_a_ring_is_drawn_exactly_where_the_views_are_said_to_disagree():
    ring = by_name(views_scatter(F_S, F_T, disagree=[True, False, True, False]))["views disagree"]
    assert [row[0] for row in ring.customdata] == [0, 2]
    assert ring.marker.color == PALETTES["light"].ink
    for none in ({}, {"disagree": np.zeros(4, bool)}):
        assert "views disagree" not in by_name(views_scatter(F_S, F_T, **none))
    with pytest.raises(ValueError, match=r"expected disagree of shape \(4,\), got \(3,\)"):
        views_scatter(F_S, F_T, disagree=[True, False, True])


def test_the_quadrants_are_named_in_their_corners():
    corners = {a.text: (a.xanchor, a.yanchor) for a in views_scatter(F_S, F_T).layout.annotations}
    assert corners == {
        "both yes": ("right", "top"),
        "only target": ("left", "top"),
        "both no": ("left", "bottom"),
        "only source": ("right", "bottom"),
    }


@pytest.mark.parametrize("shift", [0.0, 5.0, -5.0])
def test_zero_is_always_in_sight_with_room_on_both_sides(shift):
    layout = views_scatter(F_S + shift, F_T + shift).layout
    for low, high in (layout.xaxis.range, layout.yaxis.range):
        assert low < 0 < high
        assert min(-low, high) / (high - low) > 0.2


def test_many_samples_go_to_webgl():
    assert {trace.type for trace in views_scatter(np.ones(2000), np.ones(2000)).data} == {"scatter"}
    assert {trace.type for trace in views_scatter(np.ones(2001), np.ones(2001)).data} == {"scattergl"}


def test_colours_stay_when_only_some_classes_are_shown():
    whole = by_name(views_scatter(F_S, F_T, ["a", "b", "c", "c"]))
    part = by_name(views_scatter(F_S[1:], F_T[1:], ["b", "c", "c"], classes=["a", "b", "c"]))
    assert part["b"].marker.color == whole["b"].marker.color


def test_the_positive_class_is_named_as_text():
    title = views_scatter(F_S, F_T, positive="<b>x</b>").layout.xaxis.title.text
    assert title == "source view f_s, above 0 says &lt;b&gt;x&lt;/b&gt;"


def test_of_several_classes_the_sign_decides_nothing():
    """The largest of the three views decides, so the axis says only which class it is of."""
    title = views_scatter(F_S, F_T, ["a", "b", "c", "c"], positive="a").layout.yaxis.title.text
    assert title == "target view f_t, for a"


def test_views_of_several_classes_at_once_are_refused():
    with pytest.raises(ValueError, match=r"expected f_s of shape \(n,\), got \(4, 2\); choose one class"):
        views_scatter(np.ones((4, 2)), np.ones((4, 2)))


def test_scores_wear_their_roles():
    figure = scores_dot(
        ["Source", "Target", "Merged", "LS-SVM"],
        [0.967, 0.975, 0.975, 0.3],
        roles=["source", "target", "merged", "symmetric"],
        macro_f1=[0.9, 0.9, 0.9, 0.2],
        interval=[[0.9, 1.0]] * 4,
        chance=1 / 3,
    )
    accuracy, f1 = figure.data
    assert list(accuracy.marker.color) == list(ROLES.values())
    assert f1.marker.symbol == "diamond-open"
    np.testing.assert_allclose(accuracy.error_x.array, [0.033, 0.025, 0.025, 0.7])
    words = [annotation.text for annotation in figure.layout.annotations]
    assert {"<b>96.7%</b>", "<b>30.0%</b>", "largest class 33%", "LS-SVM"} <= set(words)


def test_a_score_that_is_missing_is_said():
    words = [annotation.text for annotation in scores_dot(["a"], [np.nan]).layout.annotations]
    assert "no score" in words


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


@pytest.mark.parametrize("chance", [0.1, 0.39, 1 / 3, 0.5])
def test_the_words_of_chance_keep_clear_of_the_ticks_on_a_phone(chance):
    """They stand under the ticks, which are 16 pixels high; so the ticks are regular, wherever chance is."""
    layout = scores_dot(["a"], [0.9], chance=chance).layout
    assert np.ptp(np.diff(layout.xaxis.tickvals)) == 0
    (words,) = [one for one in layout.annotations if one.text.startswith("largest class")]
    assert words.yshift <= -16
    assert layout.margin.b >= -words.yshift + 20
