"""How well an embedding keeps classes together: a score from each sample's nearest neighbours.

Experiment floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.spatial.distance import cdist

__all__ = ["neighbour_score"]

NEIGHBOURS = 5
QUERIES = 2_000
ASKED_AT_ONCE = 250


def neighbour_score(features: np.ndarray, labels: Any) -> float | None:
    """Share of labelled samples whose class most of their 5 nearest others have, by Euclidean distance.

    The sample itself is left out; past 2,000 samples, 2,000 evenly spaced ones are asked, among all. None with
    fewer than two classes or 3 samples. A tie goes to the class of the nearer neighbour.
    """
    if labels is None:
        return None
    labels = np.asarray(labels)
    known = np.flatnonzero(labels != "") if labels.dtype.kind == "U" else np.arange(len(labels))
    names, codes = np.unique(labels[known], return_inverse=True)
    if len(names) < 2 or len(known) < 3:
        return None
    asked = np.unique(np.linspace(0, len(known) - 1, QUERIES).astype(int))
    votes = np.vstack([_votes(features[known], some, codes, len(names)) for some in _chunks(asked)])
    return float((votes.argmax(axis=1) == codes[asked]).mean())


def _chunks(asked: np.ndarray) -> list[np.ndarray]:
    return np.array_split(asked, -(-len(asked) // ASKED_AT_ONCE))


def _votes(X: np.ndarray, asked: np.ndarray, codes: np.ndarray, n_classes: int) -> np.ndarray:
    """Votes (n, classes) of the nearest others; those of nearer ones count a little more, which settles ties."""
    distance = cdist(X[asked], X, "sqeuclidean")
    distance[np.arange(len(asked)), asked] = np.inf
    k = min(NEIGHBOURS, len(X) - 1)
    near = np.argpartition(distance, k - 1, axis=1)[:, :k]
    order = np.argsort(np.take_along_axis(distance, near, axis=1), axis=1, kind="stable")
    near = np.take_along_axis(near, order, axis=1)
    votes = np.zeros((len(asked), n_classes))
    for place in range(k):
        votes[np.arange(len(asked)), codes[near[:, place]]] += 1.0 - 1e-3 * place
    return votes
