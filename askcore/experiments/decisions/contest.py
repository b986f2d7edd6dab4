"""A contest: the grids that all are tuned on, the contenders, and what is shown of them on the test samples.

Experiment floor. ``tuned.py`` holds one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from askcore._lazy import made_once
from askcore.estimators._tuning import LooChoice
from askcore.experiments.decisions.views import Views
from askcore.experiments.joint import LEARNED
from askcore.experiments.tuning import Grid

RIVAL_NAMES = {"mean": "(K + Kᵀ)/2", "KKt": "K\u00a0Kᵀ", "KtK": "Kᵀ\u00a0K"}
LOO_GRID = Grid(
    (0.01, 0.025, 0.063, 0.16, 0.4, 1.0, 2.5, 6.3, 16.0, 40.0, 100.0, 250.0, 630.0, 1600.0, 4000.0, 10_000.0),
    (0.0, 1e-3, 0.01, 0.1, 1.0, 10.0),
)
"""Tried wherever samples are left out from a decomposition of an ordinary matrix: values that the sliders offer."""
MERGED_GRID = Grid(LOO_GRID.gammas[1::2], (0.01, 0.1, 1.0))
"""The same for a rule of merging that is learned, which takes longer to judge."""
HELD_SETTINGS = ((0.1, 1.0), *product((10.0, 300.0), (1.0, 0.1, 0.01, 0.001)))
"""gamma sigma_1 and lambda/sigma_1^2, the more regularised first: tried where samples are held back. One lies below the
first resonance, where damping makes no difference."""
HELD_DAMPINGS = (1e-4, 1e-3, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
"""To which those of AsK-LS are rounded: the sliders offer them."""
HELD_SHARE = 4  # one of so many training samples is held back
LEVEL = 0.05  # of the paired tests


def grid_of(merge: str, shift: int = 0) -> Grid:
    """Gammas and dampings that are tried for a rule of merging."""
    return (MERGED_GRID if merge in LEARNED else LOO_GRID).shifted(shift)


@dataclass(frozen=True, eq=False)
class Contender:
    """One method at its own best setting.

    Attributes
    ----------
    name : "askls", or the symmetrisation: "mean", "KKt", "KtK".
    bandwidth : times the usual one; 1 for a kernel without.
    gamma, damping : as chosen.
    left_out : accuracy on the training samples left out, by which it was chosen.
    predicted : (n,) labels of the test samples.
    scores : accuracy, balanced_accuracy, micro_f1, macro_f1 of these.
    """

    name: str
    bandwidth: float
    gamma: float
    damping: float
    left_out: float
    predicted: np.ndarray = field(repr=False)
    scores: Mapping[str, float] = field(repr=False)

    @property
    def accuracy(self) -> float:
        """Share of the test samples that it gets right."""
        return self.scores["accuracy"]


class Paired(NamedTuple):
    """Two methods on the same samples: how many only the first and only the second gets right; the exact p value."""

    first_only: int
    second_only: int
    p: float


@dataclass(frozen=True, eq=False)
class Contest:
    """What ``contest`` found.

    Attributes
    ----------
    views : AsK-LS at its best setting, merged by ``views.merge``.
    askls : the same as a contender.
    rivals : LS-SVM on each symmetrisation; its decision is put through a rule that is learned, as AsK-LS's are.
    n_train : training samples.  n_chosen_on : those of them that were left out for choosing the settings.
    at_once : whether these were held back together; else one at a time.
    n_settings : settings tried for AsK-LS, and for each rival.
    gammas : those of AsK-LS.
    bandwidths : multiples tried; empty for a kernel without bandwidth.
    n_ordinary : ordinary methods that it is compared with as well (``baselines``): they share the level of a claim.
    along : AsK-LS at each bandwidth that was tried by leaving out single ones of these samples, by its multiple.
    n_bandwidth_on : samples that chose the bandwidth before, where these were fewer; else None.
    """

    views: Views
    askls: Contender
    rivals: tuple[Contender, ...] = field(repr=False)
    n_train: int
    n_chosen_on: int
    at_once: bool
    n_settings: int
    gammas: tuple[float, ...] = field(repr=False)
    bandwidths: tuple[float, ...] = field(repr=False)
    along: Mapping[float, LooChoice] = field(default_factory=dict, repr=False)
    n_ordinary: int = 0
    n_bandwidth_on: int | None = None

    @property
    def best_rival(self) -> Contender:
        """The rival that gets most test samples right; of equals the one that did better on samples left out."""
        return max(self.rivals, key=lambda rival: (rival.accuracy, rival.left_out))

    def rival(self, name: str) -> Contender:
        """The rival of this name; KeyError for another."""
        return {rival.name: rival for rival in self.rivals}[name]

    @made_once
    def tests(self) -> Mapping[str, Paired]:
        """AsK-LS against each rival on the test samples."""
        truth = self.views.truth
        return {each.name: paired_test(truth, self.askls.predicted, each.predicted) for each in self.rivals}

    def ahead_of(self, name: str) -> bool:
        """Whether AsK-LS is shown to do better than this rival."""
        found = self.tests[name]
        return found.p < LEVEL and found.first_only > found.second_only

    @property
    def beats_chance(self) -> bool:
        """Whether AsK-LS is shown to do better than always naming the largest class (binomial test)."""
        return _against_chance(self, "greater")

    @property
    def below_chance(self) -> bool:
        """Whether it is shown to do worse."""
        return _against_chance(self, "less")

    @property
    def outcome(self) -> int:
        """1 : AsK-LS is shown to do better than every rival.  -1 : a rival is shown to do better.  0 : neither.

        The first claim is about all rivals, so each is tested at 0.05; the second about any of them: see ``behind``.
        """
        if all(self.ahead_of(name) for name in self.tests):
            return 1
        return -1 if any(self.behind(each.predicted) for each in self.rivals) else 0

    def behind(self, predicted: np.ndarray, more: int = 0) -> bool:
        """Whether another method, with these labels of the test samples, is shown to do better than AsK-LS.

        The claim is about any of those it is compared with, ``more`` of them than were known: the level is shared among
        them (Bonferroni).
        """
        found, shared = paired_test(self.views.truth, self.askls.predicted, predicted), len(self.rivals)
        return found.second_only > found.first_only and found.p < LEVEL / (shared + self.n_ordinary + more)


def _against_chance(found: Contest, alternative: str) -> bool:
    n = len(found.views.truth)
    hits = round(found.askls.accuracy * n)
    return _p_value(hits, n, found.views.chance, alternative) < LEVEL


@lru_cache(maxsize=4096)
def _p_value(hits: int, n: int, chance: float = 0.5, alternative: str = "two-sided") -> float:
    """Of the binomial test; a page asks for the same few with every move of a slider."""
    from scipy.stats import binomtest

    return float(binomtest(hits, n, chance, alternative=alternative).pvalue)


def paired_test(truth: np.ndarray, first: np.ndarray, second: np.ndarray) -> Paired:
    """McNemar's test in its exact form: a sign test on the samples that one method alone gets right."""
    a, b = (
        int(((first == truth) & (second != truth)).sum()),
        int(((first != truth) & (second == truth)).sum()),
    )
    return Paired(a, b, _p_value(a, a + b) if a + b else 1.0)
