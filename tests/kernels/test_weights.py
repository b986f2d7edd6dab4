"""Weighted training samples: what a kernel learns of them counts each as often as its weight says."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.kernels import KERNELS, AttentionKernel, resolved_params, scale_of
from askcore.kernels.binding import bind, symmetrized
from askcore.kernels.scale import drawn

RNG = np.random.default_rng(5)
X, NEW = RNG.normal(size=(12, 3)), RNG.normal(size=(4, 3))
V = RNG.integers(1, 4, size=12).astype(float)
AT = np.repeat(np.arange(12), V.astype(int))
NORMALISED = [
    ("sne", {"sigma": 0.7}),
    ("sne", {"sigma": 0.02}),  # every sum underflows: the largest term is taken out
    ("sne", {"sigma": 1.0, "distance": "plain", "itself": False}),
    ("sne", None),
    ("t", None),
    ("t", {"itself": False}),
    ("attention", {"dimension": 5}),
    ("attention", {"dimension": 2, "projection": "pca"}),
    (AttentionKernel(RNG.normal(size=(4, 3)), RNG.normal(size=(4, 3))), None),
]


def test_every_normalised_kernel_of_the_registry_is_held():
    assert {name for name, spec in KERNELS.items() if not spec.pointwise} <= {name for name, _ in NORMALISED}


@pytest.mark.parametrize(("kernel", "params"), NORMALISED, ids=str)
def test_a_whole_weight_is_that_many_repetitions(kernel, params):
    weighted, repeated = bind(kernel, params, X, sample_weight=V), bind(kernel, params, X[AT])
    np.testing.assert_allclose(weighted.train()[np.ix_(AT, AT)], repeated.train(), rtol=1e-9, atol=1e-15)
    np.testing.assert_allclose(weighted.source(NEW)[:, AT], repeated.source(NEW), rtol=1e-9, atol=1e-15)
    np.testing.assert_allclose(weighted.target(NEW)[AT], repeated.target(NEW), rtol=1e-9, atol=1e-15)


@pytest.mark.parametrize("symmetrize", ["mean", "KKt", "KtK"])
@pytest.mark.parametrize("kernel", ["sne", "rbf"])
def test_products_over_the_training_set_are_weighted(kernel, symmetrize):
    weighted = symmetrized(bind(kernel, {"sigma": 1.0}, X, sample_weight=V), symmetrize)
    repeated = symmetrized(bind(kernel, {"sigma": 1.0}, X[AT]), symmetrize)
    np.testing.assert_allclose(weighted.train()[np.ix_(AT, AT)], repeated.train(), rtol=1e-10)
    np.testing.assert_allclose(weighted.source(NEW)[:, AT], repeated.source(NEW), rtol=1e-10)


def test_real_weights_stand_in_the_sums():
    v = RNG.uniform(0.1, 2.0, size=12)
    d2 = ((NEW[:, None] - X[None]) ** 2).sum(axis=2)
    found = bind("sne", {"sigma": 1.0}, X, sample_weight=v).source(NEW)
    np.testing.assert_allclose(found, np.exp(-d2) / (np.exp(-d2) @ v)[:, None], rtol=1e-12)
    np.testing.assert_allclose(
        KERNELS["t"](NEW, X, reference=X, reference_weight=v), 1 / (1 + d2) / ((1 / (1 + d2)) @ v)[:, None]
    )


@pytest.mark.parametrize("kernel", ["sne", "rbf", "laplacian", "tl1", "tanh"])
def test_the_usual_value_is_that_of_the_repeated_samples(kernel):
    weighted = resolved_params(kernel, None, X, sample_weight=V)
    assert weighted == resolved_params(kernel, None, X[AT])
    assert weighted != resolved_params(kernel, None, X)


@pytest.mark.parametrize("most", [3, 200])
def test_draws_of_many_repetitions_are_those_that_an_unweighted_scale_reads(most):
    points, v = RNG.normal(size=(30, 2)), RNG.integers(1, most + 1, size=30).astype(float)
    repeated = np.repeat(points, v.astype(int), axis=0)
    assert scale_of(drawn(points, v)) == scale_of(repeated)
    assert scale_of(drawn(sp.csr_array(points), v)) == scale_of(repeated)
    assert len(drawn(points, v)) == min(len(repeated), 500)


def test_a_kernel_that_cannot_count_says_so():
    class Normalised:
        pointwise = False

        def __call__(self, X, Z, *, reference=None):
            return X @ Z.T / (X @ reference.T).sum(axis=1, keepdims=True)

    assert bind(Normalised(), None, X).train().shape == (12, 12)
    with pytest.raises(ValueError, match=r"takes no reference_weight .* fit without sample_weight"):
        bind(Normalised(), None, X, sample_weight=V)


def test_a_weight_for_each_point_of_the_reference():
    with pytest.raises(ValueError, match="reference_weight must be 12 numbers >= 0"):
        KERNELS["t"](NEW, X, reference=X, reference_weight=np.ones(4))
    with pytest.raises(ValueError, match=r"reference_weight\[1\] is -2"):
        KERNELS["sne"](NEW, X, reference_weight=np.where(np.arange(12) == 1, -2.0, 1.0))
