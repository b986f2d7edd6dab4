"""One method on one split of a comparison: tuned on the training part, trained, tested once.

Experiment floor. All methods of a split can be carried out by another process (``of_split``).
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController

from askcore._validation import DataError
from askcore.experiments.evaluation import Tuned
from askcore.experiments.judging import Rule, tuned_steps
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

    @property
    def steps(self) -> int:
        """A step for what is left out, at once or fold by fold, and the test."""
        return 2 if self.method.fit is not None else len(self.rule.folds) + 1


@dataclass(frozen=True, eq=False)
class Terms:
    """What a trial is carried out with: the problems by kernel, and the codes of all samples."""

    problems: Mapping[str, Problem]
    codes: np.ndarray

    def drawn(self, flip: int) -> dict[str, Problem]:
        """The problems with directions drawn anew."""
        with ThreadpoolController().limit(limits=1):
            return {name: problem.without_direction(flip) for name, problem in self.problems.items()}

    def steps(
        self, trial: Trial, problems: Mapping[str, Problem]
    ) -> Generator[tuple[float, dict[str, Any] | None], None, None]:
        """Tune, train and test: the seconds of each step, and with the last one the row of the table.

        One BLAS thread: small matrices on many threads wait more than they compute.
        """
        threads = ThreadpoolController()
        work, tuned, spent = self._tuning(trial, problems), None, 0.0
        while tuned is None:
            started = time.perf_counter()
            with threads.limit(limits=1):
                try:
                    next(work)
                except StopIteration as end:
                    tuned = end.value
            seconds = time.perf_counter() - started
            spent += seconds
            yield seconds, None if tuned is None else self._row(trial, tuned, spent)

    def _tuning(self, trial: Trial, problems: Mapping[str, Problem]) -> Generator[None, None, Tuned]:
        """One method tuned on one split, trained and tested."""
        return tuned_steps(trial.method, problems, trial.rule)

    def _row(self, trial: Trial, tuned: Tuned, seconds: float) -> dict[str, Any]:
        """A row of the table, with what is read of the test part."""
        method, chosen = trial.method, tuned.chosen
        gamma, damping = tuned.outcome.setting or (chosen.gamma, chosen.damping)
        return {
            "method": method.name,
            "family": method.family,
            "split": trial.number,
            **score(self.codes[trial.split.test], tuned.outcome.codes),
            "inner_score": tuned.score,
            "kernel": chosen.kernel,
            "variant": chosen.variant,
            "gamma": gamma,
            "damping": damping if method.damped else np.nan,
            "capped": bool(tuned.outcome.beside.get(CAPPED, 0.0)),
            "seconds": seconds,
            "flip": -1 if trial.flip is None else trial.flip,
        }


@dataclass(frozen=True, eq=False)
class Done:
    """What came of a split: rows of the table, seconds, and trials that the data do not allow with the reason."""

    place: int
    rows: list[dict[str, Any]]
    seconds: float
    refused: list[tuple[Trial, DataError]]


def of_split(terms: Terms, place: int, trials: Sequence[Trial]) -> Done:
    """All methods on one split, whose directions are the same."""
    began, flip = time.perf_counter(), trials[0].flip
    problems = terms.problems if flip is None else terms.drawn(flip)
    rows: list[dict[str, Any]] = []
    refused = []
    for trial in trials:
        try:
            rows += [row for _, row in terms.steps(trial, problems) if row is not None]
        except DataError as error:
            if trial.method.family == "askls":
                raise
            refused.append((trial, error))
    return Done(place, rows, time.perf_counter() - began, refused)


def why_not(trial: Trial, error: DataError) -> str:
    """Why a method is left out."""
    return trial.method.needs or str(error)


def label_of(trial: Trial) -> str:
    """What a trial is called while it runs."""
    return trial.method.label + (", directions flipped" if trial.flip is not None else "")
