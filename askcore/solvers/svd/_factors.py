"""The singular value decomposition that always comes back, and thin QR of tall matrices in one pass over memory."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import scipy.linalg

BLOCK_ROWS = 2048  # a block of 300 columns fits a processor's cache


def svd(A: np.ndarray, *, full_matrices: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """U, s, Vt of a finite matrix (n, m), s descending.

    By NumPy, whose decompositions let other threads go on; SciPy's hold them up.
    """
    try:
        return np.linalg.svd(A, full_matrices=full_matrices)
    except np.linalg.LinAlgError:
        return scipy.linalg.svd(A, lapack_driver="gesvd", full_matrices=full_matrices, check_finite=False)


def thin_qr(A: np.ndarray, block_rows: int = BLOCK_ROWS) -> tuple[np.ndarray, np.ndarray]:
    """Thin QR of A (m, r) by row blocks, as stable as the plain one; Q overwrites a tall A.

    Each block is factorised alone, then the stacked small factors: one pass over memory instead of r.
    """
    m, r = A.shape
    rows = max(block_rows, 4 * r)
    if m <= 2 * rows:
        return scipy.linalg.qr(A, mode="economic", check_finite=False)
    starts = [*range(0, m - rows + 1, rows)]  # the last block takes the rest along
    blocks = [slice(a, b) for a, b in itertools.pairwise([*starts, m])]
    small = []
    for block in blocks:
        A[block], R = scipy.linalg.qr(A[block], mode="economic", check_finite=False)
        small.append(R)
    Q, R = scipy.linalg.qr(np.vstack(small), mode="economic", check_finite=False)
    for i, block in enumerate(blocks):
        A[block] = A[block] @ Q[i * r : (i + 1) * r]
    return A, R


def random_range(G: Any, size: int, power: int, rng: np.random.RandomState) -> np.ndarray:
    """Q (N, size), an orthonormal basis near the leading left singular vectors of an operator G (N, M).

    Subspace iteration from random directions (Halko, Martinsson and Tropp 2011, algorithm 4.4).
    """
    Q = thin_qr(G @ rng.standard_normal((G.shape[1], size)))[0]
    for _ in range(power):
        Q = thin_qr(G @ thin_qr(G.T @ Q)[0])[0]
    return Q
