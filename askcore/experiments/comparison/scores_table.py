"""The scores of a comparison in words: one row for each method.

Experiment floor.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from askcore._format import interval, number, p_value, points
from askcore.experiments.comparison.result import ComparisonResult
from askcore.experiments.methods import METHODS


def scores_table(result: ComparisonResult) -> pd.DataFrame:
    """Each method with its scores, the best first, beside AsK-LS."""
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
                "minus AsK-LS": _gap(*gaps.loc[name, ["mean", "low", "high"]]) if beside else "",
                "p": p_value(gaps.loc[name, "p"]).removeprefix("p ").removeprefix("= ") if beside else "",
                "seconds a split": number(own["seconds"].mean()),
            }
        )
    return pd.DataFrame(rows)


def _spread(values: np.ndarray) -> str:
    """Mean and standard deviation in percent."""
    return f"{100 * values.mean():.1f} ± {100 * values.std(ddof=1):.1f}"


def _gap(mean: float, low: float, high: float) -> str:
    """A difference with its interval.

    Examples
    --------
    >>> _gap(0.1, 0.05, 0.15)
    '+10.0 (5.0 to 15.0)'
    """
    return f"{points(mean)} ({interval(low, high)})"
