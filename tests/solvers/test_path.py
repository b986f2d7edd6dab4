"""LS-SVM along many gammas equals a solve at each."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.solvers import lssvm_path, solve_lssvm
from tests.helpers import random_labels, with_eigenvalues

GAMMAS = (1e-3, 0.1, 1.0, 30.0)


@pytest.mark.parametrize("damping", [0.0, 0.1])
@pytest.mark.parametrize("form", [np.array, sp.csr_array])
def test_path_equals_separate_solves(form, damping, rng):
    K, Y = form(with_eigenvalues(rng, np.linspace(-2, 3, 29))), random_labels(rng, 30, 2)
    path = lssvm_path(K, Y, GAMMAS, damping=damping)
    assert path.coef.shape == (4, 30, 2)
    assert path.intercept.shape == (4, 2)
    for g, gamma in enumerate(GAMMAS):
        alone = solve_lssvm(K, Y, gamma=gamma, damping=damping)
        np.testing.assert_allclose(path.coef[g], alone.a, rtol=1e-8, atol=1e-9)
        np.testing.assert_allclose(path.intercept[g], alone.b_source, rtol=1e-8, atol=1e-9)
        assert path.damping[g] == damping


def test_auto_damps_where_it_must(rng):
    K, Y = with_eigenvalues(rng, [2.0, 1.0, -0.5, 0.3]), random_labels(rng, 5)
    path = lssvm_path(K, Y, [1.0, 2.0], damping="auto")
    np.testing.assert_array_equal(path.damping, [0.0, 1.0])
    np.testing.assert_allclose(path.coef[1], solve_lssvm(K, Y, gamma=2.0, damping=1.0).a, atol=1e-10)


def test_conditions_are_reported(rng):
    eigenvalues = np.array([2.0, 1.0, -0.5, 0.3])
    path = lssvm_path(with_eigenvalues(rng, eigenvalues), random_labels(rng, 5), [0.1, 1.0, 2.0])
    shifted = np.abs(1 / np.array([0.1, 1.0])[:, None] + eigenvalues)
    np.testing.assert_allclose(path.condition[:2], shifted.max(axis=1) / shifted.min(axis=1))
    assert path.condition[2] > 1e14


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"gammas": [1.0, 0.0]}, "gamma must be a positive finite number, got 0"),
        ({"damping": -1}, "damping must be 'auto' or a finite number >= 0, got -1"),
        ({"Y": np.ones(3)}, "Y must have one row per row of K, 5, got 3"),
        ({"K": np.ones((5, 4))}, "must be square"),
        ({"K": np.full((5, 5), np.nan)}, r"K\[0, 0\] is nan"),
    ],
)
def test_wrong_arguments(change, message):
    arguments = {"K": np.eye(5), "Y": np.ones(5), "gammas": [1.0], "damping": 0.0, **change}
    with pytest.raises(ValueError, match=message):
        lssvm_path(arguments["K"], arguments["Y"], arguments["gammas"], damping=arguments["damping"])


def test_an_undamped_resonance_is_refused(rng):
    K, y = with_eigenvalues(rng, [2.0, 1.0, -0.5, 0.3]), random_labels(rng, 5)
    with pytest.raises(np.linalg.LinAlgError, match=r"singular at gamma = 2: .* Use damping > 0"):
        lssvm_path(K, y, [1.0, 2.0], damping=0.0)
