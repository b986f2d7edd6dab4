"""Forecasts of work on one matrix: they grow with it, refuse in time, and are right within a factor of two."""

from __future__ import annotations

import time

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.datasets import GraphData, TableData
from askcore.experiments import KernelChoice, Problem, baselines, contest, forecasts, holdout_split
from askcore.experiments.decisions.views import decide_views
from askcore.experiments.spectra.decomposition import LEADING, decompose, symmetrised


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


def seconds(work) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


@pytest.mark.long
@pytest.mark.parametrize(
    "problem", [table(3000), table(5000), graph(100_000, 1_000_000)], ids=["3k", "5k", "links"]
)
def test_decompositions_take_what_was_forecast_within_a_factor_of_two(problem):
    problem.operator  # noqa: B018
    for forecast, work in (
        (forecasts.triplets_seconds(problem, LEADING, energy=True), lambda: decompose(problem)),
        (forecasts.symmetrised_seconds(problem, LEADING), lambda: symmetrised(problem)),
    ):
        assert 0.5 <= seconds(work) / forecast <= 2.0


@pytest.mark.long
def test_decisions_on_many_links_take_what_was_forecast_within_a_factor_of_two():
    problem = graph(100_000, 1_000_000)
    split = holdout_split(problem.labels)
    m = len(split.train)
    for forecast, work in (
        (forecasts.views_seconds(problem, m), lambda: decide_views(problem, split, gamma=1.0)),
        (forecasts.contest_seconds(problem, m), lambda: contest(problem, split)),
        (forecasts.baselines_seconds(problem.data), lambda: baselines(Problem.of(problem.data), split)),
    ):
        assert 0.5 <= seconds(work) / forecast <= 2.0
