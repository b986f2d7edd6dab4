"""What the page "Spectra" computes under one setting, each result once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore import experiments
from askcore._format import number
from askcore.datasets import GraphData
from askcore.diagnostics import asymmetry
from askcore.experiments import Problem
from askcore.experiments.matrix.definiteness import stored_entries
from askcore.experiments.matrix.parts import PART
from askcore.experiments.running.jobs import Task
from askcore.experiments.sizes import check_decomposable
from askcore.experiments.spectra.compared import Effect, RankedMethod
from askcore.experiments.spectra.decomposition import Spectra
from askcore.experiments.spectra.graph_tasks import DirectionScores
from askcore.experiments.spectra.groups import (
    MatrixGroups,
    link_directions,
    matrix_groups,
)
from askcore.experiments.spectra.reading import SpectrumReading, read_spectrum
from askcore.figures.parts.classes import class_names
from askcore.ui.background import FEW_TUNED, in_background
from askcore.ui.cache import cached
from askcore.ui.matrices import MatrixState


@dataclass(frozen=True)
class View:
    """Rank, centring and scaling of the features, as chosen."""

    rank: int
    center: bool
    scaling: str


@dataclass(frozen=True)
class Decomposition(MatrixState):
    """The data set in use, the matrix and how its features are taken, and what follows from them."""

    view: View

    @property
    def found(self) -> Spectra:
        """Leading triplets and the spectrum; serves every rank and scaling."""
        return spectra(self.problem, self.view.center)

    @property
    def classes(self) -> list[Any] | None:
        """The classes of the rows, if there are any."""
        labels = self.problem.row_labels
        return None if labels is None else class_names(labels)

    @property
    def reading(self) -> SpectrumReading:
        """How many components matter, and how much of the matrix is direction."""
        return read_spectrum(self.problem, self.found, _skew_share(self.problem))

    @property
    def blanks(self) -> dict[str, str]:
        """What the formulas leave open."""
        asked, sigma = self.problem, ""
        if asked.sigma is not None and asked.usual_sigma is not None:
            sigma = f"Bandwidth $\\sigma$ = {number(asked.sigma)} (usual: {number(asked.usual_sigma)})."
        centred = "H_N K H_M" if self.view.center else "K"
        return {"centred": centred, "matrix": asked.matrix_words, "sigma": sigma}


@cached()
def _skew_share(asked: Problem) -> float | None:
    """Of all of K, where its entries are at hand; the page "Matrix" shows the same number."""
    small, stored = max(asked.shape) <= PART, stored_entries(asked.operator)
    if not asked.same_samples or (stored is None and not small):
        return None
    return asymmetry(asked.operator if stored is None else stored, limit=0).skew_share


# 60 vectors of 20,000 entries on both sides: 20 MB.
@in_background("Decomposing the matrix", entries=16)
def spectra(asked: Problem, center: bool) -> Task[Spectra]:
    """The leading triplets, and the spectrum."""
    check_decomposable(asked)
    return Task(experiments.decompose, asked, center=center)


@in_background("Eigenvalues of the symmetrised matrix", entries=32)
def symmetrised(asked: Problem, center: bool) -> Task[np.ndarray]:
    """Eigenvalues of the symmetric part."""
    return Task(experiments.symmetrised, asked, center=center)


@in_background("PCA, KPCA and SVD", entries=16)
def methods(asked: Problem, view: View) -> Task[tuple[RankedMethod, ...]]:
    """PCA, KPCA, SVD and KSVD with the same rank."""
    rank, found = min(view.rank, *asked.shape), spectra(asked, view.center)
    return Task(experiments.features_at_rank, asked, found, rank=rank, scaling=view.scaling)


@in_background("Trying each choice")
def effects(asked: Problem, view: View) -> Task[tuple[Effect, ...]]:
    """What centring, scaling and compatibility change."""
    return Task(experiments.choice_effects, asked, **vars(view))


@in_background("Grouping rows and columns", few=FEW_TUNED, entries=16)
def groups(asked: Problem, n_clusters: int) -> Task[MatrixGroups]:
    """Groups of rows and columns."""
    return Task(matrix_groups, asked, n_clusters)


@in_background("Holding links out", few=FEW_TUNED, entries=16)
def directions(data: GraphData, rank: int) -> Task[tuple[DirectionScores, ...]]:
    """Which way held-out links of a graph point, by several methods."""
    return Task(link_directions, data.adjacency, rank)
