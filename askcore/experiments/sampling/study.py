"""Does sampling pay as it grows? The race of the solvers, over bandwidths too, and the score of what they find.

Experiment floor. Tao et al. 2023, figures 1 and 2, on any data.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore._validation import DataError
from askcore.experiments.problem import Problem
from askcore.experiments.running.run import Run, Step
from askcore.experiments.sampling.race import EXACT, RACERS, SolverRaceResult, has_frequencies, solver_race
from askcore.experiments.sampling.triplets import ExactTriplets, SamplingChoice
from askcore.experiments.spectra.feature_tasks import classification_splits, node_classification
from askcore.experiments.split import Split
from askcore.kernels import GRAPH_KERNELS
from askcore.solvers import asymmetric_nystroem
from askcore.solvers.nystroem.blocks import ZeroBlockError
from askcore.solvers.svd.singular import SingularTriplets

BANDWIDTH_FACTORS = (1.0, 2.0, 0.5, 4.0, 0.25)  # a narrow kernel takes longest: last, where time may be over
ALL_ENTRIES = 40_000_000  # entries up to which solvers that read all of them take part on a graph
CHEAP_ENTRIES = 1_000_000  # entries up to which every run is repeated three times
N_SPLITS = 5
ALLOWED = 90.0  # seconds after which nothing more is begun


@dataclass(frozen=True, eq=False)
class SamplingStudy:
    """The race, whose first bandwidth is the chosen one, and micro F1 of a linear LS-SVM on what was found.

    ``scores`` : method ("exact", "nystroem"), samples (0 for exact), micro_f1 (mean) and spread (standard deviation
    over splits); empty where there is nothing to score, for the reason in ``no_scores``.
    """

    race: SolverRaceResult
    scores: pd.DataFrame = field(repr=False)
    no_scores: str
    exact: ExactTriplets | None = None


def sampling_study(
    problem: Problem, sampling: SamplingChoice, *, exact: ExactTriplets | None = None
) -> Run[SamplingStudy]:
    """Set up the study; ``.run()`` runs it, iterating over it gives a ``Progress`` per step.

    Parameters
    ----------
    problem : the matrix.
    sampling : as for ``sampled_triplets``; the numbers of rows and columns there do not count, sizes start at the rank
        and double.
    exact : of the same problem and rank, where it is known; the race takes its vectors and its seconds then, so that
        the exact method has one time wherever it is named. None: it is timed in the race.

    Returns
    -------
    Run : its result is a ``SamplingStudy``; ``settings["work"]`` counts the multiply-adds of the race,
        roughly; after 90 seconds it begins nothing more.

    Raises
    ------
    DataError : what ``Problem.operator`` and ``solver_race`` refuse.
    """
    race = _race(problem, sampling, exact)
    try:
        splits = classification_splits(problem.row_labels, N_SPLITS, random_state=sampling.seed)
        reason = ""
    except DataError as error:
        splits, reason = [], error.problem
    steps = _steps(race, problem, sampling, exact, splits, reason)
    return Run(steps, {**race.settings, "work": _work(problem, race.settings)}, lambda: race.partial)


def _work(problem: Problem, settings: Mapping[str, Any]) -> float:
    """Products with all of the matrix and with samples; with a kernel of a graph that is not sparse, solutions."""
    n, m = problem.shape
    work = n * m * (60.0 + 3.0 * settings["n_components"]) if "randomized" in settings["solvers"] else 0.0
    work += (n + m) * sum(settings["samples"]) * 20.0 * settings["repeats"]
    solved = problem.is_graph and not problem.crossed and not GRAPH_KERNELS[problem.choice.name].sparse
    return float((10.0 if solved else 4.0) * work + 6e7) * len(settings["bandwidths"])


def _race(problem: Problem, sampling: SamplingChoice, exact: ExactTriplets | None) -> Run[SolverRaceResult]:
    """The race on the chosen matrix, with one exact method; over bandwidths where another one costs little."""
    n, m = problem.shape
    of_table = problem.is_table and not problem.crossed
    exactly = "structured" if problem.structured else "arpack"
    every = n * m <= ALL_ENTRIES or of_table
    left = {*EXACT, *(() if has_frequencies(problem) else ("fourier",))}
    racers = [name for name in RACERS if name in (exactly, "nystroem") or (every and name not in left)]
    return solver_race(
        problem,
        bandwidths=BANDWIDTH_FACTORS,
        n_components=sampling.rank,
        solvers=racers,
        exact=exact,
        sampling=sampling.sampling,
        oversampling=sampling.oversampling,
        random_state=sampling.seed,
        repeats=3 if n * m <= CHEAP_ENTRIES else 1,
        seconds=ALLOWED,
    )


def _steps(
    race: Run[SolverRaceResult],
    problem: Problem,
    sampling: SamplingChoice,
    exact: ExactTriplets | None,
    splits: Sequence[Split],
    reason: str,
) -> Generator[Step, None, SamplingStudy]:
    """The race first, then the scores; a generator that returns the result."""
    sizes = race.settings["samples"] if splits else []
    extra = len(sizes) + bool(sizes)
    done = total = 0
    for at in race:
        done, total = at.done, at.total
        yield done, total + extra + 1, at.label
    assert race.result is not None
    rows = []
    if splits:
        first = next(iter(race.result.exact.values()))
        rows.append(_scored("exact", 0, first, problem, splits))
        yield done + 1, total + extra + 1, "score of the exact vectors"
    for k, size in enumerate(sizes):
        try:
            found = asymmetric_nystroem(
                problem.operator,
                sampling.rank,
                n_rows=size,
                sampling=sampling.sampling,
                oversampling=sampling.oversampling,
                random_state=sampling.seed,
            )
        except ZeroBlockError:
            pass  # a larger sample may hold something
        else:
            rows.append(_scored("nystroem", size, found, problem, splits))
        yield done + 2 + k, total + extra + 1, f"score with {size:,} samples"
    scores = pd.DataFrame(rows, columns=["method", "samples", "micro_f1", "spread"])
    return SamplingStudy(race.result, scores, reason, exact)


def _scored(
    method: str, size: int, found: SingularTriplets, problem: Problem, splits: Sequence[Split]
) -> dict[str, str | int | float]:
    """Micro F1 on the vectors of the samples, each scaled to mean square 1."""
    sides = [found.left, found.right] if problem.same_samples else [found.left]
    features = np.hstack([side * np.sqrt(len(side)) for side in sides])
    found_scores = node_classification(features, problem.row_labels, splits=splits)
    micro = found_scores.micro_f1
    return {"method": method, "samples": size, "micro_f1": float(micro.mean()), "spread": float(micro.std())}
