"""Histograms of values, squared distances and degrees: each counted once, no bar with both signs."""

import numpy as np
import pytest

from askcore.figures.parts.colours import ROLES
from tests.figures.checked import degree_distribution, distance_histogram, value_bins, value_histogram


def test_every_value_is_in_one_bar():
    K = np.random.default_rng(0).normal(size=(40, 40))
    K[0, 1:6] = 0
    drawn = value_histogram(K)
    bars = {trace.name: np.nansum(trace.y) for trace in drawn.figure.data}
    assert bars == {"between different samples": 40 * 39 - 5, "of a sample with itself": 40}
    assert drawn.figure.layout.yaxis.type == "log"
    assert drawn.note.startswith("5 entries (0.3%) are exactly 0")
    (only,) = value_histogram(K, diagonal=False).figure.data
    assert only.name == "entries"


@pytest.mark.parametrize(
    "values", [[0.0], [3.0, 3.0], [-1.0, 1.0], [-1e-3, 5.0], [-5.0, 1e-3], [1e-300], [-2.0, -1.0]]
)
def test_bins_hold_all_values_and_never_mix_signs(values):
    limits = value_bins(values)
    assert len(limits) == 61
    assert (np.diff(limits) > 0).all()
    assert limits[0] <= min(values) + 1e-12
    assert max(values) <= limits[-1] + 1e-12
    if min(values) < 0 < max(values):
        assert np.abs(limits).min() < 1e-12


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


def test_degrees_with_a_heavy_tail_get_doubling_bins_that_hold_all_nodes():
    degree = np.r_[np.ones(990, int), np.arange(1, 10), 5000]
    figure = degree_distribution(degree, np.zeros(1000, int))
    assert list(figure.layout.xaxis.ticktext)[:4] == ["0", "1", "2–3", "4–7"]
    assert figure.layout.xaxis.ticktext[-1] == "4,096–8,191"
    assert figure.layout.yaxis.type == "log"
    assert all(trace.y.sum() == 1000 for trace in figure.data)
