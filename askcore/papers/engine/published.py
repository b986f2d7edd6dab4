"""What the papers report: every figure of their tables, read from a file inside the package.

Papers floor.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import pandas as pd

__all__ = ["ASKLS_PAPER", "INDEFINITE_PAPER", "KSVD_PAPER", "published", "published_value"]

ASKLS_PAPER = "AsK-LS (He et al. 2022)"
INDEFINITE_PAPER = "Indefinite LS-SVM (Huang et al. 2017)"
KSVD_PAPER = "KSVD (Tao et al. 2023)"


@cache
def _everything() -> pd.DataFrame:
    path = files("askcore.papers") / "published.csv"
    with path.open(encoding="utf-8") as lines:
        return pd.read_csv(lines, dtype={"paper": str, "table": str, "dataset": str, "method": str})


def published(paper: str | None = None, table: str | None = None) -> pd.DataFrame:
    """The published figures: paper, table, dataset, method, metric, mean, std (NaN where none is given)."""
    frame = _everything()
    if paper is not None:
        frame = frame[frame["paper"] == paper]
    if table is not None:
        frame = frame[frame["table"] == table]
    return frame.reset_index(drop=True)


def published_value(paper: str, table: str, dataset: str, method: str, metric: str) -> tuple[float, float]:
    """Mean and standard deviation of one cell; NaN where the paper has none."""
    return _by_cell().get((paper, table, dataset, method, metric), (float("nan"), float("nan")))


@cache
def _by_cell() -> dict[tuple[str, str, str, str, str], tuple[float, float]]:
    """Looked up hundreds of times for one table: a dictionary in place of a scan."""
    frame = _everything()
    keys = frame[["paper", "table", "dataset", "method", "metric"]].itertuples(index=False, name=None)
    return dict(zip(keys, zip(frame["mean"], frame["std"], strict=True), strict=True))
