"""What the page "Nyström speed-up" samples and computes, kept, and what it gives to take away.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from askcore import experiments
from askcore.experiments import (
    BlockMeans,
    ExactTriplets,
    KernelChoice,
    SampledTriplets,
    SamplingChoice,
    SamplingStudy,
    block_means,
    class_order,
)
from askcore.solvers import SAMPLINGS
from askcore.ui.cache import Data, kept, matrix
from askcore.ui.controls import slider
from askcore.ui.dataset import Active
from askcore.ui.job import Job
from askcore.ui.snippet import data_line

__all__ = [
    "JOB",
    "SAMPLING_NAMES",
    "RacePlan",
    "exact",
    "export",
    "picture",
    "plan_of",
    "python_code",
    "sampled",
    "sampling_group",
    "sizes_for",
]

SAMPLING_NAMES = {
    "uniform": "uniform",
    "squared_norm": "by squared norm",
    "kmeans": "nearest to k-means centres",
    "leverage": "by leverage scores",
    "cross": "adaptive crosses",
}
FORMULAS = {"improved": "Improved", "published": "Published"}
RANKS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
STEPS = 40
MOST_SAMPLED = 2_000  # on the live part; the tolerance mode of the package goes on


def sampling_group(shape: tuple[int, int]) -> SamplingChoice:
    """Set what is sampled of a matrix (N, M)."""
    side = min(shape)
    with st.sidebar:
        st.subheader("Sampling")
        ranks = tuple(rank for rank in RANKS if rank <= side)
        rank = int(slider("Rank", ranks, min(10, ranks[-1]), "rank", _RANK_HELP))
        n_rows = _size("Rows", shape[0], rank, "sampled_rows")
        n_columns = _size("Columns", shape[1], rank, "sampled_columns")
        how = st.selectbox(
            "Which rows and columns",
            [name for name in SAMPLING_NAMES if name in SAMPLINGS],
            format_func=SAMPLING_NAMES.__getitem__,
            key="sampling",
            bind="query-params",
            filter_mode=None,
            help=_SAMPLING_HELP,
        )
        formula = st.segmented_control(
            "Formula",
            list(FORMULAS),
            default="improved",
            format_func=FORMULAS.__getitem__,
            required=True,
            key="formula",
            bind="query-params",
            help=_FORMULA_HELP,
        )
        seed = st.number_input(
            "Seed of the sample",
            0,
            9999,
            0,
            key="seed",
            bind="query-params",
            help="Another seed, another sample.",
        )
    return SamplingChoice(rank, n_rows, n_columns, how or "uniform", formula == "published", int(seed or 0))


def sizes_for(size: int) -> tuple[int, ...]:
    """Sample sizes to choose from, about equal ratios apart, up to all or 2,000.

    Examples
    --------
    >>> sizes_for(4)
    (1, 2, 3, 4)
    """
    most = min(size, MOST_SAMPLED)
    return tuple(sorted({round(float(step)) for step in np.geomspace(1, most, STEPS)} | {most}))


def _size(label: str, size: int, rank: int, key: str) -> int:
    """A slider over sample sizes whose handle is at least at the rank."""
    choices = sizes_for(size)
    enough = next(choice for choice in choices if choice >= rank)
    held = st.session_state.get(key)
    if isinstance(held, int) and held < enough:
        st.session_state[key] = enough
    usual = min((c for c in choices if c >= rank), key=lambda c: abs(c - 5 * rank))
    words = f"Sampled of {size:,}. At least as many as the rank: a smaller number moves up with it."
    return max(int(slider(label, choices, usual, key, words, format_func=lambda c: f"{c:,}")), enough)


_RANK_HELP = "How many leading components are wanted. Both methods find the same number."
_SAMPLING_HELP = (
    "Rows and columns are chosen separately: the matrix is not symmetric, and what makes a good row makes no good "
    "column. All but the uniform one read a part of the matrix first; that time counts."
)
_FORMULA_HELP = (
    "Published (Tao et al. 2023): vectors carried over one by one, not orthogonal. Improved: more modes of the same "
    "sampled block, an exact decomposition of their product, then the cut; a smaller error from the same entries."
)


ENTRY_BY_ENTRY = 400  # rows and columns up to which every entry is drawn
MOST_ROWS = 250


@kept(entries=16, spinner="Decomposing the matrix exactly …")
def exact(data: Data, choice: KernelChoice, rank: int) -> ExactTriplets:
    """The exact leading triplets and what they cost."""
    return experiments.exact_triplets(matrix(data, choice), rank)


@kept(entries=32, spinner="Sampling …")
def sampled(data: Data, choice: KernelChoice, sampling: SamplingChoice) -> SampledTriplets:
    """The sampled ones; raises DataError where the sample says nothing."""
    return experiments.sampled_triplets(matrix(data, choice), sampling, exact(data, choice, sampling.rank))


@kept(entries=8, spinner="Drawing the matrix …")
def picture(data: Data, choice: KernelChoice) -> BlockMeans:
    """The matrix ordered by class, in block means where it is large: products only, whatever its size."""
    problem = matrix(data, choice)
    n, m = problem.shape
    rows, columns = class_order(problem.row_labels, n), class_order(problem.column_labels, m)
    return block_means(
        problem.operator, rows, columns, max_blocks=MOST_ROWS if max(n, m) > ENTRY_BY_ENTRY else max(n, m)
    )


@dataclass(frozen=True)
class RacePlan:
    """The key of a result: data by digest, the matrix, what is sampled (sizes aside: the race tries its own)."""

    digest: str
    choice: KernelChoice
    sampling: SamplingChoice


def plan_of(current: Active, choice: KernelChoice, sampling: SamplingChoice) -> RacePlan:
    """The plan of what the sidebar says."""
    every = replace(sampling, n_rows=sampling.rank, n_columns=sampling.rank)
    return RacePlan(current.data.digest, choice, every)


JOB: Job[RacePlan, SamplingStudy] = Job("race")


def export(
    current: Active, choice: KernelChoice, sampling: SamplingChoice, study: SamplingStudy | None
) -> None:
    """Downloads and code."""
    with st.expander("Take it with you"):
        st.download_button(
            "Race (CSV)",
            "" if study is None else (lambda: study.race.table.to_csv(index=False)),
            "race.csv",
            "text/csv",
            on_click="ignore",
            disabled=study is None,
            help="Every run with its times and errors. Start the race first." if study is None else None,
        )
        st.caption("SVG of a figure: the camera in its corner. The chosen run in Python:")
        st.code(python_code(current, choice, sampling), language="python")


def python_code(current: Active, choice: KernelChoice, sampling: SamplingChoice) -> str:
    """A script that repeats the chosen run and prints what the page shows."""
    return "\n".join(
        [
            "import askcore",
            "from askcore.experiments import KernelChoice, Problem, SamplingChoice",
            "from askcore.experiments import exact_triplets, sampled_triplets, sampling_study",
            "",
            data_line(current),
            f"problem = Problem(data, {choice!r})",
            f"sampling = {sampling!r}",
            "exact = exact_triplets(problem, sampling.rank)",
            "found = sampled_triplets(problem, sampling, exact)",
            'print(f"{found.share:.1%} of the entries, {found.seconds:.3g} s against {exact.seconds:.3g} s exactly")',
            'print(f"subspace error {found.subspace_error:.3g}, eta {found.eta:.3g}")',
            "# the race: study = sampling_study(problem, sampling).run(); print(study.race.verdict)",
            "",
        ]
    )
