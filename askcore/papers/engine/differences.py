"""Which numbers differ from the printed ones by more than the repeats scatter, and what another setting gives."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from askcore.papers.engine.protocol import Cell, Difference, Protocol

MARKS = ["sds", "beyond", "better", "answer", "setting", "value", "cause"]

MOST_SDS = 2.0  # standard deviations that a difference may be without being marked
ROUNDING = 0.005  # where no standard deviation is known: of a score as such, of other metrics as a share
SCORES = ("accuracy", "auroc", "micro_f1", "macro_f1")  # between 0 and 1, held to ROUNDING without a spread
_FUZZ = 1e-9  # 0.835 - 0.830 is a little more than 0.005 in binary

ELSEWHERE, PARTLY, OPEN = "met with another setting", "closer, not met", "open"
"""What is recorded of a number that is not met as the table is run."""

RULE = (
    "A number is met with another setting if that setting brings ours, on the same repeats, to within the bound of its "
    "mark; different numbers may need different settings. It is closer if at least half of the difference goes. All "
    "others are open."
)
CAVEAT = "These settings were sought with the published numbers known."


def is_time(metric: str) -> bool:
    """Whether a metric is seconds, or a ratio of them: what another machine prints is no measure of ours."""
    return metric == "seconds" or metric.startswith("speedup")


def has_direction(metric: str) -> bool:
    """Whether a larger or a smaller number is a better one; a divergence is neither, it describes the data."""
    return metric != "kl_divergence"


def compared(
    protocol: Protocol, cell: Cell, published: float, published_std: float, reproduced: float, std: float
) -> dict[str, Any]:
    """How a number compares with the published one, under ``difference`` and ``MARKS``.

    sds : difference / sqrt(published_std^2 + std^2), a missing standard deviation counted as 0; NaN where both are
        0 or missing, and for times.
    beyond : |sds| > 2; where sds is NaN, |difference| > 0.005 for a score and > 0.005 |published| for other metrics.
        Never for times.
    better : ours is the better number (``protocol.lower_is_better`` says of which metrics less is better); never
        where no number is better than another, see ``has_direction``.
    answer : of a number beyond: ``ELSEWHERE`` where ``value`` is within the bound of ``beyond``, else ``PARTLY`` where
        it leaves at most half of the difference, else ``OPEN``.
    setting, value, cause : of a number beyond, what ``protocol.differences`` has of it; "" and NaN for nothing.
    """
    metric, difference = cell[2], reproduced - published
    spread = 0.0 if is_time(metric) else float(np.hypot(*np.nan_to_num([published_std, std])))
    bound = MOST_SDS * spread or ROUNDING * (1.0 if metric in SCORES else abs(published))
    bound += _FUZZ
    beyond = math.isfinite(difference) and abs(difference) > bound and not is_time(metric)
    known = protocol.differences.get(cell, Difference("")) if beyond else Difference("")
    left = abs(known.value - published)
    answer = ELSEWHERE if left <= bound else PARTLY if left <= abs(difference) / 2 else OPEN
    return {
        "difference": difference,
        "sds": difference / spread if spread else math.nan,
        "beyond": beyond,
        "better": has_direction(metric)
        and (difference < 0 if metric in protocol.lower_is_better else difference > 0),
        "answer": answer if beyond else "",
        "setting": known.setting,
        "value": known.value,
        "cause": known.text,
    }
