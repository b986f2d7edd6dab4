"""The symmetric rival: naive on G G^T and G^T G, exact where everything is sampled."""

from __future__ import annotations

import numpy as np
import pytest

from askcore import DataError
from askcore.operators import as_operator
from askcore.solvers import symmetric_nystroem
from askcore.solvers.nystroem.sampling import sample


def naive_side(S, chosen, rank):
    w, vectors = np.linalg.eigh(S[np.ix_(chosen, chosen)])
    w, vectors = w[::-1][:rank], vectors[:, ::-1][:, :rank]
    found = S[:, chosen] @ vectors / w
    return np.sqrt(len(S) / len(chosen) * w), found / np.linalg.norm(found, axis=0)


def test_both_sides_are_solved_apart(rng):
    G = rng.standard_normal((30, 22))
    found = symmetric_nystroem(G, 4, n_samples=15, random_state=3)
    drawn = sample(as_operator(G), 15, 15, "uniform", np.random.RandomState(3))
    left_values, left = naive_side(G @ G.T, drawn.rows, 4)
    right_values, right = naive_side(G.T @ G, drawn.columns, 4)
    np.testing.assert_allclose(found.values, (left_values + right_values) / 2, rtol=1e-10)
    np.testing.assert_allclose(np.abs(np.sum(found.left * left, axis=0)), 1.0, rtol=1e-10)
    np.testing.assert_allclose(np.abs(np.sum(found.right * right, axis=0)), 1.0, rtol=1e-10)
    assert found.solver == "symmetric_nystroem"


def test_a_matrix_of_low_rank_is_found_whole(rng):
    G = rng.standard_normal((30, 2)) @ rng.standard_normal((2, 30))
    found = symmetric_nystroem(G, 2, n_samples=10, random_state=0)
    assert found.rank == 2
    np.testing.assert_allclose(
        np.abs(found.left.T @ np.linalg.qr(G)[0][:, :2]) ** 2 @ np.ones(2), 1, atol=1e-9
    )


@pytest.mark.parametrize("n", [2, 13])
def test_sample_sizes_that_do_not_fit_are_refused(n):
    with pytest.raises(DataError, match=rf"{n} samples were asked for 3 components.*between 3 and 12"):
        symmetric_nystroem(np.ones((15, 12)), 3, n_samples=n)
    with pytest.raises(DataError, match="13 components were requested from a 15 x 12 matrix"):
        symmetric_nystroem(np.ones((15, 12)), 13)


@pytest.mark.parametrize("size", [1e-250, 1e250])
def test_entries_whose_squares_leave_the_range_of_floats(size):
    G = np.random.default_rng(0).random((12, 12))
    found = symmetric_nystroem(size * G, 2, n_samples=8, random_state=0)
    assert found.values / size == pytest.approx(symmetric_nystroem(G, 2, n_samples=8, random_state=0).values)


def test_a_value_at_the_rounding_of_the_largest_is_left_out():
    """Squared, 2^-25 is 4 eps, as much as rounding may leave of four sampled columns."""
    found = symmetric_nystroem(np.diag([1.0, 1.0, 1.0, 2.0**-25]), 4, n_samples=4, random_state=0)
    assert found.notes == ("The sampled blocks have numerical rank 3.",)
    np.testing.assert_allclose(found.values, 1.0)
