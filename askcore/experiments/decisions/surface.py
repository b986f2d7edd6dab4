"""Cross-validated accuracy of AsK-LS over bandwidth and gamma, with the best damping at each place."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field

import numpy as np

from askcore._threads import one_thread
from askcore._validation import read_only
from askcore.experiments.decisions.comparison import rule_on, ruled
from askcore.experiments.evaluation import Grid
from askcore.experiments.judging import judged
from askcore.experiments.methods import METHODS
from askcore.experiments.problem import Problem
from askcore.experiments.running.run import Run, Step
from askcore.experiments.selection import joined
from askcore.experiments.split import Split
from askcore.solvers.gamma_units import by_decades

BANDWIDTHS = (0.2, 0.3, 0.5, 0.7, 1.0, 2.0, 3.0, 5.0)
GAMMAS = (0.01, 0.1, 0.4, 1.0, 4.0, 10.0, 40.0, 100.0, 1000.0, 10_000.0)
DAMPINGS = (0.001, 0.03, 1.0)


@dataclass(frozen=True, eq=False)
class Surface:
    """Accuracy (B, G) of the merged decision over bandwidths (B,) and gammas (G,), both ascending, at the best damping.

    ``bandwidths`` are times the usual one. The best place is at ``bandwidth``, ``gamma`` and ``damping``; ``score`` is
    its accuracy, corrected for the choice.
    """

    bandwidths: np.ndarray = field(repr=False)
    gammas: np.ndarray = field(repr=False)
    accuracy: np.ndarray = field(repr=False)
    dampings: np.ndarray = field(repr=False)
    bandwidth: float
    gamma: float
    damping: float
    score: float


def tuning_surface(problem: Problem, split: Split, *, merge: str = "mean") -> Run[Surface]:
    """Set up the evaluation of every bandwidth, gamma and damping; ``.run()`` runs it.

    Parameters
    ----------
    problem : kernel, samples and labels; its bandwidth counts as 1.
    split : the evaluation uses folds of its training samples, or of a stratified part of them if there are many.
    merge : the rule of the merged decision.

    Returns
    -------
    Run : one step for each bandwidth; ``.run()`` returns a ``Surface``.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> from askcore.experiments import KernelChoice, holdout_split
    >>> data = load_sample("iris")
    >>> problem = Problem(data, KernelChoice("sne", standardise=True))
    >>> found = tuning_surface(problem, holdout_split(data.y)).run()
    >>> found.accuracy.shape, found.score > 0.8
    ((8, 10), True)
    """
    return Run(_steps(problem, split, merge), {"bandwidths": BANDWIDTHS})


def _steps(problem: Problem, split: Split, merge: str) -> Generator[Step, None, Surface]:
    shift = problem.decades
    gammas, dampings = by_decades(GAMMAS, -shift), by_decades(DAMPINGS, 2 * shift)
    rule = rule_on(problem, split, len(BANDWIDTHS), grid=Grid(gammas, dampings))
    method, found = ruled(METHODS["askls"], merge), []
    for done, factor in enumerate(BANDWIDTHS):
        yield done, len(BANDWIDTHS), f"bandwidth × {factor:g}"
        with one_thread():
            found.append(judged(method, {factor: problem.with_bandwidth(factor)}, rule))
    every = joined(found)
    position = {(each.kernel, each.gamma, each.damping): at for at, each in enumerate(every.candidates)}
    usable = np.append(
        np.where(np.isfinite(every.scores), every.scores, -np.inf), -np.inf
    )  # the last: not tried
    places = [[[position.get((b, g, d), -1) for d in dampings] for g in gammas] for b in BANDWIDTHS]
    scores = usable[places]
    best = every.best
    return Surface(
        bandwidths=read_only(np.array(BANDWIDTHS)),
        gammas=read_only(np.array(gammas)),
        accuracy=read_only(scores.max(axis=2)),
        dampings=read_only(np.array(dampings)[scores.argmax(axis=2)]),
        bandwidth=best.kernel,
        gamma=best.gamma,
        damping=best.damping,
        score=every.score,
    )
