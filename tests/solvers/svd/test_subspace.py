"""The paper's eta and the scale-free subspace error, against naive formulas."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg

from askcore.solvers import eta, subspace_error
from askcore.solvers.svd.singular import SingularTriplets
from askcore.solvers.svd.subspace import n_determined, turned_towards


def triplets(rng, values, n=12, m=9):
    u, v = (rng.standard_normal((k, len(values))) for k in (n, m))
    return SingularTriplets(np.array(values), u, v, "random")


def orthonormal(found):
    return SingularTriplets(
        found.values, np.linalg.qr(found.left)[0], np.linalg.qr(found.right)[0], found.solver
    )


def test_eta_as_published(rng):
    exact, found = orthonormal(triplets(rng, [3.0, 2, 0.5])), triplets(rng, [1.0, 1, 1])
    expected = 0.0
    for i, weight in enumerate(exact.values):
        for true, given in ((exact.left, found.left), (exact.right, found.right)):
            expected += weight * (1 - abs(true[:, i] @ given[:, i]) / np.linalg.norm(given[:, i])) / 3
    assert eta(exact, found) == pytest.approx(expected, rel=1e-13)
    assert eta(exact, exact) == pytest.approx(0.0, abs=1e-14)


def test_what_was_not_found_is_wrong(rng):
    exact = orthonormal(triplets(rng, [3.0, 2, 0.5]))
    first = SingularTriplets(exact.values[:1], exact.left[:, :1], exact.right[:, :1], "one")
    assert eta(exact, first) == pytest.approx((2 + 0.5) * 2 / 3)
    assert subspace_error(exact.left, first.left) == pytest.approx(2 / 3, abs=1e-7)
    nothing = np.zeros((12, 2))
    assert subspace_error(exact.left, nothing) == 1.0
    assert eta(exact, SingularTriplets(np.zeros(2), nothing, np.zeros((9, 2)), "none")) == pytest.approx(
        5.5 * 2 / 3
    )


@pytest.mark.parametrize("k", [3, 5])
def test_subspace_error_is_the_mean_sine(k, rng):
    exact, found = rng.standard_normal((12, 3)), rng.standard_normal((12, k))
    angles = scipy.linalg.subspace_angles(exact, found)
    assert subspace_error(exact, found) == pytest.approx(np.sin(angles).mean(), rel=1e-10)


def test_small_angles_are_not_lost_to_rounding():
    for angle in (1e-12, 1e-6, 0.5):
        found = np.array([[np.cos(angle)], [np.sin(angle)]])
        assert subspace_error(np.eye(2, 1), found) == pytest.approx(np.sin(angle), rel=1e-3)


@pytest.mark.parametrize(
    ("values", "following", "expected"),
    [
        ([3.0, 2, 1], 0.0, 3),
        ([3.0, 2, 2], 1.0, 3),  # equal ones within are no harm to the space
        ([3.0, 2, 2], 2.0, 1),
        ([3.0, 3, 2], 2 * (1 - 1e-14), 2),
        ([1.0, 1, 1], 1.0, 0),
        ([0.0], 0.0, 0),
        ([], 0.0, 0),
    ],
)
def test_a_cut_through_equal_values_settles_those_above_only(values, following, expected):
    assert n_determined(np.array(values), following) == expected


def test_vectors_of_equal_values_are_turned_towards_the_found_ones(rng):
    exact = orthonormal(triplets(rng, [3.0, 2, 2, 2, 1]))
    turn = np.eye(5)
    turn[1:4, 1:4] = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    found = SingularTriplets(exact.values, exact.left @ turn, exact.right @ turn, "turned")
    assert eta(exact, found) > 0.01
    turned = turned_towards(exact, found)
    np.testing.assert_allclose(turned.left, found.left, atol=1e-12)
    np.testing.assert_allclose(turned.right, found.right, atol=1e-12)
    K = exact.left * exact.values @ exact.right.T
    np.testing.assert_allclose(turned.left * turned.values @ turned.right.T, K, atol=1e-12)


def test_turning_only_brings_nearer_and_leaves_what_is_apart(rng):
    for values in ([3.0, 2, 1], [2.0, 2, 2], [2.0, 2, 1]):
        exact, found = orthonormal(triplets(rng, values)), orthonormal(triplets(rng, [1.0, 1]))
        turned = turned_towards(exact, found)
        apart = [i for i, value in enumerate(values) if values.count(value) == 1]
        np.testing.assert_array_equal(turned.left[:, apart], exact.left[:, apart])
        products = [
            sum((a[:, :2] * b).sum() for a, b in ((e.left, found.left), (e.right, found.right)))
            for e in (exact, turned)
        ]
        assert products[1] >= products[0] - 1e-12
