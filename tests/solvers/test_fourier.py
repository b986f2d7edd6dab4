"""Random Fourier features against the exact kernel: right on average, with the error that is told."""

import numpy as np
import pytest
from sklearn.kernel_approximation import RBFSampler

from askcore import KSVD, DataError, _validation
from askcore.kernels import ShiftedGaussians, SkewedLaplacian
from askcore.kernels.stationary import as_stationary
from askcore.operators import LowRankOperator
from askcore.solvers import fourier_features

RNG = np.random.default_rng(3)
X, Z = RNG.normal(size=(12, 3)), RNG.normal(size=(9, 3))
KERNELS = {
    "shifted": ShiftedGaussians([0.6, 0.0, -0.4], sigma=1.7),
    "two shifts": ShiftedGaussians([[0.6, 0.0, -0.4], [0.0, 1.0, 0.0]], weights=[1.0, -0.6], sigma=1.7),
    "skewed": SkewedLaplacian(2.0, 0.7),
    "rbf": "rbf",
    "laplacian": "laplacian",
}


def exact(kernel):
    return as_stationary(kernel)(X, Z)


@pytest.mark.parametrize("name", KERNELS)
def test_features_are_unbiased_and_no_further_off_than_they_say(name):
    """Mean of 400 independent draws of 50 frequencies: within five standard errors of the exact matrix everywhere."""
    kernel = KERNELS[name]
    found = [fourier_features(kernel, 3, 50, random_state=seed) for seed in range(400)]
    draws = np.array([each.operator(X, Z).toarray() for each in found])
    error = draws.std(axis=0, ddof=1) / np.sqrt(len(draws))
    assert (np.abs(draws.mean(axis=0) - exact(kernel)) < 5 * error + 1e-12).all()
    told = np.sqrt(np.mean([each.deviation**2 for each in found]))
    assert 0.3 * told < draws.std(axis=0).max() < 1.15 * told


def test_each_entry_is_a_mean_of_cosines():
    found = fourier_features(KERNELS["skewed"], 3, 6, random_state=0)
    waves = list(zip(found.at, found.weight, found.phase, strict=True))
    naive = [[np.mean([a * np.cos(w @ (x - z) + theta) for w, a, theta in waves]) for z in Z] for x in X]
    operator = found.operator(X, Z)
    assert isinstance(operator, LowRankOperator)
    np.testing.assert_allclose(operator.toarray(), naive, atol=1e-12)
    np.testing.assert_allclose(found.source(X) @ found.target(Z).T, naive, atol=1e-12)


def test_rbf_as_scikit_learn_samples_it():
    """The same distribution of frequencies: gamma of RBFSampler is 1/sigma^2."""
    theirs = RBFSampler(gamma=1 / 1.7**2, n_components=20_000, random_state=0).fit(X)
    ours = fourier_features("rbf", 3, 20_000, kernel_params={"sigma": 1.7}, random_state=0)
    np.testing.assert_allclose(ours.at.std(axis=0), theirs.random_weights_.std(axis=1), rtol=0.03)
    np.testing.assert_allclose(
        ours.operator(X, Z).toarray(), theirs.transform(X) @ theirs.transform(Z).T, atol=0.06
    )


def test_features_are_seeded_and_frozen():
    one, two = (fourier_features("rbf", 3, 20, random_state=4) for _ in range(2))
    np.testing.assert_array_equal(one.at, two.at)
    assert not one.at.flags.writeable


def test_wrong_input_is_named():
    found = fourier_features("rbf", 3, 20, random_state=4)
    with pytest.raises(ValueError, match="X has 2 features, and the frequencies are for 3"):
        found.source(X[:, :2])
    with pytest.raises(ValueError, match="n_frequencies must be a whole number of at least 1, got 0"):
        fourier_features("rbf", 3, 0)
    with pytest.raises(ValueError, match="need a kernel that depends only on x - z"):
        fourier_features("sne", 3, 20)


def test_too_many_are_refused_before_memory_is_taken(monkeypatch):
    monkeypatch.setattr(_validation, "available_memory", lambda: 1e5)
    with pytest.raises(DataError, match=r"10,000 frequencies of 12 samples.*Draw fewer"):
        fourier_features("rbf", 3, 10_000).source(X)


def test_ksvd_takes_them_as_an_operator():
    operator = fourier_features(KERNELS["shifted"], 3, 10, random_state=0).operator(X, Z)
    ours, dense = (KSVD("precomputed", 4).fit(K) for K in (operator, operator.toarray()))
    np.testing.assert_allclose(ours.singular_values_, dense.singular_values_, rtol=1e-8)
    np.testing.assert_allclose(ours.transform(operator), dense.transform(operator.toarray()), atol=1e-6)
    with pytest.raises(
        DataError, match="needs the rows and columns of a matrix, but these are known only by products"
    ):
        KSVD("sne").fit(operator)
