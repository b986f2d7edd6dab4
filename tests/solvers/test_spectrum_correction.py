import pickle

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.kernels import PrecomputedKernel
from askcore.kernels.binding import bind, symmetrized
from askcore.solvers import correct_spectrum
from askcore.solvers.spectrum_correction import SPECTRUM_CORRECTIONS, CorrectedKernel, corrected_eigenvalues

FIXES = [how for how in SPECTRUM_CORRECTIONS if how != "keep"]


def naive(K, how):
    values, U = np.linalg.eigh(K)
    new = {
        "keep": values,
        "clip": np.where(values > 0, values, 0),
        "flip": np.abs(values),
        "square": values**2,
        "shift": values - min(values.min(), 0),
    }[how]
    return U @ np.diag(new) @ U.T


@pytest.fixture
def indefinite(rng):
    K = rng.standard_normal((12, 12))
    return (K + K.T) / 2


@pytest.mark.parametrize("how", SPECTRUM_CORRECTIONS)
@pytest.mark.parametrize("stored", [np.array, sp.csr_array])
def test_the_corrected_matrix(how, stored, indefinite):
    found = correct_spectrum(stored(indefinite), how)
    np.testing.assert_allclose(found.matrix, naive(indefinite, how), atol=1e-12)
    if how != "keep":
        assert np.linalg.eigvalsh(found.matrix).min() > -1e-12


def bound(kind, rng):
    """A bound indefinite kernel, its training samples with repeats, and new samples."""
    if kind == "index":
        G = rng.standard_normal((15, 15))
        train = np.array([0, 3, 4, 5, 8, 9, 3])
        return symmetrized(bind(PrecomputedKernel((G + G.T) / 2), None, train), None), train, np.arange(9, 15)
    X = rng.random((10, 4))
    X[7] = X[2]
    kernel = symmetrized(bind("tanh", {"c": 2.0, "d": -1.5}, X), None)
    return kernel, X, rng.random((5, 4))


@pytest.mark.parametrize("kind", ["index", "vectors"])
@pytest.mark.parametrize("how", FIXES)
def test_training_samples_met_again_have_their_training_rows(how, kind, rng):
    base, train, new = bound(kind, rng)
    corrected = CorrectedKernel(base, how, train)
    K = corrected.train()
    assert np.linalg.eigvalsh(K).min() > -1e-10
    np.testing.assert_allclose(corrected.source(train), K, atol=1e-10)
    alpha = rng.standard_normal((len(train), 2))
    again = pickle.loads(pickle.dumps(corrected))
    for samples in (train, new):
        f = corrected.decide(samples, *corrected.weights(alpha))
        np.testing.assert_allclose(f, again.source(samples) @ alpha, atol=1e-10)


def test_new_samples_are_mapped_as_the_training_samples_were(rng):
    base, train, new = bound("vectors", rng)
    values, U = np.linalg.eigh(base.train())
    K = base.source(new)
    maps = {"clip": (U * (values > 1e-10)) @ U.T, "square": base.train()}
    for how, P in maps.items():
        np.testing.assert_allclose(CorrectedKernel(base, how, train).source(new), K @ P, atol=1e-10)
    np.testing.assert_array_equal(CorrectedKernel(base, "shift", train).source(new), K)


def test_invalid_arguments(rng):
    with pytest.raises(ValueError, match=r"spectrum must be one of 'keep', 'clip', .*, got 'cut'"):
        corrected_eigenvalues([1.0], "cut")
    with pytest.raises(ValueError, match=r"not symmetric: \|K - K\^T\| is 1 of"):
        correct_spectrum([[0.0, 1.0], [0.0, 0.0]], "clip")


def test_a_sample_met_again_may_write_zero_with_a_minus(rng):
    points = np.vstack([[0.0, 1.0], rng.normal(size=(8, 2))])
    corrected = CorrectedKernel(bind("tanh", {"c": -1.0, "d": 0.0}, points), "shift", points)
    assert corrected.correction.shift > 0
    np.testing.assert_allclose(corrected.source(np.array([[-0.0, 1.0]]))[0], corrected.train()[0], atol=1e-12)
