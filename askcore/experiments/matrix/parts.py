r"""Figures of a whole kernel matrix, the signs of its eigenvalues, and the part of it whose spectra are computed.

How much of K is skew-symmetric follows from its entries, all of them or those of some rows. Spectra cost the cube of
the size, so past ``PART`` rows they are of rows (and the same columns) drawn at random.

Such a part says little of the signs of the eigenvalues of the whole: 600 nodes drawn from a sparse graph keep almost no
links. Up to ``ALL_SIGNS`` rows all eigenvalues of the symmetric part are taken. Past that, Lanczos finds the two ends
from products. It works from inside the spectrum (Rayleigh quotients), so a negative value proves a negative eigenvalue,
while a positive one proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import ArpackError, ArpackNoConvergence, LinearOperator, eigsh

from askcore._lazy import cached_property
from askcore._random import check_random_state
from askcore._scale import share_of_squares, unit_of
from askcore._threads import FEW, one_thread
from askcore._validation import check_memory, read_only
from askcore.diagnostics import Asymmetry, asymmetry
from askcore.diagnostics.symmetry import (
    SPECTRUM_LIMIT,
    definiteness_of,
    eigenvalues_of,
    entry_figures,
    measured,
)
from askcore.operators import DenseOperator, KernelOperator, SparseOperator, symmetrized_operator
from askcore.solvers.kernel_matrices import GraphOperator
from askcore.solvers.spectrum_correction import eigenvalue_signs

PART = 600  # rows whose spectra take half a second
READ = 30_000_000  # entries that are all read; of larger matrices without stored entries, some rows
SOLVED = 4_000_000  # of them, where each row of a graph kernel is a solve
ROWS_READ = 200
AT_ONCE = 10_000_000  # entries of these rows that are held together
CHUNK = 200


@dataclass(frozen=True)
class Entries:
    """Figures of a whole square K, even if its spectra are of a part; NaN and None for a rectangular matrix.

    ``rows_read`` rows (and the same columns) were read; N of them make the figures exact.
    """

    skew_ratio: float
    skew_share: float
    reciprocity: float
    is_symmetric: bool
    rows_read: int


@dataclass(frozen=True, eq=False)
class MatrixPart:
    """Rows and columns of a matrix of ``shape`` (N, M), all of them or some, and ``asymmetry`` of these.

    ``found`` lacks the eigenvalues of K itself, which take as long as all else; ``closer`` has them. ``rows``,
    ``columns`` : which ones, ascending; the same ones where rows and columns are the same samples.
    """

    K: np.ndarray = field(repr=False)
    rows: np.ndarray = field(repr=False)
    columns: np.ndarray = field(repr=False)
    shape: tuple[int, int]
    found: Asymmetry

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return self.K.shape == self.shape

    @cached_property
    def closer(self) -> Asymmetry:
        """The full ``asymmetry`` of K."""
        if self.found.signature is None:
            return self.found
        with one_thread(len(self.K) < FEW):
            return replace(self.found, **eigenvalues_of(self.K, vars(self.found)))


def kernel_entries(operator: KernelOperator) -> Entries:
    """Return the skew-symmetric share of K from all entries, or from some rows if evaluating all of K is necessary.

    The estimate uses ``ROWS_READ`` random rows and the same columns (fewer for more than 50,000 rows), each with all
    entries. The diagonal therefore has the same weight as in K. In a random block of K, its weight would be too large.

    Parameters
    ----------
    operator : K (N, M).

    Returns
    -------
    Entries : NaN if K is not square.
    """
    n, m = operator.shape
    if n != m:
        return Entries(float("nan"), float("nan"), float("nan"), False, n)
    stored = stored_entries(operator)
    if stored is not None or reads_all(operator):
        found = asymmetry(operator if stored is None else stored, limit=0)
        return Entries(found.skew_ratio, found.skew_share, found.reciprocity, found.is_symmetric, n)
    rows = np.sort(check_random_state(0).permutation(n)[: rows_read(n)])
    every = np.arange(n)
    across, down = operator.block(rows, every), operator.block(every, rows).T
    largest = max(float(np.abs(across).max()), float(np.abs(down).max()))
    own = int(np.count_nonzero(across[np.arange(len(rows)), rows]))
    return Entries(**entry_figures([(across, down, own)], largest), rows_read=len(rows))


def reads_all(operator: KernelOperator) -> bool:
    """Whether all entries of a matrix are read, stored or not; each row of a graph kernel is a solve."""
    most = SOLVED if isinstance(operator, GraphOperator) else READ
    return float(operator.shape[0]) * operator.shape[1] <= most


def rows_read(n: int) -> int:
    """Number of rows, out of n, that are compared with as many columns if not all are."""
    return min(ROWS_READ, max(AT_ONCE // n, 20))


def kernel_part(operator: KernelOperator) -> MatrixPart:
    """Return all of a matrix with at most 600 rows (or 600^2 entries), or otherwise a random part of it.

    Parameters
    ----------
    operator : K (N, M).

    Returns
    -------
    MatrixPart : values (n, m), their rows and columns, and the findings from their spectra.

    Raises
    ------
    DataError : the part does not fit in memory.
    """
    n, m = operator.shape
    rows, columns = _places(n, m, PART)
    size = float(len(rows)) * len(columns)
    check_memory(
        80.0 * size, f"The {len(rows):,} x {len(columns):,} part of the matrix", "Take fewer samples."
    )
    K = np.empty((len(rows), len(columns)))
    for at in range(0, len(rows), CHUNK):
        K[at : at + CHUNK] = operator.block(rows[at : at + CHUNK], columns)
    found = measured(K, max(min(K.shape), SPECTRUM_LIMIT, int(K.size**0.5) + 1), eigenvalues=False)
    return MatrixPart(read_only(K), read_only(rows), read_only(columns), (n, m), found)


def _places(n: int, m: int, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw rows and columns: the longer side is cut first, so that thin matrices stay whole."""
    if n * m <= most * most:
        return np.arange(n), np.arange(m)
    draw = check_random_state(0)
    shorter = min(n, m, most)
    longer = most * most // max(shorter, 1)
    rows = np.sort(draw.permutation(n)[: shorter if n <= m else longer])
    if n == m:
        return rows, rows
    return rows, np.sort(draw.permutation(m)[: shorter if m < n else longer])


NOTHING = 1e-13  # of the size of K: a smaller symmetric part is rounding
ENOUGH = 1e-8  # share of the largest modulus: an eigenvalue below it is not called negative
ALL_SIGNS = 3_000  # rows up to which all eigenvalues of a symmetric matrix are taken: about two seconds
MANY_RESTARTS, FEW_RESTARTS = 6, 2  # of Lanczos, where a product costs the links or the square of the size


@dataclass(frozen=True)
class Definiteness:
    """The signs of the eigenvalues of a symmetric part.

    By Lanczos the ends lie inside the true ones by up to a share of 1e-4. ``signature`` and all ``values`` (n,),
    rising, are None where they were not taken.
    """

    smallest: float
    largest: float
    signature: tuple[int, int, int] | None = None
    values: np.ndarray | None = field(default=None, repr=False, compare=False)

    @property
    def words(self) -> str | None:
        """As ``Asymmetry.definiteness``; None where Lanczos found one sign only, which proves nothing."""
        if self.signature is not None:
            return definiteness_of(*self.signature)
        negligible = ENOUGH * max(abs(self.smallest), abs(self.largest))
        return "indefinite" if self.smallest < -negligible and self.largest > negligible else None

    @property
    def lowest(self) -> float:
        """The lowest eigenvalue over the largest modulus; 0 where it is zero up to rounding, or may be."""
        size = max(abs(self.smallest), abs(self.largest))
        if self.signature is None:
            return self.smallest / size if self.smallest < -ENOUGH * size else 0.0
        _, q, zero = self.signature
        return self.smallest / size if q or not zero else 0.0

    @property
    def negative_energy(self) -> float | None:
        """Share of the negative eigenvalues in the sum of squared ones; None: not known."""
        if self.values is None or self.signature is None:
            return None
        return share_of_squares(self.values[: self.signature[1]], self.values)


def definiteness_known(drawn: tuple[int, int, int], whole: Definiteness | None) -> str | None:
    """Known signs of the eigenvalues of a whole matrix; ``drawn``: signature of a part of it.

    By interlacing a part with eigenvalues of both signs proves that the whole is indefinite; it never proves that it is
    not.
    """
    if whole is not None and whole.words is not None:
        return whole.words
    if drawn[0] and drawn[1]:
        return "indefinite"
    return "not positive" if drawn[1] or (whole is not None and whole.lowest < 0) else None


def symmetric_ends(operator: KernelOperator, *, symmetric: bool = False) -> Definiteness | None:
    """Return the signs of the eigenvalues of (K + K^T)/2: of all up to 3,000 rows, otherwise of the two extremes.

    Parameters
    ----------
    operator : K (N, N).
    symmetric : whether K is known to be symmetric. It is then not symmetrised, which halves the number of products.

    Returns
    -------
    Definiteness or None : None if the extreme eigenvalues are not found.

    Raises
    ------
    DataError : all eigenvalues are required, but the matrix does not fit in memory.

    Examples
    --------
    >>> from askcore.operators import as_operator
    >>> symmetric_ends(as_operator([[0.0, 2.0], [0.0, 0.0]]))
    Definiteness(smallest=-1.0, largest=1.0, signature=(1, 1, 0))
    """
    n = operator.shape[0]
    if n != operator.shape[1] or n == 0:
        return None
    if n <= ALL_SIGNS:
        return _of_all(operator, n)
    return _of_products(_symmetric_part(operator, symmetric), operator, n)


def stored_entries(operator: KernelOperator) -> sp.csr_array | None:
    """The nonzero entries if they are stored or as few as links, else None."""
    if isinstance(operator, SparseOperator):
        return operator.stored
    if isinstance(operator, GraphOperator):
        first = np.arange(min(1, operator.shape[0]))
        if hasattr(operator.kernel(first, first), "tocsr"):
            return sp.csr_array(operator.kernel.all_columns(np.arange(operator.shape[0])))
    return None


def _symmetric_part(operator: KernelOperator, symmetric: bool) -> KernelOperator:
    """The operator of (K + K^T)/2; sparse where the entries are."""
    stored = stored_entries(operator)
    if stored is not None:
        return SparseOperator((stored + stored.T) / 2)
    if symmetric:
        return operator
    if isinstance(operator.stored, np.ndarray):  # once, for half the work of every product
        return DenseOperator(0.5 * (operator.stored + operator.stored.T))
    return symmetrized_operator(operator, "mean")


def _of_all(operator: KernelOperator, n: int) -> Definiteness:
    check_memory(32.0 * n * n, f"The {n:,} x {n:,} symmetric part", "Take fewer rows.")
    K = operator.toarray()
    entry = float(np.abs(K).max(initial=0.0))
    values = np.linalg.eigvalsh((K + K.T) / 2)
    return Definiteness(
        float(values[0]), float(values[-1]), eigenvalue_signs(values, entry), read_only(values)
    )


def _of_products(part: KernelOperator, operator: KernelOperator, n: int) -> Definiteness | None:
    start = np.random.default_rng(0).standard_normal(n)  # ARPACK's own start changes from call to call
    product = part @ start
    unit = unit_of(product)  # ARPACK takes values far below 1 for zero
    if np.abs(product).max() <= NOTHING * np.abs(operator @ start).max():
        return Definiteness(0.0, 0.0, (0, 0, n), read_only(np.zeros(n)))
    costly = not part.in_memory or isinstance(part.stored, np.ndarray)
    try:
        ends = unit * eigsh(
            LinearOperator((n, n), matvec=lambda x: (part @ np.ravel(x)) / unit, dtype=float),
            2,
            which="BE",
            v0=start,
            ncv=40,
            tol=1e-4,
            maxiter=FEW_RESTARTS if costly else MANY_RESTARTS,
            return_eigenvectors=False,
        )
    except ArpackNoConvergence as unsure:
        ends = unit * unsure.eigenvalues  # all of them lie inside
    except ArpackError:
        return None
    return Definiteness(float(ends.min()), float(ends.max())) if len(ends) else None
