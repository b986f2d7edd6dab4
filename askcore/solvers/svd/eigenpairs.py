"""The leading eigenpairs of a symmetric kernel operator of any signature: dense, Lanczos or randomised.

"Leading" is by magnitude, so that an indefinite matrix keeps its large negative eigenvalues, or algebraically, the
largest first. Lanczos and the randomised method only ask for products.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.sparse.linalg import ArpackError, eigsh

from askcore._random import Seed, check_random_state
from askcore._threads import one_thread
from askcore._validation import (
    check_memory,
    check_symmetric,
    check_symmetric_products,
    fits_memory,
    read_only,
)
from askcore.operators import CenteredOperator, KernelOperator, as_operator
from askcore.solvers.svd._factors import random_range
from askcore.solvers.svd.singular import check_rank, choose_solver, fix_signs, products_are_small

EIGEN_SOLVERS = ("full", "arpack", "randomized")
ORDERS = ("magnitude", "algebraic")
RESTARTS = 60  # of Lanczos; where these do not do, the values lie so close that all of them are cheaper
OVERSAMPLING, POWER = 10, 3  # of the randomised method

Pairs = tuple[np.ndarray, np.ndarray]  # values (r,), vectors (n, r)


@dataclass(frozen=True, eq=False)
class EigenPairs:
    """The r leading eigenvalues (r,), in the order asked for, with orthonormal eigenvectors (n, r).

    ``solver`` is the one that ran; ``notes`` say in words what went differently. The entry of largest magnitude of
    each vector is positive.
    """

    values: np.ndarray = field(repr=False)
    vectors: np.ndarray = field(repr=False)
    solver: str
    notes: tuple[str, ...] = field(default=(), repr=False)


def symmetric_eigenpairs(
    K: Any,
    rank: int,
    *,
    solver: str = "auto",
    order: str = "magnitude",
    random_state: Seed = 0,
) -> EigenPairs:
    """Compute the leading eigenpairs of a symmetric matrix of any signature.

    Parameters
    ----------
    K : (n, n) operator, array or sparse matrix.
    rank : number of pairs.
    solver : "full" (all pairs, then truncated), "arpack" (Lanczos), "randomized" (subspace iteration), or "auto": full
        for small matrices, Lanczos for few pairs, randomised for many pairs or if each product evaluates the kernel.
    order : "magnitude" (descending |lambda|) or "algebraic" (descending lambda).
    random_state : seed of the starting vector or of the random directions.

    Returns
    -------
    EigenPairs : values (r,) in units of K, orthonormal vectors (n, r).

    Raises
    ------
    ValueError : K is not symmetric (the message says by how much), or the solver or the order is unknown.
    DataError : the rank is above n, or the full decomposition does not fit in memory.

    References
    ----------
    Halko, Martinsson and Tropp 2011, section 5.3.

    Examples
    --------
    >>> symmetric_eigenpairs(np.diag([1.0, -3.0, 2.0]), 2).values
    array([-3.,  2.])
    """
    if order not in ORDERS:
        raise ValueError(f"order must be one of {', '.join(map(repr, ORDERS))}, got {order!r}.")
    G = as_operator(K)
    _check_symmetric(G)
    check_rank(rank, G.shape)
    name = choose_solver(G, rank) if solver == "auto" else solver
    rng = check_random_state(random_state)
    notes: tuple[str, ...] = ()
    with one_thread(products_are_small(G, name)):
        if name == "arpack" and rank < G.shape[0]:
            found = _arpack(G, rank, order, rng)
            if found is None:
                name = "full" if _fits(G.shape[0]) else "randomized"
                notes = (f"Lanczos did not settle on this spectrum; the {name} method ran instead.",)
        elif name == "arpack":
            name = "full"
        if name == "full":
            found = _full(G)
        elif name == "randomized":
            # It finds the largest magnitudes, so "algebraic" needs more.
            size = OVERSAMPLING + (rank if order == "magnitude" else 2 * rank)
            found = _randomized(G, size, rng)
        elif name != "arpack":
            raise ValueError(
                f"solver must be 'auto' or one of {', '.join(map(repr, EIGEN_SOLVERS))}, got {solver!r}."
            )
        assert found is not None
        values, vectors = found
        best = np.argsort(-np.abs(values) if order == "magnitude" else -values, kind="stable")[:rank]
        vectors, _ = fix_signs(vectors[:, best], vectors[:, best])
    return EigenPairs(read_only(values[best]), read_only(vectors), name, notes)


def _check_symmetric(G: KernelOperator) -> None:
    base = G.base if isinstance(G, CenteredOperator) else G
    if base.stored is None:
        check_symmetric_products(base)
    else:
        check_symmetric(base.stored, "The kernel matrix")


def _fits(n: int) -> bool:
    return fits_memory(32.0 * n * n)


def _full(G: KernelOperator) -> Pairs:
    n = G.shape[0]
    check_memory(
        32.0 * n * n,
        f"All eigenvectors of a {n:,} x {n:,} matrix",
        "Take solver='arpack' or 'randomized', which need its products only.",
    )
    A = G.toarray()
    return np.linalg.eigh((A + A.T) / 2)


def _arpack(G: KernelOperator, rank: int, order: str, rng: np.random.RandomState) -> Pairs | None:
    """Implicitly restarted Lanczos; None where it breaks down or does not settle (equal values now and then)."""
    n = G.shape[0]
    start = rng.standard_normal(n)
    size = float(np.abs(G @ start).max())
    if size == 0.0:
        return np.zeros(rank), np.eye(n, rank)
    try:
        values, vectors = eigsh(
            G * (1.0 / size),
            k=rank,
            which="LM" if order == "magnitude" else "LA",
            v0=start,
            ncv=min(n - 1, max(2 * rank + 20, 40)) if rank < n - 1 else n,
            maxiter=RESTARTS,
        )
    except ArpackError:
        return None
    return values * size, vectors


def _randomized(G: KernelOperator, size: int, rng: np.random.RandomState) -> Pairs:
    """The eigenpairs of Q^T G Q for a random range Q (Halko et al. 2011, section 5.3)."""
    n = G.shape[0]
    size = min(size, n)
    check_memory(40.0 * n * size, f"{size:,} directions in {n:,} dimensions", "Ask for fewer components.")
    Q = random_range(G, size, POWER, rng)
    small = Q.T @ (G @ Q)
    values, vectors = np.linalg.eigh((small + small.T) / 2)
    return values, Q @ vectors
