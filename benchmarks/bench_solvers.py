"""AsK-LS training against the naive way: one dense (2m + 2) system per class, labels inside, as published.

Ratios within one run; medians of alternating repetitions. The condition number is part of our time, and
shown once without it (damping given, so that no decision needs it).
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from askcore.kernels import GraphKernel
from askcore.solvers import solve_askls

REPEATS = 3


def naive(K: np.ndarray, Y: np.ndarray, gamma: float) -> np.ndarray:
    """a of every class from its own (2m + 2) system (He et al. 2022, eq. 6)."""
    m = len(K)
    columns = []
    for y in Y.T:
        H = y[:, None] * K * y
        T = np.zeros((2 * m + 2, 2 * m + 2))
        T[0, 2 : m + 2] = T[2 : m + 2, 0] = y
        T[1, m + 2 :] = T[m + 2 :, 1] = y
        T[2 : m + 2, 2 : m + 2] = T[m + 2 :, m + 2 :] = np.eye(m) / gamma
        T[2 : m + 2, m + 2 :], T[m + 2 :, 2 : m + 2] = H, H.T
        r = np.ones(2 * m + 2)
        r[:2] = 0.0
        columns.append(np.linalg.solve(T, r)[2 : m + 2] * y)
    return np.column_stack(columns)


def seconds(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def dense(m: int = 2000, classes: int = 7) -> None:
    """A random asymmetric K."""
    rng = np.random.default_rng(0)
    K = rng.standard_normal((m, m)) / np.sqrt(m) + 0.1
    Y = np.where(rng.integers(classes, size=m)[:, None] == np.arange(classes), 1.0, -1.0)
    gamma = 0.3
    with_condition, without, peers = [], [], []
    for _ in range(REPEATS):
        peers.append(seconds(lambda: naive(K, Y, gamma)))
        with_condition.append(seconds(lambda: solve_askls(K, Y, gamma=gamma, solver="dense").condition))
        without.append(seconds(lambda: solve_askls(K, Y, gamma=gamma, damping=1e-300, solver="iterative")))
    difference = np.abs(naive(K, Y, gamma) - solve_askls(K, Y, gamma=gamma).a).max()
    peer = statistics.median(peers)
    print(f"dense m = {m}, {classes} classes; largest difference of a: {difference:.1e}")
    print(f"  naive, a system per class        {peer:8.3f} s")
    for name, times in (("dense, condition included", with_condition), ("MINRES on dense products", without)):
        ours = statistics.median(times)
        print(f"  {name:32s} {ours:8.3f} s   {peer / ours:7.1f} times faster")


def cora(folder: Path) -> None:
    """Training block of Cora, K = D^-1 (A + I), gamma 1, damping 1."""
    with np.load(folder / "graphs" / "cora.npz", allow_pickle=False) as data:
        edges, labels = data["edges"], data["labels"].astype(int)
    n = len(labels)
    adjacency = sp.csr_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(n, n))
    train = np.sort(np.random.default_rng(0).permutation(n)[: int(0.6 * n)])
    K = GraphKernel(adjacency)(train, train)
    Y = np.where(labels[train][:, None] == np.arange(7), 1.0, -1.0)
    ours = statistics.median(seconds(lambda: solve_askls(K, Y, gamma=1.0, damping=1.0)) for _ in range(7))
    peer = seconds(lambda: naive(K.toarray(), Y, 1.1))
    print(f"Cora, {len(train)} training nodes, 7 classes")
    print(f"  naive, a system per class        {peer:8.3f} s")
    print(f"  sparse                           {ours:8.3f} s   {peer / ours:7.1f} times faster")


if __name__ == "__main__":
    dense()
    if os.environ.get("ASKCORE_DATA"):
        cora(Path(os.environ["ASKCORE_DATA"]))
    else:
        print("Cora: skipped, ASKCORE_DATA is not set")
