"""The ends of the spectrum of all of a matrix, against all eigenvalues by plain linear algebra."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import MatrixData
from askcore.experiments import KernelChoice, Problem, kernel_entries, kernel_part
from askcore.experiments.matrix.parts import Definiteness, symmetric_ends
from askcore.operators import LazyOperator, SparseOperator, as_operator


def sparse(n, seed=0):
    made = sp.random_array((n, n), density=3 / n, rng=np.random.default_rng(seed), format="csr")
    return sp.csr_array(made + sp.eye_array(n))


@pytest.mark.parametrize("whole", [10, 3_000])
def test_ends_are_those_of_the_symmetric_part(whole):
    K = sparse(300)
    values = np.linalg.eigvalsh((K + K.T).toarray() / 2)
    found = symmetric_ends(SparseOperator(K), max_rows=whole)
    assert (found.smallest, found.largest) == pytest.approx((values[0], values[-1]), rel=1e-3)
    assert found.indefinite
    assert found.words == "indefinite"
    counts = int((values > 1e-9).sum()), int((values < -1e-9).sum()), int((abs(values) <= 1e-9).sum())
    assert found.signature == (counts if whole > 300 else None)


def test_lanczos_claims_no_definiteness():
    found = symmetric_ends(as_operator(np.diag(np.linspace(1.0, 2.0, 80))), max_rows=10)
    assert not found.indefinite
    assert found.words is None
    zero = symmetric_ends(SparseOperator(sp.csr_array((80, 80))), max_rows=10)
    assert (zero.words, zero.signature) == ("zero", (0, 0, 80))


def test_what_would_take_too_long_is_not_known():
    X = np.random.default_rng(0).normal(size=(30, 2))
    lazy = LazyOperator(lambda x, z: x @ z.T, X, X)
    assert symmetric_ends(lazy, max_rows=10) is None
    assert symmetric_ends(as_operator(np.ones((3, 4)))) is None


def test_a_part_without_negative_eigenvalues_hides_none_of_the_whole():
    K = sparse(700, 1).toarray() - 0.2 * np.eye(700)
    problem = Problem(MatrixData(K), KernelChoice("precomputed"))
    entries = kernel_entries(problem.operator)
    values = np.linalg.eigvalsh((K + K.T) / 2)
    assert values[0] < 0
    assert entries.definiteness.signature == ((values > 0).sum(), (values < 0).sum(), 0)
    assert kernel_part(problem.operator, max_rows=20).found.definiteness == "positive definite"
    small = Problem(MatrixData(np.eye(5)), KernelChoice("precomputed"))
    assert kernel_entries(small.operator).definiteness is None


def test_words():
    assert Definiteness(1.0, 2.0, (3, 0, 0)).words == "positive definite"
    assert not Definiteness(-1e-12, 2.0).indefinite
