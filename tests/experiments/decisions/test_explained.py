"""Pulls add up to the decision; regions and confusion are what they say."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import confusion_matrix

from askcore.datasets import load_sample
from askcore.experiments import confusion, path_views, pulls
from askcore.experiments.decisions.explained import decision_regions
from tests.experiments.decisions.test_prepared import sample_case
from tests.helpers import small_samples

NAMES = small_samples("graph", "table", "matrix")


@pytest.mark.parametrize(
    ("name", "top"),
    [
        *((name, 10) for name in NAMES if name != "python_imports"),
        ("iris", 3),
        ("cyclic_communities", 10_000),
        pytest.param("python_imports", 10, marks=pytest.mark.long),
    ],
)
def test_pulls_add_up_to_both_decisions(name, top):
    problem, split, prepared = sample_case(name)
    views = path_views(prepared, gamma=10.0, damping=0.1)
    for place in (0, len(split.test) // 2, len(split.test) - 1):
        for j in range(len(views.classes)):
            found = pulls(problem, split, views.coefficients, int(split.test[place]), j, top=top)
            for its, decision in zip(found, (views.f_source, views.f_target), strict=True):
                assert its.decision == pytest.approx(decision[place, j], abs=1e-10)
                assert its.values.sum() + its.rest + its.intercept == pytest.approx(its.decision)
                assert len(its.values) <= top
                assert (np.diff(np.abs(its.values)) <= 0).all()
                assert np.isin(its.samples, split.train).all()
                assert its.n_rest > 0 or its.rest == 0


def test_the_hardest_pulls_are_c_times_the_kernel():
    problem, split, prepared = sample_case("cyclic_communities")
    views = path_views(prepared, gamma=10.0, damping=0.1)
    source, target = pulls(problem, split, views.coefficients, int(split.test[5]), 2, top=4)
    c, a = views.coefficients.c[:, 2], views.coefficients.a[:, 2]
    x = split.test[[5]]
    for its, values in (
        (source, problem.kernel(x, split.train).toarray()[0] * c),
        (target, problem.kernel(split.train, x).toarray()[:, 0] * a),
    ):
        order = np.argsort(-np.abs(values), kind="stable")[:4]
        np.testing.assert_array_equal(its.samples, split.train[order])
        np.testing.assert_allclose(its.values, values[order])


def test_regions_pass_through_the_decisions_of_the_samples():
    """At a sample's own place the grid, interpolated, is near the sample's decision."""
    data = load_sample("two_moons")
    problem, split, prepared = sample_case("two_moons")
    views = path_views(prepared, gamma=3.0, damping=0.1)
    found = decision_regions(problem, split, views.coefficients)
    assert found.source.shape == found.target.shape == (80, 80, 2)
    near = [(np.abs(found.y - y).argmin(), np.abs(found.x - x).argmin()) for x, y in data.X[split.test]]
    for grid, decision in ((found.source, views.f_source), (found.target, views.f_target)):
        at = np.array([grid[place] for place in near])
        assert np.corrcoef(at[:, 1], decision[:, 1])[0, 1] > 0.99


def test_regions_need_two_features():
    problem, split, prepared = sample_case("iris")
    views = path_views(prepared)
    with pytest.raises(ValueError, match="Regions need two features, got 4"):
        decision_regions(problem, split, views.coefficients)


def test_confusion_is_scikit_learns():
    truth, predicted = np.array(list("abcabcc")), np.array(list("abbacca"))
    classes = np.array(list("abcd"))
    found = confusion(truth, predicted, classes)
    np.testing.assert_array_equal(found.counts, confusion_matrix(truth, predicted, labels=classes))
    assert (found.names, found.pooled) == (tuple("abcd"), 0)


def test_rare_classes_share_a_row(rng):
    truth = np.concatenate([np.repeat([3, 7], 50), np.arange(20)])
    predicted = rng.permutation(truth)
    found = confusion(truth, predicted, np.arange(20))
    assert found.names == (*range(11), "9 others")
    assert found.pooled == 9
    assert found.counts.sum() == len(truth)
    assert found.counts[3].sum() == 51
