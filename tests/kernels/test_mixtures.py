"""Mixtures of bags, and Monte Carlo divergences against closed forms, integrals and their own standard errors."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.special import logsumexp
from scipy.stats import norm
from sklearn.mixture import GaussianMixture

from askcore.kernels import fit_mixtures, kl_mixtures
from askcore.kernels.mixtures import Mixtures, component_numbers


@pytest.fixture(scope="module")
def mixtures():
    """Seven mixtures of one to three Gaussians in four dimensions of different scale."""
    rng = np.random.default_rng(4)
    weights = rng.random((7, 3)) + 0.1
    weights[2, 1:] = weights[5, 2:] = 0.0
    scale = np.array([1e-3, 1.0, 1.0, 1e3])
    means = rng.normal(size=(7, 3, 4)) * scale + 5 * scale
    variances = (rng.random((7, 3, 4)) + 0.2) * scale**2
    return Mixtures(weights / weights.sum(axis=1, keepdims=True), means, variances)


def naive_log_density(mixtures, j, x):
    parts = [
        np.log(w) + norm.logpdf(x, m, np.sqrt(v)).sum(axis=1)
        for w, m, v in zip(mixtures.weights[j], mixtures.means[j], mixtures.variances[j], strict=True)
        if w > 0
    ]
    return logsumexp(parts, axis=0)


# Monte Carlo ------------------------------------------------------------------------------------------


def test_the_estimate_is_the_mean_log_ratio_of_its_draws(mixtures):
    """Same draws, a double loop over scipy's normal densities."""
    found = kl_mixtures(mixtures, 50, random_state=3)
    for i, seed in enumerate(np.random.SeedSequence(3).spawn(7)):
        x = mixtures.draw(i, 50, np.random.default_rng(seed))
        for j in range(7):
            gaps = naive_log_density(mixtures, i, x) - naive_log_density(mixtures, j, x)
            assert found.kl[i, j] == pytest.approx(gaps.mean(), rel=1e-9, abs=1e-9)
            wanted = gaps.std(ddof=1) / np.sqrt(50)
            assert found.standard_error[i, j] == pytest.approx(wanted, rel=1e-9, abs=1e-9)
    assert np.diagonal(found.kl).tolist() == np.diagonal(found.standard_error).tolist() == [0.0] * 7


@pytest.mark.parametrize("n_threads", [1, 3])
def test_threads_and_blocks_change_nothing(monkeypatch, mixtures, n_threads):
    whole = kl_mixtures(mixtures, 64, n_threads=2)
    monkeypatch.setattr("askcore.kernels.mixtures.ENTRIES", 10 * 21)  # ten draws at a time
    split = kl_mixtures(mixtures, 64, n_threads=n_threads)
    np.testing.assert_allclose(split.kl, whole.kl, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(split.standard_error, whole.standard_error, rtol=1e-9, atol=1e-12)


def test_draws_are_made_once_per_row_and_seeded(mixtures, monkeypatch):
    drawn, draw = [], Mixtures.draw

    def counted(self, i, n_draws, rng):
        drawn.append((i, n_draws))
        return draw(self, i, n_draws, rng)

    monkeypatch.setattr(Mixtures, "draw", counted)
    first = kl_mixtures(mixtures, 30, random_state=1)
    assert sorted(drawn) == [(i, 30) for i in range(7)]
    assert (kl_mixtures(mixtures, 30, random_state=1).kl == first.kl).all()
    assert (kl_mixtures(mixtures, 30, random_state=2).kl != first.kl).any()


@pytest.mark.parametrize("arguments", [{"n_draws": 1}, {"n_threads": 0}])
def test_too_few_draws_or_threads_are_refused(mixtures, arguments):
    with pytest.raises(ValueError, match="n_draws must be at least 2 and n_threads at least 1"):
        kl_mixtures(mixtures, **arguments)


# Mixtures ---------------------------------------------------------------------------------------------


def test_a_fit_is_scikit_learns_in_pooled_units(rng):
    bags = [rng.normal([0, 100], [1, 20], size=(80, 2)), rng.normal([3, 150], [1, 20], size=(90, 2))]
    found = fit_mixtures(bags, 2)
    pool = np.vstack(bags)
    unit = pool.std(axis=0)
    for i, bag in enumerate(bags):
        seed = int(np.random.SeedSequence(0).spawn(2)[i].generate_state(1)[0]) % 2**31
        model = GaussianMixture(2, covariance_type="diag", reg_covar=1e-3, random_state=seed)
        model.fit((bag - pool.mean(axis=0)) / unit)
        np.testing.assert_allclose(found.weights[i], model.weights_, rtol=1e-9)
        np.testing.assert_allclose(found.means[i], model.means_ * unit + pool.mean(axis=0), rtol=1e-9)
        np.testing.assert_allclose(found.variances[i], model.covariances_ * unit**2, rtol=1e-9)


def test_flat_single_and_repeated_vectors_have_finite_divergences(rng):
    bags = [np.ones((1, 3)), np.repeat([[1.0, 2.0, 1.0]], 20, axis=0), rng.normal(size=(30, 3))]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mixtures = fit_mixtures(bags, 4)
    assert (mixtures.weights > 0).sum(axis=1).tolist() == [1, 4, 4]
    assert np.isfinite(kl_mixtures(mixtures, 50).kl).all()
    same = fit_mixtures([np.full((5, 1), 7.0)] * 2, 1)
    np.testing.assert_allclose(kl_mixtures(same, 20).kl, 0.0, atol=1e-12)


def test_the_number_of_components_follows_from_the_median_bag():
    assert component_numbers([900, 1000, 1100]) == [8, 8, 8]
    assert component_numbers([61, 70, 80]) == [2, 2, 2]
    with pytest.raises(ValueError, match="n_components must be at least 1, got 0"):
        component_numbers([5], 0)


@pytest.mark.parametrize(
    ("bags", "message"),
    [
        ([], "at least one bag of vectors, got none"),
        ([[[1.0, 2.0]], [[1.0]]], r"Bag 1 must have shape.*got \(1, 1\)"),
        ([[[1.0]], np.empty((0, 1))], r"Bag 1 must have shape.*got \(0, 1\)"),
        ([[[1.0], [np.inf]]], "Bag 0 holds a value that is not finite"),
    ],
)
def test_a_bag_that_cannot_be_fitted_is_named(bags, message):
    with pytest.raises(ValueError, match=message):
        fit_mixtures(bags)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weights": [[0.5, 0.6]]}, "Mixture 0: weights must sum to 1"),
        ({"weights": [[1.5, -0.5]]}, "Mixture 0: weights must sum to 1 and none be negative"),
        ({"variances": [[[1.0], [0.0]]]}, "variances positive"),
        ({"means": [[[1.0], [np.nan]]]}, "means be finite"),
        ({"means": [[[1.0]]]}, r"Expected weights \(n, C\), means \(n, C, d\)"),
    ],
)
def test_a_mixture_that_is_none_is_named(change, message):
    sound = {"weights": [[0.5, 0.5]], "means": [[[0.0], [1.0]]], "variances": [[[1.0], [1.0]]]}
    with pytest.raises(ValueError, match=message):
        Mixtures(**{**sound, **change})
