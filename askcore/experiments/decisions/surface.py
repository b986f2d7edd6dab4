"""Leave-one-out accuracy of AsK-LS over bandwidth and gamma, with the best damping at each place.

Experiment floor. One decomposition of the kernel matrix for each bandwidth; all gammas and dampings follow from it.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from askcore._validation import read_only
from askcore.estimators._tuning import LooChoice, best_choice
from askcore.experiments.decisions.contest import Contest, grid_of
from askcore.experiments.decisions.tuned import ONE_MATRIX, decomposed, stratified_part, tune_merged
from askcore.experiments.problem import Problem
from askcore.experiments.running.run import Run, Step
from askcore.experiments.split import Split

SURFACE_BANDWIDTHS = (0.2, 0.3, 0.5, 0.7, 1.0, 2.0, 3.0, 5.0)


@dataclass(frozen=True, eq=False)
class Surface:
    """Leave-one-out over bandwidth and gamma.

    Attributes
    ----------
    bandwidths : (B,) times the usual one, ascending.  gammas : (G,) ascending.
    accuracy : (B, G) of the merged decision at the best damping.  dampings : (B, G) these.
    bandwidth, gamma, damping, score : the best place: of those as good as the best, the one with the smallest squared
        error (see ``tune_on_path``).
    n_train : training samples.  n_chosen_on : those of them that were left out.
    """

    bandwidths: np.ndarray = field(repr=False)
    gammas: np.ndarray = field(repr=False)
    accuracy: np.ndarray = field(repr=False)
    dampings: np.ndarray = field(repr=False)
    bandwidth: float
    gamma: float
    damping: float
    score: float
    n_train: int
    n_chosen_on: int


def tuning_surface(
    problem: Problem,
    split: Split,
    *,
    bandwidths: Sequence[float] = SURFACE_BANDWIDTHS,
    found: Contest | None = None,
    merge: str = "mean",
) -> Run[Surface]:
    """Set up leave-one-out at every bandwidth, gamma and damping; ``.run()`` does it.

    Parameters
    ----------
    problem : kernel, samples and labels; its bandwidth counts as 1.
    split : whose training samples are left out, one at a time; past ``ONE_MATRIX`` of them a stratified part.
    bandwidths : times that of the problem.
    found : the contest of this problem on this split under this rule: what it tried on the same samples is not tried
        again.
    merge : the rule of the merged decision.

    Returns
    -------
    Run : a step for each bandwidth; its result is a ``Surface``.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> from askcore.experiments import KernelChoice, holdout_split
    >>> data = load_sample("iris")
    >>> problem = Problem(data, KernelChoice("sne", standardise=True))
    >>> found = tuning_surface(problem, holdout_split(data.y), bandwidths=(0.5, 1.0)).run()
    >>> found.accuracy.shape, bool(found.score > found.accuracy.max() - 0.01)
    ((2, 16), True)
    """
    samples = stratified_part(problem.labels, split.train, ONE_MATRIX)
    same = found is not None and not found.at_once and found.n_chosen_on == len(samples)
    known = found.along if found is not None and same else {}
    steps = _steps(problem, len(split.train), samples, tuple(sorted(bandwidths)), known, merge)
    return Run(steps, {"bandwidths": tuple(sorted(bandwidths))})


def _steps(
    problem: Problem,
    n_train: int,
    samples: np.ndarray,
    bandwidths: tuple[float, ...],
    known: Mapping[float, LooChoice],
    merge: str,
) -> Generator[Step, None, Surface]:
    chosen: list[LooChoice] = []
    for done, factor in enumerate(bandwidths):
        if factor in known:
            chosen.append(known[factor])
            continue
        yield done, len(bandwidths), f"bandwidth × {factor:g}"
        part = decomposed(problem.at(factor), samples)
        chosen.append(tune_merged(part.path, part.codes, part.Y, merge, problem.decades))
    scores = np.array([found.scores for found in chosen])  # (B, dampings, gammas)
    at, grid = best_choice(chosen), grid_of(merge, problem.decades)
    return Surface(
        bandwidths=read_only(np.array(bandwidths)),
        gammas=read_only(np.array(grid.gammas)),
        accuracy=read_only(scores.max(axis=1)),
        dampings=read_only(np.array(grid.dampings)[scores.argmax(axis=1)]),
        bandwidth=bandwidths[at],
        gamma=chosen[at].gamma,
        damping=chosen[at].damping,
        score=chosen[at].score,
        n_train=n_train,
        n_chosen_on=len(samples),
    )
