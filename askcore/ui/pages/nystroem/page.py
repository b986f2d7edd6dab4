"""The page "Nyström" as a value: whether sampling pays here, and what it finds.

What is computed, blocks, sentences, files and Python; ``race`` has the race against other methods.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import streamlit as st

from askcore import experiments, figures
from askcore._format import count, duration, fixed, format_percent, number
from askcore.datasets import describe_sample, list_samples
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.matrix.blocks import BY_CLASS, BlockMeans, ordered_means
from askcore.experiments.running.jobs import Task
from askcore.experiments.sampling.triplets import (
    PAYS_FROM,
    ExactTriplets,
    SampledTriplets,
    SamplingChoice,
    SamplingOutcome,
    ValuesOutcome,
    compare_values,
    sampling_outcome,
)
from askcore.experiments.spectra.decomposition import check_decomposable
from askcore.figures import Picture, Theme
from askcore.figures.heatmaps import with_samples
from askcore.solvers.nystroem.blocks import ZeroBlockError
from askcore.solvers.nystroem.sampling import SAMPLINGS
from askcore.ui.background import in_background
from askcore.ui.blocks import Action, Block, Columns, Control, Figure, Fold, Metric, Row, Text
from askcore.ui.controls import choose, pick, seed, slider
from askcore.ui.data.dataset import Active
from askcore.ui.matrices import MatrixState, matrix_picture
from askcore.ui.pages.nystroem import race
from askcore.ui.pieces import heading
from askcore.ui.problems import problem
from askcore.ui.settings import nearest, sizes_for
from askcore.ui.text.glossary import term
from askcore.ui.text.snippet import KSVD, Script, problem_lines
from askcore.ui.text.words import plain
from askcore.ui.url_state import current_value, one_of

SAMPLING_NAMES = {
    "uniform": "uniform",
    "squared_norm": "by squared norm",
    "kmeans": "nearest to k-means centres",
    "leverage": "by leverage scores",
    "cross": "adaptive crosses",
}
FORMULAS = {"improved": "Improved", "published": "Published"}
RANKS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
FIVE_TIMES, ONE_IN, MOST_USUAL = 5, 50, 200  # by default 5 r samples, or one row in 50 up to 200
SIZE = "sampled_rows"  # key of the slider
EXAMPLE = next(name for name in list_samples() if describe_sample(name).page == "nystroem")
RACE = "Race against other methods"
ROUNDING = 1e-9  # error up to which nothing but rounding is left

# What an outcome says, and what limits it.
SENTENCES = {
    SamplingOutcome.PAYS: (
        "**{times} times as fast,** with an error of **{error}**.",
        "The exact method takes {exact}, and sampling takes {own}. Times are those of this server.",
    ),
    SamplingOutcome.TOO_FEW: (
        "**Too few samples:** error **{error}**.",
        "Sampling is {times} times as fast, but the singular vectors have an error above 0.1.",
    ),
    SamplingOutcome.QUICK: (
        "**Not worth it:** the exact result for {rows} takes **{exact}**.",
        "Sampling pays off for dense matrices of about {pays_from:,} rows and columns or more.",
    ),
    SamplingOutcome.NOT_FASTER: (
        "**Not worth it:** sampling takes **{own}**, the exact method **{exact}**.",
        "The exact method has no error.",
    ),
    SamplingOutcome.READS_ALL: (
        "**Nothing to save:** this sample reads every entry.",
        "The exact method takes {exact}.",
    ),
    SamplingOutcome.UNDEFINED: (
        "**No error to measure:** the leading singular values are equal.",
        "Their vectors are not unique. Try another rank.",
    ),
    SamplingOutcome.EMPTY: (
        "**No result:** all sampled entries are zero.",
        "A larger sample may contain other entries.",
    ),
}
FEW_NONZERO = "The matrix has only {count} that {are} not zero; the errors are computed for these."
TIED = "Singular values {first:,} to {last:,} are equal; the errors are computed for the values before them."
FOUND_FEWER = "The sample finds {found:,} of {rank:,} components; the missing ones count as wrong."
VALUES = {
    ValuesOutcome.RIGHT: "The crosses lie on the dots: the singular values are right. If some values are "
    "close together, their vectors may nevertheless be wrong.",
    ValuesOutcome.WRONG: "A cross away from its dot is a wrong singular value. Even if a cross lies on its "
    "dot, the vectors may be wrong.",
    ValuesOutcome.INFLATED: "The sampled singular values are up to {times} times too large. The sampled "
    "block also holds a part of every other component, and this part is scaled up with the block.",
}
MATRIX = "Stripes: the sampled rows and columns. Grey: the matrix{ordered}, not centred."
TIME = "Time for the kernel and the decomposition, measured on this server. The exact method takes {exact}."
ENTRIES = "The share of the entries of the matrix that are in a sampled row or column."


@dataclass(frozen=True)
class Nystroem(MatrixState):
    """The data set in use, the matrix and what is sampled of it, and what follows from them."""

    sampling: SamplingChoice

    @property
    def exact(self) -> ExactTriplets:
        """The exact triplets and their cost."""
        return _exact(self.problem, self.sampling.rank)

    @property
    def sampled(self) -> SampledTriplets | None:
        """The sampled triplets; None where every sampled entry is zero."""
        try:
            return _sampled(self.problem, self.sampling)
        except ZeroBlockError:
            return None

    @property
    def outcome(self) -> SamplingOutcome:
        """Whether sampling pays, and if not, why."""
        return sampling_outcome(self.exact, self.sampled)

    @property
    def blanks(self) -> dict[str, str]:
        """Blanks of the formulas."""
        blind = self.sampling.sampling in ("uniform", "cross")
        return {"before": "" if blind else "The choice of rows and columns first uses a part of the matrix. "}


@in_background("Decomposing the matrix exactly", entries=16)
def _exact(asked: Problem, rank: int) -> Task[ExactTriplets]:
    check_decomposable(asked)
    return Task(experiments.exact_triplets, asked, rank)


@in_background("Sampling", entries=32)
def _sampled(asked: Problem, sampling: SamplingChoice) -> Task[SampledTriplets]:
    return Task(experiments.sampled_triplets, asked, sampling, _exact(asked, sampling.rank))


@in_background("Drawing the matrix", entries=8)
def by_class(asked: Problem) -> Task[BlockMeans]:
    """The matrix ordered by class, in block means where it is large."""
    return Task(ordered_means, asked, BY_CLASS)


def choose_state(current: Active, choice: KernelChoice) -> Nystroem:
    """Set rank, sampling, formula and seed in the sidebar; the number of samples is set beside its figure."""
    n, m = problem(current.data, choice).shape
    with st.sidebar:
        heading("Sampling")
        ranks = tuple(rank for rank in RANKS if rank <= min(n, m))
        rank = int(slider("Rank", ranks, min(10, ranks[-1]), "rank", _RANK_HELP))
        names = {name: said for name, said in SAMPLING_NAMES.items() if name in SAMPLINGS}
        how = pick("Which rows and columns", names, "sampling", labelled=True, help=_SAMPLING_HELP)
        formula = choose(
            "Formula", FORMULAS, "formula", default="improved", labelled=True, help=_FORMULA_HELP
        )
        usual = current.preset.get("seed", 0)
        random_state = seed("Seed of the sample", "Another seed gives another sample.", usual)
    control = size_control((n, m), rank)
    size = current_value(SIZE, control.default, one_of(control.options))
    sampling = SamplingChoice(rank, min(size, n), min(size, m), how, formula == "published", random_state)
    return Nystroem(current, choice, sampling)


def size_control(shape: tuple[int, int], rank: int) -> Control:
    """How many rows, and as many columns, are sampled: never fewer than the rank."""
    sizes = tuple(size for size in sizes_for(max(shape)) if size >= rank)
    usual = nearest(sizes, max(FIVE_TIMES * rank, min(max(shape) // ONE_IN, MOST_USUAL)))
    said = "At least as many as the rank. If the matrix has fewer rows or columns, all of them are sampled."
    return Control(SIZE, "Sampled rows, and as many columns", "slider", sizes, usual, said)


def nystroem(state: Nystroem) -> list[Block]:
    """The blocks of the page."""
    outcome, sampled = state.outcome, state.sampled
    numbers: list[Block] = []
    if sampled is not None:
        time = TIME.format(exact=duration(state.exact.seconds))
        numbers = [
            Metric("Error", error(sampled.subspace_error), term("subspace error").whole),
            Metric("Time of sampling", duration(sampled.seconds), time),
            Metric("Entries read", format_percent(sampled.share), ENTRIES),
        ]
    control = size_control(state.problem.shape, state.sampling.rank)
    said, limit = sentences(outcome, state.problem.shape[0], state.exact, sampled)
    return [
        Text(said, "verdict"),
        _way_on(state, outcome, Text(limit)),
        *(Text(note) for note in rank_notes(state)),
        *numbers,
        Columns(([control, _spectrum(state)], [_matrix(state)]), (3, 2)),
        Fold("nystroem_race", RACE, lambda: race.offer(state.problem, state.sampling, state.exact)),
        Fold("nystroem_more", "η and stable rank", lambda: _more_numbers(state)),
    ]


def sentences(
    outcome: SamplingOutcome, n_rows: int, exact: ExactTriplets, sampled: SampledTriplets | None
) -> tuple[str, ...]:
    """What an outcome says, and what limits it."""
    said = {"rows": count(n_rows, "row"), "exact": duration(exact.seconds), "pays_from": PAYS_FROM}
    if sampled is not None:
        times = exact.seconds / max(sampled.seconds, 1e-9)
        said["times"] = fixed(times, 1 if times < 9.95 else 0)
        said |= {"error": error(sampled.subspace_error), "own": duration(sampled.seconds)}
    return tuple(each.format(**said) for each in SENTENCES[outcome])


def error(value: float, unit: float = 1.0) -> str:
    """An error in two digits."""
    if np.isnan(value):
        return "undefined"
    return "0" if value <= ROUNDING * unit else f"{value:.2g}"


def _way_on(state: Nystroem, outcome: SamplingOutcome, said: Text) -> Block:
    """What limits the verdict, and the button that it leads to."""
    most = max(state.sampling.n_rows, state.sampling.n_columns)
    twice = nearest(size_control(state.problem.shape, state.sampling.rank).options, 2 * most)
    if outcome is SamplingOutcome.QUICK and state.current.name != EXAMPLE:
        title = describe_sample(EXAMPLE).title
        return Row((said, Action("open_larger", f"See {title}", sample=EXAMPLE)))
    if outcome in (SamplingOutcome.TOO_FEW, SamplingOutcome.EMPTY) and twice > most:
        return Row((said, Action("double", "Double them", {SIZE: twice}, primary=True)))
    return said


def rank_notes(state: Nystroem) -> list[str]:
    """What to know where the matrix, or the sample, has fewer components than were asked for."""
    exact, sampled, rank = state.exact, state.sampled, state.sampling.rank
    notes = []
    if exact.rank < rank:
        some = count(exact.rank, "component")
        notes.append(FEW_NONZERO.format(count=some, are="is" if exact.rank == 1 else "are"))
    if 0 < exact.n_determined < exact.rank:
        notes.append(TIED.format(first=exact.n_determined + 1, last=exact.rank + 1))
    if sampled is not None and sampled.found.rank < min(rank, exact.rank):
        notes.append(FOUND_FEWER.format(found=sampled.found.rank, rank=rank))
    return notes


def _spectrum(state: Nystroem) -> Figure:
    """Exact and sampled singular values."""
    exact, sampled = state.exact.triplets.values, state.sampled
    found = np.zeros(0) if sampled is None else sampled.found.values
    said = "The exact singular values."
    if sampled is not None:
        said = values_caption(state.exact.rank, exact, found)
    draw, alt = (
        partial(figures.sampled_spectrum, exact, found),
        "Exact singular values and those from the sample",
    )
    return Figure(state.key("sampled_spectrum"), draw, alt, "Singular values", said)


def values_caption(rank: int, exact: np.ndarray, found: np.ndarray) -> str:
    """Where the crosses lie."""
    outcome, times = compare_values(exact[:rank], found)
    return VALUES[outcome].format(times=fixed(times, 1 if times < 9.95 else 0))


def _matrix(state: Nystroem) -> Figure:
    """The matrix with the sampled rows and columns as stripes."""
    asked, sampled = state.problem, state.sampled

    def draw(theme: Theme) -> Picture:
        means = by_class(asked)
        picture = matrix_picture(asked, means, theme, value="K")
        if sampled is None:
            return picture
        rows, columns = np.argsort(means.row_order), np.argsort(means.column_order)
        places = rows[sampled.found.rows], columns[sampled.found.columns]
        return with_samples(picture, *places, asked.shape, theme=theme)

    labelled = asked.row_labels is not None or asked.column_labels is not None
    caption = MATRIX.format(ordered=", ordered by class" * labelled)
    alt = "The matrix with the sampled rows and columns marked in it"
    return Figure(state.key("sampled_matrix"), draw, alt, "What was sampled", caption)


def _more_numbers(state: Nystroem) -> list[Block]:
    exact, sampled = state.exact, state.sampled
    first = float(exact.triplets.values[0])
    eta = np.nan if sampled is None else sampled.eta
    notes = [plain(note) for note in (sampled.found.notes if sampled is not None else ())]
    return [
        Metric("η, the error of the paper", error(eta, first), term("η").whole),
        Metric("Largest singular value", number(first), "η is measured in these units."),
        Metric("Stable rank", number(exact.stable_rank), term("stable rank").whole),
        Text(
            "A small η does not prove that the vectors are right: it weights each error by its singular "
            "value."
        ),
        *(Text(note, "caption") for note in notes),
    ]


RUN_CODE = """sampling = {sampling!r}
exact = exact_triplets(problem, sampling.rank)
found = sampled_triplets(problem, sampling, exact)"""
NUMBERS_CODE = """print("Entries read:", found.share)
print("Error:", found.subspace_error)
print("η, the error of the paper:", found.eta)
print("Largest singular value:", exact.triplets.values[0])
print("Stable rank:", exact.stable_rank)
print("Seconds:", found.seconds, "exactly:", exact.seconds)"""


def python_code(state: Nystroem) -> Script:
    """A script that repeats the chosen run and prints what the page shows; a race adds its own."""
    return Script(
        "Nyström",
        "finds leading singular vectors from a sample of rows and columns.",
        (
            problem_lines(state.current, state.choice),
            RUN_CODE.format(sampling=state.sampling),
            NUMBERS_CODE,
        ),
        "figures.sampled_spectrum(exact.triplets.values, found.found.values)",
        "Times differ on another computer.",
        (KSVD,),
    )


_RANK_HELP = (
    "The number of leading components that are computed. “Spectra” shows how many hold 90% of the energy."
)
_SAMPLING_HELP = (
    "Rows and columns are chosen separately, because the matrix is not symmetric. All choices except "
    "“uniform” first use part of the matrix; the time for this is included."
)
_FORMULA_HELP = (
    "Published (Tao et al. 2023): each vector is extended separately, so the vectors are not orthogonal. Improved: "
    "more components of the same sample are kept, and their product is decomposed exactly. The error is "
    "smaller."
)
