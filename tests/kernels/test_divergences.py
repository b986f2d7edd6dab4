"""Divergences of histograms and Gaussians against loops written from the definition, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.kernels import KERNELS, divergence_kernel, kl_gaussians
from askcore.kernels.divergences import KLMatrix

kl_histogram = KERNELS["kl_histogram"]


# Histograms -------------------------------------------------------------------------------------------


def test_an_empty_bin_on_the_right_costs_what_the_smoothing_says():
    both, left = [[1.0, 1.0]], [[1.0, 0.0]]
    assert kl_histogram(left, both)[0, 0] == pytest.approx(0.5, rel=1e-6)  # exp(-log 2)
    assert kl_histogram(both, left, a=1.0, smoothing=1e-9)[0, 0] == pytest.approx(np.sqrt(4e-9), rel=1e-6)
    np.testing.assert_allclose(np.diagonal(kl_histogram(both + left, both + left)), 1.0, rtol=1e-12)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[1, 2], [3, -0.5]], r"X\[1, 1\] is -0\.5; row 1 is not a histogram.*not negative"),
        ([[1, 2], [np.nan, 1]], r"X\[1, 0\] is nan; row 1 is not a histogram"),
        ([[1, 2], [np.inf, 1]], r"X\[1, 0\] is inf; row 1 is not a histogram"),
        ([[1, 2], [0, 0]], "X: row 1 contains only zeros, so it is not a histogram"),
    ],
)
def test_rows_that_are_no_histograms_are_named(rows, message):
    with pytest.raises(ValueError, match=message):
        kl_histogram(rows, [[1.0, 1.0]])
    with pytest.raises(ValueError, match=message.replace("X", "Z")):
        kl_histogram([[1.0, 1.0]], rows)


# Gaussians --------------------------------------------------------------------------------------------


def gaussians(rng, n=5, d=3):
    roots = rng.normal(size=(n, d, d)) + 2 * np.eye(d)
    return rng.normal(size=(n, d)), roots @ roots.transpose(0, 2, 1)


def naive_gaussians(means, covariances):
    kl = np.zeros((len(means), len(means)))
    for i, (m, S) in enumerate(zip(means, covariances, strict=True)):
        for j, (mu, T) in enumerate(zip(means, covariances, strict=True)):
            inverse, shift = np.linalg.inv(T), mu - m
            kl[i, j] = np.trace(inverse @ S) + shift @ inverse @ shift - len(m)
            kl[i, j] += np.log(np.linalg.det(T) / np.linalg.det(S))
    return kl / 2


def test_divergences_of_gaussians_equal_the_formula(rng):
    means, covariances = gaussians(rng)
    np.testing.assert_allclose(
        kl_gaussians(means, covariances), naive_gaussians(means, covariances), rtol=1e-9, atol=1e-12
    )


@pytest.mark.parametrize(
    ("means", "covariances", "message"),
    [
        ([0.0, 1.0], [1.0, 1.0], r"Expected means \(n, d\).*got \(2,\) and \(2,\)"),
        (np.zeros((2, 3)), np.ones((2, 2)), r"got \(2, 3\) and \(2, 2\)"),
        ([[0.0], [np.nan]], [[1.0], [1.0]], "The means of Gaussian 1 are not finite"),
        ([[0.0], [0.0]], [[1.0], [0.0]], "Gaussian 1 is not positive definite; add"),
        (np.zeros((1, 2)), [[[1.0, 2.0], [2.0, 1.0]]], "Gaussian 0 is not positive definite; add"),
        (np.zeros((1, 2)), [[[1.0, 0.5], [0.0, 1.0]]], "The covariance of Gaussian 0 is not symmetric"),
    ],
)
def test_a_gaussian_that_is_none_is_named(means, covariances, message):
    with pytest.raises(ValueError, match=message):
        kl_gaussians(means, covariances)


# The kernel of a matrix of divergences ----------------------------------------------------------------


def test_a_matrix_of_divergences_gives_its_kernel():
    D = np.array([[0.0, np.inf], [0.3, -0.01]])
    K = divergence_kernel(D, a=2.0)
    np.testing.assert_allclose(K([0, 1], [0, 1]), np.exp(-2.0 * D))
    assert divergence_kernel(D, a=1e-3)([0], [1]) == 0.0
    assert D[0, 1] == np.inf, "the matrix given is not changed"
    found = KLMatrix(D, np.zeros((2, 2)), 100)
    assert found.n_negative == 1
    np.testing.assert_array_equal(found.kernel(2.0)([0, 1], [0, 1]), K([0, 1], [0, 1]))


@pytest.mark.parametrize("a", [0.0, -1.0, np.nan, np.inf])
def test_a_scale_that_is_not_positive_is_refused(a):
    with pytest.raises(ValueError, match="a must be a positive number"):
        divergence_kernel(np.zeros((2, 2)), a)


@pytest.mark.parametrize(
    ("D", "message"),
    [
        (np.zeros((2, 3)), "divergence must be square"),
        ([[0.0, np.nan], [0.0, 0.0]], r"divergence\[0, 1\] is nan"),
        ([[0.0, -np.inf], [0.0, 0.0]], r"divergence\[0, 1\] is -inf"),
        ([[0.0, -1e9], [0.0, 0.0]], r"G\[0, 1\] is inf"),
    ],
)
def test_a_matrix_that_holds_no_divergences_is_refused(D, message):
    with pytest.raises(ValueError, match=message):
        divergence_kernel(D)
