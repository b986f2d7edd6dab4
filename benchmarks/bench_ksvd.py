"""KSVD and the asymmetric Nystroem method against the usual solvers, at equal or smaller error.

- structured: the exact structured top-20 SVD of Pubmed's SNE matrix, build included, against the dense matrix with
  scikit-learn's randomized_svd and with ARPACK.
- table: K(X, X) of 20,000 rows and 50 Gaussian columns of scales 0.8^k, RBF and SNE, sigma^2 = median squared distance,
  rank 20, uncentred: asymmetric Nystroem to subspace error 0.1 on both sides against randomized_svd of the full
  matrix brought to the same error, kernel evaluation included on both sides.
- given: with the matrix given, the paper's comparison (Tao et al. 2023, tables 4 and 5, whose speed-ups are quoted):
  SNE, rank 20, sigma^2 = k^2 M var(A); samples, or oversampling of randomised SVD, grow until eta is at most 0.1 or
  0.01, and that run is timed. Row = cited paper; on Pubmed the other orientation too, where uniform sampling fails.

structured and given need the public graphs under ASKCORE_DATA and are skipped without. Peak memory is read before the
rival's dense matrix is built. Beside each eta stands the scale-free subspace error.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import svds
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.utils.extmath import randomized_svd

from askcore.operators import as_operator, graph_kernel_operator
from askcore.solvers import asymmetric_nystroem, eta, subspace_error, truncated_svd
from askcore.solvers.kernel_matrices import kernel_operator
from askcore.solvers.nystroem.asymmetric import Nystroem
from askcore.solvers.svd.singular import SingularTriplets
from benchmarks.measure import compare, peak_memory, public_graph, record, run, sized, timed

RANK = sized(20, 3)
BANDWIDTH = {"cora": 1.0, "citeseer": 1.0, "pubmed": 0.5}
Solve = Callable[[int], SingularTriplets]
PUBLISHED = {"cora": (1.71, 1.39), "citeseer": (2.14, 1.66), "pubmed": (32.5, 8.83)}


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
    found = public_graph(name)
    return found and sp.csr_array(found[0].T)


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
    """Both rivals include the build of the dense matrix."""
    A = graph("pubmed")
    if A is None:
        return
    sigma = bandwidth(A, BANDWIDTH["pubmed"])

    def ours() -> SingularTriplets:
        return truncated_svd(graph_kernel_operator(A, "sne", sigma=sigma), RANK, random_state=0)

    solver = ours().solver
    record(
        "ksvd.structured.peak_memory",
        peak_memory() / 1e9,
        "GB",
        note="of the process, before a dense matrix is built",
    )
    found = compare(
        "ksvd.structured",
        ours=ours,
        randomized=lambda: triplets(randomized_svd(dense_sne(A, sigma), RANK, random_state=0)),
        arpack=lambda: triplets(svds(dense_sne(A, sigma), k=RANK, solver="arpack", random_state=0)),
        note=f"top {RANK} of Pubmed's SNE matrix, build included, ours by {solver}",
    ).results
    for name in ("ours", "randomized"):
        print(f"   {name} against dense ARPACK: {words(errors(found['arpack'], found[name]))}")
    record(
        "ksvd.structured.dense_peak_memory", peak_memory() / 1e9, "GB", note="of the process, with the rivals"
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


def table(kernel: str, n: int = sized(20_000, 300), features: int = 50, target: float = 0.1) -> None:
    """The full matrix tells which sample size reaches the target."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, features)) * 0.8 ** np.arange(features)
    some = rng.choice(n, min(n, 1000), replace=False)
    apart = euclidean_distances(X[some], squared=True)[np.triu_indices(len(some), 1)]
    sigma = float(np.sqrt(np.median(apart)))

    def sampled(**options: Any) -> Nystroem:
        G = kernel_operator(kernel, X, X, {"sigma": sigma}, lazy=True)
        return asymmetric_nystroem(G, RANK, random_state=0, **options)

    def full(iterations: int) -> SingularTriplets:
        return triplets(
            randomized_svd(dense_table(X, kernel, sigma), RANK, n_iter=iterations, random_state=0)
        )

    sizes = sized((100, 150, 200, 250, 300, 400, 500), (20, 100))
    found = {m: sampled(n_rows=m) for m in sizes}
    grown = timed(lambda: sampled(tolerance=target), 5)
    record(
        f"ksvd.table_{kernel}.peak_memory",
        peak_memory() / 1e9,
        "GB",
        note="of the process, before the full matrix",
    )
    K = dense_table(X, kernel, sigma)
    exact = triplets(svds(K, k=RANK, solver="arpack", random_state=0))
    iterations = next(
        k
        for k in range(10)
        if k == 9
        or max(errors(exact, triplets(randomized_svd(K, RANK, n_iter=k, random_state=0)))[1:]) <= target
    )
    del K
    m = next((m for m in sizes if max(errors(exact, found[m])[1:]) <= target), sizes[-1])
    print(f"   {kernel}, {n:,} x {features}, {m} rows and columns: {words(errors(exact, found[m]))}")
    print(f"   grown to {grown.result.steps[-1].n_rows}: {words(errors(exact, grown.result))}")
    note = f"rank {RANK}, subspace error at most {target:g}; randomized_svd with {iterations} iterations"
    taken = compare(
        f"ksvd.table_{kernel}",
        ours=lambda: sampled(n_rows=m),
        full=lambda: full(iterations),
        note=f"{n:,} rows, {note}, {m} rows and columns sampled",
    )
    record(
        f"ksvd.table_{kernel}.full_over_grown",
        taken.seconds["full"] / grown.seconds,
        runs=grown.runs,
        seconds={"ours": grown.seconds, "full": taken.seconds["full"]},
        note="the sample grown to its tolerance; medians, not in turns",
    )


def given(name: str, orientation: str = "cited") -> None:
    """The matrix is in memory; neither side pays for it."""
    A = graph(name)
    if A is None:
        return
    A = A if orientation == "cited" else sp.csr_array(A.T)
    sigma = bandwidth(A, BANDWIDTH[name])
    exact = truncated_svd(graph_kernel_operator(A, "sne", sigma=sigma), RANK, random_state=0)
    K = dense_sne(A, sigma)
    G = as_operator(K)  # checks every entry, once
    small = len(K) < 10_000

    def nystroem(sampling: str, oversampling: int | None, m: int) -> SingularTriplets:
        return asymmetric_nystroem(
            G, RANK, n_rows=m, sampling=sampling, oversampling=oversampling, random_state=0
        )

    def rival(iterations: int | str, p: int) -> SingularTriplets:
        return triplets(randomized_svd(K, RANK, n_oversamples=p, n_iter=iterations, random_state=0))

    steps = (20, 40, 80, 160, 320, 480, 640, 800, 960, 1120, 1280, 1600, 1920)
    samples = sized([m for m in steps if m <= (1920 if small else 640)], [20, 60])
    ours = {
        "published_form": partial(nystroem, "uniform", 0),
        "uniform": partial(nystroem, "uniform", None),
        "cross": partial(nystroem, "cross", None),
    }
    rivals = {"sklearn": partial(rival, "auto"), "no_iterations": partial(rival, 0)}
    for goal, published in zip((0.1, 0.01), PUBLISHED[name], strict=True):
        sizes = {
            each: until(solve, exact, goal, [0, 5, 10, 20, 40, 80, 160]) for each, solve in rivals.items()
        }
        for what, solve in ours.items():
            if what == "cross" and not small:
                continue
            m = until(solve, exact, goal, samples)
            error = errors(exact, solve(m))
            reached = "" if error[0] <= goal else "NOT REACHED: "
            compare(
                f"ksvd.given.{name}{'' if orientation == 'cited' else '_other'}.{what}.eta_{goal:g}".replace(
                    "0.", "0_"
                ),
                ours=partial(solve, m),
                note=f"{m} samples: {reached}{words(error)}; oversampling {sizes}",
                published=published if orientation == "cited" else None,
                **{each: partial(rivals[each], sizes[each]) for each in rivals},
            )


def until(solve: Solve, exact: SingularTriplets, goal: float, sizes: list[int]) -> int:
    """The first size at which eta is at most the goal, or the last."""
    return next((size for size in sizes if eta(exact, solve(size)) <= goal), sizes[-1])


if __name__ == "__main__":
    run(
        {
            "structured": structured,
            "table-rbf": lambda: table("rbf"),
            "table-sne": lambda: table("sne"),
            **{f"given-{name}": lambda name=name: given(name) for name in PUBLISHED},
            "given-pubmed-other": lambda: given("pubmed", "citing"),
        }
    )
