"""AsK-LS against the naive ways: ratios within one run, medians of alternating repetitions.

1. Dense, seven classes, against one (2m + 2) system per class with the labels inside, as published.
2. The published stacked protocol on Cora against dense (2m + 2) systems for every fold and class.
3. Fifty gammas with leave-one-out for seven classes against one singular value decomposition.
4. The published stacked protocol on Pubmed: time and peak memory of a process of its own.
5. 100,000 samples with 300 landmarks: time and peak memory of a process of its own.
6. ``solver="auto"`` against the direct solver and MINRES: random digraphs, public graphs, a dense table.
7. The same fits with weights of the samples, against those without: at most 1.2 times.

2 and 4 need the public graphs under ASKCORE_DATA and are skipped without. Everything runs on one BLAS thread
unless OPENBLAS_NUM_THREADS says otherwise: threads that wait for a core would measure the load. It is printed.
``python benchmarks/bench_askls.py 1 3`` runs parts.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import scipy.linalg
import scipy.sparse as sp
from sklearn.model_selection import train_test_split

from askcore import AsKLSClassifier
from askcore.kernels import GraphKernel
from askcore.solvers import gamma_path, solve_askls

REPEATS = 5


def naive_system(K: np.ndarray, y: np.ndarray, gamma: float) -> tuple[np.ndarray, np.ndarray]:
    """Matrix and right-hand side of one class (He et al. 2022, eq. 6)."""
    m = len(K)
    H = y[:, None] * K * y
    T = np.zeros((2 * m + 2, 2 * m + 2))
    T[0, 2 : m + 2] = T[2 : m + 2, 0] = y
    T[1, m + 2 :] = T[m + 2 :, 1] = y
    T[2 : m + 2, 2 : m + 2] = T[m + 2 :, m + 2 :] = np.eye(m) / gamma
    T[2 : m + 2, m + 2 :], T[m + 2 :, 2 : m + 2] = H, H.T
    r = np.ones(2 * m + 2)
    r[:2] = 0.0
    return T, r


def naive(K: np.ndarray, Y: np.ndarray, gamma: float) -> np.ndarray:
    """a of every class, each from its own system."""
    m = len(K)
    return np.column_stack([np.linalg.solve(*naive_system(K, y, gamma))[2 : m + 2] * y for y in Y.T])


def naive_damped(K: np.ndarray, y: np.ndarray, gamma: float, damping: float) -> np.ndarray:
    """(T'T + lambda I)^-1 T'r of one class, as the authors' code solves it."""
    T, r = naive_system(K, y, gamma)
    return np.linalg.solve(T.T @ T + damping * np.eye(len(T)), T.T @ r)


def seconds(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def alternating(*works: Callable[[], object], repeats: int = REPEATS) -> list[float]:
    """Median seconds of each, taken in turns so that a busy spell hits all alike."""
    times = [[seconds(work) for work in works] for _ in range(repeats)]
    return [statistics.median(column) for column in zip(*times, strict=True)]


def labelled(rng: np.random.Generator, m: int, classes: int) -> tuple[np.ndarray, np.ndarray]:
    """Random classes, and one column of -1 and +1 for each."""
    y = rng.integers(classes, size=m)
    return y, np.where(y[:, None] == np.arange(classes), 1.0, -1.0)


def dense(m: int = 2000, classes: int = 7) -> None:
    """A random asymmetric K, below all resonances and amid them."""
    rng = np.random.default_rng(0)
    K = rng.standard_normal((m, m)) / np.sqrt(m) + 0.1
    _, Y = labelled(rng, m, classes)
    for gamma, where in ((0.3, "below the resonances"), (1.0, "amid them")):
        peer, ours = alternating(
            lambda gamma=gamma: naive(K, Y, gamma),
            lambda gamma=gamma: solve_askls(K, Y, gamma=gamma, damping="auto", solver="dense").condition,
            repeats=3,
        )
        a = naive(K, Y, gamma)
        apart = np.abs(a - solve_askls(K, Y, gamma=gamma).a).max() / np.abs(a).max()
        print(
            f"1. dense, m = {m}, {classes} classes, gamma {gamma:g}, {where}; relative difference of a {apart:.0e}"
        )
        print(
            f"   a system per class {peer:.3f} s, ours with the condition {ours:.3f} s: {peer / ours:.1f} times"
        )


def graph(name: str) -> tuple[GraphKernel, np.ndarray, np.ndarray, np.ndarray] | None:
    """Kernel D^-1 (A + I), labels, and a 60/40 split; None where the data are not there."""
    folder = os.environ.get("ASKCORE_DATA")
    if not folder:
        return None
    with np.load(Path(folder) / "graphs" / f"{name}.npz", allow_pickle=False) as data:
        edges, labels = data["edges"], data["labels"].astype(int)
    adjacency = sp.csr_array((np.ones(len(edges)), edges.T), shape=2 * [len(labels)])
    train, test = train_test_split(np.arange(len(labels)), train_size=0.6, stratify=labels, random_state=0)
    return GraphKernel(adjacency), labels, train, test


def stacked(kernel: GraphKernel, labels: np.ndarray, train: np.ndarray, test: np.ndarray) -> float:
    """Micro F1 of the published protocol: gamma 1, damping 1, ten folds, a logistic regression per class."""
    model = AsKLSClassifier(kernel, gamma=1.0, damping=1.0, merge="stack", cv=10, random_state=0)
    return model.fit(train, labels[train]).score(test, labels[test])


def cora(folds: int = 10, classes: int = 7) -> None:
    """One naive system is timed and counted folds x classes times; regressions count for ours only."""
    found = graph("cora")
    if found is None:
        print("2. Cora: skipped, ASKCORE_DATA is not set")
        return
    kernel, labels, train, _ = found
    fit = train[: int(len(train) * (1 - 1 / folds))]
    K, y = kernel(fit, fit).toarray(), np.where(labels[fit] == 3, 1.0, -1.0)
    stacked(*found)  # imports and caches
    undamped, damped, ours = alternating(
        lambda: np.linalg.solve(*naive_system(K, y, 1.1)),
        lambda: naive_damped(K, y, 1.0, 1.0),
        lambda: stacked(*found),
    )
    print(
        f"2. Cora, stacked, {folds} folds and {classes} classes; {folds * classes} naive solves extrapolated from one"
    )
    for name, one in (("dense solve", undamped), ("damped solve as published", damped)):
        peer = folds * classes * one
        print(f"   {name} {one:.3f} s, all {peer:.1f} s; ours {ours:.3f} s: {peer / ours:.0f} times")


def path(m: int = 1500, classes: int = 7, gammas: int = 50) -> None:
    """Everything that gamma_path returns, against the decomposition it stands on."""
    rng = np.random.default_rng(0)
    K = rng.standard_normal((m, m)) / np.sqrt(m) + 0.1
    y, _ = labelled(rng, m, classes)
    along = np.geomspace(0.01, 100, gammas)
    svd, plain, damped = alternating(
        lambda: scipy.linalg.svd(K, check_finite=False),
        lambda: gamma_path(K, y, along),
        lambda: gamma_path(K, y, along, damping=0.1),
        repeats=3,
    )
    print(f"3. {gammas} gammas with leave-one-out, m = {m}, {classes} classes; one svd {svd:.3f} s")
    print(
        f"   undamped {plain:.3f} s: {plain / svd:.2f} times the svd; damped {damped:.3f} s: {damped / svd:.2f} times"
    )


def pubmed() -> None:
    """Eleven fits and the regressions, from the kernel matrix on."""
    found = graph("pubmed")
    if found is None:
        print("4. Pubmed: skipped, ASKCORE_DATA is not set")
        return
    taken = sorted(seconds(lambda: stacked(*found)) for _ in range(3))
    print(
        f"4. Pubmed, stacked, {len(found[2]):,} training nodes: {taken[1]:.2f} s (fastest {taken[0]:.2f} s)"
    )


def landmarks(kernel: str, m: int = 100_000, features: int = 10) -> None:
    """Fit, and predict a tenth."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((m, features))
    y = np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] > 0
    model = AsKLSClassifier(
        kernel, kernel_params={"sigma": 3.0}, gamma=1e3, damping=0.01, n_landmarks=300, random_state=0
    )
    taken = seconds(lambda: model.fit(X, y))
    new = rng.standard_normal((m // 10, features))
    right = np.mean(model.predict(new) == (np.sin(2 * new[:, 0]) + new[:, 1] * new[:, 2] > 0))
    print(
        f"5. {kernel}, {m:,} samples, 300 landmarks: fit {taken:.1f} s, accuracy on new samples {right:.3f}"
    )


def choosing() -> None:
    """The solver that is chosen, and how many times it is as fast as each of the two it chooses between."""
    rng = np.random.default_rng(0)
    cases: dict[str, tuple[object, int]] = {}
    for links in (2.5, 4.0):
        m = 4500
        S = sp.random_array((m, m), density=links / m, rng=rng) + sp.eye_array(m)
        cases[f"random digraph, {links:g} links a node"] = sp.diags_array(1.0 / S.sum(axis=1)) @ S, 5
    X = rng.standard_normal((2000, 20))
    near = np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2) / 20)
    cases["SNE of a table"] = near / near.sum(axis=1, keepdims=True), 3
    for name in ("cora", "citeseer", "amazon_photo"):
        found = graph(name)
        if found is not None:
            kernel, labels, train, _ = found
            cases[name] = kernel(train, train), len(np.unique(labels))
    print("6. chosen by itself: times as fast as the direct solver, as MINRES (of 3,000 steps at most)")
    for name, (K, classes) in cases.items():
        m = K.shape[0]
        _, Y = labelled(rng, m, classes)
        direct = "sparse" if sp.issparse(K) else "dense"
        for gamma, damping in ((10.0, 0.1), (100.0, 0.01), (0.1, 0.0)):
            works = [
                partial(solve_askls, K, Y, gamma=gamma, damping=damping, solver=solver, quiet=True)
                for solver in ("auto", direct, "iterative")
            ]
            ours, factor, steps = alternating(*works, repeats=3)
            chosen = works[0]().solver
            print(
                f"   {name}, m = {m:,}, gamma {gamma:g}, lambda {damping:g}: {chosen}, {ours:.2f} s; "
                f"{factor / ours:.1f} and {steps / ours:.1f} times"
            )


def weighted() -> None:
    """Weights of one, so that both solve the same system, in as many steps."""
    print("7. With weights against without (at most 1.2 times)")
    rng = np.random.default_rng(0)
    K = rng.normal(size=(1500, 1500)) / 40
    S = sp.csr_array(sp.random_array((5000, 5000), density=0.001, rng=rng))
    for name, matrix, solver, damping in (
        ("dense", K, "dense", 0.0),
        ("dense, damped", K, "dense", 0.1),
        ("symmetric", K + K.T, "dense", 0.1),
        ("sparse", S, "sparse", 0.1),
        ("MINRES", S, "iterative", 0.1),
    ):
        _, Y = labelled(rng, matrix.shape[0], 7)
        fit = partial(solve_askls, matrix, Y, gamma=0.3, damping=damping, solver=solver, quiet=True)
        without, with_weights = alternating(fit, partial(fit, sample_weight=np.ones(len(Y))), repeats=5)
        print(f"   {name}: {without:.3f} s, with weights {with_weights / without:.2f} times")


PARTS: dict[str, Callable[[], None]] = {
    "1": dense,
    "2": cora,
    "3": path,
    "4": pubmed,
    "5": lambda: landmarks("rbf"),
    "5-sne": lambda: landmarks("sne"),
    "6": choosing,
    "7": weighted,
}


def main(parts: list[str]) -> None:
    """Each part in a process of its own, so that its peak memory is its own."""
    if len(parts) == 2 and parts[0] == "--alone":
        warnings.simplefilter("ignore")
        PARTS[parts[1]]()
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        if parts[1][0] in "45":
            print(f"   peak memory {peak / 1e9:.2f} GB")
        return
    environment = {"OPENBLAS_NUM_THREADS": "1", **os.environ}
    for part in parts or PARTS:
        subprocess.run([sys.executable, __file__, "--alone", part], check=True, env=environment)
        threads = environment["OPENBLAS_NUM_THREADS"]
        load = f"   load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {threads} BLAS thread(s)"
        print(load, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
