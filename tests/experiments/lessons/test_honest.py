"""A comparison that can be made honestly or not, against the estimators."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.estimators import AsKLSClassifier
from askcore.experiments import holdout_split
from askcore.experiments.lessons.honest import honest_splits
from askcore.kernels import GraphKernel


@pytest.fixture(scope="module")
def graph():
    return load_sample("cyclic_communities")


@pytest.fixture(scope="module")
def found(graph):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("askcore.experiments.lessons.honest.N_TEST", 1000)  # all that do not train
        return honest_splits(graph.adjacency, graph.labels)


@pytest.mark.parametrize(("method", "side"), [("directed", "out"), ("undirected", "both")])
def test_every_setting_is_that_of_the_estimator(graph, found, method, side):
    labels = np.asarray(graph.labels)
    split = holdout_split(labels, train_size=0.2, random_state=1)
    model = AsKLSClassifier(GraphKernel(graph.adjacency, orientation=side), gamma=10.0, damping=0.1)
    right = model.fit(split.train, labels[split.train]).score(split.test, labels[split.test])
    assert found.held_out[method][1, 4] == pytest.approx(right)
    assert (found.n_train, found.n_test) == (len(split.train), len(split.test))


def test_where_direction_pays_it_leads_and_the_null_does_not(found):
    assert found.lead().sign == 1
    assert found.lead(turned=True).sign == 0


def test_the_test_samples_choose_what_is_best_on_them(found):
    best = found.held_out["directed"].max(axis=1)
    assert found.scores("directed", on_test=True).tolist() == best.tolist()
    assert found.scores("directed", tuned=False).tolist() == found.held_out["directed"][:, 3].tolist()
