"""First summary of a kernel matrix: its kind, its signs, its largest imbalances and net flows, and whether it tells
samples apart at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

import numpy as np

from askcore._validation import DataError, read_only
from askcore.diagnostics import matrix_health
from askcore.diagnostics.health import MatrixHealth
from askcore.experiments.choice import KernelChoice
from askcore.experiments.matrix import parts
from askcore.experiments.matrix.parts import Definiteness, Entries, MatrixPart, stored_entries
from askcore.experiments.problem import Problem
from askcore.kernels.binding import takes_indices
from askcore.kernels.scale import evenly_spaced
from askcore.operators import KernelOperator, SparseOperator
from askcore.operators.wrappers import diagonal

MOST_MULTIPLIED = 1_000_000  # entries of a large matrix whose signs are taken

LISTED = 10  # imbalances
ROUNDING = 1e-12  # of the largest entry, or of the sum of a row's moduli


class MatrixOutcome(Enum):
    """Kinds of matrices."""

    ZERO = auto()
    ONE_SAMPLE = auto()
    EQUAL = auto()
    RECTANGULAR = auto()
    SYMMETRIC = auto()
    SKEW = auto()
    ROW_SCALED = auto()
    ASYMMETRIC = auto()


class Signs(Enum):
    """Known signs of the eigenvalues of the symmetric part, by the first word of ``definiteness_known``."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    INDEFINITE = "indefinite"
    NOT_POSITIVE = "not"
    ZERO = "zero"
    UNKNOWN = ""


@dataclass(frozen=True, eq=False)
class Imbalances:
    """The pairs with the largest |K(u, v) - K(v, u)|, and row sum minus column sum of every sample.

    ``u``, ``v`` (k,): K(u, v) = ``larger`` is above K(v, u) = ``smaller``; ``net`` (N,), 0 where it is rounding;
    ``tied`` pairs share the largest difference; ``compared`` rows were compared with as many columns.
    """

    u: np.ndarray = field(repr=False)
    v: np.ndarray = field(repr=False)
    larger: np.ndarray
    smaller: np.ndarray
    net: np.ndarray = field(repr=False)
    tied: int
    compared: int

    @property
    def extreme(self) -> int | None:
        """The sample with the largest net flow in size; None where every flow is balanced."""
        return int(np.argmax(np.abs(self.net))) if self.net.any() else None


@dataclass(frozen=True, eq=False)
class MatrixSummary:
    """Summary of a matrix: its kind, and the share of it that is skew-symmetric.

    ``part`` is all of it or a sample of rows and columns, with spectra. ``ends`` and ``signs`` are of the eigenvalues
    of the symmetric part of all of it, None where they are not defined or not known. ``skew`` is the skew-symmetric
    share of the energy, NaN where rows and columns are different samples. ``zero_diagonal``: a diagonal of zeros makes
    squared distances negative.
    """

    outcome: MatrixOutcome
    entries: Entries
    part: MatrixPart
    ends: Definiteness | None = None
    skew: float = float("nan")
    signs: Signs | None = None
    zero_diagonal: bool = False
    imbalances: Imbalances | None = None

    @property
    def signature(self) -> tuple[int, int, int] | None:
        """Positive, negative and zero eigenvalues of the symmetric part; None: not known."""
        return None if self.ends is None else self.ends.signature

    @property
    def negative_energy(self) -> float | None:
        """Share of the negative eigenvalues in the energy of the symmetric part; None: not known."""
        return None if self.ends is None else self.ends.negative_energy


def summarise(problem: Problem) -> MatrixSummary:
    """Take the first look at a matrix.

    Past 600 rows spectra are of so many. The signs of a large matrix may take 300 products with it: they are
    taken where it has few entries.
    """
    operator, n = _with_entries(problem.operator), problem.shape[0]
    entries, part = parts.kernel_entries(operator), parts.kernel_part(operator)
    if not problem.same_samples:
        zero = part.whole and not part.K.any()
        return MatrixSummary(MatrixOutcome.ZERO if zero else MatrixOutcome.RECTANGULAR, entries, part)
    symmetric, found = entries.is_symmetric, part.found
    few = n <= parts.ALL_SIGNS or (
        isinstance(operator, SparseOperator) and operator.stored.nnz <= MOST_MULTIPLIED
    )
    ends = None
    if part.whole and found.symmetric_eigenvalues is not None:
        values = np.sort(found.symmetric_eigenvalues)
        ends = Definiteness(float(values[0]), float(values[-1]), found.signature, values)
    elif few:
        ends = parts.symmetric_ends(operator, symmetric=symmetric)
    known = parts.definiteness_known(found.signature or (0, 0, 0), ends)
    outcome = _outcome(n, entries, part)
    positive = outcome not in (MatrixOutcome.ZERO, MatrixOutcome.SKEW) and float(part.K.max()) > 0
    return MatrixSummary(
        outcome,
        entries,
        part,
        ends,
        0.0 if symmetric else entries.skew_share,
        Signs((known or "").partition(" ")[0]),
        positive and n > 1 and not diagonal(operator).any(),
        imbalances(operator, part) if outcome in _ASYMMETRIC else None,
    )


def _with_entries(operator: KernelOperator) -> KernelOperator:
    """The same matrix with its nonzero entries, computed once, where these are as few as links."""
    stored = stored_entries(operator)
    return operator if stored is None else SparseOperator(stored)


_ASYMMETRIC = (MatrixOutcome.SKEW, MatrixOutcome.ROW_SCALED, MatrixOutcome.ASYMMETRIC)


def _outcome(n: int, entries: Entries, part: MatrixPart) -> MatrixOutcome:
    K = part.K
    if not K.any() and (part.whole or (entries.skew_share == 0 and np.isnan(entries.reciprocity))):
        return MatrixOutcome.ZERO
    if n == 1:
        return MatrixOutcome.ONE_SAMPLE
    if entries.is_symmetric:
        return MatrixOutcome.EQUAL if not np.ptp(K) else MatrixOutcome.SYMMETRIC
    if entries.skew_share > 1 - ROUNDING:
        return MatrixOutcome.SKEW
    scaling = part.found.row_scaling
    if scaling is not None and scaling.holds and not part.found.is_symmetric:
        return MatrixOutcome.ROW_SCALED
    return MatrixOutcome.ASYMMETRIC


def imbalances(operator: KernelOperator, part: MatrixPart) -> Imbalances:
    """The ten pairs with the largest |K - K^T|, and the net flow of every row of K (N, N).

    Where reading all entries would take too long, those of ``part`` are compared instead.
    """
    u, v, gap, tied, compared = _pairs(operator, part)
    larger, smaller = (
        np.array([operator.block(np.array([i]), np.array([j]))[0, 0] for i, j in zip(*pair, strict=True)])
        for pair in ((u, v), (v, u))
    )
    entry = float(np.abs([*larger, *smaller, 0.0]).max())
    kept = np.lexsort((v, u, -gap))[: int((gap > ROUNDING * entry).sum())]
    sums = operator.row_sums(), operator.column_sums()
    net = sums[0] - sums[1]
    size = max(float(np.abs(each).max(initial=0.0)) for each in sums)
    net = np.where(np.abs(net) <= ROUNDING * size * len(net), 0.0, net)
    u, v, larger, smaller = (read_only(each[kept]) for each in (u, v, larger, smaller))
    return Imbalances(u, v, larger, smaller, read_only(net), tied, compared)


Pairs = tuple[np.ndarray, np.ndarray, np.ndarray, int]  # with differences, and how many share the largest


def _pairs(operator: KernelOperator, part: MatrixPart) -> tuple[np.ndarray, np.ndarray, np.ndarray, int, int]:
    """The pairs with the largest K(u, v) - K(v, u), their differences and ties, and the number of rows compared."""
    n, stored = operator.shape[0], stored_entries(operator)
    if stored is not None:
        gap = (stored - stored.T).tocoo()
        return *_top(gap.row, gap.col, gap.data), n
    if operator.stored is None and not parts.reads_all(operator):
        u, v, gap, tied = _of_block(part.K, part.K.T)
        return part.rows[u], part.rows[v], gap, tied, len(part.rows)
    found: list[Pairs] = []
    for at in range(0, n, parts.CHUNK):
        rows, later = np.arange(at, min(at + parts.CHUNK, n)), np.arange(at, n)
        u, v, gap, tied = _of_block(operator.block(rows, later), operator.block(later, rows).T)
        found.append((u + at, v + at, gap, tied))
    u, v, gap = (np.concatenate([each[k] for each in found]) for k in range(3))
    tied = sum(each[3] for each in found if each[2].max(initial=0.0) >= (1 - 1e-9) * gap.max(initial=0.0))
    return *_top(u, v, gap)[:3], tied, n


def _of_block(across: np.ndarray, mirrored: np.ndarray) -> Pairs:
    """Of the pairs above the diagonal of a block of K, given beside the same block of its transpose."""
    gap = np.triu(across - mirrored, 1)
    row, column = np.indices(gap.shape, sparse=True)
    u, v, size, tied = _top(row, column, np.abs(gap))
    turned = gap[u, v] < 0
    return np.where(turned, v, u), np.where(turned, u, v), size, tied


def _top(u: np.ndarray, v: np.ndarray, gap: np.ndarray) -> Pairs:
    """The ten largest differences above 0, the first ones where several are equal; how many are the largest."""
    flat = gap.ravel()
    at = np.arange(flat.size)
    if flat.size > LISTED:
        last = -np.partition(-flat, LISTED - 1)[LISTED - 1]
        above = np.flatnonzero(flat > last)
        at = np.concatenate([above, np.flatnonzero(flat == last)[: LISTED - len(above)]])
    at = at[flat[at] > 0]
    largest = float(flat.max(initial=0.0))
    tied = int((flat >= (1 - 1e-9) * largest).sum()) if largest > 0 else 0
    u, v = (np.broadcast_to(each, gap.shape).ravel()[at] for each in (u, v))
    return u, v, flat[at], tied


LOOKED_AT = 1_500  # rows and columns of the matrix that is looked at
TRIED = (1.0, 2.0, 0.5, 5.0, 0.2, 10.0, 0.1)  # multiples of the usual value, in this order


def problem_health(problem: Problem) -> MatrixHealth | None:
    """The defect that makes the kernel matrix of a problem useless, found on up to 1,500 evenly spaced samples.

    None as well for larger graphs and matrices, where a part may be unlike the whole.
    """
    rows, columns = (evenly_spaced(n, LOOKED_AT) for n in problem.shape)
    if problem.crossed:
        return matrix_health(problem.operator.block(rows, columns))
    if not problem.is_table or takes_indices(problem.kernel):
        whole = max(problem.shape) <= LOOKED_AT
        return matrix_health(problem.operator.block(rows, columns)) if whole else None
    # All samples are the matrix that pages share; of fewer, scales and reference set are theirs alone.
    all_of_them = len(rows) == len(problem.samples) and problem.swapped is None
    K = problem.operator.block(rows, columns) if all_of_them else problem.bound(rows).train()
    return matrix_health(K, asymmetric=problem.asymmetric_formula)


def way_out(problem: Problem, multiples: Sequence[float]) -> KernelChoice | None:
    """The nearest choice at which the matrix is healthy, of a table or between rows and columns.

    First the parameter that has a scale, nearest to its usual value; then features scaled to unit variance; then SNE.
    """
    if problem.given is not None or not (problem.crossed or problem.is_table):
        return None
    choice, param = problem.choice, problem.scale_param
    offered = []
    if param is not None:
        free = tuple(pair for pair in choice.params if pair[0] != param.name)
        offered += [replace(choice, params=free, bandwidth=m) for m in TRIED if m in multiples]
    if problem.is_table:
        offered.append(replace(choice, standardise=True))
        offered += [] if problem.crossed else [KernelChoice("sne", standardise=True)]
    return next((other for other in offered if other != choice and _healthy(problem, other)), None)


def _healthy(problem: Problem, choice: KernelChoice) -> bool:
    try:
        return problem_health(replace(problem, choice=choice)) is None
    except (DataError, ValueError):
        return False
