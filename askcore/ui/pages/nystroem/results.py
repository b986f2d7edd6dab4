"""What the page "Nyström" computes under one setting, each result once."""

from __future__ import annotations

from dataclasses import dataclass, replace

from askcore import experiments
from askcore.experiments import KernelChoice, Problem, sizes
from askcore.experiments.matrix.blocks import BY_CLASS, BlockMeans, ordered_means
from askcore.experiments.running.jobs import Task
from askcore.experiments.sampling.study import SamplingStudy
from askcore.experiments.sampling.triplets import ExactTriplets, SampledTriplets, SamplingChoice
from askcore.experiments.sampling.verdict import SamplingVerdict, sampling_verdict
from askcore.solvers.kernel_matrices import GraphOperator
from askcore.solvers.nystroem.blocks import ZeroBlockError
from askcore.ui.background import Offered, OfferedJob, in_background
from askcore.ui.matrices import MatrixState, blocks_work


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
        return (raced and raced.exact) or _exact(self.problem, self.sampling.rank)

    @property
    def sampled(self) -> SampledTriplets | None:
        """The sampled triplets; None where every sampled entry is zero."""
        try:
            return _sampled(self.problem, self.sampling)
        except ZeroBlockError:
            return None

    @property
    def verdict(self) -> SamplingVerdict:
        """Whether sampling pays."""
        return sampling_verdict(self.exact, self.sampled)

    @property
    def plan(self) -> RacePlan:
        """The race of these settings."""
        every = replace(self.sampling, n_rows=self.sampling.rank, n_columns=self.sampling.rank)
        return RacePlan(self.current.data.digest, self.choice, every)

    @property
    def race(self) -> Offered[RacePlan, SamplingStudy]:
        """The race, behind a button."""
        plan, study = self.plan, experiments.sampling_study
        task: Task[SamplingStudy] = Task(study, self.problem, plan.sampling, exact=self.exact)
        return Offered(JOB, plan, task, "Start the race", JOB.prepared(plan, task).settings["work"])

    @property
    def blanks(self) -> dict[str, str]:
        """Blanks of the formulas."""
        blind = self.sampling.sampling in ("uniform", "cross")
        return {"before": "" if blind else "The sampling looks at a part of the matrix before it chooses. "}


@in_background(
    "Decomposing the matrix exactly", lambda asked, rank: sizes.triplets(asked, rank + 1), entries=16
)
def _exact(asked: Problem, rank: int) -> Task[ExactTriplets]:
    return Task(experiments.exact_triplets, asked, rank)


def _sampled_work(asked: Problem, sampling: SamplingChoice) -> float:
    """Entries read, up to 400 rows and columns beforehand, several times; k-means takes seconds."""
    (n, m), most = asked.shape, max(sampling.n_rows, sampling.n_columns)
    read = 15.0
    if not asked.on_demand.in_memory:
        read += sizes.evaluation(asked.on_demand) / (n * m)
    elif isinstance(asked.operator, GraphOperator):
        read += sizes.columns(asked, 100) / (100 * n)
    before = 0.0 if sampling.sampling == "uniform" else 400.0 * (n + m)
    work = 4 * read * (n * sampling.n_columns + m * sampling.n_rows + before)
    if sampling.sampling == "squared_norm" and asked.is_graph:
        work += 1.4e4 * asked.data.n_edges  # the norms take every link
    return work + (2.5e9 + 20.0 * most * (n + m)) * (sampling.sampling == "kmeans")


@in_background("Sampling", _sampled_work, entries=32)
def _sampled(asked: Problem, sampling: SamplingChoice) -> Task[SampledTriplets]:
    return Task(experiments.sampled_triplets, asked, sampling, _exact(asked, sampling.rank))


@in_background("Drawing the matrix", lambda asked: blocks_work(asked, asked.operator), entries=8)
def by_class(asked: Problem) -> Task[BlockMeans]:
    """The matrix ordered by class, in block means where it is large."""
    return Task(ordered_means, asked, BY_CLASS)
