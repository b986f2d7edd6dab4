"""Asymmetric stationary kernels: their values pair by pair, and their measures against numerical Fourier integrals."""

import itertools

import numpy as np
import pytest

from askcore.diagnostics import row_scaling
from askcore.kernels import KERNELS, RBF, ShiftedGaussians, SkewedLaplacian
from askcore.kernels.stationary import as_stationary

RNG = np.random.default_rng(5)
X, Z = RNG.normal(size=(7, 2)), RNG.normal(size=(5, 2))
MIXTURE = ShiftedGaussians([[0.5, -1.0], [0.0, 0.3]], weights=[1.0, -0.4], sigma=1.3)
TEXTBOOK = {"sigma": 0.7, "convention": "2 sigma^2"}
SKEWED = SkewedLaplacian(ahead=[2.0, 0.3], behind=[0.5, 1.0])


def gaussians(x, z):
    terms = ((1.0, np.array([0.5, -1.0])), (-0.4, np.array([0.0, 0.3])))
    return sum(c * np.exp(-np.sum((x - z - b) ** 2) / 1.3**2) for c, b in terms)


def skewed(x, z):
    reach = [(2.0, 0.5), (0.3, 1.0)]
    return np.prod(
        [np.exp(-abs(t) / (up if t >= 0 else down)) for t, (up, down) in zip(x - z, reach, strict=True)]
    )


@pytest.mark.parametrize(("kernel", "pair"), [(MIXTURE, gaussians), (SKEWED, skewed)])
def test_values_are_those_of_each_pair(kernel, pair):
    before = X.copy()
    K = kernel(X, Z)
    np.testing.assert_allclose(K, [[pair(x, z) for z in Z] for x in X], rtol=1e-12)
    np.testing.assert_array_equal(X, before)
    np.testing.assert_allclose(kernel(X[2:4], Z), K[2:4], rtol=1e-12)
    np.testing.assert_allclose(kernel(X + 1e9, Z + 1e9), K, rtol=1e-5)  # years, coordinates
    assert abs(kernel(X, X) - kernel(X, X).T).max() > 0.05
    assert not kernel.symmetric


@pytest.mark.parametrize(
    ("kernel", "name", "params"),
    [
        (ShiftedGaussians(sigma=0.7), "rbf", {"sigma": 0.7}),
        (as_stationary("rbf", TEXTBOOK), "rbf", TEXTBOOK),
        (as_stationary(RBF(sigma=0.7)), "rbf", {"sigma": 0.7}),
        (as_stationary(KERNELS["laplacian"], {"sigma": 2.0}), "laplacian", {"sigma": 2.0}),
    ],
)  # fmt: skip
def test_without_a_shift_it_is_the_known_kernel(kernel, name, params):
    np.testing.assert_allclose(kernel(X, Z), KERNELS[name](X, Z, **params), rtol=1e-12)
    assert kernel.symmetric
    assert not kernel.frequencies(50, 2, np.random.default_rng(0)).phase.any()


def measure(kernel, w, reach):
    """The transform (1/2 pi) int kappa(t) exp(-i w t) dt of a kernel of one feature, by Gauss's rule on pieces."""
    nodes, weights = np.polynomial.legendre.leggauss(20)
    half = 0.25
    t = (np.arange(-reach + half, reach, 2 * half)[:, None] + half * nodes).ravel()  # no piece holds 0 inside
    weights = np.tile(half * weights, len(t) // len(nodes))
    return (weights * kernel(t[:, None], [[0.0]])[:, 0]) @ np.exp(-1j * np.outer(t, w)) / (2 * np.pi)


ONE_FEATURE = {
    "shifted": ShiftedGaussians([0.8], sigma=1.5),
    "two shifts": ShiftedGaussians([[0.8], [-0.3]], weights=[1.0, 0.5], sigma=1.5),
    "skewed": SkewedLaplacian(2.0, 0.5),
    "skewed the other way": SkewedLaplacian(0.2, 3.0),
}


@pytest.mark.parametrize("name", ONE_FEATURE)
def test_frequencies_are_drawn_from_the_transform_of_the_kernel(name):
    """Of intervals of frequencies: sum of weight exp(i phase) within is the mass of the transform there."""
    kernel, n = ONE_FEATURE[name], 400_000
    drawn = kernel.frequencies(n, 1, np.random.default_rng(1))
    seen = drawn.weight * np.exp(1j * drawn.phase)
    edges = np.array([-3.0, -1.0, -0.2, 0.0, 0.4, 1.5, 4.0])

    for low, high in itertools.pairwise(edges):
        inside = (drawn.at[:, 0] >= low) & (drawn.at[:, 0] < high)
        nodes, weights = np.polynomial.legendre.leggauss(8)
        at = (low + high) / 2 + (high - low) / 2 * nodes
        mass = measure(kernel, at, 25.0) @ weights * (high - low) / 2
        error = 5 * drawn.weight.max() / np.sqrt(n)
        assert abs(seen[inside].sum() / n - mass) < error


@pytest.mark.parametrize(
    ("kernel", "left"),
    [(ShiftedGaussians([0.5, -1.0], sigma=1.3), 0.0), (SkewedLaplacian(2.0, 0.5), 0.0), (MIXTURE, 0.1)],
    ids=["one shift", "skewed", "two shifts"],
)
def test_what_of_the_asymmetry_is_a_scaling(kernel, left):
    found = row_scaling(kernel(X, X)).remaining
    assert found < 1e-8 if left == 0 else found > left


def test_lengths_far_apart_lose_no_digit():
    kernel = SkewedLaplacian(ahead=1e6, behind=[1e-3, 1e-2])
    differences = X[:, None] - Z[None]
    reach = np.where(differences >= 0, 1e6, [1e-3, 1e-2])
    np.testing.assert_allclose(kernel(X, Z), np.exp(-(np.abs(differences) / reach).sum(axis=2)), rtol=1e-12)


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (ShiftedGaussians([1.0, 2.0, 3.0]), "shifts must be 2 finite numbers"),
        (ShiftedGaussians(1.0), "shifts must be 2 finite numbers"),
        (ShiftedGaussians([1.0, np.nan]), "shifts must be 2 finite numbers"),
        (ShiftedGaussians([[1.0, 2.0]], weights=[1.0, 2.0]), "weights must be 1 finite numbers"),
        (ShiftedGaussians(sigma=0.0), "sigma must be a positive number, got 0.0"),
        (ShiftedGaussians(sigma="scale"), "sigma must be a positive number, got 'scale'"),
        (SkewedLaplacian(ahead=-1.0), "ahead must be a positive length"),
        (SkewedLaplacian(behind=[1.0, 2.0, 3.0]), "behind must be a positive length, or 2 of them"),
    ],
)
def test_wrong_parameters_are_named(kernel, message):
    with pytest.raises(ValueError, match=message):
        kernel(X, Z)
    with pytest.raises(ValueError, match=message):
        kernel.frequencies(3, 2, np.random.default_rng(0))


def test_others_are_refused_with_what_to_do():
    with pytest.raises(ValueError, match=r"need a kernel that depends only on x - z.*use landmarks"):
        as_stationary("sne", {})
    with pytest.raises(ValueError, match="must be set in the kernel object itself"):
        as_stationary(MIXTURE, {"sigma": 1.0})
    with pytest.raises(ValueError, match="the same number of features, got 2 and 1"):
        MIXTURE(X, Z[:, :1])
