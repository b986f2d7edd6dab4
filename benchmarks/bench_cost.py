"""Cost against size of each method, from a thousand samples on: docs/cost.svg is drawn of it.

Each part doubles the size until it takes a few seconds, five times where that is under two seconds, else once. The
slope is that of the line through the logarithms of the larger half. What a method works on (a kernel matrix, a graph, a
table) is made before the clock starts, except that KSVD on a graph builds its operator, or its dense matrix.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore.kernels import GraphKernel
from askcore.operators import graph_kernel_operator
from askcore.solvers import asymmetric_nystroem, gamma_path, solve_askls, solve_lssvm, truncated_svd
from askcore.solvers.kernel_matrices import kernel_operator
from benchmarks.measure import record, run, sized, timed

CLASSES, RANK, LINKS, ROWS = 5, 20, 5, 300
Make = Callable[[int], Callable[[], Any]]


def grow(method: str, make: Make, sizes: tuple[int, ...]) -> None:
    """Seconds at each size, and the slope."""
    taken = []
    for n in sized(sizes, (60, 120)):
        work = make(n)
        found = timed(work)
        if found.seconds < 2:
            found = timed(work, 5)
        taken.append(max(found.seconds, 1e-6))
        record(f"cost.{method}.{n}", taken[-1], "s", runs=found.runs)
    half = len(taken) // 2
    n = np.log(sized(sizes, (60, 120)))
    record(
        f"cost.{method}.slope",
        np.polyfit(n[half - 1 :], np.log(taken)[half - 1 :], 1)[0],
        "of the log-log line",
    )


def labels(n: int) -> np.ndarray:
    """One column of -1 and +1 for each class."""
    return np.where((np.arange(n) % CLASSES)[:, None] == np.arange(CLASSES), 1.0, -1.0)


def graph(n: int) -> sp.csr_array:
    """Random links between n nodes."""
    ends = np.random.default_rng(0).integers(0, n, (2, LINKS * n))
    return sp.csr_array((np.ones(LINKS * n), (ends[0], ends[1])), shape=(n, n))


def dense(n: int, *, symmetric: bool = False) -> np.ndarray:
    """A random matrix with values of ordinary size."""
    K = np.random.default_rng(0).standard_normal((n, n)) / np.sqrt(n) + 0.1
    return (K + K.T) / 2 + np.eye(n) if symmetric else K


def askls(n: int) -> Callable[[], Any]:
    """Five classes of a dense matrix."""
    K, Y = dense(n), labels(n)
    return lambda: solve_askls(K, Y, gamma=0.3, damping=0.01, quiet=True)


def askls_graph(n: int) -> Callable[[], Any]:
    """Five classes of a sparse one, all nodes in training."""
    K, Y = GraphKernel(graph(n)).all_columns(np.arange(n)), labels(n)
    return lambda: solve_askls(K, Y, gamma=1.0, damping=1.0, quiet=True)


def lssvm(n: int) -> Callable[[], Any]:
    """Five classes of a symmetric matrix."""
    K, Y = dense(n, symmetric=True), labels(n)
    return lambda: solve_lssvm(K, Y, gamma=0.3, damping=0.01, quiet=True)


def path(n: int) -> Callable[[], Any]:
    """All of fifty gammas."""
    K, y, gammas = dense(n), np.arange(n) % CLASSES, np.geomspace(0.01, 100, 50)
    return lambda: gamma_path(K, y, gammas)


def structured(n: int) -> Callable[[], Any]:
    """Exact, from a sparse graph."""
    A = graph(n)
    return lambda: truncated_svd(graph_kernel_operator(A, "sne", sigma=2.0), RANK, random_state=0)


def randomized(n: int) -> Callable[[], Any]:
    """The same matrix, built."""
    A = graph(n)

    def work() -> Any:
        K = graph_kernel_operator(A, "sne", sigma=2.0).block(np.arange(n), np.arange(n))
        return truncated_svd(K, RANK, solver="randomized", random_state=0)

    return work


def nystroem(n: int) -> Callable[[], Any]:
    """Sampled rows and columns of a table."""
    X = np.random.default_rng(0).standard_normal((n, 10))

    def work() -> Any:
        G = kernel_operator("sne", X, X, {"sigma": 3.0}, lazy=True)
        return asymmetric_nystroem(G, RANK, n_rows=min(ROWS, n), random_state=0)

    return work


def doubled(first: int, last: int) -> tuple[int, ...]:
    """Sizes from one to another."""
    return tuple(first * 2**k for k in range((last // first).bit_length()))


PARTS: dict[str, tuple[Make, tuple[int, ...]]] = {
    "askls": (askls, doubled(1000, 4000)),
    "askls_graph": (askls_graph, doubled(1000, 512_000)),
    "lssvm": (lssvm, doubled(1000, 4000)),
    "gamma_path": (path, doubled(1000, 2000)),
    "ksvd_structured": (structured, doubled(1000, 256_000)),
    "ksvd_randomized": (randomized, doubled(1000, 8000)),
    "nystroem": (nystroem, doubled(1000, 256_000)),
}

if __name__ == "__main__":
    run({name: lambda name=name: grow(name, *PARTS[name]) for name in PARTS})
