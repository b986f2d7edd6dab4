"""What tables 1 and 2 of Huang et al. 2017 share: training and test part, scaling, and the kernels' candidates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from askcore.datasets import TableData
from askcore.papers.engine.published import load_set
from askcore.papers.table_parts import Parts, Source, drawn_parts

Params = dict[str, Any]

READ = "ACGT"  # bases by their codes in the file, from 1; higher ones stand for a base that was not read


def table_name(dataset: str) -> str:
    """The table behind a published name, which in table 2 ends in the share of components."""
    return dataset.split(" ratio ")[0]


def load_table(dataset: str, data_home: Any = None) -> Source:
    """The data of a published name; splice as the paper's size has it, two classes and no ambiguous bases."""
    name = table_name(dataset)
    found = load_set(name, data_home)
    return joined_splice(found) if name == "splice" else found


def joined_splice(table: TableData) -> TableData:
    """Splice with a junction of either kind against neither, without the 15 rows with a base that was not read."""
    if table.y is None or len(table.classes) != 3:
        return table
    labels, counts = np.unique(table.y, return_counts=True)
    neither = labels[counts.argmax()]
    read = table.X.max(axis=1) <= len(READ)
    y = np.where(np.asarray(table.y)[read] == neither, "neither", "junction")
    note = "The classes EI and IE are one; rows with an ambiguous base are left out."
    return TableData(table.X[read], y, table.feature_names, table.name, (*table.notes, note))


def divided(
    source: Source, seed: int, repeat: int, *, n_train: int | None = None, bases: str | None = None
) -> Parts:
    """The parts of one repeat, at most half for training; ``bases`` codes those of splice by their place in it."""
    if bases is not None and isinstance(source, TableData):
        places = np.array([bases.index(base) for base in READ], dtype=float)
        source = replace(source, X=places[source.X.astype(int) - 1])
    return drawn_parts(source, seed, repeat, lambda n: min(n_train or n, n // 2))


def _linear(n: int) -> list[Params]:
    return [{}]


def _rbf(n: int) -> list[Params]:
    return [{"sigma": float(np.sqrt(n) * s)} for s in (3.0, 1.6, 0.9, 0.5, 0.28, 0.16, 0.09, 0.05)]


def _polynomial(n: int) -> list[Params]:
    return [{"degree": degree, "c": c} for degree in (3, 4, 5, 7) for c in (20.0, 1.1)]


def low_polynomials(n: int) -> list[Params]:
    """Eight polynomials of degree 1 to 5; at degree 1 c makes no difference."""
    return [{"degree": d, "c": c} for d in (1, 2, 3, 4, 5) for c in (20.0, 1.1) if (d, c) not in _LEFT_OUT]


def _tanh(n: int) -> list[Params]:
    return [{"c": c / n, "d": d} for c in (1.0, 5.0, -1.0, -5.0) for d in (0.0, -1.0)]


def tl1_at(shares: Sequence[float], n: int) -> list[Params]:
    """TL1 with rho at shares of n features."""
    return [{"rho": n * share} for share in shares]


_LEFT_OUT = ((1, 1.1), (5, 1.1))

KERNEL_GRIDS: dict[str, Callable[[int], list[Params]]] = {
    "linear": _linear,
    "rbf": _rbf,
    "polynomial": _polynomial,
    "tanh": _tanh,
    "tl1": partial(tl1_at, (1.0, 0.85, 0.7, 0.5, 0.35, 0.25, 0.15, 0.1)),
}
"""Kernel -> candidates for n features, the smoother first; eight of each kernel that has parameters."""
