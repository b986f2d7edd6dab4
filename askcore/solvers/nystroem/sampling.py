"""Five ways to sample rows and columns of a kernel matrix.

Rows and columns are sampled separately: G is not symmetric, and what makes a good row makes no good column. A way that
needs more than entries of a few rows and columns reads a uniform pilot sample first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from askcore._validation import DataError, check_memory
from askcore.operators import KernelOperator, LazyOperator
from askcore.operators.lazy import ConditionalOperator
from askcore.operators.low_rank import cross_approximation
from askcore.solvers.svd._factors import svd

PILOT = 4.0  # pilot columns for each sampled row, up to PILOT_MOST
PILOT_MOST = 400
PILOT_CROSS = 20
PATIENCE = 20  # rows without a residual, after which crosses are taken to reproduce the matrix


@dataclass(frozen=True)
class Sample:
    """Sampled rows (n,) and columns (m,), in the order in which they were drawn, and a note on how."""

    rows: np.ndarray = field(repr=False)
    columns: np.ndarray = field(repr=False)
    note: str = ""


def sample(G: KernelOperator, n: int, m: int, sampling: str, rng: np.random.RandomState) -> Sample:
    """n different rows and m different columns of G (N, M), as indices (n,) and (m,) with a note.

    ``sampling`` is "uniform"; "squared_norm" (probability proportional to |row|^2); "kmeans" (rows nearest to the
    centres of clusters of the data, or of the rows of a pilot block); "leverage" (probability proportional to ridge
    leverage scores, rows from G G^T, columns from G^T G; Cohen et al. 2017); "cross" (adaptive cross approximation,
    random in the first row alone; Bebendorf 2000).
    """
    if sampling not in SAMPLINGS:
        raise DataError(
            f"There is no sampling called {sampling!r}",
            remedy=f"Choose one of {', '.join(map(repr, SAMPLINGS))}.",
        )
    if isinstance(G, ConditionalOperator):
        # Denominators over a pilot sample: the exact ones would cost every entry before the first is drawn.
        # Crosses pay for them again with every column.
        G = G.relative_to(rng.permutation(G.shape[1])[: PILOT_CROSS if sampling == "cross" else PILOT_MOST])
    return SAMPLINGS[sampling](G, n, m, rng)


def _uniform(G: KernelOperator, n: int, m: int, rng: np.random.RandomState) -> Sample:
    return Sample(rng.permutation(G.shape[0])[:n], rng.permutation(G.shape[1])[:m])


def _squared_norm(G: KernelOperator, n: int, m: int, rng: np.random.RandomState) -> Sample:
    if G.in_memory:
        with np.errstate(over="ignore"):
            rows, columns = G.squared_norms()
        note = ""
    else:
        across, down = _pilot(G, n, m, rng)
        rows, columns = (across**2).sum(axis=1), (down**2).sum(axis=0)
        note = "Norms were estimated from a uniform pilot sample."
    return Sample(_draw(rows, n, rng), _draw(columns, m, rng), note)


def _kmeans(G: KernelOperator, n: int, m: int, rng: np.random.RandomState) -> Sample:
    if isinstance(G, LazyOperator) and isinstance(G.X, np.ndarray) and G.X.ndim == 2:
        rows, columns, note = G.X, G.Z, ""
    else:
        across, down = _pilot(G, n, m, rng)
        rows, columns = across, down.T
        note = (
            "Only the matrix is known: its rows and columns were clustered by a uniform pilot sample of it."
        )
    return Sample(_nearest_to_centres(rows, n, rng), _nearest_to_centres(columns, m, rng), note)


def _leverage(G: KernelOperator, n: int, m: int, rng: np.random.RandomState) -> Sample:
    across, down = _pilot(G, n, m, rng)
    rows, columns = _ridge_leverage(across, n), _ridge_leverage(down.T, m)
    return Sample(
        _draw(rows, n, rng), _draw(columns, m, rng), "Leverage was estimated from a uniform pilot sample."
    )


def _cross(G: KernelOperator, n: int, m: int, rng: np.random.RandomState) -> Sample:
    every_row, every_column = np.arange(G.shape[0]), np.arange(G.shape[1])
    rows, columns, _, _ = cross_approximation(
        lambda i: G.block(every_row[i : i + 1], every_column)[0],
        lambda j: G.block(every_row, every_column[j : j + 1])[:, 0],
        G.shape,
        rank=max(n, m),
        start=int(rng.randint(G.shape[0])),
        patience=PATIENCE,
    )
    note = ""
    if rows.size < min(n, m):
        note = f"{rows.size} crosses reproduce the matrix; the rest was sampled uniformly."
    return Sample(_filled(rows, n, G.shape[0], rng), _filled(columns, m, G.shape[1], rng), note)


SAMPLINGS: dict[str, Callable[[KernelOperator, int, int, np.random.RandomState], Sample]] = {
    "uniform": _uniform,
    "squared_norm": _squared_norm,
    "kmeans": _kmeans,
    "leverage": _leverage,
    "cross": _cross,
}


def _pilot(G: KernelOperator, n: int, m: int, rng: np.random.RandomState) -> tuple[np.ndarray, np.ndarray]:
    """All rows against some columns (N, p), and some rows against all columns (q, M)."""
    p, q = (min(size, PILOT_MOST, max(20, int(PILOT * k))) for size, k in ((G.shape[1], n), (G.shape[0], m)))
    check_memory(
        16.0 * (G.shape[0] * p + G.shape[1] * q),
        "The pilot sample",
        "Take sampling='uniform', which needs none.",
    )
    columns, rows = rng.permutation(G.shape[1])[:p], rng.permutation(G.shape[0])[:q]
    across, down = G.block(np.arange(G.shape[0]), columns), G.block(rows, np.arange(G.shape[1]))
    size = max(float(np.abs(across).max()), float(np.abs(down).max())) or 1.0
    return across / size, down / size  # only shares matter, and squares must not over- or underflow


def _ridge_leverage(block: np.ndarray, n: int) -> np.ndarray:
    """l_i = [B B^T (B B^T + ridge)^-1]_ii with the ridge that the tail beyond n values leaves (Cohen et al. 2017)."""
    u, s, _ = svd(block, full_matrices=False)
    kept = min(n, s.size)
    ridge = float((s[kept:] ** 2).sum()) / kept
    weight = s**2 / np.where(s > 0, s**2 + ridge, 1.0)
    return (u**2) @ weight


def _nearest_to_centres(points: np.ndarray, n: int, rng: np.random.RandomState) -> np.ndarray:
    """Different points, one near each of n cluster centres."""
    from sklearn.cluster import MiniBatchKMeans

    if n >= len(points):
        return np.arange(len(points))
    found = MiniBatchKMeans(n, n_init=1, max_iter=20, batch_size=max(1024, 3 * n), random_state=rng).fit(
        points
    )
    offset = found.cluster_centers_[found.labels_] - points
    order = np.argsort(np.einsum("ij,ij->i", offset, offset), kind="stable")
    _, first = np.unique(found.labels_[order], return_index=True)
    return _filled(order[first], n, len(points), rng)  # a cluster may be empty


def _draw(weights: np.ndarray, n: int, rng: np.random.RandomState) -> np.ndarray:
    """n different indices with probability proportional to the weights; zero weights only when nothing is left."""
    if not np.isfinite(weights).all():  # squares that overflowed: those are the ones that count
        weights = np.isinf(weights).astype(float)
    positive = np.flatnonzero(weights > 0)
    drawn = positive[:0]
    if positive.size:
        p: np.ndarray = weights[positive] / float(weights[positive].sum())
        drawn = rng.choice(positive, min(n, int(np.count_nonzero(p))), replace=False, p=p)
    return _filled(drawn, n, weights.size, rng)


def _filled(chosen: np.ndarray, n: int, size: int, rng: np.random.RandomState) -> np.ndarray:
    """The first n of the chosen indices, filled up with uniformly drawn others."""
    chosen = np.asarray(chosen[:n], dtype=int)
    others = np.setdiff1d(np.arange(size), chosen)
    return np.concatenate([chosen, rng.permutation(others)[: n - chosen.size]])
