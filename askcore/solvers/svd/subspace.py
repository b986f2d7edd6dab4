"""How far approximate singular vectors are from the exact ones, in the paper's measure and in a scale-free one.

Solver floor.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from askcore.solvers.svd.singular import SingularTriplets

TIED = 1e-9  # share of the largest singular value up to which two count as equal


def eta(exact: SingularTriplets, found: SingularTriplets) -> float:
    """(1/r) sum_i lambda_i [(1 - |u_i' w_i|) + (1 - |v_i' z_i|)], the papers' measure; w, z normalised.

    It carries the scale of lambda: where lambda_1 is 1 and the rest is small, only the first vector counts, and centred
    it can be below any tolerance with every vector wrong. Vectors that were not found count as wrong.

    Parameters
    ----------
    exact : r exact triplets.
    found : the approximate ones.

    Returns
    -------
    float : in units of lambda.

    References
    ----------
    Tao et al. 2023, section 5.3.
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
    """Mean sine of the principal angles between two column spaces.

    Neither scale nor order nor rotation inside the space matters. Directions that were not found count as 1.

    Parameters
    ----------
    exact : (n, r) vectors.
    found : (n, k) vectors.

    Returns
    -------
    float : 0 where the found space holds the exact one, 1 where every direction is orthogonal to it.
    """
    basis = _orthonormal(found)
    true = _orthonormal(exact)
    # Sines from what lies outside: as sqrt(1 - cosine^2) they would end at 1e-8.
    outside = np.linalg.svd(true - basis @ (basis.T @ true), compute_uv=False)
    sines = np.append(np.minimum(outside, 1.0), np.ones(exact.shape[1] - outside.size))
    return float(sines.mean())


def n_determined(values: np.ndarray, following: float) -> int:
    """How many of the leading singular values span a space that the matrix determines.

    All r unless the cut parts equal values: where the next one is equal to the last, any mixture of their vectors is as
    exact, and only the values above them count. 0 where all are equal.

    Parameters
    ----------
    values : (r,) leading singular values, descending.
    following : the next one after the last.

    Returns
    -------
    int : from 0 to r.
    """
    if not len(values) or values[-1] - following > TIED * values[0]:
        return len(values)
    return int(np.count_nonzero(values - values[-1] > TIED * values[0]))


def turned_towards(exact: SingularTriplets, found: SingularTriplets) -> SingularTriplets:
    """The exact triplets, those of equal values turned among themselves to lie as near to the found as they can.

    Vectors U_g, V_g of one value are as exact as U_g Q, V_g Q for any orthogonal Q. Q = A B^T from the singular value
    decomposition A S B^T of U_g^T W_g + V_g^T Z_g makes the sum of all products u^T w + v^T z the largest
    (Schoenemann 1966); w, z are the found vectors, normalised.

    Parameters
    ----------
    exact : r exact triplets.
    found : the approximate ones.

    Returns
    -------
    SingularTriplets : as exact as ``exact``, as near to ``found`` as they can be.

    References
    ----------
    Schoenemann 1966.
    """
    left, right = exact.left.copy(), exact.right.copy()
    ends = np.flatnonzero(-np.diff(exact.values) > TIED * exact.values[0]) + 1
    for group in np.split(np.arange(exact.rank), ends):
        if len(group) > 1:
            across = exact.left[:, group].T @ _taken(found.left, group)
            across += exact.right[:, group].T @ _taken(found.right, group)
            a, _, bt = np.linalg.svd(across)
            left[:, group] = exact.left[:, group] @ (a @ bt)
            right[:, group] = exact.right[:, group] @ (a @ bt)
    return replace(exact, left=left, right=right)


def _taken(vectors: np.ndarray, group: np.ndarray) -> np.ndarray:
    """The columns of a group at length one; zeros where they were not found."""
    out = np.zeros((len(vectors), len(group)))
    found = group[group < vectors.shape[1]]
    norms = np.linalg.norm(vectors[:, found], axis=0)
    out[:, : len(found)] = vectors[:, found] / np.where(norms > 0, norms, 1.0)
    return out


def _orthonormal(vectors: np.ndarray) -> np.ndarray:
    """Orthonormal basis of the columns that are not zero."""
    norms = np.linalg.norm(vectors, axis=0)
    kept = norms > 0
    return np.linalg.qr(vectors[:, kept] / norms[kept])[0]
