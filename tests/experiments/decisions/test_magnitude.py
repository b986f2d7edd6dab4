"""Which gammas suit the size of a matrix, and what becomes of one that was chosen on a part of the samples."""

from __future__ import annotations

import numpy as np

from askcore.experiments.decisions.contest import LOO_GRID
from askcore.experiments.decisions.magnitude import carried, gammas_within
from askcore.solvers.magnitude import largest_singular_value
from tests.solvers.test_magnitude import in_turn


def test_a_part_has_at_least_its_share_of_the_size(rng):
    K = in_turn(300, rng)
    whole = largest_singular_value(K)
    for m in (30, 100, 200):
        parts = [rng.choice(300, m, replace=False) for _ in range(5)]
        assert np.mean([largest_singular_value(K[np.ix_(part, part)]) for part in parts]) > m / 300 * whole


def test_below_the_first_resonance_it_stays_below(rng):
    K = in_turn(300, rng)
    whole = largest_singular_value(K)
    for m in (30, 100, 200):
        part = rng.choice(300, m, replace=False)
        size = largest_singular_value(K[np.ix_(part, part)])
        for gamma in (gamma for gamma in LOO_GRID.gammas if gamma * size < 1 and gamma * m / 300 > 0.01):
            assert carried(gamma, size, m / 300) * whole < 1


def test_others_and_those_of_all_samples_stay():
    assert carried(2.5, 1.0, 0.1) == 2.5
    assert carried(0.4, 1.0, 1.0) == 0.4
    assert carried(0.025, 1.0, 0.1) == min(LOO_GRID.gammas)  # none is smaller


def test_gammas_between_fully_and_hardly_regularised():
    assert gammas_within(1.0) == tuple(gamma for gamma in LOO_GRID.gammas if gamma >= 0.2)
    assert gammas_within(1e-9) == LOO_GRID.gammas[-5:]
    assert gammas_within(1e9) == LOO_GRID.gammas[:5]
