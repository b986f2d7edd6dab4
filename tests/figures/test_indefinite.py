"""Figures of signed spectra: what is drawn is what was given, in both looks, and edges come out."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.figures.parts.colours import ROLES
from tests.figures.checked import distance_histogram, signed_spectrum


@pytest.mark.parametrize("logarithmic", [True, False])
def test_negative_eigenvalues_are_vermillion_diamonds(logarithmic):
    values = np.array([3.0, -2.0, 1.0, -0.5, 0.0])
    drawn = signed_spectrum(values, logarithmic=logarithmic)
    positive, negative = drawn.figure.data
    assert negative.marker.color == ROLES["target"]
    assert (positive.marker.symbol, negative.marker.symbol) == ("circle", "diamond")
    assert sorted(positive.customdata) == ["1", "3"]
    assert sorted(negative.customdata) == ["−0.5", "−2"]
    if logarithmic:
        assert list(negative.y) == [2.0, 0.5]
        assert list(negative.x) == [1, 2]
    else:
        assert list(negative.y) == [-0.5, -2.0]
        assert list(negative.x) == [4, 5]
    assert "2 below zero" in drawn.figure.layout.annotations[0].text
    assert drawn.note == "1 eigenvalue, zero up to rounding, is not drawn."


def test_no_bar_holds_distances_of_both_signs():
    squared = np.random.default_rng(0).normal(loc=1.0, size=500)
    squared[:3] = [0.0, squared.min(), squared.max()]
    figure = distance_histogram(squared)
    by = {trace.name: sum(trace.y) for trace in figure.data}
    assert by == {"zero or more": (squared >= 0).sum(), "negative": (squared < 0).sum()}
    for trace in figure.data:
        for low, high, _ in trace.customdata:
            assert not low.startswith("−") or high.startswith("−") or high == "0"
    assert [trace.marker.color for trace in figure.data][1] == ROLES["target"]
