r"""Katz proximity as an operator: how many walks lead from i to j, longer ones counting less.

Experiment floor. S = sum_{l >= 1} beta^l A^l = (I - beta A)^{-1} beta A. Products by a sparse factorisation of
I - beta A where the graph is small, else by the series itself, which converges because beta is half of what the
spectral radius allows. No n x n matrix is formed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import LinearOperator, eigs, splu, svds

__all__ = ["KatzOperator", "katz_beta", "spectral_radius"]

SMALL = 300  # nodes of a component up to which all eigenvalues are cheapest
FACTORISED = 2000  # nodes up to which the factors of I - beta A stay small
TOLERANCE = 1e-14
MOST_TERMS = 10_000


def spectral_radius(adjacency: Any) -> float:
    """Largest modulus of an eigenvalue of a matrix (N, N) without negative entries.

    Taken per strongly connected component, where it is the Perron root; 0 for an acyclic graph, on which
    ARPACK would fail.
    """
    A = sp.csr_array(adjacency)
    radius = float(A.diagonal().max(initial=0.0))
    _, component = connected_components(A, directed=True, connection="strong")
    for label in np.flatnonzero(np.bincount(component) > 1):
        members = np.flatnonzero(component == label)
        radius = max(radius, _perron_root(sp.csr_array(A[members][:, members])))
    return radius


def katz_beta(adjacency: Any) -> float:
    """0.5 / spectral radius; for an acyclic graph, whose series ends by itself, 0.5 / largest singular value.

    0.5 for a graph without edges.
    """
    A = sp.csr_array(adjacency)
    if A.nnz == 0:
        return 0.5
    radius = spectral_radius(A)
    return 0.5 / (radius if radius > 0 else _largest_singular_value(A))


class KatzOperator(LinearOperator):
    """S = sum_{l >= 1} beta^l A^l as a linear operator; beta must be below 1 / spectral radius."""

    def __init__(self, adjacency: Any, beta: float | None = None) -> None:
        A = sp.csr_array(adjacency, dtype=np.float64)
        self.beta = katz_beta(A) if beta is None else beta
        self._step, self._back = sp.csr_array(self.beta * A), sp.csr_array(self.beta * A.T)
        small = A.shape[0] <= FACTORISED
        self._factor = splu(sp.csc_array(sp.eye_array(A.shape[0]) - self._step)) if small else None
        super().__init__(np.dtype(np.float64), A.shape)

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        if self._factor is not None:
            return self._factor.solve(self._step @ X)
        return _series(self._step, X)

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        if self._factor is not None:
            return self._back @ self._factor.solve(X, trans="T")
        return _series(self._back, X)

    _matvec, _rmatvec = _matmat, _rmatmat


def _series(B: sp.csr_array, X: np.ndarray) -> np.ndarray:
    """B X + B^2 X + ... to rounding."""
    term = B @ X
    total = term.copy()
    for _ in range(MOST_TERMS):
        term = B @ term
        total += term
        if np.abs(term).max(initial=0.0) <= TOLERANCE * np.abs(total).max(initial=0.0):
            return total
    raise ValueError(
        "The Katz series does not converge: beta must be below 1 / spectral radius of the graph. Lower beta."
    )


def _perron_root(A: sp.csr_array) -> float:
    """The eigenvalue of largest real part: for a strongly connected graph this is the spectral radius."""
    if A.shape[0] <= SMALL:
        return float(np.abs(np.linalg.eigvals(A.toarray())).max())
    found = eigs(A, k=1, which="LR", v0=np.ones(A.shape[0]), return_eigenvectors=False)
    return float(found[0].real)


def _largest_singular_value(A: sp.csr_array) -> float:
    if A.shape[0] <= SMALL:
        return float(np.linalg.norm(A.toarray(), 2))
    return float(svds(A, k=1, v0=np.ones(A.shape[0]), return_singular_vectors=False)[0])
