"""decide_views is AsKLSClassifier and scikit-learn's scores, and nothing else."""

from __future__ import annotations

import re
import threading
import warnings
from contextlib import suppress

import numpy as np
import pytest
from sklearn import metrics

from askcore import AsKLSClassifier
from askcore.datasets import DataError, GraphData, MatrixData, TableData, load_sample
from askcore.estimators import _views as training
from askcore.estimators.askls import MERGES
from askcore.experiments import KernelChoice, Problem, decide_views, holdout_split, path_views, prepare, score
from askcore.experiments.decisions.views import chance_level
from askcore.experiments.split import Split
from askcore.solvers.path import DualPath
from tests.helpers import with_singular_values


def case(sample: str, **choice):
    data = load_sample(sample)
    split = holdout_split(data.labels, random_state=1)
    return Problem(data, KernelChoice(**choice)), split


@pytest.mark.parametrize("damping", [0.01, 0.0, "auto"])
def test_of_many_samples_the_condition_is_found_where_it_decides_something(damping, monkeypatch):
    """Damped, nothing follows from it, and it takes many times as long as the solution."""
    problem, split = case("cyclic_communities", name="power", params=(("length", 2),))
    few = decide_views(problem, split, gamma=10.0, damping=damping)
    monkeypatch.setattr("askcore.experiments.decisions.views.PATH_LIMIT", len(split.train) - 1)
    many = decide_views(problem, split, gamma=10.0, damping=damping)
    np.testing.assert_array_equal(many.f_source, few.f_source)
    np.testing.assert_array_equal(many.f_target, few.f_target)
    assert np.isfinite(few.condition)
    if damping == 0.01:
        assert np.isnan(many.condition)
    else:
        assert many.condition == few.condition


def of_another_visitor():
    with suppress(UserWarning):
        warnings.warn("of another visitor", UserWarning, stacklevel=1)


@pytest.mark.parametrize(
    ("decide", "owner", "name"),
    [
        (decide_views, training, "solve_askls"),
        (
            lambda problem, split, **how: path_views(prepare(problem, split), **how),
            DualPath,
            "decide_damping",
        ),
    ],
    ids=["solved", "by the path"],
)
def test_a_warning_in_another_thread_is_no_message_of_this_fit(rng, monkeypatch, decide, owner, name):
    K = with_singular_values(rng, np.array([0.1, 0.25, 0.5, 2.0, 3.0, 4.0, 5.0]))
    labels = np.array([0, 1] * 4)
    within = getattr(owner, name)

    def meanwhile(*args, **kwargs):
        other = threading.Thread(target=of_another_visitor)
        other.start()
        other.join(10)
        return within(*args, **kwargs)

    monkeypatch.setattr(owner, name, meanwhile)
    split = holdout_split(labels, train_size=1.0)
    views = decide(Problem.from_data(MatrixData(K, labels)), split, gamma=2.0, damping="auto")
    assert ["resonance" in message for message in views.messages] == [True]


def rare(kind: str):
    """Data of three classes in which the last one is rare; of the others half of the labels are there."""
    if kind == "graph":
        graph = load_sample("cyclic_communities")
        kept = np.arange(300) % np.where(graph.labels == "C", 8, 2) == 0
        return GraphData(graph.adjacency, graph.node_ids, np.where(kept, graph.labels, ""))
    iris = load_sample("iris")
    kept = (np.arange(150) % np.where(iris.y == "virginica", 4, 1)) == 0
    if kind == "table":
        return TableData(iris.X[kept], iris.y[kept], iris.feature_names)
    return MatrixData(np.tanh(iris.X[kept] @ np.roll(iris.X[kept], 1, axis=1).T / 9), iris.y[kept])


WEIGHED = {
    "graph": KernelChoice("adjacency"),
    "table": KernelChoice("sne", standardise=True),  # bandwidth and row sums count the weights
    "matrix": KernelChoice("precomputed"),
}


@pytest.mark.parametrize("merge", MERGES)
@pytest.mark.parametrize("kind", WEIGHED)
def test_class_weights_are_those_of_the_classifier(kind, merge):
    data = rare(kind)
    problem, split = Problem(data, WEIGHED[kind]), holdout_split(data.labels)
    prepared = prepare(problem, split)
    settings = {"gamma": 3.0, "damping": 0.05, "merge": merge, "class_weight": "balanced"}
    views = decide_views(problem, split, **settings)
    model = AsKLSClassifier(problem.kernel, random_state=0, **settings)
    samples = problem.scaled(split.train)
    model.fit(samples[split.train], problem.labels[split.train])
    f_s, f_t = model.decision_views(samples[split.test])
    np.testing.assert_allclose(views.f_source, f_s, atol=1e-8)
    np.testing.assert_allclose(views.f_target, f_t, atol=1e-8)
    learned = merge in ("stack", "joint")
    decided = model.predict_proba if learned else model.decision_function
    np.testing.assert_allclose(views.merged, decided(samples[split.test]), atol=1e-8)
    assert views.predicted["merged"].tolist() == model.predict(samples[split.test]).tolist()
    assert views.condition == pytest.approx(model.condition_)
    again = decide_views(problem, split, prepared=prepared, **settings)
    np.testing.assert_array_equal(again.merged, views.merged)
    plain = decide_views(problem, split, prepared=prepared, **{**settings, "class_weight": None})
    assert abs(plain.merged - views.merged).max() > 1e-3


@pytest.mark.parametrize(
    ("truth", "predicted"),
    [
        (["a", "b", "c", "a"], ["a", "b", "b", "a"]),
        (["a", "a", "b"], ["c", "a", "b"]),  # a class that occurs nowhere in the truth
        ([0, 1, 1, 0], [1, 1, 1, 1]),
    ],
)
def test_score_is_scikit_learns(truth, predicted):
    truth, predicted = np.array(truth), np.array(predicted)
    found = score(truth, predicted)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        expected = {
            "accuracy": metrics.accuracy_score(truth, predicted),
            "balanced_accuracy": metrics.balanced_accuracy_score(truth, predicted),
            "micro_f1": metrics.f1_score(truth, predicted, average="micro"),
            "macro_f1": metrics.f1_score(truth, predicted, average="macro", zero_division=0.0),
        }
    assert found == pytest.approx(expected)


def test_chance_names_the_largest_class():
    assert chance_level(np.array(["a", "b", "b", "b"])) == 0.75


@pytest.mark.parametrize(
    ("scale", "far"), [(1e-300, "vanish"), (1e-80, "vanish"), (1e80, "overflow"), (1e150, "overflow")]
)
def test_a_matrix_whose_products_leave_the_numbers_is_refused_and_not_decided_otherwise(scale, far):
    """At 1e-300 every gamma of the page would leave K without effect, and K K^T would be 0."""
    K = np.random.default_rng(0).normal(size=(12, 12))
    data = MatrixData(K / np.abs(K).max() * scale, ["x", "y"] * 6)
    split = Split(np.arange(12), np.arange(12), False)
    with pytest.raises(DataError, match=re.escape(f"reach {scale:.1e};") + f".* products {far}") as refused:
        _ = prepare(Problem(data, KernelChoice("given")), split).K
    assert "largest entry" in refused.value.remedy
