"""What methods for symmetric kernels do to an asymmetric one: (K + K^T)/2, K K^T and K^T K.

Kernel floor. For feature vectors the products run over the training set; for graph and precomputed
kernels they run over all nodes, because "who links to the same targets" does not stop at the split.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import scipy.sparse as sp

from askcore._validation import ROUNDING, as_matrix, is_symmetric
from askcore.kernels.binding import BoundKernel, Matrix, _BoundIndex

__all__ = ["SYMMETRIZATIONS", "SymmetricKernel", "symmetrized"]

SYMMETRIZATIONS = ("mean", "KKt", "KtK")


class SymmetricKernel(Protocol):
    """A bound kernel that equals its transpose: one block says it all."""

    def train(self) -> Matrix:
        """K(train, train), shape (m, m)."""
        ...

    def source(self, X: Any) -> Matrix:
        """K(X, train), shape (n, m)."""
        ...


def symmetrized(bound: BoundKernel, how: str | None) -> SymmetricKernel:
    """The bound kernel symmetrised: None (must be symmetric already), "mean", "KKt" or "KtK".

    - "mean": (K(x, z) + K(z, x))/2, what an SVM sees of an asymmetric kernel;
    - "KKt": sum_r K(x, r) K(z, r), alike are those that read the same samples;
    - "KtK": sum_r K(r, x) K(r, z), alike are those that the same samples read.
    """
    if how is None:
        return _Checked(bound)
    if how not in SYMMETRIZATIONS:
        options = ", ".join(map(repr, SYMMETRIZATIONS))
        raise ValueError(f"symmetrize must be None or one of {options}, got {how!r}.")
    if how == "mean":
        return _Mean(bound)
    return _Product(bound, how)


@dataclass(frozen=True)
class _Checked:
    bound: BoundKernel

    def train(self) -> Matrix:
        K = self.bound.train()
        if K.shape[0] != K.shape[1] or not is_symmetric(K, ROUNDING):
            skew = _norm(K - K.T) / max(_norm(K + K.T), np.finfo(float).tiny)
            raise ValueError(
                f"The kernel matrix is not symmetric (|K - K^T| is {skew:.2g} of |K + K^T|). "
                "Use AsKLSClassifier, or symmetrize='mean', 'KKt' or 'KtK'."
            )
        return K if is_symmetric(K) else as_matrix(0.5 * (K + K.T))

    def source(self, X: Any) -> Matrix:
        return self.bound.source(X)


@dataclass(frozen=True)
class _Mean:
    bound: BoundKernel

    def train(self) -> Matrix:
        K = self.bound.train()
        return as_matrix(0.5 * (K + K.T))

    def source(self, X: Any) -> Matrix:
        return as_matrix(0.5 * (self.bound.source(X) + self.bound.target(X).T))


@dataclass(frozen=True)
class _Product:
    bound: BoundKernel
    how: str

    def train(self) -> Matrix:
        factor = self._train_factor()
        return as_matrix(factor @ factor.T)

    def source(self, X: Any) -> Matrix:
        return as_matrix(self._factor(X) @ self._train_factor().T)

    def _train_factor(self) -> Matrix:
        bound = self.bound
        if isinstance(bound, _BoundIndex):
            return self._factor(bound.X)
        K = bound.train()
        return K if self.how == "KKt" else K.T

    def _factor(self, X: Any) -> Matrix:
        """Rows phi(x) with <phi(x), phi(z)> the symmetrised kernel."""
        bound = self.bound
        if isinstance(bound, _BoundIndex):
            over_all = bound.kernel.all_columns(X) if self.how == "KKt" else bound.kernel.all_rows(X).T
            return sp.csr_array(over_all) if sp.issparse(over_all) else over_all
        return bound.source(X) if self.how == "KKt" else bound.target(X).T


def _norm(matrix: Matrix) -> float:
    return float(np.linalg.norm(matrix.data if sp.issparse(matrix) else matrix))
