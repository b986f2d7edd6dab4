"""sample_weight and class_weight of both classifiers: repetition, absence, classes, and scikit-learn's tools."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.utils.class_weight import compute_sample_weight

from askcore import AsKLSClassifier, LSSVMClassifier
from askcore.kernels import PrecomputedKernel

RNG = np.random.default_rng(11)
WEIGHT = RNG.integers(0, 4, size=24).astype(float)
REAL = RNG.uniform(0.2, 3.0, size=24)
AT = np.repeat(np.arange(24), WEIGHT.astype(int))
THERE = np.flatnonzero(WEIGHT)


K = RNG.normal(size=(24, 24)) / 3


MODELS = [
    AsKLSClassifier(),
    AsKLSClassifier("t", gamma=5.0, damping=0.1, merge="source"),
    AsKLSClassifier("attention", kernel_params={"dimension": 4}, damping=0.1, solver="svd"),
    AsKLSClassifier("rbf"),
    AsKLSClassifier("sne", n_landmarks=100, damping=0.1),
    LSSVMClassifier(),
    LSSVMClassifier("sne", symmetrize="mean"),
    LSSVMClassifier("sne", symmetrize="KKt", damping=0.1),
    LSSVMClassifier("t", symmetrize="KtK"),
    *(LSSVMClassifier("tanh", spectrum=s, gamma=0.3) for s in ("clip", "flip", "square", "shift")),
]
CHOOSING = [
    AsKLSClassifier(gamma="loo"),
    LSSVMClassifier("tanh", gamma="loo"),
    AsKLSClassifier(damping=0.1, merge="stack", cv=3, random_state=0),
    AsKLSClassifier(damping=0.1, merge="joint", cv="loo"),
    AsKLSClassifier(damping=0.1, n_landmarks=6, random_state=0),
]


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_a_whole_weight_is_that_many_repetitions(model, points, new_points, three_classes):
    weighted = clone(model).fit(points, three_classes, sample_weight=WEIGHT)
    repeated = clone(model).fit(points[AT], three_classes[AT])
    np.testing.assert_allclose(
        weighted.decision_function(new_points), repeated.decision_function(new_points), rtol=1e-7, atol=1e-9
    )
    np.testing.assert_allclose(
        weighted.decision_function(points), repeated.decision_function(points), atol=1e-8
    )


@pytest.mark.parametrize("model", CHOOSING, ids=str)
def test_weight_zero_is_absence(model, points, new_points, three_classes):
    weighted = clone(model).fit(points, three_classes, sample_weight=WEIGHT)
    without = clone(model).fit(points[THERE], three_classes[THERE], sample_weight=WEIGHT[THERE])
    np.testing.assert_array_equal(
        weighted.decision_function(new_points), without.decision_function(new_points)
    )
    name = "coef_" if isinstance(model, LSSVMClassifier) else "source_coef_"
    of_all, of_some = getattr(weighted, name), getattr(without, name)
    if getattr(model, "n_landmarks", None) is None:
        assert of_all.shape == (24, 3)
        assert not of_all[WEIGHT == 0].any()
        of_all = of_all[THERE]
    np.testing.assert_array_equal(of_all, of_some)


FIXED = {"sigma": 1.5}


@pytest.mark.parametrize(
    "model",
    [AsKLSClassifier(kernel_params=FIXED, damping=0.1), LSSVMClassifier(kernel_params=FIXED)],
    ids=str,
)
def test_class_weights_multiply_those_of_samples(model, points, new_points, three_classes):
    given = {"ant": 3.0, "bee": 1.0, "cow": 0.5}
    both = clone(model).set_params(class_weight=given).fit(points, three_classes, REAL)
    product = clone(model).fit(points, three_classes, REAL * compute_sample_weight(given, three_classes))
    np.testing.assert_array_equal(both.decision_function(new_points), product.decision_function(new_points))
    # Balanced counts weighted samples: repeated ones, where the weights are whole.
    balanced = clone(model).set_params(class_weight="balanced")
    weighted = clone(balanced).fit(points, three_classes, WEIGHT).decision_function(new_points)
    repeated = clone(balanced).fit(points[AT], three_classes[AT]).decision_function(new_points)
    np.testing.assert_allclose(weighted, repeated, rtol=1e-8, atol=1e-10)


def views_without(i, y, v, gamma):
    rest = np.delete(np.arange(24), i)
    model = AsKLSClassifier(PrecomputedKernel(K), gamma=gamma, damping=0.1)
    return model.fit(rest, y[rest], sample_weight=v[rest]).decision_views([i])


def test_leave_one_out_is_a_refit(three_classes):
    model = AsKLSClassifier(PrecomputedKernel(K), gamma=0.8, damping=0.1)
    model.fit(np.arange(24), three_classes, sample_weight=WEIGHT)
    found = model.loo_decision_views()
    for i in [int(THERE[0]), int(THERE[-1]), int(np.flatnonzero(WEIGHT == 0)[0])]:
        expected = views_without(i, three_classes, WEIGHT, 0.8)
        np.testing.assert_allclose([f[i] for f in found], [f[0] for f in expected], atol=1e-9)
    symmetric = PrecomputedKernel(K + K.T)
    rival = LSSVMClassifier(symmetric, damping=0.1).fit(np.arange(24), three_classes, sample_weight=WEIGHT)
    for i in (int(THERE[1]), int(np.flatnonzero(WEIGHT == 0)[0])):
        rest = np.delete(np.arange(24), i)
        again = clone(rival).fit(rest, three_classes[rest], sample_weight=WEIGHT[rest])
        np.testing.assert_allclose(rival.loo_decision()[i], again.decision_function([i])[0], atol=1e-9)


@pytest.mark.parametrize(
    "model", [AsKLSClassifier(gamma="loo"), LSSVMClassifier("tl1", gamma="loo")], ids=str
)
def test_the_choice_and_its_score_are_weighted(model, points, three_classes):
    plain = clone(model).fit(points, three_classes)
    model.fit(points, three_classes, sample_weight=REAL)
    assert 0 <= model.loo_score_ <= 1
    assert model.loo_score_ != plain.loo_score_


@pytest.mark.parametrize("merge", ["stack", "joint"])
def test_what_merges_is_weighted(merge, points, new_points, three_classes):
    """Folds of their own, the copies of a sample all in one."""
    fold = np.arange(24) // 3 % 3
    pairs, repeated_pairs = (
        [(np.flatnonzero(of != j), np.flatnonzero(of == j)) for j in range(3)] for of in (fold, fold[AT])
    )
    model = AsKLSClassifier(damping=0.1, merge=merge, cv=pairs).fit(points, three_classes, WEIGHT)
    repeated = AsKLSClassifier(damping=0.1, merge=merge, cv=repeated_pairs).fit(points[AT], three_classes[AT])
    np.testing.assert_allclose(
        model.predict_proba(new_points), repeated.predict_proba(new_points), rtol=1e-3, atol=1e-4
    )
