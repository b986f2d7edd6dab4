"""Counts of work grow with the sizes, and what is too large is refused before it begins, with what to do instead."""

from __future__ import annotations

import pytest

from askcore import DataError
from askcore.experiments import sizes
from tests.experiments.large_data import graph, table


@pytest.mark.parametrize("name", ["training", "tuning", "columns"])
def test_more_samples_are_more_work(name):
    count = getattr(sizes, name)
    for problem in (table(5000), graph(5000, 20_000), graph(5000, 20_000, "katz")):
        counts = [count(problem, m) for m in (300, 1200, 3000)]
        assert 0 < counts[0] <= counts[1] <= counts[2]
        assert counts[0] < counts[2] or name == "tuning"  # on a part of the samples


def test_more_components_and_larger_matrices_are_more_work():
    assert sizes.triplets(table(900), 5) < sizes.triplets(table(900), 50) < sizes.triplets(table(1800), 50)
    assert sizes.matrix(table(900)) < sizes.matrix(table(1800))


def test_a_sparse_kernel_of_a_large_graph_is_less_work_than_a_dense_one():
    sparse, dense = graph(20_000, 60_000), graph(20_000, 60_000, "katz")
    for count in (sizes.training, sizes.tuning, sizes.columns):
        assert 10 * count(sparse, 5000) < count(dense, 5000)
    assert sizes.product(sparse) < sizes.product(dense)


def test_classes_of_time():
    assert sizes.is_quick(0.5 * sizes.RATE)
    assert not sizes.is_quick(2 * sizes.RATE)
    told = [sizes.rough(seconds * sizes.RATE) for seconds in (1, 60, 600)]
    assert told == ["a few seconds", "about a minute", "some minutes"]


def test_too_many_samples_are_refused_with_the_same_advice():
    problem, m = table(200_000), 120_000
    for count in (
        lambda: sizes.triplets(problem, 51),
        lambda: sizes.tuning(problem, m),
        lambda: sizes.training(problem, m),
    ):
        with pytest.raises(DataError, match="that are allowed") as refused:
            count()
        assert refused.value.remedy.startswith("Take a sample of the rows")
