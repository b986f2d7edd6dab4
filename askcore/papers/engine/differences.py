"""Which figures differ from the printed ones by more than the repeats scatter, and what another setting gives."""

from __future__ import annotations

import numpy as np
import pandas as pd

from askcore.papers.engine.protocol import Difference, Protocol

MARKS = ["sds", "beyond", "better", "answer", "setting", "value", "cause"]

MOST_SDS = 2.0  # standard deviations that a difference may be without being marked
ROUNDING = 0.005  # where no standard deviation is known: of a score as such, of other metrics as a share
SCORES = ("accuracy", "auroc", "micro_f1", "macro_f1")  # held to ROUNDING where there is no spread
_FUZZ = 1e-9  # 0.835 - 0.830 is a little more than 0.005 in binary

ELSEWHERE, PARTLY, OPEN = "met with another setting", "closer, not met", "open"
"""What is recorded of a figure that is not met as the table is run."""

RULE = (
    "A number is met with another setting if that setting brings ours, on the same repeats, to within the bound of its "
    "mark; different numbers may need different settings. It is closer if at least half of the difference goes. All "
    "others are open."
)
CAVEAT = "These settings were sought with the published numbers known."

_NOTHING = Difference("")


def is_time(metric: str) -> bool:
    """Whether a metric is seconds, or a ratio of them: what another machine prints is no measure of ours."""
    return metric == "seconds" or metric.startswith("speedup")


def has_direction(metric: str) -> bool:
    """Whether a larger or a smaller figure is a better one; a divergence is neither, it describes the data."""
    return metric != "kl_divergence"


def marked(table: pd.DataFrame, protocol: Protocol) -> pd.DataFrame:
    """The table (see ``PaperResult.table``) with more columns.

    sds : difference / sqrt(published_std^2 + std^2), a missing standard deviation counted as 0; NaN where both are
        0 or missing, and for times.
    beyond : |sds| > 2; where sds is NaN, |difference| > 0.005 for a score and > 0.005 |published| for other metrics.
        Never for times.
    better : ours is the better figure (``protocol.lower_is_better`` says of which metrics less is better); never
        where no figure is better than another, see ``has_direction``.
    answer : of a figure beyond: ``ELSEWHERE`` where ``value`` is within the bound of ``beyond``, else ``PARTLY`` where
        it leaves at most half of the difference, else ``OPEN``.
    setting, value, cause : of a figure beyond, what ``protocol.differences`` has of it; "" and NaN for nothing.
    """
    published, difference, spread = (
        table["published"].to_numpy(dtype=float),
        table["difference"].to_numpy(dtype=float),
        np.hypot(_or_zero(table["published_std"]), _or_zero(table["std"])),
    )
    metrics = list(table["metric"])
    timed = np.array([is_time(metric) for metric in metrics], dtype=bool)
    with np.errstate(divide="ignore", invalid="ignore"):
        sds = np.where((spread > 0) & ~timed, difference / spread, np.nan)
    rounding = ROUNDING * np.where([metric in SCORES for metric in metrics], 1.0, np.abs(published))
    bound = np.where(spread > 0, MOST_SDS * spread, rounding) + _FUZZ
    beyond = (np.abs(difference) > bound) & ~timed & np.isfinite(difference)
    sign = np.where([metric in protocol.lower_is_better for metric in metrics], -1.0, 1.0)
    better = (sign * difference > 0) & np.array([has_direction(metric) for metric in metrics], dtype=bool)
    cells = zip(table["dataset"], table["method"], metrics, beyond, strict=True)
    known = [protocol.differences.get((d, m, k), _NOTHING) if out else _NOTHING for d, m, k, out in cells]
    value = np.array([each.value for each in known], dtype=float)
    left = np.abs(value - published)
    answer = np.select(
        [~beyond, left <= bound, left <= np.abs(difference) / 2], ["", ELSEWHERE, PARTLY], OPEN
    )
    return table.assign(
        sds=sds, beyond=beyond, better=better, answer=answer.astype(object),
        setting=[each.setting for each in known], value=value, cause=[each.text for each in known],
    )  # fmt: skip


def _or_zero(column: pd.Series) -> np.ndarray:
    return np.nan_to_num(column.to_numpy(dtype=float), nan=0.0)
