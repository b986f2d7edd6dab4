"""Corrections of an indefinite spectrum for methods that need a positive one: clip, flip, square or shift.

With K = U L U^T on the training samples and L~ the corrected eigenvalues,

    keep L,  clip max(L, 0),  flip |L|,  square L^2,  shift L - min(lambda_min, 0).

A test sample is treated as the training samples are (Chen et al. 2009, "Similarity-based classification"): clip, flip
and square are K~ = K P with P = U_+ U_+^T, U sign(L) U^T and K, and so K~(x, X) = K(x, X) P. Shift adds s to K(x, z)
where x and z are the same sample: for an LS-SVM that is a smaller gamma. For samples with weights v it is the spectrum
of D K D, D = diag(sqrt v), and clip, flip and square are K D P D^{-1}.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from askcore._lazy import cached_property
from askcore._validation import as_matrix, check_memory, check_symmetric, read_only

SPECTRUM_CORRECTIONS = ("keep", "clip", "flip", "square", "shift")


class IndefiniteKernelWarning(UserWarning):
    """Issued if a method that assumes a positive semidefinite kernel matrix receives an indefinite one."""


def negligible_eigenvalue(values: np.ndarray, entry: float = 0.0) -> float:
    """The modulus up to which one of m eigenvalues is rounding: 10 m eps of the largest.

    ``entry`` is the largest modulus of what the matrix was made from, where centring or symmetrising cancelled most of
    it.
    """
    return 10 * len(values) * np.finfo(float).eps * max(float(np.abs(values).max(initial=0.0)), entry)


def eigenvalue_signs(values: np.ndarray, entry: float = 0.0) -> tuple[int, int, int]:
    """Numbers of positive, negative and zero eigenvalues of a whole spectrum (m,); ``entry`` as in
    ``negligible_eigenvalue``.

    >>> eigenvalue_signs(np.array([2.0, 1e-17, -1.0, -1e-17]))
    (1, 1, 2)
    """
    least = negligible_eigenvalue(values, entry)
    positive, negative = int((values > least).sum()), int((values < -least).sum())
    return positive, negative, len(values) - positive - negative


def corrected_eigenvalues(values: ArrayLike, spectrum: str, *, smallest: float | None = None) -> np.ndarray:
    """Corrected eigenvalues (r,), in order; "shift" needs the ``smallest`` of the matrix where ``values`` are some
    of them.
    """
    _check(spectrum)
    found = np.asarray(values, dtype=np.float64)
    if spectrum == "clip":
        return np.maximum(found, 0.0)
    if spectrum == "flip":
        return np.abs(found)
    if spectrum == "square":
        return found * found
    if spectrum == "shift":
        least = float(found.min(initial=0.0)) if smallest is None else smallest
        return np.maximum(found - min(least, 0.0), 0.0)
    return found.copy()


@dataclass(frozen=True, eq=False)
class CorrectedMatrix:
    """A symmetric matrix with a corrected spectrum.

    Attributes
    ----------
    matrix : (m, m), the corrected K~; K itself for "keep".
    eigenvalues, corrected : (m,) of K, ascending, before and after.
    map : (m, m) with K~(x, X) = K(x, X) map for new samples; None where that is the identity (keep, shift).
    shift : added to the diagonal.
    """

    spectrum: str
    matrix: np.ndarray = field(repr=False)
    eigenvalues: np.ndarray = field(repr=False)
    corrected: np.ndarray = field(repr=False)
    map: np.ndarray | None = field(repr=False)
    shift: float


def correct_spectrum(K: Any, spectrum: str) -> CorrectedMatrix:
    """Correct the spectrum of a symmetric matrix in one of five ways, which the module describes.

    Parameters
    ----------
    K : (m, m), dense or sparse.
    spectrum : "keep", "clip", "flip", "square" or "shift".

    Returns
    -------
    CorrectedMatrix : matrix (m, m), eigenvalues (m,) before and after, in units of K.

    Raises
    ------
    ValueError : the correction is unknown, or K is not symmetric (the message says by how much).
    DataError : m is too large for all eigenvectors to fit in memory.

    References
    ----------
    Chen et al. 2009.

    Examples
    --------
    >>> correct_spectrum([[0.0, 1.0], [1.0, 0.0]], "clip").matrix
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    _check(spectrum)
    shape = np.shape(K) if not sp.issparse(K) else K.shape
    m = shape[0] if len(shape) else 0
    check_memory(
        48.0 * m * m,
        f"The eigenvectors of a {m:,} x {m:,} matrix",
        "Keep the spectrum, or take fewer samples.",
    )
    dense = as_matrix(K.toarray() if sp.issparse(K) else K)
    check_symmetric(dense, "The kernel matrix")
    half = (dense + dense.T) / 2
    values, U = np.linalg.eigh(half)
    # Eigenvalues that are rounding have no sign to be flipped or clipped by.
    clean = np.where(np.abs(values) > negligible_eigenvalue(values), values, 0.0)
    corrected = corrected_eigenvalues(clean, spectrum)
    mapping: np.ndarray | None = None
    shift = 0.0
    if spectrum == "shift":
        shift = float(-min(clean.min(initial=0.0), 0.0))
        matrix = half + shift * np.eye(m)
    elif spectrum == "keep" or (spectrum in ("clip", "flip") and not (clean < 0).any()):
        matrix = half
    else:
        factors = {"clip": clean > 0, "flip": np.sign(clean), "square": clean}[spectrum]
        mapping = (U * factors) @ U.T
        matrix = (U * corrected) @ U.T
        matrix = (matrix + matrix.T) / 2
    frozen = None if mapping is None else read_only(mapping)
    return CorrectedMatrix(
        spectrum, read_only(matrix), read_only(values), read_only(corrected), frozen, shift
    )


class CorrectedKernel:
    """A symmetric bound kernel with a corrected spectrum, with ``train()`` and ``source(X)`` as any other.

    Pickled without its matrices. ``base`` is bound to its training samples; "shift" needs those ``samples``, (m, d) or
    (m,), to find equal ones. ``sample_weight`` (m,) is positive, or None for ones.
    """

    def __init__(
        self, base: Any, spectrum: str, samples: np.ndarray, sample_weight: np.ndarray | None = None
    ) -> None:
        _check(spectrum)
        self.base, self.spectrum = base, spectrum
        self._root = None if sample_weight is None else np.sqrt(sample_weight)  # sqrt(v)
        self._samples = samples

    def __getstate__(self) -> dict[str, Any]:
        """Everything but what is made when it is first asked for."""
        made = ("correction", "_groups", "_group")
        return {name: value for name, value in self.__dict__.items() if name not in made}

    @cached_property
    def _groups(self) -> dict[Any, int]:
        """A number for each distinct training sample."""
        return {key: at for at, key in enumerate(dict.fromkeys(_keys(self._samples)))}

    @cached_property
    def _group(self) -> np.ndarray:
        """The number of each training sample, (m,)."""
        return np.array([self._groups[key] for key in _keys(self._samples)])

    @cached_property
    def correction(self) -> CorrectedMatrix:
        """The corrected training matrix, D K~ D; for "shift" repeated samples share what is added."""
        K = self.base.train()
        if self._root is not None:
            K = (K.toarray() if sp.issparse(K) else K) * np.outer(self._root, self._root)
        return correct_spectrum(K, self.spectrum)

    @property
    def _map(self) -> np.ndarray | None:
        """K~(x, X) = K(x, X) map."""
        found = self.correction.map
        if found is None or self._root is None:
            return found
        return self._root[:, None] * found / self._root

    def train(self) -> np.ndarray:
        """K~(train, train), (m, m)."""
        found = self.correction
        # The shift belongs to K itself, not to D K D, and to every pair of equal samples.
        K = found.matrix - found.shift * np.eye(len(found.matrix)) if found.shift else found.matrix
        K = K if self._root is None else K / np.outer(self._root, self._root)
        return K + found.shift * (self._group[:, None] == self._group[None, :]) if found.shift else K

    def source(self, X: Any) -> np.ndarray:
        """K~(X, train), (n, m)."""
        K = self.base.source(X)
        K = K.toarray() if sp.issparse(K) else K
        if self.spectrum == "shift":
            return K + self.correction.shift * (self._known(X)[:, None] == self._group[None, :])
        mapping = self._map
        return K if mapping is None else K @ mapping

    def weights(self, alpha: np.ndarray) -> tuple[np.ndarray, np.ndarray | None]:
        """beta (m, k) and extra with K~(x, X) alpha = K(x, X) beta + extra[group of x]; no extra but for "shift"."""
        if self.spectrum == "shift":
            sums = np.zeros((len(self._groups), *alpha.shape[1:]))
            np.add.at(sums, self._group, alpha)
            return alpha, self.correction.shift * sums
        mapping = self._map
        return (alpha if mapping is None else mapping @ alpha), None

    def decide(self, X: Any, beta: np.ndarray, extra: np.ndarray | None) -> np.ndarray:
        """K~(X, train) alpha from what ``weights(alpha)`` gave."""
        f = self.base.source(X) @ beta
        if extra is not None:
            at = self._known(X)
            f[at >= 0] += extra[at[at >= 0]]
        return f

    def _known(self, X: Any) -> np.ndarray:
        """The group of equal training samples that each sample belongs to, (n,); -1 for none."""
        return np.array([self._groups.get(key, -1) for key in _keys(X)], dtype=int)


def _keys(samples: Any) -> list[Any]:
    array = samples.toarray() if sp.issparse(samples) else np.asarray(samples)
    if array.dtype.kind == "f":
        array = array + 0.0  # -0 and 0 are one number
    return [row.tobytes() for row in array] if array.ndim > 1 else array.tolist()


def _check(spectrum: str) -> None:
    if spectrum not in SPECTRUM_CORRECTIONS:
        raise ValueError(
            f"spectrum must be one of {', '.join(map(repr, SPECTRUM_CORRECTIONS))}, got {spectrum!r}."
        )
