"""How far approximate singular vectors are from the exact ones, in the paper's measure and in a scale-free one.

Solver floor.
"""

from __future__ import annotations

import numpy as np

from askcore.solvers.singular import SingularTriplets

__all__ = ["eta", "subspace_error"]


def eta(exact: SingularTriplets, found: SingularTriplets) -> float:
    """(1/r) sum_i lambda_i [(1 - |u_i' w_i|) + (1 - |v_i' z_i|)] over r exact triplets; w, z normalised.

    The measure of Tao et al. 2023, section 5.3. It carries the scale of lambda: where lambda_1 is 1 and the rest
    is small, only the first vector counts, and centred it can be below any tolerance with every vector wrong.
    Vectors that were not found count as wrong.
    """
    error = 0.0
    for true, given in ((exact.left, found.left), (exact.right, found.right)):
        r = min(true.shape[1], given.shape[1])
        norms = np.linalg.norm(given[:, :r], axis=0)
        cosines = np.zeros(true.shape[1])
        cosines[:r] = np.abs(np.einsum("ij,ij->j", true[:, :r], given[:, :r])) / np.where(
            norms > 0, norms, 1.0
        )
        error += float(exact.values @ (1.0 - np.minimum(cosines, 1.0)))
    return error / exact.rank


def subspace_error(exact: np.ndarray, found: np.ndarray) -> float:
    """Mean sine of the principal angles between the column spaces of exact (n, r) and found (n, k).

    0: the found space holds the exact one; 1: every direction is orthogonal to it. Neither scale nor order nor
    rotation inside the space matters. Directions that were not found count as 1.
    """
    basis = _orthonormal(found)
    cosines = np.zeros(exact.shape[1])
    inside = np.linalg.svd(_orthonormal(exact).T @ basis, compute_uv=False)
    cosines[: inside.size] = np.minimum(inside, 1.0)
    return float(np.sqrt(1.0 - cosines**2).mean())


def _orthonormal(vectors: np.ndarray) -> np.ndarray:
    """Orthonormal basis of the columns that are not zero."""
    norms = np.linalg.norm(vectors, axis=0)
    kept = norms > 0
    return np.linalg.qr(vectors[:, kept] / norms[kept])[0]
