"""Labels as right-hand sides, and back."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.solvers.labels import both_signs, decided_codes, one_vs_rest


@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_decisions_turn_right_hand_sides_back_into_codes(n_classes):
    codes = np.random.default_rng(0).integers(n_classes, size=20)
    assert np.array_equal(decided_codes(one_vs_rest(codes, n_classes)), codes)


def test_leading_axes_are_kept_and_zero_is_class_0():
    f = np.array([[[0.0], [1.0]], [[-1.0], [2.0]]])
    assert np.array_equal(decided_codes(f), [[0, 1], [0, 1]])
    assert np.array_equal(decided_codes(np.concatenate([f, 1.5 - f], axis=2)), [[1, 0], [1, 0]])


def test_one_decision_stands_for_two_classes():
    single, two = np.array([1.0, -2.0]), np.array([[-1.0, 1.0], [2.0, -2.0]])
    for f in (single, single[:, None], two):
        assert np.array_equal(both_signs(f), two)
