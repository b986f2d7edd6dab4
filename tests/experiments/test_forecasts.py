"""Forecasts of work on one matrix grow with it, and refuse in time; benchmarks/bench_forecasts.py measures them."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.datasets import GraphData, TableData
from askcore.experiments import KernelChoice, Problem, forecasts
from askcore.experiments.matrix.parts import rows_read
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


def test_columns_of_a_kernel_normalised_over_all_of_them_cost_all_entries(monkeypatch):
    """SNE on 30,000 rows: 200 columns are divided by sums over 9e8 entries. RBF needs the 200 columns alone."""
    n = 30_000
    sne = table(n)
    rbf = Problem(sne.data, KernelChoice("rbf"))

    def entries(problem):
        def counted(work):
            before = problem.operator.evaluated
            work()
            return problem.operator.evaluated - before

        monkeypatch.setattr(forecasts, "_timed", counted)
        monkeypatch.setattr(forecasts, "LONGEST", float("inf"))
        return forecasts.entries_seconds(problem)

    assert entries(table(500)) == 0  # they are there
    assert entries(rbf) == pytest.approx(2 * 200 * n)
    assert entries(sne) == pytest.approx(n * n + 2 * 200 * n)


def test_what_is_compared_with_its_mirror_image_together_does_not_grow_with_the_rows():
    assert rows_read(30_000) == 200
    assert rows_read(400_000) == 25


def test_vectors_that_do_not_fit_are_refused(monkeypatch):
    monkeypatch.setattr("askcore._validation.available_memory", lambda: 1e6)
    with pytest.raises(DataError, match=r"vectors of the decomposition would need .* Ask for fewer\."):
        forecasts.triplets_seconds(graph(5000, 20_000), LEADING)
