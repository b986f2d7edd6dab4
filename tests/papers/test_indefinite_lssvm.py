"""Table 1 of the indefinite LS-SVM paper: the closed-form tuning against refits, and figures on the full data."""

import os

import numpy as np
import pytest

from askcore import papers
from askcore.datasets import TableData
from askcore.experiments.tuning import choose, inner_folds
from askcore.kernels import KERNELS
from askcore.papers import indefinite_lssvm
from askcore.papers.engine.protocol import Unit
from askcore.papers.indefinite_parts import divided
from tests.helpers import naive_lssvm

TABLE = papers.protocol("indefinite-1")
FIXED = "LS-SVM TL1 rho=0.7n"
needs_data = pytest.mark.skipif(
    "ASKCORE_DATA" not in os.environ, reason="ASKCORE_DATA does not name the data folder"
)


def table(rng, n=40, d=4):
    X = rng.random((n, d)) * 7 + 1
    return TableData(X, np.where(X[:, 0] > X[:, 1], "a", "b"))


def refits(part, grid, gammas, n_folds):
    """Test accuracy by one naive system for each fold, candidate and gamma."""
    y = np.where(part.codes == 1, 1.0, -1.0)
    scores, tests = [], []
    for params in grid:
        K = KERNELS["tl1"](part.X, part.X, **params)
        scale = np.abs(K).max()
        K_test = KERNELS["tl1"](part.X_test, part.X, **params) / scale
        for gamma in gammas:
            right = 0
            for fit, held in inner_folds(part.codes, n_folds, part.fold_seed):
                alpha, b = naive_lssvm(K[np.ix_(fit, fit)] / scale, y[fit], gamma)
                right += ((K[np.ix_(held, fit)] / scale @ alpha + b > 0) == (y[held] > 0)).sum()
            scores.append(right / len(y))
            alpha, b = naive_lssvm(K / scale, y, gamma)
            tests.append(np.mean((K_test @ alpha + b > 0) == (part.codes_test == 1)))
    return tests[choose(scores)[0]]


def test_the_tuning_in_closed_form_equals_refits(rng):
    data = table(rng, 60)
    unit = Unit("sonar", (FIXED, "LS-SVM TL1"), (0, 1), 5)
    options = {**TABLE.options, "folds": 5, "gamma_from": 0.1, "gamma_to": 1000.0, "gammas": 3}
    found = indefinite_lssvm.compute(data, unit, options)
    for repeat in unit.repeats:
        part = divided(data, 5, repeat)
        for method in unit.methods:
            grid = indefinite_lssvm.METHODS[method][1](4)
            assert found[method]["accuracy"][repeat] == refits(part, grid, [0.1, 10.0, 1000.0], 5)


def test_repeats_apart_are_repeats_together(rng):
    data = table(rng)
    together = indefinite_lssvm.compute(data, Unit("x", (FIXED,), (0, 1, 2), 0), TABLE.options)
    apart = [indefinite_lssvm.compute(data, Unit("x", (FIXED,), (r,), 0), TABLE.options) for r in range(3)]
    assert together[FIXED]["accuracy"] == [each[FIXED]["accuracy"][0] for each in apart]


def test_three_classes_are_decided_by_the_largest(rng):
    X = rng.random((90, 3))
    data = TableData(X, X.argmax(axis=1))
    found = indefinite_lssvm.compute(data, Unit("x", ("LS-SVM RBF",), (0,), 0), TABLE.options)
    assert found["LS-SVM RBF"]["accuracy"][0] > 0.7


def test_splice_trains_on_as_many_as_the_options_say(rng, monkeypatch):
    sizes = []
    monkeypatch.setattr(
        indefinite_lssvm, "divided", lambda *a, **k: sizes.append(k["n_train"]) or divided(*a, **k)
    )
    for name in ("splice", "sonar"):
        indefinite_lssvm.compute(
            table(rng), Unit(name, (FIXED,), (0,), 0), {**TABLE.options, "splice_training": 9}
        )
    assert sizes == [9, None]


def test_shares_of_a_trial_are_the_candidates_of_rho_of_the_tuned_row_alone():
    unit = Unit("sonar", (FIXED, "LS-SVM TL1", "LS-SVM RBF"), (0, 1), 5)
    given = {**TABLE.options, "folds": 3}
    own, changed = (
        indefinite_lssvm.compute(table(np.random.default_rng(3)), unit, options)
        for options in (given, {**given, "tl1_shares": "0.7"})
    )
    assert changed["LS-SVM TL1"] == changed[FIXED] == own[FIXED] != own["LS-SVM TL1"]
    assert changed["LS-SVM RBF"] == own["LS-SVM RBF"]


@pytest.mark.full_data
@needs_data
def test_rbf_and_tl1_on_the_small_sets():
    names = [
        "fertility",
        "heart_statlog",
        "monks3",
        "climate_crashes",
        "breast_cancer_wisconsin",
        "transfusion",
    ]
    found = papers.table("indefinite-1", names, methods=["LS-SVM RBF", FIXED], repeats=5).run().table
    chosen = found[found["method"].isin(["LS-SVM RBF", FIXED])]
    assert chosen["difference"].abs().max() <= 0.03, chosen.to_string()


@pytest.mark.full_data
@needs_data
def test_the_miss_of_monks2_names_the_larger_class():
    found = papers.table("indefinite-1", "monks2", methods=[FIXED], repeats=2).run().table
    value = found.set_index("method").loc[FIXED, "reproduced"]
    test = TABLE.load("monks2", None)[1]
    assert value == pytest.approx(np.bincount(test.y).max() / test.n_samples, abs=1e-12)
