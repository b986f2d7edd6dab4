"""What the page "Spectra" computes under one setting, each result once.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import scipy.sparse as sp

from askcore import experiments
from askcore._format import number
from askcore.datasets import GraphData
from askcore.diagnostics import asymmetry
from askcore.experiments import KernelChoice, Problem, sizes
from askcore.experiments.matrix.definiteness import stored_entries
from askcore.experiments.matrix.parts import PART
from askcore.experiments.running.jobs import Task
from askcore.experiments.spectra.compared import Effect, RankedMethod
from askcore.experiments.spectra.decomposition import LEADING, Spectra, Symmetrised
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
from askcore.ui.blocks import Work
from askcore.ui.cache import cached
from askcore.ui.matrices import MatrixState
from askcore.ui.problems import Data, matrix, problem

WHOLE = 600  # shorter side up to which all values are found


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
        return _spectra(self.current.data, self.choice, self.view.center)

    @property
    def every_value(self) -> Work[Spectra]:
        """The same with all singular values, which takes longer."""
        return Work(_spectra, (self.current.data, self.choice, self.view.center, True))

    @property
    def classes(self) -> list[Any] | None:
        """The classes of the rows, if there are any."""
        labels = self.problem.row_labels
        return None if labels is None else class_names(labels)

    @property
    def reading(self) -> SpectrumReading:
        """How many components matter, and how much of the matrix is direction."""
        return read_spectrum(self.problem, self.found, _skew_share(self.current.data, self.choice))

    @property
    def symmetrised(self) -> Work[Symmetrised]:
        """Eigenvalues of the symmetric part."""
        return Work(_symmetrised, (self.current.data, self.choice, self.view.center))

    @property
    def methods(self) -> Work[tuple[RankedMethod, ...]]:
        """PCA, KPCA, SVD and KSVD with the same rank."""
        view, rank = self.view, min(self.view.rank, *self.problem.shape)
        return Work(_methods, (self.current.data, self.choice, view.center, rank, view.scaling))

    @property
    def effects(self) -> Work[tuple[Effect, ...]]:
        """What centring, scaling and compatibility change."""
        view = self.view
        return Work(_effects, (self.current.data, self.choice, view.center, view.rank, view.scaling))

    def groups(self, n_clusters: int) -> Work[MatrixGroups]:
        """Groups of rows and columns."""
        return Work(_groups, (self.current.data, self.choice, n_clusters))

    @property
    def directions(self) -> Work[tuple[DirectionScores, ...]]:
        """Which way held-out links of a graph point, by several methods."""
        data = self.current.data
        return Work(_directions, (data, min(self.view.rank, data.n_samples)))

    @property
    def blanks(self) -> dict[str, str]:
        """What the formulas leave open."""
        problem, sigma = self.problem, ""
        if problem.sigma is not None and problem.usual_sigma is not None:
            usual = number(problem.usual_sigma)
            sigma = f"Bandwidth $\\sigma$ = {number(problem.sigma)} (usual: {usual})."
        return {
            "centred": "H_N K H_M" if self.view.center else "K",
            "matrix": problem.matrix_words,
            "sigma": sigma,
        }


@cached()
def _skew_share(data: Data, choice: KernelChoice) -> float | None:
    """Of all of K, where its entries are at hand; the page "Matrix" shows the same number."""
    asked = matrix(data, choice)
    small, stored = max(asked.shape) <= PART, stored_entries(asked.operator)
    if not asked.same_samples or (stored is None and not small):
        return None
    return asymmetry(asked.operator if stored is None else stored, limit=0).skew_share


def _work(data: Data, choice: KernelChoice, center: bool, all_values: bool = False) -> float:
    asked = matrix(data, choice)
    small = min(asked.shape)
    whole = 0.4 * small**3 if all_values or small <= WHOLE else 0.0
    return whole + sizes.triplets(asked, LEADING)


# 60 vectors of 20,000 entries on both sides: 20 MB.
@in_background("Decomposing the matrix", _work, entries=16)
def _spectra(data: Data, choice: KernelChoice, center: bool, all_values: bool = False) -> Task[Spectra]:
    return Task(experiments.decompose, matrix(data, choice), center=center, all_values=all_values)


def _symmetrised_work(data: Data, choice: KernelChoice, center: bool) -> float:
    return sizes.triplets(matrix(data, choice), LEADING)


@in_background("Eigenvalues of the symmetrised matrix", _symmetrised_work, entries=32)
def _symmetrised(data: Data, choice: KernelChoice, center: bool) -> Task[Symmetrised]:
    return Task(experiments.symmetrised, matrix(data, choice), center=center)


def _methods_work(data: Data, choice: KernelChoice, center: bool, rank: int, scaling: str) -> float:
    """Kernel PCA of the rows, by the squares of links or an array of all pairs, and five scores of neighbours."""
    asked = matrix(data, choice)
    A, n = asked.data_matrix, asked.shape[0]
    squared = 4.0 * A.nnz**2 / n if sp.issparse(A) else n * n / 2.0
    return 8 * rank * squared + 5 * _neighbours(asked, rank)


@in_background("PCA, KPCA and SVD", _methods_work, entries=16)
def _methods(
    data: Data, choice: KernelChoice, center: bool, rank: int, scaling: str
) -> Task[tuple[RankedMethod, ...]]:
    found = _spectra(data, choice, center)
    return Task(experiments.features_at_rank, matrix(data, choice), found, rank=rank, scaling=scaling)


def _effects_work(data: Data, choice: KernelChoice, center: bool, rank: int, scaling: str) -> float:
    asked = matrix(data, choice)
    changed = 2 + asked.is_table + 3 * (asked.crossed and asked.is_table)
    return changed * sizes.triplets(asked, max(rank, 3)) + sizes.matrix(asked) + 14 * _neighbours(asked, rank)


@in_background("Trying each choice", _effects_work)
def _effects(
    data: Data, choice: KernelChoice, center: bool, rank: int, scaling: str
) -> Task[tuple[Effect, ...]]:
    return Task(experiments.choice_effects, matrix(data, choice), center=center, scaling=scaling, rank=rank)


def _neighbours(asked: Problem, rank: int) -> float:
    """A score of nearest neighbours."""
    n = asked.shape[0]
    return 0.0 if asked.row_labels is None else min(n, 2000) * n * (10.0 + rank)


def _groups_work(data: Data, choice: KernelChoice, n_clusters: int) -> float:
    n, m = problem(data, choice).shape
    if max(n, m) > MOST_GROUPED:  # refused before anything is built
        return 0.0
    whole = 4 * sizes.triplets(matrix(data, choice), n_clusters)  # and of three shuffled ones
    return whole + 40.0 * n * m + 2e5 * (n + m) * n_clusters


@in_background("Grouping rows and columns", _groups_work, entries=16)
def _groups(data: Data, choice: KernelChoice, n_clusters: int) -> Task[MatrixGroups]:
    return Task(matrix_groups, problem(data, choice), n_clusters)


def _directions_work(data: GraphData, rank: int) -> float:
    n = data.n_nodes
    dense = 300.0 * n * n if n <= MOST_SNE else 0.0
    return 5 * (dense + 400.0 * (data.n_edges + 20 * n) * (rank + 10))


@in_background("Holding links out", _directions_work, entries=16)
def _directions(data: GraphData, rank: int) -> Task[tuple[DirectionScores, ...]]:
    return Task(link_directions, data.adjacency, rank)
