"""Weighted errors: every solver, path and leave-one-out against the bordered system written out, and repetition."""

import numpy as np
import pytest
import scipy.linalg
import scipy.sparse as sp

from askcore.solvers import (
    ResonanceWarning,
    gamma_path,
    lssvm_gamma_path,
    solve_askls,
)
from askcore.solvers.path import DualPath, leave_one_out_solution, symmetric_path
from askcore.solvers.systems.conditioning import condition
from askcore.solvers.systems.system import SaddleSystem

M, GAMMA = 24, 2.5
RNG = np.random.default_rng(3)
ASYMMETRIC = RNG.normal(size=(M, M)) / 3
SYMMETRIC = (ASYMMETRIC + ASYMMETRIC.T) / 2  # indefinite
LABELS = np.where(RNG.integers(0, 3, size=M)[:, None] == np.arange(3), 1.0, -1.0)
REAL = RNG.uniform(0.2, 5.0, size=M)
WHOLE = RNG.integers(0, 4, size=M).astype(float)
MATRICES = pytest.mark.parametrize("K", [ASYMMETRIC, SYMMETRIC], ids=["asymmetric", "symmetric"])
DAMPINGS = pytest.mark.parametrize("damping", [0.0, 0.3])
WEIGHTS = pytest.mark.parametrize("v", [REAL, WHOLE], ids=["real", "whole"])
for shared in (ASYMMETRIC, SYMMETRIC, LABELS, REAL, WHOLE):
    shared.setflags(write=False)


def bordered_matrix(K, v, gamma):
    """T, symmetric: of the system in z' = z/sqrt(v), border and all."""
    m, d = len(K), np.sqrt(v)
    H, E, no = K * np.outer(d, d), d[:, None], np.zeros((m, 1))
    T = np.zeros((2 * m + 2, 2 * m + 2))
    T[: 2 * m, : 2 * m] = np.block([[np.eye(m) / gamma, H], [H.T, np.eye(m) / gamma]])
    T[: 2 * m, 2 * m :] = np.block([[E, no], [no, E]])
    T[2 * m :] = T[:, 2 * m :].T
    return T


def written_out(K, Y, v, gamma=GAMMA, damping=0.0):
    """a, c, b_s, b_t by dense algebra."""
    m, d, T = len(K), np.sqrt(v)[:, None], bordered_matrix(K, v, gamma)
    r = np.vstack([d * Y, d * Y, np.zeros((2, Y.shape[1]))])
    x = np.linalg.solve(T @ T + damping * np.eye(len(T)), T @ r) if damping else np.linalg.solve(T, r)
    return d * x[:m], d * x[m : 2 * m], x[-2], x[-1]


def parts(solution):
    return solution.a, solution.c, solution.b_source, solution.b_target


def agree(found, expected, tolerance=1e-9):
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance)


@MATRICES
@DAMPINGS
@WEIGHTS
@pytest.mark.parametrize("solver", ["auto", "dense", "svd", "sparse", "iterative"])
def test_every_solver_solves_the_weighted_system(K, damping, v, solver):
    for matrix in (K, sp.csr_array(K)):
        found = solve_askls(
            matrix,
            LABELS,
            gamma=GAMMA,
            damping=damping,
            solver=solver,
            tol=1e-13,
            sample_weight=v,
            quiet=True,
        )
        agree(parts(found), written_out(K, LABELS, v, damping=damping), 1e-8)


def core_condition(K, v, gamma):
    d = np.sqrt(v)
    P = np.eye(len(v)) - np.outer(d, d) / v.sum()
    sigma = scipy.linalg.svdvals(P @ (K * np.outer(d, d)) @ P)[:-1]
    return (1 / gamma + sigma[0]) / np.abs(1 / gamma - sigma).min(), sigma


def test_auto_damping_judges_the_weighted_system():
    _, sigma = core_condition(ASYMMETRIC, REAL, GAMMA)
    with pytest.warns(ResonanceWarning, match="solved with damping 1"):
        found = solve_askls(ASYMMETRIC, LABELS, gamma=1 / sigma[3], damping="auto", sample_weight=REAL)
    assert found.damping == 1.0
    agree(parts(found), written_out(ASYMMETRIC, LABELS, REAL, gamma=1 / sigma[3], damping=1.0))
    plain = solve_askls(ASYMMETRIC, LABELS, gamma=1 / sigma[3], damping="auto")  # no resonance of that one
    assert plain.damping == 0.0
    with pytest.raises(np.linalg.LinAlgError, match="singular at gamma"):
        solve_askls(ASYMMETRIC, LABELS, gamma=1 / sigma[3], sample_weight=REAL)


@pytest.mark.parametrize("m", [M, 300])
def test_the_bordered_condition_near_a_resonance_is_that_of_the_whole_matrix(m):
    """Where the border decides: the core below 1e8, the whole above."""
    rng = np.random.default_rng(1)
    K, v = 0.4 * rng.normal(size=(m, m)) + 0.3, rng.uniform(0.5, 3.0, size=m)
    _, sigma = core_condition(K, v, 1.0)
    gamma = 1 / (sigma[1] + 2.5e-8 * sigma[0])
    found = condition(SaddleSystem(K, v), gamma)
    assert found.value < 1e8 < found.bordered
    assert found.bordered == pytest.approx(np.linalg.cond(bordered_matrix(K, v, gamma)), rel=0.2)


def refitted(K, Y, v, damping, fold):
    """Views of a fold by the model without it."""
    rest = np.setdiff1d(np.arange(len(K)), fold)
    a, c, b_s, b_t = written_out(K[np.ix_(rest, rest)], Y[rest], v[rest], damping=damping)
    return K[np.ix_(fold, rest)] @ c + b_s, K[np.ix_(rest, fold)].T @ a + b_t


@MATRICES
@DAMPINGS
@WEIGHTS
def test_leave_one_out_is_a_refit_without_the_sample(K, damping, v):
    expected = [
        np.concatenate(pair)
        for pair in zip(*(refitted(K, LABELS, v, damping, np.array([i])) for i in range(M)), strict=True)
    ]
    agree(leave_one_out_solution(K, LABELS, gamma=GAMMA, damping=damping, sample_weight=v), expected, 1e-8)
    path = DualPath(K, sample_weight=v)
    agree(path.leave_one_out(LABELS, GAMMA, damping), expected, 1e-8)
    agree(path.solve(LABELS, GAMMA, damping), written_out(K, LABELS, v, damping=damping))


@DAMPINGS
@pytest.mark.parametrize("tiny", [1e-300, 1e-20, 1e-13, 1e-11])
def test_a_tiny_weight_loses_no_more_than_half_of_the_digits(damping, tiny):
    v = np.where(np.arange(M) == 0, tiny, REAL)
    found = leave_one_out_solution(ASYMMETRIC, LABELS, gamma=GAMMA, damping=damping, sample_weight=v)
    agree([f[[0]] for f in found], refitted(ASYMMETRIC, LABELS, v, damping, np.array([0])), 1e-7)


@DAMPINGS
def test_leave_one_out_of_a_sparse_matrix_is_that_of_the_dense_one(damping):
    """Over 400 samples: by solving for unit vectors."""
    rng = np.random.default_rng(2)
    m = 420
    K = np.where(rng.random((m, m)) < 0.01, rng.normal(size=(m, m)), 0.0)
    Y = rng.choice([-1.0, 1.0], size=(m, 2))
    v = rng.integers(0, 4, size=m).astype(float)
    found = leave_one_out_solution(sp.csr_array(K), Y, gamma=0.4, damping=damping, sample_weight=v)
    agree(found, DualPath(K, sample_weight=v).leave_one_out(Y, 0.4, damping), 1e-8)


@MATRICES
@DAMPINGS
def test_folds_left_out_are_refits(K, damping):
    folds = [np.array([0, 5, 7]), np.array([1, 2]), np.array([20])]
    found = DualPath(K, sample_weight=REAL).folds_out_along(LABELS, [GAMMA], folds, damping)
    for fold in folds:
        agree([f[0, fold] for f in found], refitted(K, LABELS, REAL, damping, fold), 1e-8)
    with pytest.raises(ValueError, match="leave out those whose sample_weight is 0"):
        DualPath(K, sample_weight=WHOLE).folds_out_along(LABELS, [GAMMA], [np.flatnonzero(WHOLE == 0)])


def test_scores_along_gamma_are_weighted():
    codes = LABELS.argmax(axis=1)
    path = gamma_path(ASYMMETRIC, codes, [0.5, GAMMA], damping=0.3, sample_weight=REAL)
    np.testing.assert_allclose(
        path.loo_source[1],
        leave_one_out_solution(ASYMMETRIC, LABELS, gamma=GAMMA, damping=0.3, sample_weight=REAL)[0],
        atol=1e-9,
    )
    right = (path.loo_source + path.loo_target).argmax(axis=2) == codes
    np.testing.assert_allclose(path.loo_score, right @ REAL / REAL.sum())
    assert not np.allclose(path.loo_score, right.mean(axis=1))
    along = lssvm_gamma_path(SYMMETRIC, codes, [0.5, GAMMA], damping=0.3, sample_weight=REAL)
    np.testing.assert_allclose(along.loo_score, (along.loo.argmax(axis=2) == codes) @ REAL / REAL.sum())


def test_the_paths_of_an_lssvm_are_weighted():
    path = symmetric_path(SYMMETRIC, sample_weight=REAL)
    agree(path.solve(LABELS, GAMMA), written_out(SYMMETRIC, LABELS, REAL))
    fold = np.array([3, 4])
    out, _ = path.folds_out_along(LABELS, [GAMMA], [fold])
    agree([out[0, fold]], refitted(SYMMETRIC, LABELS, REAL, 0.0, fold)[:1], 1e-8)
    rounded = SYMMETRIC + 1e-11 * np.triu(SYMMETRIC)  # what symmetric_system sets right
    for K in (SYMMETRIC, rounded, sp.csr_array(SYMMETRIC), sp.csr_array(rounded)):
        left_out, _ = symmetric_path(K, sample_weight=REAL).leave_one_out(LABELS, GAMMA)
        agree([left_out[[3]]], refitted(SYMMETRIC, LABELS, REAL, 0.0, np.array([3]))[:1], 1e-8)


@pytest.mark.parametrize(
    ("v", "message"),
    [
        (np.ones(M - 1), r"must be 24 numbers >= 0, one for each sample; got an array of shape \(23,\)"),
        (np.ones((M, 1)), r"got an array of shape \(24, 1\)"),
        (["heavy"] * M, "must be 24 numbers >= 0"),
        (
            np.where(np.arange(M) == 4, -1.0, 1.0),
            r"sample_weight\[4\] is -1: weights must be finite numbers >= 0",
        ),
        (np.where(np.arange(M) == 5, np.nan, 1.0), r"sample_weight\[5\] is nan"),
        (np.where(np.arange(M) == 6, np.inf, 1.0), r"sample_weight\[6\] is inf"),
        (np.zeros(M), "is zero for every sample: give at least one a weight above 0"),
    ],
)
def test_weights_out_of_range_are_refused(v, message):
    with pytest.raises(ValueError, match=message):
        solve_askls(ASYMMETRIC, LABELS, sample_weight=v)
