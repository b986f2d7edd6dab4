"""Kernel PCA and LS-SVM with indefinite kernels against the plain ways.

- pca: top 10 of the centred TL1 matrix of 5,000 samples, kernel evaluation left out on both sides: KernelPCA's solver
  against all eigenpairs by scipy.linalg.eigh.
- left_out: leave-one-out of 40 gammas of an LS-SVM on 400 samples from one decomposition, against refits (a tenth of
  the samples at one gamma, counted for all).
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import scipy.linalg

from askcore.kernels import KERNELS
from askcore.operators import CenteredOperator
from askcore.solvers import lssvm_gamma_path, solve_lssvm, symmetric_eigenpairs
from benchmarks.measure import compare, run, sized

SIZE, RANK = sized(5000, 90), sized(10, 3)


def matrix(m: int, n: int = 10) -> tuple[np.ndarray, np.ndarray]:
    """A TL1 matrix with negative eigenvalues, and two classes."""
    X = np.random.default_rng(0).random((m, n))
    return KERNELS["tl1"](X, X, rho=0.3 * n), np.where(X[:, 0] + X[:, 1] ** 2 > 0.8, 1.0, -1.0)


def pca() -> None:
    """Top-k against the full decomposition."""
    K, _ = matrix(SIZE)

    def everything() -> Any:
        Kc = K - K.mean(axis=0)
        Kc -= Kc.mean(axis=1, keepdims=True)
        return scipy.linalg.eigh(Kc, driver="evd", overwrite_a=True, check_finite=False)[0]

    found = compare(
        "indefinite.pca",
        ours=lambda: symmetric_eigenpairs(CenteredOperator(K), RANK),
        full=everything,
        note=f"top {RANK} of {SIZE:,}",
    ).results
    exact = found["full"][np.argsort(-np.abs(found["full"]))[:RANK]]
    print(f"   apart: {np.abs(found['ours'].values - exact).max() / np.abs(exact).max():.0e}")


def left_out() -> None:
    """Along gamma against refits."""
    K, y = matrix(sized(400, 60))
    gammas = np.geomspace(0.01, 100, sized(40, 4))
    left, middle = list(range(0, len(y), 10)), len(gammas) // 2

    def refits() -> list[float]:
        out = []
        for i in left:
            rest = np.delete(np.arange(len(y)), i)
            found = solve_lssvm(K[np.ix_(rest, rest)], y[rest], gamma=float(gammas[middle]), damping=0.1)
            out.append(float(K[i, rest] @ found.a[:, 0] + found.b_source[0]))
        return out

    found = compare(
        "indefinite.left_out",
        ours=partial(lssvm_gamma_path, K, y, gammas, damping=0.1),
        refits=refits,
        counted={"refits": 10 * len(gammas)},
        note=f"{len(y)} samples, {len(gammas)} gammas",
    ).results
    print(f"   apart: {np.abs(np.array(found['refits']) - found['ours'].loo[middle, left, 0]).max():.0e}")


if __name__ == "__main__":
    run({each.__name__: each for each in (pca, left_out)})
