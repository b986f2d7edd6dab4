"""The singular value decomposition that always comes back.

Solver floor. Divide and conquer (gesdd) is several times faster than QR iteration (gesvd), but OpenBLAS's now
and then reports "SVD did not converge" on perfectly ordinary matrices.
"""

from __future__ import annotations

import numpy as np
import scipy.linalg

__all__ = ["svd"]


def svd(A: np.ndarray, *, full_matrices: bool = True) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """U, s, Vt of a finite matrix (n, m), s descending."""
    options = {"full_matrices": full_matrices, "check_finite": False}
    try:
        return scipy.linalg.svd(A, **options)
    except np.linalg.LinAlgError:
        return scipy.linalg.svd(A, lapack_driver="gesvd", **options)
