"""On what the methods of a split are tuned."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.datasets import GraphData, TableData
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.evaluation import SplitTask
from askcore.experiments.judging import FOLDS, JUDGED, SEVERAL, check_trainable, rule_of, stratified
from askcore.experiments.spectra.decomposition import check_decomposable
from tests.experiments.large_data import graph, table


def test_at_most_so_many_are_judged_with_their_share_of_each_class():
    codes = np.repeat([0, 1], [600, 200])
    problem = Problem(TableData(np.ones((800, 1)), codes), KernelChoice("sne"))
    for n_kernels, most in ((1, JUDGED), (2, SEVERAL)):
        rule = rule_of(problem, SplitTask(np.arange(800), np.arange(0), codes, 2), n_kernels=n_kernels)
        assert (rule.n_judged, len(rule.folds), rule.held_back) == (most, FOLDS, False)
        assert np.bincount(rule.judged.codes).tolist() == [most * 3 // 4, most // 4]


def test_small_samples_are_all_taken_and_single_classes_spread():
    assert stratified(np.array([0, 1, 1]), 5).tolist() == [0, 1, 2]
    assert stratified(np.arange(101), 3).tolist() == [0, 50, 100]


def test_a_sparse_kernel_that_is_filled_is_judged_as_a_dense_one():
    """Walks of three steps in a graph of 900 nodes lead nearly everywhere, and without arrows walks of two do."""
    rng = np.random.default_rng(0)
    ends = rng.integers(900, size=(2, 4500))
    A = sp.csr_array((np.ones(4500), ends), shape=(900, 900))
    codes = rng.integers(2, size=900)
    data = GraphData(A, [f"n{i}" for i in range(900)], codes)
    task = SplitTask(np.arange(700), np.arange(700, 900), codes[:700], 2)
    held = [
        rule_of(Problem(data, KernelChoice(name, params=params)), task).held_back
        for name, params in (
            ("adjacency", ()),
            ("power", (("length", 2),)),
            ("power", (("length", 3),)),
        )
    ]
    assert held == [True, False, False]


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
