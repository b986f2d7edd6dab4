r"""AsK-LS on a low-rank kernel matrix K = A B: no m x m matrix anywhere.

Solver floor. With thin QR of the centred factors, P A = Q_a R_a and (B P)^T = Q_b R_b, the centred K has the
SVD (Q_a U') S (Q_b V')^T with U' S V'^T that of R_a R_b^T. Modes outside have singular value zero, where the
core is zeta: everything of the dense SVD solver holds with r modes, in O(m r^2) and m r memory.

Used for the fixed-size method: K = K[:, J] K[J, J]^+ K[J, :] in the span of sampled rows and columns.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.linalg

from askcore._validation import read_only
from askcore.operators import LowRankOperator
from askcore.solvers.svd._factors import thin_qr
from askcore.solvers.systems.bordered import CoreSolve, shift, solve_bordered
from askcore.solvers.systems.conditioning import Condition, with_border
from askcore.solvers.systems.dual import (
    Damping,
    DualSolution,
    check_regularisation,
    decide_damping,
    right_sides,
    told,
)
from askcore.solvers.systems.spectral import real_times
from askcore.solvers.systems.system import SaddleSystem

__all__ = ["solve_low_rank"]


def solve_low_rank(
    K: LowRankOperator,
    Y: np.ndarray,
    *,
    gamma: float = 1.0,
    damping: Damping = 0.0,
    sample_weight: Any = None,
    quiet: bool = False,
) -> DualSolution:
    """The AsK-LS dual for a kernel matrix K = A B of low rank.

    Parameters
    ----------
    K : (m, m) operator of rank r.
    Y : (m,) or (m, k) right-hand sides, usually -1 and +1.
    gamma : positive weight of the errors.
    damping : lambda >= 0, or "auto", as in ``solve_askls``.
    sample_weight, quiet : as in ``solve_askls``.

    Returns
    -------
    DualSolution : as of ``solve_askls``, at O(m r^2) and m r memory.

    Raises
    ------
    ValueError : gamma not positive, lambda or a weight negative.
    numpy.linalg.LinAlgError : damping is 0 and the system is singular.
    """
    check_regularisation(gamma, damping)
    system = SaddleSystem(K, sample_weight)
    Y = right_sides(Y, system.m)
    Qa, Ra = thin_qr(_centred_factor(system, K.A))
    Qb, Rb = thin_qr(_centred_factor(system, K.B.T))
    u, s, vt = scipy.linalg.svd(Ra @ Rb.T, full_matrices=False, check_finite=False)
    found = with_border(
        _condition(s, gamma, system.m),
        system,
        1.0 / gamma,
        lambda: _nearest((Qa, u), s, (Qb, vt.T), 1.0 / gamma),
    )
    lam, note = decide_damping(damping, found, gamma)
    zeta = shift(gamma, lam)
    core = _core((Qa, u), s, (Qb, vt.T), zeta)
    z, b = solve_bordered(system, core, system.right(Y), zeta)
    solution = DualSolution(
        a=read_only(system.root[:, None] * z[0]),
        c=read_only(system.root[:, None] * z[1]),
        b_source=read_only(b[0]),
        b_target=read_only(b[1]),
        damping=lam,
        solver="landmarks",
        iterations=0,
        residual=0.0,
        symmetric=False,
        notes=() if note is None else (note,),
        _system=system,
        _gamma=gamma,
        _condition=found,
    )
    return told(solution, quiet)


def _centred_factor(system: SaddleSystem, A: np.ndarray) -> np.ndarray:
    """P D A, (m, r)."""
    DA = system.root[:, None] * A
    DA -= system.root[:, None] * system.mean(DA)
    return DA


def _core(
    left: tuple[np.ndarray, np.ndarray],
    s: np.ndarray,
    right: tuple[np.ndarray, np.ndarray],
    zeta: complex | float,
) -> CoreSolve:
    """R/zeta, corrected inside the span of the modes U = Q u (``left``) and V (``right``), never formed."""
    (Qa, u_small), (Qb, v_small) = left, right
    sigma = s[:, None]
    det = (zeta - sigma) * (zeta + sigma)

    def solve(R: np.ndarray) -> np.ndarray:
        u, v = u_small.T @ (Qa.T @ R[0]), v_small.T @ (Qb.T @ R[1])
        a = (zeta * u - sigma * v) / det - u / zeta
        c = (zeta * v - sigma * u) / det - v / zeta
        x = R / zeta
        x[0] += real_times(Qa, u_small @ a)
        x[1] += real_times(Qb, v_small @ c)
        return x

    return solve


def _nearest(
    left: tuple[np.ndarray, np.ndarray], s: np.ndarray, right: tuple[np.ndarray, np.ndarray], shift: float
) -> np.ndarray:
    """The core's unit vector whose singular value is nearest to ``shift``, (2, m, 1)."""
    k = int(np.abs(shift - s).argmin())
    u, v = (Q @ small[:, k] for Q, small in (left, right))
    return np.stack([u, -v])[:, :, None] / np.sqrt(2.0)


def _condition(s: np.ndarray, gamma: float, m: int) -> Condition:
    # Centred vectors have m - 1 modes: what A B does not reach has singular value zero.
    dimension = max(m - 1, 1)
    modes = s[:dimension] if len(s) >= dimension else np.append(s, 0.0)
    return Condition.of_eigenvalues(1.0 / gamma + np.concatenate([modes, -modes]))
