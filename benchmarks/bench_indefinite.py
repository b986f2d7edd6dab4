"""Kernel PCA and LS-SVM with indefinite kernels against the plain ways: ratios within one run.

a. Top 10 of the centred TL1 matrix of 5,000 samples, kernel evaluation left out on both sides: KernelPCA's solver
   against all eigenpairs by scipy.linalg.eigh.
b. Leave-one-out of 40 gammas of an LS-SVM on 400 samples from one decomposition, against refits (a tenth of the
   samples at one gamma, scaled up).
c. Ten folds at 15 gammas in closed form against a solve for each.
d. Negative eigenvalues and their energy of a graph of 5,000 nodes and 50,000 links by quadrature, against all
   eigenvalues by numpy.linalg.eigvalsh.

One BLAS thread unless OPENBLAS_NUM_THREADS says otherwise. ``python benchmarks/bench_indefinite.py a b`` runs parts.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from askcore.kernels import KERNELS, GraphKernel
from askcore.operators import CenteredOperator
from askcore.solvers import (
    known_zeros,
    lssvm_folds_out,
    lssvm_gamma_path,
    signed_sums,
    solve_lssvm,
    symmetric_eigenpairs,
)

SIZE, RANK = 5000, 10


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds and the result."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def matrix(m: int, n: int = 10) -> tuple[np.ndarray, np.ndarray]:
    """A TL1 matrix with negative eigenvalues, and two classes."""
    X = np.random.default_rng(0).random((m, n))
    return KERNELS["tl1"](X, X, rho=0.3 * n), np.where(X[:, 0] + X[:, 1] ** 2 > 0.8, 1.0, -1.0)


def report(what: str, quick: float, slow: float, error: float) -> None:
    """One line: seconds of both, their ratio, and how far the results are apart."""
    print(f"{what}: {quick:.2f} s against {slow:.1f} s, {slow / quick:.0f} times as fast; {error:.0e} apart")


def part_a() -> None:
    """Top-k against the full decomposition."""
    K, _ = matrix(SIZE)
    quick, found = timed(lambda: symmetric_eigenpairs(CenteredOperator(K), RANK))

    def everything() -> Any:
        Kc = K - K.mean(axis=0)
        Kc -= Kc.mean(axis=1, keepdims=True)
        return scipy.linalg.eigh(Kc, driver="evd", overwrite_a=True, check_finite=False)

    full, (values, _) = timed(everything)
    exact = values[np.argsort(-np.abs(values))[:RANK]]
    error = float(np.abs(found.values - exact).max() / np.abs(exact).max())
    report(f"a. top {RANK} of {SIZE:,} by {found.solver}", quick, full, error)


def part_b() -> None:
    """Leave-one-out along gamma against refits."""
    K, y = matrix(400)
    gammas = np.geomspace(0.01, 100, 40)
    quick, path = timed(lambda: lssvm_gamma_path(K, y, gammas, damping=0.1))
    left = range(0, len(y), 10)

    def refits() -> list[float]:
        out = []
        for i in left:
            rest = np.delete(np.arange(len(y)), i)
            found = solve_lssvm(K[np.ix_(rest, rest)], y[rest], gamma=float(gammas[20]), damping=0.1)
            out.append(float(K[i, rest] @ found.a[:, 0] + found.b_source[0]))
        return out

    slow, out = timed(refits)
    error = float(np.abs(np.array(out) - path.loo[20, list(left), 0]).max())
    slow *= 10 * len(gammas)
    report(f"b. leave-one-out at {len(gammas)} gammas", quick, slow, error)


def part_c() -> None:
    """Ten folds along gamma against solves."""
    K, y = matrix(1000)
    gammas = np.geomspace(0.01, 100, 15).tolist()
    folds = np.array_split(np.random.default_rng(1).permutation(len(y)), 10)
    quick, closed = timed(lambda: lssvm_folds_out(K, y, gammas, folds, damping=0.1))

    def solves() -> float:
        worst = 0.0
        for fold in folds:
            rest = np.setdiff1d(np.arange(len(y)), fold)
            for g, gamma in enumerate(gammas):
                found = solve_lssvm(K[np.ix_(rest, rest)], y[rest], gamma=gamma, damping=0.1)
                f = K[np.ix_(fold, rest)] @ found.a[:, 0] + found.b_source[0]
                worst = max(worst, float(np.abs(f - closed[g, fold, 0]).max()))
        return worst

    slow, error = timed(solves)
    report(f"c. ten folds at {len(gammas)} gammas", quick, slow, error)


def part_d() -> None:
    """Stochastic Lanczos quadrature against all eigenvalues."""
    ends = np.random.default_rng(0).integers(0, SIZE, (2, 10 * SIZE))
    A = sp.csr_array((np.ones(10 * SIZE), tuple(ends)), shape=(SIZE, SIZE))
    K = GraphKernel(A).all_columns(np.arange(SIZE))
    S = sp.csr_array((K + K.T) / 2)
    quick, found = timed(lambda: signed_sums(S, zeros=known_zeros(S)))
    full, values = timed(lambda: np.linalg.eigvalsh(S.toarray()))
    below = values[values < 0]
    counted = (found.negative.value - len(below)) / found.negative.error
    energy = float((below**2).sum() / (values**2).sum())
    print(
        f"d. signs of {SIZE:,} eigenvalues: {quick:.2f} s against {full:.1f} s, {full / quick:.0f} times as fast; "
        f"{found.negative.value:,.0f} +- {found.negative.error:.0f} negative of {len(below):,} ({counted:+.1f} standard"
        f" errors), energy {found.negative_energy.value:.2%} +- {found.negative_energy.error:.2%} of {energy:.2%}"
    )


if __name__ == "__main__":
    parts = {"a": part_a, "b": part_b, "c": part_c, "d": part_d}
    for name in sys.argv[1:] or list(parts):
        parts[name]()
