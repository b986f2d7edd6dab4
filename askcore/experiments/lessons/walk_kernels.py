"""Kernels that count walks on a small graph, with its arrows and without them.

A power of the adjacency matrix counts the walks of one length, other kernels add up all lengths (Zaki
and Meira, Data Mining and Analysis, section 5.4.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import read_only
from askcore.kernels import GRAPH_KERNELS, GraphKernel


@dataclass(frozen=True, eq=False)
class WalkKernel:
    """A kernel (N, N), and the first pair u, v for which K(u, v) exceeds K(v, u) most."""

    matrix: np.ndarray
    pair: tuple[int, int]

    @property
    def is_symmetric(self) -> bool:
        """Whether every pair has the same entry both ways, up to rounding."""
        return bool(np.allclose(self.matrix, self.matrix.T))


def walk_kernel(adjacency: Any, kind: str, amount: float, *, directed: bool = True) -> WalkKernel:
    """Count walks along plain links: ``amount`` is a length, a beta, or the share of the largest valid beta."""
    plain: dict[str, Any] = {
        "orientation": "out" if directed else "both",
        "self_loops": False,
        "normalize": False,
    }
    if GRAPH_KERNELS[kind].bounded:  # whose beta defaults to half of its limit
        amount *= 2.0 * float(GraphKernel(adjacency, kind, **plain).resolved["beta"])
    params: dict[str, Any] = {"length": int(amount)} if kind == "power" else {"beta": float(amount)}
    nodes = np.arange(np.shape(adjacency)[0])
    block = GraphKernel(adjacency, kind, **plain, **params)(nodes, nodes)
    K = np.asarray(block if isinstance(block, np.ndarray) else block.toarray(), dtype=float)
    u, v = divmod(int(np.argmax(np.round(K - K.T, 12))), len(nodes))
    return WalkKernel(read_only(K), (u, v))
