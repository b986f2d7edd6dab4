"""A candidate in units of the matrix, and where the first singular value towers above the others."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.experiments.candidates import Candidate


@pytest.mark.parametrize(
    ("first", "gamma", "expected"),
    [
        (8.0, 0.03, 0.03 / 2), (8.0, 1e6, 1e6 / 2),
        (1e4, 0.03, 0.03 * 10 / 1e4), (1e4, 3.0, 3.0 * 10 / 1e4), (1e4, 3.1, 3.1 / 2), (1e4, 1e6, 1e6 / 2),
        (1e9, 100.0, 100.0 / 2), (1e9, 1e4, 1e12 / 1e9),  # past 1e12 over the first rounding is all there is
        (19.0, 3.0, 3.0 / 2), (21.0, 3.0, 3.0 * 10 / 21.0),  # 9.5 and 10.5 times the typical one
    ],
)  # fmt: skip
def test_gamma_on_a_matrix_whose_typical_singular_value_is_two(first, gamma, expected):
    found, damping = Candidate("", gamma, 0.01, relative=True).on(np.array([first, 6.0, 5.0, 4.0, 2.0]))
    assert found == pytest.approx(expected, rel=5e-3)
    assert damping == 0.04


@pytest.mark.parametrize(("values", "relative"), [((), True), ((0.0, 0.0), True), ((1e4, 2.0), False)])
def test_without_a_unit_a_setting_is_as_written(values, relative):
    assert Candidate("", 3.0, 0.01, relative=relative).on(np.array(values)) == (3.0, 0.01)
