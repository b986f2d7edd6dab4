"""The singular value decomposition that always comes back, and thin QR of tall matrices in one pass over memory.

Solver floor.
"""

from __future__ import annotations

import itertools

import numpy as np
import scipy.linalg

BLOCK_ROWS = 2048  # a block of 300 columns fits a processor's cache
WORST = 1e-6  # reciprocal condition down to which a Cholesky factor will do


def svd(A: np.ndarray, *, full_matrices: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """U, s, Vt of a finite matrix (n, m), s descending."""
    options = {"full_matrices": full_matrices, "check_finite": False}
    try:
        return scipy.linalg.svd(A, **options)
    except np.linalg.LinAlgError:
        return scipy.linalg.svd(A, lapack_driver="gesvd", **options)


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


def column_basis(A: np.ndarray, *, exact: bool = False) -> np.ndarray:
    """Q (m, r) with the span of the columns of A (m, r): A R^-1, R the Cholesky factor of A^T A, or ``thin_qr``.

    Products instead of reflections, some three times as fast. One such step leaves Q^T Q off the identity by some
    eps cond(A)^2, which a subspace iteration does not mind; ``exact`` takes a second one, which leaves eps. Where
    cond(A) is above 1e6, or A is not of full rank, it is ``thin_qr``, which overwrites a tall A.
    """
    Q, good = _cholesky_step(A)
    if not good:
        return thin_qr(A)[0]
    return _cholesky_step(Q)[0] if exact else Q


def _cholesky_step(A: np.ndarray) -> tuple[np.ndarray, bool]:
    """A R^-1, and whether R is of good condition; A itself where it is not."""
    rows = np.ascontiguousarray(A).T  # in Fortran order, as BLAS takes it without a copy
    R, failed = scipy.linalg.lapack.dpotrf(scipy.linalg.blas.dsyrk(1.0, rows), lower=0)
    if failed or not scipy.linalg.lapack.dtrcon(R, uplo="U")[0] > WORST:
        return A, False
    return scipy.linalg.blas.dtrsm(1.0, R, rows, trans_a=1).T, True
