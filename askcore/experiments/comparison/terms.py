"""What a comparison is asked for, checked: numbers of splits and folds, and which methods fit the data.

Experiment floor.
"""

from __future__ import annotations

from collections.abc import Sequence

from askcore.experiments.arena import Arena
from askcore.experiments.methods import METHODS, Method
from askcore.experiments.tuning import METRICS

__all__ = ["check_terms", "chosen_methods"]


def check_terms(n_splits: int, train_size: float, inner_folds: int, metric: str) -> None:
    """Raise a ValueError for numbers out of their range, or an unknown metric."""
    if n_splits < 2 or inner_folds < 2:
        raise ValueError(
            f"n_splits and inner_folds must be at least 2, got {n_splits} and {inner_folds}: an interval "
            "needs two splits, tuning two folds."
        )
    if not 0 < train_size < 1:
        raise ValueError(
            f"train_size must lie between 0 and 1, got {train_size}: scores need held-out samples."
        )
    if metric not in METRICS:
        raise ValueError(f"metric must be one of {', '.join(map(repr, METRICS))}, got {metric!r}.")


def chosen_methods(names: Sequence[str] | None, arena: Arena, family: bool) -> list[Method]:
    """The chosen methods in the order of ``METHODS``, AsK-LS always among them."""
    unknown = set(names or ()) - set(METHODS)
    if unknown:
        raise ValueError(f"Unknown methods {sorted(unknown)}; known are {', '.join(METHODS)}.")
    if names is not None and not arena.is_graph:
        wrong = [name for name in names if METHODS[name].needs_graph]
        if wrong:
            raise ValueError(f"{', '.join(wrong)} need a graph; leave them out for a table.")
    if names is not None and not family:
        wrong = [name for name in names if METHODS[name].needs_family]
        if wrong:
            raise ValueError(
                f"{', '.join(wrong)} need a family of kernels exp(-a D): give a mapping of them."
            )
    wanted = {*(METHODS if names is None else names), "askls"}
    return [
        m
        for m in METHODS.values()
        if m.name in wanted and (arena.is_graph or not m.needs_graph) and (family or not m.needs_family)
    ]
