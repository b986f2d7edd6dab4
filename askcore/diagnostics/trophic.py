r"""Trophic levels of a directed graph: an order of its nodes that reveals direction, and how much of it there is.

With weights w_mn of the links m -> n, in-strength w_in and out-strength w_out, the levels h solve

    Lambda h = v,   Lambda = diag(w_in + w_out) - W - W^T,   v = w_in - w_out,

so that each link climbs one level as nearly as possible (MacKay, Johnson and Sansom 2020). Lambda is the Laplacian of
the undirected graph: in each connected part h is unique up to a constant, and its lowest node gets level 0. The
incoherence

    F_0 = sum_mn w_mn (h_n - h_m - 1)^2 / sum_mn w_mn

is 0 where every link climbs exactly one level, and 1 where there is no direction, as in a cycle.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import LinearOperator, cg, splu

from askcore._graphs import as_adjacency
from askcore._scale import unit_of
from askcore._validation import DataError, check_square, read_only

FACTORISED = 3_000  # nodes up to which the Laplacian is factorised
TOLERANCE = 1e-10
LEVEL, ROUNDING = 1e-6, 1e-9  # a smaller climb, a smaller level is none
DIRECTED, UNDIRECTED = 0.25, 0.75  # incoherence up to which, and from which on, the outcome says so


class LevelOutcome(Enum):
    """Degrees of direction of a graph."""

    NO_LINKS = auto()
    DIRECTED = auto()
    PARTLY_DIRECTED = auto()
    UNDIRECTED = auto()


@dataclass(frozen=True)
class TrophicLevels:
    """Levels of nodes (N,), 0 for the lowest of each connected part, and the trophic incoherence F_0, 0 to 1.

    ``climbing`` is the share of the link weight that goes to a higher level; both are NaN without links. Levels of
    different ``parts`` are not comparable.
    """

    levels: np.ndarray = field(repr=False)
    incoherence: float
    climbing: float
    parts: int

    @property
    def outcome(self) -> LevelOutcome:
        """Degree of direction of the graph."""
        if np.isnan(self.incoherence):
            return LevelOutcome.NO_LINKS
        if self.incoherence <= DIRECTED:
            return LevelOutcome.DIRECTED
        return LevelOutcome.UNDIRECTED if self.incoherence >= UNDIRECTED else LevelOutcome.PARTLY_DIRECTED


def trophic_levels(adjacency: Any) -> TrophicLevels:
    """Trophic levels and incoherence of a directed graph (N, N) with weights above zero: [i, j] is that of i -> j.

    Raises DataError for a negative weight, ValueError for a matrix that is not square.

    References
    ----------
    MacKay, Johnson and Sansom 2020, How directed is a directed network?, Royal Society Open Science 7, 201138.

    Examples
    --------
    A feed-forward triangle: the link a -> c skips a level.

    >>> found = trophic_levels([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    >>> found.levels.round(3), round(found.incoherence, 4)
    (array([0.   , 0.667, 1.333]), 0.1111)
    """
    W = sp.csr_array(as_adjacency(adjacency), dtype=float)
    check_square(W)
    if W.nnz and W.data.min() < 0:
        raise DataError(
            "Trophic levels need weights above zero, but some links have a negative weight",
            remedy="Give the absolute weights.",
        )
    W = W / (unit_of(W.data) if W.nnz else 1.0)
    both = sp.csr_array(W + W.T)
    n_parts, part = connected_components(both, directed=False)
    into, out = np.asarray(W.sum(axis=0)).ravel(), np.asarray(W.sum(axis=1)).ravel()
    h = _solved(sp.csr_array(sp.diags_array(into + out) - both), into - out, part, n_parts)
    lowest = np.full(n_parts, np.inf)
    np.minimum.at(lowest, part, h)
    h = h - lowest[part]
    h[h < ROUNDING] = 0.0
    links = W.tocoo()
    climb, total = h[links.col] - h[links.row], float(links.data.sum())
    if total == 0:
        return TrophicLevels(read_only(h), float("nan"), float("nan"), int(n_parts))
    incoherence = float((links.data * (climb - 1.0) ** 2).sum() / total)
    up = float(links.data[climb > LEVEL].sum() / total)
    return TrophicLevels(read_only(h), incoherence if incoherence > ROUNDING else 0.0, up, int(n_parts))


def _solved(laplacian: sp.csr_array, v: np.ndarray, part: np.ndarray, n_parts: int) -> np.ndarray:
    """A solution of the Laplacian system; the first node of each connected part stays at 0."""
    n = len(v)
    free = np.ones(n, dtype=bool)
    free[np.unique(part, return_index=True)[1]] = False
    h = np.zeros(n)
    if not free.any():
        return h
    grounded, right = sp.csc_array(laplacian[free][:, free]), v[free]
    if n <= FACTORISED:
        h[free] = splu(grounded).solve(right)
        return h
    scale = grounded.diagonal()
    shape = grounded.shape
    jacobi = LinearOperator(shape, matvec=lambda x: np.ravel(x) / scale, dtype=float)
    found, failed = cg(grounded, right, rtol=TOLERANCE, maxiter=20 * n, M=jacobi)
    if failed:
        raise np.linalg.LinAlgError("The trophic levels did not converge. Leave out links with tiny weights.")
    h[free] = found
    return h
