"""Kernels of the difference alone, K(x, z) = kappa(x - z), kappa not even, that know their Fourier transform.

A real kappa with an integrable transform has a complex measure mu (He, He, Liu and Huang 2022, arXiv:2209.08461, who
extend Bochner's theorem so):

    kappa(delta) = int exp(i <w, delta>) mu(dw),   mu(-w) the conjugate of mu(w).

The paper draws frequencies from the positive and negative parts of its real and imaginary parts. In polar form, dmu =
exp(i theta(w)) d|mu|, one measure is enough,

    kappa(delta) = int cos(<w, delta> + theta(w)) d|mu|,

of mass |mu| <= |mu_R| + |mu_I| <= sqrt(2) |mu|: at the same error up to half of the frequencies are saved.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
import scipy.sparse as sp
import scipy.special
from numpy.typing import ArrayLike
from scipy.spatial.distance import cdist

from askcore._validation import as_matrix
from askcore.kernels._points import squared_distances
from askcore.kernels.objects import WithParams, named

FAR_FROM_EVEN = 1e4  # ratio of two lengths from which on rounding would be felt


@dataclass(frozen=True, eq=False)
class Frequencies:
    """Random w with kappa(delta) = E[weight cos(<w, delta> + phase)] for each of them.

    ``at`` (D, d) in inverse units of the features, ``weight`` (D,) positive, ``phase`` (D,) in radians.
    """

    at: np.ndarray
    weight: np.ndarray
    phase: np.ndarray


class StationaryKernel(WithParams, ABC):
    """Base class of kernel objects K(x, z) = kappa(x - z). Pass one to an estimator, or evaluate it as k(X, Z).

    Parameters are stored unchanged and checked when the kernel is used. A subclass defines kappa in
    ``_of_differences``, and draws frequencies in ``frequencies``.
    """

    pointwise = True
    symmetric = False

    def _names(self) -> list[str]:
        return list(inspect.signature(type(self)).parameters)

    def __call__(self, X: Any, Z: Any) -> np.ndarray:
        """K(X, Z), shapes (n, d), (m, d) to (n, m)."""
        X, Z = (
            points.toarray() if sp.issparse(points) else points
            for points in (as_matrix(X, "X"), as_matrix(Z, "Z"))
        )
        if X.shape[1] != Z.shape[1]:
            raise ValueError(
                f"X and Z must have the same number of features, got {X.shape[1]} and {Z.shape[1]}."
            )
        return self._of_differences(X, Z)

    @abstractmethod
    def _of_differences(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray: ...

    @abstractmethod
    def frequencies(self, n: int, n_features: int, rng: np.random.Generator) -> Frequencies:
        """Return n independent draws for samples with ``n_features`` features."""

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.get_params().items())
        return f"{type(self).__name__}({given})"


class ShiftedGaussians(StationaryKernel):
    """K(x, z) = sum_j c_j exp(-|x - z - b_j|^2 / sigma^2): x is compared with copies of z shifted by b_j.

    The frequency measure is the normal density of variance 2/sigma^2 times h(w) = sum_j c_j exp(-i <w, b_j>), with
    weight |h| and phase arg h. With a single shift of zero, the kernel is "rbf". Any other single shift only scales the
    rows and columns, which ``row_scaling`` detects. Several shifts in different directions are not such a scaling.

    Parameters
    ----------
    shifts : (d,) or (J, d), in units of the features; 0 means no shift for any number of features.
    weights : (J,) numbers c of any sign; None: 1/J each.
    sigma : bandwidth, a positive number in units of the features (see ``scale_of``).

    Raises
    ------
    ValueError : (on use) there is not one finite shift for each feature, the number of weights is wrong, or sigma is
        not positive.

    References
    ----------
    He, He, Liu and Huang 2022, arXiv:2209.08461.

    Examples
    --------
    >>> k = ShiftedGaussians(shifts=[1.0], sigma=1.0)
    >>> k([[1.0]], [[0.0], [1.0], [2.0]]).round(3)
    array([[1.   , 0.368, 0.018]])
    """

    def __init__(self, shifts: ArrayLike = 0.0, weights: ArrayLike | None = None, sigma: float = 1.0) -> None:
        self.shifts, self.weights, self.sigma = shifts, weights, sigma

    @property
    def symmetric(self) -> bool:  # type: ignore[override]
        """Whether all shifts are zero."""
        return not np.any(np.asarray(self.shifts))

    def _of_differences(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        shifts, weights = self._terms(X.shape[1])
        K = np.zeros((len(X), len(Z)))
        for shift, weight in zip(shifts, weights, strict=True):
            term = squared_distances(X - shift if shift.any() else X, Z, unit=self.sigma)
            term /= -self.sigma * self.sigma
            K += weight * np.exp(term, out=term)
        return K

    def frequencies(self, n: int, n_features: int, rng: np.random.Generator) -> Frequencies:
        """Draw normal w with variance 2/sigma^2, weight |h(w)| and phase arg h(w)."""
        shifts, weights = self._terms(n_features)
        at = rng.standard_normal((n, n_features)) * (np.sqrt(2.0) / self.sigma)
        h = np.exp(-1j * (at @ shifts.T)) @ weights
        return Frequencies(at, np.abs(h), np.angle(h))

    def _terms(self, n_features: int) -> tuple[np.ndarray, np.ndarray]:
        """The shifts (J, d) and weights (J,)."""
        if not (isinstance(self.sigma, Real) and 0 < float(self.sigma) < np.inf):
            raise ValueError(f"sigma must be a positive number, got {self.sigma!r}.")
        shifts = np.atleast_2d(np.asarray(self.shifts, dtype=np.float64))
        if shifts.size == 1 and not shifts.any():
            shifts = np.zeros((1, n_features))
        if (
            shifts.ndim != 2
            or shifts.shape[1] != n_features
            or not (len(shifts) and np.isfinite(shifts).all())
        ):
            raise ValueError(
                f"shifts must be {n_features} finite numbers, one for each feature, or rows of so many; got an array "
                f"of shape {np.shape(self.shifts)}."
            )
        count = len(shifts)
        given = np.full(count, 1.0 / count) if self.weights is None else self.weights
        weights = np.asarray(given, dtype=np.float64)
        if weights.shape != (count,) or not np.isfinite(weights).all():
            raise ValueError(
                f"weights must be {count} finite numbers, one for each shift, got shape {np.shape(self.weights)}."
            )
        return shifts, weights


class SkewedLaplacian(StationaryKernel):
    """K(x, z) = prod_k g(x_k - z_k), g(t) = exp(-t/ahead) for t >= 0 and exp(t/behind) for t < 0.

    If x is ahead of z (for example in time or in size), the length scale is ``ahead``, otherwise ``behind``. Equal
    length scales give the kernel "laplacian". With alpha = 1/ahead and beta = 1/behind, the measure of one feature is
    (alpha + beta) / (2 pi (alpha + i w)(beta - i w)). Its mass is (alpha + beta) / (2 AGM(alpha, beta)), where AGM is
    the arithmetic-geometric mean. The asymmetry is a scaling of rows and columns, which ``row_scaling`` detects. The
    masses of the features multiply. With many strongly asymmetric features, the weights are too large for random
    frequencies.

    Parameters
    ----------
    ahead, behind : positive lengths in units of the features, numbers or (d,) arrays.

    Raises
    ------
    ValueError : (on use) a length is not positive, or there is not one for each feature.

    Examples
    --------
    >>> k = SkewedLaplacian(ahead=2.0, behind=0.5)
    >>> k([[1.0]], [[0.0], [1.0], [2.0]]).round(3)
    array([[0.607, 1.   , 0.135]])
    """

    def __init__(self, ahead: ArrayLike = 1.0, behind: ArrayLike = 0.5) -> None:
        self.ahead, self.behind = ahead, behind

    @property
    def symmetric(self) -> bool:  # type: ignore[override]
        """Whether both lengths are the same."""
        return bool(np.all(np.asarray(self.ahead) == np.asarray(self.behind)))

    def _of_differences(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        # max(t alpha, -t beta) = (alpha + beta)/2 |t| + (alpha - beta)/2 t; the second term is one of x less one of z.
        alpha, beta = (1.0 / length for length in self._lengths(X.shape[1]))
        if max((alpha / beta).max(initial=1.0), (beta / alpha).max(initial=1.0)) < FAR_FROM_EVEN:
            # What both have in common costs digits of the second term.
            middle = Z.mean(axis=0) if len(Z) else 0.0
            X, Z, half, tilt = X - middle, Z - middle, (alpha + beta) / 2, (alpha - beta) / 2
            exponent = cdist(X * half, Z * half, "cityblock")
            exponent += np.subtract.outer(X @ tilt, Z @ tilt)
        else:  # the two terms nearly cancel: a feature at a time
            exponent = np.zeros((len(X), len(Z)))
            for k in range(X.shape[1]):
                difference = X[:, k, None] - Z[None, :, k]
                exponent += np.maximum(difference * alpha[k], difference * -beta[k])
        np.maximum(exponent, 0.0, out=exponent)
        return np.exp(-exponent, out=exponent)

    def frequencies(self, n: int, n_features: int, rng: np.random.Generator) -> Frequencies:
        r"""Draw w of each feature from |mu|. The distribution function is an elliptic integral with the inverse sn/cn.

        With b <= a for the smaller and the larger of alpha and beta, 1/sqrt((a^2 + w^2)(b^2 + w^2)) is the derivative
        of F(phi | m)/a at w = b tan phi, where m = 1 - b^2/a^2.
        """
        lengths = self._lengths(n_features)
        alpha, beta = (1.0 / length for length in lengths)
        b, a = np.minimum(alpha, beta), np.maximum(alpha, beta)
        quarter = scipy.special.ellipkm1((b / a) ** 2)
        sn, cn, _, _ = scipy.special.ellipj(
            rng.uniform(-1.0, 1.0, (n, n_features)) * quarter, 1.0 - (b / a) ** 2
        )
        at = b * sn / np.maximum(cn, np.finfo(float).tiny)
        mass = float(np.prod((alpha + beta) / (2.0 * scipy.special.agm(alpha, beta))))
        phase = (np.arctan(at / beta) - np.arctan(at / alpha)).sum(axis=1)
        return Frequencies(at, np.full(n, mass), phase)

    def _lengths(self, n_features: int) -> tuple[np.ndarray, np.ndarray]:
        lengths = []
        for name in ("ahead", "behind"):
            given = np.asarray(getattr(self, name), dtype=np.float64)
            if given.shape not in ((), (n_features,)) or not (np.isfinite(given) & (given > 0)).all():
                raise ValueError(
                    f"{name} must be a positive length, or {n_features} of them, one for each feature; got "
                    f"{getattr(self, name)!r}."
                )
            lengths.append(np.broadcast_to(given, (n_features,)))
        return lengths[0], lengths[1]


def as_stationary(kernel: Any, params: Mapping[str, Any] | None = None) -> StationaryKernel:
    """A ``StationaryKernel``, or "rbf" or "laplacian" by name or object, as an object that draws frequencies."""
    if isinstance(kernel, StationaryKernel):
        if params:
            raise ValueError("kernel_params must be set in the kernel object itself.")
        return kernel
    name, given = named(kernel, params)
    name = getattr(name, "name", name)  # of an entry of KERNELS
    sigma = given.get("sigma", 1.0)
    if name == "rbf":
        wider = np.sqrt(2.0) if given.get("convention") == "2 sigma^2" else 1.0
        return ShiftedGaussians(sigma=wider * sigma)
    if name == "laplacian":
        return SkewedLaplacian(sigma, sigma)
    raise ValueError(
        "Random Fourier features need a kernel that depends only on x - z: ShiftedGaussians, "
        "SkewedLaplacian, 'rbf' or "
        f"'laplacian' of askcore.kernels; got {kernel!r}. For any other kernel, use landmarks."
    )
