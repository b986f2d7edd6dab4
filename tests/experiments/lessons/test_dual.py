"""From a guess to a stationary point of AsK-LS: what each step meets."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from askcore.experiments.lessons.dual import PRIMAL_STEPS, AskLSPoint, gradient, primal_steps, resonance_walk


def test_every_step_meets_two_conditions_more_and_the_last_one_all(rng):
    K, y = rng.standard_normal((9, 9)), np.array([1.0, -1, 1, 1, -1, -1, 1, 1, -1])
    steps = primal_steps(K, y, 0.7)
    assert tuple(steps) == PRIMAL_STEPS
    met = {name: step.met for name, step in steps.items()}
    assert met["guess"] == set()
    assert met["weights"] == {"v", "w"}
    assert met["errors"] == {"v", "w", "e", "h"}
    assert len(met["dual"]) == 8
    assert max(steps["dual"].residuals.values()) < 1e-12


def test_the_gradient_is_that_of_the_lagrangian(rng):
    """Against finite differences of eq. 8, the objective and each constraint times its multiplier."""
    source, target = rng.standard_normal((2, 7, 7))
    y = np.array([1.0, -1.0, 1.0, 1.0, -1.0, -1.0, 1.0])
    w, v, e, h, alpha, beta = rng.standard_normal((6, 7))
    point = AskLSPoint(w, v, 0.3, -0.8, e, h, alpha, beta)

    def value(at):
        errors = 0.7 / 2 * (at.e @ at.e + at.h @ at.h)
        held = at.alpha @ (1 - at.e - source @ at.w - y * at.b1) + at.beta @ (
            1 - at.h - target @ at.v - y * at.b2
        )
        return at.w @ at.v + errors + held

    for name, derivative in gradient(point, source, target, y, 0.7).items():
        here = np.atleast_1d(getattr(point, name))
        for i, nudge in enumerate(1e-6 * np.eye(len(here))):
            up, down = (replace(point, **{name: here + sign * nudge}) for sign in (1, -1))
            assert (np.sum(value(up)) - np.sum(value(down))) / 2e-6 == pytest.approx(
                derivative[i], abs=1e-6
            ), name


def test_other_labels_are_refused():
    with pytest.raises(ValueError, match="labels of -1 or"):
        primal_steps(np.eye(2), [0, 1], 1.0)


RNG = np.random.default_rng(3)
M, SAMPLE, DAMPING = 6, 2, 0.05
K = RNG.normal(size=(M, M))
LABELS = np.array(["b", "a", "b", "a", "a", "b"])
GAMMAS = np.geomspace(0.1, 10.0, 9)


@pytest.fixture(scope="module")
def walk():
    return resonance_walk(K, LABELS, SAMPLE, GAMMAS.tolist(), DAMPING)


def test_resonances_are_where_one_over_gamma_is_a_singular_value(walk):
    P = np.eye(M) - 1 / M
    sigma = np.linalg.svd(P @ K @ P, compute_uv=False)[: M - 1]
    assert walk.singular_values == pytest.approx(sigma)
    inside = sigma[(1 / sigma > GAMMAS[0]) & (1 / sigma < GAMMAS[-1])]
    singular = np.isinf(walk.condition)
    assert 1 / walk.gammas[singular] == pytest.approx(inside)
    assert np.isnan(walk.undamped[singular]).all()
    assert np.isfinite(walk.undamped[~singular]).all()
    assert np.isfinite(walk.damped).all()


def test_a_given_gamma_at_a_resonance_is_that_resonance():
    sigma = resonance_walk(K, LABELS, SAMPLE, GAMMAS.tolist(), DAMPING).singular_values[1]
    walk = resonance_walk(K, LABELS, SAMPLE, [0.1, (1 / sigma) * (1 + 1e-14), 10.0], DAMPING)
    assert np.isclose(walk.gammas, 1 / sigma, rtol=1e-9).sum() == 1
