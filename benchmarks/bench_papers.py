"""The papers' tables: how long they take, against the time they are meant to take and against the naive way.

1. Table III of the AsK-LS paper, AsK-LS on five graphs, ten repeats: under 180 s on two cores. The naive way solves a
   dense (2m + 2) system for every class and fold: one is timed on Cora, the others follow from m^3.
2. Table IV of the AsK-LS paper, every row, two repeats: under 300 s.
3. Table 1 of the indefinite paper, every row, two repeats: under 300 s.

They need the public sets under ASKCORE_DATA and are skipped without. Nothing is resumed and nothing is kept.
``python benchmarks/bench_papers.py 1 3`` runs parts.
"""

from __future__ import annotations

import os
import sys
import time

import numpy as np

from askcore import papers

JOBS = 2
FITS = 11  # ten folds of the stacked decision, and one on all training nodes


def seconds(name: str, **options: object) -> float:
    """Seconds of a table from loaded data on, workers' start included."""
    run = papers.table(name, jobs=JOBS, **options)  # type: ignore[arg-type]
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


def table_iii(repeats: int = 10) -> None:
    """AsK-LS rows of table III."""
    row = ["AsK-LS on adjacency"]
    graphs = {
        name: papers.protocol("askls-III").load(name, None) for name in papers.protocol("askls-III").datasets
    }
    ours = seconds("askls-III", data=graphs, methods=row, repeats=repeats)
    sizes = {name: (round(0.6 * data.n_nodes), len(data.classes)) for name, data in graphs.items()}
    m = sizes["cora"][0]
    one = naive_solve(m)
    naive = repeats * FITS * sum(k * one * (size / m) ** 3 for size, k in sizes.values())
    print(
        f"1. Table III, AsK-LS, five graphs, {repeats} repeats, {JOBS} workers: {ours:.0f} s (meant: under 180)"
    )
    largest = 8 * (2 * max(size for size, _ in sizes.values()) + 2) ** 2 / 1e9
    print(
        f"   naive: one solve of Cora's size {one:.2f} s, all {naive / 3600:.1f} h on one core by m^3: "
        f"{naive / ours:.0f} times; its largest system {largest:.1f} GB"
    )


def main(parts: list[str]) -> None:
    """Run the parts named, or all."""
    if not os.environ.get("ASKCORE_DATA"):
        print("skipped: ASKCORE_DATA is not set")
        return
    print(f"BLAS threads {os.environ.get('OPENBLAS_NUM_THREADS', 'all')}, load {os.getloadavg()[0]:.1f}")
    if "1" in parts:
        table_iii()
    if "2" in parts:
        print(
            f"2. Table IV, two repeats, {JOBS} workers: {seconds('askls-IV', repeats=2):.0f} s (meant: under 300)"
        )
    if "3" in parts:
        print(
            f"3. Indefinite table 1, two repeats: {seconds('indefinite-1', repeats=2):.0f} s (meant: under 300)"
        )


if __name__ == "__main__":
    main(sys.argv[1:] or ["1", "2", "3"])
