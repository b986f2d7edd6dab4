r"""Two samples in the feature space of any kernel, and the space of all samples of a symmetric one.

Norms, distances and angles: Zaki and Meira, Data Mining and Analysis, section 5.3. An asymmetric K(u, v) = <phi_s(u),
phi_t(v)> has two maps; the formulas then read as products of a source with a target quantity, for instance <phi_s(u) -
phi_s(v), phi_t(u) - phi_t(v)>, and squares may be negative, as with an indefinite K. They are shown as they are.

A symmetric K = U L U^T = K+ - K-, both positive semidefinite. The samples get coordinates |lambda|^1/2 u in R^(p,q), p
of them with sign +1 and q with -1 (a finite Krein, or pseudo-Euclidean, space), and

    <x, z> = sum_+ x_i z_i - sum_- x_i z_i,    |x - z|^2 = sum_+ (x_i - z_i)^2 - sum_- (x_i - z_i)^2,

which may be negative: no distance in any Euclidean space. (Haasdonk 2005; Huang et al. 2017, section 2.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import as_index, as_matrix, check_memory, check_square, check_symmetric, read_only
from askcore.operators import KernelOperator, as_operator
from askcore.solvers.spectrum_correction import eigenvalue_signs, negligible_eigenvalue


@dataclass(frozen=True)
class FeaturePair:
    """Two samples u and v in feature space.

    ``squared_distance`` is K(u, u) + K(v, v) - K(u, v) - K(v, u), negative where K is indefinite; the cosines are
    K(u, v) and K(v, u) over the root of K(u, u) K(v, v), NaN where a squared norm is not positive.
    """

    k_uv: float
    k_vu: float
    squared_norm_u: float
    squared_norm_v: float
    squared_distance: float
    cosine_uv: float
    cosine_vu: float

    @property
    def distance(self) -> float:
        """Root of the squared distance; NaN where that is negative."""
        return float(np.sqrt(self.squared_distance)) if self.squared_distance >= 0 else float("nan")


@dataclass(frozen=True, eq=False)
class PseudoEuclidean:
    """Samples in R^(p,q): ``points`` (N, r) are coordinates |lambda|^1/2 u, by falling |lambda|.

    ``signs`` (r,) +1 or -1 say whether a coordinate adds to squared lengths or takes away; ``eigenvalues`` (N,) are all
    of the matrix, by falling |lambda|; ``signature`` (p, q, null) numbers of positive, negative and zero ones;
    ``negative_share`` the sum of |negative eigenvalues| over the sum of all moduli.
    """

    points: np.ndarray = field(repr=False)
    signs: np.ndarray = field(repr=False)
    eigenvalues: np.ndarray = field(repr=False)
    signature: tuple[int, int, int]
    negative_share: float

    @property
    def positive(self) -> np.ndarray:
        """The coordinates that K+ sees, (N, p)."""
        return self.points[:, self.signs > 0]

    @property
    def negative(self) -> np.ndarray:
        """The coordinates that K- sees, (N, q)."""
        return self.points[:, self.signs < 0]


def feature_pair(K: Any, u: int, v: int) -> FeaturePair:
    """Compare two samples in feature space: lengths, distance and angle.

    Parameters
    ----------
    K : (N, N) matrix or operator.
    u, v : indices of the samples.

    Returns
    -------
    FeaturePair : norms, products and the squared distance in units of K, cosines without a unit.

    Raises
    ------
    ValueError : K is not square or not finite.
    IndexError : a sample does not exist.

    Examples
    --------
    >>> feature_pair([[4.0, 1.0], [3.0, 1.0]], 0, 1).cosine_vu
    1.5
    """
    operator = as_operator(K)
    check_square(operator)
    at = as_index([u, v], operator.shape[0], "samples")
    (uu, uv), (vu, vv) = operator.block(at, at).tolist()
    length = float(np.sqrt(uu) * np.sqrt(vv)) if uu > 0 and vv > 0 else float("nan")
    return FeaturePair(uv, vu, uu, vv, uu + vv - uv - vu, uv / length, vu / length)


def pseudo_euclidean(K: Any, *, entry: float = 0.0) -> PseudoEuclidean:
    """Map the samples of a symmetric matrix to R^(p,q): the Mercer map, with negative eigenvalues kept.

    Parameters
    ----------
    K : (N, N) symmetric matrix or operator, positive semidefinite or indefinite.
    entry : as in ``negligible_eigenvalue``, for a matrix whose symmetric part is K.

    Returns
    -------
    PseudoEuclidean : points (N, r) in units of the square root of K, with their signs (r,).

    Raises
    ------
    ValueError : K is asymmetric; the message says by how much.
    DataError : the eigenvectors do not fit in memory.

    Examples
    --------
    >>> found = pseudo_euclidean([[0.0, 2.0], [2.0, 0.0]])
    >>> found.signature, found.signs
    ((1, 1, 0), array([-1.,  1.]))
    """
    shape = K.shape if hasattr(K, "shape") else np.shape(K)
    n = shape[0] if len(shape) else 0
    check_memory(48.0 * n * n, f"The eigenvectors of a {n:,} x {n:,} matrix", "Take a sample of its rows.")
    matrix = as_matrix(K.toarray() if isinstance(K, KernelOperator) or sp.issparse(K) else K)
    check_symmetric(matrix, "The kernel matrix", "take its singular vectors, KSVD")
    entry = max(entry, float(np.abs(matrix).max(initial=0.0)))
    values, vectors = np.linalg.eigh((matrix + matrix.T) / 2)
    order = np.argsort(-np.abs(values), kind="stable")
    values, vectors = values[order], vectors[:, order]
    kept = np.flatnonzero(np.abs(values) > negligible_eigenvalue(values, entry))
    points = vectors[:, kept] * np.sqrt(np.abs(values[kept]))
    counts = eigenvalue_signs(values, entry)
    negative = -float(np.sort(values)[: counts[1]].sum())
    share = negative / float(np.abs(values).sum()) if counts[1] else 0.0
    return PseudoEuclidean(
        read_only(points), read_only(np.sign(values[kept])), read_only(values), counts, share
    )
