r"""The leading singular triplets from few products with many columns at once: block Lanczos with thick restarts.

Solver floor. For matrices on other machines, where a product costs a journey whatever its columns. With orthonormal
bases V and U such that G V = U B, a step takes G V_j and G^T U_j: B = X S Y^T gives the Ritz triplets (U X, S, V Y),
for which G v = s u holds exactly; G^T u - s v is V_{j+1} R, the part of G^T U_j outside of V, times the last rows of X.
Past a few blocks the leading Ritz vectors are kept, B becomes diagonal, and V_{j+1} goes on (Golub, Luk and Overton
1981; Baglama and Reichel 2005). B is the whole U^T G V, so that restarts and rounding need no case of their own.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse.linalg import LinearOperator

from askcore.solvers.svd._factors import svd, thin_qr

__all__ = ["block_lanczos", "is_small"]

SETTLED = 1e-12  # residual over the largest value
BESIDE = 10  # columns of a block beside those asked for
BLOCKS = 3  # of the basis, past which it restarts
STEPS = 300
NOTHING = 1e-13  # share of a block below which a direction of it is rounding

Triple = tuple[np.ndarray, np.ndarray, np.ndarray]


def is_small(shape: tuple[int, int], rank: int) -> bool:
    """Whether the bases would fill the shorter side (min(N, M) columns): then all of the matrix takes no more room."""
    return min(shape) <= (BLOCKS + 1) * (rank + BESIDE)


def block_lanczos(
    G: LinearOperator, rank: int, rng: np.random.RandomState, *, tol: float = SETTLED, steps: int = STEPS
) -> tuple[Triple, float]:
    """u (N, rank), s descending and vt (rank, M) of an operator that is not small, and max |G^T u - s v| / s_1.

    Two products a step, of rank + 10 columns; it ends once the residual is at most ``tol``, or after ``steps``.
    """
    n, m = G.shape
    width = rank + BESIDE
    U, V, B = np.zeros((n, 0)), np.zeros((m, 0)), np.zeros((0, 0))
    new = thin_qr(rng.standard_normal((m, width)))[0]
    for _ in range(steps):
        product = np.asarray(G @ new)
        added, _ = _outside(U, product, rng)
        U, V = np.hstack([U, added]), np.hstack([V, new])
        B = np.hstack([np.vstack([B, np.zeros((width, B.shape[1]))]), U.T @ product])
        new, R = _outside(V, np.asarray(G.T @ added), rng)
        x, s, yt = svd(B)
        residual = float(np.linalg.norm(R @ x[-width:, :rank], axis=0).max())
        if residual <= tol * s[0]:
            break
        if V.shape[1] == BLOCKS * width:
            U, V, B = U @ x[:, :width], V @ yt[:width].T, np.diag(s[:width])
            x, yt = np.eye(width), np.eye(width)
    vt = (V @ yt[:rank].T).T
    return (U @ x[:, :rank], s[:rank], vt), residual / float(s[0]) if s[0] > 0 else 0.0


def _outside(basis: np.ndarray, A: np.ndarray, rng: np.random.RandomState) -> tuple[np.ndarray, np.ndarray]:
    """Orthonormal Q beside a basis, and R, with A = basis (basis^T A) + Q R.

    Directions of which nothing but rounding is left would point anywhere, into the basis as well: random ones stand in.
    """
    size = np.linalg.norm(A)
    Q, R = thin_qr(A - basis @ (basis.T @ A))
    x, s, yt = svd(R)
    Q, R = Q @ x, s[:, None] * yt
    gone = s <= NOTHING * size
    Q[:, gone], R[gone] = rng.standard_normal((len(Q), int(gone.sum()))), 0.0
    Q, step = thin_qr(Q - basis @ (basis.T @ Q))
    return Q, step @ R
