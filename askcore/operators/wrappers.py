"""Kernel matrices made of others, none of them multiplied out: products, symmetrised, centred, scaled.

K = (K + K^T)/2 + (K - K^T)/2; the three symmetrisations are the first part, K K^T and K^T K. A product with Kc = H_N K
H_M, H_n = I - 11^T/n, is a product with K and two means. SNE and T are a scaling of a symmetric function.
"""

from __future__ import annotations

from functools import reduce
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np

from askcore._scale import unit_of
from askcore._validation import DataError, check_square, unit_columns
from askcore.operators._base import KernelOperator
from askcore.operators.matrix import as_operator, centered

CHUNK = 256  # rows and columns of the blocks that give a diagonal
LEAST, GREATEST = 1e-100, 1e100  # sizes of entries of which products and their sums are held as they are


class ProductOperator(KernelOperator):
    """The product K_1 K_2 ... of operators or matrices with compatible shapes."""

    def __init__(self, *factors: Any) -> None:
        self.factors = [as_operator(factor) for factor in factors]
        for left, right in zip(self.factors, self.factors[1:], strict=False):
            if left.shape[1] != right.shape[0]:
                raise ValueError(f"Cannot multiply {left.shape} with {right.shape}: inner sizes must agree.")
        self._inherit(*self.factors)
        super().__init__((self.factors[0].shape[0], self.factors[-1].shape[1]))

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return reduce(lambda X, factor: factor @ X, reversed(self.factors), X)

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return reduce(lambda X, factor: factor.T @ X, self.factors, X)

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), by products from the shorter side, shape (n, m)."""
        rows, cols = np.asarray(rows, dtype=np.intp), np.asarray(cols, dtype=np.intp)
        out = np.empty((len(rows), len(cols)))
        by_rows = len(rows) < len(cols)
        widest = max(max(factor.shape) for factor in self.factors)
        step = max(1, self.block_entries // max(widest, 1))
        for at in range(0, min(out.shape), step):
            part = slice(at, at + step)
            if by_rows:
                out[part] = self._rmatmat(unit_columns(self.shape[0], rows[part]))[cols].T
            else:
                out[:, part] = self._matmat(unit_columns(self.shape[1], cols[part]))[rows]
        return out


def power_operator(K: Any, exponent: int) -> KernelOperator:
    """Return the matrix power K K ... K of a square matrix (not the entrywise power).

    Parameters
    ----------
    K : (N, N) operator or matrix.
    exponent : number of factors, at least 1.

    Returns
    -------
    KernelOperator : (N, N), without forming the product.

    Raises
    ------
    ValueError : the exponent is not a positive whole number, or K is not square.
    """
    if not isinstance(exponent, Integral) or isinstance(exponent, bool) or exponent < 1:
        raise ValueError(f"exponent must be a whole number from 1, got {exponent!r}.")
    base = as_operator(K)
    check_square(base)
    return ProductOperator(*[base] * int(exponent))


class _Part(KernelOperator):
    """(K + sign K^T)/2 of a square (N, N) operator or matrix."""

    sign: float

    def __init__(self, K: Any) -> None:
        self.base = as_operator(K)
        check_square(self.base)
        self._inherit(self.base)
        super().__init__(self.base.shape)

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return 0.5 * (self.base @ X + self.sign * (self.base.T @ X))

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return self.sign * self._matmat(X)

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        return 0.5 * (self.base.block(rows, cols) + self.sign * self.base.block(cols, rows).T)


class SymmetricPart(_Part):
    """The symmetric part (K + K^T)/2 of a square (N, N) operator or matrix."""

    sign = 1.0


class SkewPart(_Part):
    """The skew-symmetric part (K - K^T)/2 of a square (N, N) operator or matrix."""

    sign = -1.0


def symmetrized_operator(K: Any, symmetrize: str) -> KernelOperator:
    """Return a symmetrised matrix as an operator, without forming the result.

    Parameters
    ----------
    K : (N, M) operator or matrix.
    symmetrize : "mean" (K + K^T)/2 of a square K, "KKt" or "KtK".

    Returns
    -------
    KernelOperator : (N, N), or (M, M) for "KtK".

    Raises
    ------
    ValueError : the symmetrisation is unknown, or it is the mean and K is not square.

    Examples
    --------
    >>> symmetrized_operator([[0.0, 2.0], [0.0, 0.0]], "KKt").toarray()
    array([[4., 0.],
           [0., 0.]])
    """
    if symmetrize == "mean":
        return SymmetricPart(K)
    if symmetrize not in ("KKt", "KtK"):
        raise ValueError(f"symmetrize must be one of 'mean', 'KKt', 'KtK', got {symmetrize!r}.")
    operator = as_operator(K)
    return ProductOperator(*((operator, operator.T) if symmetrize == "KKt" else (operator.T, operator)))


def product_unit(K: Any) -> float:
    """The power of two to divide K by before it is multiplied with its transpose; 1 for entries from 1e-100 to 1e100.

    >>> product_unit([[3.0]]), f"{product_unit([[3e-200]]):.3g}"
    (1.0, '2.61e-200')
    """
    operator = as_operator(K)
    signs = np.cos(np.arange(operator.shape[1]) ** 2.0)  # sums in which nothing cancels but by chance
    found = operator @ signs
    size = unit_of(found)
    return 1.0 if LEAST < size < GREATEST or not found.any() else size


class CentringMeans(NamedTuple):
    """Row means (N,), column means (M,) and grand mean of an (N, M) matrix."""

    row_means: np.ndarray
    column_means: np.ndarray
    grand: float

    def taken_from(self, block: np.ndarray, rows: np.ndarray | slice, cols: np.ndarray | slice) -> np.ndarray:
        """The block K[rows, cols] (n, m), an index or slice each, centred as the whole matrix is."""
        centred = block - self.row_means[rows][:, None]
        # In this order: recorded figures of noisy matrices depend on rounding.
        centred -= self.column_means[cols]
        centred += self.grand
        return centred


class CenteredOperator(KernelOperator):
    """Kc = (I - 11^T/N) K (I - 11^T/M) of an (N, M) operator or matrix K, which need not be square."""

    def __init__(self, K: Any) -> None:
        self.base = as_operator(K)
        self._inherit(self.base)
        super().__init__(self.base.shape)
        rows, columns = self.shape
        row_means = (self.base @ np.full(columns, 1.0 / columns)).ravel()
        column_means = (self.base.T @ np.full(rows, 1.0 / rows)).ravel()
        self.means = CentringMeans(row_means, column_means, float(row_means.mean()))

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return centered(np.asarray(self.base @ centered(X.copy())))

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return centered(np.asarray(self.base.T @ centered(X.copy())))

    def _matvec(self, x: np.ndarray) -> np.ndarray:
        product = self.base.matvec(x - x.mean())
        return product - product.mean()

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        return self.means.taken_from(self.base.block(rows, cols), rows, cols)

    def single(self, unit: float, *, centred: bool = False) -> KernelOperator | None:
        """Return Kc / ``unit`` (N, M) in single precision, if the structure of K gives it, or else None."""
        return self.base.single(unit, centred=True)

    def squared_norms(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the squared norms of the centred rows (N,) and columns (M,)."""
        rows, columns = self.base.squared_norms()
        row_means, column_means, grand = self.means
        down, across = column_means - grand, row_means - grand
        # Row i of Kc is k_i - r_i - down; its norm expands into products with K.
        rows = rows - 2.0 * (self.base @ down) + down @ down - self.shape[1] * row_means**2
        columns = columns - 2.0 * (self.base.T @ across) + across @ across - self.shape[0] * column_means**2
        return np.maximum(rows, 0.0), np.maximum(columns, 0.0)


class ScaledOperator(KernelOperator):
    """diag(rows) K diag(columns) for an (N, M) operator or matrix K. The factors are (N,) and (M,); None means ones."""

    def __init__(self, K: Any, *, rows: Any = None, columns: Any = None) -> None:
        self.base = as_operator(K)
        self._inherit(self.base)
        super().__init__(self.base.shape)
        self.rows = _factors(rows, self.shape[0], "rows")
        self.columns = _factors(columns, self.shape[1], "columns")

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return self.rows[:, None] * (self.base @ (self.columns[:, None] * X))

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return self.columns[:, None] * (self.base.T @ (self.rows[:, None] * X))

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        return self.rows[rows][:, None] * self.base.block(rows, cols) * self.columns[cols][None, :]


def _factors(values: Any, size: int, name: str) -> np.ndarray:
    factors = np.ones(size) if values is None else np.asarray(values, dtype=np.float64)
    if factors.shape != (size,) or not np.isfinite(factors).all():
        raise ValueError(f"{name} must be {size} finite factors, got shape {factors.shape}.")
    return factors


def diagonal(K: Any) -> np.ndarray:
    """The diagonal (N,) of a square operator or matrix, from small blocks along it."""
    operator = as_operator(K)
    check_square(operator)
    if operator.stored is not None:
        return operator.stored.diagonal().copy()
    n = operator.shape[0]
    parts = [np.arange(at, min(at + CHUNK, n)) for at in range(0, n, CHUNK)]
    return np.concatenate([np.zeros(0), *(operator.block(part, part).diagonal() for part in parts)])


def cosine_normalized(K: Any) -> KernelOperator:
    """Return the matrix K_ij / sqrt(K_ii K_jj), whose diagonal is 1.

    For a positive semidefinite K, the entries are cosines of the angles between the samples in feature space, so they
    lie in [-1, 1]. An asymmetric or indefinite K remains asymmetric or indefinite, and its entries can lie outside this
    range.

    Parameters
    ----------
    K : (N, N) operator or matrix.

    Returns
    -------
    KernelOperator : (N, N), without a unit.

    Raises
    ------
    DataError : a diagonal entry, which the message names, is not positive. Such a sample has no length.

    References
    ----------
    Zaki and Meira, Data Mining and Analysis, section 5.3.

    Examples
    --------
    >>> cosine_normalized([[4.0, 2.0], [1.0, 1.0]]).toarray()
    array([[1. , 1. ],
           [0.5, 1. ]])
    """
    lengths = diagonal(K)
    wrong = np.flatnonzero(~(lengths > 0))
    if len(wrong):
        at = int(wrong[0])
        raise DataError(
            f"K[{at}, {at}] is {lengths[at]:g}; cosine normalisation divides by the square roots of the "
            f"diagonal, which must be positive ({len(wrong):,} of {len(lengths):,} entries are not)",
            remedy="Leave those samples out, add self-loops to a graph, or do not normalise.",
        )
    factors = 1.0 / np.sqrt(lengths)
    return ScaledOperator(K, rows=factors, columns=factors)
