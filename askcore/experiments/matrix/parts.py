r"""A kernel matrix to take apart: the matrix of a data set, what is known of all of it, and the part with spectra.

Experiment floor. How much of K is skew is read off its entries, all of them or those of some rows. Spectra cost the
cube of the size, so a matrix past ``PART`` rows is represented by rows (and the same columns) drawn at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from askcore._validation import check_memory, read_only
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.diagnostics import SPECTRUM_LIMIT, Asymmetry, asymmetry
from askcore.experiments.matrix.definiteness import Definiteness, symmetric_ends
from askcore.experiments.problem import KernelChoice
from askcore.experiments.spectral_problem import (
    SpectralChoice,
    SpectralProblem,
    given_matrix,
    spectral_problem,
)
from askcore.operators import KernelOperator, SparseOperator
from askcore.solvers import GraphOperator

__all__ = ["PART", "Entries", "MatrixPart", "given_matrix", "kernel_entries", "kernel_part", "kernel_problem"]

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


def kernel_problem(data: GraphData | TableData | MatrixData, choice: KernelChoice) -> SpectralProblem:
    """The kernel matrix between the samples of ``data``, or the matrix that was given.

    Examples
    --------
    >>> kernel_problem(MatrixData([[1.0, 2.0, 0.0], [0.0, 1.0, 1.0]]), KernelChoice("precomputed")).shape
    (2, 3)
    """
    return spectral_problem(data, SpectralChoice("samples", choice))


def kernel_entries(operator: KernelOperator, *, random_state: Any = 0) -> Entries:
    """Skew ratio, skew share and reciprocity, exactly where the entries are stored or few, else from some rows.

    ``ROWS_READ`` rows drawn at random and the same columns, each against all others, give an estimate in which the
    diagonal has the weight it has in K (a block drawn from K would have too much of it).
    """
    n, m = operator.shape
    if n != m:
        return Entries(float("nan"), float("nan"), float("nan"), False, n)
    ends = symmetric_ends(operator) if n > PART else None
    stored = _stored(operator)
    if stored is not None or float(n) * m <= READ:
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


def kernel_part(operator: KernelOperator, *, most: int = PART, random_state: Any = 0) -> MatrixPart:
    """All of a matrix of at most ``most`` rows (or ``most``^2 entries), else a part of it drawn at random.

    Raises DataError where the part would not fit in memory.
    """
    n, m = operator.shape
    rows, columns = _drawn(n, m, most, random_state)
    size = float(len(rows)) * len(columns)
    check_memory(
        80.0 * size, f"The {len(rows):,} x {len(columns):,} part of the matrix", "Ask for fewer rows."
    )
    K = np.empty((len(rows), len(columns)))
    for at in range(0, len(rows), CHUNK):
        K[at : at + CHUNK] = operator.block(rows[at : at + CHUNK], columns)
    found = asymmetry(K, limit=max(min(K.shape), SPECTRUM_LIMIT, int(K.size**0.5) + 1))
    return MatrixPart(read_only(K), read_only(rows), read_only(columns), (n, m), found)


def _drawn(n: int, m: int, most: int, random_state: Any) -> tuple[np.ndarray, np.ndarray]:
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
