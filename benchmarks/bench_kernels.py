"""Each kernel of vectors against its peer: medians of the ratios of paired runs, n = m = 4,000, d = 50.

Peers: scikit-learn's function where it has one, SciPy's cdist with the map where it has none, and RBF for SNE, T and
attention, which are as much work. The bound is 1.5 throughout, and the process fails past it. Runs alternate, so
that a busy spell hits both alike. Everything runs on one BLAS thread unless OPENBLAS_NUM_THREADS says otherwise.
``python benchmarks/bench_kernels.py rbf sne`` runs some.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import (
    laplacian_kernel,
    linear_kernel,
    polynomial_kernel,
    rbf_kernel,
    sigmoid_kernel,
)

from askcore.kernels import KERNELS

SIZE, FEATURES, REPEATS, BOUND = 4000, 50, 7, 1.5
SIGMA = 7.0  # about sqrt(d): kernel values of ordinary size, where exp is neither quick nor slow


def tl1_by_cdist(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """max(rho - d, 0) in place."""
    d = cdist(X, Z, "cityblock")
    np.subtract(0.7 * X.shape[1], d, out=d)
    return np.maximum(d, 0.0, out=d)


def rbf(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
    """Ours, the yardstick of the kernels normalised over a reference set."""
    return KERNELS["rbf"](X, Z, sigma=SIGMA)


# label: (kernel, parameters, name of the peer, the peer)
PAIRS: dict[str, tuple[str, dict[str, object], str, Callable[[np.ndarray, np.ndarray], np.ndarray]]] = {
    "linear": ("linear", {}, "scikit-learn", linear_kernel),
    "polynomial": (
        "polynomial",
        {"degree": 3},
        "scikit-learn",
        lambda X, Z: polynomial_kernel(X, Z, degree=3, gamma=1.0, coef0=1.0),
    ),
    "tanh": (
        "tanh",
        {"c": 0.02},
        "scikit-learn",
        lambda X, Z: sigmoid_kernel(X, Z, gamma=0.02, coef0=0.0),
    ),
    "rbf": ("rbf", {"sigma": SIGMA}, "scikit-learn", lambda X, Z: rbf_kernel(X, Z, gamma=1 / SIGMA**2)),
    "laplacian": (
        "laplacian",
        {"sigma": SIGMA**2},
        "scikit-learn",
        lambda X, Z: laplacian_kernel(X, Z, gamma=1 / SIGMA**2),
    ),
    "tl1": ("tl1", {}, "cdist and the map", tl1_by_cdist),
    "sne": ("sne", {"sigma": SIGMA}, "our rbf", rbf),
    "t": ("t", {}, "our rbf", rbf),
    "attention": ("attention", {}, "our rbf", rbf),
    "attention, PCA": ("attention", {"projection": "pca"}, "our rbf", rbf),
}


def seconds(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def paired(ours: Callable[[], object], peer: Callable[[], object]) -> tuple[float, float, float]:
    """Median seconds of both, and the median ratio of runs beside each other; first come and last take turns."""
    ours(), peer()  # pages of memory, caches
    times = []
    for turn in range(REPEATS):
        if turn % 2:
            second = seconds(peer)
            times.append((seconds(ours), second))
        else:
            first = seconds(ours)
            times.append((first, seconds(peer)))
    a, b = zip(*times, strict=True)
    return statistics.median(a), statistics.median(b), statistics.median(x / y for x, y in times)


def main(wanted: list[str]) -> int:
    """Print a line per kernel; 1 if one is past its bound."""
    rng = np.random.default_rng(0)
    X, Z = rng.standard_normal((2, SIZE, FEATURES))
    slow = []
    print(f"n = m = {SIZE}, d = {FEATURES}, {REPEATS} paired runs, bound {BOUND}")
    for label, (name, params, rival, peer) in PAIRS.items():
        if wanted and name not in wanted:
            continue
        ours, theirs, ratio = paired(
            lambda name=name, params=params: KERNELS[name](X, Z, **params),
            lambda peer=peer: peer(X, Z),
        )
        print(f"{label:15s} {ours:.3f} s, {rival} {theirs:.3f} s: {ratio:.2f} times")
        if ratio > BOUND:
            slow.append(label)
    if slow:
        print("Past the bound:", ", ".join(slow))
    return bool(slow)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
