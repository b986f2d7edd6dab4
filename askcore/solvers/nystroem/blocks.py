"""The sampled blocks of the asymmetric Nystroem method, its algebra on them, and its error on what was not sampled.

C = G[:, columns], R = G[rows, :] and W = G[rows, columns] are all that is ever evaluated; the check of the tolerance
mode holds out further rows and columns.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from askcore._validation import DataError, read_only
from askcore.operators import KernelOperator, LazyOperator
from askcore.operators.lazy import ConditionalOperator
from askcore.operators.wrappers import CentringMeans
from askcore.solvers.nystroem.sampling import Sample
from askcore.solvers.svd._factors import svd, thin_qr
from askcore.solvers.svd.singular import SingularTriplets, truncated_svd

BLOCK_SIDE = 400  # a sampled block up to this side is decomposed in full, beyond it by random directions
POWER = 2  # iterations of those: more change nothing beside the error of sampling


@dataclass(frozen=True)
class Step:
    """One size tried by the tolerance mode and its error on held-out rows and columns."""

    n_rows: int
    n_columns: int
    error: float


@dataclass(frozen=True, kw_only=True)
class Nystroem(SingularTriplets):
    """Approximate singular triplets and their cost.

    Attributes
    ----------
    rows, columns : sampled indices.
    sampled_rank : numerical rank of the sampled block, at most the modes kept.
    error : error on held-out rows and columns (see ``asymmetric_nystroem``), or None.
    steps : sizes tried by the tolerance mode.
    means : estimated row means (N,), column means (M,) and grand mean of centring, or None.
    entries : kernel entries evaluated, those of all steps and of the held-out check included.
    seconds_kernel, seconds_solve : time for evaluating entries, and for everything else.
    """

    rows: np.ndarray
    columns: np.ndarray
    sampled_rank: int
    error: float | None = None
    steps: tuple[Step, ...] = ()
    means: CentringMeans | None = None
    entries: int = 0
    seconds_kernel: float = 0.0
    seconds_solve: float = 0.0


class ZeroBlockError(DataError):
    """The sampled block holds zeros only: this sample says nothing, a larger one may."""


@dataclass
class Blocks:
    """C = G[:, columns] (N, m), R = G[rows, :] (n, M), and their estimates.

    ``totals`` (N,) turn a conditional kernel's sampled denominators into full ones; ``means`` are those of centring.
    """

    C: np.ndarray
    R: np.ndarray
    sample: Sample
    totals: np.ndarray | None = None
    means: CentringMeans | None = None

    @property
    def W(self) -> np.ndarray:
        """G[rows, columns], (n, m)."""
        return self.C[self.sample.rows]

    @property
    def whole(self) -> bool:
        """Whether every row or every column was sampled: then nothing is left to estimate."""
        return self.R.shape[0] == self.C.shape[0] or self.C.shape[1] == self.R.shape[1]


def entries_so_far(G: KernelOperator) -> int:
    """Kernel entries evaluated up to now; 0 for a matrix in memory."""
    return G.evaluated if isinstance(G, LazyOperator) else 0


def evaluate(G: KernelOperator, drawn: Sample, modes: int, rng: np.random.RandomState) -> Blocks:
    """The blocks at the drawn rows and columns; a conditional kernel's full denominators are estimated."""
    every_row, every_column = np.arange(G.shape[0]), np.arange(G.shape[1])
    if not isinstance(G, ConditionalOperator):
        return Blocks(G.block(every_row, drawn.columns), G.block(drawn.rows, every_column), drawn)
    # Denominators over the sampled columns are known; G is that matrix with each row divided by its sum t_i >= 1.
    nearby = G.relative_to(drawn.columns)
    blocks = Blocks(nearby.block(every_row, drawn.columns), nearby.block(drawn.rows, every_column), drawn)
    sums = blocks.R.sum(axis=1)
    if blocks.whole:
        totals = np.ones(G.shape[0])  # the sampled columns are all of them, or every row is known below
    else:
        u, s, vt = _modes(blocks.W, modes, rng)
        totals = np.maximum(blocks.C @ (vt.T @ ((u.T @ sums) / s)), 1.0)
    totals[drawn.rows] = sums  # these rows are known in full
    blocks.C /= totals[:, None]
    blocks.R /= sums[:, None]
    blocks.totals = totals
    return blocks


def centre(blocks: Blocks, modes: int, rng: np.random.RandomState) -> None:
    """Subtract the means of C W_k^+ R from the blocks; the means of sampled rows and columns are known."""
    if blocks.R.shape[0] == blocks.C.shape[0]:
        row_means, column_means = np.empty(len(blocks.C)), blocks.R.mean(axis=0)
    elif blocks.C.shape[1] == blocks.R.shape[1]:
        row_means, column_means = blocks.C.mean(axis=1), np.empty(blocks.R.shape[1])
    else:
        left, right = _factors(blocks, modes, rng)
        down, across = left.mean(axis=0), right.mean(axis=0)
        row_means, column_means = left @ across, right @ down
    row_means[blocks.sample.rows] = blocks.R.mean(axis=1)
    column_means[blocks.sample.columns] = blocks.C.mean(axis=0)
    grand = 0.5 * float(row_means.mean() + column_means.mean())
    blocks.means = CentringMeans(read_only(row_means), read_only(column_means), grand)
    blocks.C = blocks.means.taken_from(blocks.C, slice(None), blocks.sample.columns)
    blocks.R = blocks.means.taken_from(blocks.R, blocks.sample.rows, slice(None))


def _modes(
    W: np.ndarray, modes: int, rng: np.random.RandomState
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """At most ``modes`` leading singular triplets of W, cut at its numerical rank."""
    if min(W.shape) <= BLOCK_SIDE or modes > min(W.shape) // 5:
        u, s, vt = svd(W, full_matrices=False)
    else:
        found = truncated_svd(W, modes, solver="randomized", power=POWER, random_state=rng)
        u, s, vt = found.left, found.values, found.right.T
    rank = int(np.count_nonzero(s > s[0] * np.finfo(float).eps * max(W.shape))) if s.size and s[0] > 0 else 0
    if rank == 0:
        raise ZeroBlockError(
            "The sampled block is zero, so it says nothing about the rest",
            remedy="Sample more rows and columns, sample by squared norm, or check that the matrix is not constant "
            "(centring leaves nothing of it).",
        )
    kept = min(modes, rank)
    return u[:, :kept], s[:kept], vt[:kept]


def _factors(blocks: Blocks, modes: int, rng: np.random.RandomState) -> tuple[np.ndarray, np.ndarray]:
    """F (N, k) and H (M, k) with F H^T = C W_k^+ R."""
    u, s, vt = _modes(blocks.W, modes, rng)
    root = np.sqrt(s)
    return blocks.C @ (vt.T / root), blocks.R.T @ (u / root)


def solve(
    blocks: Blocks, rank: int, extra: int, shape: tuple[int, int], rng: np.random.RandomState
) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
    """Values, left and right vectors, and how many there are."""
    if extra == 0:
        u, s, vt = _modes(blocks.W, rank, rng)
        left, right = blocks.C @ (vt.T / s), blocks.R.T @ (u / s)
        stretch = np.sqrt(shape[0] * shape[1] / (blocks.R.shape[0] * blocks.C.shape[1]))
        return stretch * s, _normalised(left), _normalised(right), len(s)
    F, H = _factors(blocks, rank + extra, rng)
    (Qf, Rf), (Qh, Rh) = thin_qr(F), thin_qr(H)
    x, s, yt = svd(Rf @ Rh.T, full_matrices=False)
    kept = min(rank, int(np.count_nonzero(s > s[0] * np.finfo(float).eps * max(shape))))
    return s[:kept], Qf @ x[:, :kept], Qh @ yt[:kept].T, kept


def _normalised(vectors: np.ndarray) -> np.ndarray:
    norms = np.linalg.norm(vectors, axis=0)
    return vectors / np.where(norms > 0, norms, 1.0)


def held_out_error(
    G: KernelOperator, found: Nystroem, blocks: Blocks, rng: np.random.RandomState
) -> tuple[float, int]:
    """Mean sine between U and G V S^-1 on rows that were not sampled, and V and G^T U S^-1 on such columns.

    Returns it with the number of entries evaluated; 0 where nothing is left to hold out.
    """
    before, size = entries_so_far(G), 2 * found.rank + 20
    rows, columns = (
        rng.permutation(np.setdiff1d(np.arange(total), drawn))[:size]
        for total, drawn in ((G.shape[0], found.rows), (G.shape[1], found.columns))
    )
    sines = []
    if rows.size > found.rank:
        sines.append(_sine(_rows_of(G, rows, blocks) @ found.right / found.values, found.left[rows]))
    if columns.size > found.rank:
        sines.append(
            _sine(_columns_of(G, columns, blocks).T @ found.left / found.values, found.right[columns])
        )
    entries = (
        entries_so_far(G) - before
        if isinstance(G, LazyOperator)
        else rows.size * G.shape[1] + columns.size * G.shape[0]
    )
    return float(np.mean(sines)) if sines else 0.0, entries


def _rows_of(G: KernelOperator, rows: np.ndarray, blocks: Blocks) -> np.ndarray:
    """G[rows, :] as the method sees it: exact denominators, estimated means."""
    block = G.block(rows, np.arange(G.shape[1]))
    return block if blocks.means is None else blocks.means.taken_from(block, rows, slice(None))


def _columns_of(G: KernelOperator, columns: np.ndarray, blocks: Blocks) -> np.ndarray:
    """G[:, columns] as the method sees it; exact denominators would cost the whole matrix."""
    every = np.arange(G.shape[0])
    if isinstance(G, ConditionalOperator) and blocks.totals is not None:
        block = G.relative_to(blocks.sample.columns).block(every, columns) / blocks.totals[:, None]
    else:
        block = G.block(every, columns)
    return block if blocks.means is None else blocks.means.taken_from(block, slice(None), columns)


def _sine(target: np.ndarray, basis: np.ndarray) -> float:
    """Mean over columns of |target - best fit in the basis| / |target|, for the degrees of freedom corrected."""
    h, k = basis.shape
    fit, *_ = np.linalg.lstsq(basis, target, rcond=None)
    squared = ((target - basis @ fit) ** 2).sum(axis=0) * (h / (h - k))
    whole = (target**2).sum(axis=0)
    return float(np.sqrt(np.minimum(squared / np.where(whole > 0, whole, 1.0), 1.0)).mean())
