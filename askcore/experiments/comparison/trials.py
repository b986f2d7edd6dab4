"""One method on one split of a comparison: tuned on the training part, trained, tested once.

All methods of a split can be carried out by another process (``of_split``).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._threads import one_thread
from askcore._validation import DataError
from askcore.experiments.judging import Rule, tuned
from askcore.experiments.methods import Method
from askcore.experiments.problem import Problem
from askcore.experiments.scores import score
from askcore.experiments.split import Split
from askcore.experiments.svm import CAPPED


@dataclass(frozen=True, eq=False)
class Trial:
    """One method on one split; ``flip`` is None, or the seed of the drawn directions."""

    method: Method
    number: int
    split: Split
    flip: int | None
    rule: Rule


@dataclass(frozen=True, eq=False)
class Terms:
    """Inputs of a trial: the problems by kernel, and the class codes of all samples."""

    problems: Mapping[str, Problem]
    codes: np.ndarray

    def row(self, trial: Trial, problems: Mapping[str, Problem]) -> dict[str, Any]:
        """Tune, train and test: a row of the table, with what is read of the test part."""
        started, method = time.perf_counter(), trial.method
        with one_thread():  # small matrices on many threads wait more than they compute
            found = tuned(method, problems, trial.rule)
        chosen = found.chosen
        gamma, damping = found.outcome.setting or (chosen.gamma, chosen.damping)
        return {
            "method": method.name,
            "family": method.family,
            "split": trial.number,
            **score(self.codes[trial.split.test], found.outcome.codes),
            "inner_score": found.score,
            "kernel": chosen.kernel,
            "variant": chosen.variant,
            "gamma": gamma,
            "damping": damping if method.damped else np.nan,
            "capped": bool(found.outcome.beside.get(CAPPED, 0.0)),
            "seconds": time.perf_counter() - started,
            "flip": -1 if trial.flip is None else trial.flip,
        }


@dataclass(frozen=True, eq=False)
class Done:
    """Result of a split: rows of the table, and the trials that the data do not allow, each with the reason."""

    place: int
    rows: list[dict[str, Any]]
    refused: list[tuple[Trial, DataError]]


def of_split(terms: Terms, index: int, trials: Sequence[Trial]) -> Done:
    """All methods on one split, whose directions are the same."""
    flip, problems = trials[0].flip, terms.problems
    if flip is not None:
        with one_thread():
            problems = {name: problem.without_direction(flip) for name, problem in problems.items()}
    rows: list[dict[str, Any]] = []
    refused = []
    for trial in trials:
        try:
            rows.append(terms.row(trial, problems))
        except DataError as error:
            if trial.method.family == "askls":
                raise
            refused.append((trial, error))
    return Done(index, rows, refused)
