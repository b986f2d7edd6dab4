"""Table III of He et al. 2022: node classification on five directed graphs.

Papers floor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from askcore.datasets import GraphData
from askcore.papers.askls_graphs_rows import PRINTED, TUNED, GraphTrial
from askcore.papers.engine.protocol import Unit, Values, read_protocols
from askcore.papers.engine.published import load_set

__all__ = ["PROTOCOLS", "compute"]

_ROWS = {**PRINTED, **TUNED}


def compute(data: GraphData, unit: Unit, options: Mapping[str, Any]) -> Values:
    """Micro and macro F1 of the unit's methods, a value for each of its repeats; beside them what ``REMARKS`` names.

    Raises DataError for a graph without labels in two classes, or where the SVM does not fit the memory.
    """
    found: dict[str, dict[str, list[float]]] = {name: {} for name in unit.methods}
    for repeat in unit.repeats:
        trial = GraphTrial.drawn(data, unit.seed, repeat, options)
        for name in unit.methods:
            for metric, value in trial.scores(_ROWS[name](trial)).items():
                found[name].setdefault(metric, []).append(value)
    return found


PROTOCOLS = read_protocols("askls.toml", {"askls-III": (compute, _ROWS)}, load_set)
