"""Direct solves with the core zeta + P H P: one factorisation, dense or sparse, for all right-hand sides.

Dense: for the saddle core [[zeta, Kc], [Kc^T, zeta]] the second block is eliminated,

    (zeta I - Kc Kc^T/zeta) a = r_a - Kc r_c/zeta,        c = (r_c - Kc^T a)/zeta,

m x m instead of 2m + 2, with the *centred* K: the uncentred Schur complement can be singular where the system is not.
Sparse: the bordered matrix is factorised, because centring K would fill it. [[H + zeta, E], [E^T, 0]] [x; *] = [R; 0]
gives exactly the centred x. Refinement by products with K wins back what a factorisation lost: dense elimination loses
twice the digits of gamma * sigma_1(Kc).
"""

from __future__ import annotations

import warnings

import numpy as np
import scipy.sparse as sp
from scipy.linalg import LinAlgWarning, lu_factor, lu_solve
from scipy.sparse.linalg import splu

from askcore._lazy import cached_property
from askcore._validation import check_memory, fits_memory
from askcore.solvers.systems.bordered import CoreSolve
from askcore.solvers.systems.krylov import lanczos
from askcore.solvers.systems.system import SaddleSystem, System

# Residual of the end Ritz value, relative: sigma_1 is then right to half of that, mostly to 1e-4.
TOP_ACCURACY = 1e-2
MAX_STEPS = 8
ENOUGH = 8 * np.finfo(float).eps  # backward error of a stable factorisation: nothing left to win


def dense_memory(m: int, damped: bool) -> float:
    """Bytes of K, its centred copy, the Schur complement and its factor."""
    return 8.0 * m * m * (7 if damped else 4)


class DenseFactor:
    """The m x m matrix that remains of zeta + P H P, factorised when it is first solved with.

    By LU even where it is positive definite: OpenBLAS's threaded Cholesky gains little on two cores and takes ten times
    as long when they are busy.
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
        self.extremes = self._extremes(system) if np.isrealobj(zeta) else None

    def _remaining(self) -> np.ndarray:
        if self.saddle:
            left = self.Kc @ self.Kc.T  # numpy sees the transpose and computes one triangle only
            left = left / -self.zeta if np.iscomplexobj(self.zeta) else np.divide(left, -self.zeta, out=left)
        else:
            left = self.Kc.astype(np.result_type(self.zeta, float))
        left[np.diag_indices_from(left)] += self.zeta
        return left

    def _extremes(self, system: System) -> tuple[float, float]:
        """Smallest and largest eigenvalue on centred vectors, as Ritz values: never beyond the true ones."""
        left = self._left
        assert left is not None
        if len(left) == 1:  # no centred vector but zero: K has no part in the core
            return float(self.zeta.real), float(self.zeta.real)
        end = 0 if self.saddle else -1  # the saddle's smallest value holds the largest singular value

        def converged(values: np.ndarray, residuals: np.ndarray) -> bool:
            scale = abs(self.zeta - values[0]) if self.saddle else np.abs(values).max()
            return bool(residuals[end] <= TOP_ACCURACY * scale)

        start = system.centred(np.random.default_rng(0).standard_normal((1, len(left), 1)))[0, :, 0]
        values, _ = lanczos(lambda x: left @ x, start, 40, stop=converged)
        return float(values[0]), float(values[-1])

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


class SparseFactor:
    """LU factorisation of the bordered sparse matrix at ``zeta``; raises LinAlgError where it is singular."""

    def __init__(self, system: System, zeta: complex | float) -> None:
        p, m = system.blocks, system.m
        # In the order of ``system``, the border last: minimum degree looks at a full column for every node of it.
        self.order = np.append(system.order, np.arange(p * m, p * m + p))
        border = sp.block_diag([sp.coo_array(system.root[:, None])] * p, format="csc")
        core = system.sparse() + sp.diags_array(np.full(p * m, zeta))
        T = sp.csc_array(sp.block_array([[core, border], [border.T, None]]))
        try:
            # The matrix is symmetric: the off-diagonal pivot is taken only where the diagonal one would cost more than
            # three digits.
            self.lu = splu(
                sp.csc_array(T[self.order][:, self.order]),
                permc_spec="NATURAL",
                diag_pivot_thresh=1e-3,
                options={"SymmetricMode": True, "Equil": False},
            )
        except RuntimeError as error:  # SuperLU: "Factor is exactly singular"
            raise np.linalg.LinAlgError("the system is exactly singular") from error
        self.dtype = np.result_type(zeta, float)
        self.centred = system.centred

    def solve(self, R: np.ndarray) -> np.ndarray:
        """x (blocks, m, k) with (zeta + P H P) x = R for centred R."""
        p, m, k = R.shape
        right = np.zeros((p * m + p, k), dtype=self.dtype)
        right[: p * m] = R.reshape(p * m, k)
        found = np.empty_like(right)
        found[self.order] = self.lu.solve(right[self.order])
        return self.centred(found[: p * m].reshape(p, m, k))


def refine(core: CoreSolve, system: System, zeta: complex | float, R: np.ndarray) -> tuple[np.ndarray, float]:
    """x with (zeta + P H P) x = R, refined until that stops helping, and its relative residual.

    The residual is |R - (zeta + P H P) x| / (|R| + |zeta x| + |P H P x| + h |x|) of the worst column, h the size of K's
    mean: rounding in products with K does not fall below eps h |x|.
    """
    mean_size = float(np.linalg.norm(system.border_products)) / np.sqrt(system.mass)
    R = system.centred(R)  # what rounding left of a mean is out of reach
    x, correction, best = np.zeros(R.shape), core(R), np.inf
    for _ in range(MAX_STEPS):
        trial = system.centred(x + correction)
        product = system.centred_product(trial)
        residual = R - (zeta * trial + product)
        scale = _norm(R) + (abs(zeta) + mean_size) * _norm(trial) + _norm(product)
        error = float(np.max(_norm(residual) / np.maximum(scale, np.finfo(float).tiny)))
        if not error < best:
            return x, best
        x, gained, best = trial, best / max(error, np.finfo(float).tiny), error
        if error < ENOUGH or gained < 2:
            break
        correction = core(residual)
    return x, best


def _norm(z: np.ndarray) -> np.ndarray:
    return np.sqrt(np.einsum("pmk,pmk->k", z, z.conj()).real)
