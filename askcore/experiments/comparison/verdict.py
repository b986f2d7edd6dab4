"""The finding of a comparison in words: does direction carry information, and does AsK-LS use it better?

Experiment floor. Two answers, kept apart: a direction that pays need not be AsK-LS's doing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pandas as pd

from askcore._format import interval, points
from askcore.experiments.methods import METHODS

if TYPE_CHECKING:
    from askcore.experiments.comparison.result import Advantage, Null, Ordinary

__all__ = ["METRIC_NAMES", "verdict"]

METRIC_NAMES = {
    "micro_f1": "micro F1",
    "macro_f1": "macro F1",
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced accuracy",
}


def verdict(
    differences: pd.DataFrame,
    advantage: Advantage | None,
    null: Null,
    settings: Mapping[str, Any],
    no_direction: str,
    ordinary: Ordinary | None = None,
) -> str:
    """An ordinary method that does better, then both answers, each with its numbers."""
    said = [_ordinary_ahead(ordinary, settings)] if ordinary is not None and ordinary.ahead else []
    if no_direction:
        return " ".join([*said, f"There is no direction to use. {no_direction}."])
    if advantage is not None:
        said.append(_whether_it_pays(advantage, null, settings))
    return " ".join([*said, *_whether_askls_does_better(differences)])


def _ordinary_ahead(found: Ordinary, settings: Mapping[str, Any]) -> str:
    first, second = (
        METHODS[Counter(names).most_common(1)[0][0]].label for names in (found.ordinary, found.kernel)
    )
    gap = found.difference
    return (
        f"An ordinary method does better: {first} gets {points(gap.mean)} points {METRIC_NAMES[settings['metric']]} "
        f"(95 % interval {interval(gap.low, gap.high)}) over the best method on this kernel ({second})."
    )


def _whether_it_pays(found: Advantage, null: Null, settings: Mapping[str, Any]) -> str:
    aware, blind = METHODS[found.usual_aware].label, METHODS[found.usual_blind].label
    gap = found.difference
    metric = METRIC_NAMES[settings["metric"]]
    numbers = f"{points(gap.mean)} points {metric} (95 % interval {interval(gap.low, gap.high)})"
    rival = f"the best that ignores it ({blind})"
    if gap.sign < 0:
        return f"Direction does not pay: {numbers} for the best that uses it ({aware}) against {rival}."
    if gap.sign == 0:
        return (
            f"Direction is not shown to pay: {numbers} for the best that uses it ({aware}) against {rival}."
        )
    if null.reached:  # on the same splits, each against its own drawing
        return (
            f"It is not the direction that pays: the methods that use it are ahead, {numbers} over {rival}, but "
            f"with directions drawn at random the gap is as large or larger in {null.reached} of "
            f"{len(null.advantages)} drawings on the same splits."
        )
    return f"Direction pays: {numbers} over {rival}, reached by {aware}."


def _whether_askls_does_better(differences: pd.DataFrame) -> list[str]:
    """AsK-LS against the two products; and an embedding that is ahead of it."""
    rows = {row["method"]: row for row in differences.to_dict(orient="records")}
    groups: dict[str, list[str]] = {"ahead": [], "behind": [], "same": []}
    for name in ("KKt", "KtK"):
        if name in rows:
            row = rows[name]
            where = "behind" if row["low"] > 0 else "ahead" if row["high"] < 0 else "same"
            groups[where].append(
                METHODS[name].label if where == "same" else f"{METHODS[name].label} ({_against(row)})"
            )
    said = []
    if groups["ahead"]:
        said.append(f"AsK-LS is ahead of {' and '.join(groups['ahead'])}.")
    if groups["behind"]:
        said.append(f"AsK-LS is behind {' and '.join(groups['behind'])}.")
    if groups["same"]:
        alike = ["AsK-LS", *groups["same"]]
        said.append(f"{', '.join(alike[:-1])} and {alike[-1]} cannot be told apart.")
    better = [
        row for name, row in rows.items() if METHODS[name].variants[0].startswith("rank") and row["low"] > 0
    ]
    if better:
        best = max(better, key=lambda row: row["mean"])
        said.append(
            f"{METHODS[best['method']].label} is ahead of AsK-LS ({points(best['mean'])} points, "
            f"{interval(best['low'], best['high'])})."
        )
    return said


def _against(row: Mapping[str, Any]) -> str:
    """AsK-LS minus the other, from the other minus AsK-LS."""
    return f"{points(-row['mean'])} points, {interval(-row['high'], -row['low'])}"
