"""One basis for many gammas at a damping: the solutions are those of elimination."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.solvers import solve_askls
from askcore.solvers.systems.shifts import DampedSolutions

M = 60


def problem(rng, *, symmetric=False, n_classes=3):
    K = rng.normal(size=(M, M))
    codes = np.arange(M) % n_classes
    Y = np.where(codes[:, None] == np.arange(n_classes), 1.0, -1.0)
    return (K + K.T if symmetric else K), Y if n_classes > 2 else Y[:, 1]


def assert_eliminated(found, K, Y, damping, gamma, **weights):
    expected = solve_askls(K, Y, gamma=gamma, damping=damping, solver="dense", quiet=True, **weights)
    for one, other in zip(
        found.solve(gamma), (expected.a, expected.c, expected.b_source, expected.b_target), strict=True
    ):
        np.testing.assert_allclose(one, other, atol=1e-9 * np.abs(other).max())


@pytest.mark.parametrize("gamma", [0.01, 1.0, 30.0, 1e6])
@pytest.mark.parametrize("damping", [1e-3, 0.1, 10.0])
@pytest.mark.parametrize(("symmetric", "n_classes"), [(False, 3), (True, 3), (False, 2), (True, 2)])
def test_solutions_at_every_gamma_are_those_of_elimination(rng, symmetric, n_classes, damping, gamma):
    K, Y = problem(rng, symmetric=symmetric, n_classes=n_classes)
    found = DampedSolutions(K, Y, damping)
    assert found.symmetric == symmetric
    assert_eliminated(found, K, Y, damping, gamma)


@pytest.mark.parametrize("symmetric", [False, True])
def test_weights_count_as_in_elimination(rng, symmetric):
    K, Y = problem(rng, symmetric=symmetric)
    weight = rng.random(M) + 0.1
    found = DampedSolutions(K, Y, 0.1, sample_weight=weight)
    assert_eliminated(found, K, Y, 0.1, 5.0, sample_weight=weight)


def test_a_right_hand_side_that_is_constant_is_no_column_of_the_basis(rng):
    """Rows of K that all sum to 1 leave nothing of the border, and a class that is everywhere nothing of its labels."""
    K = rng.random((M, M))
    K /= K.sum(axis=1, keepdims=True)
    Y = np.column_stack([np.ones(M), np.sign(np.arange(M) - 20.5)])
    found = DampedSolutions(K, Y, 0.1)
    assert len(found.basis) == 3
    assert_eliminated(found, K, Y, 0.1, 5.0)


def test_a_sparse_matrix_is_used_by_products(rng):
    K = sp.random_array((M, M), density=0.1, rng=rng, format="csr")
    _, Y = problem(rng)
    assert_eliminated(DampedSolutions(K, Y, 0.01), K, Y, 0.01, 100.0)


def test_a_low_rank_ends_the_basis(rng):
    K, Y = rng.normal(size=(M, 2)) @ rng.normal(size=(2, M)), problem(rng)[1]
    found = DampedSolutions(K, Y, 1e-4)
    assert found.basis.shape[1] <= 16
    assert_eliminated(found, K, Y, 1e-4, 100.0)


def test_fewer_steps_serve_smaller_gammas(rng):
    """Of a spectrum that falls, the small singular values count only where gamma is large."""
    m = 400
    U, V = (np.linalg.qr(rng.normal(size=(m, m)))[0] for _ in range(2))
    K, Y = (U * 0.9 ** np.arange(m)) @ V.T, np.sign(rng.normal(size=(m, 2)))
    every, some = DampedSolutions(K, Y, 1e-6), DampedSolutions(K, Y, 1e-6, largest=10.0)
    assert (every.largest, some.largest) == (np.inf, 10.0)
    assert some.basis.shape[1] < every.basis.shape[1]
    assert not some.serves(20.0)
    for gamma in (0.1, 10.0):
        assert some.serves(gamma)
        assert_eliminated(some, K, Y, 1e-6, gamma)


def test_a_basis_that_would_take_more_memory_is_refused(rng):
    K, Y = problem(rng)
    with pytest.raises(ArithmeticError, match="leave a residual above 1e-10"):
        DampedSolutions(K, Y, 1e-6, at_most=8 * M * 8 * 20)


def test_what_rounding_spoils_is_refused(rng):
    K, Y = problem(rng)
    with pytest.raises(ArithmeticError, match="residual above 1e-10"):
        DampedSolutions(1e9 * K, Y, 1e-6, at_most=8 * M * 8 * 2000)
