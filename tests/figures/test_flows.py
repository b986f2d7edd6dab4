"""Bars of flows: names as written, the right ends, and what is left out."""

from __future__ import annotations

import numpy as np

from tests.figures.checked import net_flows, paired_bars


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
