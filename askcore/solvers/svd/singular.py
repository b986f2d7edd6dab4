"""The leading singular triplets of any kernel operator: dense, Lanczos or randomised, chosen by size and structure.

ARPACK and PROPACK (through scipy) and the randomised method only ask for products, so a structured or centred operator
is never made dense. (scikit-learn's randomized_svd takes arrays only.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from numbers import Integral
from typing import Any

import numpy as np
from scipy.sparse.linalg import ArpackError, ArpackNoConvergence, LinearOperator, svds

from askcore._random import Seed, check_random_state
from askcore._removed import without
from askcore._scale import unit_of
from askcore._threads import THIN, is_light, one_thread
from askcore._validation import DataError, check_memory, check_whole, fits_memory, read_only
from askcore.operators import CenteredOperator, DenseOperator, KernelOperator, as_operator
from askcore.operators.wrappers import CentringMeans
from askcore.solvers.svd._factors import random_range, svd
from askcore.solvers.svd.block_lanczos import (
    FAR,
    NEAR,
    SINGLE,
    Basis,
    block_lanczos,
    block_lanczos_in_single,
)

Triple = tuple[np.ndarray, np.ndarray, np.ndarray]  # u (N, r), s (r,), vt (r, M)
SVD_SOLVERS = ("full", "arpack", "propack", "randomized", "block_lanczos")
SCALINGS = {"none": 0.0, "sqrt": 0.5, "full": 1.0}  # features U S^p: the power p by its name
SMALL = 400  # up to this side a full decomposition is the fastest (some 20 ms) and has every value
CLEAN = 1e-8  # what PROPACK returns is orthonormal and solves its equations up to this, or is not used
ROUNDING = 1e-13  # share of what centring took away, up to which the rest is its rounding
AT_ONCE = (
    4_000  # side up to which all values take half a minute at most, where ARPACK crawls along a flat spectrum
)
LEAST = 1e-60  # size of a matrix whose squares are held as they are
VAST = 1_000_000  # side from which on no cache holds a vector, and memory few of ARPACK's
SAYS_SINGLE = (
    "Block Lanczos took its steps in single precision and its values in double; "
    "it left a residual of {:.0e} of the largest squared value."
)
SAYS_UNSETTLED = "Block Lanczos stopped at a residual of {:.1e} of the largest squared value."
MANY = 0.1  # above this share of the side, Lanczos needs more steps than it saves


@dataclass(frozen=True)
class SingularTriplets:
    """The r leading singular values (r,), descending, with left (N, r) and right (M, r) singular vectors.

    ``solver`` is the one that ran; ``notes`` say in words what was estimated, reduced or assumed on the way.
    Signs are fixed: the entry of largest magnitude of each left vector is positive.
    """

    __getattr__ = without(plot="askcore.plot(found)")

    values: np.ndarray = field(repr=False)
    left: np.ndarray = field(repr=False)
    right: np.ndarray = field(repr=False)
    solver: str
    notes: tuple[str, ...] = field(default=(), repr=False)

    @property
    def rank(self) -> int:
        """Number of triplets."""
        return len(self.values)


def truncated_svd(
    G: Any,
    rank: int,
    *,
    solver: str = "auto",
    oversampling: int = 10,
    power: int = 4,
    random_state: Seed = None,
) -> SingularTriplets:
    """Compute the leading singular triplets of a matrix.

    PROPACK is as fast as ARPACK. For repeated singular values, however, it fails or returns vectors that are far from
    orthogonal. Its result is therefore checked and, if necessary, replaced by ARPACK's result with a note. If ARPACK
    does not converge, the full decomposition is used, or, for a side above 4,000, the randomised method.

    Parameters
    ----------
    G : (N, M) operator, array or sparse matrix.
    rank : number of triplets.
    solver : "full" (all triplets, then truncated), "arpack", "propack", "randomized", "block_lanczos", or "auto".
        "auto" is full for small matrices, ARPACK for few triplets, and randomised for many. It is block Lanczos for a
        matrix on other machines, up to |G^T G v - s^2 v| <= 1e-13 s_1^2, and for a matrix in memory with 1,000,000 rows
        and columns or more, up to 1e-9 s_1^2. For the centred kernel matrix of a graph of this size, the steps are in
        single precision, up to 2e-6 s_1^2 (a note states the residual), unless s_r is below s_1 / 10. A value that is
        repeated more than four times may then be found only four times.
    oversampling, power : of the randomised method: number of extra directions and of power iterations.
    random_state : seed or RandomState of the starting vector or of the random directions.

    Returns
    -------
    SingularTriplets : values (r,) in units of G, descending, orthonormal vectors (N, r) and (M, r).

    Raises
    ------
    DataError : the rank is above min(N, M), or the full decomposition does not fit in memory.
    ValueError : the solver is unknown, or oversampling or power is negative.

    References
    ----------
    Halko, Martinsson and Tropp 2011, algorithms 4.4 and 5.1.
    """
    G = as_operator(G)
    check_rank(rank, G.shape)
    check_whole(0, oversampling=oversampling, power=power)
    rng = check_random_state(random_state)
    name = choose_solver(G, rank) if solver == "auto" else solver
    notes: tuple[str, ...] = ()
    if name not in SVD_SOLVERS:
        raise ValueError(
            f"solver must be 'auto' or one of {', '.join(map(repr, SVD_SOLVERS))}, got {solver!r}."
        )
    with one_thread(products_are_small(G, name)):
        if name == "full":
            found = _full(G, rank)
        elif name == "randomized":
            found = _randomized(G, rank, oversampling, power, rng)
        elif name == "block_lanczos":
            found, notes = _block_lanczos(G, rank, rng)
        else:
            found, name, notes = _lanczos(G, rank, name, rng)
        u, s, vt = found
        left, right = fix_signs(u, vt.T, own=name == "block_lanczos")
    return SingularTriplets(read_only(s), read_only(left), read_only(right), name, notes)


def products_are_small(G: KernelOperator, solver: str) -> bool:
    """Whether a solver takes many small products with a matrix, and no large dense ones."""
    inner = G.base if isinstance(G, CenteredOperator) else G
    if not isinstance(inner, DenseOperator):
        return True
    return is_light(inner) or (solver != "full" and min(G.shape) < THIN)


def choose_solver(G: KernelOperator, rank: int) -> str:
    """The solver that "auto" takes: by the shorter side, the rank and whether the entries are stored."""
    side = min(G.shape)
    if side <= SMALL or rank >= side - 1:
        return "full"
    if G.remote or (G.in_memory and side >= VAST and rank <= 200):
        return "block_lanczos"
    if not G.in_memory or rank > MANY * side or rank > 200:
        return "randomized"  # few passes over the matrix: each one would evaluate the kernel again
    return "arpack"


def check_rank(rank: int, shape: tuple[int, int]) -> None:
    """Raise a DataError for a number of components that an (N, M) matrix does not have."""
    if not isinstance(rank, Integral):
        raise DataError(
            f"The number of components must be a whole number, got {rank!r}",
            remedy=f"Choose between 1 and {min(shape):,}.",
        )
    if rank < 1 or rank > min(shape):
        raise DataError(
            f"{rank} components were requested from a {shape[0]:,} x {shape[1]:,} matrix",
            remedy=f"Choose between 1 and {min(shape):,}.",
        )


def nothing_left(values: np.ndarray, means: CentringMeans) -> bool:
    """Whether leading singular values (r,) of a centred matrix are nothing but the rounding of centring.

    Row and column means are both needed: equal rows may each sum to 0.
    """
    rows, columns, _ = means
    taken = max(float(np.abs(rows).max()), float(np.abs(columns).max()))
    return bool(values[0] <= ROUNDING * taken * np.sqrt(len(rows) * len(columns)))


def carried(
    values: np.ndarray, shape: tuple[int, int], means: CentringMeans | None = None, *, rows: bool = True
) -> np.ndarray:
    """(r,) singular values of an (N, M) matrix that exceed rounding; the vectors of the others are rounding themselves.

    ``means`` are those that centring removed, whose rounding is left; ``rows``: whether row means were among them.
    """
    level, most = max(shape) * float(values[0]), len(values)
    if means is not None:
        most = min(shape[0] - 1, shape[1] - rows)  # the constant vectors are gone
        taken = max(float(np.abs(means.row_means).max()), float(np.abs(means.column_means).max()))
        level = max(level, taken * np.sqrt(shape[0] * shape[1]))
    return (values > np.finfo(float).eps * level) & (np.arange(len(values)) < most)


def fix_signs(left: np.ndarray, right: np.ndarray, *, own: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Left (N, r) and right (M, r) vectors with signs that make the largest entry of each left vector positive.

    ``own``: both may be overwritten.
    """
    signs = np.array(
        [-1.0 if v[np.argmax(np.abs(v))] < 0 else 1.0 for v in left.T]
    )  # a column at a time: memory
    return tuple(np.multiply(side, signs, out=side if own else None) for side in (left, right))


def _full(G: KernelOperator, rank: int) -> Triple:
    n, m = G.shape
    check_memory(
        8.0 * (2.0 * n * m + 2.0 * (n + m) * min(n, m)),
        f"The full decomposition of a {n:,} x {m:,} matrix",
        "Take solver='arpack' or 'randomized', which need its products only.",
    )
    u, s, vt = svd(G.toarray(), full_matrices=False)
    return u[:, :rank], s[:rank], vt[:rank]


def _lanczos(
    G: KernelOperator, rank: int, name: str, rng: np.random.RandomState
) -> tuple[Triple, str, tuple[str, ...]]:
    """svds, which wants rank < min(N, M), in descending order; with the solver that ran and notes."""
    if rank >= min(G.shape):
        raise DataError(
            f"{name} finds fewer than min(N, M) = {min(G.shape)} components",
            remedy="Take solver='full' for all of them.",
        )
    product = G @ rng.standard_normal(G.shape[1])
    if not product.any():
        return _full_of_zero(G, rank), name, ()
    # ARPACK works on the squares, which must neither underflow nor overflow, and takes what is far below 1 for zero.
    scale = unit_of(product)
    operator = G * (1.0 / scale)
    found, solver = _propack(operator, rank, rng) if name == "propack" else None, name
    if found is None:
        found, solver = _arpack(operator, rank, rng, _restarts(G)), "arpack"
    if found is None:
        solver = "randomized" if _restarts(G) is None else "full"
        u, s, vt = _full(G, rank) if solver == "full" else _randomized(G, rank, 10, 4, rng)
    else:
        order = np.argsort(found[1])[::-1]
        u, s, vt = found[0][:, order], found[1][order] * scale, found[2][order]
    note = f"{name.upper()} did not converge on this spectrum; {solver} ran instead."
    return (u, s, vt), solver, () if solver == name else (note,)


def _restarts(G: KernelOperator) -> int | None:
    """Restarts of ARPACK that take as long as a full decomposition; None where that is out of reach."""
    n, m = G.shape
    if min(n, m) > AT_ONCE or not fits_memory(8.0 * (2.0 * n * m + 2.0 * (n + m) * min(n, m))):
        return None
    inner = G.base if isinstance(G, CenteredOperator) else G
    return max(100, min(n, m) // 10 if isinstance(inner, DenseOperator) else min(n, m))


def _arpack(
    operator: LinearOperator, rank: int, rng: np.random.RandomState, restarts: int | None = None
) -> Triple | None:
    """svds by ARPACK, again with a wider basis where it breaks down (equal values now and then do), or None."""
    side = min(operator.shape)
    wider = min(side - 1, 4 * rank + 100)
    for basis in (None, wider) if wider > rank else (None,):
        try:
            return svds(
                operator, k=rank, solver="arpack", v0=rng.standard_normal(side), ncv=basis, maxiter=restarts
            )
        except ArpackNoConvergence:
            return None
        except ArpackError:
            continue
    return None


def _propack(operator: LinearOperator, rank: int, rng: np.random.RandomState) -> Triple | None:
    """svds by PROPACK, or None where it breaks down or its vectors are no singular vectors."""
    start = rng.standard_normal(operator.shape[0])
    try:
        u, s, vt = svds(operator, k=rank, solver="propack", v0=start, maxiter=max(300, 20 * rank))
    except np.linalg.LinAlgError:
        return None
    unit = np.eye(rank)
    apart = max(np.abs(u.T @ u - unit).max(), np.abs(vt @ vt.T - unit).max())
    # Both equations: with repeated values V may satisfy the first and U still point out of the space of the second.
    residual = max(np.abs(operator @ vt.T - u * s).max(), np.abs(operator.T @ u - vt.T * s).max())
    return (u, s, vt) if apart < CLEAN and residual < CLEAN * s.max() else None


def _block_lanczos(
    G: KernelOperator, rank: int, rng: np.random.RandomState
) -> tuple[Triple, tuple[str, ...]]:
    """Block Lanczos on G over its size, or all of a matrix that is no larger than the basis; with notes."""
    basis = FAR if G.remote or max(G.shape) < VAST else NEAR
    if basis.is_small(G.shape, rank):
        return _full(G, rank), ()
    product = G @ rng.standard_normal(G.shape[1])
    if not product.any():
        return _full_of_zero(G, rank), ()
    size = unit_of(product)
    scale = 1.0 if LEAST < size < 1 / LEAST else size  # scaling costs a pass over each product
    unit = G if scale == 1.0 else G * (1.0 / scale)
    found = note = None
    if basis is NEAR and not SINGLE.is_small(G.shape, rank):
        found, note = block_lanczos_in_single(unit, lambda: _single(G, rank, size), rank, rng), SAYS_SINGLE
    if found is None:
        _check_basis(G.shape, rank, basis, 8.0)
        found = block_lanczos(unit, rank, rng, basis)
        note = SAYS_UNSETTLED if found[1] > basis.settled else None
    (u, s, vt), residual = found
    return (u, s * scale, vt), () if note is None else (note.format(residual),)


def _single(G: KernelOperator, rank: int, size: float) -> KernelOperator | None:
    """G over its size in single precision, if there is such a thing, and room for its basis."""
    single = G.single(size)
    if single is not None:
        _check_basis(G.shape, rank, SINGLE, 4.0)
    return single


def _check_basis(shape: tuple[int, int], rank: int, basis: Basis, each: float) -> None:
    """Refuse what block Lanczos would not have room for, with numbers of so many bytes in its steps."""
    n, m = shape
    steps = m * (basis.most(rank) + rank) + 3 * (n + m) * basis.width(rank)
    check_memory(
        each * steps + 8.0 * (n + m) * rank,
        f"The basis of {rank:,} components of a {n:,} x {m:,} matrix",
        "Ask for fewer.",
    )


def _full_of_zero(G: KernelOperator, rank: int) -> Triple:
    """Any orthonormal vectors belong to a matrix of zeros; Lanczos would start from nothing."""
    n, m = G.shape
    return np.eye(n, rank), np.zeros(rank), np.eye(rank, m)


def _randomized(
    G: KernelOperator, rank: int, oversampling: int, power: int, rng: np.random.RandomState
) -> Triple:
    """Subspace iteration from random directions (Halko, Martinsson and Tropp 2011, algorithms 4.4 and 5.1)."""
    n, m = G.shape
    size = min(rank + oversampling, n, m)
    check_memory(
        32.0 * (n + m) * size, f"{size:,} directions in {max(n, m):,} dimensions", "Ask for fewer components."
    )
    Q = random_range(G, size, power, rng)
    u, s, vt = svd((G.T @ Q).T, full_matrices=False)
    return (Q @ u)[:, :rank], s[:rank], vt[:rank]
