"""Calibrated probabilities by scikit-learn, around AsK-LS over features and over indices."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.metrics import log_loss

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
