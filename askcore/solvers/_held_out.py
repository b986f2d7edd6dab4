"""How well approximate singular vectors hold on rows and columns that were not sampled.

Solver floor. The a-posteriori error of the asymmetric Nystroem method's tolerance mode.
"""

from __future__ import annotations

import numpy as np

from askcore.operators import ConditionalOperator, KernelOperator, LazyOperator
from askcore.solvers._nystroem_result import Nystroem
from askcore.solvers.nystroem.blocks import Blocks, entries_so_far

__all__ = ["held_out_error"]


def held_out_error(
    G: KernelOperator, found: Nystroem, blocks: Blocks, rng: np.random.RandomState
) -> tuple[float, int]:
    """Mean sine between U and G V S^-1 on rows that were not sampled, and V and G^T U S^-1 on such columns.

    Returns it with the number of entries evaluated. Nothing left to hold out: 0, for then U is exact.
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
    if blocks.means is not None:
        row_means, column_means, grand = blocks.means
        block = block - row_means[rows][:, None] - (column_means - grand)
    return block


def _columns_of(G: KernelOperator, columns: np.ndarray, blocks: Blocks) -> np.ndarray:
    """G[:, columns] as the method sees it; exact denominators would cost the whole matrix."""
    every = np.arange(G.shape[0])
    if isinstance(G, ConditionalOperator) and blocks.totals is not None:
        block = G.relative_to(blocks.sample.columns).block(every, columns) / blocks.totals[:, None]
    else:
        block = G.block(every, columns)
    if blocks.means is not None:
        row_means, column_means, grand = blocks.means
        block = block - row_means[:, None] - (column_means[columns] - grand)
    return block


def _sine(target: np.ndarray, basis: np.ndarray) -> float:
    """Mean over columns of |target - best fit in the basis| / |target|, for the degrees of freedom corrected."""
    h, k = basis.shape
    fit, *_ = np.linalg.lstsq(basis, target, rcond=None)
    squared = ((target - basis @ fit) ** 2).sum(axis=0) * (h / (h - k))
    whole = (target**2).sum(axis=0)
    return float(np.sqrt(np.minimum(squared / np.where(whole > 0, whole, 1.0), 1.0)).mean())
