"""Kernels that count walks on a small graph, with its arrows and without them.

Experiment floor. S holds the links; a power of S counts the walks of one length, the other kernels add up all lengths.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import read_only
from askcore.kernels import GRAPH_KERNELS, GraphKernel


@dataclass(frozen=True, eq=False)
class WalkKernel:
    """A kernel (N, N) of walks of a length, or with a beta: ``amount``.

    ``pair`` : the two nodes u, v for which K(u, v) exceeds K(v, u) most, the first such pair.
    """

    matrix: np.ndarray
    amount: float
    pair: tuple[int, int]

    @property
    def forth(self) -> float:
        """K(u, v) of the pair."""
        return float(self.matrix[self.pair])

    @property
    def back(self) -> float:
        """K(v, u) of the pair."""
        return float(self.matrix[self.pair[::-1]])

    @property
    def is_symmetric(self) -> bool:
        """Whether every pair has the same entry both ways, up to rounding."""
        return bool(np.allclose(self.matrix, self.matrix.T))


def walk_kernel(adjacency: Any, kind: str, amount: float, *, directed: bool = True) -> WalkKernel:
    """A kernel of walks, of plain links: no self-loops, rows as they are (Zaki and Meira, section 5.4.2)."""
    plain: dict[str, Any] = {
        "orientation": "out" if directed else "both",
        "self_loops": False,
        "normalize": False,
    }
    if GRAPH_KERNELS[kind].bounded:
        half = float(GraphKernel(adjacency, kind, **plain).resolved["beta"])
        amount = 2.0 * amount * half
    params: dict[str, Any] = {"length": int(amount)} if kind == "power" else {"beta": float(amount)}
    kernel = GraphKernel(adjacency, kind, **plain, **params)
    nodes = np.arange(np.shape(adjacency)[0])
    block = kernel(nodes, nodes)
    K = np.asarray(block if isinstance(block, np.ndarray) else block.toarray(), dtype=float)
    u, v = divmod(int(np.argmax(np.round(K - K.T, 12))), len(nodes))
    return WalkKernel(read_only(K), float(amount), (u, v))
