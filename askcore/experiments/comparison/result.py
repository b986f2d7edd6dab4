"""Result of a comparison: scores, paired differences, the advantage of direction, and the null."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore._format import format_points, interval, number, p_value
from askcore._removed import without
from askcore.experiments.comparison.verdict import (
    DirectionOutcome,
    Lead,
    Null,
    PairedDifference,
    outcome,
    score_difference,
    verdict,
)
from askcore.experiments.judging import AWARE
from askcore.experiments.methods import METHODS

_OF_DIRECTION = AWARE, ("blind",)


@dataclass(frozen=True, eq=False)
class ComparisonResult:
    """The result of ``compare``.

    Attributes
    ----------
    table : one row per method and split: method, family ("askls", "aware", "blind" or "baseline"), split, micro_f1,
        macro_f1, accuracy, balanced_accuracy, inner_score (of the chosen setting, on the inner folds), variant, the
        chosen gamma and damping (damping 0: none, or 1 at a resonance; for SVC, C is gamma), capped (whether SVC
        reached its limit), seconds.
    differences : method, family, mean, low, high, p: each method minus AsK-LS in the metric, with the corrected
        resampled t interval (95%), not adjusted for the number of methods.
    advantage : best method with direction minus best method without direction; None if there is no method of one kind.
    baseline : best baseline minus best of all other methods; None if there is no baseline.
    null : the advantage with random directions.
    direction : the worth of direction: the advantage minus the advantage with random directions, paired by split, with
        its interval; None without a null comparison.
    pays : whether the result claims that direction pays. This needs at least ``FIRM`` splits, a null comparison, and
        intervals above zero for the worth of direction and for the advantage.
    outcome : the finding as a ``DirectionOutcome``.
    verdict : the finding in words.  settings : everything on which the result depends.
    no_direction : why the data have no direction; empty if they have one.
    """

    __getattr__ = without(plot="askcore.plot(result)")

    table: pd.DataFrame = field(repr=False)
    differences: pd.DataFrame = field(repr=False)
    advantage: Lead | None
    null: Null
    direction: PairedDifference | None
    verdict: str
    settings: Mapping[str, Any] = field(repr=False)
    no_direction: str
    baseline: Lead | None = None

    @property
    def pays(self) -> bool:
        """Whether the result claims that direction pays."""
        return outcome(self.advantage, self.direction, self.settings) is DirectionOutcome.PAYS

    @property
    def outcome(self) -> DirectionOutcome:
        """The finding: the first that holds of no direction, a baseline ahead, and the effect of direction."""
        if self.no_direction:
            return DirectionOutcome.NO_DIRECTION
        if self.baseline is not None and self.baseline.difference.sign > 0:
            return DirectionOutcome.BASELINE
        return outcome(self.advantage, self.direction, self.settings)

    def means(self) -> pd.DataFrame:
        """Return the mean and standard deviation over the splits of the four scores, the inner score and the seconds.
        There is one row per method; the method with the best inner score comes first.
        """
        scores = ["micro_f1", "macro_f1", "accuracy", "balanced_accuracy"]
        grouped = self.table.groupby("method", sort=False)
        frame = grouped[["inner_score", "seconds"]].mean()
        for name in scores:
            frame[name], frame[f"{name}_std"] = grouped[name].mean(), grouped[name].std()
        frame["capped"] = grouped["capped"].sum()
        frame.insert(0, "family", grouped["family"].first())
        return frame.sort_values("inner_score", ascending=False, kind="stable").reset_index()


def summarise(
    table: pd.DataFrame,
    flipped: pd.DataFrame,
    settings: Mapping[str, Any],
    *,
    why_no_null: str,
    no_direction: str,
) -> ComparisonResult:
    """The result of the rows of all splits and, with directions drawn at random, of ``flipped``."""
    metric, sizes = settings["metric"], (settings["n_train"], settings["n_test"])
    differences = _differences(table, metric, sizes)
    advantage = _lead(table, metric, sizes, *_OF_DIRECTION)
    baseline = _lead(table, metric, sizes, ("baseline",), (*AWARE, "blind"))
    null = _null(flipped, why_no_null, metric, advantage)
    gaps = null.observed - null.advantages
    direction = score_difference(gaps, *sizes) if len(gaps) else None
    return ComparisonResult(
        table=table,
        differences=differences,
        advantage=advantage,
        null=null,
        direction=direction,
        verdict=verdict(differences, advantage, null, direction, settings, no_direction, baseline),
        settings=settings,
        no_direction=no_direction,
        baseline=baseline,
    )


def _differences(table: pd.DataFrame, metric: str, sizes: tuple[int, int]) -> pd.DataFrame:
    scores = table.pivot(index="split", columns="method", values=metric)
    rows = []
    for name in table["method"].unique():
        if name == "askls":
            continue
        found = score_difference((scores[name] - scores["askls"]).to_numpy(), *sizes)
        rows.append({"method": name, "family": METHODS[name].family, **vars(found)})
    return pd.DataFrame(rows, columns=["method", "family", "mean", "low", "high", "p"])


def _lead(
    table: pd.DataFrame, metric: str, sizes: tuple[int, int], first: Sequence[str], second: Sequence[str]
) -> Lead | None:
    picked = _best_of_each(table, metric, first, second)
    return None if picked is None else Lead(score_difference(picked[0], *sizes), *picked)


def _best_of_each(
    table: pd.DataFrame, metric: str, first: Sequence[str], second: Sequence[str]
) -> tuple[np.ndarray, tuple[str, ...], tuple[str, ...]] | None:
    """Per split: first minus second group of families, and which methods; each the best of its group by inner score,
    the first of a tie. None where a group is empty."""
    parts = [table[table["family"].isin(group)] for group in (first, second)]
    if any(part.empty for part in parts):
        return None
    best = [part.loc[part.groupby("split")["inner_score"].idxmax()] for part in parts]
    gaps = best[0][metric].to_numpy() - best[1][metric].to_numpy()
    named = [tuple(map(str, part["method"])) for part in best]
    return gaps, named[0], named[1]


def _null(flipped: pd.DataFrame, why: str, metric: str, advantage: Lead | None) -> Null:
    picked = None if flipped.empty or advantage is None else _best_of_each(flipped, metric, *_OF_DIRECTION)
    if picked is None or advantage is None:
        return Null(
            flipped, why or "There is no method without direction to compare with.", *np.empty((2, 0))
        )
    return Null(flipped, why, picked[0], advantage.per_split)


def scores_table(result: ComparisonResult) -> pd.DataFrame:
    """Each method with its scores in words, the best first, beside AsK-LS."""
    gaps = result.differences.set_index("method")
    rows = []
    ranked = result.means().sort_values(result.settings["metric"], ascending=False, kind="stable")
    for name in ranked["method"]:
        own = result.table[result.table["method"] == name]
        beside = name in gaps.index
        rows.append(
            {
                "method": METHODS[name].label,
                "direction": "used" if METHODS[name].uses_direction else "ignored",
                "micro F1": _spread(own["micro_f1"].to_numpy()),
                "macro F1": _spread(own["macro_f1"].to_numpy()),
                "balanced accuracy": _spread(own["balanced_accuracy"].to_numpy()),
                "minus AsK-LS": _gap(gaps.loc[name]) if beside else "",
                "p": p_value(gaps.loc[name, "p"]).removeprefix("p ").removeprefix("= ") if beside else "",
                "seconds a split": number(own["seconds"].mean()),
            }
        )
    return pd.DataFrame(rows)


def _spread(values: np.ndarray) -> str:
    """Mean and standard deviation in percent."""
    return f"{100 * values.mean():.1f} ± {100 * values.std(ddof=1):.1f}"


def _gap(found: pd.Series) -> str:
    """A difference with its interval, as "+10.0 (5.0 to 15.0)"."""
    return f"{format_points(found['mean'])} ({interval(found['low'], found['high'])})"
