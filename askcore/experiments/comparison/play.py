"""One method on one split of a comparison: tuned by inner folds, trained on the training part, tested once.

Experiment floor.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.experiments.arena import Arena
from askcore.experiments.comparison.jobs import Job
from askcore.experiments.methods import Method, Outcome, Task
from askcore.experiments.tuning import Candidate, choose, inner_folds
from askcore.experiments.views import score

__all__ = ["play"]


def play(
    job: Job,
    arenas: dict[str, Arena],
    rows: list[dict[str, Any]],
    settings: list[Candidate],
    *,
    codes: np.ndarray,
    inner: int,
    seed: int,
    metric: str,
) -> Iterator[bool]:
    """Tune one method on one split, train, test, and add a row; yields after each fold and the test.

    Parameters
    ----------
    arenas : kernels by name, among which the inner folds choose.
    rows : gets one more.
    settings : candidates of the method.
    codes : (N,) class of every sample as a number, -1 where it has none.
    inner, seed : how many inner folds, and of what they are drawn.
    metric : by which candidates are chosen.

    Raises DataError where no candidate can be trained on the training part.
    """
    started = time.perf_counter()
    method, train, test = job.method, job.split.train, job.split.test
    own, n_classes = codes[train], int(codes.max()) + 1
    offered = [(name, candidate) for name in arenas for candidate in settings]
    guesses = np.full((len(offered), len(train)), -1)
    usable = np.ones(len(offered), dtype=bool)
    spent = time.perf_counter() - started
    for fit, held in inner_folds(own, inner, seed):
        started = time.perf_counter()
        task = Task(train[fit], train[held], own[fit], n_classes)
        outcomes = [found for arena in arenas.values() for found in method.decide(arena, task, settings)]
        for i, outcome in enumerate(outcomes):
            usable[i] &= outcome is not None
            if outcome is not None:
                guesses[i, held] = outcome.codes
        spent += time.perf_counter() - started
        yield True
    started = time.perf_counter()
    scores = [
        score(own, guess)[metric] if fine else np.nan for guess, fine in zip(guesses, usable, strict=True)
    ]
    task = Task(train, test, own, n_classes)
    at, outcome = _trained(method, arenas, task, offered, scores)
    spent += time.perf_counter() - started
    kernel, chosen = offered[at]
    rows.append(
        {
            "method": method.name,
            "family": method.family,
            "split": job.number,
            **score(codes[test], outcome.codes),
            "inner_score": scores[at],
            "kernel": kernel,
            "variant": chosen.variant,
            "gamma": chosen.gamma,
            "damping": chosen.damping if method.damped else np.nan,
            "capped": outcome.capped,
            "seconds": spent,
            "flip": -1 if job.flip is None else job.flip,
        }
    )
    yield True


def _trained(
    method: Method,
    arenas: dict[str, Arena],
    task: Task,
    offered: list[tuple[str, Candidate]],
    scores: list[float],
) -> tuple[int, Outcome]:
    """The best candidate that can be trained on the whole training part."""
    for at in choose(scores):
        name, candidate = offered[at]
        outcome = method.decide(arenas[name], task, [candidate])[0]
        if outcome is not None:
            return at, outcome
    raise DataError(
        f"{method.label} could not be trained at any setting of the grid",
        remedy="Check the kernel for entries of very different size, or scale the features.",
    )
