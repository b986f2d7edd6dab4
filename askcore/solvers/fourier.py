"""Random Fourier features of a kernel kappa(x - z) that need not be symmetric: K ~ phi(X) psi(Z)^T.

He, He, Liu and Huang 2022 (arXiv:2209.08461), with one measure in place of four (``kernels.stationary``): kappa(delta)
= E[a cos(<w, delta> + theta)], and the cosine of a sum makes two features of each of D frequencies,

    phi(x) = sqrt(a/D) [cos<w, x>, sin<w, x>],   psi(z) = sqrt(a/D) [cos(<w, z> - theta), sin(<w, z> - theta)],

so that phi(x)^T psi(z) is right on average, with a standard deviation of at most sqrt(E[a^2]/D), whatever the samples.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from askcore._random import Seed, check_random_state
from askcore._validation import as_matrix, check_memory, check_whole, read_only
from askcore.kernels.stationary import as_stationary
from askcore.operators import LowRankOperator


@dataclass(frozen=True, eq=False)
class FourierFeatures:
    """Features phi and psi of any samples, drawn by ``fourier_features``: frequencies ``at`` (D, d), positive
    ``weight`` (D,).

    ``phase`` (D,) is in radians, all zero for a symmetric positive kernel.
    """

    at: np.ndarray = field(repr=False)
    weight: np.ndarray = field(repr=False)
    phase: np.ndarray = field(repr=False)

    @property
    def width(self) -> int:
        """2 D, the number of features."""
        return 2 * len(self.weight)

    @property
    def signs(self) -> np.ndarray | None:
        """Ones (2 D,) where psi is phi, as ``solve_from_moments`` takes them; else None."""
        return None if self.phase.any() else np.ones(self.width)

    @property
    def deviation(self) -> float:
        """At most the standard deviation of an entry of phi psi^T, in units of K: sqrt(mean a^2 / D)."""
        return float(np.sqrt(np.mean(self.weight**2) / len(self.weight)))

    def source(self, X: Any) -> np.ndarray:
        """phi(x) of samples X (n, d), shape (n, 2 D)."""
        return self._waves(X, "X", 0.0)

    def target(self, Z: Any) -> np.ndarray:
        """psi(z) of samples Z (m, d), shape (m, 2 D)."""
        return self._waves(Z, "Z", self.phase)

    def operator(self, X: Any, Z: Any) -> LowRankOperator:
        """K(X, Z) ~ phi(X) psi(Z)^T, (n, m), held as its factors."""
        return LowRankOperator(self.source(X), self.target(Z).T)

    def _waves(self, X: Any, name: str, phase: np.ndarray | float) -> np.ndarray:
        X = as_matrix(X, name)
        count, features = self.at.shape
        if X.shape[1] != features:
            raise ValueError(f"{name} has {X.shape[1]} features, and the frequencies are for {features}.")
        check_memory(
            24.0 * X.shape[0] * count, f"{count:,} frequencies of {X.shape[0]:,} samples", "Draw fewer."
        )
        angle = X @ self.at.T
        angle -= phase
        waves = np.empty((X.shape[0], self.width))
        np.cos(angle, out=waves[:, :count])
        np.sin(angle, out=waves[:, count:])
        waves *= np.tile(np.sqrt(self.weight / count), 2)
        return waves


def fourier_features(
    kernel: Any,
    n_features: int,
    n_frequencies: int,
    *,
    kernel_params: Mapping[str, Any] | None = None,
    random_state: Seed = None,
) -> FourierFeatures:
    """Draw random features phi, psi such that phi(x)^T psi(z) has the expected value kappa(x - z).

    Parameters
    ----------
    kernel : a kernel object of ``askcore.kernels`` with a known Fourier transform (``ShiftedGaussians``,
        ``SkewedLaplacian``), or "rbf" or "laplacian".
    n_features : d, the number of features of the samples.
    n_frequencies : D; each frequency gives two features.
    kernel_params : parameters of a named kernel.
    random_state : seed or RandomState.

    Returns
    -------
    FourierFeatures

    Raises
    ------
    ValueError : the kernel is another one, a parameter is out of range, or a number is not whole.

    References
    ----------
    He, He, Liu and Huang 2022, arXiv:2209.08461; Rahimi and Recht 2007.

    Examples
    --------
    >>> from askcore.kernels import ShiftedGaussians
    >>> k = ShiftedGaussians([0.5, 0.0], sigma=1.0)
    >>> found = fourier_features(k, 2, 20_000, random_state=0)
    >>> X = np.array([[0.0, 0.0], [1.0, 0.3]])
    >>> bool(abs(found.operator(X, X).toarray() - k(X, X)).max() < 0.02)
    True
    """
    check_whole(1, n_features=n_features, n_frequencies=n_frequencies)
    rng = np.random.default_rng(check_random_state(random_state).randint(2**31))
    drawn = as_stationary(kernel, kernel_params).frequencies(n_frequencies, n_features, rng)
    return FourierFeatures(*(read_only(part) for part in (drawn.at, drawn.weight, drawn.phase)))
