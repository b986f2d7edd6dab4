"""Iterative refinement: what a factorisation lost, products with K itself win back.

Solver floor. Dense elimination works with Kc Kc^T and so loses twice the digits of gamma * sigma_1(Kc);
sparse elimination pivots little. A residual costs two products with K, next to nothing beside the factor.
"""

from __future__ import annotations

import numpy as np

from askcore.solvers.systems.bordered import CoreSolve
from askcore.solvers.systems.system import System, centred

__all__ = ["refine"]

MAX_STEPS = 8
ENOUGH = 8 * np.finfo(float).eps  # backward error of a stable factorisation: nothing left to win


def refine(core: CoreSolve, system: System, zeta: complex | float, R: np.ndarray) -> tuple[np.ndarray, float]:
    """x with (zeta + P H P) x = R, refined until that stops helping, and its relative residual.

    The residual is |R - (zeta + P H P) x| / (|R| + |zeta x| + |P H P x| + h |x|) of the worst column. Here h
    is the size of K's mean: rounding in products with K does not fall below eps h |x|.
    """
    mean_size = float(np.linalg.norm(system.border_products)) / np.sqrt(system.m)
    R = centred(R)  # what rounding left of a mean is out of reach
    x, correction, best = np.zeros(R.shape), core(R), np.inf
    for _ in range(MAX_STEPS):
        trial = centred(x + correction)
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
