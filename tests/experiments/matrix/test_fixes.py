"""Five spectra against LS-SVM solved by hand, and counts of decisions against their definition."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from askcore import LSSVMClassifier
from askcore.datasets import TableData
from askcore.experiments import Problem, holdout_split
from askcore.experiments.matrix import fixes
from askcore.experiments.matrix.fixes import (
    FixedSpectrum,
    FixOutcome,
    fix_outcome,
    prepare_fixes,
    share_interval,
    spectrum_fixes,
)
from askcore.experiments.matrix.signed import spheres_view
from askcore.solvers.spectrum_correction import SPECTRUM_CORRECTIONS
from tests.helpers import naive_lssvm


def made(seed=0, n=80):
    random = np.random.default_rng(seed)
    y = np.repeat(["a", "b"], n // 2)
    X = random.normal(size=(n, 3)) + (y == "b")[:, None] * 0.8
    return X, y


def under(kernel, X, y, params=None):
    return Problem.from_data(TableData(X, y), kernel, params)


def by_hand(K, K_test, y, gamma):
    alpha, b = naive_lssvm(K, np.where(y == "b", 1.0, -1.0), gamma)
    return np.where(K_test @ alpha + b > 0, "b", "a")


def test_each_correction_as_it_is_defined():
    X, y = made()
    split = holdout_split(y, random_state=0)
    found = spectrum_fixes(prepare_fixes(under("tanh", X, y, {"c": -0.5}), split), gamma=3.0, damping=0.0)
    assert (
        tuple(one.name for one in found)
        == SPECTRUM_CORRECTIONS
        == ("keep", "clip", "flip", "square", "shift")
    )
    K, K_test = (np.tanh(-0.5 * A @ X[split.train].T) for A in (X[split.train], X[split.test]))
    values, U = np.linalg.eigh(K)
    ways = {
        "keep": np.eye(len(K)),
        "clip": U @ np.diag((values > 0).astype(float)) @ U.T,
        "flip": U @ np.diag(np.sign(values)) @ U.T,
        "square": K,
    }
    truth = y[split.test]
    kept = by_hand(K, K_test, y[split.train], 3.0)
    for one in found[:4]:
        P = ways[one.name]
        expected = by_hand(K @ P, K_test @ P, y[split.train], 3.0)
        np.testing.assert_array_equal(one.predicted, expected)
        assert one.accuracy == pytest.approx((expected == truth).mean())
        assert one.differ == (expected != kept).sum()
        assert one.gained == ((expected == truth) & (kept != truth)).sum()
        assert one.lost == ((expected != truth) & (kept == truth)).sum()
        assert one.change == pytest.approx(np.linalg.norm(K @ P - K) / np.linalg.norm(K))
    shifted = by_hand(K - values[0] * np.eye(len(K)), K_test, y[split.train], 3.0)
    np.testing.assert_array_equal(found[4].predicted, shifted)


def test_the_sign_test_counts_contested_samples_only():
    X, y = made(3)
    split = holdout_split(y, random_state=1)
    for one in spectrum_fixes(prepare_fixes(under("tanh", X, y, {"c": -2.0}), split), gamma=100.0):
        contested = one.gained + one.lost
        expected = stats.binomtest(one.gained, contested).pvalue if contested else 1.0
        assert one.p == pytest.approx(expected)


def fixed(name, accuracy, *, change=0.5, differ=9, gained=6, lost=3, p=0.5):
    return FixedSpectrum(name, np.zeros(1), accuracy, change, 0.0, differ, gained, lost, p, ())


@pytest.mark.parametrize(
    ("clip", "outcome"),
    [
        ({"accuracy": 0.8, "change": 1e-10, "differ": 0}, FixOutcome.NOTHING_TO_CORRECT),
        ({"accuracy": 0.8, "differ": 0}, FixOutcome.NO_DECISION_CHANGES),
        ({"accuracy": 0.9, "p": 0.049}, FixOutcome.BETTER),
        ({"accuracy": 0.9, "p": 0.05}, FixOutcome.PERHAPS_BETTER),
        ({"accuracy": 0.8, "p": 0.01}, FixOutcome.NOT_BETTER),
        ({"accuracy": 0.7}, FixOutcome.NOT_BETTER),
    ],
)
def test_outcomes(clip, outcome):
    quiet = {"change": clip.get("change", 0.5), "differ": 0}
    others = [fixed("flip", 0.5, **quiet), fixed("square", 0.4, differ=0), fixed("shift", 0.6, **quiet)]
    found, best = fix_outcome([fixed("keep", 0.8, change=0.0, differ=0), fixed("clip", **clip), *others])
    assert (found, best.name) == (outcome, "clip")


def test_an_asymmetric_kernel_needs_a_symmetrisation():
    X, y = made(2)
    with pytest.raises(ValueError, match="not symmetric"):
        prepare_fixes(under("sne", X, y), holdout_split(y))
    assert len(spectrum_fixes(prepare_fixes(under("sne", X, y), holdout_split(y), symmetrize="mean"))) == 5


@pytest.mark.parametrize("train_size", [0.6, 1.0])
@pytest.mark.parametrize("damping", [0.1, "auto"])
def test_the_same_as_the_classifier(train_size, damping):
    X, y = made(4)
    y = np.where(np.arange(len(y)) % 3 == 0, "c", y)
    X[5] = X[4]  # shift has to know duplicates
    split = holdout_split(y, train_size=train_size)
    ready = prepare_fixes(under("tanh", X, y, {"c": -1.0}), split)
    for one in spectrum_fixes(ready, gamma=5.0, damping=damping):
        model = LSSVMClassifier(
            "tanh", kernel_params={"c": -1.0}, gamma=5.0, damping=damping, spectrum=one.name
        ).fit(X[split.train], y[split.train])
        np.testing.assert_array_equal(one.predicted, model.predict(X[split.test]))
        assert one.damping == model.damping_


def test_many_samples_are_drawn_by_class(monkeypatch):
    monkeypatch.setattr(fixes, "PATH_LIMIT", 30)
    X, y = made(5, 200)
    ready = prepare_fixes(under("tl1", X, y), holdout_split(y))
    assert ready.used == (30, 30)
    assert ready.samples == (120, 80)
    assert (ready.truth == "a").sum() == 15
    fitted = prepare_fixes(under("tl1", X, y), holdout_split(y, train_size=1.0))
    np.testing.assert_array_equal(fitted.kernels[0][0], fitted.kernels[0][1])


def test_nothing_left_is_told():
    X, y = made(6)
    found = spectrum_fixes(prepare_fixes(under(lambda A, B: -A @ B.T, X, y), holdout_split(y)))
    assert "Nothing is left of the kernel by clip" in found[1].messages[0]
    assert found[0].messages == ()


def test_intervals_hold_their_share():
    low, high = share_interval(np.array([0.0, 0.5, 1.0]), 20)
    assert (low <= [0.0, 0.5, 1.0]).all()
    assert (high >= [0.0, 0.5, 1.0]).all()
    k = np.arange(21) / 20
    low, high = share_interval(k, 20)
    chances = stats.binom.pmf(np.arange(21), 20, 0.3)
    assert chances[(low <= 0.3) & (high >= 0.3)].sum() > 0.9


def spheres():
    random = np.random.default_rng(0)
    X = random.normal(size=(80, 3))
    X /= np.linalg.norm(X, axis=1)[:, None]
    y = np.repeat(["inner", "outer"], 40)
    return TableData(X * np.where(y == "inner", 1.0, 3.0)[:, None], y)


def test_the_view_is_kernel_pca_of_scaled_features():
    data = spheres()
    found = spheres_view(data, "tl1", 0.2)
    X = (data.X - data.X.min(axis=0)) / np.ptp(data.X, axis=0)
    K = np.maximum(0.6 - np.abs(X[:, None] - X).sum(axis=2), 0.0)
    H = np.eye(len(K)) - 1 / len(K)
    values, vectors = np.linalg.eigh(H @ K @ H)
    order = np.argsort(-np.abs(values))[:2]
    expected = vectors[:, order] * np.sqrt(np.abs(values[order]))
    np.testing.assert_allclose(np.abs(found.points), np.abs(expected), atol=1e-8)
    assert found.signs == tuple(np.sign(values[order]))
