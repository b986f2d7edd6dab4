"""What only large systems take, on small ones: rows in parts, classes in blocks, steps in single precision."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.operators import matrix
from askcore.solvers import solve_askls
from askcore.solvers.systems import bordered, iterative, krylov
from askcore.solvers.systems.system import SaddleSystem


def _graph(rng):
    """A sparse K whose rows sum to 1, and labels of five classes."""
    K = sp.random_array((300, 300), density=0.02, rng=rng) + sp.eye_array(300)
    Y = np.where(rng.integers(5, size=300)[:, None] == np.arange(5), 1.0, -1.0)
    return sp.csr_array(sp.diags_array(1.0 / K.sum(axis=1)) @ K), Y


@pytest.mark.parametrize("damping", [0.0, 0.3])
@pytest.mark.parametrize("weighted", [False, True])
def test_blocks_in_single_precision_give_the_direct_solution(monkeypatch, damping, weighted):
    rng = np.random.default_rng(0)
    K, Y = _graph(rng)
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


@pytest.mark.parametrize("damping", [0.0, 0.3])
@pytest.mark.parametrize("single", [False, True])
def test_vectors_in_parts_on_several_threads_give_the_direct_solution(monkeypatch, damping, single):
    K, Y = _graph(np.random.default_rng(0))
    expected = solve_askls(K.toarray(), Y, solver="svd", gamma=0.3, damping=damping)
    monkeypatch.setattr(iterative, "SINGLE", 1 if single else 10**9)
    monkeypatch.setattr(krylov, "PART", 64)
    monkeypatch.setattr(krylov, "MANY_PARTS", 1)
    every = {}
    for cores in (1, 3):
        monkeypatch.setattr(matrix, "cores", lambda cores=cores: cores)
        every[cores] = solve_askls(K, Y, solver="iterative", gamma=0.3, damping=damping)
    for name in ("a", "c", "b_source", "b_target"):
        found = getattr(every[3], name)
        np.testing.assert_array_equal(found, getattr(every[1], name))
        np.testing.assert_allclose(found, getattr(expected, name), atol=1e-8)


@pytest.mark.parametrize("at_once", [1, 2, 3, 100])
def test_columns_of_the_border_are_solved_with_the_first_classes(at_once):
    rng = np.random.default_rng(2)
    K, Y = rng.uniform(size=(40, 40)) / 30, rng.standard_normal((40, 5))
    system, widths = SaddleSystem(K), []
    zeta = bordered.shift(3.0, 0.2)
    whole = np.kron(np.eye(2), zeta * np.eye(40)) + np.zeros((80, 80), dtype=complex)
    whole[:40, 40:], whole[40:, :40] = system.dense_centred(), system.dense_centred().T

    def core(R):
        widths.append(R.shape[2])
        return np.linalg.solve(whole, R.reshape(80, -1)).reshape(2, 40, -1)

    z, b = bordered.solve_in_parts(system, core, system.right(Y), zeta, at_once, np.arange(0))
    expected = bordered.solve_bordered(system, core, system.right(Y), zeta)
    np.testing.assert_allclose(z, expected[0], atol=1e-11)
    np.testing.assert_allclose(b, expected[1], atol=1e-11)
    assert max(widths[1:-1], default=0) <= at_once  # the last width is that of ``expected``
    assert widths[0] <= max(at_once, 2)
    assert sum(widths[:-1]) == 5 + 2


@pytest.mark.parametrize("damping", [0.0, 0.2])
@pytest.mark.parametrize("weighted", [False, True])
def test_of_labels_that_add_up_to_a_constant_one_column_is_not_solved_for(damping, weighted):
    rng = np.random.default_rng(4)
    K, codes = rng.uniform(size=(40, 40)) / 30, np.repeat(np.arange(4), [1, 20, 12, 7])
    Y = np.where(codes[:, None] == np.arange(4), 1.0, -1.0)
    system = SaddleSystem(K, rng.uniform(0.5, 2, 40) if weighted else None)
    zeta, solved = bordered.shift(3.0, damping), []
    whole = np.kron(np.eye(2), zeta * np.eye(40)).astype(complex)
    whole[:40, 40:], whole[40:, :40] = system.dense_centred(), system.dense_centred().T
    whole = whole if damping else whole.real

    def core(R):
        solved.append(R.shape[2])
        return np.linalg.solve(whole, R.reshape(80, -1)).reshape(2, 40, -1)

    z, b = bordered.solve_in_parts(
        system, core, system.right(Y), zeta, 2, bordered.follows(system, system.right(Y))
    )
    in_parts = sum(solved)
    expected = bordered.solve_bordered(system, core, system.right(Y), zeta)
    np.testing.assert_allclose(z, expected[0], atol=1e-11)
    np.testing.assert_allclose(b, expected[1], atol=1e-11)
    assert in_parts == 3 + 2 * (damping > 0)


def test_the_class_that_follows_from_the_others_is_no_small_one():
    """Its residual is the sum of theirs, which beside a small right-hand side would be large."""
    codes = np.repeat(np.arange(3), [2, 30, 8])
    Y = np.where(codes[:, None] == np.arange(3), 1.0, -1.0)
    system = SaddleSystem(np.zeros((40, 40)))
    np.testing.assert_array_equal(bordered.follows(system, system.right(Y)), [1])
    np.testing.assert_array_equal(bordered.follows(system, system.right(Y[:, :2])), [])
