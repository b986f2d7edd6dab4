r"""The eight corners of a cube under the TL1 kernel, where a squared distance is negative.

Corners are coloured like a chessboard, so that neighbours differ. K depends on the number of edges
between two corners alone; its eigenvector of the two colours has the eigenvalue

    k(0) - 3 k(1) + 3 k(2) - k(3),   k(d) = max(rho - d, 0),

which is negative for 1.5 < rho < 3, and twice the squared distance of the centres of the two colours.
Two corners never have a negative squared distance: K(u, u) = rho is the largest entry.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from askcore._validation import read_only
from askcore.experiments.matrix.signed import SignedLength, SignedParts, signed_length, signed_parts
from askcore.kernels.scale import REACH
from askcore.kernels.vectors import tl1
from askcore.solvers import correct_spectrum, solve_lssvm

UNDECIDED = 1e-9


@dataclass(frozen=True, eq=False)
class CubeView:
    """The cube under one rho (in edges), before and after one correction of the spectrum.

    ``distance``, ``after`` : the squared distance of the centres of the two colours; ``decisions`` (8,) of an LS-SVM on
    the corrected matrix, times the colours: above zero is right; ``is_minimum``: its stationary point is no saddle.
    """

    rho: float
    correction: str
    plain: SignedParts
    corrected: SignedParts
    distance: SignedLength
    after: SignedLength
    decisions: np.ndarray
    is_minimum: bool

    @property
    def right(self) -> int:
        """Corners that the LS-SVM decides correctly."""
        return int((self.decisions > UNDECIDED).sum())


def cube_corners() -> tuple[np.ndarray, np.ndarray]:
    """The corners of a cube of side 1, (8, 3), and their colours, (8,) of -1 and 1: neighbours differ."""
    corners = np.indices((2, 2, 2)).reshape(3, 8).T.astype(float)
    return corners, 2.0 * (corners.sum(axis=1) % 2) - 1.0


def cube_view(bandwidth: float, correction: str = "keep", *, gamma: float = 10.0) -> CubeView:
    """The corners under the TL1 kernel, with a corrected spectrum (Huang et al. 2017, eq. 3 to 8)."""
    corners, colours = cube_corners()
    rho = bandwidth * REACH.of(corners)
    K = tl1(corners, corners, rho=rho)
    matrix = correct_spectrum(K, correction).matrix
    plain, corrected = map(signed_parts, (K, matrix))
    solution = solve_lssvm(matrix, colours, gamma=gamma)
    decisions = matrix @ solution.a[:, 0] + solution.b_source[0]
    distance, after = (signed_length(parts, colours / 4) for parts in (plain, corrected))
    right, minimum = read_only(decisions * colours), _is_minimum(corrected, gamma)
    return CubeView(rho, correction, plain, corrected, distance, after, right, minimum)


def _is_minimum(parts: SignedParts, gamma: float) -> bool:
    """Whether 1/2 (|w+|^2 - |w-|^2) + gamma/2 sum (y - z+ w+ - z- w- - b)^2 is convex: one Hessian everywhere."""
    space = parts.space
    terms = np.column_stack([space.points, np.ones(len(space.points))])
    hessian = np.diag([*space.signs, 0.0]) + gamma * terms.T @ terms
    return bool(np.linalg.eigvalsh(hessian)[0] >= 0)
