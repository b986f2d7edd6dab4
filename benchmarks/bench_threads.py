"""Calls as a user makes them, with all threads of linear algebra, against the best of one and all.

BLAS wakes its threads for products that are too small to share, and NumPy's and SciPy's wait for each other. No public
call may take more than 1.25 times the better of the two settings; ``threads.least`` is the worst of all. Pubmed and
Cora need the public graphs under ASKCORE_DATA and are left out without.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.preprocessing import StandardScaler
from threadpoolctl import threadpool_limits

from askcore import KSVD, AsKLSClassifier, KernelPCA, LSSVMClassifier, asymmetry, gamma_path
from askcore._machine import cores
from askcore.kernels import GraphKernel
from askcore.solvers import asymmetric_nystroem, solve_askls
from askcore.solvers.kernel_matrices import kernel_operator
from benchmarks.measure import public_graph, record, run, sized

REPEATS = sized(5, 1)
SMALL_ROWS, ROWS, MANY = sized((500, 2000, 20_000), (40, 60, 80))


def dense_calls() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Tables and dense matrices."""
    rng = np.random.default_rng(0)
    digits, of_digits = (part[:ROWS] for part in load_digits(return_X_y=True))
    X, y = load_breast_cancer(return_X_y=True)
    X, y = StandardScaler().fit_transform(X)[: SMALL_ROWS + 69], y[: SMALL_ROWS + 69]
    table, of_table = rng.standard_normal((MANY, 50)) * 0.8 ** np.arange(50), rng.integers(0, 3, MANY)
    K, of_K = rng.standard_normal((ROWS, ROWS)) / np.sqrt(ROWS), rng.integers(0, 7, ROWS)
    Y, gammas, rank = (
        np.where(of_K[:, None] == np.arange(7), 1.0, -1.0),
        np.geomspace(0.01, 100, 30),
        sized(20, 5),
    )
    few, some = slice(SMALL_ROWS), slice(ROWS)
    yield "ksvd_digits", lambda: KSVD("sne", rank, random_state=0).fit(digits)
    yield "ksvd_digits_nystroem", lambda: KSVD("sne", rank, solver="nystroem", random_state=0).fit(digits)
    yield "ksvd_digits_randomized", lambda: KSVD("sne", rank, solver="randomized", random_state=0).fit(digits)
    yield "ksvd_given", lambda: KSVD("precomputed", rank, random_state=0).fit(K)
    G = partial(kernel_operator, "sne", table, table, {"sigma": 4.0}, lazy=True)
    yield "nystroem", lambda: asymmetric_nystroem(G(), rank, n_rows=10 * rank, random_state=0)
    yield "kernel_pca", lambda: KernelPCA("tl1", n_components=rank).fit(table[some])
    yield "askls", lambda: AsKLSClassifier("sne").fit(table[some], of_table[some])
    yield "askls_stack", lambda: AsKLSClassifier("sne", merge="stack").fit(digits[few], of_digits[few])
    yield "askls_loo", lambda: AsKLSClassifier("sne", gamma="loo").fit(X, y)
    yield "left_out", lambda: AsKLSClassifier("sne", damping=0.1).fit(X, y).loo_decision_views()
    yield (
        "landmarks",
        lambda: AsKLSClassifier("sne", n_landmarks=10 * rank, random_state=0).fit(table, of_table),
    )
    yield "lssvm", lambda: LSSVMClassifier("rbf").fit(digits, of_digits)
    yield "path_few", lambda: gamma_path(K[few, few], of_K[few], gammas)
    yield "path", lambda: gamma_path(K, of_K, gammas[:10])
    yield "minres", lambda: solve_askls(K, Y, damping=0.1, solver="iterative")
    yield "asymmetry", lambda: asymmetry(K[few, few])


def graph_calls() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Public graphs."""
    for name in ("cora", "pubmed"):
        found = public_graph(name)
        if found is None:
            continue
        A, labels = found
        train = np.random.default_rng(0).permutation(len(labels))[: int(0.6 * len(labels))]
        fit = partial(AsKLSClassifier, GraphKernel(A), random_state=0)
        damped, stacked = {"damping": 1.0}, {"damping": 1.0, "merge": "stack"}
        yield f"ksvd_{name}", lambda A=A: KSVD("sne", sized(20, 5), random_state=0).fit(A)
        for what, terms in (("", {}), ("_damped", damped), ("_stack", stacked)):
            yield f"askls_{name}{what}", lambda f=fit, t=terms, i=train, y=labels: f(**t).fit(i, y[i])


def seconds(call: Callable[[], Any], threads: int) -> float:
    """On the wall clock, the median."""
    taken = []
    with threadpool_limits(threads):
        for _ in range(REPEATS):
            began = time.perf_counter()
            call()
            taken.append(time.perf_counter() - began)
    return statistics.median(taken)


def threads() -> None:
    """Every call on all threads and on one, in turns of five."""
    ratios = {}
    for name, call in (*dense_calls(), *graph_calls()):
        call()
        every, one = seconds(call, cores()), seconds(call, 1)
        ratios[name] = min(every, one) / every
        record(f"threads.{name}.best_over_all", ratios[name], seconds={"all": every, "one": one})
    worst = min(ratios, key=lambda name: ratios[name])
    record("threads.least", ratios[worst], note=f"{worst}, of {len(ratios)} calls; 0.8 is wanted")


if __name__ == "__main__":
    os.environ["OPENBLAS_NUM_THREADS"] = str(cores())  # for the process of the part
    run({"threads": threads})
