"""The finding of a comparison in words: does direction carry information, and does AsK-LS use it better?

Two answers, kept apart: a direction that pays need not be AsK-LS's doing.

Whether a difference over repeated splits is more than chance is told by the corrected resampled t interval. Repeated
splits share samples, so their differences are correlated and the usual t test is far too sure. Nadeau and Bengio,
*Inference for the generalization error*, Machine Learning 52 (2003), put 1/n + n_test/n_train in place of 1/n.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy.special import stdtr, stdtrit

from askcore._format import capitalised, format_points, interval
from askcore.experiments.methods import METHODS

FIRM = 15  # splits from which a comparison claims; with fewer it says what it looks like

METRIC_NAMES = {
    "micro_f1": "micro F1",
    "macro_f1": "macro F1",
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced accuracy",
}


COVERAGE = 0.95  # of the interval


@dataclass(frozen=True)
class PairedDifference:
    """A mean difference, its interval and the two-sided p value of "no difference"."""

    mean: float
    low: float
    high: float
    p: float

    @property
    def sign(self) -> int:
        """+1 or -1 where the interval lies on one side of zero, else 0: not to be told apart."""
        return int(self.low > 0) - int(self.high < 0)


def paired_difference(
    differences: ArrayLike,
    *,
    n_train: float,
    n_test: float,
    resolution: float = 0.0,
) -> PairedDifference:
    r"""Compute the mean and 95% interval of paired differences d_1 ... d_n, one for each of n repeated splits.

    With s^2 the variance of the d_r (divisor n - 1),

        se^2 = (1/n + n_test/n_train) s^2,      mean +- t_{n-1} se.

    Parameters
    ----------
    differences : (n,), n >= 2.
    n_train, n_test : sizes of the two parts of a split.
    resolution : step of the score, for instance 1/n_test for an accuracy. s is at least half of this step, because
        equal results on two splits do not prove certainty.

    Returns
    -------
    PairedDifference : mean, interval and p value of "no difference".

    Raises
    ------
    ValueError : there are fewer than two differences, one is not finite, or a size is out of range.

    References
    ----------
    Nadeau and Bengio, "Inference for the generalization error", Machine Learning 52, 2003.

    Examples
    --------
    >>> found = paired_difference([0.1, 0.2, 0.3], n_train=60, n_test=40)
    >>> round(found.mean, 3), round(found.low, 3), round(found.high, 3)
    (0.2, -0.23, 0.63)
    """
    d = np.asarray(differences, dtype=np.float64)
    if d.ndim != 1 or len(d) < 2 or not np.isfinite(d).all():
        raise ValueError(f"differences must be two or more finite numbers, got {d!r}.")
    if not (n_train > 0 and n_test > 0):
        raise ValueError(f"expected n_train, n_test > 0, got {n_train}, {n_test}.")
    spread = max(float(d.std(ddof=1)), resolution / 2)
    error = spread * np.sqrt(1 / len(d) + n_test / n_train)
    mean, df = float(d.mean()), len(d) - 1
    if error == 0.0:
        return PairedDifference(mean, mean, mean, 1.0 if mean == 0.0 else 0.0)
    reach = float(stdtrit(df, (1 + COVERAGE) / 2) * error)
    return PairedDifference(mean, mean - reach, mean + reach, float(2 * stdtr(df, -abs(mean) / error)))


def score_difference(differences: ArrayLike, n_train: float, n_test: float) -> PairedDifference:
    """The interval of differences of two shares of the test samples, cut at -1 and 1: none lies beyond."""
    found = paired_difference(differences, n_train=n_train, n_test=n_test, resolution=1.0 / n_test)
    return replace(found, low=max(found.low, -1.0), high=min(found.high, 1.0))


@dataclass(frozen=True, eq=False)
class Lead:
    """The best method of one group minus the best of another: mean, interval and the differences per split (n_splits,).

    On every split the best of each group is the one that does best on the *training samples of that split* when these
    are left out, so that the choice has seen no test sample and the interval is honest: ``first`` and ``second``.
    """

    difference: PairedDifference
    per_split: np.ndarray = field(repr=False)
    first: tuple[str, ...] = field(repr=False)
    second: tuple[str, ...] = field(repr=False)

    @property
    def usual_first(self) -> str:
        """The method of the first group that was chosen most often."""
        return Counter(self.first).most_common(1)[0][0]

    @property
    def usual_second(self) -> str:
        """The method of the second group that was chosen most often."""
        return Counter(self.second).most_common(1)[0][0]


@dataclass(frozen=True, eq=False)
class Null:
    """The comparison with directions drawn at random, once for each split.

    ``table`` is as ``ComparisonResult.table``, and ``flip``, the seed of the directions; empty for the ``reason``
    given. Blind methods, which no drawing can change, keep their rows. ``advantages`` (n_splits,) are best aware minus
    best blind, each with its own directions, chosen as in ``Lead``; ``observed`` the same with the true directions.
    """

    table: pd.DataFrame = field(repr=False)
    reason: str
    advantages: np.ndarray = field(repr=False)
    observed: np.ndarray = field(repr=False)


class DirectionOutcome(StrEnum):
    """The finding of a comparison.

    PAYS : both the lead of methods with direction and what direction is worth lie above zero.  SEEMS : the same with
    fewer than ``FIRM`` splits, or a lead without a null.  HELPS : a worth without a lead.  REACH : a lead without a
    worth.  UNCLEAR : neither.  COSTS : methods without direction lead.  BASELINE : a baseline leads all other methods.
    NO_DIRECTION : no direction, or no method without it, to compare.
    """

    PAYS = "pays"
    SEEMS = "seems"
    HELPS = "helps"
    REACH = "reach"
    UNCLEAR = "unclear"
    COSTS = "costs"
    BASELINE = "baseline"
    NO_DIRECTION = ""


def outcome(
    advantage: Lead | None, direction: PairedDifference | None, settings: Mapping[str, Any]
) -> DirectionOutcome:
    """The finding about direction itself, whatever baselines do."""
    if advantage is None:
        return DirectionOutcome.NO_DIRECTION
    ahead = advantage.difference.sign
    if ahead < 0:
        return DirectionOutcome.COSTS
    if direction is None:
        return DirectionOutcome.SEEMS if ahead > 0 else DirectionOutcome.UNCLEAR
    if direction.sign <= 0:
        return DirectionOutcome.REACH if ahead > 0 else DirectionOutcome.UNCLEAR
    if ahead == 0:
        return DirectionOutcome.HELPS
    return DirectionOutcome.PAYS if settings["n_splits"] >= FIRM else DirectionOutcome.SEEMS


def verdict(
    differences: pd.DataFrame,
    advantage: Lead | None,
    null: Null,
    direction: PairedDifference | None,
    settings: Mapping[str, Any],
    no_direction: str,
    baseline: Lead | None = None,
) -> str:
    """The verdict on direction; then a better baseline, with direction in short; then whether AsK-LS uses direction
    better than the products.
    """
    ahead = baseline if baseline is not None and baseline.difference.sign > 0 else None
    said = [f"There is no direction to use. {no_direction}."] if no_direction else []
    if advantage is not None and not no_direction:
        said += _whether_it_pays(advantage, null, direction, settings, in_short=ahead is not None)
    if ahead is not None:
        said += _baseline_ahead(ahead, differences, settings)
    return " ".join([*said, *([] if no_direction else _whether_askls_does_better(differences))])


_FINDINGS = {
    DirectionOutcome.COSTS: "Direction does not pay",
    DirectionOutcome.UNCLEAR: "Direction does not clearly pay",
    DirectionOutcome.REACH: "Direction does not clearly pay",
    DirectionOutcome.HELPS: "Direction does not clearly pay",
    DirectionOutcome.SEEMS: "It looks as if direction pays",
    DirectionOutcome.PAYS: "Direction pays",
}
_BEST = (
    "The best methods are chosen on each split by its training samples alone. On the test samples, another method may "
    "be ahead."
)
_NOTHING = 0.0005  # a share that is written as no points


def _baseline_ahead(found: Lead, differences: pd.DataFrame, settings: Mapping[str, Any]) -> list[str]:
    gap, label = found.difference, METHODS[found.usual_first].label
    finding = "A baseline does better"
    if settings["n_splits"] < FIRM:
        finding = f"It looks as if {finding[0].lower()}{finding[1:]}"
    first, second = _who(found.usual_first, found.first), _who(found.usual_second, found.second)
    over = differences.loc[differences["method"] == found.usual_first, "mean"]
    return [
        f"{finding}: the best one ({first}) is {format_points(gap.mean, sign=False)} points of "
        f"{METRIC_NAMES[settings['metric']]} better than the best of the others ({second}). The 95% interval is "
        f"{interval(gap.low, gap.high)}.",
        *(f"{label} minus AsK-LS is {format_points(mean)} points." for mean in over),
        _BEST,
    ]


def _whether_it_pays(
    found: Lead,
    null: Null,
    direction: PairedDifference | None,
    settings: Mapping[str, Any],
    *,
    in_short: bool,
) -> list[str]:
    """The finding and what direction itself is worth; then the whole lead and what of it remains without direction."""
    result, metric = outcome(found, direction, settings), METRIC_NAMES[settings["metric"]]
    gap, finding = found.difference, _finding(result, settings)
    if result in (DirectionOutcome.COSTS, DirectionOutcome.HELPS) or direction is None:
        said = [f"{finding}: {_lead(found, metric)}, 95% interval {interval(gap.low, gap.high)}."]
        more = [_BEST]
        if result is DirectionOutcome.SEEMS:
            more.append("There is no comparison with random directions, so the lead may have other causes.")
        if result is DirectionOutcome.HELPS and direction is not None:
            lost = format_points(direction.mean, sign=False)
            more.append(
                f"With random directions, methods that use direction lose {lost} points "
                f"(95% interval {interval(direction.low, direction.high)}). But with the true directions, "
                "they are not clearly better than methods that ignore direction."
            )
    else:
        sure = result in (DirectionOutcome.SEEMS, DirectionOutcome.PAYS)
        worth = "it gains about" if sure else "it gains an estimated"
        said = [
            f"{finding}: {worth} {format_points(direction.mean, sign=not sure)} points of {metric} (95% interval "
            f"{interval(direction.low, direction.high)})."
        ]
        more = [f"{capitalised(_lead(found))}{_remains(gap.mean, null)}.", _BEST]
        if result is DirectionOutcome.SEEMS:
            more.append(f"{settings['n_splits']} splits give a first impression, not a proof.")
    return said if in_short else said + more


def _finding(outcome: DirectionOutcome, settings: Mapping[str, Any]) -> str:
    if outcome is DirectionOutcome.COSTS and settings["n_splits"] < FIRM:
        return "It looks as if direction does not pay"
    return _FINDINGS[outcome]


def _lead(found: Lead, metric: str = "") -> str:
    aware, blind = _who(found.usual_first, found.first), _who(found.usual_second, found.second)
    gap, unit = found.difference.mean, f"points of {metric}" if metric else "points"
    uses, ignores = f"the best method that uses it ({aware})", f"the best that ignores it ({blind})"
    if abs(gap) < _NOTHING:
        return f"{uses} is as good as {ignores}"
    return f"{uses} is {format_points(abs(gap), sign=False)} {unit} {'better' if gap > 0 else 'worse'} than {ignores}"


def _who(usual: str, chosen: Sequence[str]) -> str:
    label = METHODS[usual].label
    return f"most often {label}" if len(set(chosen)) > 1 else label


def _remains(gap: float, null: Null) -> str:
    """The lead that is left when directions are drawn at random."""
    left = float(null.advantages.mean())
    if gap < _NOTHING:
        than = f"{format_points(abs(left), sign=False)} points {'better' if left > 0 else 'worse'} than the second"
        how = "the two are equally good" if abs(left) < _NOTHING else f"the first is {than}"
        way = f". With random directions, {how}"
        if left - gap > _NOTHING:
            return f"{way}, so there is no evidence for the true directions"
        return f"{way}, so the true directions are better, but not clearly" if gap - left > _NOTHING else way
    if abs(left) < _NOTHING:
        return ". With random directions, nothing of this lead remains"
    lead = format_points(left, sign=left < 0)
    return f". With random directions, the lead is {lead} points: the gain is the first lead minus this one"


def _whether_askls_does_better(differences: pd.DataFrame) -> list[str]:
    """AsK-LS against the two products; and an embedding that is ahead of it."""
    rows = {row["method"]: row for row in differences.to_dict(orient="records")}
    groups: dict[str, list[str]] = {"ahead": [], "behind": [], "same": []}
    for name in ("KKt", "KtK"):
        if name in rows:
            row = rows[name]
            where = "behind" if row["low"] > 0 else "ahead" if row["high"] < 0 else "same"
            groups[where].append(
                METHODS[name].label + ("" if where == "same" else f" ({format_points(-row['mean'])} points)")
            )
    said = []
    if groups["ahead"]:
        said.append(f"AsK-LS is better than {' and '.join(groups['ahead'])}.")
    if groups["behind"]:
        said.append(f"AsK-LS is worse than {' and '.join(groups['behind'])}.")
    if groups["same"]:
        alike = ["AsK-LS", *groups["same"]]
        said.append(f"{', '.join(alike[:-1])} and {alike[-1]} are not significantly different.")
    better = [
        row for name, row in rows.items() if METHODS[name].variants[0].startswith("rank") and row["low"] > 0
    ]
    if better:
        best = max(better, key=lambda row: row["mean"])
        said.append(
            f"{METHODS[best['method']].label} is better than AsK-LS ({format_points(best['mean'])} points)."
        )
    return said
