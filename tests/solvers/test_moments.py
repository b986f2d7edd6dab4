"""Sums per chunk against the paper's dense systems of A B^T."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from askcore.solvers import solve_askls, solve_lssvm
from askcore.solvers.moments import Moments, solve_from_moments
from tests.helpers import askls_system, naive_askls, naive_centred, random_labels


def factors(m: int = 40, r: int = 6, seed: int = 0, offset: float = 0.3):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((m, r)) + offset, rng.standard_normal((r, m))


CASES = {
    "tall": factors(),
    "rank above m": factors(m=8, r=13),
    "rank equals m": factors(m=9, r=9),
    "dependent columns": (lambda A, B: (np.hstack([A, A]), np.vstack([B, B])))(*factors(r=3)),
    "rank one": factors(r=1),
    "zero": (np.zeros((12, 2)), np.zeros((2, 12))),
    "ill conditioned": (lambda A, B: (A * np.logspace(0, -7, 6), np.logspace(0, -7, 6)[:, None] * B))(
        *factors()
    ),
}


def of_chunks(A, B, Y, sizes, weight=None, tree=False) -> Moments:
    ends = np.cumsum(sizes)
    parts = [
        Moments.from_features(
            A[a:b], None if B is None else B[a:b], Y[a:b], None if weight is None else weight[a:b]
        )
        for a, b in itertools.pairwise([0, *ends])
    ]
    while len(parts) > 1:
        at_once = 2 if tree else len(parts)
        parts = [sum_of(parts[i : i + at_once]) for i in range(0, len(parts), at_once)]
    return parts[0]


def sum_of(parts: list[Moments]) -> Moments:
    found = parts[0]
    for part in parts[1:]:
        found = found + part
    return found


def views(found, A, B):
    return A @ found.source + found.b_source, B @ found.target + found.b_target


def sizes_of(m: int) -> list[int]:
    return [1, 2, m - 3 - m // 2, m // 2]


@pytest.mark.parametrize("damping", [0.0, 0.02, 1.0])
@pytest.mark.parametrize("name", CASES)
def test_views_from_sums_are_those_of_the_papers_systems(name, damping):
    A, B = CASES[name]
    K, Y = A @ B, random_labels(np.random.default_rng(1), len(A), 3)
    for gamma in (0.01, 0.7, 20.0):
        a, c, b_s, b_t = naive_askls(K, Y, gamma, damping)
        sums = of_chunks(A, B.T, Y, sizes_of(len(A)))
        f_s, f_t = views(solve_from_moments(sums, gamma=gamma, damping=damping), A, B.T)
        np.testing.assert_allclose(f_s, K @ c + b_s, atol=1e-8)
        np.testing.assert_allclose(f_t, K.T @ a + b_t, atol=1e-8)


@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_any_tree_gives_the_sums_of_the_whole(offset):
    A, B = CASES["tall"]
    A, Y = A + offset, random_labels(np.random.default_rng(1), 40, 2)
    v = np.random.default_rng(3).uniform(0.1, 2, 40)
    centred, y = A - v @ A / v.sum(), Y - v @ Y / v.sum()
    for tree in (False, True):
        found = of_chunks(A, B.T, Y, [1, 7, 9, 11, 12], v, tree)
        assert (found.count, found.mass) == (40, pytest.approx(v.sum(), rel=1e-14))
        np.testing.assert_allclose(found.source.mean, v @ A / v.sum(), rtol=1e-14)
        # A mean of 1e6 costs the sums of centred features six of sixteen digits, not twelve.
        np.testing.assert_allclose(found.source.gram, centred.T @ (v[:, None] * centred), atol=1e-8)
        np.testing.assert_allclose(found.source.cross, centred.T @ (v[:, None] * y), atol=1e-8)


@pytest.mark.parametrize("shape", [(20, 3), (12, 30), (9, 9)])
@pytest.mark.parametrize("gamma", [0.1, 10.0, 1000.0])
@pytest.mark.parametrize("scaled", [False, True])
def test_the_lssvm_of_features_equals_its_dual(shape, gamma, scaled, rng):
    Z, Y = rng.normal(size=shape), random_labels(rng, shape[0], 2)
    scale = rng.uniform(0.1, 2, shape[1]) if scaled else None
    w, b = Moments.from_features(Z, None, Y).solve(gamma, scale)
    points = Z if scale is None else Z * scale
    expected = solve_lssvm(points @ points.T, Y, gamma=gamma)
    new = rng.normal(size=(5, shape[1]))
    across = (new if scale is None else new * scale) @ points.T
    np.testing.assert_allclose(new @ w + b, across @ expected.a + expected.b_source, atol=1e-8)


def test_features_without_variance_give_the_mean(rng):
    Y = random_labels(rng, 6, 2)
    w, b = Moments.from_features(np.ones((6, 2)), None, Y).solve(1.0)
    np.testing.assert_allclose(np.ones(2) @ w + b, Y.mean(axis=0), atol=1e-12)


def test_a_gamma_beyond_rounding_is_refused(rng):
    sums = Moments.from_features(1e4 * rng.normal(size=(9, 2)), None, random_labels(rng, 9, 1))
    assert sums.resolves(1.0)
    assert not sums.resolves(1e6)
    with pytest.raises(np.linalg.LinAlgError, match="gamma = 1e\\+06 is too large for features of this size"):
        sums.solve(1e6)


@pytest.mark.parametrize("damping", [0.0, 0.1])
@pytest.mark.parametrize("signed", [False, True])
def test_the_lssvm_of_a_symmetric_matrix_follows_from_its_signs(signed, damping):
    rng = np.random.default_rng(4)
    Z, Y = rng.standard_normal((30, 5)) + 0.5, random_labels(rng, 30, 3)
    signs = np.array([1, 1, -1, 1, -1]) if signed else np.ones(5)
    K = (Z * signs) @ Z.T
    for gamma in (0.05, 3.0):
        truth = solve_lssvm(K, Y, gamma=gamma, damping=damping, solver="svd")
        sums = of_chunks(Z, None, Y, [4, 20, 6])
        found = solve_from_moments(sums, gamma=gamma, damping=damping, signs=signs)
        np.testing.assert_allclose(Z @ found.source + found.b_source, K @ truth.a + truth.b_source, atol=1e-8)
        assert found.condition.value == pytest.approx(truth.condition.value, rel=1e-8)


def test_the_condition_is_that_of_the_dense_system():
    A, B = CASES["tall"]
    Y = random_labels(np.random.default_rng(1), 40)
    s = np.linalg.svd(naive_centred(A @ B), compute_uv=False)
    for off in (0.3, 1e-6, 1e-8, 1e-9):
        gamma = 1 / (s[2] * (1 + off))
        truth = solve_askls(A @ B, Y, gamma=gamma, quiet=True).condition
        found = solve_from_moments(Moments.from_features(A, B.T, Y), gamma=gamma).condition
        assert found.value == pytest.approx(truth.value, rel=1e-4)
        if (
            found.bordered > found.value
        ):  # looked at: then it is that of the whole system, which the dense solver bounds
            assert found.bordered == pytest.approx(
                np.linalg.cond(askls_system(A @ B, np.ones(40), gamma)), rel=1e-3
            )
            assert found.bordered <= 1.0001 * truth.bordered
        assert found.resonant == truth.resonant


def test_resonances_are_decided_as_by_the_dense_solver():
    A, B = CASES["tall"]
    gamma = 1 / np.linalg.svd(naive_centred(A @ B), compute_uv=False)[3]
    y = random_labels(np.random.default_rng(1), 40)
    sums = Moments.from_features(A, B.T, y)
    found = solve_from_moments(sums, gamma=gamma, damping="auto")
    truth = solve_askls(A @ B, y, gamma=gamma, damping="auto", quiet=True)
    assert (found.damping, str(found.notes[0])[:20]) == (truth.damping, str(truth.notes[0])[:20])
    f_s, _ = views(found, A, B.T)
    np.testing.assert_allclose(f_s, A @ B @ truth.c + truth.b_source, atol=1e-8)
    with pytest.raises(np.linalg.LinAlgError, match=r"singular at gamma .* Use damping > 0"):
        solve_from_moments(sums, gamma=gamma)
    assert solve_from_moments(sums, gamma=1.01 * gamma, damping="auto").damping == 0.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            (np.ones((3, 2)), np.ones((3, 1)), np.ones(3)),
            r"must have the same shape, got \(3, 2\) and \(3, 1\)",
        ),
        ((np.ones((3, 2)), None, np.ones(2)), "Y must have one row per row of features_s, 3, got 2"),
        ((np.ones((3, 2)), None, np.ones(3), [1, -1, 0]), r"sample_weight\[1\] is -1: weights must be"),
        ((np.full((3, 2), np.nan), None, np.ones(3)), "features_s"),
    ],
)
def test_a_chunk_that_does_not_fit_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Moments.from_features(*arguments)


def test_what_does_not_add_up_or_cannot_be_solved():
    X, y = np.ones((3, 2)), np.ones(3)
    one, two = Moments.from_features(X, None, y), Moments.from_features(X, X, y)
    with pytest.raises(ValueError, match=r"do not add up: .* \(2, 0, 1\) columns here and \(2, 2, 1\) there"):
        one + two
    with pytest.raises(ValueError, match="needs the features of both views"):
        solve_from_moments(one)
    with pytest.raises(ValueError, match=r"signs must be 2 numbers, .* got shape \(3,\)"):
        solve_from_moments(one, signs=[1, 1, 1])
    with pytest.raises(ValueError, match="No sample has a weight above 0"):
        solve_from_moments(
            Moments.from_features(np.ones((3, 2)), None, np.ones(3), np.zeros(3)), signs=[1, 1]
        )
