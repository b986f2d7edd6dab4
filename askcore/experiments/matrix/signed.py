r"""Decompose a symmetric matrix that breaks Mercer's condition; distances with negative squares.

With K = U diag(lambda) U^T, K+ keeps the positive eigenvalues and K- the moduli of the negative ones. Sample i has the
pseudo-Euclidean coordinates |lambda_k|^1/2 u_ik of sign +1 (p of them) and -1 (q of them), and

    d^2(i, j) = K_ii + K_jj - 2 K_ij = |z+_i - z+_j|^2 - |z-_i - z-_j|^2,

which is negative where the second part outweighs the first (Huang et al. 2017, section 3). An asymmetric K has no such
coordinates; its symmetric part is taken.

``spheres_view`` is the demonstration of Huang et al. 2017, figure 1, with features scaled to [0, 1] as in the paper.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.preprocessing import MinMaxScaler

from askcore._lazy import cached_property
from askcore._validation import DataError, check_square, is_symmetric, read_only
from askcore.datasets import TableData
from askcore.diagnostics import pseudo_euclidean
from askcore.diagnostics.geometry import PseudoEuclidean
from askcore.estimators import KernelPCA, NothingLeftWarning

NEAR = 1e-9  # of the largest modulus: a squared distance nearer to zero is rounding


@dataclass(frozen=True)
class SignedLength:
    """The squared length of a vector, or distance of two, as a difference: of its K+ and of its K- coordinates."""

    squared: float
    plus: float
    minus: float


@dataclass(frozen=True, eq=False)
class SignedParts(PseudoEuclidean):
    """The samples of a symmetric matrix ``K`` (n, n) in their space; ``symmetrized`` : K is the symmetric part of
    another matrix."""

    K: np.ndarray = field(repr=False)
    symmetrized: bool

    @property
    def values(self) -> np.ndarray:
        """(n,) eigenvalues, by falling modulus."""
        return self.eigenvalues

    def coordinates(self, sign: int) -> np.ndarray:
        """(n, p) or (n, q) coordinates of that sign, those of the largest eigenvalues first."""
        return self.positive if sign > 0 else self.negative

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


def signed_parts(K: ArrayLike) -> SignedParts:
    """Split the symmetric part of a square matrix by the signs of its eigenvalues.

    Parameters
    ----------
    K : (n, n).

    Returns
    -------
    SignedParts

    Raises
    ------
    ValueError : the matrix is rectangular and has no eigenvalues.

    Examples
    --------
    >>> found = signed_parts([[1.0, 2.0], [2.0, 1.0]])
    >>> found.signature, found.pair_distances, found.coordinates(-1).shape
    ((1, 1, 0), array([-2.]), (2, 1))
    """
    given = np.asarray(K, dtype=float)
    check_square(given)
    symmetric, entry = (given + given.T) / 2, float(np.abs(given).max(initial=0.0))
    space = pseudo_euclidean(symmetric, entry=entry)
    return SignedParts(**vars(space), K=read_only(symmetric), symmetrized=not is_symmetric(given))


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
    """Contribution of each coordinate to the squared distance of two rows of K, with its sign; 0 for rounding."""
    pair = parts.points[[u, v]]
    terms: np.ndarray = parts.signs * (pair[0] - pair[1]) ** 2
    # Coordinates are known up to some 1e-13 of their size, squares of them up to the square of that.
    return np.where(np.abs(terms) <= 1e-26 * float((pair**2).sum()), 0.0, terms)


SphereKernel = Literal["linear", "rbf", "tl1"]
FOLDS = 5


@dataclass(frozen=True, eq=False)
class SpheresView:
    """Two components (n, 2) of kernel PCA, the signs of their eigenvalues, and the share of samples on their class's
    side of a straight line, by five folds."""

    points: np.ndarray = field(repr=False)
    signs: tuple[int, int]
    separated: float


def spheres_view(data: TableData, kernel: SphereKernel, value: float) -> SpheresView:
    """Kernel PCA of a table in two components, and what a straight line makes of them."""
    X = MinMaxScaler().fit_transform(data.X)
    params = {"linear": {}, "rbf": {"sigma": value}, "tl1": {"rho": value * X.shape[1]}}[kernel]
    model = KernelPCA(kernel, 2, kernel_params=params, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NothingLeftWarning)
        points = model.fit_transform(X)
    if not model.signs_.any():
        raise DataError(model.notes_[-1])
    line = LogisticRegression(C=1e4, max_iter=1000)
    spread = points.std(axis=0)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    right = cross_val_score(line, points / np.where(spread > 0, spread, 1.0), data.y, cv=folds)
    signs = np.sign(model.eigenvalues_).astype(int)
    return SpheresView(read_only(points), (int(signs[0]), int(signs[1])), float(right.mean()))
