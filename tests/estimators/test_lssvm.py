"""LS-SVM: the dual solution, symmetrised kernels, indefinite ones and what is done to them."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from askcore import IndefiniteKernelWarning, LSSVMClassifier
from askcore.kernels import KERNELS, PrecomputedKernel
from askcore.solvers import correct_spectrum
from tests.helpers import naive_lssvm


@pytest.fixture
def labels(points):
    return np.where(points[:, 0] + points[:, 1] ** 2 > 0.5, "in", "out")


@pytest.mark.parametrize("damping", [0.0, 0.2])
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_against_the_textbook_system(kernel, damping, points, new_points, labels):
    model = LSSVMClassifier(kernel, gamma=3.0, damping=damping).fit(points, labels)
    y = np.where(labels == "out", 1.0, -1.0)
    params = {"sigma": np.median(pdist(points)) / 2} if kernel == "rbf" else {}
    alpha, b = naive_lssvm(KERNELS[kernel](points, points, **params), y, 3.0, damping)
    np.testing.assert_allclose(model.coef_, alpha, atol=1e-9)
    assert model.intercept_ == pytest.approx(b, abs=1e-9)
    np.testing.assert_allclose(
        model.decision_function(new_points),
        KERNELS[kernel](new_points, points, **params) @ alpha + b,
        atol=1e-9,
    )


def test_invalid_settings(points, labels):
    with pytest.raises(ValueError, match=r"'symmetrize' parameter .* must be"):
        LSSVMClassifier(symmetrize="max").fit(points, labels)
    with pytest.raises(ValueError, match=r"'gamma' parameter .* must be"):
        LSSVMClassifier(gamma=-1).fit(points, labels)


TANH = {"c": 2.0, "d": -1.5}
FIXES = ["clip", "flip", "square", "shift"]


@pytest.mark.parametrize("spectrum", FIXES)
def test_the_same_classifier_under_a_correction(spectrum, points, new_points):
    y = np.where(points[:, 0] > 0, "in", "out")
    K = KERNELS["tanh"](points, points, **TANH)
    fixed = correct_spectrum(K, spectrum)
    alpha, b = naive_lssvm(fixed.matrix, np.where(y == "out", 1.0, -1.0), 2.0)
    model = LSSVMClassifier("tanh", kernel_params=TANH, gamma=2.0, spectrum=spectrum).fit(points, y)
    np.testing.assert_allclose(model.coef_, alpha, atol=1e-8)
    # Met again, the training samples are decided as in training.
    np.testing.assert_allclose(model.decision_function(points), fixed.matrix @ alpha + b, atol=1e-8)
    across = KERNELS["tanh"](new_points, points, **TANH)
    mapped = across if fixed.map is None else across @ fixed.map
    np.testing.assert_allclose(model.decision_function(new_points), mapped @ alpha + b, atol=1e-8)
    assert model.loo_decision().shape == (24,)
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_allclose(again.decision_function(points), model.decision_function(points), atol=1e-9)


def test_gamma_by_leave_one_out(points):
    y = points[:, 0] * points[:, 1] > 0
    model = LSSVMClassifier("tl1", kernel_params={"rho": 2.0}, gamma="loo").fit(points, y)
    score = np.mean((model.loo_decision() > 0) == y)
    assert model.loo_score_ < score  # corrected for the choice
    fixed = LSSVMClassifier("tl1", kernel_params={"rho": 2.0}, gamma=0.01).fit(points, y)
    assert score >= np.mean((fixed.loo_decision() > 0) == y)
    same = LSSVMClassifier("tl1", kernel_params={"rho": 2.0}, gamma=model.gamma_, damping=model.damping_).fit(
        points, y
    )
    np.testing.assert_allclose(same.coef_, model.coef_, atol=1e-10)


def test_negative_and_zero_matrices_and_duplicates(points):
    y = np.array([0, 1, 0, 1])
    minus = PrecomputedKernel(-np.diag([4.0, 3.0, 2.0, 1.0]))
    with pytest.warns(IndefiniteKernelWarning, match="Nothing is left of the kernel: spectrum='clip'"):
        clipped = LSSVMClassifier(minus, gamma=0.1, spectrum="clip").fit(np.arange(4), y)
    np.testing.assert_allclose(clipped.decision_function(np.arange(4)), 0.0, atol=1e-12)
    kept = LSSVMClassifier(minus, gamma=0.1).fit(np.arange(4), y)
    alpha, b = naive_lssvm(-np.diag([4.0, 3.0, 2.0, 1.0]), np.array([-1.0, 1, -1, 1]), 0.1)
    np.testing.assert_allclose(kept.decision_function(np.arange(4)), -np.diag([4.0, 3, 2, 1]) @ alpha + b)
    X = np.repeat(points[:4], 3, axis=0)
    for spectrum in ("keep", *FIXES):
        model = LSSVMClassifier("tl1", kernel_params={"rho": 1.0}, spectrum=spectrum).fit(X, np.repeat(y, 3))
        f = model.decision_function(X)
        np.testing.assert_allclose(f[0::3], f[2::3], atol=1e-9)
