"""The choice by inner folds, against a plain loop over folds, candidates, scalings and gammas."""

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold

from askcore.experiments.feature_tuning import Candidate, tuned_classification
from askcore.experiments.spectra.node_classification import classification_splits, node_classification
from askcore.experiments.split import Split

SCALINGS = {"none": 0.0, "sqrt": 0.5, "full": 1.0}


def candidates(rng, n=60):
    labels = np.arange(n) % 3
    values = np.array([3.0, 0.5, 0.1])
    found = []
    for noise in (3.0, 0.8):
        Z = noise * rng.normal(size=(n, 3))
        Z[:, 2] += labels
        found.append(Candidate(Z, values, f"noise {noise}"))
    return found, labels


def test_the_choice_and_the_scores_are_those_of_plain_loops(rng):
    given, labels = candidates(rng)
    gammas = [0.01, 1.0, 50.0]
    splits = classification_splits(labels, 3, 0.6, 2)
    found = tuned_classification(given, labels, splits, gammas=gammas, inner_folds=4, random_state=5)
    for at, split in enumerate(splits):
        best, choice = -1.0, None
        folds = StratifiedKFold(4, shuffle=True, random_state=5)
        parts = [
            Split(split.train[fit], split.train[held], held_out=True, note="")
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
    given, labels = candidates(rng)
    splits = classification_splits(labels, 1, 0.6, 2)
    first = tuned_classification(given, labels, splits, gammas=[0.1, 10.0])
    changed = labels.copy()
    changed[splits[0].test] = rng.permutation(labels[splits[0].test])
    again = tuned_classification(given, changed, splits, gammas=[0.1, 10.0])
    assert first.chosen == again.chosen
    assert first.micro_f1[0] != again.micro_f1[0]


def test_a_gamma_that_rounding_swallows_is_no_choice(rng):
    given, labels = candidates(rng)
    splits = classification_splits(labels, 1)
    found = tuned_classification(given, labels, splits, gammas=[1e300, 1.0], scalings=["none"])
    assert found.chosen[0][2] == 1.0


def test_nothing_to_choose_from():
    with pytest.raises(ValueError, match="at least one candidate, one gamma and one scaling"):
        tuned_classification([], ["a", "b"], [], gammas=[1.0])
