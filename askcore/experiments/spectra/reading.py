"""Summary of a spectrum: the number of components that matter, and the share of direction in them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from askcore._scale import unit_of
from askcore.experiments.problem import Problem
from askcore.experiments.spectra.decomposition import Spectra

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
