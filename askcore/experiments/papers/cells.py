"""A paper's table as a run over its cells, each with what it reproduces.

Experiment floor.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from askcore.experiments.papers.published import published_value
from askcore.experiments.run import Run, Step

__all__ = ["COLUMNS", "Cell", "PaperResult", "cells_run"]

COLUMNS = [
    "paper",
    "table",
    "dataset",
    "method",
    "metric",
    "published",
    "published_std",
    "reproduced",
    "std",
    "difference",
]


@dataclass(frozen=True)
class Cell:
    """One method on one data set; ``compute`` gives metric name to its values over the repeats."""

    dataset: str
    method: str
    compute: Callable[[], Mapping[str, Any]]


@dataclass(frozen=True, eq=False)
class PaperResult:
    """A reproduced table.

    Attributes
    ----------
    table : one row per cell and metric with the columns ``COLUMNS``; reproduced is the mean over the repeats, std
        their standard deviation (NaN for one), difference is reproduced - published; NaN where nothing is published.
    settings : everything that the result depends on.
    notes : what the paper leaves open and what was taken, in sentences.
    """

    table: pd.DataFrame
    settings: Mapping[str, Any]
    notes: tuple[str, ...]


def cells_run(
    paper: str, table: str, cells: Sequence[Cell], settings: Mapping[str, Any], notes: Sequence[str]
) -> Run[PaperResult]:
    """A run that computes the cells one after the other; of the methods in ``settings["methods"]``, if any are named.

    Raises ValueError for a method that the table does not have.
    """
    wanted = settings.get("methods")
    known = list(dict.fromkeys(cell.method for cell in cells))
    if wanted is not None:
        if not wanted or not set(wanted) <= set(known):
            raise ValueError(f"methods must be among {', '.join(map(repr, known))}, got {list(wanted)}.")
        cells = [cell for cell in cells if cell.method in wanted]
    return Run(_steps(paper, table, cells, settings, tuple(notes)), settings)


def _steps(
    paper: str, table: str, cells: Sequence[Cell], settings: Mapping[str, Any], notes: tuple[str, ...]
) -> Generator[Step, None, PaperResult]:
    rows = []
    for done, cell in enumerate(cells, start=1):
        for metric, values in cell.compute().items():
            rows.append(_row(paper, table, cell, metric, np.atleast_1d(np.asarray(values, dtype=float))))
        yield done, len(cells), f"{cell.method} on {cell.dataset}"
    return PaperResult(pd.DataFrame(rows, columns=COLUMNS), settings, notes)


def _row(paper: str, table: str, cell: Cell, metric: str, values: np.ndarray) -> dict[str, Any]:
    mean, std = published_value(paper, table, cell.dataset, cell.method, metric)
    reproduced = float(values.mean())
    return {
        "paper": paper,
        "table": table,
        "dataset": cell.dataset,
        "method": cell.method,
        "metric": metric,
        "published": mean,
        "published_std": std,
        "reproduced": reproduced,
        "std": float(values.std(ddof=1)) if len(values) > 1 else np.nan,
        "difference": reproduced - mean,
    }
