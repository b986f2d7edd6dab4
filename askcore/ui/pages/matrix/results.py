"""What the page "Matrix" computes under one kernel, each result once.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore import experiments
from askcore._lazy import cached_property
from askcore.datasets import TableData
from askcore.diagnostics.trophic import TrophicLevels, trophic_levels
from askcore.experiments import KernelChoice, Problem, sizes
from askcore.experiments.comparison.kinds import ThreeKinds
from askcore.experiments.decisions.views import PATH_LIMIT
from askcore.experiments.matrix.blocks import BlockMeans, ClassMeans, block_means, singular_order
from askcore.experiments.matrix.definiteness import ALL_SIGNS
from askcore.experiments.matrix.fixes import PreparedFixes
from askcore.experiments.matrix.operations import Operation
from askcore.experiments.matrix.parts import PART, reads_all, rows_read
from askcore.experiments.matrix.reading import MatrixSummary, summarise
from askcore.experiments.matrix.signed import SignedParts
from askcore.experiments.matrix.spheres import SpheresView, spheres_view
from askcore.experiments.running.jobs import Task
from askcore.figures import Theme
from askcore.figures.heatmaps import small_heatmaps
from askcore.kernels import GRAPH_KERNELS
from askcore.operators import KernelOperator, as_operator
from askcore.solvers.kernel_matrices import GraphOperator
from askcore.ui import choices
from askcore.ui.background import Offered, OfferedJob, in_background
from askcore.ui.blocks import Work
from askcore.ui.cache import cached
from askcore.ui.choices import ModelChoice
from askcore.ui.matrices import Blocks, MatrixState, blocks_work, taken
from askcore.ui.problems import Data, matrix, split, with_entries

BY_CLASS, BY_SINGULAR, AS_GIVEN = "by class", "by singular vectors", "as given"
Order = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class KernelMatrix(MatrixState):
    """The data set in use under a kernel, and what follows from it."""

    @property
    def summary(self) -> MatrixSummary:
        """What the matrix shows first."""
        return _summary(self.current.data, self.choice)

    @property
    def levels(self) -> TrophicLevels:
        """Trophic levels of the nodes of a graph."""
        return _levels(self.current.data)

    @property
    def classes(self) -> ClassMeans:
        """Means between classes; both sides must have labels."""
        return _classes(self.current.data, self.choice)

    @property
    def operations(self) -> Work[tuple[Operation, ...]]:
        """Each operation on the part."""
        return Work(_operations, (self.current.data, self.choice))

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders of rows and columns on offer."""
        labels = self.problem.row_labels
        labelled = labels is not None and bool((labels != "").any())
        return (*((BY_CLASS,) if labelled else ()), BY_SINGULAR, AS_GIVEN)

    def blocks(self, order: str) -> Blocks:
        """The matrix in one of the orders, in means where it is large."""
        data, choice, problem = self.current.data, self.choice, self.problem
        return Blocks.of(
            _means(data, choice, order),
            (problem.row_names, problem.column_names),
            (problem.row_labels, problem.column_labels),
            part=_drawn(data, choice)[1:],
        )

    def operations_picture(self, theme: Theme) -> Any:
        """The results of the operations side by side, ordered as the picture at first."""
        problem, shown = self.problem, self.summary.part
        rows, columns = _ordered(self.orders[0], as_operator(shown.K), problem, shown.rows, shown.columns)
        sides = {"KKt": (rows, rows), "KtK": (columns, columns)}
        done = self.operations.result()
        ordered = [
            None if one.matrix is None else one.matrix[np.ix_(*sides.get(one.name, (rows, columns)))]
            for one in done
        ]
        return small_heatmaps(ordered, [one.label for one in done], theme=theme)

    # signs of the eigenvalues

    def signed(self, center: bool = False) -> SignedParts:
        """The symmetric part of K, or of a part of it, by the signs of its eigenvalues."""
        return _signed(self.current.data, self.choice, center)

    @property
    def negative_energy(self) -> float | None:
        """Share of the negative eigenvalues in the energy of the symmetric part; None: not known of all of K."""
        if self.summary.part.whole:
            return self.signed().negative_energy
        return None if self.summary.whole is None else self.summary.whole.negative_energy

    @cached_property
    def names(self) -> list[str]:
        """Names of the samples of ``signed``."""
        return [self.problem.row_names[i] for i in self.signed().places]

    @cached_property
    def labels(self) -> np.ndarray | None:
        """Labels of the samples of ``signed``; None where there are none."""
        labels = taken(self.problem.row_labels, self.signed().places)
        return labels if labels is None or labels.dtype.kind != "U" or (labels != "").any() else None

    @cached_property
    def model(self) -> ModelChoice:
        """gamma, damping and split of a classifier; from here on their controls stand in the sidebar."""
        return choices.model(self.current, self.choice, merges=False, helps=MODEL_HELP)

    @property
    def corrected(self) -> Work[PreparedFixes]:
        """The kernel under each correction of its spectrum, on the split of the page Decisions."""
        model, how = self.model, "mean" if self.signed().symmetrized else None
        return Work(_corrected, (self.current.data, self.choice, model.train_size, model.seed, how))

    @property
    def held_out(self) -> bool:
        """Whether the scored samples are not the training samples."""
        return split(self.current.data, self.model.train_size, self.model.seed).held_out


@dataclass(frozen=True)
class KindsPlan:
    """What a comparison of three kinds of kernel depends on: data by digest, kernel, effort, scaling and seed."""

    digest: str
    indefinite: str
    quick: bool
    features: str = "unit"
    seed: int = 0

    def settings(self) -> dict[str, Any]:
        """Arguments of ``three_kinds`` beside the data."""
        splits, folds = (4, 2) if self.quick else (5, 5)
        return {
            "indefinite": self.indefinite,
            "features": self.features,
            "n_splits": splits,
            "inner_folds": folds,
            "random_state": self.seed,
        }

    def offered(self, data: Data) -> Offered[KindsPlan, ThreeKinds]:
        """The comparison for a ``Run``."""
        task: Task[ThreeKinds] = Task(experiments.three_kinds, data, **self.settings())
        return Offered(JOB, self, task, "Compare the three", JOB.prepared(self, task).settings["work"])


JOB: OfferedJob[KindsPlan, ThreeKinds] = OfferedJob("three_kinds")
MODEL_HELP = {
    "gamma": "Weight of the training errors of the classifier under “Clip, flip, square, shift”.",
    "damping": (
        "The system of LS-SVM is singular if −1/γ is an eigenvalue of the centred K. Damping helps there. “auto” "
        "uses 0, and 1 if the system is singular."
    ),
    "train": "The rest is held out and scored: the same split as on “Decisions”.",
    "seed": "The same as on “Decisions”.",
}


@cached(entries=128)
def spheres(data: TableData, kernel: str, value: float) -> SpheresView:
    """Kernel PCA of the two spheres under one kernel."""
    return spheres_view(data, kernel, value)


def _part_size(data: Data, choice: KernelChoice) -> int:
    return min(PART, *matrix(data, choice).shape)


def _entries_work(problem: Problem) -> float:
    """Comparing K with its transpose, and ranking the differences."""
    operator, n = problem.operator, problem.shape[0]
    if isinstance(operator, GraphOperator) and not GRAPH_KERNELS[problem.choice.name].sparse:
        return 2 * sizes.columns(problem, min(n, 2 * rows_read(n)))
    if operator.in_memory:
        return 16.0 * n * n * isinstance(operator.stored, np.ndarray)
    return 2 * sizes.evaluation(operator) * (1.0 if reads_all(operator) else 2.0 * rows_read(n) / n)


def _ends_work(problem: Problem) -> float:
    """All eigenvalues, or some products for both ends."""
    n, operator = problem.shape[0], problem.operator
    if n <= ALL_SIGNS:
        return 0.1 * n**3 if n > PART else 0.0
    return (200 if isinstance(operator.stored, np.ndarray) else 600) * sizes.product(problem)


def _summary_work(data: Data, choice: KernelChoice) -> float:
    problem = matrix(data, choice)
    spectra = 1.5 * _part_size(data, choice) ** 3
    if problem.shape[0] != problem.shape[1]:
        return spectra
    ends = _ends_work(problem)
    return spectra + _entries_work(problem) + (ends if sizes.is_quick(ends) else 0.0)


# Up to 20 MB each.
@in_background("Taking the spectra", _summary_work, entries=16)
def _summary(data: Data, choice: KernelChoice) -> Task[MatrixSummary]:
    problem = matrix(data, choice)
    return Task(summarise, problem, products=sizes.is_quick(_ends_work(problem)))


@in_background("Finding the levels", lambda data: 50.0 * data.n_edges + 2e-2 * min(data.n_nodes, 3_000) ** 3)
def _levels(data: Data) -> Task[TrophicLevels]:
    assert not isinstance(data, TableData)
    return Task(trophic_levels, data.adjacency)  # type: ignore[union-attr]


def _drawn(data: Data, choice: KernelChoice) -> tuple[KernelOperator, np.ndarray, np.ndarray]:
    """All of K or a part, and its rows and columns in K."""
    return experiments.drawable(matrix(data, choice).operator, _summary(data, choice).part)


def _drawing_work(data: Data, choice: KernelChoice, *_: Any) -> float:
    return blocks_work(matrix(data, choice), _drawn(data, choice)[0])


@in_background(
    "Ordering the matrix",  # Lanczos for two triplets
    lambda data, choice: 260 * sizes.product(matrix(data, choice), _drawn(data, choice)[0]),
    entries=16,
)
def _by_singular(data: Data, choice: KernelChoice) -> Task[Order]:
    same = matrix(data, choice).same_samples
    return Task(singular_order, _drawn(data, choice)[0], same_samples=same)


@in_background("Drawing the matrix", _drawing_work, entries=24)
def _means(data: Data, choice: KernelChoice, order: str) -> Task[BlockMeans]:
    operator, rows, columns = _drawn(data, choice)
    if order == BY_SINGULAR:
        return Task(block_means, operator, *_by_singular(data, choice))
    return Task(block_means, operator, *_ordered(order, operator, matrix(data, choice), rows, columns))


@in_background("Taking means between classes", _drawing_work)
def _classes(data: Data, choice: KernelChoice) -> Task[ClassMeans]:
    whole = matrix(data, choice)
    operator, rows, columns = _drawn(data, choice)
    labels = taken(whole.row_labels, rows), taken(whole.column_labels, columns)
    return Task(experiments.class_means, operator, *labels)


# Five matrices of up to 3 MB each.
@in_background(
    "Centring, normalising, symmetrising",
    lambda data, choice: 2.5 * _part_size(data, choice) ** 3,
    entries=4,
)
def _operations(data: Data, choice: KernelChoice) -> Task[tuple[Operation, ...]]:
    return Task(experiments.kernel_operations, _summary(data, choice).part.K)


def _ordered(
    order: str, operator: KernelOperator, whole: Problem, rows: np.ndarray, columns: np.ndarray
) -> Order:
    """The order of these rows and columns of K."""
    n, m = operator.shape
    if order == BY_SINGULAR:
        return singular_order(operator, same_samples=whole.same_samples)
    if order == BY_CLASS:
        labels = taken(whole.row_labels, rows), taken(whole.column_labels, columns)
        return experiments.class_order(labels[0], n), experiments.class_order(labels[1], m)
    return np.arange(n), np.arange(m)


# Up to 10 MB each: K, its coordinates, and distances between all samples and between each pair.
@in_background(
    "Taking the eigenvalues", lambda data, choice, center: 0.2 * _part_size(data, choice) ** 3, entries=8
)
def _signed(data: Data, choice: KernelChoice, center: bool) -> Task[SignedParts]:
    return Task(experiments.signed_parts, matrix(data, choice).operator, center=center)


def _corrected_work(
    data: Data, choice: KernelChoice, train_size: float, seed: int, symmetrize: str | None
) -> float:
    m = min(len(split(data, train_size, seed).train), PATH_LIMIT)
    return sizes.columns(with_entries(data, choice), m) + 1.7 * m**3


# Up to 180 MB each.
@in_background("Correcting the spectrum in four ways", _corrected_work, entries=3)
def _corrected(
    data: Data, choice: KernelChoice, train_size: float, seed: int, symmetrize: str | None
) -> Task[PreparedFixes]:
    """Five kernels on the split of the page Decisions, decomposed: they serve every gamma and damping."""
    parts = split(data, train_size, seed)
    return Task(experiments.prepare_fixes, with_entries(data, choice), parts, symmetrize=symmetrize)
