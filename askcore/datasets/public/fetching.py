"""A public data set by name, from the folder that holds it.

`datasets` floor.
"""

from __future__ import annotations

import os
from pathlib import Path

from askcore._validation import DataError
from askcore.datasets.graph_data import GraphData
from askcore.datasets.read import read_graph, read_table
from askcore.datasets.table_data import TableData

__all__ = ["fetch"]


def fetch(name: str, *, data_home: str | os.PathLike[str] | None = None) -> GraphData | TableData:
    """A public data set from ``data_home``, by default the folder that ASKCORE_DATA names."""
    home = Path(data_home or os.environ.get("ASKCORE_DATA", "."))
    for path in (home / "graphs" / f"{name}.npz", home / "uci" / f"{name}.csv"):
        if path.exists():
            return read_graph(path) if path.suffix == ".npz" else read_table(path, label="label")
    raise DataError(
        f"{name} is not in {home}", remedy="Set ASKCORE_DATA to the folder with the benchmark sets."
    )
