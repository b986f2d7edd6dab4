"""Calibrated probabilities by scikit-learn, around AsK-LS over features and over indices."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.metrics import log_loss
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

import askcore

GRAPH = askcore.datasets.load_sample("cyclic_communities")
NODES = np.arange(GRAPH.n_nodes)
TRAIN, TEST = NODES[::2], NODES[1::2]
OVER_NODES = askcore.AsKLSClassifier(askcore.kernels.GraphKernel(GRAPH.adjacency), gamma=10, damping=0.1)
IRIS = askcore.datasets.load_sample("iris")


@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
@pytest.mark.parametrize("ensemble", [True, False])
def test_probabilities_of_nodes(method, ensemble):
    calibrated = CalibratedClassifierCV(OVER_NODES, method=method, ensemble=ensemble)
    found = calibrated.fit(TRAIN, GRAPH.labels[TRAIN]).predict_proba(TEST)
    np.testing.assert_allclose(found.sum(axis=1), 1.0)
    assert log_loss(GRAPH.labels[TEST], found) < 0.3 < np.log(3)  # of equal probabilities
    as_column = calibrated.fit(TRAIN[:, None], GRAPH.labels[TRAIN]).predict_proba(TEST[:, None])
    np.testing.assert_allclose(as_column, found)


def test_features_and_indices_of_the_same_kernel_agree():
    X, y = IRIS.X, IRIS.y
    K = askcore.kernels.KERNELS["rbf"](X, X, sigma=1.0)
    settings = {"gamma": 10.0, "damping": 0.0}
    of_features = askcore.AsKLSClassifier("rbf", kernel_params={"sigma": 1.0}, **settings)
    of_indices = askcore.AsKLSClassifier(askcore.kernels.PrecomputedKernel(K), **settings)
    by_features = CalibratedClassifierCV(of_features, cv=3).fit(X[::2], y[::2]).predict_proba(X[1::2])
    rows = np.arange(len(X))
    by_indices = CalibratedClassifierCV(of_indices, cv=3).fit(rows[::2], y[::2]).predict_proba(rows[1::2])
    np.testing.assert_allclose(by_features, by_indices, atol=1e-6)


def test_it_is_platts_regression_on_decisions_of_samples_left_out():
    two = IRIS.y != IRIS.y[0]
    X, y = IRIS.X[two], IRIS.y[two]
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    model = make_pipeline(StandardScaler(), askcore.AsKLSClassifier("sne", gamma=10))
    calibrated = CalibratedClassifierCV(model, cv=folds, ensemble=False).fit(X, y)
    out = cross_val_predict(model, X, y, cv=folds, method="decision_function")
    platt = calibrated.calibrated_classifiers_[0].calibrators[0]
    decision = model.fit(X, y).decision_function(X)
    found = calibrated.predict_proba(X)[:, 1]
    np.testing.assert_allclose(found, 1 / (1 + np.exp(platt.a_ * decision + platt.b_)))
    # its slope is where the regression on the decisions left out has no gradient, with Platt's targets
    p = 1 / (1 + np.exp(platt.a_ * out + platt.b_))
    positive = y == np.unique(y)[1]
    target = np.where(positive, (positive.sum() + 1) / (positive.sum() + 2), 1 / ((~positive).sum() + 2))
    assert abs(((p - target) * out).sum()) < 1e-2 * len(out)
    svc = CalibratedClassifierCV(SVC(), cv=folds, ensemble=False).fit(X, y).predict_proba(X)[:, 1]
    assert log_loss(positive, found) < 2 * log_loss(positive, svc)
