"""What the page "Matrix" computes under one kernel, each result once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from askcore import experiments
from askcore._lazy import cached_property
from askcore.datasets import GraphData
from askcore.diagnostics.trophic import TrophicLevels, trophic_levels
from askcore.experiments import Problem
from askcore.experiments.matrix.blocks import (
    AS_GIVEN,
    BY_CLASS,
    BY_SINGULAR,
    BlockMeans,
    ClassMeans,
    ordered_means,
    places_in_order,
)
from askcore.experiments.matrix.fixes import PreparedFixes
from askcore.experiments.matrix.operations import Operation
from askcore.experiments.matrix.reading import MatrixSummary, summarise
from askcore.experiments.matrix.signed import SignedParts
from askcore.experiments.running.jobs import Task
from askcore.experiments.split import Split
from askcore.operators import as_operator
from askcore.ui import choices
from askcore.ui.background import in_background
from askcore.ui.choices import ModelChoice
from askcore.ui.matrices import MatrixState


@dataclass(frozen=True)
class KernelMatrix(MatrixState):
    """The data set in use under a kernel, and what follows from it."""

    @property
    def summary(self) -> MatrixSummary:
        """What the matrix shows first."""
        return summary(self.problem)

    @property
    def levels(self) -> TrophicLevels:
        """Trophic levels of the nodes of a graph."""
        return _levels(self.current.data)

    @property
    def signed(self) -> SignedParts:
        """The symmetric part of K, or of a part of it, by the signs of its eigenvalues."""
        return _signed(self.problem)

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders of rows and columns on offer."""
        labels = self.problem.row_labels
        labelled = labels is not None and bool((labels != "").any())
        return (*((BY_CLASS,) if labelled else ()), BY_SINGULAR, AS_GIVEN)

    @property
    def sampled(self) -> str:
        """Behind a caption: what was sampled; empty where nothing was left out."""
        part = self.summary.part
        n, m = part.K.shape
        return (
            "" if part.whole else f" Of {n:,} of {part.shape[0]:,} rows and {m:,} columns, sampled at random."
        )

    @property
    def flow_sign(self) -> int:
        """1 where K(u, v) goes from u to v, -1 where it goes from v to u, 0 where it is a similarity."""
        ways = {"out": 1, "in": -1}
        if self.current.is_graph and self.choice.name == "adjacency":
            return ways.get(self.choice.orientation, 0)
        return int(self.current.kind == "matrix")

    @property
    def names(self) -> list[str]:
        """Names of the rows with spectra."""
        return [self.problem.row_names[i] for i in self.summary.part.rows]

    @property
    def labels(self) -> np.ndarray | None:
        """Labels of the rows with spectra; None where there are none."""
        labels = _taken(self.problem.row_labels, self.summary.part.rows)
        return labels if labels is None or labels.dtype.kind != "U" or (labels != "").any() else None

    @cached_property
    def model(self) -> ModelChoice:
        """gamma, damping and split of a classifier; adds their controls to the sidebar."""
        return choices.model(self.current, self.choice, merges=False)


# Up to 20 MB each.
@in_background("Computing the spectra", entries=16)
def summary(problem: Problem) -> Task[MatrixSummary]:
    """What a matrix shows first."""
    return Task(summarise, problem)


@in_background("Finding the levels")
def _levels(data: GraphData) -> Task[TrophicLevels]:
    return Task(trophic_levels, data.adjacency)


@in_background("Drawing the matrix", entries=24)
def means(problem: Problem, order: str) -> Task[BlockMeans]:
    """The matrix in an order, in means where it is large."""
    return Task(ordered_means, problem, order, summary(problem).part)


@in_background("Computing means between classes")
def classes(problem: Problem) -> Task[ClassMeans]:
    """Means between classes; both sides must have labels."""
    operator, rows, columns = experiments.drawable(problem.operator, summary(problem).part)
    labels = _taken(problem.row_labels, rows), _taken(problem.column_labels, columns)
    return Task(experiments.class_means, operator, *labels)


# Five matrices of up to 3 MB each.
@in_background("Centring, normalising, symmetrising", entries=4)
def operations(problem: Problem, order: str) -> Task[tuple[Operation, ...]]:
    """Each operation on the part, in an order."""
    part = summary(problem).part
    at = places_in_order(problem, order, as_operator(part.K), part.rows, part.columns)
    return Task(experiments.kernel_operations, part.K[np.ix_(*at)])


# Up to 10 MB each: K, its coordinates, and distances between all samples and between each pair.
@in_background("Computing the eigenvalues", entries=8)
def _signed(problem: Problem) -> Task[SignedParts]:
    return Task(experiments.signed_parts, summary(problem).part.K)


# Up to 180 MB each.
@in_background("Correcting the spectrum in four ways", entries=3)
def corrected(problem: Problem, parts: Split, symmetrize: str | None) -> Task[PreparedFixes]:
    """Five kernels on a split, decomposed: they serve every gamma and damping."""
    return Task(experiments.prepare_fixes, problem, parts, symmetrize=symmetrize)


def _taken(values: np.ndarray | None, places: np.ndarray) -> np.ndarray | None:
    """The values at some places; None where there are none at all."""
    return None if values is None else values[places]
