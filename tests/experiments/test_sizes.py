"""What is too large is refused before it begins, with what to do instead."""

from __future__ import annotations

import pytest

from askcore import DataError
from askcore.experiments import Problem
from askcore.experiments.sizes import check_decomposable, check_trainable
from tests.experiments.large_data import graph, table


def test_too_many_samples_are_refused_with_the_same_advice():
    for refuse in (
        lambda: check_decomposable(table(200_000)),
        lambda: check_trainable(table(20_000), 15_001),
    ):
        with pytest.raises(DataError, match="that are allowed") as refused:
            refuse()
        assert refused.value.remedy.startswith("Take a sample of the rows")


def test_what_has_few_entries_or_few_samples_is_not_refused():
    check_decomposable(table(2000))
    check_decomposable(graph(110_000, 220_000))
    check_trainable(table(20_000), 15_000)
    check_trainable(graph(20_000, 60_000), 16_000)
    with pytest.raises(DataError, match="16,000 training samples"):
        check_trainable(graph(20_000, 60_000, "katz"), 16_000)


def test_no_row_of_a_kernel_that_is_known_to_be_dense_is_evaluated(monkeypatch):
    monkeypatch.setattr(Problem, "bound", None)
    assert not graph(2_000, 6_000, "katz").has_few_entries
    assert not table(2_000).has_few_entries
