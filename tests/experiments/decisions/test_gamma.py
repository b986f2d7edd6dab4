"""Leave-one-out along gamma, the best setting, and what the modes are taken for."""

from __future__ import annotations

import numpy as np
import pytest

import askcore
from askcore.datasets import MatrixData
from askcore.experiments import Problem, gamma_curve, prepare
from askcore.experiments.decisions.gamma import mode_filters
from askcore.solvers import gamma_path
from tests.experiments.decisions.test_prepared import resonant, sample_case

GAMMAS = (0.1, 1.0, 10.0, 100.0)


@pytest.mark.parametrize("damping", [0.0, 0.01])
@pytest.mark.parametrize("name", ["cyclic_communities", "two_moons"])
def test_the_curve_is_the_path_of_the_solver(name, damping):
    problem, split, prepared = sample_case(name)
    curve = gamma_curve(prepared, GAMMAS, damping)
    K = problem.bound(split.train).train()
    path = gamma_path(K, problem.labels[split.train], GAMMAS, damping=damping)
    np.testing.assert_allclose(curve.accuracy["source"], path.loo_score_source)
    np.testing.assert_allclose(curve.accuracy["target"], path.loo_score_target)
    np.testing.assert_allclose(curve.accuracy["merged"], path.loo_score)
    np.testing.assert_allclose(curve.condition, path.condition)
    assert curve.safe == pytest.approx(path.resonances.min())


def test_a_resonance_is_a_gap(rng):
    curve = gamma_curve(prepare(*resonant(rng)), (1.0, 2.0, 3.0), 0.0)
    assert np.isinf(curve.condition[1]) or curve.condition[1] > 1e14
    assert np.isfinite(curve.accuracy["merged"][[0, 2]]).all()
    assert curve.safe == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("gamma", "damping"), [(1.0, 0.0), (1.0, 0.1), (3.0, 0.0), (10.0, 0.01), (10.0, 0.001), (0.1, 3.0)]
)
def test_modes_are_named_by_the_sign_and_size_of_their_factor(gamma, damping):
    found = mode_filters(sample_case("cyclic_communities")[2], gamma, damping)
    subtracted, fitted = found.own < 0, found.own >= 0.5
    assert found.counts == {
        "fitted": fitted.sum(),
        "damped": (~fitted & ~subtracted).sum(),
        "subtracted": subtracted.sum(),
    }
    assert (found.curve_own[found.curve < found.subtracted_below * 0.999] < 0).all()
    assert (found.curve_own[found.curve > found.fitted_above * 1.001] > 0.5).all()
    if damping == 0:
        np.testing.assert_array_equal(found.curve_own, found.plain_own)
        assert found.counts["damped"] == 0


def test_the_factors_rebuild_the_decision():
    """Undamped, own <u, y> + cross <v, y> is the u-part of the centred f_s on the training samples."""
    problem, split, prepared = sample_case("cyclic_communities")
    K = problem.bound(split.train).train().toarray()
    m = len(K)
    P = np.eye(m) - 1 / m
    U, _, Vt = np.linalg.svd(P @ K @ P)
    _, c, b, _ = prepared.path.solve(prepared.Y, 7.0, 0.0)
    fitted = U.T @ P @ (K @ c + b)
    found = mode_filters(prepared, 7.0, 0.0)
    k = len(found.sigma)
    parts = found.own[:, None] * (U.T @ prepared.Y)[:k] + found.cross[:, None] * (Vt @ prepared.Y)[:k]
    np.testing.assert_allclose(fitted[:k], parts, atol=1e-8)


def test_without_modes_nothing_is_counted():
    labels = np.array(["a", "b", "a", "b"])
    split = askcore.experiments.holdout_split(labels, train_size=1.0)
    prepared = prepare(Problem.from_data(MatrixData(np.ones((4, 4)), labels)), split)
    found = mode_filters(prepared, 1.0, 0.0)
    assert sum(found.counts.values()) == 0
    assert np.isfinite(found.curve).all()
