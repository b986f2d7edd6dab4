"""Fixed-size AsK-LS of samples in chunks: the model of ``fit`` on all of them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from sklearn.utils import check_random_state

from askcore import AsKLSClassifier
from askcore.estimators._chunks import Folds
from askcore.estimators._landmarks import LandmarkFeatures
from askcore.kernels.binding import bind
from askcore.solvers import solve_askls
from tests.estimators.test_landmarks import rotated
from tests.helpers import naive_askls


@pytest.fixture(scope="module")
def data():
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((90, 3)), np.array(["ant", "bee", "cow"])[rng.integers(0, 3, 90)]
    return X, y, rng.integers(0, 3, 90).astype(float)


def cut(X, y, weight=None, sizes=(1, 40, 9, 40)):
    parts = itertools.pairwise([0, *np.cumsum(sizes)])
    return [(X[a:b], y[a:b], *([] if weight is None else [weight[a:b]])) for a, b in parts]


KERNELS = {
    "rbf": ("rbf", {"sigma": 1.5}),
    "tanh": ("tanh", {"c": -0.5, "d": 0.2}),
    "callable": (rotated, None),
}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("damping", [0.0, 0.1])
@pytest.mark.parametrize("name", KERNELS)
def test_chunks_are_the_whole(name, damping, weighted, data):
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
    whole = AsKLSClassifier(kernel, **settings).fit(X, y, weight if weighted else None)
    new = np.random.default_rng(1).standard_normal((7, 3))
    for sizes in ((90,), (1, 40, 9, 40), (30, 30, 30)):
        model = AsKLSClassifier(kernel, **settings).fit_chunks(cut(X, y, weight if weighted else None, sizes))
        for one, two in zip(model.decision_views(new), whole.decision_views(new), strict=True):
            np.testing.assert_allclose(one, two, atol=1e-8)
        assert (model.predict(new) == whole.predict(new)).all()
        assert model.condition_ == pytest.approx(whole.condition_, rel=1e-6)
        assert (model.solver_, model.symmetric_) == ("landmarks", whole.symmetric_)
        landmarks = whole._training.landmarks
        np.testing.assert_array_equal(model.X_fit_, X[weight > 0][landmarks] if weighted else X[landmarks])


def test_views_are_those_of_the_papers_system(data):
    """K[:, J] K[J, J]^+ K[J, :] in full, and the paper's dense system of it."""
    X, y, _ = data
    model = AsKLSClassifier(rotated, gamma=0.3, damping=0.1, n_landmarks=10, random_state=0).fit_chunks(
        cut(X, y)
    )
    J = model.X_fit_
    K = rotated(X, J) @ np.linalg.pinv(rotated(J, J), rcond=1e-12) @ rotated(J, X)
    Y = np.where(y[:, None] == model.classes_, 1.0, -1.0)
    a, c, b_s, b_t = naive_askls(K, Y, 0.3, 0.1)
    f_s, f_t = model.decision_views(X)
    np.testing.assert_allclose(f_s, K @ c + b_s, atol=1e-8)
    np.testing.assert_allclose(f_t, K.T @ a + b_t, atol=1e-8)
    np.testing.assert_allclose(rotated(X, J) @ model.source_coef_ + model.source_intercept_, f_s, atol=1e-10)


def test_an_indefinite_symmetric_kernel_has_signs(data):
    X = data[0]
    bound = bind("tanh", {"c": -0.5, "d": 0.2}, X[:12])
    features = LandmarkFeatures.of(bound)
    assert {-1.0, 1.0} == set(features.signs)
    np.testing.assert_allclose(
        (features.source(X[:12]) * features.signs) @ features.source(X[:12]).T, bound.train(), atol=1e-12
    )


def test_a_kernel_over_a_reference_set_is_normalised_over_the_landmarks(data):
    X, y, _ = data
    settings = {"gamma": 2.0, "damping": 0.1, "n_landmarks": 12, "random_state": 3}
    model = AsKLSClassifier("sne", kernel_params={"sigma": 1.0}, **settings).fit_chunks(cut(X, y))

    def over_landmarks(U, V):
        def gaussian(U, V):
            return np.exp(-((U[:, None] - V[None]) ** 2).sum(axis=2))

        return gaussian(U, V) / gaussian(U, model.X_fit_).sum(axis=1, keepdims=True)

    same = AsKLSClassifier(over_landmarks, **settings).fit(X, y)
    for one, two in zip(model.decision_views(X), same.decision_views(X), strict=True):
        np.testing.assert_allclose(one, two, atol=1e-8)


def test_two_classes_numbers_and_the_usual_bandwidth(data):
    X, y, _ = data
    codes = (y == "bee").astype(int)
    model = AsKLSClassifier("rbf", n_landmarks=20, random_state=0).fit_chunks(lambda: iter(cut(X, codes)))
    whole = AsKLSClassifier("rbf", n_landmarks=20, random_state=0).fit(X, codes)
    assert model.kernel_params_ == whole.kernel_params_  # fewer than 500 rows: all of them give it
    np.testing.assert_allclose(model.decision_function(X), whole.decision_function(X), atol=1e-8)
    assert model.source_coef_.shape == (20,)
    assert isinstance(model.source_intercept_, float)


def test_a_class_may_be_in_one_chunk_alone(data):
    X, y, _ = data
    order = np.argsort(y, kind="stable")
    model = AsKLSClassifier("rbf", n_landmarks=20, random_state=0).fit_chunks(cut(X[order], y[order]))
    whole = AsKLSClassifier("rbf", n_landmarks=20, random_state=0).fit(X[order], y[order])
    assert model.classes_.tolist() == ["ant", "bee", "cow"]
    np.testing.assert_allclose(model.decision_function(X), whole.decision_function(X), atol=1e-8)


def test_what_needs_all_samples_is_refused(data):
    X, y, _ = data
    chunks = cut(X, y)
    for settings, message in (
        ({}, "give n_landmarks"),
        ({"n_landmarks": 5, "merge": "joint"}, "merge='joint' learns from the views of all"),
        ({"n_landmarks": 5, "gamma": "loo"}, "gamma='loo' needs the exact method"),
        ({"n_landmarks": 5, "kernel": "spectrum"}, "takes indices or strings"),
    ):
        with pytest.raises(ValueError, match=message):
            AsKLSClassifier(**settings).fit_chunks(chunks)
    model = AsKLSClassifier("rbf", n_landmarks=5, damping=0.1).fit_chunks(chunks)
    with pytest.raises(ValueError, match="Leave-one-out needs the exact method"):
        model.loo_decision_views()


class Changing:
    """Other chunks each time."""

    def __init__(self, *passes):
        self.passes = iter(passes)

    def __iter__(self):
        return iter(next(self.passes))


def test_wrong_chunks_are_named(data):
    X, y, weight = data
    chunks, holed = cut(X, y), X.copy()
    holed[45, 1] = np.nan
    for given, message in (
        (iter(chunks), "can be gone over once only"),
        (5, "something to iterate over"),
        ([X], r"Chunk 1 must be \(X, y\) or \(X, y, sample_weight\), got ndarray"),
        (cut(holed, y), "Chunk 3: Input X contains NaN"),
        ([chunks[1], (X[:3, :2], y[:3])], "Chunk 2: X has 2 features, but AsKLSClassifier is expecting 3"),
        ([(X, y, -weight)], r"Chunk 1: sample_weight\[\d+\] is -"),
        ([(X[:5], np.repeat("ant", 5))], "only one class is present"),
        ([], "no sample with a weight above 0"),
        ([(X, y, 0 * weight)], "no sample with a weight above 0"),
        ([(X, y, (y != "ant").astype(float))], "No sample of class 'ant' has a weight above 0"),
        (
            Changing(chunks, chunks[1:]),
            "other samples when they were gone over again: 89 samples with a weight after 90",
        ),
        (Changing(chunks, [(X, np.where(y == "ant", "dog", y))]), "the label .*dog.* is new"),
    ):
        with pytest.raises(ValueError, match=message):
            AsKLSClassifier("rbf", n_landmarks=5, damping=0.1).fit_chunks(given)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", KERNELS)
def test_gamma_chosen_by_folds_is_the_same_however_samples_are_cut(name, weighted, data):
    X, y, weight = data
    kernel, params = KERNELS[name]
    settings = {"kernel_params": params, "gamma": "cv", "cv": 4, "n_landmarks": 12, "random_state": 3}
    settings |= {"class_weight": "balanced"} if weighted else {}
    whole = AsKLSClassifier(kernel, **settings).fit(X, y, weight if weighted else None)
    for sizes in ((90,), (1, 40, 9, 40)):
        model = AsKLSClassifier(kernel, **settings).fit_chunks(cut(X, y, weight if weighted else None, sizes))
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
    J, Y = model.X_fit_[model._training.landmarks], np.where(y[:, None] == model.classes_, 1.0, -1.0)
    A = LandmarkFeatures.of(bind(rotated, {}, J))
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
        with pytest.raises(ValueError, match="takes a number of folds as cv, got "):
            AsKLSClassifier("rbf", gamma="cv", cv=cv, n_landmarks=5).fit_chunks(cut(X, y))
