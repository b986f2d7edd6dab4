"""Is K a symmetric matrix whose rows were rescaled? SNE, T and D^-1 A of an undirected graph are.

Diagnostics floor. Such an asymmetry says how crowded a sample's surroundings are, nothing about direction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

from askcore._validation import as_matrix, check_square, read_only

__all__ = ["RowScaling", "row_scaling", "skew_ratio"]

HOLDS = 1e-8
SMALLEST = 1e-290  # below it a float loses digits, and so does the ratio of two


@dataclass(frozen=True)
class RowScaling:
    """The best K = diag(factors) S with S symmetric.

    Attributes
    ----------
    factors : (N,), positive, geometric mean 1 within each group of samples that K connects in both directions.
    remaining : skew ratio of F^-1/2 K F^1/2, F = diag(factors): 0 if K is a row scaling of a symmetric matrix.
    holds : whether it is, up to rounding (remaining at most 1e-8).
    """

    factors: np.ndarray
    remaining: float
    holds: bool


def row_scaling(K: Any) -> RowScaling:
    r"""The row factors that explain most of the asymmetry of a square (N, N) matrix, and what they leave.

    K = F S with S symmetric means K_ij / K_ji = f_i / f_j, so the logarithms of the ratios are fitted by
    differences: min over a of sum_ij (log K_ij/K_ji - a_i + a_j)^2 over the pairs where both entries are nonzero
    and of one sign, by its normal equations. F^-1/2 K F^1/2 is then symmetric and similar to K: K's eigenvalues
    are real. Pairs with one zero entry or with opposite signs cannot be explained and stay in ``remaining``. Logarithms
    weigh small entries like large ones: where that makes K less symmetric than it was, the factors are ones.

    Examples
    --------
    >>> S = np.array([[2.0, 1.0], [1.0, 3.0]])
    >>> found = row_scaling(np.array([[4.0], [1.0]]) * S)
    >>> found.holds, found.factors.round(6)
    (True, array([2. , 0.5]))
    """
    matrix = as_matrix(K.toarray() if hasattr(K, "toarray") else K)
    check_square(matrix)
    n = len(matrix)
    size = np.abs(matrix)
    usable = (size > SMALLEST) & (size.T > SMALLEST) & (np.sign(matrix) == np.sign(matrix.T))
    np.fill_diagonal(usable, False)
    logs = np.log(size, out=np.zeros_like(size), where=usable)
    difference = np.where(usable, logs - logs.T, 0.0)
    exponents = _potentials(usable, difference.sum(axis=1)) if n else np.zeros(0)
    # F^-1/2 K F^1/2 entry by entry, in logarithms where the factors are far apart.
    half = 0.5 * (exponents[None, :] - exponents[:, None])
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        balanced = np.where(matrix == 0, 0.0, matrix * np.exp(half))
    remaining = skew_ratio(np.nan_to_num(balanced, posinf=np.finfo(float).max, neginf=-np.finfo(float).max))
    factors = np.exp(np.clip(exponents, -700, 700))
    plain = skew_ratio(matrix)
    if remaining > plain:
        remaining, factors = plain, np.ones(n)
    return RowScaling(read_only(factors), remaining, remaining <= HOLDS)


def skew_ratio(K: np.ndarray) -> float:
    """||K - K^T||_F / ||K + K^T||_F of a square array; 0/0 is 0, and inf for a skew-symmetric K."""
    largest = float(np.abs(K).max(initial=0.0))
    if largest == 0:
        return 0.0
    scaled = K / largest
    skew, symmetric = np.linalg.norm(scaled - scaled.T), np.linalg.norm(scaled + scaled.T)
    return float(skew / symmetric) if symmetric > 0 else float("inf")


def _potentials(usable: np.ndarray, excess: np.ndarray) -> np.ndarray:
    """a with sum_j w_ij (a_i - a_j) = excess_i, mean 0 in every connected group: a Laplacian system."""
    degree = usable.sum(axis=1).astype(float)
    if (degree == len(degree) - 1).all():
        return excess / len(degree)  # every pair: the mean of the differences
    _, group = connected_components(sp.csr_array(usable), directed=False)
    same = group[:, None] == group[None, :]
    # Adding the mean of each group makes the system definite and leaves its solution.
    system = np.diag(degree) - usable + same / np.bincount(group)[group][:, None]
    return scipy.linalg.solve(system, excess, assume_a="pos")
