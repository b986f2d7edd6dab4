"""KSVD and the asymmetric Nystroem method against the usual solvers: ratios within one run, equal or smaller error.

a. The exact structured top-20 SVD of Pubmed's SNE matrix, build included, against the dense matrix with
   scikit-learn's randomized_svd and with ARPACK.
b. K(X, X) of 20,000 rows and 50 Gaussian columns of scales 0.8^k, RBF and SNE, sigma^2 = median squared distance,
   rank 20, uncentred: asymmetric Nystroem to subspace error 0.1 on both sides against randomized_svd of the full
   matrix brought to the same error, kernel evaluation included on both sides.
c. With the matrix given, the paper's comparison (Tao et al. 2023, tables 4 and 5): SNE, rank 20,
   sigma^2 = k^2 M var(A); samples, or oversampling of randomised SVD, grow until eta is at most 0.1 or 0.01, and the
   final run is timed. Row = cited paper; on Pubmed the other orientation too, where uniform sampling fails.

a and c need the public graphs under ASKCORE_DATA and are skipped without. Peak memory is read before the rival's dense
matrix is built. One BLAS thread unless OPENBLAS_NUM_THREADS says otherwise. Beside each eta stands the scale-free
subspace error. ``python benchmarks/bench_ksvd.py a b-sne c-cora`` runs parts.
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
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import svds
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.utils.extmath import randomized_svd

from askcore.operators import as_operator, graph_kernel_operator
from askcore.solvers import (
    Nystroem,
    SingularTriplets,
    asymmetric_nystroem,
    eta,
    kernel_operator,
    subspace_error,
    truncated_svd,
)

RANK = 20
REPEATS = 5
BANDWIDTH = {"cora": 1.0, "citeseer": 1.0, "pubmed": 0.5}
Solve = Callable[[int], SingularTriplets]
PUBLISHED = {"cora": (1.71, 1.39), "citeseer": (2.14, 1.66), "pubmed": (32.5, 8.83)}


def timed(work: Callable[[], Any], repeats: int = 1) -> tuple[float, Any]:
    """Median seconds and the last result."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return statistics.median(times), result


def peak_memory() -> float:
    """Most bytes that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def triplets(found: tuple[np.ndarray, np.ndarray, np.ndarray]) -> SingularTriplets:
    """u, s, vt of a rival, in descending order."""
    u, s, vt = found
    order = np.argsort(s)[::-1]
    return SingularTriplets(s[order], u[:, order], vt[order].T, "rival")


def errors(exact: SingularTriplets, found: SingularTriplets) -> tuple[float, float, float]:
    """eta, and the subspace errors left and right."""
    return (
        eta(exact, found),
        subspace_error(exact.left, found.left),
        subspace_error(exact.right, found.right),
    )


def words(error: tuple[float, float, float]) -> str:
    """The errors in a line."""
    return f"eta {error[0]:.1e}, subspace error {error[1]:.1e} / {error[2]:.1e}"


def graph(name: str) -> sp.csr_array | None:
    """A[cited, citing] = 1, or None where the data are not there."""
    folder = os.environ.get("ASKCORE_DATA")
    if not folder:
        print(f"   {name}: skipped, ASKCORE_DATA is not set")
        return None
    with np.load(Path(folder) / "graphs" / f"{name}.npz", allow_pickle=False) as data:
        edges, nodes = data["edges"], len(data["labels"])
    return sp.csr_array((np.ones(len(edges)), (edges[:, 1], edges[:, 0])), shape=(nodes, nodes))


def bandwidth(A: sp.csr_array, k: float) -> float:
    """sigma with sigma^2 = k^2 M var(A)."""
    mean = A.mean()
    return k * np.sqrt(A.shape[1] * (A.power(2).mean() - mean**2))


def dense_sne(A: sp.csr_array, sigma: float) -> np.ndarray:
    """SNE of rows against columns as an array, from the sparse products and in place: 8 N^2 bytes."""
    K = (A @ A).toarray()
    K *= 2.0
    K -= np.asarray(A.power(2).sum(axis=1)).ravel()[:, None]
    K -= np.asarray(A.power(2).sum(axis=0)).ravel()[None, :]
    K /= sigma**2
    np.exp(K, out=K)
    K /= K.sum(axis=1)[:, None]
    return K


def structured() -> None:
    """a. Both rivals include the build of the dense matrix."""
    print(f"a. Pubmed, SNE, exact top-{RANK} SVD, build included")
    A = graph("pubmed")
    if A is None:
        return
    sigma = bandwidth(A, BANDWIDTH["pubmed"])
    ours, found = timed(
        lambda: truncated_svd(graph_kernel_operator(A, "sne", sigma=sigma), RANK, random_state=0), REPEATS
    )
    print(f"   structured {ours:.3f} s ({found.solver}), peak memory {peak_memory() / 1e6:.0f} MB")
    build, K = timed(lambda: dense_sne(A, sigma))
    random, rival = timed(lambda: triplets(randomized_svd(K, RANK, random_state=0)))
    lanczos, exact = timed(lambda: triplets(svds(K, k=RANK, solver="arpack", random_state=0)))
    print(f"   dense build {build:.2f} s, randomized_svd {random:.2f} s ({words(errors(exact, rival))})")
    print(f"   dense build + randomized_svd / structured: {(build + random) / ours:.1f} times")
    print(f"   dense build + ARPACK ({lanczos:.2f} s) / structured: {(build + lanczos) / ours:.1f} times")
    print(
        f"   structured against dense ARPACK: {words(errors(exact, found))}, peak {peak_memory() / 1e9:.2f} GB"
    )


def dense_table(X: np.ndarray, kernel: str, sigma: float) -> np.ndarray:
    """The full kernel matrix by row blocks, in place."""
    n = len(X)
    K = np.empty((n, n))
    for start in range(0, n, 500):
        block = K[start : start + 500]
        block[:] = euclidean_distances(X[start : start + 500], X, squared=True)
        block /= -(sigma**2)
        np.exp(block, out=block)
        if kernel == "sne":
            block /= block.sum(axis=1)[:, None]
    return K


def table(kernel: str, n: int = 20_000, features: int = 50, target: float = 0.1) -> None:
    """b. Ours first, all sizes, then the full matrix tells which of them reached the target."""
    print(
        f"b. {kernel}, {n:,} x {features} table, rank {RANK}, subspace error at most {target:g} on both sides"
    )
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, features)) * 0.8 ** np.arange(features)
    some = rng.choice(n, 1000, replace=False)
    apart = euclidean_distances(X[some], squared=True)[np.triu_indices(1000, 1)]
    sigma = float(np.sqrt(np.median(apart)))

    def sampled(**options: Any) -> Nystroem:
        G = kernel_operator(kernel, X, X, {"sigma": sigma}, lazy=True)
        return asymmetric_nystroem(G, RANK, random_state=0, **options)

    sampled(n_rows=50)  # imports
    sizes = {m: timed(lambda m=m: sampled(n_rows=m), 3) for m in (100, 150, 200, 250, 300, 400, 500)}
    grown = timed(lambda: sampled(tolerance=target), 3)
    peak = peak_memory()
    build, K = timed(lambda: dense_table(X, kernel, sigma))
    exact = triplets(svds(K, k=RANK, solver="arpack", random_state=0))
    for iterations in range(10):
        random, rival = timed(
            lambda k=iterations: triplets(randomized_svd(K, RANK, n_iter=k, random_state=0))
        )
        reached = errors(exact, rival)
        if max(reached[1:]) <= target:
            break
    full = build + random
    print(
        f"   full matrix {build:.2f} s + randomized_svd, {iterations} iterations, {random:.2f} s: {words(reached)}"
    )
    judged = {m: (seconds, errors(exact, found)) for m, (seconds, found) in sizes.items()}
    m = min((m for m in judged if max(judged[m][1][1:]) <= target), default=max(judged))
    seconds, error = judged[m]
    print(f"   Nystroem, {m} rows and columns, {seconds:.3f} s: {words(error)}: {full / seconds:.1f} times")
    seconds, found = grown
    print(
        f"   Nystroem, tolerance {target:g}, grown to {found.steps[-1].n_rows}, {seconds:.3f} s: "
        f"{words(errors(exact, found))}: {full / seconds:.1f} times"
    )
    print(f"   peak memory, Nystroem {peak / 1e6:.0f} MB, full matrix {peak_memory() / 1e9:.2f} GB")


def given(name: str, orientation: str = "cited") -> None:
    """c. The matrix is in memory; neither side pays for it."""
    print(f"c. {name}, row = {orientation} paper, SNE matrix given, rank {RANK}")
    A = graph(name)
    if A is None:
        return
    A = A if orientation == "cited" else sp.csr_array(A.T)
    sigma = bandwidth(A, BANDWIDTH[name])
    exact = truncated_svd(graph_kernel_operator(A, "sne", sigma=sigma), RANK, random_state=0)
    K = dense_sne(A, sigma)
    G = as_operator(K)  # checks every entry, once
    small = len(K) < 10_000
    repeats = REPEATS if small else 1

    def nystroem(sampling: str, oversampling: int | None) -> Solve:
        return lambda m: asymmetric_nystroem(
            G, RANK, n_rows=m, sampling=sampling, oversampling=oversampling, random_state=0
        )

    def rival(iterations: int | str) -> Solve:
        return lambda p: triplets(randomized_svd(K, RANK, n_oversamples=p, n_iter=iterations, random_state=0))

    samples = [
        m
        for m in (20, 40, 80, 160, 320, 480, 640, 800, 960, 1120, 1280, 1600, 1920)
        if m <= (1920 if small else 640)
    ]
    ours = {
        "uniform samples, published form": nystroem("uniform", 0),
        "uniform samples": nystroem("uniform", None),
    }
    if small:
        ours["cross samples"] = nystroem("cross", None)
    rivals = {"scikit-learn's iterations": rival("auto"), "no iterations": rival(0)}
    oversampling = [0, 5, 10, 20, 40, 80, 160]
    for goal, published in zip((0.1, 0.01), PUBLISHED[name], strict=True):
        print(f"   eta {goal:g}")
        times = {}
        if orientation == "cited":
            for what, solve in rivals.items():
                size, seconds, error = until(solve, exact, goal, oversampling, repeats)
                times[what] = seconds
                print(f"     randomised SVD, {what}, oversampling {size}: {seconds:.4f} s, {words(error)}")
        for what, solve in ours.items():
            size, seconds, error = until(solve, exact, goal, samples, repeats)
            factors = " and ".join(f"{there / seconds:.2f}" for there in times.values())
            verdict = f": {factors} times (published {published:g})" if error[0] <= goal else ": NOT REACHED"
            if orientation != "cited" and error[0] <= goal:
                verdict = ""
            print(f"     Nystroem, {size} {what}: {seconds:.4f} s, {words(error)}{verdict}", flush=True)


def until(
    solve: Solve, exact: SingularTriplets, goal: float, sizes: list[int], repeats: int
) -> tuple[int, float, tuple[float, float, float]]:
    """Grow until eta is at most the goal, or to the last size; size, median seconds and errors of the final run."""
    for size in sizes:
        seconds, found = timed(lambda size=size: solve(size))
        if eta(exact, found) <= goal:
            break
    if repeats > 1:
        seconds, found = timed(lambda: solve(size), repeats)
    return size, seconds, errors(exact, found)


PARTS: dict[str, Callable[[], None]] = {
    "a": structured,
    "b-rbf": lambda: table("rbf"),
    "b-sne": lambda: table("sne"),
    "c-cora": lambda: given("cora"),
    "c-citeseer": lambda: given("citeseer"),
    "c-pubmed": lambda: given("pubmed"),
    "c-pubmed-other": lambda: given("pubmed", "citing"),
}


def main(parts: list[str]) -> None:
    """Each part in a process of its own, so that its peak memory is its own; "b" runs all that start with b."""
    if len(parts) == 2 and parts[0] == "--alone":
        warnings.simplefilter("ignore")
        PARTS[parts[1]]()
        return
    environment = {"OPENBLAS_NUM_THREADS": "1", **os.environ}
    for part in PARTS:
        if not parts or any(part.startswith(asked) for asked in parts):
            subprocess.run([sys.executable, __file__, "--alone", part], check=True, env=environment)
            threads = environment["OPENBLAS_NUM_THREADS"]
            load = f"   load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {threads} BLAS thread(s)"
            print(load, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
