"""Every registered kernel against a formula for two samples, called in two loops.

A new kernel needs its line in ``FORMULAS``: a test says so.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from askcore.kernels import KERNELS, AttentionKernel
from askcore.kernels.binding import bind


def dot(x, z):
    return sum(a * b for a, b in zip(x, z, strict=True))


def d1(x, z):
    return sum(abs(a - b) for a, b in zip(x, z, strict=True))


def d2(x, z):
    return sum((a - b) ** 2 for a, b in zip(x, z, strict=True))


def naive_tanh(x, z, c=1.0, d=0.0):
    high, low = math.exp(c * dot(x, z) + d), math.exp(-c * dot(x, z) - d)
    return (high - low) / (high + low)


def naive_rbf(x, z, sigma=1.0, convention="sigma^2"):
    return math.exp(-d2(x, z) / (sigma**2 * (2 if convention == "2 sigma^2" else 1)))


def naive_tl1(x, z, rho=None):
    rho = 0.7 * len(x) if rho is None else rho
    return rho - d1(x, z) if d1(x, z) < rho else 0.0


def naive_kl_histogram(x, z, a=1.0, smoothing=1e-9):
    def smoothed(values):
        p = [value / sum(values) + smoothing for value in values]
        return [value / sum(p) for value in p]

    return math.exp(-a * sum(p * math.log(p / q) for p, q in zip(smoothed(x), smoothed(z), strict=True)))


def naive_spectrum(x, z, length=3, normalize=False):
    def substrings(text):
        sizes = range(1, len(text) + 1) if length is None else [length]
        return [text[i : i + size] for size in sizes for i in range(len(text) - size + 1)]

    def product(left, right):  # every occurrence in one meets every equal one in the other
        return sum(s == t for s in substrings(left) for t in substrings(right))

    if not normalize:
        return product(x, z)
    return product(x, z) / max(math.sqrt(product(x, x) * product(z, z)), 1e-300)


def weight_sne(x, z, sigma=1.0, distance="squared"):
    return math.exp(-d2(x, z) / sigma**2 if distance == "squared" else -math.sqrt(d2(x, z)) / sigma)


def weight_t(x, z, distance="squared"):
    return 1 / (1 + (d2(x, z) if distance == "squared" else math.sqrt(d2(x, z))))


def over_reference(weight):
    """K(x, z) = w(x, z) over the sum of w(x, r); ``itself`` False leaves out every r that is x."""

    def value(x, z, reference, itself=True, **params):
        def kept(r):
            return 0.0 if not itself and list(x) == list(r) else weight(x, r, **params)

        return kept(z) / sum(kept(r) for r in reference)

    return value


# name: (parameters to try, the kernel of two samples); the parameters are tried against these, one by one.
FORMULAS = {
    "linear": ([{}], dot),
    "polynomial": (
        [{}, {"degree": 1, "c": 0.0}, {"degree": 2, "c": 0.0}, {"degree": 7, "c": 0.3}, {"degree": 10}],
        lambda x, z, degree=3, c=1.0: (dot(x, z) + c) ** degree,
    ),
    "tanh": ([{}, {"c": -0.7, "d": 0.2}, {"c": 0.0, "d": -1.0}], naive_tanh),
    "rbf": ([{}, {"sigma": 0.7}, {"sigma": 0.7, "convention": "2 sigma^2"}], naive_rbf),
    "laplacian": ([{}, {"sigma": 2.5}], lambda x, z, sigma=1.0: math.exp(-d1(x, z) / sigma)),
    "tl1": ([{}, {"rho": None}, {"rho": 3.0}, {"rho": 0.1}], naive_tl1),
    "sne": (
        [
            {},
            {"sigma": 0.7},
            {"sigma": 2.0, "distance": "plain"},
            {"sigma": 2.0, "itself": False},
            {"distance": "plain", "itself": False},
        ],
        over_reference(weight_sne),
    ),
    "t": (
        [{}, {"distance": "plain"}, {"itself": False}, {"distance": "plain", "itself": False}],
        over_reference(weight_t),
    ),
    "kl_histogram": ([{}, {"a": 3.0, "smoothing": 1e-2}], naive_kl_histogram),
    "spectrum": (
        [
            {},
            {"length": 1},
            {"length": 6},
            {"normalize": True},
            {"length": None},
            {"length": None, "normalize": True},
        ],
        naive_spectrum,
    ),
}
CASES = [(name, params) for name, (tried, _) in FORMULAS.items() for params in tried]
IDS = [f"{name}-{'-'.join(map(str, params.values())) or 'default'}" for name, params in CASES]
WORDS = ["banana", "ananas", "", "a", "  a  b", "Banana", "nan\nnan", "ßß🍌🍌"]


def loops(function, X, Z, **more):
    return np.array([[function(x, z, **more) for z in Z] for x in X])


def samples(name, new_points, points):
    accepts = KERNELS[name].accepts
    if accepts == "strings":
        return WORDS[3:], WORDS
    return (np.abs(new_points), np.abs(points)) if accepts == "histograms" else (new_points, points)


def test_every_kernel_has_its_formula():
    assert set(FORMULAS) | {"attention"} == set(KERNELS)


@pytest.mark.parametrize(("name", "params"), CASES, ids=IDS)
def test_a_kernel_equals_its_formula(name, params, points, new_points):
    spec, function = KERNELS[name], FORMULAS[name][1]
    new, old = samples(name, new_points, points)
    for rows in (new, old):
        more = params if spec.pointwise else {**params, "reference": old}
        np.testing.assert_allclose(
            spec(rows, old, **params), loops(function, rows, old, **more), rtol=1e-9, atol=1e-13
        )


@pytest.mark.parametrize(("name", "params"), [case for case in CASES if not KERNELS[case[0]].pointwise])
def test_blocks_of_new_rows_and_columns_keep_the_training_reference(name, params, points, new_points):
    """Training rows, new rows, and new rows that happen to equal training points."""
    bound, function = bind(name, params, points), FORMULAS[name][1]
    new = np.vstack([new_points, points[3:5]])
    if KERNELS[name].scaled is not None:  # bound to training samples, it is half their median distance
        params = {"sigma": np.median(pdist(points)) / 2, **params}
    more = {**params, "reference": points}
    for block, rows, columns in (
        (bound.train(), points, points),
        (bound.source(new), new, points),
        (bound.target(new), points, new),
    ):
        np.testing.assert_allclose(block, loops(function, rows, columns, **more), rtol=1e-9, atol=1e-13)


def naive_attention(X, Z, reference, W_Q, W_K):
    def weight(x, z):
        return math.exp(dot([dot(w, x) for w in W_Q], [dot(w, z) for w in W_K]) / math.sqrt(len(W_Q)))

    return np.array([[weight(x, z) / sum(weight(x, r) for r in reference) for z in Z] for x in X])


@pytest.mark.parametrize("dimension", [1, 3])
def test_attention_takes_given_projections(dimension, rng, points, new_points):
    W_Q, W_K = rng.normal(size=(2, dimension, 3))
    kernel = AttentionKernel(W_Q, W_K)
    bound = bind(kernel, None, points)
    for block, rows, columns in (
        (kernel(new_points, points), new_points, points),
        (bound.train(), points, points),
        (bound.source(new_points), new_points, points),
        (bound.target(new_points), points, new_points),
    ):
        np.testing.assert_allclose(block, naive_attention(rows, columns, points, W_Q, W_K), rtol=1e-9)


@pytest.mark.parametrize("seed", [0, 5])
def test_random_projections_are_drawn_from_the_seed(seed, points, new_points):
    W_Q, W_K = np.random.default_rng(seed).normal(scale=1 / np.sqrt(3), size=(2, 4, 3))
    K = KERNELS["attention"](new_points, points, dimension=4, seed=seed)
    np.testing.assert_allclose(K, naive_attention(new_points, points, points, W_Q, W_K), rtol=1e-9)
    other = KERNELS["attention"](new_points, points, dimension=4, seed=seed + 1)
    assert np.abs(K - other).max() > 0.01


@pytest.mark.parametrize("dimension", [2, 5])
def test_pca_projections_come_from_the_reference(dimension, points, new_points):
    """The block at hand does not turn them: scores against points scaled apart stay those of the reference."""
    spread = points * [3.0, 1.0, 0.2]
    values, vectors = np.linalg.eigh(np.cov(spread.T))
    W = vectors[:, np.argsort(values)[::-1][:dimension]].T
    # More dimensions than features: there are no more directions, the scale is as asked for.
    W = np.vstack([W, np.zeros((dimension - len(W), 3))])
    params = {"dimension": dimension, "projection": "pca"}
    bound = bind("attention", params, spread)
    for block, rows, columns in (
        (bound.train(), spread, spread),
        (bound.source(new_points), new_points, spread),
        (bound.target(new_points[:2]), spread, new_points[:2]),
    ):
        np.testing.assert_allclose(block, naive_attention(rows, columns, spread, W, W), rtol=1e-9)


@pytest.mark.parametrize(
    ("W_Q", "W_K", "message"),
    [
        (np.eye(3), np.eye(2), r"must both have shape \(dimension, features\).*got \(3, 3\) and \(2, 2\)"),
        (np.ones(3), np.eye(3), "W_Q must be a matrix"),
        (np.eye(3), np.diag([1, np.nan, 1]), r"W_K\[1, 1\] is nan"),
        (np.empty((0, 3)), np.empty((0, 3)), "at least 1 x 1"),
    ],
)
def test_projections_are_checked(W_Q, W_K, message):
    with pytest.raises(ValueError, match=message):
        AttentionKernel(W_Q, W_K)


def test_projections_fit_the_features(points):
    kernel = AttentionKernel(np.eye(2), np.eye(2))
    with pytest.raises(ValueError, match="X has 3 features, but the projections are for 2"):
        kernel(points, points)
    with pytest.raises(ValueError, match="read-only"):
        kernel.W_Q[0, 0] = 7.0


def test_twins_are_left_out_together(points):
    """A function of (x, z) cannot tell a point from its twin: neither is picked, and -0.0 is 0.0."""
    twins = np.array([[0.0, 1.0], [-0.0, 1.0], [2.0, 0.0]])
    for name in ("sne", "t"):
        K = KERNELS[name](twins, twins, itself=False)
        np.testing.assert_array_equal(K, [[0, 0, 1], [0, 0, 1], [0.5, 0.5, 0]])


def test_alone_a_point_picks_nobody(points):
    for name in ("sne", "t"):
        for reference in (None, points[:1]):
            K = KERNELS[name](points[:1], points[:1], itself=False, reference=reference)
            np.testing.assert_array_equal(K, [[0.0]])


def test_strings_count_as_they_stand():
    """Neither case nor white space is touched; a length that no string has gives zeros."""
    spectrum = KERNELS["spectrum"]
    np.testing.assert_array_equal(spectrum(["a  b"], ["a b", "a  b", "A  B"], length=3), [[0, 2, 0]])
    np.testing.assert_array_equal(spectrum(WORDS, WORDS, length=100), np.zeros((8, 8)))
    np.testing.assert_array_equal(spectrum([""], [""], length=None), [[0]])
    np.testing.assert_array_equal(spectrum([], ["a"]), np.zeros((0, 1)))
    np.testing.assert_allclose(
        np.diagonal(spectrum(["banana", "x"], ["banana", "x"], length=1, normalize=True)), 1
    )
