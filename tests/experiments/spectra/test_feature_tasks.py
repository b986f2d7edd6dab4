"""Node classification, reconstruction and table tasks, each against a plain loop."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import f1_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler

from askcore import DataError
from askcore.experiments.spectra import graph_tasks
from askcore.experiments.spectra.feature_tasks import (
    FeatureSet,
    classification_splits,
    linear_model,
    node_classification,
    table_task,
    tuned_classification,
)
from askcore.experiments.spectra.features import Features
from askcore.experiments.spectra.graph_tasks import reconstruct
from askcore.experiments.split import Split
from tests.helpers import naive_lssvm, random_sparse


def test_node_classification_is_the_naive_lssvm(rng):
    Z, labels = rng.normal(size=(40, 3)), np.array(["a", "b", "c"])[np.arange(40) % 3]
    Z[:, 0] += np.arange(40) % 3
    splits = classification_splits(labels, 3, 0.6, 5)
    found = node_classification(Z, labels, gamma=0.7, splits=splits)
    for at, split in enumerate(splits):
        decisions = []
        for name in "abc":
            y = np.where(labels[split.train] == name, 1.0, -1.0)
            K = Z[split.train] @ Z[split.train].T
            alpha, b = naive_lssvm(K, y, 0.7)
            decisions.append(Z[split.test] @ Z[split.train].T @ alpha + b)
        guess = np.array(list("abc"))[np.argmax(decisions, axis=0)]
        truth = labels[split.test]
        np.testing.assert_allclose(found.micro_f1[at], f1_score(truth, guess, average="micro"))
        np.testing.assert_allclose(found.macro_f1[at], f1_score(truth, guess, average="macro"))


def test_two_classes_and_missing_labels(rng):
    labels = np.array(["yes", "no", "", "yes"] * 10)
    Z = rng.normal(size=(40, 2))
    Z[labels == "yes"] += 4
    splits = classification_splits(labels, 2)
    assert node_classification(Z, labels, splits=splits).micro_f1.min() > 0.9


def naive_reconstruction(A, queries, points, cosine):
    n = len(A)
    found = np.zeros((n, n))
    for i in range(n):
        k = int((A[i] != 0).sum())
        if cosine:
            norms = np.linalg.norm(queries[i]) * np.linalg.norm(points, axis=1)
            distance = 1 - points @ queries[i] / norms
        else:
            distance = np.linalg.norm(points - queries[i], axis=1)
        distance[i] = np.inf
        found[i, np.argsort(distance)[:k]] = 1
    return found


@pytest.mark.parametrize("metric", ["euclidean", "cosine"])
@pytest.mark.parametrize("compare", ["left", "right", "both", "cross"])
def test_reconstruction_by_hand(rng, monkeypatch, metric, compare):
    monkeypatch.setattr(graph_tasks, "BLOCK", 7)
    A = random_sparse(rng, 30, 0.15)
    left, right = rng.normal(size=(30, 4)), rng.normal(size=(30, 4))
    both = np.hstack([left, right])
    sides = {"left": (left, left), "right": (right, right), "both": (both, both), "cross": (left, right)}
    found = reconstruct(
        A,
        Features(left, right, np.ones(4), "svd"),
        compare=compare,
        metric=metric,
    )
    expected = naive_reconstruction(A.toarray(), *sides[compare], metric == "cosine")
    np.testing.assert_array_equal(found.adjacency.toarray(), expected)
    truth = (A.toarray() != 0).astype(float)
    D = truth - expected
    assert found.l1 == np.linalg.norm(D, 1)
    assert found.l2 == pytest.approx(np.linalg.norm(D, 2), rel=1e-8)


def test_reconstruction_edges_and_errors():
    ring = np.roll(np.eye(8), 1, axis=1)
    perfect = reconstruct(ring, Features(np.eye(8), ring.T, np.ones(8), "svd"), compare="cross")
    assert (perfect.l1, perfect.l2) == (0.0, 0.0)
    one_sided = Features(np.eye(8), None, np.ones(8), "pca")
    with pytest.raises(DataError, match="Pca has features of the rows only"):
        reconstruct(ring, one_sided, compare="cross")
    with pytest.raises(ValueError, match="compare must be one of"):
        reconstruct(ring, one_sided, compare="up")
    with pytest.raises(ValueError, match="metric must be"):
        reconstruct(ring, one_sided, metric="l7")
    with pytest.raises(ValueError, match="ties must be"):
        reconstruct(ring, one_sided, ties="last")


CLASSIFIER = linear_model("classification")


def test_table_task_by_hand(rng):
    Z = rng.normal(size=(60, 3))
    y = (Z[:, 0] + rng.normal(size=60) > 0).astype(int)
    seed = int(np.random.SeedSequence(3).generate_state(1).astype(int)[0] % 2**31)
    train, test = train_test_split(np.arange(60), test_size=0.2, stratify=y, random_state=seed)
    scale = StandardScaler().fit(Z[train])
    model = LogisticRegression().fit(scale.transform(Z[train]), y[train])
    found = table_task([Z], y, CLASSIFIER, random_state=3)
    chance = model.predict_proba(scale.transform(Z[test]))[:, 1]
    np.testing.assert_allclose(found["auroc"], roc_auc_score(y[test], chance))
    np.testing.assert_allclose(found["accuracy"], np.mean((chance > 0.5) == y[test]))
    weak = LogisticRegression(C=0.01).fit(Z[train], y[train]).predict(Z[test])
    shares = [np.mean(weak[y[test] == each] == each) for each in (0, 1)]
    found = table_task(
        [Z], y, linear_model("classification", standardise=False, cost=0.01), random_state=3, balanced=True
    )
    np.testing.assert_allclose(found["accuracy"], np.mean(shares))
    target = Z @ [1.0, 2, 3] + rng.normal(size=60)
    train, test = train_test_split(np.arange(60), test_size=0.2, random_state=seed)
    guess = LinearRegression().fit(Z[train], target[train]).predict(Z[test])
    found = table_task([Z], target, linear_model("regression"), random_state=3)
    np.testing.assert_allclose(found["rmse"], np.sqrt(np.mean((guess - target[test]) ** 2)))


def test_table_task_chooses_within_the_training_rows(rng):
    noise, good = rng.normal(size=(80, 2)), rng.normal(size=(80, 2))
    y = (good[:, 0] > 0).astype(int)
    assert table_task([noise, good], y, CLASSIFIER) == table_task([good], y, CLASSIFIER)
    three = np.array(["a", "b", "c"])[np.digitize(good[:, 0], [-0.4, 0.4])]
    assert table_task([good], three, CLASSIFIER)["auroc"] > 0.6


@pytest.mark.parametrize(
    ("n", "y", "options", "message"),
    [
        (1, ["a"] * 19 + ["b"], {}, "The least populated class"),
        (2, ["a"] * 20, {}, "class"),
        (1, [np.nan] * 20, {"model": linear_model("regression")}, "NaN"),
        (1, ["a", "b"] * 10, {"test_size": 0.0}, "test_size"),
    ],
)
def test_table_task_refuses_what_no_split_can_serve(n, y, options, message):
    given = {"model": CLASSIFIER, **options}
    with pytest.raises(ValueError, match=message):
        table_task([np.random.default_rng(0).random((20, 3))] * n, np.array(y), **given)


# Chosen by inner folds, against a plain loop over folds, sets, scalings and gammas -------------------------------

SCALINGS = {"none": 0.0, "sqrt": 0.5, "full": 1.0}


def feature_sets(rng, n=60):
    labels = np.arange(n) % 3
    values = np.array([3.0, 0.5, 0.1])
    found = []
    for noise in (3.0, 0.8):
        Z = noise * rng.normal(size=(n, 3))
        Z[:, 2] += labels
        found.append(FeatureSet(Z, values, f"noise {noise}"))
    return found, labels


def test_the_choice_and_the_scores_are_those_of_plain_loops(rng):
    given, labels = feature_sets(rng)
    gammas = [0.01, 1.0, 50.0]
    splits = classification_splits(labels, 3, 0.6, 2)
    found = tuned_classification(given, labels, splits, gammas=gammas, inner_folds=4, random_state=5)
    for at, split in enumerate(splits):
        best, choice = -1.0, None
        folds = StratifiedKFold(4, shuffle=True, random_state=5)
        parts = [
            Split(split.train[fit], split.train[held], held_out=True)
            for fit, held in folds.split(split.train, labels[split.train])
        ]
        for each in given:
            for scaling, power in SCALINGS.items():
                for gamma in gammas:
                    Z = each.vectors * each.values**power
                    scores = node_classification(Z, labels, gamma=gamma, splits=parts).micro_f1
                    right = scores @ [len(part.test) for part in parts]
                    if right > best + 1e-9:
                        best, choice = right, (each, scaling, gamma)
        each, scaling, gamma = choice
        assert found.chosen[at] == (each.name, scaling, gamma)
        Z = each.vectors * each.values ** SCALINGS[scaling]
        expected = node_classification(Z, labels, gamma=gamma, splits=[split])
        np.testing.assert_allclose(found.micro_f1[at], expected.micro_f1[0])
        np.testing.assert_allclose(found.macro_f1[at], expected.macro_f1[0])


def test_test_samples_have_no_say(rng):
    given, labels = feature_sets(rng)
    splits = classification_splits(labels, 1, 0.6, 2)
    first = tuned_classification(given, labels, splits, gammas=[0.1, 10.0])
    changed = labels.copy()
    changed[splits[0].test] = rng.permutation(labels[splits[0].test])
    again = tuned_classification(given, changed, splits, gammas=[0.1, 10.0])
    assert first.chosen == again.chosen
    assert first.micro_f1[0] != again.micro_f1[0]


def test_a_gamma_that_rounding_swallows_is_no_choice(rng):
    given, labels = feature_sets(rng)
    splits = classification_splits(labels, 1)
    found = tuned_classification(given, labels, splits, gammas=[1e300, 1.0], scalings=["none"])
    assert found.chosen[0][2] == 1.0
