"""What an SVM and AsK-LS learn of S + t A, against scikit-learn and the estimators."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import accuracy_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

from askcore.datasets import load_sample
from askcore.estimators import AsKLSClassifier
from askcore.experiments import holdout_split
from askcore.experiments.lessons.skew import skew_path
from askcore.kernels import GraphKernel, PrecomputedKernel

SHARES = (-1.0, 0.0, 0.5, 1.0)


@pytest.fixture(scope="module")
def given():
    data = load_sample("cyclic_communities")
    every = np.arange(data.n_nodes)
    K = GraphKernel(data.adjacency, orientation="out")(every, every).toarray()
    return K, np.asarray(data.labels), holdout_split(data.labels)


@pytest.fixture(scope="module")
def found(given):
    return skew_path(*given, SHARES)


def test_the_svm_is_that_of_the_symmetric_part_at_every_t(given, found):
    K, labels, split = given
    S = (K + K.T) / 2
    rival = OneVsRestClassifier(SVC(kernel="precomputed")).fit(
        S[np.ix_(split.train, split.train)], labels[split.train]
    )
    decided = rival.predict(S[np.ix_(split.test, split.train)])
    assert found.svm == pytest.approx(accuracy_score(labels[split.test], decided))
    first = rival.estimators_[0]
    a = np.zeros(len(split.train))
    a[first.support_] = first.dual_coef_[0]
    assert found.symmetric == pytest.approx(a @ S[np.ix_(split.train, split.train)] @ a)
    assert found.quadratic == pytest.approx(found.symmetric, rel=1e-12)


@pytest.mark.parametrize("at", range(len(SHARES)))
def test_askls_is_the_estimator_on_that_matrix(given, found, at):
    K, labels, split = given
    K_t = (K + K.T) / 2 + SHARES[at] * (K - K.T) / 2
    model = AsKLSClassifier(PrecomputedKernel(K_t), gamma=10.0, damping=0.1).fit(
        split.train, labels[split.train]
    )
    assert found.askls[at] == pytest.approx(accuracy_score(labels[split.test], model.predict(split.test)))


def test_means_between_classes(given, found):
    K, labels, _ = given
    assert found.classes == ("A", "B", "C")
    block = K[np.ix_(labels == "A", labels == "B")].mean()
    assert found.means[3, 0, 1] == pytest.approx(block)
    assert found.means[0, 1, 0] == pytest.approx(block)
