r"""Kernel matrices between sparse vectors, exact at the cost of their sparse inner products.

With o_i = |x_i|^2, d_j = |z_j|^2 and s_ij = <x_i, z_j>, the squared distance is o + d - 2 s, and s is zero for nearly
every pair. So a function g(o, d, s) of it is

    g(o_i, d_j, s_ij) = g(o_i, d_j, 0) + [g(o_i, d_j, s_ij) - g(o_i, d_j, 0)],

a matrix of low rank (rank 1 for RBF, SNE and polynomials) plus a correction where s is not zero. For a graph,
x_i = A[i, :] and z_j = A[:, j] give s = A A: KSVD's G (Tao et al. 2023, algorithm 1) without its N^2 entries.
Where A A has many entries of hardly more than one value, it is not formed either: see ``inner_products``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from numbers import Real
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import ALIASES, DataError, as_matrix, check_memory, check_square
from askcore.operators._base import KernelOperator
from askcore.operators.inner_products import MODERATE, Separable, inner_product_operator, terms_of_rows
from askcore.operators.low_rank import LowRankPlusSparse, cross_approximation

SMALLEST, LARGEST = 1e-100, 1e100  # sigma whose square is a normal number
TABLE_RANK = 60  # 1/(1 + o + d) has numerical rank below 40 for any o, d up to 1e12
MANY = 20_000_000  # inner products past which it pays to go without them: 2 GB and 3 s
DENSE_ROW = 1e-3  # a row whose correction cancels more than this is stored whole


def graph_kernel_operator(A: Any, kernel: str = "sne", **params: Any) -> KernelOperator:
    """Return G with G[i, j] = K(A[i, :], A[:, j]) for a sparse square A (N, N), exactly and without an N x N array.

    Parameters
    ----------
    A : (N, N), with weights and self-loops allowed.
    kernel : "rbf", "sne", "t", "polynomial" or "linear"; SNE and T are normalised over all columns.
    **params : parameters of the kernel.

    Returns
    -------
    KernelOperator : (N, N); a product costs as much as one with A A.

    Raises
    ------
    ValueError : the kernel or a parameter is unknown.
    DataError : A is not square (rows and columns then have different lengths, see the compatibility of KSVD), or the
        product A A does not fit in memory.

    References
    ----------
    Tao et al. 2023, algorithm 1.

    Examples
    --------
    >>> import numpy as np
    >>> A = np.array([[0.0, 1, 1], [0, 0, 1], [0, 0, 0]])
    >>> graph_kernel_operator(A, "rbf", sigma=2.0).toarray().round(3)
    array([[0.607, 0.472, 0.607],
           [0.779, 0.607, 0.472],
           [1.   , 0.779, 0.607]])
    """
    A = sp.csr_array(as_matrix(A, "A"))
    try:
        check_square(A, "A")
    except ValueError as error:
        raise DataError(
            f"Rows of a {A.shape[0]} x {A.shape[1]} matrix cannot be compared with its columns directly",
            remedy="Use KSVD, whose compatibility matrix maps them to the same length.",
        ) from error
    return sparse_kernel_operator(A, sp.csr_array(A.T), kernel, **params)


def sparse_kernel_operator(X: Any, Z: Any, kernel: str = "sne", **params: Any) -> KernelOperator:
    """The matrix K(x_i, z_j) between the rows of sparse X (N, d) and Z (M, d), exactly, at the cost of X Z^T."""
    kernel = ALIASES.get(kernel, kernel)
    if kernel not in STRUCTURED_KERNELS:
        known = ", ".join(map(repr, STRUCTURED_KERNELS))
        raise ValueError(f"No sparse structure is known for kernel {kernel!r}; known are {known}.")
    X, Z = (sp.csr_array(as_matrix(P, name)) for P, name in ((X, "X"), (Z, "Z")))
    if X.shape[1] != Z.shape[1]:
        raise ValueError(f"X and Z must have the same number of features, got {X.shape[1]} and {Z.shape[1]}.")
    build = STRUCTURED_KERNELS[kernel]
    _check_params(kernel, build, params)
    form = _separable(kernel, X, Z, **params) if terms_of_rows(X, Z).sum() >= MANY else None
    found = None if form is None else inner_product_operator(X, Z, form)
    return build(_Pairs(X, Z), **params) if found is None else found


def _check_params(kernel: str, build: Callable[..., KernelOperator], params: dict[str, Any]) -> None:
    known = [name for name in inspect.signature(build).parameters if name != "pairs"]
    for name in params:
        if name not in known:
            has = ", ".join(known) or "none"
            raise ValueError(f"Kernel {kernel!r} has no parameter {name!r} here; it has: {has}.")
    for name, value in params.items():
        if not isinstance(value, Real) or not np.isfinite(float(value)):
            raise ValueError(f"{kernel}: {name} must be a finite number, got {value!r}.")
    sigma, degree = params.get("sigma", 1.0), params.get("degree", 1)
    if not SMALLEST <= sigma <= LARGEST:
        raise ValueError(
            f"{kernel}: sigma must be positive and finite, from {SMALLEST:g} to {LARGEST:g}, got {sigma!r}."
        )
    if degree < 1 or degree != int(degree):
        raise ValueError(f"{kernel}: degree must be a whole number of at least 1, got {degree!r}.")


def _squares(X: sp.csr_array, Z: sp.csr_array) -> tuple[np.ndarray, np.ndarray]:
    """Squared norms of the rows, (N,) and (M,)."""
    o, d = (np.asarray(P.power(2).sum(axis=1)).ravel() for P in (X, Z))
    return o, d


class _Pairs:
    """Squared norms o (N,), d (M,) and the nonzero inner products s at (row, col)."""

    def __init__(self, X: sp.csr_array, Z: sp.csr_array) -> None:
        self.shape = (X.shape[0], Z.shape[0])
        entries = min(float(terms_of_rows(X, Z).sum()), float(X.shape[0]) * Z.shape[0])
        check_memory(
            80.0 * entries,
            f"The inner products of {X.shape[0]:,} rows and {Z.shape[0]:,} columns (up to {entries:,.0f} nonzeros)",
            "Use the Nyström method, which evaluates only a sample of rows and columns.",
        )
        self.o, self.d = _squares(X, Z)
        products = sp.csr_array(X @ Z.T)
        products.sum_duplicates()
        products.eliminate_zeros()
        self.s, self.col, self.indptr = products.data, products.indices, products.indptr
        self.row = np.repeat(np.arange(self.shape[0], dtype=self.col.dtype), np.diff(self.indptr))

    def sparse(self, data: np.ndarray) -> sp.csr_array:
        """The (N, M) matrix with ``data`` where s is not zero."""
        return sp.csr_array((data, self.col, self.indptr), shape=self.shape)

    def row_sum(self, data: np.ndarray) -> np.ndarray:
        """Sums over the nonzeros of each row, (N,)."""
        return np.bincount(self.row, data, minlength=self.shape[0])


def _polynomial(pairs: _Pairs, *, degree: int = 3, c: float = 1.0) -> KernelOperator:
    """K = (<x, z> + c)^degree."""
    constant = float(c) ** degree
    change = (pairs.s + c) ** degree - constant
    return _rank_one(pairs, np.full(pairs.shape[0], constant), np.ones(pairs.shape[1]), change)


def _rbf(pairs: _Pairs, *, sigma: float = 1.0) -> KernelOperator:
    """K = exp(-(o + d - 2 s)/sigma^2)."""
    far = -(pairs.o[pairs.row] + pairs.d[pairs.col])
    change = _change(far, pairs.s, sigma)
    return _rank_one(pairs, np.exp(-pairs.o / sigma**2), np.exp(-pairs.d / sigma**2), change)


def _sne(pairs: _Pairs, *, sigma: float = 1.0) -> KernelOperator:
    r"""K = exp((2 s - d - top)/sigma^2) / total, rows summing to 1; o cancels.

    Row i sums to sum_j exp(-d_j/sigma^2) over all columns, plus the corrections where s is not zero. The largest
    exponent, top, is taken out first, and differences are formed before they are divided: no sigma makes it 0/0.
    Where the sum over all columns nearly cancels (negative s in nearly every column) the row is stored whole.
    """
    nearest = pairs.d.min(initial=np.inf)
    q = np.exp(-(pairs.d - nearest) / sigma**2)
    top = np.full(pairs.shape[0], -nearest)
    np.maximum.at(top, pairs.row, 2.0 * pairs.s - pairs.d[pairs.col])
    p = np.exp(-(nearest + top) / sigma**2)
    change = _change(-(pairs.d[pairs.col] + top[pairs.row]), pairs.s, sigma)
    everywhere = p * q.sum()
    total = everywhere + pairs.row_sum(change)
    whole = total < DENSE_ROW * everywhere
    total[whole] = 1.0
    p[whole] = 0.0
    change[whole[pairs.row]] = 0.0
    correction, rows = pairs.sparse(change / total[pairs.row]), np.flatnonzero(whole)
    if rows.size:
        spread = sp.csr_array((np.ones(rows.size), (rows, np.arange(rows.size))), (len(whole), rows.size))
        correction = correction + spread @ sp.csr_array(_sne_rows(pairs, rows, sigma))
    return LowRankPlusSparse((p / total)[:, None], q[None, :], correction)


def _t(pairs: _Pairs) -> KernelOperator:
    """K = (1 + o + d - 2 s)^-1, rows divided by their sums; the table over (o, d) by cross approximation.

    Rows are multiplied by 1 + o + min d, which their sums undo: the table's largest entry is then 1 in every row,
    and far rows are as exact as near ones.
    """
    at_least = 1.0 + pairs.d.min(initial=np.inf)
    squared = np.maximum(pairs.o[pairs.row] + pairs.d[pairs.col] - 2.0 * pairs.s, 0.0)
    apart = 1.0 + pairs.o[pairs.row] + pairs.d[pairs.col]
    change = (1.0 / (1.0 + squared) - 1.0 / apart) * (at_least + pairs.o[pairs.row])
    left, right = _table(lambda o, d: (at_least + o) / (1.0 + o + d), pairs.o, pairs.d)
    total = left @ right.sum(axis=1) + pairs.row_sum(change)
    left /= total[:, None]
    return LowRankPlusSparse(left, right, pairs.sparse(change / total[pairs.row]))


STRUCTURED_KERNELS: dict[str, Callable[..., KernelOperator]] = {
    "linear": lambda pairs: _polynomial(pairs, degree=1, c=0.0),
    "polynomial": _polynomial,
    "rbf": _rbf,
    "sne": _sne,
    "t": _t,
}


def _separable(kernel: str, X: sp.csr_array, Z: sp.csr_array, **params: Any) -> Separable | None:
    """The kernel as p (constant + g(s)) q; None for T, and where the factors would over- or underflow."""
    o, d = _squares(X, Z)
    if kernel in ("linear", "polynomial"):
        degree, c = (1, 0.0) if kernel == "linear" else (params.get("degree", 3), params.get("c", 1.0))
        constant = float(c) ** degree
        return Separable(np.ones(len(o)), np.ones(len(d)), constant, lambda s: (s + c) ** degree - constant)
    square = params.get("sigma", 1.0) ** 2
    if kernel == "sne":  # a row's sum takes out any factor of it
        o, d = np.zeros(len(o)), d - d.min(initial=np.inf)
    if kernel == "t" or max(o.max(initial=0.0), d.max(initial=0.0)) > MODERATE * square:
        return None
    p, q, exponent = np.exp(-o / square), np.exp(-d / square), 2.0 / square
    return Separable(p, q, 1.0, lambda s: np.expm1(exponent * s), exponent, normalised=kernel == "sne")


def _rank_one(pairs: _Pairs, p: np.ndarray, q: np.ndarray, change: np.ndarray) -> KernelOperator:
    return LowRankPlusSparse(p[:, None], q[None, :], pairs.sparse(change))


def _change(far: np.ndarray, s: np.ndarray, sigma: float) -> np.ndarray:
    """exp((far + 2 s)/sigma^2) - exp(far/sigma^2) without cancellation or overflow, for s of either sign."""
    with np.errstate(over="ignore", invalid="ignore"):
        closer = -np.exp((far + 2.0 * s) / sigma**2) * np.expm1(-2.0 * s / sigma**2)
        farther = np.exp(far / sigma**2) * np.expm1(2.0 * s / sigma**2)
    return np.where(s > 0, closer, farther)


def _table(
    g: Callable[[Any, Any], np.ndarray], o: np.ndarray, d: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """L (N, k), R (k, M) with L R = g(o_i, d_j), from the distinct values of o and d."""
    rows, at_row = np.unique(o, return_inverse=True)
    columns, at_column = np.unique(d, return_inverse=True)
    shape = (rows.size, columns.size)
    _, _, A, B = cross_approximation(
        lambda i: g(rows[i], columns), lambda j: g(rows, columns[j]), shape, rank=TABLE_RANK, tolerance=1e-17
    )
    return A[at_row], B[:, at_column]


def _sne_rows(pairs: _Pairs, rows: np.ndarray, sigma: float) -> np.ndarray:
    """SNE's rows (n, M) in full."""
    check_memory(24.0 * rows.size * pairs.shape[1], f"{rows.size:,} dense rows", "Take a larger sigma.")
    exponent = np.repeat(-pairs.d[None, :], rows.size, axis=0)
    for k, i in enumerate(rows):
        stored = slice(pairs.indptr[i], pairs.indptr[i + 1])
        exponent[k, pairs.col[stored]] += 2.0 * pairs.s[stored]
    exponent -= exponent.max(axis=1, keepdims=True)
    weight = np.exp(exponent / sigma**2)
    weight /= weight.sum(axis=1, keepdims=True)
    return weight
