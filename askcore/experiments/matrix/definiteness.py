r"""Whether the symmetric part of a whole matrix is indefinite, where its spectra are those of a part drawn at random.

Experiment floor. A part says little of the sign of the rest: 600 nodes drawn from a sparse graph keep almost no links.
Up to ``WHOLE`` rows all eigenvalues of (K + K^T)/2 are taken; past that the two ends of its spectrum by Lanczos, which
needs products only. Lanczos approximates the ends from inside the spectrum (Rayleigh quotients), so a negative value
proves a negative eigenvalue, while a positive one proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.linalg
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

from askcore._validation import check_memory
from askcore.diagnostics import definiteness_of
from askcore.operators import KernelOperator, SymmetricPart

__all__ = ["Definiteness", "symmetric_ends"]

WHOLE = 3_000  # rows up to which all eigenvalues of a symmetric matrix take about two seconds
ENOUGH = 1e-8  # share of the largest modulus: an eigenvalue below it is not called negative


@dataclass(frozen=True)
class Definiteness:
    """The ends of the spectrum of (K + K^T)/2, of all of K.

    Attributes
    ----------
    smallest, largest : eigenvalues; by Lanczos lying inside the true ones by up to a share of 1e-4.
    signature : numbers of positive, negative and zero eigenvalues; None where only the ends are known.
    """

    smallest: float
    largest: float
    signature: tuple[int, int, int] | None = None

    @property
    def indefinite(self) -> bool:
        """Whether there are positive and negative eigenvalues; False: none of one sign was found."""
        if self.signature is not None:
            return self.signature[0] > 0 and self.signature[1] > 0
        negligible = ENOUGH * max(abs(self.smallest), abs(self.largest))
        return self.smallest < -negligible and self.largest > negligible

    @property
    def words(self) -> str | None:
        """As ``Asymmetry.definiteness``; None where Lanczos found one sign only, which proves nothing."""
        if self.signature is not None:
            return definiteness_of(*self.signature)
        return "indefinite" if self.indefinite else None


def symmetric_ends(operator: KernelOperator) -> Definiteness | None:
    """Definiteness of the symmetric part of a square operator (N, N); None where finding it would take too long:
    more than 3,000 rows whose entries are not at hand, or no convergence.

    Raises DataError where a matrix of up to 3,000 rows would not fit in memory.

    Examples
    --------
    >>> from askcore.operators import as_operator
    >>> symmetric_ends(as_operator([[0.0, 2.0], [0.0, 0.0]]))
    Definiteness(smallest=-1.0, largest=1.0, signature=(1, 1, 0))
    """
    n = operator.shape[0]
    if n != operator.shape[1] or n == 0:
        return None
    if n <= WHOLE:
        return _of_all(operator, n)
    return _of_ends(operator, n) if operator.in_memory else None


def _of_all(operator: KernelOperator, n: int) -> Definiteness:
    check_memory(32.0 * n * n, f"The {n:,} x {n:,} symmetric part", "Take fewer rows.")
    every = np.arange(n)
    K = operator.block(every, every)
    values = scipy.linalg.eigvalsh((K + K.T) / 2, overwrite_a=True, check_finite=False)
    # As in ``asymmetry``: what is rounding of so large a matrix with such entries is zero.
    negligible = 10 * n**1.5 * np.finfo(float).eps * float(np.abs(K).max(initial=0.0))
    positive, negative = int((values > negligible).sum()), int((values < -negligible).sum())
    return Definiteness(float(values[0]), float(values[-1]), (positive, negative, n - positive - negative))


def _of_ends(operator: KernelOperator, n: int) -> Definiteness | None:
    part = SymmetricPart(operator)
    product = LinearOperator((n, n), matvec=lambda x: part @ np.ravel(x), dtype=float)
    start = np.random.default_rng(0).standard_normal(n)  # ARPACK's own start changes from call to call
    if not np.any(part @ start):
        return Definiteness(0.0, 0.0, (0, 0, n))
    ends = []
    for which in ("SA", "LA"):
        try:
            values = eigsh(
                product, 1, which=which, v0=start, ncv=40, tol=1e-4, maxiter=100, return_eigenvectors=False
            )
        except ArpackError:  # of which "no convergence" is one
            return None
        ends.append(float(values[0]))
    return Definiteness(ends[0], ends[1])
