"""Errors of approximate singular vectors, in the paper's measure and in a scale-free one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import scipy.linalg

from askcore.solvers.svd.singular import SingularTriplets

TIED = 1e-9  # share of the largest singular value up to which two count as equal


def eta(exact: SingularTriplets, found: SingularTriplets) -> float:
    """(1/r) sum_i lambda_i [(1 - |u_i' w_i|) + (1 - |v_i' z_i|)], the error measure of the papers; w, z normalised.

    The measure depends on the scale of lambda. If lambda_1 is 1 and the other values are small, only the first vector
    matters. Missing vectors count as wrong.

    Parameters
    ----------
    exact, found : r exact triplets, and the approximate triplets.

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
    """Return the mean sine of the principal angles between two column spaces.

    The error does not depend on the scale, order or rotation of the basis.

    Parameters
    ----------
    exact, found : (n, r) and (n, k) vectors.

    Returns
    -------
    float : 0 if the computed space contains the exact one, 1 if every vector is orthogonal to it or missing.
    """
    sides = [side[:, side.any(axis=0)] for side in (exact, found)]
    if not all(side.size for side in sides):
        return 1.0
    angles = scipy.linalg.subspace_angles(*(side / np.linalg.norm(side, axis=0) for side in sides))
    missing = exact.shape[1] - len(angles)
    return float((np.sin(angles).sum() + missing) / exact.shape[1])


def n_determined(values: np.ndarray, following: float) -> int:
    """Number of leading singular values (r,) whose space the matrix determines, given the ``following`` one.

    All r unless the cut parts equal values: then those above them, since any mixture of their vectors is as exact.
    """
    if not len(values) or values[-1] - following > TIED * values[0]:
        return len(values)
    return int(np.count_nonzero(values - values[-1] > TIED * values[0]))


def turned_towards(exact: SingularTriplets, found: SingularTriplets) -> SingularTriplets:
    """The exact triplets, those of equal values rotated to lie as near to the found as they can.

    For U_g, V_g of one value and the found W_g, Z_g, Q = A B^T from the SVD A S B^T of U_g^T W_g + V_g^T Z_g maximises
    the sum of all products u^T w + v^T z (Schoenemann 1966).
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
