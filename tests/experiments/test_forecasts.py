"""Forecasts of work on one matrix grow with it, and refuse in time; benchmarks/bench_forecasts.py measures them."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.datasets import GraphData, TableData
from askcore.experiments import KernelChoice, Problem, forecasts
from askcore.experiments.spectra.decomposition import LEADING


def table(n: int) -> Problem:
    X = np.random.default_rng(0).standard_normal((n, 10))
    return Problem(TableData(X, (X[:, 0] > 0).astype(int)), KernelChoice("sne"))


def graph(n: int, links: int) -> Problem:
    """Four communities, so that there is something to learn."""
    rng = np.random.default_rng(0)
    labels = np.sort(rng.integers(0, 4, n))
    source = rng.integers(0, n, links)
    near = np.clip(source + rng.integers(-n // 8, n // 8, links), 0, n - 1)
    A = sp.csr_array((np.ones(links), (source, near)), shape=(n, n))
    A.data[:] = 1.0
    return Problem(GraphData(A, [str(i) for i in range(n)], labels=labels), KernelChoice("adjacency"))


def test_they_grow_with_the_matrix_and_nothing_that_is_there_is_forecast():
    small, large = table(500), table(1500)
    assert forecasts.matrix_seconds(small) < 1
    for forecast in (forecasts.triplets_seconds, forecasts.symmetrised_seconds):
        assert 0 < forecast(small, 10) < forecast(large, 10) < forecast(large, 60)
    assert forecasts.matrix_seconds(graph(100, 500)) == 0.0
    assert forecasts.views_seconds(small, 300) < forecasts.views_seconds(small, 3000)


def test_a_search_of_very_many_classes_is_known_to_take_long():
    X = np.zeros((20_000, 2))
    few, many = (forecasts.opening_seconds(TableData(X, np.arange(20_000) % n)) for n in (5, 5_000))
    assert few < 2
    assert many > 600


def test_what_would_take_hours_is_refused_before_it_begins():
    problem = table(200_000)
    assert forecasts.matrix_seconds(problem) == 0.0  # it is never built
    for forecast in (forecasts.triplets_seconds, forecasts.symmetrised_seconds):
        with pytest.raises(DataError, match=r"would take about .* hours, .*\. Take a sample of the rows"):
            forecast(problem, LEADING)


def test_vectors_that_do_not_fit_are_refused(monkeypatch):
    monkeypatch.setattr("askcore._validation.available_memory", lambda: 1e6)
    with pytest.raises(DataError, match=r"vectors of the decomposition would need .* Ask for fewer\."):
        forecasts.triplets_seconds(graph(5000, 20_000), LEADING)
