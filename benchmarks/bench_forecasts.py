"""Is the work of a page on one matrix what was forecast? Seconds of this process over the forecast, per kind of work.

Tables of 3,000 and 5,000 rows, and a graph of 100,000 nodes and 1,000,000 links, whose decisions are forecast too. The
forecasts count all threads of the process. One BLAS thread unless OPENBLAS_NUM_THREADS says otherwise. Exit code 1
where one is off by more than a factor of two: on a machine that does nothing else.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore.datasets import GraphData, TableData
from askcore.experiments import KernelChoice, Problem, baselines, contest, forecasts, holdout_split
from askcore.experiments.decisions.views import decide_views
from askcore.experiments.spectra.decomposition import LEADING, decompose, symmetrised

OFF = 2.0


def table(n: int) -> Problem:
    """Random numbers under SNE."""
    X = np.random.default_rng(0).standard_normal((n, 10))
    return Problem(TableData(X, (X[:, 0] > 0).astype(int)), KernelChoice("sne"))


def graph(n: int, links: int) -> Problem:
    """Four communities, so that there is something to learn."""
    rng = np.random.default_rng(0)
    labels = np.sort(rng.integers(0, 4, n))
    source = rng.integers(0, n, links)
    near = np.clip(source + rng.integers(-n // 8, n // 8, links), 0, n - 1)
    A = sp.csr_array((np.ones(links), (source, near)), shape=(n, n))
    A.data[:] = 1.0
    return Problem(GraphData(A, [str(i) for i in range(n)], labels=labels), KernelChoice("adjacency"))


def works() -> Iterator[tuple[str, float, Callable[[], Any]]]:
    """What is done, its forecast, and the work."""
    problems = {
        "table of 3,000": table(3000),
        "table of 5,000": table(5000),
        "graph": graph(100_000, 1_000_000),
    }
    for name, problem in problems.items():
        problem.operator  # noqa: B018 - built before it is decomposed
        triplets = forecasts.triplets_seconds(problem, LEADING, energy=True)
        yield f"{name}: triplets", triplets, lambda p=problem: decompose(p)
        symmetric = forecasts.symmetrised_seconds(problem, LEADING)
        yield f"{name}: symmetrised", symmetric, lambda p=problem: symmetrised(p)
    linked = problems["graph"]
    split = holdout_split(linked.labels)
    m = len(split.train)
    views, race = forecasts.views_seconds(linked, m), forecasts.contest_seconds(linked, m)
    yield "graph: views", views, lambda: decide_views(linked, split, gamma=1.0)
    yield "graph: contest", race, lambda: contest(linked, split)
    yield (
        "graph: baselines",
        forecasts.baselines_seconds(linked.data),
        lambda: baselines(Problem.of(linked.data), split),
    )


def main() -> int:
    """Compare all of them."""
    missed = 0
    print(f"{'work':28} {'forecast':>9} {'taken':>7} {'ratio':>6}")
    for name, forecast, work in works():
        began = time.process_time()
        work()
        taken = time.process_time() - began
        missed += not 1 / OFF <= taken / forecast <= OFF
        print(f"{name:28} {forecast:9.2f} {taken:7.2f} {taken / forecast:6.2f}", flush=True)
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
