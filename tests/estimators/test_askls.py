import numpy as np
import pytest

from askcore import AsKLSClassifier, LSSVMClassifier
from askcore.kernels import KERNELS, GraphKernel, PrecomputedKernel
from tests.helpers import naive_askls


def turned(X, Z, angle=0.8):
    """An asymmetric kernel <x, R z> with R a rotation of the first two features."""
    R = np.eye(X.shape[1])
    R[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    return X @ R @ Z.T


def one_against_rest(y) -> np.ndarray:
    return np.where(np.asarray(y)[:, None] == np.unique(y)[None, :], 1.0, -1.0)


@pytest.mark.parametrize("damping", [0.0, 0.3])
def test_views_of_three_classes(damping, points, new_points, three_classes):
    model = AsKLSClassifier(turned, gamma=0.01, damping=damping).fit(points, three_classes)
    Y = one_against_rest(three_classes)
    a, c, b1, b2 = naive_askls(turned(points, points), Y, 0.01, damping)
    f_s, f_t = model.decision_views(new_points)
    assert f_s.shape == f_t.shape == (7, 3)
    np.testing.assert_allclose(f_s, turned(new_points, points) @ c + b1, atol=1e-9)
    np.testing.assert_allclose(f_t, turned(points, new_points).T @ a + b2, atol=1e-9)
    np.testing.assert_allclose(model.source_coef_, c, atol=1e-9)
    np.testing.assert_allclose(model.target_coef_, a, atol=1e-9)
    np.testing.assert_allclose(model.source_intercept_, b1, atol=1e-9)
    np.testing.assert_allclose(model.target_intercept_, b2, atol=1e-9)


@pytest.mark.parametrize("labels", [["no", "yes"], [3, 7], [-1.0, 1.0], [True, False]])
def test_two_classes_and_the_sign(labels, points):
    positive = points[:, 0] > 0
    y = np.where(positive, max(labels), min(labels))
    model = AsKLSClassifier("rbf", damping=0.0).fit(points, y)
    f_s, f_t = model.decision_views(points)
    assert f_s.shape == f_t.shape == model.decision_function(points).shape == (24,)
    assert [view.shape for view in model.loo_decision_views()] == [(24,), (24,)]
    assert model.classes_[1] == max(labels)
    np.testing.assert_array_equal(model.decision_function(points) > 0, positive)
    np.testing.assert_array_equal(model.predict(points), y)
    assert model.source_coef_.shape == (24,)
    assert isinstance(model.source_intercept_, float)
    assert isinstance(model.target_intercept_, float)


def test_merge(points, new_points, three_classes):
    model = AsKLSClassifier(damping=0.1).fit(points, three_classes)
    f_s, f_t = model.decision_views(new_points)
    assert not np.allclose(f_s, f_t)
    for merge, expected in (("mean", (f_s + f_t) / 2), ("source", f_s), ("target", f_t)):
        model.set_params(merge=merge)
        np.testing.assert_array_equal(model.decision_function(new_points), expected)
        np.testing.assert_array_equal(model.predict(new_points), model.classes_[expected.argmax(axis=1)])


def test_the_target_view_keeps_the_training_denominators(points, new_points):
    """K(train, new) is divided by the training rows' sums over the training set, not over the new columns."""
    y = np.where(points[:, 0] > 0, 1.0, -1.0)
    model = AsKLSClassifier("sne", kernel_params={"sigma": 1.0}, damping=0.1).fit(points, y)
    K = np.exp(-((points[:, None] - points[None]) ** 2).sum(axis=2))
    sums = K.sum(axis=1)
    a, c, b1, b2 = naive_askls(K / sums[:, None], y, 1.0, 0.1)
    cross = np.exp(-((points[:, None] - new_points[None]) ** 2).sum(axis=2))
    f_s, f_t = model.decision_views(new_points)
    np.testing.assert_allclose(f_t, (cross / sums[:, None]).T @ a[:, 0] + b2, atol=1e-10)
    np.testing.assert_allclose(f_s, (cross / cross.sum(axis=0)).T @ c[:, 0] + b1, atol=1e-10)
    alone = model.decision_views(new_points[:1])[1]
    np.testing.assert_allclose(alone, f_t[:1], atol=1e-12)  # no matter who else is asked for


def test_a_model_is_taken_over_to_a_kernel_of_more_samples(rng):
    K, old, every, y = rng.random((9, 9)), np.arange(6), np.arange(9), np.arange(6) % 2
    model = AsKLSClassifier(PrecomputedKernel(K[:6, :6])).fit(old, y)
    expected = AsKLSClassifier(PrecomputedKernel(K)).fit(old, y).decision_function(every)
    np.testing.assert_allclose(model.over(PrecomputedKernel(K)).decision_function(every), expected, rtol=1e-9)
    for fewer in (K[:5], K[:, :5]):
        with pytest.raises(ValueError, match="at least 6 rows and columns"):
            model.over(PrecomputedKernel(fewer))
    with pytest.raises(ValueError, match="over indices to another"):
        AsKLSClassifier().fit(K[:6], y).over(PrecomputedKernel(K))


def test_condition_and_damping_are_reported(points, three_classes):
    K = KERNELS["sne"](points, points, sigma="scale")
    sigma = np.linalg.svd(K - K.mean(0) - K.mean(1)[:, None] + K.mean(), compute_uv=False)
    model = AsKLSClassifier(gamma=1 / sigma[2], damping=0.5).fit(points, three_classes)
    assert model.damping_ == 0.5
    assert model.condition_ > 1e12
    model.set_params(gamma=0.1, damping="auto").fit(points, three_classes)
    assert model.damping_ == 0.0
    assert model.condition_ == pytest.approx((10 + sigma[0]) / (10 - sigma[0]))


SETTINGS = {
    "gamma": (0, "'gamma' parameter .* must be a str among {.*'loo'.*} or a float in the range"),
    "gamma word": ("auto", "'gamma' parameter .* must be a str among {.*'loo'.*} or a float in the range"),
    "cv": (1, "'cv' parameter .* must be a str among {'loo'} or an int in the range"),
    "n_landmarks": (0, "'n_landmarks' parameter .* must be an int in the range"),
    "damping": (-1, "'damping' parameter .* must be a str among"),
    "merge": ("median", "'merge' parameter .* must be a str among"),
    "solver": ("magic", "'solver' parameter .* must be a str among"),
    "tol": (0, "'tol' parameter .* must be a float in the range"),
    "kernel": (3, "'kernel' parameter .* must be"),
    "kernel_params": ("sigma", "'kernel_params' parameter .* must be"),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_invalid_settings(name, points, three_classes):
    value, message = SETTINGS[name]
    name = name.split()[0]
    with pytest.raises(ValueError, match=message):
        AsKLSClassifier().set_params(**{name: value}).fit(points, three_classes)


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[0.0], [np.nan]], [0, 1], "contains NaN"),
        ([[0.0], [1.0]], [1, 1], "only one class is present: every sample is labelled 1"),
        (
            [[0.0], [1.0]],
            np.array(["a", None], dtype=object),
            r"Sample 1: The label is missing \(None\). Label",
        ),
        (
            [[0.0], [1.0]],
            np.array([None, 2], dtype=object),
            "Sample 0: The label is missing",
        ),
        ([[0.0]], [1], "minimum of 2 is required"),
        ([0.0, 1.0], [0, 1], "Expected 2D array"),
        ([[0.0], [1.0]], [0, 1, 1], "inconsistent numbers of samples"),
        ([[0.0], [1.0]], [0.3, 1.7], "Unknown label type"),
    ],
)
def test_bad_training_data(X, y, message):
    with pytest.raises(ValueError, match=message):
        AsKLSClassifier().fit(X, y)


@pytest.mark.parametrize("shape", [(4, 6), (6, 4)])
def test_a_rectangular_matrix_cannot_be_learned_from(shape):
    kernel = PrecomputedKernel(np.ones(shape))
    message = rf"row i and column i .* {shape[0]} rows and {shape[1]} columns\."
    with pytest.raises(ValueError, match=message):
        AsKLSClassifier(kernel).fit([0, 1, 2], [0, 1, 0])


@pytest.mark.parametrize("bad", [[4], [-1], [0.5], ["0"]])
def test_bad_nodes(bad):
    kernel = GraphKernel(np.ones((4, 4)))
    with pytest.raises(IndexError, match=r"X(\[0\] is| must be integers)"):
        AsKLSClassifier(kernel).fit([*bad, 0], [0, 1])
    model = AsKLSClassifier(kernel, damping=1.0).fit([0, 1, 2], [0, 1, 0])
    with pytest.raises(IndexError, match=r"X(\[0\] is| must be integers)"):
        model.predict(bad)


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_leave_one_out_finds_a_setting_whatever_the_unit_of_the_matrix(unit):
    """Entries of 1e-6, tried at gamma up to 10,000 alone, would be no matrix to it: all decisions were an intercept."""
    rng, y = np.random.default_rng(5), np.arange(90) % 3
    K = PrecomputedKernel(unit * rng.random((90, 90)) * np.where((y[:, None] + 1) % 3 == y, 1.6, 1.0))
    train, test = np.arange(60), np.arange(60, 90)
    for model in (
        AsKLSClassifier(K, gamma="loo"),
        LSSVMClassifier(K, gamma="loo", symmetrize="KKt"),
        LSSVMClassifier(K, gamma="loo", symmetrize="mean"),
    ):
        model.fit(train, y[train])
        assert model.loo_score_ > 0.8
        assert model.score(test, y[test]) > 0.8
