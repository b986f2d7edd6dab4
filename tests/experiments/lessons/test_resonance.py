"""AsK-LS along gamma, against the bordered system written out and the SVD of the centred K."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.experiments.lessons.resonance import resonance_walk

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
