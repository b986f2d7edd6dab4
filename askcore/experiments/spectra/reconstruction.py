r"""Graph reconstruction: each node's out-links from its nearest neighbours in feature space.

Experiment floor. The task of Tao et al. 2023, table 2: a node with k_v out-links is linked to the k_v nodes closest to
it, and A - A_rec is measured. The paper does not say which norms "l1" and "l2" are. Here l1 is the induced norm
max_j sum_i |D_ij| and l2 the spectral norm of D = A - A_rec: those two give figures of the published size (l2^2 is at
most max column sum times max row sum; the published l2 of Pubmed is 128 where the Frobenius norm cannot be below 200
with half of the links wrong).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.neighbors import NearestNeighbors

from askcore._validation import DataError, as_matrix, check_memory
from askcore.experiments.spectra.features import Features
from askcore.solvers import truncated_svd

__all__ = ["Reconstruction", "reconstruct"]

COMPARED = ("both", "left", "right", "cross")
BLOCK = 1024  # nodes whose neighbours are searched at once


@dataclass(frozen=True, eq=False)
class Reconstruction:
    """A reconstructed graph and how far it is from the true one.

    Attributes
    ----------
    adjacency : (N, N) sparse, 0 or 1, row i with as many links as the true row.
    l1 : max_j sum_i |D_ij| of D = A - A_rec.  l2 : largest singular value of D.  frobenius : of D.
    recovered : share of the true links that are in the reconstruction.
    """

    adjacency: sp.csr_array
    l1: float
    l2: float
    frobenius: float
    recovered: float


def reconstruct(
    adjacency: Any,
    features: Features,
    *,
    compare: str = "both",
    metric: str = "euclidean",
    exclude_self: bool = True,
) -> Reconstruction:
    """Link every node to its k_v nearest neighbours, k_v its number of out-links (weights are left out).

    Parameters
    ----------
    adjacency : (N, N), sparse or dense; [i, j] is the link i -> j.
    features : of the same N nodes.
    compare : which vectors of i and j meet: "both" [left, right] with [left, right], "left", "right", or "cross":
        the left one of i with the right one of j, which knows a direction.
    metric : "euclidean" or "cosine".
    exclude_self : whether a node may not be its own neighbour.

    Raises
    ------
    DataError : features that do not fit the graph, or have no right side where one is asked for.
    """
    A = sp.csr_array(as_matrix(adjacency, "adjacency"))
    A = sp.csr_array((A != 0).astype(np.float64))
    if metric not in ("euclidean", "cosine"):
        raise ValueError(f"metric must be 'euclidean' or 'cosine', got {metric!r}.")
    queries, points = _sides(features, compare)
    n = A.shape[0]
    if A.shape[1] != n or len(queries) != n or len(points) != n:
        raise DataError(
            f"Features of {len(queries):,} and {len(points):,} nodes do not fit an adjacency of shape {A.shape}",
            remedy="Extract the features from the graph's own adjacency.",
        )
    A_rec = _nearest(queries, points, np.diff(A.indptr), metric, exclude_self)
    D = sp.csr_array(A - A_rec)
    D.eliminate_zeros()
    l1 = float(abs(D).sum(axis=0).max()) if D.nnz else 0.0
    l2 = float(truncated_svd(D, 1, random_state=0).values[0]) if D.nnz else 0.0
    recovered = float(A.multiply(A_rec).sum() / max(A.nnz, 1))
    return Reconstruction(A_rec, l1, l2, float(np.sqrt((D.data**2).sum())), recovered)


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
    queries: np.ndarray, points: np.ndarray, degrees: np.ndarray, metric: str, exclude_self: bool
) -> sp.csr_array:
    """Row i: ones at the degrees[i] points nearest to query i. Blocks of nodes of like degree, so that a hub does
    not make every node search as many neighbours."""
    n = len(queries)
    most = int(min(degrees.max(initial=0) + exclude_self, n))
    check_memory(24.0 * BLOCK * n, f"Distances of {BLOCK:,} of {n:,} nodes", "Take a smaller graph.")
    search = NearestNeighbors(metric=metric, algorithm="brute").fit(points)
    order = np.argsort(degrees, kind="stable")
    order = order[degrees[order] > 0]
    rows, columns = [], []
    for start in range(0, len(order), BLOCK):
        block = order[start : start + BLOCK]
        wanted = int(min(degrees[block].max() + exclude_self, most))
        found = search.kneighbors(queries[block], n_neighbors=wanted, return_distance=False)
        for i, near in zip(block, found, strict=True):
            chosen = (near[near != i] if exclude_self else near)[: degrees[i]]
            rows.append(np.full(len(chosen), i))
            columns.append(chosen)
    row, column = (np.concatenate(part) if part else np.empty(0, int) for part in (rows, columns))
    return sp.csr_array((np.ones(len(row)), (row, column)), shape=(n, n))
