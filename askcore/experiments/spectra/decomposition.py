"""Singular values and the two embeddings of a matrix, the eigenvalues of its symmetrised rival, and a summary.

Small matrices are decomposed in full; of larger ones the leading part is found by products alone. The summary tells the
number of components that matter, and the share of direction in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import numpy as np
from sklearn.utils import check_random_state

from askcore._removed import without
from askcore._scale import euclidean, unit_of
from askcore._validation import DataError, check_memory, read_only
from askcore.diagnostics.spectrum import SpectrumSummary, spectrum_summary
from askcore.experiments.problem import Problem
from askcore.operators import CenteredOperator, KernelOperator, SymmetricPart
from askcore.solvers import symmetric_eigenpairs, truncated_svd
from askcore.solvers.svd.singular import SCALINGS, SingularTriplets, nothing_left

WHOLE = 600  # shorter side up to which all values take well under a second
LEADING = 60
EXACT_ENTRIES = 30_000_000  # entries up to which the energy is summed exactly
PROBES = 32
MOST_ENTRIES = 10_000_000_000  # that are evaluated for each product


@dataclass(frozen=True, eq=False)
class Spectra:
    """Leading singular triplets (usually ``LEADING``) and what the values say.

    ``estimated`` says that the total energy is an estimate from random products.
    """

    __getattr__ = without(plot="askcore.plot(found)")

    triplets: SingularTriplets
    summary: SpectrumSummary
    estimated: bool = False

    def features(self, rank: int, scaling: str = "sqrt") -> tuple[np.ndarray, np.ndarray]:
        """Left (N, rank) and right (M, rank) singular vectors times a power of the values: "none", "sqrt", "full"."""
        if not 1 <= rank <= self.triplets.rank:
            raise DataError(
                f"{rank} components were asked for, {self.triplets.rank} are known",
                remedy=f"Choose between 1 and {self.triplets.rank}.",
            )
        weight = self.triplets.values[:rank] ** SCALINGS[scaling]
        return self.triplets.left[:, :rank] * weight, self.triplets.right[:, :rank] * weight

    def skew_share(self, rank: int) -> float | None:
        """Energy of the skew part of K_r = sum of the first ``rank`` triplets, as a share of its whole, in [0, 1].

        ||K_r - K_r^T||_F^2 / (4 ||K_r||_F^2) = (1 - tr(K_r K_r) / ||K_r||_F^2) / 2: 0 for a symmetric K of any
        signature, 1/2 where K_r and its transpose have nothing in common. None for a matrix that is not square.
        """
        if self.triplets.left.shape[0] != self.triplets.right.shape[0]:
            return None
        s = self.triplets.values[:rank] / self.triplets.values[0]
        across = (self.triplets.right[:, :rank].T @ self.triplets.left[:, :rank]) * s
        return float(np.clip((1.0 - (across * across.T).sum() / (s @ s)) / 2.0, 0.0, 1.0))


def check_decomposable(problem: Problem) -> None:
    """Raise DataError if a decomposition would evaluate too many entries, several times."""
    n, m = problem.shape
    if min(n, m) > 400 and n * m > MOST_ENTRIES and not problem.operator.in_memory:
        raise DataError(
            f"{n * m:,} entries to decompose, each evaluated several times, are more than the {MOST_ENTRIES:,} that "
            "are allowed",
            remedy="Take a sample of the rows, or the matrix between rows and columns.",
        )


def decompose(problem: Problem, *, center: bool = True, leading: int = LEADING) -> Spectra:
    """Decompose the matrix of a problem into singular triplets.

    Parameters
    ----------
    problem : the matrix (N, M).
    center : decompose H_N K H_M instead of K.
    leading : number of triplets to compute.

    Returns
    -------
    Spectra : vectors (N, r) and (M, r), values, and their interpretation.

    Raises
    ------
    DataError : the matrix is zero, or it is constant and becomes zero by centring.
    """
    G = problem.centred if center else problem.operator
    size = min(G.shape)
    found = truncated_svd(G, min(leading, size), random_state=0)
    _check_left(found, G, problem.others)
    if size <= WHOLE:
        check_memory(24.0 * G.shape[0] * G.shape[1], "The matrix as a dense array", "Ask for leading values.")
        return Spectra(found, spectrum_summary(np.linalg.svdvals(G.toarray()), G.shape))
    norm, estimated = norm_of(G, found.values, found.right)
    return Spectra(found, spectrum_summary(found.values, G.shape, norm=norm), estimated)


def symmetrised(problem: Problem, *, center: bool = True) -> np.ndarray:
    """Return the eigenvalues of the symmetric part of a square matrix: all of them if ``decompose`` finds all values.

    Parameters
    ----------
    problem : the matrix (N, N).
    center : whether row and column means are subtracted from the matrix first.

    Returns
    -------
    ndarray (k,) : sorted by descending magnitude, with their signs.
    """
    part = SymmetricPart(problem.centred if center else problem.operator)
    n = part.shape[0]
    if n > WHOLE:
        return symmetric_eigenpairs(part, min(LEADING, n - 1), random_state=0).values
    values = np.linalg.eigvalsh(part.toarray())
    return read_only(values[np.argsort(-np.abs(values), kind="stable")])


def _check_left(found: SingularTriplets, K: KernelOperator, others: str) -> None:
    """Refuse a matrix of which nothing, or nothing but rounding, is left; ``others`` as of the problem."""
    means = K.means if isinstance(K, CenteredOperator) else None
    if found.values[0] > 0 and not (means and nothing_left(found.values, means)):
        return
    if means is not None and (np.any(means.row_means) or np.any(means.column_means)):
        raise DataError(
            "The matrix is the same in every row or column, so nothing is left to decompose after centring",
            remedy="Switch off “Centre rows and columns”" + (f", or choose {others}." if others else "."),
        )
    raise DataError(
        "The matrix holds only zeros: there is nothing to decompose",
        remedy=f"Choose {others or 'another matrix: of a given one nothing can be set'}.",
    )


def norm_of(G: KernelOperator, values: np.ndarray, right: np.ndarray) -> tuple[float, bool]:
    """||G||_F, and whether it is an estimate: then the known part of its square is exact, and the rest the mean of
    ||G (I - V V^T) z||^2 over signs z.

    ``values`` : (r,) known singular values of G.  ``right`` : (M, r) their right vectors V.
    """
    if float(G.shape[0]) * G.shape[1] <= EXACT_ENTRIES:
        return G.frobenius_norm(), False
    z = check_random_state(0).choice([-1.0, 1.0], size=(G.shape[1], PROBES))
    rest = G @ (z - right @ (right.T @ z))
    return euclidean([euclidean(values), euclidean(rest) / np.sqrt(PROBES)]), True


SHARE = 0.9  # of the energy, which counts as most of it
SYMMETRIC = 1e-9  # share of the energy below which nothing is skew-symmetric but rounding
LITTLE = 0.05
ALONE = 1e-6  # share of the energy beside one component that counts as rounding of a file
NAMED = 8  # samples that a map names
FEW = 0.05  # share of the samples on which a component that few hold sits


class SpectrumOutcome(Enum):
    """The kinds of spectra."""

    DIRECTED = auto()
    NEARLY_SYMMETRIC = auto()
    SYMMETRIC = auto()
    RECTANGULAR = auto()
    ONE_COMPONENT = auto()
    EQUAL = auto()


@dataclass(frozen=True)
class SpectrumReading:
    """Summary of a spectrum: its kind, and the number of components that hold ``SHARE`` of the energy together.

    ``components`` is None where more are needed than the ``known`` of ``size`` = min(N, M). ``skew`` is the
    skew-symmetric share of the energy, in [0, 1], None for a matrix between different things; ``whole``: it is that of
    all of K, rather than of the known components of the centred one.
    """

    outcome: SpectrumOutcome
    components: int | None
    known: int
    size: int
    skew: float | None = None
    whole: bool | None = None


def read_spectrum(problem: Problem, found: Spectra, skew: float | None = None) -> SpectrumReading:
    """Read the spectrum ``found`` of a problem.

    ``skew``: ||K - K^T||_F^2 / (4 ||K||_F^2) where it is known; else that of the components found is taken.
    """
    summary, whole = found.summary, None if not problem.same_samples else skew is not None
    if problem.same_samples and skew is None:
        skew = found.skew_share(found.triplets.rank)
    if summary.energy[0] > 1.0 - ALONE:
        outcome = SpectrumOutcome.ONE_COMPONENT
    elif summary.equal:
        outcome = SpectrumOutcome.EQUAL
    elif not problem.same_samples or skew is None:
        outcome, skew = SpectrumOutcome.RECTANGULAR, None
    elif skew < SYMMETRIC:
        outcome = SpectrumOutcome.SYMMETRIC
    else:
        outcome = SpectrumOutcome.NEARLY_SYMMETRIC if skew < LITTLE else SpectrumOutcome.DIRECTED
    known = len(summary.values)
    return SpectrumReading(outcome, summary.components_for(SHARE), known, summary.size, skew, whole)


def leading_plane(vectors: np.ndarray) -> np.ndarray:
    """Components 1 and 2 of features (n, r), as (n, 2); zeros for a second one that does not exist."""
    return (
        vectors[:, :2] if vectors.shape[1] > 1 else np.column_stack([vectors[:, 0], np.zeros(len(vectors))])
    )


def participation_ratio(values: np.ndarray) -> float:
    """(sum p^2)^2 / sum p^4 of a component p (n,): the number of samples that it is spread over."""
    weight = (values / unit_of(values)) ** 2
    total, squares = float(weight.sum()), float(weight @ weight)
    return total * total / squares if squares else 0.0


def held_by_few(points: np.ndarray) -> tuple[int, ...]:
    """For each column of points (n, 2), how many samples it is spread over where those are few, else 0."""
    spread = [participation_ratio(values) for values in points.T]
    return tuple(round(each) if 0 < each < FEW * len(points) else 0 for each in spread)
