"""What the page "Nyström" computes under one setting, each result once.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from askcore import experiments
from askcore.experiments import KernelChoice, Problem, class_order, sizes
from askcore.experiments.matrix.blocks import BlockMeans, block_means
from askcore.experiments.matrix.definiteness import stored_entries
from askcore.experiments.running.jobs import Task
from askcore.experiments.sampling.study import SamplingStudy
from askcore.experiments.sampling.triplets import ExactTriplets, SampledTriplets, SamplingChoice
from askcore.experiments.sampling.verdict import SamplingVerdict, sampling_verdict
from askcore.solvers.kernel_matrices import GraphOperator
from askcore.solvers.nystroem.blocks import ZeroBlockError
from askcore.ui.background import Offered, OfferedJob, in_background
from askcore.ui.matrices import MatrixState, blocks_work
from askcore.ui.problems import Data, matrix

ENTRY_BY_ENTRY, MOST_ROWS = 400, 250  # rows up to which every entry is drawn; rows drawn of a larger matrix


@dataclass(frozen=True)
class RacePlan:
    """What a race depends on; its sample sizes are its own."""

    digest: str
    choice: KernelChoice
    sampling: SamplingChoice


JOB: OfferedJob[RacePlan, SamplingStudy] = OfferedJob("race")


@dataclass(frozen=True)
class Nystroem(MatrixState):
    """The data set in use, the matrix and what is sampled of it, and what follows from them."""

    sampling: SamplingChoice

    @property
    def exact(self) -> ExactTriplets:
        """The exact triplets and their cost, as raced once there was a race."""
        raced = JOB.result(self.plan)
        return (raced and raced.exact) or _exact(self.current.data, self.choice, self.sampling.rank)

    @property
    def sampled(self) -> SampledTriplets | None:
        """The sampled triplets; None where every sampled entry is zero."""
        try:
            return _sampled(self.current.data, self.choice, self.sampling)
        except ZeroBlockError:
            return None

    @property
    def verdict(self) -> SamplingVerdict:
        """Whether sampling pays."""
        return sampling_verdict(self.exact, self.sampled)

    @property
    def is_sparse(self) -> bool:
        """Whether most entries are zero and not stored."""
        stored = stored_entries(self.problem.operator)
        return stored is not None and 2 * stored.nnz < self.problem.shape[0] * self.problem.shape[1]

    @property
    def blocks(self) -> BlockMeans:
        """The matrix ordered by class, in block means where it is large."""
        return _blocks(self.current.data, self.choice)

    @property
    def plan(self) -> RacePlan:
        """The race of these settings."""
        every = replace(self.sampling, n_rows=self.sampling.rank, n_columns=self.sampling.rank)
        return RacePlan(self.current.data.digest, self.choice, every)

    @property
    def race(self) -> Offered[RacePlan, SamplingStudy]:
        """The race, behind a button."""
        plan = self.plan
        task: Task[SamplingStudy] = Task(
            experiments.sampling_study, self.problem, plan.sampling, exact=self.exact
        )
        return Offered(JOB, plan, task, "Start the race", JOB.prepared(plan, task).settings["work"])

    @property
    def blanks(self) -> dict[str, Any]:
        """Blanks of the formulas."""
        blind = self.sampling.sampling in ("uniform", "cross")
        return {"before": "" if blind else "The sampling looks at a part of the matrix before it chooses. "}


def _exact_work(data: Data, choice: KernelChoice, rank: int) -> float:
    return sizes.triplets(matrix(data, choice), rank + 1)


@in_background("Decomposing the matrix exactly", _exact_work, entries=16)
def _exact(data: Data, choice: KernelChoice, rank: int) -> Task[ExactTriplets]:
    return Task(experiments.exact_triplets, matrix(data, choice), rank)


def _sampled_work(data: Data, choice: KernelChoice, sampling: SamplingChoice) -> float:
    """Entries read, up to 400 rows and columns beforehand, several times; k-means takes seconds."""
    problem = matrix(data, choice)
    (n, m), most = problem.shape, max(sampling.n_rows, sampling.n_columns)
    read = 15.0
    if not problem.on_demand.in_memory:
        read += sizes.evaluation(problem.on_demand) / (n * m)
    elif isinstance(problem.operator, GraphOperator):
        read += sizes.columns(problem, 100) / (100 * n)
    before = 0.0 if sampling.sampling == "uniform" else 400.0 * (n + m)
    work = 4 * read * (n * sampling.n_columns + m * sampling.n_rows + before)
    if sampling.sampling == "squared_norm" and problem.is_graph:
        work += 1.4e4 * problem.data.n_edges  # the norms take every link
    return work + (2.5e9 + 20.0 * most * (n + m)) * (sampling.sampling == "kmeans")


@in_background("Sampling", _sampled_work, entries=32)
def _sampled(data: Data, choice: KernelChoice, sampling: SamplingChoice) -> Task[SampledTriplets]:
    exact = _exact(data, choice, sampling.rank)
    return Task(experiments.sampled_triplets, matrix(data, choice), sampling, exact)


def _most_blocks(problem: Problem) -> int:
    return MOST_ROWS if max(problem.shape) > ENTRY_BY_ENTRY else max(problem.shape)


def _blocks_work(data: Data, choice: KernelChoice) -> float:
    problem = matrix(data, choice)
    return blocks_work(problem, problem.operator, _most_blocks(problem))


@in_background("Drawing the matrix", _blocks_work, entries=8)
def _blocks(data: Data, choice: KernelChoice) -> Task[BlockMeans]:
    problem = matrix(data, choice)
    n, m = problem.shape
    order = class_order(problem.row_labels, n), class_order(problem.column_labels, m)
    return Task(block_means, problem.operator, *order, max_blocks=_most_blocks(problem))
