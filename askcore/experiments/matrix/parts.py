r"""A kernel matrix to take apart: what is known of all of it, and the part with spectra.

Experiment floor. How much of K is skew is read off its entries, all of them or those of some rows. Spectra cost the
cube of the size, so a matrix past ``PART`` rows is represented by rows (and the same columns) drawn at random.

Such a part says little of the sign of the rest: 600 nodes drawn from a sparse graph keep almost no links. Whether the
symmetric part of all of K is indefinite is therefore found apart: up to ``WHOLE`` rows from all eigenvalues of
(K + K^T)/2, past that from the two ends of its spectrum by Lanczos, which needs products only. Lanczos approximates the
ends from inside the spectrum (Rayleigh quotients), so a negative value proves a negative eigenvalue, while a positive
one proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh
from sklearn.utils import check_random_state

from askcore._validation import check_memory, read_only
from askcore.diagnostics import SPECTRUM_LIMIT, Asymmetry, asymmetry, definiteness_of
from askcore.operators import KernelOperator, SparseOperator, SymmetricPart
from askcore.solvers import GraphOperator

__all__ = [
    "PART",
    "Definiteness",
    "Entries",
    "MatrixPart",
    "kernel_entries",
    "kernel_part",
    "symmetric_ends",
]

PART = 600  # rows whose spectra take half a second
READ = 30_000_000  # entries that are all read; of larger matrices without stored entries, some rows
ROWS_READ = 200
CHUNK = 200


@dataclass(frozen=True)
class Entries:
    """What is known of all of a square K, whatever part its spectra are of; NaN and None where it is rectangular.

    Attributes
    ----------
    skew_ratio, skew_share, reciprocity, is_symmetric : as in ``Asymmetry``.
    rows_read : rows (and the same columns) that were read; N of them make the figures exact.
    definiteness : of the symmetric part of all of K; None up to ``PART`` rows, where the spectra are of all of it
        anyway, and where it would take too long.
    """

    skew_ratio: float
    skew_share: float
    reciprocity: float
    is_symmetric: bool
    rows_read: int
    definiteness: Definiteness | None = None


@dataclass(frozen=True, eq=False)
class MatrixPart:
    """Rows and columns of a matrix, all of them or some, and what their spectra say.

    Attributes
    ----------
    K : (n, m) values, read-only.
    rows, columns : (n,) and (m,) which ones, ascending; the same ones where rows and columns are the same samples.
    shape : (N, M) of the whole.
    found : ``asymmetry`` of K.
    """

    K: np.ndarray
    rows: np.ndarray
    columns: np.ndarray
    shape: tuple[int, int]
    found: Asymmetry

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return self.K.shape == self.shape

    @property
    def is_square(self) -> bool:
        """Whether there is one sample for row i and column i."""
        return self.shape[0] == self.shape[1]


def kernel_entries(operator: KernelOperator, *, max_entries: int = READ, random_state: Any = 0) -> Entries:
    """Skew ratio, skew share and reciprocity, exactly where the entries are stored or few, else from some rows.

    ``ROWS_READ`` rows drawn at random and the same columns, each against all others, give an estimate in which the
    diagonal has the weight it has in K (a block drawn from K would have too much of it).

    Parameters
    ----------
    operator : K (N, M).
    max_entries : up to so many are all read.
    random_state : which rows are drawn.

    Returns
    -------
    Entries : NaN and None where K is not square.
    """
    n, m = operator.shape
    if n != m:
        return Entries(float("nan"), float("nan"), float("nan"), False, n)
    ends = symmetric_ends(operator) if n > PART else None
    stored = _stored(operator)
    if stored is not None or float(n) * m <= max_entries:
        found = asymmetry(operator if stored is None else stored, limit=0)
        return Entries(found.skew_ratio, found.skew_share, found.reciprocity, found.is_symmetric, n, ends)
    rows = np.sort(check_random_state(random_state).permutation(n)[:ROWS_READ])
    every = np.arange(n)
    across, down = operator.block(rows, every), operator.block(every, rows).T
    largest = max(float(np.abs(across).max()), float(np.abs(down).max())) or 1.0
    across, down = across / largest, down / largest
    skew, total = float(((across - down) ** 2).sum()), float(((across + down) ** 2).sum())
    itself = np.arange(len(rows)), rows
    linked, answered = across != 0, (across != 0) & (down != 0)
    linked[itself] = answered[itself] = False
    return Entries(
        float(np.sqrt(skew / total)) if total > 0 else float("inf") if skew > 0 else 0.0,
        skew / (skew + total) if skew + total > 0 else 0.0,
        float(answered.sum() / linked.sum()) if linked.any() else float("nan"),
        bool(np.abs(across - down).max() <= 1e-12),
        len(rows),
        ends,
    )


def kernel_part(operator: KernelOperator, *, max_rows: int = PART, random_state: Any = 0) -> MatrixPart:
    """All of a matrix of at most ``max_rows`` rows (or ``max_rows``^2 entries), else a part of it drawn at random.

    Parameters
    ----------
    operator : K (N, M).
    max_rows : of the part.
    random_state : which rows and columns are drawn.

    Returns
    -------
    MatrixPart : values (n, m), places, and what their spectra say.

    Raises
    ------
    DataError : the part would not fit in memory.
    """
    n, m = operator.shape
    rows, columns = _places(n, m, max_rows, random_state)
    size = float(len(rows)) * len(columns)
    check_memory(
        80.0 * size, f"The {len(rows):,} x {len(columns):,} part of the matrix", "Ask for fewer rows."
    )
    K = np.empty((len(rows), len(columns)))
    for at in range(0, len(rows), CHUNK):
        K[at : at + CHUNK] = operator.block(rows[at : at + CHUNK], columns)
    found = asymmetry(K, limit=max(min(K.shape), SPECTRUM_LIMIT, int(K.size**0.5) + 1))
    return MatrixPart(read_only(K), read_only(rows), read_only(columns), (n, m), found)


def _places(n: int, m: int, most: int, random_state: Any) -> tuple[np.ndarray, np.ndarray]:
    """Which rows and columns: the longer side is cut first, so that thin matrices stay whole."""
    if n * m <= most * most:
        return np.arange(n), np.arange(m)
    draw = check_random_state(random_state)
    shorter = min(n, m, most)
    longer = most * most // max(shorter, 1)
    rows = np.sort(draw.permutation(n)[: shorter if n <= m else longer])
    if n == m:
        return rows, rows
    return rows, np.sort(draw.permutation(m)[: shorter if m < n else longer])


def _stored(operator: KernelOperator) -> Any:
    """Something whose nonzero entries are stored, for ``asymmetry``; None where there is no such thing."""
    if isinstance(operator, SparseOperator):
        return operator
    if isinstance(operator, GraphOperator):
        first = np.arange(min(1, operator.shape[0]))
        sparse = hasattr(operator.kernel(first, first), "tocsr")
        return operator.kernel if sparse else None
    return None


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


def symmetric_ends(operator: KernelOperator, *, max_rows: int = WHOLE) -> Definiteness | None:
    """Definiteness of the symmetric part of a square operator.

    Parameters
    ----------
    operator : K (N, N).
    max_rows : up to so many all eigenvalues are taken, past it the two ends by Lanczos.

    Returns
    -------
    Definiteness or None : None where finding it would take too long: too many rows whose entries are not at hand, or
        no convergence.

    Raises
    ------
    DataError : all eigenvalues are wanted of a matrix that would not fit in memory.

    Examples
    --------
    >>> from askcore.operators import as_operator
    >>> symmetric_ends(as_operator([[0.0, 2.0], [0.0, 0.0]]))
    Definiteness(smallest=-1.0, largest=1.0, signature=(1, 1, 0))
    """
    n = operator.shape[0]
    if n != operator.shape[1] or n == 0:
        return None
    if n <= max_rows:
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
