r"""What a symmetric matrix that breaks Mercer's condition is made of, and distances whose squares are negative.

With K = U diag(lambda) U^T, K+ keeps the positive eigenvalues and K- the moduli of the negative ones. Sample i has the
pseudo-Euclidean coordinates |lambda_k|^1/2 u_ik of sign +1 (p of them) and -1 (q of them), and

    d^2(i, j) = K_ii + K_jj - 2 K_ij = |z+_i - z+_j|^2 - |z-_i - z-_j|^2,

which is negative where the second part outweighs the first (Huang et al. 2017, section 3). An asymmetric K has no such
coordinates; its symmetric part is taken. Past ``PART`` rows a sample of the same rows and columns is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from askcore._lazy import cached_property
from askcore._scale import share_of_squares
from askcore._validation import DataError, check_memory, is_symmetric, read_only
from askcore.diagnostics import pseudo_euclidean
from askcore.diagnostics.geometry import PseudoEuclidean
from askcore.experiments.matrix.parts import PART
from askcore.operators import KernelOperator

NEAR = 1e-9  # of the largest modulus: a squared distance nearer to zero is rounding


@dataclass(frozen=True)
class SignedLength:
    """The squared length of a vector, or distance of two, as a difference: of its K+ and of its K- coordinates."""

    squared: float
    plus: float
    minus: float


@dataclass(frozen=True, eq=False)
class SignedParts:
    """A symmetric matrix and its signed parts.

    ``K`` (n, n) are the values, centred if asked for, of the samples ``places`` of ``size``; ``symmetrized`` says
    whether they are of the symmetric part of an asymmetric matrix.
    """

    K: np.ndarray = field(repr=False)
    places: np.ndarray = field(repr=False)
    size: int
    symmetrized: bool
    centred: bool
    space: PseudoEuclidean

    @property
    def whole(self) -> bool:
        """Whether no sample was left out."""
        return len(self.places) == self.size

    @property
    def values(self) -> np.ndarray:
        """(n,) eigenvalues, by falling modulus."""
        return self.space.eigenvalues

    @property
    def signature(self) -> tuple[int, int, int]:
        """(p, q, zero): how many eigenvalues are positive, negative, and zero up to rounding."""
        return self.space.signature

    @cached_property
    def negative(self) -> np.ndarray:
        """(q,) the negative eigenvalues, those that are rounding left out."""
        return np.sort(self.values)[: self.signature[1]]

    @property
    def negative_energy(self) -> float:
        """Share of the negative eigenvalues in the sum of squared eigenvalues, the squared Frobenius norm."""
        return share_of_squares(self.negative, self.values)

    @property
    def lowest(self) -> float:
        """The lowest eigenvalue over the largest modulus; 0 where it is zero up to rounding."""
        _, q, zero = self.signature
        return float(self.values.min() / np.abs(self.values).max()) if q or not zero else 0.0

    def coordinates(self, sign: int) -> np.ndarray:
        """(n, p) or (n, q) coordinates of that sign, those of the largest eigenvalues first."""
        return self.space.positive if sign > 0 else self.space.negative

    @cached_property
    def squared_distances(self) -> np.ndarray:
        """(n, n) squared distances, negative ones among them."""
        lengths = self.K.diagonal()
        found = lengths[:, None] + lengths[None, :] - 2 * self.K
        found[np.abs(found) <= NEAR * float(np.abs(self.K).max(initial=0.0))] = 0.0
        return read_only(found)

    @cached_property
    def pair_distances(self) -> np.ndarray:
        """(n (n - 1)/2,) squared distances, each pair once."""
        return read_only(self.squared_distances[np.triu_indices(len(self.K), 1)])

    @cached_property
    def most_negative(self) -> tuple[int, int]:
        """Rows of K at the lowest squared distance; a single sample is paired with itself."""
        n = len(self.K)
        if n < 2:
            return 0, 0
        u, v = np.triu_indices(n, 1)
        at = int(np.argmin(self.pair_distances))
        return int(u[at]), int(v[at])


def signed_parts(
    operator: KernelOperator, *, center: bool = False, max_rows: int = PART, random_state: Any = 0
) -> SignedParts:
    """Take the symmetric part of a square (N, N) matrix apart by the signs of its eigenvalues.

    Parameters
    ----------
    operator : K.
    center : subtract row and column means first, as LS-SVM and kernel PCA do.
    max_rows : past which so many are drawn at random.
    random_state : which ones.

    Returns
    -------
    SignedParts

    Raises
    ------
    DataError : a rectangular matrix, which has no eigenvalues.

    Examples
    --------
    >>> from askcore.operators import as_operator
    >>> found = signed_parts(as_operator([[1.0, 2.0], [2.0, 1.0]]))
    >>> found.signature, found.pair_distances, found.coordinates(-1).shape
    ((1, 1, 0), array([-2.]), (2, 1))
    """
    n, m = operator.shape
    if n != m:
        raise DataError(
            f"The matrix has {n:,} rows and {m:,} columns, and eigenvalues with signs need a square one",
            remedy="Look at its singular values on the page Spectra.",
        )
    places = np.arange(n)
    if n > max_rows:
        places = np.sort(check_random_state(random_state).permutation(n)[:max_rows])
    check_memory(80.0 * len(places) ** 2, f"The eigenvectors of {len(places):,} samples", "Ask for fewer.")
    K = np.asarray(operator.block(places, places), dtype=float)
    symmetrized, entry = not is_symmetric(K), float(np.abs(K).max(initial=0.0))
    K = (K + K.T) / 2
    if center and n:
        K = K - K.mean(axis=0) - K.mean(axis=1)[:, None] + K.mean()
        K = (K + K.T) / 2
    space = pseudo_euclidean(K, entry=entry)
    return SignedParts(read_only(K), read_only(places), n, symmetrized, center, space)


def signed_pair(parts: SignedParts, u: int, v: int) -> SignedLength:
    """The squared distance of two rows of K, and the two that it is the difference of.

    Parameters
    ----------
    parts : of K.
    u, v : rows of K.

    Returns
    -------
    SignedLength : parts that are zero up to rounding are 0.
    """
    both = parts.coordinates(1), parts.coordinates(-1)
    plus, minus = (float(((z[u] - z[v]) ** 2).sum()) for z in both)
    # Coordinates are known up to some 1e-13 of their size, squared distances up to the square of that.
    scale = sum(float((z[i] ** 2).sum()) for z in both for i in (u, v))
    rounding = max(NEAR * max(plus, minus), 1e-26 * scale)
    plus, minus = (0.0 if size <= rounding else size for size in (plus, minus))
    return SignedLength(float(parts.squared_distances[u, v]), plus, minus)


def signed_length(parts: SignedParts, weights: np.ndarray) -> SignedLength:
    """The squared length of a weighted sum of samples, w^T K w, and the two that it is the difference of.

    With weights 1/n on n samples and -1/m on m others it is the squared distance of their centres.
    """
    w = np.asarray(weights, dtype=float)
    plus, minus = (float(((z.T @ w) ** 2).sum()) for z in (parts.coordinates(1), parts.coordinates(-1)))
    rounding = NEAR * float(np.abs(parts.K).max(initial=0.0)) * float(np.abs(w).sum()) ** 2
    plus, minus = (0.0 if size <= rounding else size for size in (plus, minus))
    return SignedLength(plus - minus, plus, minus)


def signed_terms(parts: SignedParts, u: int, v: int) -> np.ndarray:
    """What each coordinate adds to the squared distance of two rows of K, or takes off."""
    gaps = parts.space.points[u] - parts.space.points[v]
    return parts.space.signs * gaps**2
