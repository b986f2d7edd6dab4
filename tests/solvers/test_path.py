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
