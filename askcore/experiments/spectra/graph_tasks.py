r"""Predict links from features of nodes (N, d): which exist, and which way one points.

Reconstruction (Tao et al. 2023, table 2): a node with k_v out-links is linked to the k_v nodes closest to it, and A -
A_rec is measured. The paper does not say which norms "l1" and "l2" are. Here l1 is the induced norm max_j sum_i |D_ij|
and l2 the spectral norm of D = A - A_rec: those two give figures of the published size (l2^2 is at most max column sum
times max row sum; the published l2 of Pubmed is 128 where the Frobenius norm cannot be below 200 with half of the links
wrong).

Direction: the score of a held-out edge i -> j against that of j -> i. An embedding with one place per node gives both
ways the same score, so its AUC is 0.5 by construction; one with a source and a target place can tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import scipy.sparse as sp
from sklearn.metrics import pairwise_distances, roc_auc_score

from askcore._validation import DataError, as_matrix, check_memory, check_square, check_whole, read_only
from askcore.experiments.direction import flippable
from askcore.experiments.spectra.features import FEATURE_METHODS, Features, extract_features
from askcore.solvers import symmetric_eigenpairs, truncated_svd

COMPARED = ("both", "left", "right", "cross")
BLOCK = 1024  # nodes whose neighbours are searched at once
TIE = 1e-6  # of the largest distance: the root of a difference of squares is exact to 1e-8 of the lengths
TINY = np.finfo(float).tiny
HELD_OUT = 0.2  # of the edges that go one way


@dataclass(frozen=True, eq=False)
class Reconstruction:
    """A reconstructed graph (N, N), 0 or 1, row i with as many links as the true row, and how far it is from that one.

    ``l1`` is max_j sum_i |D_ij| of D = A - A_rec, ``l2`` its largest singular value.
    """

    adjacency: sp.csr_array = field(repr=False)
    l1: float
    l2: float


def reconstruct(
    adjacency: Any,
    features: Features,
    *,
    compare: str = "both",
    metric: str = "euclidean",
    ties: Literal["random", "first"] = "random",
    random_state: int = 0,
) -> Reconstruction:
    """Link every node to its k_v nearest neighbours, k_v its number of out-links (weights are left out)."""
    A = sp.csr_array(as_matrix(adjacency, "adjacency"))
    A = sp.csr_array((A != 0).astype(np.float64))
    if metric not in ("euclidean", "cosine"):
        raise ValueError(f"metric must be 'euclidean' or 'cosine', got {metric!r}.")
    if ties not in ("random", "first"):
        raise ValueError(f"ties must be 'random' or 'first', got {ties!r}.")
    queries, points = _sides(features, compare)
    A_rec = _nearest(queries, points, np.diff(A.indptr), metric, random_state if ties == "random" else None)
    D = sp.csr_array(A - A_rec)
    D.eliminate_zeros()
    l1 = float(abs(D).sum(axis=0).max()) if D.nnz else 0.0
    l2 = float(truncated_svd(D, 1, random_state=0).values[0]) if D.nnz else 0.0
    return Reconstruction(A_rec, l1, l2)


def _sides(features: Features, compare: str) -> tuple[np.ndarray, np.ndarray]:
    if compare not in COMPARED:
        raise ValueError(f"compare must be one of {', '.join(map(repr, COMPARED))}, got {compare!r}.")
    if compare == "cross":
        if features.right is None:
            raise DataError(f"{features.method} has features of the rows only", remedy="Take compare='left'.")
        return features.left, features.right
    side = features.side(compare)
    return side, side


def _nearest(
    queries: np.ndarray,
    points: np.ndarray,
    degrees: np.ndarray,
    metric: str,
    random_state: int | None,
) -> sp.csr_array:
    """Row i: ones at the degrees[i] points nearest to query i. Ties in the distance are broken at random: nodes
    with the same links are at the same place, rounding would choose otherwise on every processor, and the first
    ones would become hubs without incoming links."""
    n, rng = len(queries), np.random.default_rng(random_state)
    check_memory(24.0 * BLOCK * n, f"Distances of {BLOCK:,} of {n:,} nodes", "Take a smaller graph.")
    rows, columns = [], []
    linked = np.flatnonzero(degrees)
    for start in range(0, len(linked), BLOCK):
        block = linked[start : start + BLOCK]
        distances = pairwise_distances(queries[block], points, metric)
        distances = np.round(distances / np.maximum(TIE * distances.max(axis=1, keepdims=True), TINY))
        distances[np.arange(len(block)), block] = np.inf
        for i, row in zip(block, distances, strict=True):
            wanted = min(int(degrees[i]), n - 1)
            within = np.flatnonzero(row <= np.partition(row, wanted - 1)[wanted - 1]) if wanted else row[:0]
            draws = rng.random(len(within)) if random_state is not None else within
            chosen = within[np.lexsort((draws, row[within]))][:wanted]
            rows.append(np.full(len(chosen), i))
            columns.append(chosen)
    row, column = (np.concatenate(part) if part else np.empty(0, int) for part in (rows, columns))
    return sp.csr_array((np.ones(len(row)), (row, column)), shape=(n, n))


SYMMETRIC = "symmetric"
"""The embedding of (A + A^T)/2 by its eigenvectors, which knows no direction."""
DEGREES = "degrees"
"""Sums of the rows and of the columns of A in place of features: what any embedding has to do better than."""


@dataclass(frozen=True, eq=False)
class DirectionScores:
    """AUC (S,) over the splits of held-out edges against their reversals; ``n_edges`` held out each time."""

    auc: np.ndarray = field(repr=False)
    n_edges: int
    method: str


def link_direction(
    adjacency: Any, method: str = "ksvd", n_components: int = 32, *, n_splits: int = 5
) -> DirectionScores:
    """Predict the direction of test links: the AUC of ``direction_score`` for i -> j against the reversed link j -> i.

    Test links are links that are not reciprocated, because a reciprocated link has no direction. Self-loops are also
    excluded. The embedding is computed from the graph without the test links.

    Parameters
    ----------
    adjacency : (N, N), sparse or dense; [i, j] is the weight of i -> j.
    method : a name in ``FEATURE_METHODS``, "symmetric" or "degrees".
    n_components : number r of components.
    n_splits : number of splits; in each, a fifth of the links that are not reciprocated are test links.

    Returns
    -------
    DirectionScores : AUC (n_splits,), 0.5 for guessing.

    Raises
    ------
    DataError : all links are reciprocated, or there are more components than nodes.
    ValueError : the adjacency matrix is not square, the method is unknown, or a number is out of range.
    """
    A = sp.csr_array(as_matrix(adjacency, "adjacency"))
    check_square(A, "adjacency")
    check_whole(1, n_splits=n_splits)
    if method not in (SYMMETRIC, DEGREES, *FEATURE_METHODS):
        known = ", ".join([*FEATURE_METHODS, SYMMETRIC, DEGREES])
        raise ValueError(f"Unknown method {method!r}; known are {known}.")
    edges = one_way_edges(A)
    held = round(HELD_OUT * len(edges))
    if held < 1:
        raise DataError(
            f"{len(edges)} links of this graph go one way only, too few to hold any out",
            remedy="Choose a directed graph, or a larger one.",
        )
    seeds = np.random.SeedSequence(0).generate_state(n_splits)
    found = []
    for seed in seeds:
        chosen = edges[np.random.default_rng(seed).permutation(len(edges))[:held]]
        rest = _without(A, chosen)
        own = {SYMMETRIC: _symmetric, DEGREES: _degrees}.get(method)
        features = own(rest, n_components) if own else extract_features(rest, method, n_components)
        i, j = chosen.T
        forward, backward = direction_score(features, i, j), direction_score(features, j, i)
        truth = np.repeat([1, 0], held)
        found.append(roc_auc_score(truth, np.concatenate([forward, backward])))
    return DirectionScores(np.array(found), held, method)


def one_way_edges(A: sp.csr_array) -> np.ndarray:
    """(E, 2) edges (i, j), i != j, whose reversal (j, i) is no edge, row by row."""
    edges = sp.coo_array(sp.csr_array(A != 0))
    return np.column_stack([edges.row, edges.col])[flippable(edges)]


def direction_score(features: Features, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """left_i . right_j, which for features U S^1/2 and V S^1/2 is the entry (i, j) of U S V^T; without a right side
    left_i . left_j. (Products before sums, so that equal sides give exactly equal scores.)"""
    right = features.left if features.right is None else features.right
    return (features.left[i] * right[j]).sum(axis=1)


def _without(A: sp.csr_array, edges: np.ndarray) -> sp.csr_array:
    gone = sp.csr_array((np.ones(len(edges)), edges.T), shape=A.shape)
    rest = sp.csr_array(A - A.multiply(gone))
    rest.eliminate_zeros()
    return rest


def _degrees(A: sp.csr_array, _: int) -> Features:
    """One component: what leaves a node, and what comes in."""
    out, inward = (np.asarray(abs(A).sum(axis=axis), dtype=float).reshape(-1, 1) for axis in (1, 0))
    return Features(read_only(out), read_only(inward), np.ones(1), DEGREES)


def _symmetric(A: sp.csr_array, r: int) -> Features:
    """U |L|^1/2 of (A + A^T)/2 = U L U^T, the leading eigenvalues by size."""
    found = symmetric_eigenpairs(sp.csr_array((A + A.T) / 2), r, random_state=0)
    size = np.abs(found.values)
    return Features(read_only(found.vectors * np.sqrt(size)), None, read_only(size), SYMMETRIC)
