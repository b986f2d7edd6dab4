"""What only large systems take, on small ones: rows in parts, classes in blocks, steps in single precision."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.operators import matrix
from askcore.solvers import solve_askls
from askcore.solvers.systems import iterative


@pytest.mark.parametrize("damping", [0.0, 0.3])
@pytest.mark.parametrize("weighted", [False, True])
def test_blocks_in_single_precision_give_the_direct_solution(monkeypatch, damping, weighted):
    rng = np.random.default_rng(0)
    K = sp.random_array((300, 300), density=0.02, rng=rng) + sp.eye_array(300)
    K = sp.csr_array(sp.diags_array(1.0 / K.sum(axis=1)) @ K)
    Y = np.where(rng.integers(5, size=300)[:, None] == np.arange(5), 1.0, -1.0)
    options = {
        "gamma": 0.3,
        "damping": damping,
        "sample_weight": rng.uniform(0.5, 2, 300) if weighted else None,
    }
    expected = solve_askls(K.toarray(), Y, solver="svd", **options)
    monkeypatch.setattr(iterative, "SINGLE", 1)
    monkeypatch.setattr(iterative, "WORK", 2 * 8.0 * 300 * 9)
    found = solve_askls(K, Y, solver="iterative", **options)
    assert found.residual <= 1e-10
    for name in ("a", "c", "b_source", "b_target"):
        np.testing.assert_allclose(getattr(found, name), getattr(expected, name), atol=1e-8)


def test_rows_shared_among_threads_are_summed_as_ever(monkeypatch):
    rng = np.random.default_rng(1)
    K = sp.csr_array(sp.random_array((500, 300), density=0.05, rng=rng))
    X = rng.standard_normal((300, 3))
    expected = K @ X
    monkeypatch.setattr(matrix, "SHARED", 0)
    monkeypatch.setattr(matrix, "cores", lambda: 3)
    np.testing.assert_array_equal(matrix.rows_times(K, X), expected)
