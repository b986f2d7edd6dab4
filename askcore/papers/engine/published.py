"""What the papers report, and which public set is meant by a name that they print."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import pandas as pd

from askcore.datasets import fetch, list_samples, load_sample
from askcore.datasets.public.registry import PublicSet, describe_public, list_public
from askcore.datasets.public.store import is_at_hand
from askcore.datasets.tables.exact import read_exact

ASKLS_PAPER = "AsK-LS (He et al. 2022)"
INDEFINITE_PAPER = "Indefinite LS-SVM (Huang et al. 2017)"
KSVD_PAPER = "KSVD (Tao et al. 2023)"

_KEY = ["paper", "table", "dataset", "method", "metric"]


@cache
def _everything() -> pd.DataFrame:
    with (files("askcore.papers") / "published.csv").open(encoding="utf-8") as lines:
        return read_exact(lines, dtype=dict.fromkeys(_KEY, str))


def published(paper: str | None = None, table: str | None = None) -> pd.DataFrame:
    """Return the published numbers.

    Parameters
    ----------
    paper : name as in the protocols, for example "KSVD (Tao et al. 2023)"; by default all.
    table : number as printed, for example "III"; by default all.

    Returns
    -------
    DataFrame : one row per number; paper, table, dataset, method, metric, mean, std (NaN if it is not published).
    """
    frame = _everything()
    chosen = frame["paper"].eq(paper or frame["paper"]) & frame["table"].eq(table or frame["table"])
    return frame[chosen].reset_index(drop=True)


def published_value(paper: str, table: str, dataset: str, method: str, metric: str) -> tuple[float, float]:
    """Mean and standard deviation of one published number; NaN where the paper has none."""
    return _by_cell().get((paper, table, dataset, method, metric), (float("nan"), float("nan")))


@cache
def _by_cell() -> dict[tuple[str, ...], tuple[float, float]]:
    """Looked up hundreds of times for one table: a dictionary in place of a scan."""
    return {
        row[:5]: row[5:] for row in _everything()[[*_KEY, "mean", "std"]].itertuples(index=False, name=None)
    }


# As printed -> as ``datasets.fetch`` calls it; two names are a training and a test part.
_NAMES: dict[str, tuple[str, ...]] = {
    "diabetes": ("pima_diabetes",),
    "liver": ("liver_bupa",),
    "monks1": ("monks1_train", "monks1_test"),
    "monks2": ("monks2_train", "monks2_test"),
    "monks3": ("monks3_train", "monks3_test"),
}


def parts_of(name: str) -> tuple[str, ...]:
    """Names for ``datasets.fetch`` of a published set: one, or training and test part.

    A table may show a set several times, as "sonar ratio 10%".
    """
    plain = name.partition(" ratio ")[0]
    return _NAMES.get(plain, (plain,))


def load_set(name: str, data_home: Any = None) -> Any:
    """The data of a published set: a graph, a table, bags, or a pair of tables (training, test)."""
    parts = tuple(
        load_sample(part) if part in list_samples() else fetch(part, data_home=data_home)
        for part in parts_of(name)
    )
    return parts[0] if len(parts) == 1 else parts


def not_at_hand(names: Iterable[str], data_home: Any = None) -> list[PublicSet]:
    """The public sets that would have to be downloaded for published ones; nothing is opened."""
    parts = dict.fromkeys(part for name in names for part in parts_of(name))
    public = [part for part in parts if part in list_public()]
    return [describe_public(part) for part in public if not is_at_hand(part, data_home=data_home)]
