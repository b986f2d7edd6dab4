"""The race of the solvers on a problem, over bandwidths, and scores of what sampling finds.

Tao et al. 2023, figures 1 and 2, on any data.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore._validation import DataError
from askcore.experiments.problem import Problem
from askcore.experiments.running.run import Run, Step
from askcore.experiments.sampling.race import RACERS, SolverRaceResult, has_frequencies, solver_race
from askcore.experiments.sampling.triplets import EXACT, ExactTriplets, SamplingChoice
from askcore.experiments.spectra.feature_tasks import classification_splits, node_classification
from askcore.experiments.split import Split
from askcore.solvers import asymmetric_nystroem
from askcore.solvers.nystroem.blocks import ZeroBlockError
from askcore.solvers.svd.singular import SingularTriplets

BANDWIDTH_FACTORS = (1.0, 2.0, 0.5, 4.0, 0.25)  # a narrow kernel takes longest: last, where time may be over
ALL_ENTRIES = 40_000_000  # entries up to which solvers that evaluate all of them run on a graph
CHEAP_ENTRIES = 1_000_000  # entries up to which every run is repeated three times
N_SPLITS = 5
ALLOWED = 90.0  # seconds after which no other run is begun


@dataclass(frozen=True, eq=False)
class SamplingStudy:
    """The race, whose first bandwidth is the chosen one, and accuracies of a linear LS-SVM on the vectors.

    ``scores`` : method ("exact", "nystroem"), samples (0 for exact), micro_f1 (mean) and spread (standard deviation
    over splits); empty for the reason in ``no_scores``.
    """

    race: SolverRaceResult
    scores: pd.DataFrame = field(repr=False)
    no_scores: str


def sampling_study(
    problem: Problem, sampling: SamplingChoice, *, exact: ExactTriplets | None = None
) -> Run[SamplingStudy]:
    """Set up the study; ``.run()`` runs it.

    Parameters
    ----------
    problem : the matrix.
    sampling : as in ``sampled_triplets``; sample sizes start at the rank and double.
    exact : exact triplets of the same problem and rank, if available. The race then uses their vectors and seconds.

    Returns
    -------
    Run : its result is a ``SamplingStudy``.

    Raises
    ------
    DataError : as in ``Problem.operator`` and ``solver_race``.
    """
    n, m = problem.shape
    every = n * m <= ALL_ENTRIES or (problem.is_table and not problem.crossed)
    runs = {"structured" if problem.structured else "arpack", "nystroem"}
    if every:
        runs |= {*RACERS} - {*EXACT} - ({"fourier"} if not has_frequencies(problem) else set())
    race = solver_race(
        problem,
        bandwidths=BANDWIDTH_FACTORS,
        n_components=sampling.rank,
        solvers=sorted(runs),
        exact=exact,
        sampling=sampling.sampling,
        oversampling=sampling.oversampling,
        random_state=sampling.seed,
        repeats=3 if n * m <= CHEAP_ENTRIES else 1,
        seconds=ALLOWED,
    )
    try:
        splits = classification_splits(problem.row_labels, N_SPLITS, random_state=sampling.seed)
        reason = ""
    except DataError as error:
        splits, reason = [], error.problem
    steps = _steps(race, problem, sampling, splits, reason)
    return Run(steps, race.settings)


def _steps(
    race: Run[SolverRaceResult],
    problem: Problem,
    sampling: SamplingChoice,
    splits: Sequence[Split],
    reason: str,
) -> Generator[Step, None, SamplingStudy]:
    """The race first, then the scores; a generator that returns the result."""
    sizes = [0, *race.settings["samples"]] if splits else []  # 0: the exact vectors
    total, rows = 0, []
    for at in race:
        total = at.total + len(sizes) + 1
        yield at.done, total, at.label
    assert race.result is not None
    for k, size in enumerate(sizes):
        try:
            found: SingularTriplets = next(iter(race.result.exact.values()))
            if size:
                how: dict[str, Any] = {"sampling": sampling.sampling, "oversampling": sampling.oversampling}
                found = asymmetric_nystroem(
                    problem.operator, sampling.rank, n_rows=size, random_state=sampling.seed, **how
                )
        except ZeroBlockError:
            continue  # a larger sample may hold something
        rows.append(_scored(size, found, problem, splits))
        yield total - len(sizes) + k, total, f"score with {size:,} samples"
    scores = pd.DataFrame(rows, columns=["method", "samples", "micro_f1", "spread"])
    return SamplingStudy(race.result, scores, reason)


def _scored(size: int, found: SingularTriplets, problem: Problem, splits: Sequence[Split]) -> list[Any]:
    """Score the vectors of the samples, each scaled to mean square 1."""
    sides = [found.left, found.right] if problem.same_samples else [found.left]
    features = np.hstack([side * np.sqrt(len(side)) for side in sides])
    micro = node_classification(features, problem.row_labels, splits=splits).micro_f1
    return ["nystroem" if size else "exact", size, float(micro.mean()), float(micro.std())]


def settled_from(scores: pd.DataFrame) -> int | None:
    """The smallest sample from which on all scores are at most 0.02 below the one of the exact vectors."""
    exact = float(scores.loc[scores["method"] == "exact", "micro_f1"].iloc[0])
    sampled = scores[scores["method"] == "nystroem"]
    near = (sampled["micro_f1"] >= exact - 0.02).to_numpy()
    settled = int(np.logical_and.accumulate(near[::-1]).sum())
    return int(sampled["samples"].iloc[-settled]) if settled else None
