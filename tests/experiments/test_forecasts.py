"""Forecasts of work on one matrix grow with it, and refuse in time; benchmarks/bench_forecasts.py measures them."""

from __future__ import annotations

import numpy as np
import pytest

from askcore import DataError
from askcore.datasets import TableData
from askcore.experiments import METHODS, KernelChoice, Problem
from askcore.experiments.forecasts import costs, matrices
from askcore.experiments.forecasts.costs import columns_seconds, held_seconds
from askcore.experiments.forecasts.decisions import contest_seconds, opening_seconds, views_seconds
from askcore.experiments.forecasts.matrices import (
    effects_seconds,
    entries_seconds,
    matrix_seconds,
    methods_seconds,
    symmetrised_seconds,
    triplets_seconds,
)
from askcore.experiments.matrix.parts import rows_read
from askcore.experiments.spectra.decomposition import LEADING
from askcore.kernels import GRAPH_KERNELS, GraphKernel
from tests.experiments.large_data import graph, table


def test_they_grow_with_the_matrix_and_nothing_that_is_there_is_forecast():
    small, large = table(500), table(1500)
    assert matrix_seconds(small) < 1
    for forecast in (triplets_seconds, symmetrised_seconds):
        assert 0 < forecast(small, 10) < forecast(large, 10) < forecast(large, 60)
    assert matrix_seconds(graph(100, 500)) == 0.0
    assert views_seconds(small, 300) < views_seconds(small, 3000)


def test_what_undamped_training_takes_beside_its_solution_is_forecast():
    """How near a resonance is: a factor of the system, whose cost the entries of a row decide."""
    walks = Problem(graph(5000, 25_000).data, KernelChoice("power", (("length", 2),)))
    for problem in (table(3000), walks):
        damped = views_seconds(problem, 3000, 0.1)
        assert views_seconds(problem, 3000, 0.0) == views_seconds(problem, 3000) > 3 * damped
    links, m = graph(5000, 25_000), 3000
    assert views_seconds(links, m) < 1 < views_seconds(walks, m)
    assert views_seconds(links, m, 0.1) < 1 < views_seconds(walks, m, 0.1)
    assert contest_seconds(links, m) < contest_seconds(walks, m)
    # Past what is factorised it is estimated by products.
    assert views_seconds(walks, 4900) < views_seconds(walks, 4000)


def test_a_search_of_very_many_classes_is_known_to_take_long():
    X = np.zeros((20_000, 2))
    few, many = (opening_seconds(Problem.of(TableData(X, np.arange(20_000) % n))) for n in (5, 5_000))
    assert few < 2
    assert many > 600
    small, large = graph(500, 2_000), graph(8_000, 40_000)
    assert opening_seconds(small) < 1 < opening_seconds(large)


def test_an_array_too_large_to_be_near_by_costs_more_by_entry():
    near, far = (costs.dense_seconds(n, n) / n**2 for n in (2_000, 5_000))
    assert near < far
    assert entries_seconds(table(1500)) > entries_seconds(table(1000)) > 0


def test_what_would_take_hours_is_refused_before_it_begins():
    problem = table(200_000)
    assert matrix_seconds(problem) == 0.0  # it is never built
    for forecast in (triplets_seconds, symmetrised_seconds):
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

        monkeypatch.setattr(costs, "timed", counted)
        monkeypatch.setattr(matrices, "timed", counted)
        monkeypatch.setattr(costs, "LONGEST", float("inf"))
        return entries_seconds(problem)

    assert entries(table(500)) == pytest.approx(matrices._COMPARED * 500**2)  # they are there, and compared
    assert entries(rbf) == pytest.approx(2 * 200 * n)
    assert entries(sne) == pytest.approx(n * n + 2 * 200 * n)


def test_what_is_compared_with_its_mirror_image_together_does_not_grow_with_the_rows():
    assert rows_read(30_000) == 200
    assert rows_read(400_000) == 25


def test_vectors_that_do_not_fit_are_refused(monkeypatch):
    monkeypatch.setattr("askcore._validation.available_memory", lambda: 1e6)
    with pytest.raises(DataError, match=r"vectors of the decomposition would need .* Ask for fewer\."):
        triplets_seconds(graph(5000, 20_000), LEADING)


def test_what_is_too_long_is_refused_by_every_page_with_the_same_advice():
    problem, m = table(200_000), 120_000
    asked = {
        "Spectra": lambda: triplets_seconds(problem, LEADING, energy=True),
        "Spectra, other methods": lambda: methods_seconds(problem, 20),
        "Spectra, choices": lambda: effects_seconds(problem, 20),
        "Nyström": lambda: triplets_seconds(problem, 51),
        "Decisions": lambda: contest_seconds(problem, m),
        "Decisions, at the sliders": lambda: views_seconds(problem, m),
    }
    for page, forecast in asked.items():
        with pytest.raises(DataError, match=r"would take about .* hours") as refused:
            forecast()
        assert refused.value.remedy.startswith("Take a sample of the rows"), page


def test_every_kernel_between_nodes_is_held_or_forecast():
    """One that is sparse costs what its links do; of any other the entries, or columns, of K."""
    for name, spec in GRAPH_KERNELS.items():
        small, large = graph(200, 800, name), graph(GraphKernel.held + 1, 20_000, name)
        assert (held_seconds(small) == 0.0) == spec.sparse, name
        assert columns_seconds(large, 100) < columns_seconds(large, 1000) or spec.sparse
        small.kernel.hold(np.eye(200))
        assert held_seconds(small) == 0.0
        np.testing.assert_array_equal(small.kernel([0, 1], [0, 1]), np.eye(2))


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_what_a_method_costs_is_declared(method):
    """A method that is refitted at each candidate, or needs an embedding, says so: forecasts read no names."""
    assert (method.cost.refit is None) == (method.fit is not None)
    if method.cost.embedding:
        assert method.needs_graph
