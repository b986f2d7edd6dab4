"""Measure the asymmetry of a kernel matrix, and describe its kind.

A special way: K is a symmetric matrix whose rows were rescaled, as SNE, T and D^-1 A of an undirected graph are. Such
an asymmetry says how crowded a sample's surroundings are, nothing about direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.linalg
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

from askcore._graphs import as_adjacency
from askcore._removed import without
from askcore._scale import unit_of
from askcore._threads import FEW, one_thread
from askcore._validation import as_matrix, check_square, largest_modulus, read_only
from askcore.diagnostics.density import LARGEST_DIMENSION, DensityDivergence, density_divergence
from askcore.diagnostics.spectrum import ranks
from askcore.kernels import IndexKernel
from askcore.operators import KernelOperator
from askcore.solvers.kernel_matrices import index_operator
from askcore.solvers.spectrum_correction import eigenvalue_signs

SPECTRUM_LIMIT = 1500  # rows or columns up to which all eigenvalues take seconds
SYMMETRIC = 1e-12  # as in ``is_symmetric``
SAFE = 1e100  # entries up to which squares, and sums of them, need no other unit
CHUNK = 512  # rows compared with columns at once
HOLDS = 1e-8
ENTRIES = ("skew_ratio", "skew_share", "is_symmetric", "reciprocity")
SMALLEST = 1e-290  # of the largest: below it a float loses digits, and so does the ratio of two


@dataclass(frozen=True)
class Asymmetry:
    """Result of ``asymmetry``. None means not defined (rectangular matrix) or not computed (matrix above the limit).

    Attributes
    ----------
    shape : (N, M).
    skew_ratio : ||K - K^T||_F / ||K + K^T||_F; 0 for K = 0, inf for a skew-symmetric K, NaN if K is not square.
    skew_share : ||(K - K^T)/2||_F^2 / ||K||_F^2, the skew-symmetric share of the energy, 0 to 1; NaN if K is not
        square.
    is_symmetric : whether K equals its transpose up to rounding.
    reciprocity : share of the nonzero off-diagonal entries whose mirror image is also nonzero (for a graph, the share
        of reciprocated links); NaN if there are none or K is not square.
    signature : numbers of positive, negative and zero eigenvalues of the symmetric part.
    definiteness : of the symmetric part: "positive definite", "positive semidefinite", "negative definite", "negative
        semidefinite", "indefinite" or "zero".
    symmetric_eigenvalues : of (K + K^T)/2, descending, (N,).
    skew_moduli : |eigenvalues| of (K - K^T)/2, descending, (N,), in equal pairs.
    singular_values : of K, descending, (min(N, M),).
    eigenvalue_moduli : |eigenvalues| of K, descending, (N,). They equal the singular values if and only if K is normal.
    departure : Henrici's departure from normality (||K||_F^2 - sum |lambda|^2)^1/2 / ||K||_F; 0 for a normal K (for
        example, a symmetric or skew-symmetric one), 1 if all eigenvalues are 0 (an acyclic graph).
    numerical_rank : number of singular values above max(N, M) eps sigma_1.
    effective_rank : exp of the entropy of sigma / sum sigma (Roy and Vetterli 2007), between 1 and the rank.
    row_scaling : whether K is a row scaling of a symmetric matrix, as for SNE and T.
    densities : KL divergence between row data and column data of a rectangular matrix.
    limit : the limit that was given.  capped : whether the matrix is above it.
    """

    __getattr__ = without(plot="askcore.plot(found)")

    shape: tuple[int, int]
    skew_ratio: float
    skew_share: float
    is_symmetric: bool
    reciprocity: float
    signature: tuple[int, int, int] | None = None
    definiteness: str | None = None
    symmetric_eigenvalues: np.ndarray | None = field(default=None, repr=False)
    skew_moduli: np.ndarray | None = field(default=None, repr=False)
    singular_values: np.ndarray | None = field(default=None, repr=False)
    eigenvalue_moduli: np.ndarray | None = field(default=None, repr=False)
    departure: float | None = None
    numerical_rank: int | None = None
    effective_rank: float | None = None
    row_scaling: RowScaling | None = None
    densities: DensityDivergence | None = None
    limit: int = SPECTRUM_LIMIT

    @property
    def capped(self) -> bool:
        """Whether the matrix was too large for its spectra."""
        return not _affordable(self.shape, self.limit)


def asymmetry(K: Any, *, limit: int = SPECTRUM_LIMIT) -> Asymmetry:
    """Measure the asymmetry of a matrix, and describe what kind of matrix it is.

    Parameters
    ----------
    K : (N, M) array, data frame, sparse matrix, operator, kernel over indices, or graph from networkx or igraph.
        ``skew_ratio``, ``skew_share``, ``is_symmetric`` and ``reciprocity`` are exact for every size. They are computed
        from the stored entries or from blocks.
    limit : spectra, ranks, row scaling and densities are computed only if the smaller of the numbers of rows and
        columns is at most this value, and for at most 4 limit^2 entries. The computation takes seconds for 1,500, and
        its cost grows with the cube.

    Returns
    -------
    Asymmetry : ratios and shares are without a unit, spectra in units of K.

    Raises
    ------
    ValueError : K is not a matrix of finite real numbers.

    References
    ----------
    Henrici 1962 (departure from normality); Roy and Vetterli 2007 (effective rank).

    Examples
    --------
    >>> found = asymmetry([[1.0, 2.0], [0.0, 1.0]])
    >>> round(found.skew_ratio, 3), found.definiteness, found.singular_values.round(3)
    (0.707, 'positive semidefinite', array([2.414, 0.414]))
    """
    return measured(K, limit)


def measured(K: Any, limit: int, *, eigenvalues: bool = True) -> Asymmetry:
    """As ``asymmetry``; the ``eigenvalues`` of K itself take as long as all else."""
    source = _source(K)
    rows, columns = source.shape
    found: dict[str, Any] = (
        entry_figures(_pairs(source), _largest(source))
        if rows == columns
        else dict.fromkeys(ENTRIES, float("nan")) | {"is_symmetric": False}
    )
    if _affordable((rows, columns), limit):
        dense = source.toarray() if hasattr(source, "toarray") else source
        with one_thread(min(rows, columns) < FEW):
            found |= _of_singular_values(dense)
            if rows == columns:
                found |= _of_parts(dense, symmetric=found["is_symmetric"])
                found |= eigenvalues_of(dense, found) if eigenvalues else {}
                found["row_scaling"] = row_scaling(dense)
            elif 2 <= min(rows, columns) <= LARGEST_DIMENSION:
                found["densities"] = density_divergence(dense)
    return Asymmetry((rows, columns), limit=limit, **found)


def _source(K: Any) -> Any:
    """The given array or sparse matrix, else an operator."""
    if isinstance(K, IndexKernel):
        every = np.arange(K.shape[0])
        sparse = sp.issparse(K(every[:1], every[:1]))
        K = K.all_columns(every) if sparse else index_operator(K)
    if isinstance(K, KernelOperator):
        return K if K.stored is None else K.stored
    return as_matrix(as_adjacency(K))


def _affordable(shape: tuple[int, int], limit: int) -> bool:
    return min(shape) <= limit and shape[0] * shape[1] <= 4 * limit**2


def entry_figures(pairs: Iterable[tuple[Any, Any, int]], largest: float) -> dict[str, Any]:
    """``ENTRIES`` of a square matrix, or of some of its rows, as ``_pairs``; ``largest``: the modulus of an entry."""
    if largest == 0:
        return dict(zip(ENTRIES, (0.0, 0.0, True, float("nan")), strict=True))
    # Powers of two change no digit, and no pass over K is spent on them where its squares do not need them.
    unit = 1.0 if 1.0 / SAFE < largest < SAFE else unit_of(largest)
    skew = symmetric = widest = 0.0
    links = answered = 0
    for block, mirrored, own in pairs:
        if unit != 1.0:
            block, mirrored = block / unit, mirrored / unit
        difference = block - mirrored
        skew += _energy(difference)
        symmetric += _energy(block + mirrored)
        widest = max(widest, float(abs(difference).max()))
        links += _count(block) - own
        answered += _count(_both(block, mirrored)) - own
    return {
        "skew_ratio": float(np.sqrt(skew / symmetric)) if symmetric > 0 else float("inf"),
        "skew_share": float(skew / (skew + symmetric)),
        "is_symmetric": widest <= SYMMETRIC * largest / unit,
        "reciprocity": answered / links if links else float("nan"),
    }


def _pairs(K: Any) -> Iterator[tuple[Any, Any, int]]:
    """(block of K, the same block of K^T, nonzero entries on the diagonal in it): all of K, in whole rows."""
    if sp.issparse(K):
        yield K, sp.csr_array(K.T), int(np.count_nonzero(K.diagonal()))
        return
    every = np.arange(K.shape[0])
    for at in range(0, len(every), CHUNK):
        rows = every[at : at + CHUNK]
        if isinstance(K, KernelOperator):
            block, mirrored = K.block(rows, every), K.block(every, rows).T
        else:
            block, mirrored = K[at : at + CHUNK], K[:, at : at + CHUNK].T
        yield block, mirrored, int(np.count_nonzero(block[np.arange(len(rows)), rows]))


def _largest(K: Any) -> float:
    if isinstance(K, KernelOperator):
        return max((largest_modulus(block) for _, block in K.row_blocks()), default=0.0)
    return largest_modulus(K)


def _energy(block: Any) -> float:
    values = block.data if sp.issparse(block) else block
    return float(np.vdot(values, values))


def _count(block: Any) -> int:
    return int(block.count_nonzero()) if sp.issparse(block) else int(np.count_nonzero(block))


def _both(block: Any, mirrored: Any) -> Any:
    """Nonzero where both are; by pattern, since a product of small numbers may vanish."""
    if sp.issparse(block):
        return sp.csr_array(block.astype(bool)).multiply(sp.csr_array(mirrored.astype(bool)))
    return (block != 0) & (mirrored != 0)


def _of_singular_values(K: np.ndarray) -> dict[str, Any]:
    sigma = np.linalg.svdvals(K) if K.size else np.zeros(0)
    rank, effective = ranks(sigma, K.shape)
    return {"singular_values": read_only(sigma), "numerical_rank": rank, "effective_rank": effective}


def _of_parts(K: np.ndarray, *, symmetric: bool) -> dict[str, Any]:
    """Spectra of the two parts of K, in units in which no square over- or underflows."""
    unit = unit_of(K)
    K = K / unit
    values = np.linalg.eigvalsh((K + K.T) / 2)[::-1] if len(K) else np.zeros(0)
    # i times a skew-symmetric matrix is Hermitian.
    skew = np.abs(np.linalg.eigvalsh(0.5j * (K - K.T))) if len(K) and not symmetric else np.zeros(len(K))
    signature = eigenvalue_signs(values, float(np.abs(K).max(initial=0.0)))
    return {
        "signature": signature,
        "definiteness": definiteness_of(*signature),
        "symmetric_eigenvalues": read_only(values * unit),
        "skew_moduli": read_only(np.sort(skew)[::-1] * unit),
    }


def eigenvalues_of(K: np.ndarray, found: Mapping[str, Any]) -> dict[str, Any]:
    """``eigenvalue_moduli`` and ``departure`` of a square array; ``found`` : its other figures."""
    if found["is_symmetric"]:
        moduli = np.sort(np.abs(found["symmetric_eigenvalues"]))[::-1]
        return {"eigenvalue_moduli": read_only(moduli), "departure": 0.0}
    unit = unit_of(K)
    moduli = np.sort(np.abs(np.linalg.eigvals(K / unit)))[::-1]
    return {"eigenvalue_moduli": read_only(moduli * unit), "departure": _departure(K / unit, moduli)}


def _departure(K: np.ndarray, moduli: np.ndarray) -> float:
    """Henrici's departure from normality as a share of ||K||_F; differences of squares lose half the digits."""
    norm = float(np.linalg.norm(K))
    gap = 1.0 - float(((moduli / norm) ** 2).sum()) if norm > 0 else 0.0
    return float(np.sqrt(gap)) if gap > 1e-13 * len(K) else 0.0


def definiteness_of(positive: int, negative: int, null: int) -> str:
    """A signature in words, as in ``Asymmetry.definiteness``."""
    if positive and negative:
        return "indefinite"
    if not positive and not negative:
        return "zero"
    sign = "positive" if positive else "negative"
    return f"{sign} semidefinite" if null else f"{sign} definite"


@dataclass(frozen=True)
class RowScaling:
    """The best K = F S, F = diag(factors), with S symmetric.

    ``factors`` (N,) are positive, of geometric mean 1 within each group of samples that K connects in both directions;
    ``remaining`` is the skew ratio of F^-1/2 K F^1/2; ``holds``: it is at most 1e-8.
    """

    factors: np.ndarray = field(repr=False)
    remaining: float
    holds: bool


def row_scaling(K: Any) -> RowScaling:
    r"""Find the row factors that explain most of the asymmetry of a square matrix, and the asymmetry that remains.

    If K = F S with S symmetric, then K_ij / K_ji = f_i / f_j. The logarithms of the ratios are therefore fitted by
    differences: min over a of sum_ij (log K_ij/K_ji - a_i + a_j)^2, over the pairs whose entries are nonzero and of the
    same sign. The fit uses the normal equations. F^-1/2 K F^1/2 is then symmetric and similar to K, so the eigenvalues
    of K are real. Pairs with one zero entry or with opposite signs cannot be explained and stay in ``remaining``.
    Logarithms give small entries the same weight as large ones. If this makes K less symmetric than before, the factors
    are ones.

    Parameters
    ----------
    K : (N, N) array or sparse matrix.

    Returns
    -------
    RowScaling : factors (N,) and the skew ratio that remains, both without a unit.

    Raises
    ------
    ValueError : K is not square or not finite.

    Examples
    --------
    >>> S = np.array([[2.0, 1.0], [1.0, 3.0]])
    >>> found = row_scaling(np.array([[4.0], [1.0]]) * S)
    >>> found.holds, found.factors.round(6)
    (True, array([2. , 0.5]))
    """
    matrix = as_matrix(K.toarray() if hasattr(K, "toarray") else K)
    check_square(matrix)
    n = len(matrix)
    unit = unit_of(matrix)
    size = np.abs(matrix) / unit
    usable = (size > SMALLEST) & (size.T > SMALLEST) & (np.sign(matrix) == np.sign(matrix.T))
    np.fill_diagonal(usable, False)
    logs = np.log(size, out=np.zeros_like(size), where=usable)
    difference = np.where(usable, logs - logs.T, 0.0)
    exponents = _potentials(usable, difference.sum(axis=1)) if n else np.zeros(0)
    # F^-1/2 K F^1/2 entry by entry, in logarithms where the factors are far apart.
    half = 0.5 * (exponents[None, :] - exponents[:, None])
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        balanced = np.where(matrix == 0, 0.0, (matrix / unit) * np.exp(half))
    remaining = skew_ratio(np.nan_to_num(balanced, posinf=np.finfo(float).max, neginf=-np.finfo(float).max))
    factors = np.exp(np.clip(exponents, -700, 700))
    plain = skew_ratio(matrix)
    if remaining > plain:
        remaining, factors = plain, np.ones(n)
    return RowScaling(read_only(factors), remaining, remaining <= HOLDS)


def skew_ratio(K: np.ndarray) -> float:
    """Return ||K - K^T||_F / ||K + K^T||_F of a square array.

    Parameters
    ----------
    K : (N, N) array.

    Returns
    -------
    float : 0 for K = 0, and inf for a skew-symmetric K.
    """
    if not np.any(K):
        return 0.0
    scaled = K / unit_of(K)
    skew, symmetric = np.linalg.norm(scaled - scaled.T), np.linalg.norm(scaled + scaled.T)
    return float(skew / symmetric) if symmetric > 0 else float("inf")


def _potentials(usable: np.ndarray, excess: np.ndarray) -> np.ndarray:
    """a with sum_j w_ij (a_i - a_j) = excess_i, mean 0 in every connected group: a Laplacian system."""
    degree = usable.sum(axis=1).astype(float)
    if (degree == len(degree) - 1).all():
        return excess / len(degree)  # every pair: the mean of the differences
    _, group = connected_components(sp.csr_array(usable), directed=False)
    same = group[:, None] == group[None, :]
    # Adding the mean of each group makes the system definite and leaves its solution.
    system = np.diag(degree) - usable + same / np.bincount(group)[group][:, None]
    return scipy.linalg.solve(system, excess, assume_a="pos")
