"""Differences and advantages as drawn: order, symbols, numbers, zero, and words that stay words."""

import json

import numpy as np
import pytest

from askcore.figures import PALETTES, ROLES, advantage_dots, paired_differences

NAMES = ["K Kᵀ", "(K + Kᵀ)/2", "HOPE"]
MEAN, LOW, HIGH = np.array([[-0.02, -0.7, 0.14], [-0.05, -0.8, 0.03], [0.01, -0.6, 0.25]])
USES = [True, False, True]


def drawn(**more):
    return paired_differences(NAMES, MEAN, LOW, HIGH, uses_direction=USES, **more)


def texts(figure) -> list[str]:
    return [annotation.text for annotation in figure.layout.annotations]


def test_aware_methods_first_and_the_best_on_top():
    reference, aware, blind = drawn().data
    assert (reference.x, reference.y) == ((0,), (0,))
    assert list(aware.text) == ["K Kᵀ", "HOPE"]
    assert list(aware.y) == [2, 1]
    assert list(blind.y) == [3]
    assert list(aware.x) == pytest.approx([-2, 14])


def test_kinds_differ_in_symbol_and_the_reference_has_its_role():
    reference, aware, blind = drawn().data
    assert reference.marker.color == ROLES["merged"]
    assert aware.marker.color == blind.marker.color == ROLES["symmetric"]
    assert aware.marker.symbol != blind.marker.symbol
    assert [trace.name for trace in (reference, aware, blind)] == [
        "AsK-LS",
        "uses direction",
        "ignores direction",
    ]


def test_intervals_and_their_numbers():
    figure = drawn()
    aware = figure.data[1]
    assert list(aware.x - np.array(aware.error_x.arrayminus)) == pytest.approx([-5, 3])
    assert list(aware.x + np.array(aware.error_x.array)) == pytest.approx([1, 25])
    assert "<b>+14.0</b>  (3.0 to 25.0)" in texts(figure)
    assert "<b>−2.0</b>  (−5.0 to 1.0)" in texts(figure)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_zero_is_a_line_in_ink(theme):
    for figure in (drawn(theme=theme), advantage_dots([0.4], [0.1], theme=theme)):
        assert figure.layout.xaxis.zeroline
        assert figure.layout.xaxis.zerolinecolor == PALETTES[theme].ink
        low, high = figure.layout.xaxis.range
        assert low < 0 < high


def test_the_score_is_on_the_axis_and_names_are_plain():
    figure = paired_differences(
        ["<b>x</b>"], [0.0], [0.0], [0.0], uses_direction=[True], score="macro F1", reference="<i>r</i>"
    )
    assert figure.layout.xaxis.title.text == "points macro F1 against &lt;i&gt;r&lt;/i&gt;"
    assert "&lt;b&gt;x&lt;/b&gt;" in texts(figure)
    assert "<b>0.0</b>  (0.0 to 0.0)" in texts(figure)
    low, high = figure.layout.xaxis.range
    assert high - low >= 2
    json.loads(figure.to_json())


def test_nothing_to_compare_says_so():
    assert texts(paired_differences([], [], [], [], uses_direction=[])) == ["Nothing to compare with."]
    assert texts(advantage_dots([], [])) == ["No directions were drawn."]


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="of one length, got 3 means"):
        paired_differences(NAMES, MEAN, LOW, HIGH, uses_direction=[True])
    with pytest.raises(ValueError, match=r"expected mean of shape \(n,\)"):
        paired_differences(NAMES, [MEAN], LOW, HIGH, uses_direction=USES)


def test_advantages_in_two_rows():
    true, random = advantage_dots([0.4, 0.5], [0.0, -0.1]).data
    assert (list(true.x), list(random.x)) == ([40, 50], [0, -10])
    assert set(true.y) == {0}
    assert set(random.y) == {1}
    assert true.marker.symbol != random.marker.symbol
