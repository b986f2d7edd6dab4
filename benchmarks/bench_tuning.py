"""Tuning against the naive ways: ratios within one run, medians of alternating repetitions.

1. AsK-LS at all gammas and dampings of ``LOO_GRID`` by exact leave-one-out on 300 samples, against refits of the
   estimator for each sample left out: a few of them are timed, all are counted.
2. The same choice by scikit-learn's GridSearchCV with five folds, against leave-one-out.
3. ``contest``, four methods over bandwidths, gammas and dampings: a table of 1,000 rows and 50 columns.
4. ``tuning_surface``, eight bandwidths on 1,000 training samples; its share of the forecast.
5. ``contest`` on a directed graph of 3,000 nodes.

3 to 5 print seconds beside the issue's aims (3 s for a first view, 5 s for the surface). Seconds are of the processor:
on a busy machine the wall clock would measure the load. One BLAS thread unless OPENBLAS_NUM_THREADS says otherwise.
``python benchmarks/bench_tuning.py 1 3`` runs parts.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import statistics
import sys
import time
import warnings
from collections.abc import Callable

import numpy as np
import scipy.sparse as sp
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV

from askcore import AsKLSClassifier
from askcore.datasets import GraphData, TableData
from askcore.estimators import tune_on_path
from askcore.experiments import (
    LOO_GRID,
    KernelChoice,
    Problem,
    contest,
    holdout_split,
    surface_seconds,
    tuning_surface,
)
from askcore.kernels import KERNELS, PrecomputedKernel
from askcore.solvers import DualPath, one_vs_rest

REPEATS = 3


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def median(work: Callable[[], object]) -> float:
    """The usual one of a few."""
    return statistics.median(seconds(work) for _ in range(REPEATS))


def table(n: int) -> tuple[Problem, TableData]:
    """Two classes in 50 columns under SNE, at the usual bandwidth."""
    X, y = make_classification(n, 50, n_informative=20, random_state=0)
    data = TableData(X, y)
    return Problem(data, KernelChoice("sne", standardise=True)), data


def left_out() -> None:
    """Part 1 and 2."""
    problem, data = table(300)
    every = np.arange(300)
    K, y = problem.bound(every).train(), data.y
    codes, Y = y.astype(int), one_vs_rest(y.astype(int), 2)

    def ours() -> None:
        tune_on_path(
            DualPath(K, up_to=max(LOO_GRID.gammas)),
            codes,
            Y,
            gammas=LOO_GRID.gammas,
            dampings=LOO_GRID.dampings,
        )

    def some_refits() -> None:
        for i in (0, 100, 200):
            rest = np.delete(every, i)
            AsKLSClassifier(PrecomputedKernel(K), gamma=10.0, damping=0.1).fit(rest, y[rest]).predict([i])

    def folds() -> None:
        grid = {"gamma": list(LOO_GRID.gammas), "damping": list(LOO_GRID.dampings)}
        search = GridSearchCV(AsKLSClassifier(PrecomputedKernel(K)), grid, cv=5, error_score=0.0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            search.fit(every, y)

    quick, refits = median(ours), median(some_refits) / 3 * 300 * len(LOO_GRID)
    print(
        f"1. {len(LOO_GRID)} settings, 300 left out each: {quick:.3f} s; refits {refits:,.0f} s (extrapolated), ",
        end="",
    )
    print(f"{refits / quick:,.0f} times as long")
    slow = seconds(folds)
    print(f"2. GridSearchCV, five folds: {slow:.1f} s, {slow / quick:,.0f} times as long")


def table_contest() -> None:
    """Part 3."""
    problem, data = table(1000)
    split = holdout_split(data.y)
    assert KERNELS["sne"].scaled is not None
    print(
        f"3. contest, 1,000 rows and 50 columns: {median(lambda: contest(problem, split)):.2f} s (aim: 3 s in all)"
    )


def surface() -> None:
    """Part 4."""
    problem, data = table(1667)
    split = holdout_split(data.y)
    took = median(lambda: tuning_surface(problem, split).run())
    share = took / surface_seconds(len(split.train), 2)
    print(
        f"4. surface, {len(split.train):,} training samples: {took:.2f} s (aim: 5 s), {share:.2f} of the forecast"
    )


def graph_contest() -> None:
    """Part 5."""
    rng, n = np.random.default_rng(0), 3000
    y = rng.integers(3, size=n)
    source, target = rng.integers(n, size=(2, 15 * n))
    linked = rng.random(15 * n) < np.where((y[source] + 1) % 3 == y[target], 0.8, 0.15)
    ones = np.ones(int(linked.sum()))
    A = sp.csr_array((ones, (source[linked], target[linked])), shape=(n, n))
    data = GraphData(A, [str(i) for i in range(n)], labels=y.astype(str))
    problem, split = Problem(data, KernelChoice("adjacency")), holdout_split(data.labels)
    print(
        f"5. contest, graph of 3,000 nodes: {median(lambda: contest(problem, split)):.2f} s (aim: 3 s in all)"
    )


def main() -> None:
    """All parts, or those named."""
    print(f"BLAS threads: {os.environ['OPENBLAS_NUM_THREADS']}")
    wanted = set(sys.argv[1:]) or {"1", "3", "4", "5"}
    for names, part in (
        ({"1", "2"}, left_out),
        ({"3"}, table_contest),
        ({"4"}, surface),
        ({"5"}, graph_contest),
    ):
        if names & wanted:
            part()


if __name__ == "__main__":
    main()
