"""Stacked and joint merging against versions written by hand from refits and scikit-learn's regression."""

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from askcore import AsKLSClassifier
from askcore.kernels import PrecomputedKernel
from tests.helpers import naive_askls

MERGED = ["stack", "joint"]


def problem(classes: int, m: int = 36, new: int = 9, seed: int = 0):
    """A kernel over m + new nodes that prefers, noisily, the next class; labels as strings."""
    rng = np.random.default_rng(seed)
    codes = np.arange(m + new) % classes
    G = rng.standard_normal((m + new, m + new)) + 1.2 * ((codes[:, None] + 1) % classes == codes[None, :])
    return G, np.array(list("pqrst"))[codes], np.arange(m), np.arange(m, m + new)


def by_hand(G, y, train, new, *, gamma, damping, folds, seed, joint):
    """Probabilities (n, classes): naive solves per fold, fold views averaged for the new samples."""
    kinds = np.unique(y)
    labels = y[train]
    columns = kinds[1:] if len(kinds) == 2 else kinds
    Y = np.where(labels[:, None] == columns[None, :], 1.0, -1.0)
    out = np.empty((2, len(train), len(columns)))
    fresh = []
    splitter = StratifiedKFold(folds, shuffle=True, random_state=np.random.RandomState(seed))
    for fit, held in splitter.split(train, labels):
        a, c, b1, b2 = naive_askls(G[np.ix_(train[fit], train[fit])], Y[fit], gamma, damping)
        out[0, held] = G[np.ix_(train[held], train[fit])] @ c + b1
        out[1, held] = G[np.ix_(train[fit], train[held])].T @ a + b2
        fresh.append([G[np.ix_(new, train[fit])] @ c + b1, G[np.ix_(train[fit], new)].T @ a + b2])
    test = np.mean(fresh, axis=0)
    return regressed(*out, *test, labels, joint=joint)


def regressed(f_s, f_t, n_s, n_t, labels, *, joint):
    """Probabilities from regressions on views of samples with labels, for views of new ones."""
    if joint:
        return one_regression(10.0, np.hstack([f_s, f_t]), np.hstack([n_s, n_t]), labels)
    kinds = np.unique(labels)
    yes = []
    for j, kind in enumerate(kinds[1:] if len(kinds) == 2 else kinds):
        learned, asked = (np.column_stack([one[:, j], two[:, j]]) for one, two in ((f_s, f_t), (n_s, n_t)))
        yes.append(one_regression(1e6, learned, asked, labels == kind)[:, 1])
    if len(kinds) == 2:
        return np.column_stack([1 - yes[0], yes[0]])
    return np.array(yes).T / np.sum(yes, axis=0)[:, None]


def one_regression(C, learned, asked, target):
    mean, std = learned.mean(axis=0), learned.std(axis=0)
    model = LogisticRegression(C=C, max_iter=1000).fit((learned - mean) / std, target)
    return model.predict_proba((asked - mean) / std)


@pytest.mark.parametrize("merge", MERGED)
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("damping", [0.0, 0.2])
def test_equals_the_version_by_hand(damping, classes, merge):
    G, y, train, new = problem(classes)
    settings = {"gamma": 0.02, "damping": damping}
    model = AsKLSClassifier(PrecomputedKernel(G), merge=merge, cv=4, random_state=3, **settings)
    found = model.fit(train, y[train]).predict_proba(new)
    expected = by_hand(G, y, train, new, folds=4, seed=3, joint=merge == "joint", **settings)
    np.testing.assert_allclose(found, expected, atol=1e-6)
    np.testing.assert_array_equal(model.predict(new), model.classes_[expected.argmax(axis=1)])


@pytest.mark.parametrize("merge", MERGED)
@pytest.mark.parametrize("cv", [5, "loo"])
@pytest.mark.parametrize("classes", [2, 3, 5])
def test_probabilities(classes, cv, merge):
    G, y, train, new = problem(classes, m=40)
    model = AsKLSClassifier(PrecomputedKernel(G), gamma=0.05, damping=0.1, merge=merge, cv=cv, random_state=0)
    probability = model.fit(train, y[train]).predict_proba(new)
    assert probability.shape == (9, classes)
    assert (probability >= 0).all()
    np.testing.assert_allclose(probability.sum(axis=1), 1.0)
    np.testing.assert_array_equal(model.predict(new), model.classes_[probability.argmax(axis=1)])
    decision = model.decision_function(new)
    assert decision.shape == ((9,) if classes == 2 else (9, classes))
    best = (decision > 0).astype(int) if classes == 2 else decision.argmax(axis=1)
    np.testing.assert_array_equal(model.classes_[best], model.predict(new))


@pytest.mark.parametrize("merge", MERGED)
def test_leave_one_out_views_teach_and_the_one_model_decides(merge):
    G, y, train, new = problem(3)
    model = AsKLSClassifier(PrecomputedKernel(G), gamma=0.05, damping=0.1, merge=merge, cv="loo")
    model.fit(train, y[train])
    views = *model.loo_decision_views(), *model.decision_views(new)
    expected = regressed(*views, y[train], joint=merge == "joint")
    np.testing.assert_allclose(model.predict_proba(new), expected, atol=1e-9)


@pytest.mark.parametrize("merge", MERGED)
def test_a_single_member_in_every_class_cannot_be_folded(merge):
    model = AsKLSClassifier("rbf", merge=merge, damping=0.1)
    with pytest.raises(
        ValueError, match=r"merge='stack' or 'joint' learns from folds, .* cv='loo', or merge='mean'"
    ):
        model.fit([[0.0], [1.0], [2.0]], [0, 1, 2])
    probability = model.set_params(cv="loo").fit([[0.0], [1.0], [2.0]], [0, 1, 2]).predict_proba([[0.5]])
    np.testing.assert_allclose(probability.sum(), 1.0)


@pytest.mark.parametrize("merge", ["mean", "source", "target"])
def test_other_decisions_have_no_probabilities_until_calibrated(merge, points, three_classes):
    model = AsKLSClassifier(merge=merge, damping=0.1).fit(points, three_classes)
    assert not hasattr(model, "predict_proba")
    with pytest.raises(AttributeError, match="has no attribute 'predict_proba'"):
        model.predict_proba(points)
    calibrated = CalibratedClassifierCV(AsKLSClassifier(merge=merge, damping=0.1), cv=3)
    probability = calibrated.fit(points, three_classes).predict_proba(points)
    np.testing.assert_allclose(probability.sum(axis=1), 1.0)
