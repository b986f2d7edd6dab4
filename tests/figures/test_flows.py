"""Bars of flows: names as written, the right ends, and what is left out."""

from __future__ import annotations

import numpy as np
import pytest

from tests.figures.checked import net_flows, paired_bars


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_pair_has_its_two_bars_below_its_name(theme):
    figure = paired_bars(
        ["<b>a</b> → b", "c → a"], [3.0, 2.0], [1.0, -2.0], ("there", "back"), numbers=["2", "4"], theme=theme
    )
    there, back = figure.data
    assert (there.x.tolist(), back.x.tolist()) == ([3.0, 2.0], [1.0, -2.0])
    assert [y < z for y, z in zip(there.y, back.y, strict=True)] == [True, True]
    texts = [note.text for note in figure.layout.annotations]
    assert texts == ["&lt;b&gt;a&lt;/b&gt; → b", "c → a", "<b>2</b>", "<b>4</b>"]


def test_of_many_flows_both_ends_are_drawn():
    net = np.linspace(-5, 5, 41)
    drawn = net_flows([f"n{i}" for i in range(41)], net)
    assert drawn.note == "The 10 largest and the 10 lowest of 41."
    assert drawn.figure.data[0].x.tolist() == [*net[:30:-1], *net[9::-1]]
    assert drawn.figure.layout.yaxis.ticktext[0] == "n40"
    low, high = drawn.figure.layout.xaxis.range
    assert low < -5 < 5 < high


def test_nothing_to_draw_says_so():
    assert net_flows(["a", "b"], [0.0, 0.0]).figure.layout.annotations[0].text.startswith("Each row sum")
    assert paired_bars([], [], [], ("a", "b")).layout.annotations[0].text == "Nothing to compare."
