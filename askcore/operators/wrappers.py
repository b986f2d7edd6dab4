"""Transposes, products and powers of kernel matrices, none of them multiplied out.

Operator floor.
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any

import numpy as np

from askcore._validation import check_square
from askcore.operators._base import BLOCK_ENTRIES, KernelOperator
from askcore.operators.matrix import as_operator

__all__ = ["ProductOperator", "TransposedOperator", "power_operator"]


class TransposedOperator(KernelOperator):
    """K^T of an (N, M) operator or matrix; unlike ``K.T`` it has blocks."""

    def __init__(self, K: Any) -> None:
        self.base = as_operator(K)
        self.in_memory = self.base.in_memory
        super().__init__((self.base.shape[1], self.base.shape[0]))

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return self.base.T @ X

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return self.base @ X

    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""
        return self.base.block(cols, rows).T.copy()


class ProductOperator(KernelOperator):
    """K_1 K_2 ... of operators or matrices whose shapes fit together."""

    def __init__(self, *factors: Any) -> None:
        self.factors = [as_operator(factor) for factor in factors]
        for left, right in zip(self.factors, self.factors[1:], strict=False):
            if left.shape[1] != right.shape[0]:
                raise ValueError(f"Cannot multiply {left.shape} with {right.shape}: inner sizes must agree.")
        self.in_memory = all(factor.in_memory for factor in self.factors)
        super().__init__((self.factors[0].shape[0], self.factors[-1].shape[1]))

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return _apply(reversed(self.factors), X)

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return _apply((factor.T for factor in self.factors), X)

    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m): products from the shorter side."""
        rows, cols = np.asarray(rows, dtype=np.intp), np.asarray(cols, dtype=np.intp)
        out = np.empty((len(rows), len(cols)))
        by_rows = len(rows) < len(cols)
        widest = max(max(factor.shape) for factor in self.factors)
        step = max(1, BLOCK_ENTRIES // max(widest, 1))
        for at in range(0, min(out.shape), step):
            part = slice(at, at + step)
            if by_rows:
                out[part] = self._rmatmat(_unit(self.shape[0], rows[part]))[cols].T
            else:
                out[:, part] = self._matmat(_unit(self.shape[1], cols[part]))[rows]
        return out


def power_operator(K: Any, exponent: int) -> KernelOperator:
    """K^exponent of a square operator or matrix: K K ... K, exponent at least 1 (no entrywise power)."""
    if not isinstance(exponent, Integral) or isinstance(exponent, bool) or exponent < 1:
        raise ValueError(f"exponent must be a whole number from 1, got {exponent!r}.")
    base = as_operator(K)
    check_square(base)
    return ProductOperator(*[base] * int(exponent))


def _apply(factors: Iterable[Any], X: np.ndarray) -> np.ndarray:
    for factor in factors:
        X = factor @ X
    return X


def _unit(n: int, at: np.ndarray) -> np.ndarray:
    """Columns of the identity, (n, k)."""
    E = np.zeros((n, len(at)))
    E[at, np.arange(len(at))] = 1.0
    return E
