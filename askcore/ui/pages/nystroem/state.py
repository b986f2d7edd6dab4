"""What the page "Nyström speed-up" samples and computes under one setting of its controls, each thing once.

UI floor. A sample is never smaller than the rank: raise the rank and the other two handles move along.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from askcore import experiments
from askcore.experiments import KernelChoice, Problem, class_order, sizes
from askcore.experiments.matrix.blocks import BlockMeans, block_means
from askcore.experiments.matrix.definiteness import stored_entries
from askcore.experiments.running.jobs import Task
from askcore.experiments.sampling.study import SamplingStudy
from askcore.experiments.sampling.triplets import ExactTriplets, SampledTriplets, SamplingChoice
from askcore.solvers.kernel_matrices import GraphOperator
from askcore.solvers.nystroem.sampling import SAMPLINGS
from askcore.ui.controls import choose, pick, seed, slider
from askcore.ui.data.dataset import Active
from askcore.ui.matrices import Blocks, MatrixState, blocks_work
from askcore.ui.pieces import heading
from askcore.ui.settings import sizes_for
from askcore.ui.work.cache import Data, computed, matrix, problem
from askcore.ui.work.job import OfferedJob

SAMPLING_NAMES = {
    "uniform": "uniform",
    "squared_norm": "by squared norm",
    "kmeans": "nearest to k-means centres",
    "leverage": "by leverage scores",
    "cross": "adaptive crosses",
}
FORMULAS = {"improved": "Improved", "published": "Published"}
RANKS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
ENTRY_BY_ENTRY = 400  # rows and columns up to which every entry is drawn
MOST_ROWS = 250
FIVE_TIMES, ONE_IN, MOST_USUAL = (
    5,
    50,
    200,
)  # sampled usually: five times the rank, or one row in 50 up to 200


def choose_sampling(current: Active, choice: KernelChoice) -> SamplingChoice:
    """Set what is sampled of the matrix."""
    shape = problem(current.data, choice).shape
    side = min(shape)
    with st.sidebar:
        heading("Sampling")
        ranks = tuple(rank for rank in RANKS if rank <= side)
        rank = int(slider("Rank", ranks, min(10, ranks[-1]), "rank", _RANK_HELP))
        n_rows = _size("Rows", shape[0], rank, "sampled_rows")
        n_columns = _size("Columns", shape[1], rank, "sampled_columns")
        how = pick(
            "Which rows and columns",
            {name: said for name, said in SAMPLING_NAMES.items() if name in SAMPLINGS},
            "sampling",
            linked=True,
            labelled=True,
            help=_SAMPLING_HELP,
        )
        formula = choose(
            "Formula", FORMULAS, "formula", default="improved", linked=True, labelled=True, help=_FORMULA_HELP
        )
        number = seed("Seed of the sample", "Another seed takes another sample.")
    return SamplingChoice(rank, n_rows, n_columns, how, formula == "published", number)


def _size(label: str, size: int, rank: int, key: str) -> int:
    """A slider over sample sizes whose handle is at least at the rank."""
    sizes = sizes_for(size)
    enough = next(one for one in sizes if one >= rank)
    held = st.session_state.get(key)
    if isinstance(held, int) and held < enough:
        st.session_state[key] = enough
    wanted = max(FIVE_TIMES * rank, min(size // ONE_IN, MOST_USUAL))
    usual = min((one for one in sizes if one >= rank), key=lambda one: abs(one - wanted))
    said = f"How many of the {size:,} are sampled: at least as many as the rank."
    return max(int(slider(label, sizes, usual, key, said, format_func=lambda one: f"{one:,}")), enough)


@dataclass(frozen=True)
class RacePlan:
    """The key of a result: data by digest, the matrix, what is sampled (sizes aside: the race tries its own)."""

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
        """The exact leading triplets and what they cost: once they were raced, as they were raced."""
        raced = None if self.study is None else self.study.exact
        return raced or _exact(self.current.data, self.choice, self.sampling.rank)

    @property
    def sampled(self) -> SampledTriplets:
        """The sampled ones; raises DataError where the sample says nothing."""
        return _sampled(self.current.data, self.choice, self.sampling)

    @property
    def is_sparse(self) -> bool:
        """Whether most entries of the matrix are zero and not stored."""
        stored = stored_entries(self.problem.operator)
        return stored is not None and 2 * stored.nnz < self.exact.entries

    @property
    def blocks(self) -> Blocks:
        """The matrix ordered by class, in block means where it is large."""
        problem = self.problem
        return Blocks.of(
            _blocks(self.current.data, self.choice),
            (problem.row_names, problem.column_names),
            (problem.row_labels, problem.column_labels),
        )

    @property
    def plan(self) -> RacePlan:
        """The race that belongs to these settings."""
        every = replace(self.sampling, n_rows=self.sampling.rank, n_columns=self.sampling.rank)
        return RacePlan(self.current.data.digest, self.choice, every)

    @property
    def study(self) -> SamplingStudy | None:
        """The result of the race, if it was run."""
        return JOB.result(self.plan)

    @property
    def race(self) -> Task[SamplingStudy]:
        """The race, to be run."""
        return Task(experiments.sampling_study, self.problem, self.plan.sampling, exact=self.exact)

    @property
    def blanks(self) -> dict[str, str]:
        """What the formulas leave open."""
        blind = self.sampling.sampling in ("uniform", "cross")
        return {
            "before": "" if blind else "The sampling looks at a part of the matrix before it chooses. ",
        }


def _exact_work(data: Data, choice: KernelChoice, rank: int) -> float:
    return sizes.triplets(matrix(data, choice), rank + 1)


@computed("Decomposing the matrix exactly", _exact_work, entries=16)
def _exact(data: Data, choice: KernelChoice, rank: int) -> Task[ExactTriplets]:
    return Task(experiments.exact_triplets, matrix(data, choice), rank)


def _sampled_work(data: Data, choice: KernelChoice, sampling: SamplingChoice) -> float:
    """What is read of the matrix, up to 400 rows and columns beforehand, several times; k-means takes seconds."""
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


@computed("Sampling", _sampled_work, entries=32)
def _sampled(data: Data, choice: KernelChoice, sampling: SamplingChoice) -> Task[SampledTriplets]:
    exact = _exact(data, choice, sampling.rank)
    return Task(experiments.sampled_triplets, matrix(data, choice), sampling, exact)


def _most_blocks(problem: Problem) -> int:
    return MOST_ROWS if max(problem.shape) > ENTRY_BY_ENTRY else max(problem.shape)


def _blocks_work(data: Data, choice: KernelChoice) -> float:
    problem = matrix(data, choice)
    return blocks_work(problem, problem.operator, _most_blocks(problem))


# Products only, whatever the size of the matrix.
@computed("Drawing the matrix", _blocks_work, entries=8)
def _blocks(data: Data, choice: KernelChoice) -> Task[BlockMeans]:
    problem = matrix(data, choice)
    n, m = problem.shape
    order = class_order(problem.row_labels, n), class_order(problem.column_labels, m)
    return Task(block_means, problem.operator, *order, max_blocks=_most_blocks(problem))


_RANK_HELP = "How many leading components are computed, by both methods."
_SAMPLING_HELP = (
    "Rows and columns are chosen separately, because the matrix is not symmetric. All ways except “uniform” read a "
    "part of the matrix first; that time counts."
)
_FORMULA_HELP = (
    "Published (Tao et al. 2023): each vector is extended alone, so the vectors are not orthogonal. Improved: more "
    "components of the same sample are kept, and their product is decomposed exactly. Its error is smaller."
)
