"""A kernel between two sets of points: every form equals the kernel itself."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.kernels import KERNELS
from askcore.operators import ConditionalOperator, DenseOperator, LazyOperator, LowRankPlusSparse
from askcore.solvers import kernel_operator

NUMERIC = [name for name, spec in KERNELS.items() if spec.accepts == "vectors"]


@pytest.fixture
def sources(rng):
    X, Z = np.abs(rng.standard_normal((9, 4))), np.abs(rng.standard_normal((7, 4)))
    return np.where(X > 0.6, X, 0.1 * (X < 0.2)), np.where(Z > 0.6, Z, 0.1 * (Z < 0.2))


@pytest.mark.parametrize("lazy", [False, True])
@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("name", NUMERIC)
def test_every_kernel(name, sparse, lazy, sources):
    X, Z = sources
    given = (sp.csr_array(X), sp.coo_array(Z)) if sparse else (X, Z)
    G = kernel_operator(name, *given, lazy=lazy)
    np.testing.assert_allclose(G.toarray(), KERNELS[name](X, Z), rtol=1e-9, atol=1e-13)
    np.testing.assert_allclose(
        G.block([3, 0], [5]), KERNELS[name](X, Z)[[3, 0]][:, [5]], rtol=1e-9, atol=1e-13
    )
    if sparse and name in ("linear", "polynomial", "rbf", "sne", "t"):
        assert isinstance(G, LowRankPlusSparse)
    elif lazy:
        assert isinstance(G, LazyOperator)
        assert isinstance(G, ConditionalOperator) == (not KERNELS[name].pointwise)
    else:
        assert isinstance(G, DenseOperator)


def test_conventions_without_a_structure_stay_dense(sources):
    X, Z = sources
    for params in ({"distance": "plain"}, {"itself": False}):
        G = kernel_operator("sne", sp.csr_array(X), sp.csr_array(Z), params)
        assert isinstance(G, DenseOperator)
        np.testing.assert_allclose(G.toarray(), KERNELS["sne"](X, Z, **params), atol=1e-13)


def test_large_matrices_are_not_evaluated(monkeypatch, sources):
    monkeypatch.setattr("askcore.solvers.kernel_matrices.DENSE_ENTRIES", 62)
    assert isinstance(kernel_operator("rbf", *sources), LazyOperator)
    assert isinstance(kernel_operator("rbf", sources[0][:8], sources[1]), DenseOperator)


def test_any_callable(sources):
    X, Z = sources
    G = kernel_operator(lambda A, B, power: (A @ B.T) ** power, X, Z, {"power": 2})
    np.testing.assert_allclose(G.toarray(), (X @ Z.T) ** 2)
    assert not isinstance(kernel_operator(lambda A, B: A @ B.T, X, Z, lazy=True), ConditionalOperator)


def test_wrong_arguments(monkeypatch, sources):
    X, Z = sources
    with pytest.raises(ValueError, match="Unknown kernel 'gauss'; known are"):
        kernel_operator("gauss", X, Z)
    with pytest.raises(ValueError, match="Kernel 'rbf' has no parameter 'width'"):
        kernel_operator("rbf", X, Z, {"width": 1})
    monkeypatch.setattr("askcore._validation.available_memory", lambda: 100.0)
    with pytest.raises(DataError, match=r"The 9 x 4 points as a dense array would need.*Use rbf, sne"):
        kernel_operator("laplacian", sp.csr_array(X), sp.csr_array(Z))
