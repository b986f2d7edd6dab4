import numpy as np
import pytest
from sklearn.linear_model import Ridge

from askcore import LSSVMClassifier
from askcore.kernels import KERNELS, PrecomputedKernel
from tests.helpers import naive_lssvm


@pytest.fixture
def labels(points):
    return np.where(points[:, 0] + points[:, 1] ** 2 > 0.5, "in", "out")


@pytest.mark.parametrize("damping", [0.0, 0.2])
@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_against_the_textbook_system(kernel, damping, points, new_points, labels):
    model = LSSVMClassifier(kernel, gamma=3.0, damping=damping).fit(points, labels)
    y = np.where(labels == "out", 1.0, -1.0)
    alpha, b = naive_lssvm(KERNELS[kernel](points, points), y, 3.0, damping)
    np.testing.assert_allclose(model.coef_, alpha, atol=1e-9)
    assert model.intercept_ == pytest.approx(b, abs=1e-9)
    np.testing.assert_allclose(
        model.decision_function(new_points), KERNELS[kernel](new_points, points) @ alpha + b, atol=1e-9
    )


def test_the_linear_kernel_is_ridge_regression_on_the_labels(points, new_points, labels):
    model = LSSVMClassifier("linear", gamma=0.5).fit(points, labels)
    ridge = Ridge(alpha=1 / 0.5).fit(points, np.where(labels == "out", 1.0, -1.0))
    np.testing.assert_allclose(model.decision_function(new_points), ridge.predict(new_points), atol=1e-10)


def test_three_classes_are_three_machines(points, new_points, three_classes):
    model = LSSVMClassifier(gamma=2.0).fit(points, three_classes)
    decision = model.decision_function(new_points)
    assert decision.shape == (7, 3)
    for j, name in enumerate(model.classes_):
        alone = LSSVMClassifier(gamma=2.0).fit(points, three_classes == name)
        np.testing.assert_allclose(alone.decision_function(new_points), decision[:, j], atol=1e-10)
    np.testing.assert_array_equal(model.predict(new_points), model.classes_[decision.argmax(axis=1)])


@pytest.mark.parametrize("symmetrize", ["mean", "KKt", "KtK"])
def test_symmetrised_over_all_nodes(symmetrize, rng):
    G = rng.random((14, 14))
    whole = {"mean": (G + G.T) / 2, "KKt": G @ G.T, "KtK": G.T @ G}[symmetrize]
    train, new = np.arange(9), np.arange(9, 14)
    y = np.where(np.arange(9) % 2 == 0, 1.0, -1.0)
    model = LSSVMClassifier(PrecomputedKernel(G), symmetrize=symmetrize, damping=0.0).fit(train, y)
    alpha, b = naive_lssvm(whole[:9, :9], y, 1.0)
    np.testing.assert_allclose(model.decision_function(new), whole[9:, :9] @ alpha + b, atol=1e-9)


def test_an_asymmetric_kernel_is_refused_with_the_measure(points, labels):
    with pytest.raises(ValueError, match=r"not symmetric .* Use AsKLSClassifier, or symmetrize='mean'"):
        LSSVMClassifier("sne").fit(points, labels)


def test_invalid_settings(points, labels):
    with pytest.raises(ValueError, match=r"'symmetrize' parameter .* must be"):
        LSSVMClassifier(symmetrize="max").fit(points, labels)
    with pytest.raises(ValueError, match=r"'gamma' parameter .* must be"):
        LSSVMClassifier(gamma=-1).fit(points, labels)


def test_condition(points, labels):
    model = LSSVMClassifier("linear", gamma=2.0).fit(points, labels)
    largest = np.linalg.eigvalsh(np.cov(points.T, bias=True) * 24)[-1]
    assert model.condition_ == pytest.approx(1 + 2 * largest)
    assert model.damping_ == 0.0
