"""Which cells differ from the printed figure by more than the repeats scatter, in which direction, and why.

Papers floor.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from askcore.papers.engine.protocol import Cause, Protocol

MARKS = ["sds", "beyond", "better", "cause"]

MOST_SDS = 2.0  # standard deviations that a difference may be without being marked
ROUNDING = 0.005  # where no standard deviation is known: of a score as such, of other metrics as a share
SCORES = ("accuracy", "auroc", "micro_f1", "macro_f1")  # held to ROUNDING where there is no spread
_FUZZ = 1e-9  # 0.835 - 0.830 is a little more than 0.005 in binary


def is_time(metric: str) -> bool:
    """Whether a metric is seconds, or a ratio of them: what another machine prints is no measure of ours."""
    return metric == "seconds" or metric.startswith("speedup")


def has_direction(metric: str) -> bool:
    """Whether a larger or a smaller figure is a better one; a divergence is neither, it describes the data."""
    return metric != "kl_divergence"


def marked(table: pd.DataFrame, protocol: Protocol) -> pd.DataFrame:
    """Mark the cells that differ from the printed figure.

    Parameters
    ----------
    table : one row per cell and metric, see ``PaperResult.table``.
    protocol : whose table it is.

    Returns
    -------
    The table with four more columns:

    sds : difference / sqrt(published_std^2 + std^2), a missing standard deviation counted as 0; NaN where both are
        0 or missing, and for times.
    beyond : |sds| > 2; where sds is NaN, |difference| > 0.005 for a score and > 0.005 |published| for other metrics.
        Never for times.
    better : ours is the better figure (``protocol.lower_is_better`` says of which metrics less is better); never
        where no figure is better than another, see ``has_direction``.
    cause : of a cell beyond, what is said of it (of ``protocol.causes`` the most specific); "" = nothing. Whether its
        trials meet the printed figure is another question, see ``causes.answered``.
    """
    difference = table["difference"].to_numpy(dtype=float)
    spread = _spread(table)
    metrics = list(table["metric"])
    timed = np.array([is_time(metric) for metric in metrics], dtype=bool)
    with np.errstate(divide="ignore", invalid="ignore"):
        sds = np.where((spread > 0) & ~timed, difference / spread, np.nan)
    beyond = (np.abs(difference) > bound(table)) & ~timed & np.isfinite(difference)
    sign = np.where([metric in protocol.lower_is_better for metric in metrics], -1.0, 1.0)
    better = (sign * difference > 0) & np.array([has_direction(metric) for metric in metrics], dtype=bool)
    causes = [
        cause_of(protocol.causes, row.dataset, row.method, row.metric) if out else ""
        for row, out in zip(table.itertuples(), beyond, strict=True)
    ]
    return table.assign(sds=sds, beyond=beyond, better=better, cause=causes)


def bound(table: pd.DataFrame) -> np.ndarray:
    """The largest |difference| of each cell that counts as met.

    Parameters
    ----------
    table : as for ``marked``.

    Returns
    -------
    2 sqrt(published_std^2 + std^2), a missing standard deviation counted as 0; where that is 0, 0.005 for a score and
    0.005 |published| for other metrics.
    """
    spread = _spread(table)
    scored = np.array([metric in SCORES for metric in table["metric"]], dtype=bool)
    rounding = np.where(scored, ROUNDING, ROUNDING * np.abs(table["published"].to_numpy(dtype=float)))
    return np.where(spread > 0, MOST_SDS * spread, rounding) + _FUZZ


def cause_of(causes: Sequence[Cause], dataset: str, method: str, metric: str) -> str:
    """The text of the most specific cause that fits a cell, the first of equals; "" for none."""
    fitting = [cause for cause in causes if fits(cause, dataset, method, metric)]
    best = max(fitting, key=lambda cause: sum(map(bool, _parts(cause))), default=None)
    return "" if best is None else best.text


def fits(cause: Cause, dataset: str, method: str, metric: str) -> bool:
    """Whether a cell is one of those that a cause, or what was tried, is about."""
    cell = (dataset, method, metric)
    return all(part in ("", value) for part, value in zip(_parts(cause), cell, strict=True))


def _parts(cause: Cause) -> tuple[str, str, str]:
    return cause.dataset, cause.method, cause.metric


def _spread(table: pd.DataFrame) -> np.ndarray:
    return np.hypot(_or_zero(table["published_std"]), _or_zero(table["std"]))


def _or_zero(column: pd.Series) -> np.ndarray:
    return np.nan_to_num(column.to_numpy(dtype=float), nan=0.0)
