"""A few steps of Lanczos with full reorthogonalisation, for extremes and for what lies near a point.

Solver floor.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.linalg import eigh_tridiagonal

__all__ = ["lanczos", "largest_magnitude"]


def lanczos(
    apply: Callable[[np.ndarray], np.ndarray],
    start: np.ndarray,
    steps: int,
    *,
    stop: Callable[[np.ndarray, np.ndarray], bool] | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ritz values (j,), their residual norms (j,) and Ritz vectors (n, j) of a symmetric operator on (n,).

    Runs at most ``steps`` steps, fewer where the Krylov space is exhausted or ``stop(values, residuals)``
    says that it is enough.
    """
    basis = np.empty((min(steps, start.size) + 1, start.size))
    basis[0] = start / np.linalg.norm(start)
    alpha: list[float] = []
    beta: list[float] = []
    while True:
        j = len(alpha)
        u = apply(basis[j])
        alpha.append(float(basis[j] @ u))
        for _ in range(2):  # twice is enough
            u -= basis[: j + 1].T @ (basis[: j + 1] @ u)
        beta.append(float(np.linalg.norm(u)))
        values, y = eigh_tridiagonal(np.array(alpha), np.array(beta[:-1]))
        residuals = beta[-1] * np.abs(y[-1])
        scale = np.abs(values).max()
        done = j + 1 == len(basis) - 1 or beta[-1] <= 1e-14 * scale or not np.isfinite(beta[-1])
        if done or (stop is not None and stop(values, residuals)):
            return values, residuals, basis[: j + 1].T @ y
        basis[j + 1] = u / beta[-1]


def largest_magnitude(
    apply: Callable[[np.ndarray], np.ndarray], start: np.ndarray, *, steps: int = 40, tol: float = 1e-3
) -> tuple[float, np.ndarray]:
    """The eigenvalue of largest magnitude of a symmetric operator, to relative ``tol``, and its vector.

    The value is a Ritz value: never larger in magnitude than the true one.
    """

    def converged(values: np.ndarray, residuals: np.ndarray) -> bool:
        top = int(np.argmax(np.abs(values)))
        # The error of a Ritz value is quadratic in its residual where the value is isolated.
        return bool(residuals[top] <= np.sqrt(tol) * abs(values[top]) * 0.1)

    values, _, vectors = lanczos(apply, start, steps, stop=converged)
    top = int(np.argmax(np.abs(values)))
    return float(values[top]), vectors[:, top]
