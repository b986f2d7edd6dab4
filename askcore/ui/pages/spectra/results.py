"""What the page "Spectra" computes under one setting, each result once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore import experiments
from askcore._format import number
from askcore.datasets import GraphData
from askcore.diagnostics import asymmetry
from askcore.experiments import Problem, sizes
from askcore.experiments.matrix.definiteness import stored_entries
from askcore.experiments.matrix.parts import PART
from askcore.experiments.running.jobs import Task
from askcore.experiments.spectra.compared import Effect, RankedMethod
from askcore.experiments.spectra.decomposition import LEADING, WHOLE, Spectra
from askcore.experiments.spectra.graph_tasks import DirectionScores
from askcore.experiments.spectra.groups import (
    MOST_GROUPED,
    MOST_SNE,
    MatrixGroups,
    link_directions,
    matrix_groups,
)
from askcore.experiments.spectra.reading import SpectrumReading, read_spectrum
from askcore.figures.parts.classes import class_names
from askcore.ui.background import in_background
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


def _work(asked: Problem, center: bool) -> float:
    small = min(asked.shape)
    return (0.4 * small**3 if small <= WHOLE else 0.0) + sizes.triplets(asked, LEADING)


# 60 vectors of 20,000 entries on both sides: 20 MB.
@in_background("Decomposing the matrix", _work, entries=16)
def spectra(asked: Problem, center: bool) -> Task[Spectra]:
    """The leading triplets, and the spectrum."""
    return Task(experiments.decompose, asked, center=center)


@in_background("Eigenvalues of the symmetrised matrix", _work, entries=32)
def symmetrised(asked: Problem, center: bool) -> Task[np.ndarray]:
    """Eigenvalues of the symmetric part."""
    return Task(experiments.symmetrised, asked, center=center)


def _methods_work(asked: Problem, view: View) -> float:
    """Kernel PCA of the rows, by the squares of links or an array of all pairs, and five scores of neighbours."""
    A, n = asked.data_matrix, asked.shape[0]
    squared = 4.0 * A.nnz**2 / n if sp.issparse(A) else n * n / 2.0
    return 8 * view.rank * squared + 5 * _neighbours(asked, view)


@in_background("PCA, KPCA and SVD", _methods_work, entries=16)
def methods(asked: Problem, view: View) -> Task[tuple[RankedMethod, ...]]:
    """PCA, KPCA, SVD and KSVD with the same rank."""
    rank, found = min(view.rank, *asked.shape), spectra(asked, view.center)
    return Task(experiments.features_at_rank, asked, found, rank=rank, scaling=view.scaling)


def _effects_work(asked: Problem, view: View) -> float:
    changed = 2 + asked.is_table + 3 * (asked.crossed and asked.is_table)
    once = sizes.matrix(asked) + 14 * _neighbours(asked, view)
    return changed * sizes.triplets(asked, max(view.rank, 3)) + once


@in_background("Trying each choice", _effects_work)
def effects(asked: Problem, view: View) -> Task[tuple[Effect, ...]]:
    """What centring, scaling and compatibility change."""
    return Task(experiments.choice_effects, asked, **vars(view))


def _neighbours(asked: Problem, view: View) -> float:
    """A score of nearest neighbours."""
    n = asked.shape[0]
    return 0.0 if asked.row_labels is None else min(n, 2000) * n * (10.0 + view.rank)


def _groups_work(asked: Problem, n_clusters: int) -> float:
    n, m = asked.shape
    if max(n, m) > MOST_GROUPED:  # refused before anything is built
        return 0.0
    whole = 4 * sizes.triplets(asked, n_clusters)  # and of three shuffled ones
    return whole + 40.0 * n * m + 2e5 * (n + m) * n_clusters


@in_background("Grouping rows and columns", _groups_work, entries=16)
def groups(asked: Problem, n_clusters: int) -> Task[MatrixGroups]:
    """Groups of rows and columns."""
    return Task(matrix_groups, asked, n_clusters)


def _directions_work(data: GraphData, rank: int) -> float:
    n = data.n_nodes
    dense = 300.0 * n * n if n <= MOST_SNE else 0.0
    return 5 * (dense + 400.0 * (data.n_edges + 20 * n) * (rank + 10))


@in_background("Holding links out", _directions_work, entries=16)
def directions(data: GraphData, rank: int) -> Task[tuple[DirectionScores, ...]]:
    """Which way held-out links of a graph point, by several methods."""
    return Task(link_directions, data.adjacency, rank)
