"""Verdict of one split on direction: an outcome with its numbers; the pages hold the sentences.

The three claims that something is better (AsK-LS than the best method without direction, this than AsK-LS, a baseline
than AsK-LS) are tested on the test samples, which chose nothing, and share one level.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from askcore.datasets import TableData
from askcore.experiments.decisions.comparison import MethodResult, best_on_training
from askcore.experiments.decisions.views import Views
from askcore.experiments.evaluation import accuracy
from askcore.experiments.split import Split

LEVEL = 0.05  # that any of the three claims is made where nothing is better
CLAIMS = 3
Z, Z_CLAIM = 1.645, NormalDist().inv_cdf(1 - LEVEL / CLAIMS)  # normal quantiles: of 1 - LEVEL, and of a claim
MARGIN = 0.05  # gain in accuracy that would be worth knowing: below it, without direction is as good
LITTLE = 0.1  # accuracy over guessing below which there is nothing to speak of
MANY_NUMBERS = 15  # whole numbers past which a label is rather a quantity
REPEATED = 0.05  # share of the test rows from which repeated rows are told
FEW = 3  # samples of a class below which its recall says nothing


class Outcome(Enum):
    """Possible findings on direction, in the order in which they are checked."""

    FITTED_ONLY = auto()
    SYMMETRIC = auto()
    BASELINE_AHEAD = auto()
    WITHOUT_AHEAD = auto()
    NOT_BETTER_THAN_GUESSING = auto()
    DIRECTION_HELPS = auto()
    WITHOUT_AS_GOOD = auto()
    CANNOT_TELL = auto()


@dataclass(frozen=True, eq=False)
class Rival:
    """A method beside AsK-LS: its name, what it predicts for the n test samples, and of a graph whether it uses the
    direction of links."""

    label: str
    predicted: np.ndarray = field(repr=False)
    uses_direction: bool | None = None


@dataclass(frozen=True)
class RareClass:
    """A rare class of which AsK-LS finds few: ``found`` of its ``of`` test samples."""

    name: str
    found: int
    of: int


@dataclass(frozen=True)
class Verdict:
    """The outcome, and the accuracies on the n test samples that it stands on.

    ``without`` is of the best method without direction, ``baseline`` of the best baseline (None where there is none),
    both chosen on the training part; ``guessing`` of always predicting the most common class. ``gain`` is an interval
    (90%) for the accuracy that AsK-LS gains over ``without``, and ``gains`` whether it is shown to.
    """

    outcome: Outcome
    askls: float
    without: float
    without_label: str
    baseline: float | None
    baseline_label: str
    baseline_uses_direction: bool | None
    guessing: float
    gain: tuple[float, float]
    gains: bool
    n: int
    rare: RareClass | None

    @property
    def gain_shown(self) -> tuple[float, float]:
        """The interval at the level of the claims (97%): above 0 wherever direction is shown to help.

        With few samples it may lie above 0 without that claim, for which McNemar's test is exact.
        """
        low, high = self.gain
        middle, half = (low + high) / 2, (high - low) / 2 * Z_CLAIM / Z
        return middle - half, middle + half


def verdict_of(views: Views, without: Rival, baseline: Rival | None = None, *, held_out: bool) -> Verdict:
    """The verdict on AsK-LS at one setting, beside the best method without direction and the best baseline on training.

    ``held_out``: the ``views`` are of samples that were not trained on.
    """
    truth, mine, n = views.truth, views.predicted["merged"], len(views.truth)
    hits, ahead = int((mine == truth).sum()), accuracy(truth, without.predicted)
    other = None if baseline is None else accuracy(truth, baseline.predicted)
    gain = gain_interval(truth, mine, without.predicted)
    if not held_out:
        outcome = Outcome.FITTED_ONLY
    elif views.symmetric:
        outcome = Outcome.SYMMETRIC
    elif baseline is not None and (other or 0.0) >= ahead and is_better(truth, baseline.predicted, mine):
        outcome = Outcome.BASELINE_AHEAD
    elif is_better(truth, without.predicted, mine):
        outcome = Outcome.WITHOUT_AHEAD
    elif tail(hits, n, views.chance) >= LEVEL:
        bound = hits / n + Z * math.sqrt(hits * (n - hits) / n**3)
        is_open = bound > views.chance + LITTLE
        outcome = Outcome.CANNOT_TELL if is_open else Outcome.NOT_BETTER_THAN_GUESSING
    elif is_better(truth, mine, without.predicted):
        outcome = Outcome.DIRECTION_HELPS
    else:
        outcome = Outcome.WITHOUT_AS_GOOD if gain[1] < MARGIN else Outcome.CANNOT_TELL
    return Verdict(
        outcome,
        hits / n,
        ahead,
        without.label,
        other,
        "" if baseline is None else baseline.label,
        None if baseline is None else baseline.uses_direction,
        views.chance,
        gain,
        is_better(truth, mine, without.predicted),
        n,
        rare_class(truth, mine),
    )


def best_baseline(results: Sequence[MethodResult], *, is_graph: bool = False) -> Rival | None:
    """The baseline that is best on the training part; None without any."""
    if not results:
        return None
    best = best_on_training(results)
    return Rival(best.label, best.predicted, best.method.uses_direction if is_graph else None)


def gain_interval(truth: np.ndarray, first: np.ndarray, second: np.ndarray) -> tuple[float, float]:
    """Interval for the accuracy of one prediction minus that of another, on the same samples.

    The adjusted Wald interval for paired proportions of Bonett and Price (2012): a sample is added to each kind on
    which only one of the two is right, so that it has a width where they always agree.
    """
    n = len(truth) + 2
    only_first, only_second = ((count + 1) / n for count in _apart(truth, first, second))
    gap = only_first - only_second
    half = Z * math.sqrt((only_first + only_second - gap**2) / n)
    return gap - half, gap + half


def rare_class(truth: np.ndarray, predicted: np.ndarray) -> RareClass | None:
    """The rarest class, where its recall is less than half of the accuracy; else None."""
    names, counts = np.unique(truth, return_counts=True)
    rarest, n = names[counts.argmin()], int(counts.min())
    found = int((predicted[truth == rarest] == rarest).sum())
    is_rare = len(names) > 1 and FEW <= n < counts.max()
    missed = found / n < 0.5 * accuracy(truth, predicted)
    return RareClass(str(rarest), found, n) if is_rare and missed else None


def is_better(truth: np.ndarray, first: np.ndarray, second: np.ndarray) -> bool:
    """Whether the first of two predictions is shown to be right more often: a one-sided exact McNemar test."""
    first_only, second_only = _apart(truth, first, second)
    return tail(first_only, first_only + second_only, 0.5) < LEVEL / CLAIMS


def _apart(truth: np.ndarray, first: np.ndarray, second: np.ndarray) -> tuple[int, int]:
    """Numbers of samples that only the first, and only the second, of two predictions has right."""
    return int(((first == truth) & (second != truth)).sum()), int(
        ((first != truth) & (second == truth)).sum()
    )


@lru_cache(maxsize=4096)
def tail(hits: int, n: int, chance: float) -> float:
    """The chance of so many hits of n, or more."""
    from scipy.stats import binom

    return float(binom.sf(hits - 1, n, min(max(chance, 0.0), 1.0))) if n else 1.0


class Doubt(Enum):
    """Why an accuracy may not mean what it seems to."""

    REPEATED_ROWS = auto()
    LABEL_COLUMN = auto()
    NUMBERS_AS_CLASSES = auto()


@dataclass(frozen=True)
class Caution:
    """A doubt, with what its sentence needs: the column or class, and how many of how many."""

    doubt: Doubt
    name: str = ""
    count: int = 0
    of: int = 0


def cautions(data: object, split: Split, views: Views) -> list[Caution]:
    """Everything that makes the accuracy of these views doubtful."""
    found = []
    if isinstance(data, TableData) and split.held_out:
        shared = _shared_rows(data.X, split)
        if shared >= REPEATED * len(split.test):
            found.append(Caution(Doubt.REPEATED_ROWS, count=shared, of=len(split.test)))
    if isinstance(data, TableData):
        column = _label_column(data)
        if column:
            found.append(Caution(Doubt.LABEL_COLUMN, column))
        if len(views.classes) > MANY_NUMBERS and all(_is_whole(name) for name in views.classes):
            found.append(Caution(Doubt.NUMBERS_AS_CLASSES, count=len(views.classes)))
    return found


def _shared_rows(X: np.ndarray, split: Split) -> int:
    """Number of test rows that are equal to a training row."""
    known = {row.tobytes() for row in np.ascontiguousarray(X[split.train])}
    return sum(row.tobytes() in known for row in np.ascontiguousarray(X[split.test]))


def _label_column(data: TableData) -> str:
    """The first column whose values are the classes under other names; empty if there is none."""
    labels = np.asarray(data.labels)
    known = np.flatnonzero(labels != "") if labels.dtype.kind in "UOS" else np.arange(len(labels))
    classes, codes = np.unique(labels[known], return_inverse=True)
    for name, column in zip(data.feature_names, data.X[known].T, strict=True):
        values, places = np.unique(column, return_inverse=True)
        if len(values) == len(classes) == len(np.unique(places * len(classes) + codes)):
            return str(name)
    return ""


def _is_whole(name: object) -> bool:
    return str(name).removesuffix(".0").lstrip("-").isdigit()
