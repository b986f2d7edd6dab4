"""Fixed-size AsK-LS of a dask array, without a cluster: the model of all samples in memory."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.utils import check_random_state

from askcore import AsKLSClassifier, DataError, LSSVMClassifier
from askcore.estimators._landmarks import LandmarkFeatures
from askcore.estimators._partitions import Folds
from askcore.kernels.binding import bind
from askcore.solvers import solve_askls
from tests.estimators.test_landmarks import rotated

dask = pytest.importorskip("dask", reason="dask is not installed")
da = pytest.importorskip("dask.array")


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((90, 3)), np.array(["ant", "bee", "cow"])[rng.integers(0, 3, 90)]
    return X, y, rng.integers(0, 3, 90).astype(float)


def cut(*arrays, sizes=(1, 40, 9, 40)):
    """The same as dask arrays, cut alike; the first column of samples in a block of its own."""
    return [da.from_array(v, chunks=(sizes, (1, 2))[: v.ndim]) for v in arrays]


KERNELS = {
    "rbf": ("rbf", {"sigma": 1.5}),
    "tanh": ("tanh", {"c": -0.5, "d": 0.2}),
    "callable": (rotated, None),
}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("damping", [0.0, 0.1])
@pytest.mark.parametrize("name", KERNELS)
def test_partitions_are_the_whole(name, damping, weighted, data):
    X, y, weight = data
    kernel, params = KERNELS[name]
    settings = {
        "kernel_params": params,
        "gamma": 0.3,
        "damping": damping,
        "n_landmarks": 12,
        "random_state": 3,
    }
    settings |= {"class_weight": "balanced"} if weighted else {}
    given = (X, y, weight) if weighted else (X, y)
    whole = AsKLSClassifier(kernel, **settings).fit(*given)
    new = np.random.default_rng(1).standard_normal((7, 3))
    for sizes in ((90,), (1, 40, 9, 40), (30, 0, 30, 30)):
        model = AsKLSClassifier(kernel, **settings).fit(*cut(*given, sizes=sizes))
        for one, two in zip(model.decision_views(new), whole.decision_views(new), strict=True):
            np.testing.assert_allclose(one, two, atol=1e-8)
        assert (model.predict(new) == whole.predict(new)).all()
        assert model.condition_ == pytest.approx(whole.condition_, rel=1e-6)
        assert (model.solver_, model.symmetric_) == ("landmarks", whole.symmetric_)
        landmarks = whole.landmarks_
        np.testing.assert_allclose(model.source_coef_, whole.source_coef_, rtol=1e-5)
        np.testing.assert_allclose(model.target_coef_, whole.target_coef_, rtol=1e-5)
        np.testing.assert_array_equal(model.X_fit_, X[weight > 0][landmarks] if weighted else X[landmarks])


def test_a_kernel_over_a_reference_set_is_normalised_over_the_landmarks(data):
    X, y, _ = data
    settings = {"gamma": 2.0, "damping": 0.1, "n_landmarks": 12, "random_state": 3}
    model = AsKLSClassifier("sne", kernel_params={"sigma": 1.0}, **settings).fit(*cut(X, y))

    def over_landmarks(U, V):
        def gaussian(U, V):
            return np.exp(-((U[:, None] - V[None]) ** 2).sum(axis=2))

        return gaussian(U, V) / gaussian(U, model.X_fit_).sum(axis=1, keepdims=True)

    same = AsKLSClassifier(over_landmarks, **settings).fit(X, y)
    for one, two in zip(model.decision_views(X), same.decision_views(X), strict=True):
        np.testing.assert_allclose(one, two, atol=1e-8)


def test_what_needs_all_samples_is_refused(data):
    X, y, _ = data
    for settings, message in (
        ({}, "give n_landmarks, such as 300"),
        ({"n_landmarks": 5, "merge": "joint"}, "merge='joint' learns from the views of all"),
        ({"n_landmarks": 5, "gamma": "loo"}, "gamma='loo' needs the exact method"),
        ({"n_landmarks": 5, "kernel": "spectrum"}, "takes indices or strings"),
    ):
        with pytest.raises(ValueError, match=message):
            AsKLSClassifier(**settings).fit(*cut(X, y))
    model = AsKLSClassifier("rbf", n_landmarks=5, damping=0.1).fit(*cut(X, y))
    with pytest.raises(ValueError, match="Leave-one-out needs the exact method"):
        model.loo_decision_views()
    with pytest.raises(DataError, match=r"which LSSVMClassifier does not support\. Use AsKLSClassifier with"):
        LSSVMClassifier("rbf").fit(*cut(X, y))


def test_wrong_partitions_are_named(data):
    X, y, weight = data
    holed = X.copy()
    holed[45, 1] = np.nan
    far = cut(X)[0]
    for given, message in (
        ((cut(holed)[0], y), "Partition 3: Input X contains NaN"),
        ((far, y, -weight), r"Partition \d: sample_weight\[\d+\] is -"),
        ((far, np.repeat("ant", 90)), "only one class is present"),
        ((far, y, 0 * weight), "no sample with a weight above 0 in the partitions"),
        ((far, y, (y != "ant").astype(float)), "No sample of class 'ant' has a weight above 0"),
        ((far, y[:-1]), "y must have a value for each of the 90 rows, got 89"),
        ((far, *cut(y[:-1], sizes=(50, 39))), "do not match: y has 2 and 89 values, X 4 and 90 rows"),
        ((far[:, 0], y), "must have two dimensions, got 1"),
    ):
        with pytest.raises(ValueError, match=message):
            AsKLSClassifier("rbf", n_landmarks=5, damping=0.1).fit(*given)


def test_partitions_of_unknown_length(data):
    X, y, _ = data
    kept = X[:, 1] > -0.5
    far, labels = cut(X, y == "bee")
    rows = far[:, 1] > -0.5
    settings = {"kernel_params": {"sigma": 2.0}, "n_landmarks": 12, "random_state": 0}
    model = AsKLSClassifier("rbf", **settings).fit(far[rows], labels[rows])
    whole = AsKLSClassifier("rbf", **settings).fit(X[kept], y[kept] == "bee")
    found = model.decision_function(far[rows]).compute()
    np.testing.assert_allclose(found, whole.decision_function(X[kept]), atol=1e-8)
    with pytest.raises(DataError, match=r"partitions of X have unknown lengths, but y is in memory"):
        AsKLSClassifier("rbf", **settings).fit(far[rows], y)


def test_labels_that_are_others_the_second_time(data):
    X, y, _ = data
    calls = []

    def labels():
        calls.append(1)
        return y if len(calls) == 1 else np.where(y == "ant", "dog", y)

    far = da.from_delayed(dask.delayed(labels)(), (90,), meta=y[:0])
    with pytest.raises(ValueError, match=r"label .*dog.* is new"):
        AsKLSClassifier("rbf", n_landmarks=5, damping=0.1).fit(da.from_array(X, chunks=(90, 3)), far)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", KERNELS)
def test_gamma_chosen_by_folds_is_the_same_however_samples_are_cut(name, weighted, data):
    X, y, weight = data
    kernel, params = KERNELS[name]
    settings = {"kernel_params": params, "gamma": "cv", "cv": 4, "n_landmarks": 12, "random_state": 3}
    settings |= {"class_weight": "balanced"} if weighted else {}
    given = (X, y, weight) if weighted else (X, y)
    whole = AsKLSClassifier(kernel, **settings).fit(*given)
    for sizes in ((90,), (1, 40, 9, 40)):
        model = AsKLSClassifier(kernel, **settings).fit(*cut(*given, sizes=sizes))
        assert (model.gamma_, model.damping_) == (whole.gamma_, whole.damping_)
        assert model.cv_error_ == pytest.approx(whole.cv_error_, rel=1e-8)
        for one, two in zip(model.decision_views(X), whole.decision_views(X), strict=True):
            np.testing.assert_allclose(one, two, atol=1e-8)


@pytest.mark.parametrize("merge", ["mean", "source"])
def test_the_error_of_the_choice_is_that_of_refits_without_each_fold(merge, data):
    """In the span of the same landmarks, of which the kernel is made of all samples."""
    X, y, weight = data
    settings = {"n_landmarks": 12, "random_state": 3, "merge": merge}
    model = AsKLSClassifier(rotated, gamma="cv", cv=3, **settings).fit(X, y, weight)
    kept = weight > 0
    X, y, weight = X[kept], y[kept], weight[kept]
    folds = Folds.drawn(3, np.random.default_rng(check_random_state(3).randint(2**31))).of(0, len(X))
    assert sorted(set(folds)) == [0, 1, 2]
    J, Y = model.X_fit_[model.landmarks_], np.where(y[:, None] == model.classes_, 1.0, -1.0)
    A = LandmarkFeatures.from_kernel(bind(rotated, {}, J))
    A, B = A.source(X), A.target(X)
    total = 0.0
    for k in range(3):
        train, test = folds != k, folds == k
        one = solve_askls(
            A[train] @ B[train].T,
            Y[train],
            gamma=model.gamma_,
            damping=model.damping_,
            sample_weight=weight[train],
            quiet=True,
        )
        f_s = A[test] @ (B[train].T @ one.c) + one.b_source
        f_t = B[test] @ (A[train].T @ one.a) + one.b_target
        f = f_s if merge == "source" else (f_s + f_t) / 2
        total += weight[test] @ ((f - Y[test]) ** 2).sum(axis=1)
    assert model.cv_error_ == pytest.approx(total / (weight.sum() * 3), rel=1e-7)


def test_folds_that_cannot_be(data):
    X, y, _ = data
    with pytest.raises(
        ValueError, match="gamma='cv' is for n_landmarks and n_frequencies; the exact method has gamma='loo'"
    ):
        AsKLSClassifier("rbf", gamma="cv").fit(X, y)
    for cv in ("loo", [(np.arange(45), np.arange(45, 90))]):
        with pytest.raises(ValueError, match="needs a number of folds as cv, got "):
            AsKLSClassifier("rbf", gamma="cv", cv=cv, n_landmarks=5).fit(*cut(X, y))


def test_both_views_of_a_partition_are_computed_at_once(data, monkeypatch):
    X, y, _ = data
    model = AsKLSClassifier("rbf", kernel_params={"sigma": 1.5}, damping=0.1).fit(X, y)
    wanted, calls, samples = model.decision_views(X), [], AsKLSClassifier._samples
    monkeypatch.setattr(AsKLSClassifier, "_samples", lambda self, X: calls.append(1) or samples(self, X))
    found = dask.compute(*model.decision_views(*cut(X)), scheduler="synchronous")
    np.testing.assert_allclose(found, wanted, atol=1e-12)
    assert len(calls) == 4


def test_the_former_way_to_fit_chunks_says_what_to_use():
    with pytest.raises(AttributeError, match="pass a dask array to fit"):
        _ = AsKLSClassifier().fit_chunks
