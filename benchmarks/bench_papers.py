"""The papers' tables: how long they take, against the time they are meant to take and against the naive way.

- III: table III of the AsK-LS paper, AsK-LS on five graphs, ten repeats: under 180 s on two cores. The naive way solves
  a dense (2m + 2) system for every class and fold: one is timed on Cora, the others follow from m^3.
- IV: table IV of the AsK-LS paper, every row, two repeats: under 300 s.
- 1: table 1 of the indefinite paper, every row, two repeats: under 300 s.

They need the public sets under ASKCORE_DATA and are skipped without. Nothing is resumed and nothing is kept.
Seconds are of the clock, since workers do the work; each table is run once.
"""

from __future__ import annotations

import os
import time
from functools import partial
from typing import Any

import numpy as np

from askcore import papers
from askcore.datasets import GraphData, TableData
from benchmarks.measure import SMALL, public_graph, record, run, sized

JOBS = sized(2, 1)
FITS = 11  # ten folds of the stacked decision, and one on all training nodes


def seconds(name: str, **options: Any) -> float:
    """Seconds of a table from loaded data on, workers' start included."""
    run = papers.table(name, jobs=JOBS, **options)
    started = time.perf_counter()
    result = run.run()
    assert not result.problems, result.problems
    return time.perf_counter() - started


def naive_solve(m: int) -> float:
    """Seconds of one dense bordered system of m training samples, condition number not included."""
    rng = np.random.default_rng(0)
    T, r = rng.standard_normal((2 * m + 2, 2 * m + 2)), rng.standard_normal(2 * m + 2)
    started = time.perf_counter()
    np.linalg.solve(T, r)
    return time.perf_counter() - started


def graph(name: str) -> GraphData:
    """A graph of table III."""
    A, labels = public_graph(name)
    return GraphData(A, [str(i) for i in range(len(labels))], labels.astype(str))


def small_table() -> TableData:
    """Sixty rows of two classes."""
    X = np.random.default_rng(0).standard_normal((60, 4))
    return TableData(X, (X[:, 0] > 0).astype(int))


def table_iii(repeats: int = 10) -> None:
    """AsK-LS rows of table III."""
    protocol, row = papers.protocol("askls-III"), ["AsK-LS on adjacency"]
    graphs = {name: graph(name) for name in protocol.datasets}
    ours = seconds("askls-III", data=graphs, methods=row, repeats=sized(repeats, 1))
    sizes = {name: (round(0.6 * data.n_nodes), len(data.classes)) for name, data in graphs.items()}
    m = sizes["cora"][0]
    one = naive_solve(m)
    naive = repeats * FITS * sum(k * one * (size / m) ** 3 for size, k in sizes.values())
    note = f"AsK-LS, five graphs, {repeats} repeats, {JOBS} workers"
    record("papers.askls_III.seconds", ours, "s", goal=180, runs=1, note=note)
    record(
        "papers.askls_III.naive_over_ours",
        naive / ours,
        runs=1,
        seconds={"ours": ours, "naive": naive},
        note=f"naive: one solve of Cora's size, {one:.2f} s, the others by m^3; its largest system "
        f"{8 * (2 * max(size for size, _ in sizes.values()) + 2) ** 2 / 1e9:.1f} GB",
    )


def whole(name: str, repeats: int = 2) -> None:
    """A table with every row."""
    options = sized({"repeats": repeats}, {"repeats": 1, "data": {"sonar": small_table()}})
    record(f"papers.{name.replace('-', '_')}.seconds", seconds(name, **options), "s", goal=300, runs=1)


if __name__ == "__main__":
    parts = {"III": table_iii, "IV": partial(whole, "askls-IV"), "1": partial(whole, "indefinite-1")}
    if SMALL or os.environ.get("ASKCORE_DATA"):
        run(parts)
    else:
        print("   skipped: ASKCORE_DATA is not set")
