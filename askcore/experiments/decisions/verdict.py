"""What a comparison on one split has shown: outcomes with their numbers; the words are those of the pages.

Experiment floor. The three claims that something is better (AsK-LS than the best method without direction, this than
AsK-LS, a baseline than AsK-LS) are tested on the test samples, which chose nothing, and share one level.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

import numpy as np

from askcore.datasets import TableData
from askcore.experiments.decisions.comparison import MethodResult, SplitComparison, best_on_training
from askcore.experiments.decisions.views import Views
from askcore.experiments.split import Split

LEVEL = 0.05  # that any of the three claims is made where nothing is better
CLAIMS = 3
MANY_NUMBERS = 15  # whole numbers past which a label is rather a quantity
REPEATED = 0.05  # share of the test rows from which repeated rows are told


class Finding(Enum):
    """What is found of direction, by the order in which it is asked."""

    FITTED_ONLY = auto()
    ONE_VIEW = auto()
    WITHOUT_AHEAD = auto()
    WORSE_THAN_GUESSING = auto()
    NOT_BETTER_THAN_GUESSING = auto()
    DIRECTION_HELPS = auto()
    NO_CLEAR_DIFFERENCE = auto()


@dataclass(frozen=True)
class Verdict:
    """The finding, and the accuracies on the n test samples that it stands on.

    ``without`` is the method without direction that is best on the training part; ``guessing`` the accuracy of the most
    common class; ``cross_validated`` that of AsK-LS on the training part, corrected for the choice.
    """

    finding: Finding
    askls: float
    without: float
    without_label: str
    guessing: float
    cross_validated: float
    n: int


def verdict_of(found: SplitComparison, *, held_out: bool) -> Verdict:
    """The verdict on AsK-LS with its kernel."""
    without, truth = found.without, found.views.truth
    n, guessing, mine = len(truth), found.views.chance, found.askls.predicted
    hits = int((mine == truth).sum())
    if not held_out:
        finding = Finding.FITTED_ONLY
    elif found.views.symmetric:
        finding = Finding.ONE_VIEW
    elif is_better(truth, without.predicted, mine):
        finding = Finding.WITHOUT_AHEAD
    elif tail(n - hits, n, 1 - guessing) < LEVEL / 2:
        finding = Finding.WORSE_THAN_GUESSING
    elif tail(hits, n, guessing) >= LEVEL:
        finding = Finding.NOT_BETTER_THAN_GUESSING
    elif is_better(truth, mine, without.predicted):
        finding = Finding.DIRECTION_HELPS
    else:
        finding = Finding.NO_CLEAR_DIFFERENCE
    return Verdict(
        finding,
        found.askls.accuracy,
        without.accuracy,
        without.label,
        guessing,
        found.askls.cross_validated,
        n,
    )


class AgainstBaselines(Enum):
    """How AsK-LS does beside the baselines."""

    ALL_ARE_AHEAD = auto()
    ONE_IS_AHEAD = auto()
    NOT_BEHIND = auto()


@dataclass(frozen=True)
class BaselineVerdict:
    """The finding, with the baseline that is best on the training part and how many there are."""

    finding: AgainstBaselines
    askls: float
    baseline: float
    label: str
    n: int
    n_baselines: int


def baseline_verdict(found: SplitComparison, baselines: Sequence[MethodResult]) -> BaselineVerdict:
    """Whether all baselines, or the best one on the training part, are shown to be better than AsK-LS."""
    best, truth = best_on_training(baselines), found.views.truth
    ahead = [is_better(truth, each.predicted, found.askls.predicted) for each in baselines]
    if all(ahead) and len(ahead) > 1:
        finding = AgainstBaselines.ALL_ARE_AHEAD
    elif ahead[baselines.index(best)]:
        finding = AgainstBaselines.ONE_IS_AHEAD
    else:
        finding = AgainstBaselines.NOT_BEHIND
    return BaselineVerdict(
        finding, found.askls.accuracy, best.accuracy, best.label, len(truth), len(baselines)
    )


def is_better(
    truth: np.ndarray, first: np.ndarray, second: np.ndarray, level: float = LEVEL / CLAIMS
) -> bool:
    """Whether the first of two predictions is shown to be right more often: a one-sided exact McNemar test."""
    first_only = int(((first == truth) & (second != truth)).sum())
    second_only = int(((first != truth) & (second == truth)).sum())
    return tail(first_only, first_only + second_only, 0.5) < level


@lru_cache(maxsize=4096)
def tail(hits: int, n: int, chance: float) -> float:
    """The chance of so many hits of n, or more."""
    from scipy.stats import binom

    return float(binom.sf(hits - 1, n, min(max(chance, 0.0), 1.0))) if n else 1.0


class Doubt(Enum):
    """Why an accuracy may not mean what it seems to."""

    REPEATED_ROWS = auto()
    LABEL_COLUMN = auto()
    RARE_CLASS_MISSED = auto()
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
    names, counts = np.unique(views.truth, return_counts=True)
    rarest, n = names[counts.argmin()], int(counts.min())
    if split.held_out and len(names) > 1 and not (views.predicted["merged"] == rarest).any():
        found.append(Caution(Doubt.RARE_CLASS_MISSED, str(rarest), 0, n))
    return found


def _shared_rows(X: np.ndarray, split: Split) -> int:
    """How many test rows are equal to a training row."""
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
    text = str(name)
    return text.lstrip("-").isdigit() or (text.endswith(".0") and text[:-2].lstrip("-").isdigit())
