"""Walks of every length, longer ones counting less: Katz, rooted PageRank, von Neumann and exponential diffusion.

The first three are (I - B)^{-1} with B a multiple of S. One sparse factorisation of I - B serves every block and
product while the largest strongly connected component is small; else conjugate gradients where scaling makes B
symmetric; else the series I + B + B^2 + ..., whose radius is below 1. All of K at once comes from dense arithmetic
where that is faster, by inversion and by squaring.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import scipy.linalg
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import SuperLU, cg, expm_multiply, splu

from askcore._lazy import cached_property
from askcore._threads import one_thread
from askcore._validation import check_finite, fits_memory, is_symmetric
from askcore.kernels._registry import Range, graph_kernel
from askcore.kernels.graphs._function import GraphFunction, check_block
from askcore.kernels.graphs.matrix import checked_beta, row_normalized

TOLERANCE = 1e-15
RESIDUAL = 1e-14  # of conjugate gradients, relative
MOST_TERMS = 100_000
_UNDONE = (
    f"The sum over walks has not converged after {MOST_TERMS:,} terms: lower beta, or alpha of pagerank."
)
FACTOR_FILL = 8  # I - B is inverted where its sparse factor holds more than one in so many of all entries
SQUARED = 10  # exp(A) is dense arithmetic where |A|_1 times A's entries exceed one in so many of all

Beta = Annotated[float | None, Range(1e-9, 1e9, log=True, usual=(0.01, 1.0), none="0.5 / spectral radius")]
LARGEST = 5000.0  # column sum of beta S past which the products would take too many steps


class Resolvent(GraphFunction):
    """K = weight (I - B)^{-1}, less ``weight`` I where ``paths_only``; the radius of B is at most ``rate`` < 1.

    ``root`` (N,) makes diag(root) B diag(1/root) symmetric; None where nothing is known to.
    """

    factorised = 6500  # nodes of the largest strongly connected component up to which I - B is: 20 s at worst

    def __init__(
        self,
        B: sp.csr_array,
        rate: float,
        *,
        weight: float = 1.0,
        paths_only: bool = False,
        beta: float | None = None,
        share: float | None = None,
        root: np.ndarray | None = None,
    ) -> None:
        super().__init__(B.shape[0])
        self._root = root
        self._step, self._rate, self._weight, self._paths_only = B, rate, weight, paths_only
        self.share = share
        self.resolved = {} if beta is None else {"beta": beta}

    def everything(self) -> np.ndarray:
        """K, shape (N, N): by the dense inverse where the sparse factor has filled in."""
        factor, n = self._factor, self.n
        if factor is None or FACTOR_FILL * factor.nnz < n * n:
            return super().everything()
        # The columns of an M-matrix A are dominated by the diagonal of diag(d) A where d^T A = 1. So LAPACK has no
        # reason to swap rows, and as in the sparse factor nothing cancels and an exact 0 stays one.
        scale = factor.solve(np.ones(n), trans="T") if self._nonnegative else np.ones(n)
        if not np.isfinite(scale).all():
            return super().everything()  # finds out which entries are too large
        check_block(24.0 * n * n, n, n)
        M = np.eye(n) - self._step.toarray()
        K = scipy.linalg.inv(scale[:, None] * M, overwrite_a=True, check_finite=False)
        K *= self._weight * scale
        if self._paths_only:
            K = np.ascontiguousarray((self._back @ K.T).T)
        check_finite(K)
        return K

    def product(self, X: np.ndarray) -> np.ndarray:
        """K X for X (N, k)."""
        return self._weight * self._solve(self._step @ X if self._paths_only else X, transposed=False)

    def transposed(self, X: np.ndarray) -> np.ndarray:
        """K^T X for X (N, k)."""
        return self._weight * self._solve(self._back @ X if self._paths_only else X, transposed=True)

    def _solve(self, X: np.ndarray, *, transposed: bool) -> np.ndarray:
        if self._factor is None and self._root is not None:
            root = (1.0 / self._root if transposed else self._root)[:, None]
            return _conjugate_gradients(self._balanced, root * X) / root
        if self._factor is None:
            return _series(self._back if transposed else self._step, X, self._rate)
        with one_thread():
            return self._factor.solve(np.ascontiguousarray(X), trans="T" if transposed else "N")

    @cached_property
    def _back(self) -> sp.csr_array:
        return sp.csr_array(self._step.T)

    @cached_property
    def _balanced(self) -> sp.csr_array:
        """diag(root) B diag(1/root), which is symmetric."""
        assert self._root is not None
        return sp.csr_array(sp.diags_array(self._root) @ self._step @ sp.diags_array(1.0 / self._root))

    @cached_property
    def _factor(self) -> SuperLU | None:
        _, component = connected_components(self._step, directed=True, connection="strong")
        largest = int(np.bincount(component).max(initial=0))
        if largest > self.factorised or not fits_memory(24.0 * largest**2):
            return None
        # Without negative weights I - B is an M-matrix: the diagonal is a safe pivot, nothing cancels, and
        # nodes that no walk joins get an exact 0.
        return splu(
            sp.csc_array(sp.eye_array(self.n) - self._step),
            permc_spec="MMD_AT_PLUS_A",
            diag_pivot_thresh=0.0 if self._nonnegative else 1.0,
        )

    @property
    def _nonnegative(self) -> bool:
        return bool(self._step.data.min(initial=0.0) >= 0)

    def __getstate__(self) -> dict[str, Any]:
        """Without the factors, which cannot be pickled and are made again when needed."""
        return {name: value for name, value in self.__dict__.items() if name != "_factor"}


@graph_kernel("Katz (walks of every length)", formula=r"\sum_{\ell \ge 1} \beta^\ell S^\ell", bounded=True)
def katz(S: sp.csr_array, *, beta: Beta = None) -> Resolvent:
    """K = sum over l >= 1 of beta^l S^l = (I - beta S)^-1 - I; beta below 1 / spectral radius.

    None: 0.5 / spectral radius; on an acyclic graph, where every beta is valid, 0.5 / largest singular value.
    """
    return _walks("katz", S, beta, paths_only=True)


@graph_kernel(
    "Rooted PageRank",
    formula=r"(1 - \alpha)(I - \alpha \tilde S)^{-1}",
    options=("self_loops",),
)
def pagerank(
    S: sp.csr_array, *, alpha: Annotated[float, Range(0.0, 0.9999, usual=(0.05, 0.95))] = 0.85
) -> Resolvent:
    """K = (1 - alpha)(I - alpha S~)^-1 with S~ the rows of S normalised, dangling rows left zero.

    Row i: where a surfer is who starts at i, follows S with probability alpha and else returns to i. Where no
    row dangles the rows sum to 1 and are networkx's personalised PageRank.
    """
    if S.nnz and S.data.min() < 0:
        raise ValueError("pagerank needs weights of at least 0.")
    sums = S.sum(axis=1)
    # D^1/2 (D^-1 S) D^-1/2 is symmetric where S is
    root = np.sqrt(np.where(sums > 0, sums, 1.0)) if is_symmetric(S) else None
    return Resolvent(sp.csr_array(alpha * row_normalized(S)), alpha, weight=1.0 - alpha, root=root)


@graph_kernel("Von Neumann diffusion", formula=r"(I - \beta S)^{-1}", bounded=True)
def von_neumann(S: sp.csr_array, *, beta: Beta = None) -> Resolvent:
    """K = (I - beta S)^-1, Katz with the walk of length 0; beta as there (Zaki and Meira, section 5.4.2)."""
    return _walks("von_neumann", S, beta)


def _walks(kind: str, S: sp.csr_array, beta: float | None, *, paths_only: bool = False) -> Resolvent:
    beta, share = checked_beta(kind, S, beta)
    root = np.ones(S.shape[0]) if is_symmetric(S) else None
    return Resolvent(sp.csr_array(beta * S), share, paths_only=paths_only, beta=beta, share=share, root=root)


def _conjugate_gradients(M: sp.csr_array, X: np.ndarray) -> np.ndarray:
    """(I - M)^-1 X for a symmetric M of radius below 1, to rounding: steps go with the root of 1/(1 - radius)."""
    A, Z = sp.csr_array(sp.eye_array(M.shape[0]) - M), np.empty(X.shape)
    for z, x in zip(Z.T, X.T, strict=True):
        z[:], failed = cg(A, x, rtol=RESIDUAL, maxiter=MOST_TERMS)
        if failed:
            raise ValueError(_UNDONE)
    return Z


def _series(B: sp.csr_array, X: np.ndarray, rate: float) -> np.ndarray:
    """X + B X + B^2 X + ... to rounding; terms shrink by about ``rate`` in the end, so the rest is bounded."""
    total, term = np.array(X, dtype=float), X
    if X.size == 0:
        return total
    rest = rate / (1.0 - rate) if rate < 1 else 1.0
    for _ in range(MOST_TERMS):
        term = B @ term
        total += term
        if (rest * np.abs(term).max(axis=0) <= TOLERANCE * np.abs(total).max(axis=0)).all():
            return total
    raise ValueError(_UNDONE)


class Diffusion(GraphFunction):
    """K = expm(beta S) by products with S alone (Al-Mohy and Higham 2011, as in scipy)."""

    def __init__(self, scaled: sp.csr_array) -> None:
        super().__init__(scaled.shape[0])
        self._scaled, self._back = scaled, sp.csr_array(scaled.T)

    def everything(self) -> np.ndarray:
        """K, shape (N, N): by dense arithmetic where S is large."""
        n, norm = self.n, float(abs(self._scaled).sum(axis=0).max(initial=0.0))
        if SQUARED * norm * self._scaled.nnz <= n * n:
            return super().everything()
        check_block(48.0 * n * n, n, n)
        with np.errstate(over="ignore", invalid="ignore"):
            K = scipy.linalg.expm(self._scaled.toarray())
        check_finite(K)
        return K

    def product(self, X: np.ndarray) -> np.ndarray:
        """K X for X (N, k)."""
        return _exponential(self._scaled, X)

    def transposed(self, X: np.ndarray) -> np.ndarray:
        """K^T X for X (N, k)."""
        return _exponential(self._back, X)


@graph_kernel("Exponential diffusion", formula=r"\exp(\beta S)")
def diffusion(
    S: sp.csr_array, *, beta: Annotated[float, Range(0.0, 1e6, log=True, usual=(0.05, 10.0))] = 1.0
) -> Diffusion:
    """K = expm(beta S) = sum over l >= 0 of (beta S)^l / l! (Zaki and Meira, section 5.4.2, on a directed S)."""
    scaled = sp.csr_array(beta * S)
    norm = max(float(abs(scaled).sum(axis=axis).max(initial=0.0)) for axis in (0, 1))
    if norm > LARGEST:
        raise ValueError(
            f"diffusion: beta must be at most {LARGEST * beta / norm:.3g} on this graph (rows or columns of beta S "
            f"then sum to {LARGEST:g}), got {beta!r}: entries would overflow. Lower beta, or set "
            "normalize=True."
        )
    return Diffusion(scaled)


def _exponential(A: sp.csr_array, X: np.ndarray) -> np.ndarray:
    if X.size == 0:
        return np.array(X, dtype=float)
    with np.errstate(over="ignore", invalid="ignore"):  # blocks are checked for what overflowed
        return np.asarray(expm_multiply(A, X))
