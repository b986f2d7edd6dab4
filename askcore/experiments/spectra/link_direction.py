"""Which way does a held-out edge point? The score of i -> j against that of j -> i, from an embedding of the rest.

Experiment floor. An embedding with one place per node gives both ways the same score, so its AUC is 0.5 by
construction; one with a source and a target place can tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import eigsh
from sklearn.metrics import roc_auc_score

from askcore._validation import DataError, as_matrix, check_memory, check_square, read_only
from askcore.experiments.spectra.features import FEATURE_METHODS, Features, extract_features
from askcore.solvers import check_rank

__all__ = ["SYMMETRIC", "DirectionScores", "direction_score", "link_direction", "one_way_edges"]

SYMMETRIC = "symmetric"
"""The embedding of (A + A^T)/2 by its eigenvectors, which knows no direction."""


@dataclass(frozen=True, eq=False)
class DirectionScores:
    """AUC (S,) over the splits of held-out edges against their reversals; ``n_edges`` held out each time."""

    auc: np.ndarray
    n_edges: int
    method: str


def link_direction(
    adjacency: Any,
    method: str = "ksvd",
    n_components: int = 32,
    *,
    test_size: float = 0.2,
    n_splits: int = 5,
    random_state: int = 0,
    **options: Any,
) -> DirectionScores:
    """AUC of ``direction_score`` on held-out edges i -> j against the reversals j -> i.

    Only edges without a reversal are held out and scored: one that exists both ways has no direction. Self-loops
    are left out likewise. The embedding is made from the graph without the held-out edges.

    Parameters
    ----------
    adjacency : (N, N), sparse or dense; [i, j] is the weight of i -> j.
    method : a name in ``FEATURE_METHODS`` or "symmetric".  n_components : r.
    options : of ``extract_features``.

    Raises DataError for a graph without edges that go one way, or more components than nodes, ValueError for an
    adjacency that is not square.
    """
    A = sp.csr_array(as_matrix(adjacency, "adjacency"))
    check_square(A, "adjacency")
    if not 0 < test_size < 1 or n_splits < 1:
        raise ValueError(f"Need 0 < test_size < 1 and n_splits >= 1, got {test_size} and {n_splits}.")
    if method != SYMMETRIC and method not in FEATURE_METHODS:
        known = ", ".join([*FEATURE_METHODS, SYMMETRIC])
        raise ValueError(f"Unknown method {method!r}; known are {known}.")
    edges = one_way_edges(A)
    held = round(test_size * len(edges))
    if held < 1:
        raise DataError(
            f"{len(edges)} edges of this graph go one way only, too few to hold some out",
            remedy="Choose a directed graph, or a larger test_size.",
        )
    seeds = np.random.SeedSequence(random_state).generate_state(n_splits)
    found = []
    for seed in seeds:
        chosen = edges[np.random.default_rng(seed).permutation(len(edges))[:held]]
        rest = _without(A, chosen)
        features = (
            _symmetric(rest, n_components)
            if method == SYMMETRIC
            else extract_features(rest, method, n_components, **options)
        )
        i, j = chosen.T
        forward, backward = direction_score(features, i, j), direction_score(features, j, i)
        truth = np.repeat([1, 0], held)
        found.append(roc_auc_score(truth, np.concatenate([forward, backward])))
    return DirectionScores(np.array(found), held, method)


def one_way_edges(A: sp.csr_array) -> np.ndarray:
    """(E, 2) edges (i, j), i != j, whose reversal (j, i) is no edge."""
    present = (A != 0).astype(np.int8)
    alone = sp.coo_array(present - present.multiply(present.T))
    alone.eliminate_zeros()
    pairs = np.column_stack([alone.row, alone.col])
    return pairs[pairs[:, 0] != pairs[:, 1]]


def direction_score(features: Features, i: np.ndarray, j: np.ndarray) -> np.ndarray:
    """left_i . right_j, which for features U S^1/2 and V S^1/2 is the entry (i, j) of U S V^T; without a right side
    left_i . left_j. (Products before sums, so that equal sides give exactly equal scores.)"""
    right = features.left if features.right is None else features.right
    return (features.left[i] * right[j]).sum(axis=1)


def _without(A: sp.csr_array, edges: np.ndarray) -> sp.csr_array:
    """A with these entries taken out."""
    gone = sp.csr_array((np.ones(len(edges)), edges.T), shape=A.shape)
    rest = sp.csr_array(A - A.multiply(gone))
    rest.eliminate_zeros()
    return rest


def _symmetric(A: sp.csr_array, r: int) -> Features:
    """U |L|^1/2 of (A + A^T)/2 = U L U^T, the leading eigenvalues by size."""
    check_rank(r, A.shape)
    half = sp.csr_array((A + A.T) / 2)
    n = half.shape[0]
    if r >= n - 1 or n <= 400:
        check_memory(24.0 * n * n, f"The eigenvectors of {n:,} nodes", "Ask for fewer components.")
        w, U = np.linalg.eigh(half.toarray())
    else:
        w, U = eigsh(half, k=r, which="LM", v0=np.ones(n))
    order = np.argsort(-np.abs(w))[:r]
    size = np.abs(w[order])
    return Features(read_only(U[:, order] * np.sqrt(size)), None, read_only(size), SYMMETRIC)
