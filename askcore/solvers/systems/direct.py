"""Dense solves with the centred core zeta + P H P, by one factorisation for all right-hand sides.

Solver floor. For the saddle core [[zeta, Kc], [Kc^T, zeta]] the second block is eliminated:

    (zeta I - Kc Kc^T/zeta) a = r_a - Kc r_c/zeta,        c = (r_c - Kc^T a)/zeta,

m x m instead of 2m + 2, with the *centred* K: the uncentred Schur complement can be singular where the
system is not (at gamma = 1/sigma_1(K) it has condition 2e15 against 7).
"""

from __future__ import annotations

import warnings
from functools import cached_property

import numpy as np
from scipy.linalg import LinAlgWarning, lu_factor, lu_solve

from askcore._validation import check_memory, fits_memory
from askcore.solvers._lanczos import lanczos
from askcore.solvers.systems.system import SaddleSystem, System, centred

__all__ = ["DenseFactor", "dense_memory", "fits_dense"]

TOP_ACCURACY = (
    1e-2  # residual of the end Ritz value, relative: sigma_1 is then right to half of that, mostly to 1e-4
)


def dense_memory(m: int, damped: bool) -> float:
    """Forecast in bytes: K, its centred copy, the Schur complement and its factor."""
    return 8.0 * m * m * (7 if damped else 4)


class DenseFactor:
    """The m x m matrix that remains of zeta + P H P, factorised when it is first solved with.

    By LU also where it is positive definite: OpenBLAS's threaded Cholesky gains little on two cores and
    takes ten times as long when they are busy. Before that, a few Lanczos steps on it tell its extremes.
    """

    def __init__(self, system: System, zeta: complex | float) -> None:
        check_memory(
            dense_memory(system.m, damped=np.iscomplexobj(zeta)),
            f"The dense solve for {system.m:,} samples",
            "Use solver='iterative', which needs products only.",
        )
        self.zeta = zeta
        self.saddle = isinstance(system, SaddleSystem)
        self.Kc = system.dense_centred()
        self._left: np.ndarray | None = self._remaining()
        self.extremes = self._extremes() if np.isrealobj(zeta) else None

    def _remaining(self) -> np.ndarray:
        if self.saddle:
            left = self.Kc @ self.Kc.T  # numpy sees the transpose and computes one triangle only
            left = left / -self.zeta if np.iscomplexobj(self.zeta) else np.divide(left, -self.zeta, out=left)
        else:
            left = self.Kc.astype(np.result_type(self.zeta, float))
        left[np.diag_indices_from(left)] += self.zeta
        return left

    def _extremes(self) -> tuple[float, float]:
        """Smallest and largest eigenvalue on centred vectors, as Ritz values: never beyond the true ones."""
        left = self._left
        assert left is not None
        end = 0 if self.saddle else -1  # the saddle's smallest value holds the largest singular value

        def settled(values: np.ndarray, residuals: np.ndarray) -> bool:
            scale = abs(self.zeta - values[0]) if self.saddle else np.abs(values).max()
            return bool(residuals[end] <= TOP_ACCURACY * scale)

        start = centred(np.random.default_rng(0).standard_normal((1, len(left), 1)))[0, :, 0]
        values, _, _ = lanczos(lambda x: left @ x, start, 40, stop=settled)
        return float(values[0]), float(values[-1])

    @property
    def largest_singular(self) -> float:
        """sigma_1 of Kc, for the saddle system at a real zeta."""
        assert self.extremes is not None
        zeta = float(np.real(self.zeta))
        return float(np.sqrt(max(zeta * (zeta - self.extremes[0]), 0.0)))

    @cached_property
    def _factor(self) -> tuple[np.ndarray, np.ndarray]:
        """The factor; the matrix itself is overwritten."""
        left, self._left = self._left, None
        assert left is not None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LinAlgWarning)  # a zero pivot is reported by ``singular``
            # Symmetric, so the transpose is the same matrix, in the order that LAPACK overwrites.
            return lu_factor(left.T, overwrite_a=True, check_finite=False)

    @property
    def singular(self) -> bool:
        """Whether a pivot was exactly zero."""
        return bool(np.any(np.diagonal(self._factor[0]) == 0.0))

    def solve_schur(self, r: np.ndarray) -> np.ndarray:
        """x (m, k) with (zeta I - Kc Kc^T/zeta) x = r, or (zeta I + Kc) x = r for the LS-SVM."""
        return lu_solve(self._factor, r, check_finite=False)

    def solve(self, R: np.ndarray) -> np.ndarray:
        """x (blocks, m, k) with (zeta + P H P) x = R for centred R."""
        if not self.saddle:
            return self.solve_schur(R[0])[None]
        a = self.solve_schur(R[0] - self.Kc @ R[1] / self.zeta)
        return np.stack([a, (R[1] - self.Kc.T @ a) / self.zeta])


def fits_dense(system: System, damped: bool = False, share: float = 0.7) -> bool:
    """Whether the dense solve takes at most ``share`` of the free memory."""
    return fits_memory(dense_memory(system.m, damped), share)
