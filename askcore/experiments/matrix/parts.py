r"""Figures of a whole kernel matrix, and the part of it whose spectra are computed.

How much of K is skew-symmetric follows from its entries, all of them or those of some rows. Spectra cost the cube of
the size, so past ``PART`` rows they are of rows (and the same columns) drawn at random. Such a part says little of the
signs of the rest: ``definiteness`` finds those of all of K.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from askcore._lazy import cached_property
from askcore._random import check_random_state
from askcore._threads import FEW, one_thread
from askcore._validation import check_memory, read_only
from askcore.diagnostics import Asymmetry, asymmetry
from askcore.diagnostics.symmetry import SPECTRUM_LIMIT, eigenvalues_of, entry_figures, measured
from askcore.experiments.matrix.definiteness import stored_entries
from askcore.operators import KernelOperator
from askcore.solvers.kernel_matrices import GraphOperator

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
