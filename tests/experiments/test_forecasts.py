"""What would take hours or does not fit is refused before it begins, with what to do instead."""

from __future__ import annotations

import pytest

from askcore import DataError
from askcore.experiments import METHODS
from askcore.experiments.forecasts.decisions import contest_seconds, views_seconds
from askcore.experiments.forecasts.matrices import (
    effects_seconds,
    methods_seconds,
    triplets_seconds,
)
from askcore.experiments.spectra.decomposition import LEADING
from tests.experiments.large_data import graph, table


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


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_what_a_method_costs_is_declared(method):
    """A method that is refitted at each candidate, or needs an embedding, says so: forecasts read no names."""
    assert (method.cost.refit is None) == (method.fit is not None)
    if method.cost.embedding:
        assert method.needs_graph
