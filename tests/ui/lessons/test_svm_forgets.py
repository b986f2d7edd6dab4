"""Lesson: why an SVM forgets direction. What it says holds on its example."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import SVC

from askcore.datasets import load_sample
from askcore.experiments import Problem, holdout_split
from askcore.ui.lessons import svm_forgets
from askcore.ui.lessons.svm_forgets import COSTS, SHARES, path

NONE, WHOLE, REVERSED = SHARES.index(0.0), SHARES.index(1.0), SHARES.index(-1.0)


@pytest.mark.parametrize("cost", COSTS)
def test_the_svm_stands_still_and_askls_moves(cost):
    found = path(cost)
    assert len(set(found.svm)) == 1
    assert found.svm[0] < 0.4
    assert found.quadratic == pytest.approx(found.symmetric, rel=1e-10)
    assert found.askls[NONE] < 0.4
    assert found.askls[WHOLE] == found.askls[REVERSED] == 1.0


def test_deciding_with_the_asymmetric_kernel_does_not_help():
    data = load_sample(svm_forgets.SAMPLE)
    K = Problem(data, svm_forgets.KERNEL).operator.toarray()
    S, labels, split = (K + K.T) / 2, np.asarray(data.labels), holdout_split(data.labels)
    model = OneVsRestClassifier(SVC(kernel="precomputed")).fit(
        S[np.ix_(split.train, split.train)], labels[split.train]
    )
    assert model.score(K[np.ix_(split.test, split.train)], labels[split.test]) < 0.1
