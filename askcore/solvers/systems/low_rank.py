"""AsK-LS on a low-rank kernel matrix K = A B, as of the fixed-size method: no m x m matrix anywhere.

The rows of A and the columns of B are features of the samples, so it is ``solvers.moments`` with one chunk: O(m r^2).
What is left is the dual, row by row, from w_s = B c and w_t = A^T a:

    a = v (y - A w_s - b_s)/zeta,   c = v (y - B^T w_t - b_t)/zeta.

A symmetric K = A S A^T, S a diagonal of signs, is sent to the LS-SVM system: alpha = v (y - A S w - b)/zeta twice.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from askcore._validation import as_weights, read_only
from askcore.operators import LowRankOperator
from askcore.solvers.moments import Moments, solve_sums
from askcore.solvers.systems.bordered import shift
from askcore.solvers.systems.dual import Damping, DualSolution, check_regularisation, right_sides
from askcore.solvers.systems.spectral import real_times
from askcore.solvers.systems.system import SaddleSystem


def solve_low_rank(
    K: LowRankOperator,
    Y: np.ndarray,
    *,
    gamma: float = 1.0,
    damping: Damping = 0.0,
    sample_weight: ArrayLike | None = None,
    signs: np.ndarray | None = None,
) -> DualSolution:
    """The AsK-LS dual for a kernel matrix K = A B (m, m) of rank r, as of ``solve_askls``, at O(m r^2) and m r memory.

    ``signs`` (r,): B = (A signs)^T, for a K that is known to be symmetric (the caller checks).
    """
    check_regularisation(gamma, damping)
    system = SaddleSystem(K, sample_weight)
    Y = right_sides(Y, system.m)
    moments = Moments.of(K.A, K.B.T if signs is None else None, Y, sample_weight)
    (w_s, w_t), (b_s, b_t), lam, found, note = solve_sums(moments, gamma, damping, signs)
    zeta = shift(gamma, lam)

    def dual(Z: np.ndarray, w: np.ndarray, b: np.ndarray) -> np.ndarray:
        z = ((Y - real_times(Z, w) - b) / zeta).real
        return read_only(z if sample_weight is None else as_weights(sample_weight, system.m)[:, None] * z)

    a = dual(K.A, w_s, b_s)
    return DualSolution(
        a=a,
        c=a if signs is not None else dual(K.B.T, w_t, b_t),
        b_source=read_only(b_s.real.copy()),
        b_target=read_only(b_t.real.copy()),
        damping=lam,
        solver="landmarks",
        iterations=0,
        residual=0.0,
        symmetric=signs is not None,
        notes=() if note is None else (note,),
        _system=system,
        _gamma=gamma,
        _condition=found,
    )
