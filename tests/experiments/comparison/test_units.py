"""The unit in which a matrix is written is no merit: every method is tuned on K as on a thousand times K."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.svm import SVC

from askcore.datasets import MatrixData, load_sample
from askcore.experiments import METHODS, KernelChoice, Problem, compare, fitted, judging
from askcore.experiments.evaluation import GRID, SOLVED_GRID, Candidate, Grid, SplitTask
from askcore.solvers import solve_askls
from askcore.solvers.labels import decided_codes
from askcore.solvers.path import DualPath
from tests.helpers import IN_TURN, linked_classes

ATTENTION = load_sample("attention")
GRAPH = linked_classes(90, IN_TURN, links=8, seed=1)


def times(factor: float) -> MatrixData:
    return MatrixData(ATTENTION.matrix * factor, row_labels=ATTENTION.row_labels)


@pytest.fixture(scope="module")
def as_given():
    return compare(times(1.0), folds=4, repeats=1, null=False).run().table


@pytest.mark.parametrize("factor", [1e-4, pytest.param(1e6, marks=pytest.mark.long)])
def test_a_matrix_in_another_unit_is_tuned_alike(as_given, factor):
    """But for the biases, which damping shrinks whatever the unit of K: some of 40 samples."""
    found = compare(times(factor), folds=4, repeats=1, null=False).run().table
    assert (scores(found) - scores(as_given)).abs().max() <= 0.2 + 1e-12
    assert scores(found)[["askls", "KKt", "mean"]].min() > 0.8


def scores(table: pd.DataFrame) -> pd.Series:
    return table.groupby("method")["micro_f1"].mean()


def test_a_candidate_in_units_of_the_matrix_is_the_same_as_its_setting():
    """The naive way: the fifth singular value by a decomposition, K as it is, gamma and lambda written out."""
    problem = Problem(times(50.0), KernelChoice("precomputed"))
    codes = np.unique(problem.labels, return_inverse=True)[1]
    task = SplitTask(np.arange(0, 40, 2), np.arange(1, 40, 2), codes[::2], 4)
    K = np.asarray(problem.data.matrix)
    A = K[::2, ::2]
    centred = A - A.mean(axis=0)
    sigma = np.linalg.svd(centred - centred.mean(axis=1, keepdims=True), compute_uv=False)[4]
    for times_sigma, ratio in ((0.3, 0.01), (30.0, 1e-4)):
        found = (
            METHODS["askls"]
            .fit(problem, task)
            .decide([Candidate("mean", times_sigma, ratio, relative=True)])[0]
        )
        assert found.setting == pytest.approx((times_sigma / sigma, ratio * sigma**2), rel=0.05)
        gamma, damping = found.setting
        solved = solve_askls(A, task.targets, gamma=gamma, damping=damping)
        f = K[1::2, ::2] @ solved.c + solved.b_source + K[::2, 1::2].T @ solved.a + solved.b_target
        assert np.array_equal(found.codes, decided_codes(f))


def test_large_sparse_kernels_are_solved_in_units_too_and_given_values_stay(monkeypatch):
    monkeypatch.setattr(judging, "SPECTRAL_LIMIT", 40)
    monkeypatch.setattr("askcore.experiments.problem.FEW_ENTRIES", 0.5)
    monkeypatch.setattr(fitted, "SPECTRAL_LIMIT", 40)
    given = Grid((1.0, 10.0), (0.1,))
    own = Grid((5.0,), (0.1,), relative=True)
    for grid, taken in ((None, SOLVED_GRID), (given, given), (own, own)):
        run = compare(GRAPH, methods=["askls"], folds=3, repeats=1, null=False, grid=grid)
        settings = run.run().settings
        assert settings["held_back"]
        assert (settings["gammas"], settings["relative"]) == (list(taken.gammas), taken.relative)


def test_the_smallest_gamma_lies_below_the_first_resonance_however_far_that_one_is():
    sigma = np.array([1e6, 5.0, 4.0, 3.0, 2.0])
    gammas = [Candidate("mean", gamma, 0.0, relative=True).on(sigma)[0] for gamma in GRID.gammas]
    assert np.array(gammas[:2]) * sigma[0] == pytest.approx([0.3, 10.0])
    assert gammas[2:] == pytest.approx([gamma / 2.0 for gamma in GRID.gammas[2:]])


@pytest.mark.parametrize("variant", ["rank 16", "rank 128"])
def test_an_embedding_is_tuned_in_units_of_its_kernel(variant):
    problem = Problem(GRAPH, KernelChoice("adjacency"))
    codes = np.unique(problem.labels, return_inverse=True)[1]
    task = SplitTask(np.arange(0, 90, 2), np.arange(1, 90, 2), codes[::2], 3)
    found = METHODS["ase"].fit(problem, task).decide([Candidate(variant, 30.0, 1e-4, relative=True)])[0]
    again = METHODS["ase"].fit(problem, task).decide([Candidate(variant, *found.setting)])[0]
    assert np.array_equal(found.codes, again.codes)
    assert again.setting == found.setting


def test_an_svm_reads_the_matrix_in_its_unit():
    problem = Problem(times(1e5), KernelChoice("precomputed"))
    codes = np.unique(problem.labels, return_inverse=True)[1]
    task = SplitTask(np.arange(0, 40, 2), np.arange(1, 40, 2), codes[::2], 4)
    found = METHODS["svc"].fit(problem, task).decide([Candidate("", 30.0, relative=True)])[0]
    S = (problem.data.matrix + problem.data.matrix.T) / 2
    model = SVC(C=found.setting[0], kernel="precomputed").fit(S[::2, ::2], task.codes)
    assert (model.predict(S[1::2, ::2]) != found.codes).sum() <= 1


def test_a_resonance_is_damped_in_units_of_the_matrix_and_nothing_else_is():
    Q = np.linalg.qr(np.column_stack([np.ones(9), np.random.default_rng(0).normal(size=(9, 8))]))[0]
    values = np.array([0.0, 8e5, 5e5, 3e5, 2e5, 1e5, 5e4, 2e4, 1e4])
    K = Q @ np.diag(values) @ Q[:, np.r_[0, 2:9, 1]].T  # singular values as they are, and not symmetric
    factor = fitted._Decomposed(DualPath(K))
    sigma = np.sort(values)[::-1][:5]
    at, beside = (Candidate("mean", gamma, 0.0, relative=True) for gamma in (5.0, 6.0))
    assert factor.setting(at, sigma) == pytest.approx((5e-5, 1e10))  # 1/gamma is 2e4
    assert factor.setting(beside, sigma) == pytest.approx((6e-5, 0.0))
