"""The unit in which a matrix is written is no merit: every method is tuned on K as on a thousand times K."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from askcore.datasets import GraphData, MatrixData, load_sample
from askcore.experiments import FULL_GRID, METHODS, SMALL_GRID, Grid, KernelChoice, Problem, compare
from askcore.experiments.forecasts import comparison as forecast
from askcore.experiments.tuning import SOLVED_GRID, Candidate, Task
from askcore.solvers import decided_codes, solve_askls
from tests.helpers import IN_TURN, linked_classes

ATTENTION = load_sample("attention")
GRAPH = linked_classes(90, IN_TURN, links=8, seed=1)


def times(factor: float) -> MatrixData:
    return MatrixData(ATTENTION.matrix * factor, row_labels=ATTENTION.row_labels)


@pytest.fixture(scope="module")
def as_given():
    return compare(times(1.0), folds=4, repeats=1, null=False).run().table


@pytest.mark.parametrize("factor", [1e-4, 1e6])
def test_a_matrix_in_another_unit_is_tuned_alike(as_given, factor):
    """But for the biases, which damping shrinks whatever the unit of K: some of 40 samples."""
    found = compare(times(factor), folds=4, repeats=1, null=False).run().table
    assert (scores(found) - scores(as_given)).abs().max() <= 0.2 + 1e-12
    assert scores(found)[["askls", "KKt", "mean"]].min() > 0.8


def scores(table: pd.DataFrame) -> pd.Series:
    return table.groupby("method")["micro_f1"].mean()


def test_links_weighed_in_another_unit_are_decided_alike():
    heavy = GraphData(GRAPH.adjacency * 1e5, GRAPH.node_ids, GRAPH.labels)
    kernel = KernelChoice("adjacency", normalize=False, self_loops=False)
    plain, other = (
        scores(compare(each, kernel, folds=4, repeats=1, null=False, grid=SMALL_GRID).run().table)
        for each in (GRAPH, heavy)
    )
    assert (other - plain).abs().max() <= 0.15
    assert other["askls"] > 0.8


def test_a_candidate_in_units_of_the_matrix_is_the_same_as_its_setting():
    """The naive way: the fifth singular value by a decomposition, K as it is, gamma and lambda written out."""
    problem = Problem(times(50.0), KernelChoice("precomputed"))
    codes = np.unique(problem.labels, return_inverse=True)[1]
    task = Task(np.arange(0, 40, 2), np.arange(1, 40, 2), codes[::2], 4)
    K = np.asarray(problem.data.matrix)
    A = K[::2, ::2]
    centred = A - A.mean(axis=0)
    sigma = np.linalg.svd(centred - centred.mean(axis=1, keepdims=True), compute_uv=False)[4]
    for times_sigma, ratio in ((0.3, 0.01), (30.0, 1e-4)):
        found = METHODS["askls"].decide(
            problem, task, [Candidate("mean", times_sigma, ratio, relative=True)]
        )[0]
        assert found.setting == pytest.approx((times_sigma / sigma, ratio * sigma**2), rel=0.05)
        gamma, damping = found.setting
        solved = solve_askls(A, task.targets, gamma=gamma, damping=damping)
        f = K[1::2, ::2] @ solved.c + solved.b_source + K[::2, 1::2].T @ solved.a + solved.b_target
        assert np.array_equal(found.codes, decided_codes(f))


def test_a_matrix_of_size_zero_has_no_unit():
    assert Candidate("mean", 3.0, 0.1, relative=True).on(0.0) == (3.0, 0.1)


def test_large_sparse_kernels_are_solved_in_units_too_and_given_values_stay(monkeypatch):
    monkeypatch.setattr(forecast, "SPECTRAL_LIMIT", 40)
    given = Grid((1.0, 10.0), (0.1,))
    for grid, taken in ((None, SOLVED_GRID), (FULL_GRID, SOLVED_GRID), (given, given)):
        run = compare(GRAPH, methods=["askls"], folds=3, repeats=1, null=False, grid=grid)
        settings = run.run().settings
        assert settings["held_back"]
        assert (settings["gammas"], settings["relative"]) == (list(taken.gammas), taken.relative)
