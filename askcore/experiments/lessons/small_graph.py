"""Small graphs read twice: along the arrows, against them, and without them (He et al. 2022, figure 1).

What a figure needs whose arrows can be turned: the steps between nodes, and the views of AsK-LS.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import shortest_path

from askcore.kernels import GraphKernel
from askcore.solvers import solve_askls
from askcore.solvers.kernel_matrices import as_dense

_STEPS: Mapping[str, Any] = MappingProxyType({"sigma": 1.0})


@dataclass(frozen=True)
class NodeViews:
    """Decisions of two views and a symmetric kernel on each of N nodes, and the steps between the nodes.

    A positive decision means the second class. ``source`` (N,) reads whom a node points to, ``target`` who points to
    it, ``symmetric`` is an LS-SVM on the graph without arrows. ``steps`` (N, N) lead from i to j along the arrows,
    infinite where j cannot be reached; ``undirected`` either way.
    """

    classes: tuple[Any, Any]
    source: np.ndarray = field(repr=False)
    target: np.ndarray = field(repr=False)
    symmetric: np.ndarray = field(repr=False)
    steps: np.ndarray = field(repr=False)
    undirected: np.ndarray = field(repr=False)

    @property
    def merged(self) -> np.ndarray:
        """(N,) the merged decision: the mean of both views."""
        return (self.source + self.target) / 2

    def says(self, decisions: np.ndarray, node: int) -> Any:
        """The class that a decision chooses for a node; None where it is undecided."""
        value = float(decisions[node])
        return None if abs(value) < 1e-9 else self.classes[int(value > 0)]


def node_views(
    adjacency: Any,
    labels: Any,
    *,
    labelled: Sequence[int],
    kind: str = "shortest_path",
    params: Mapping[str, Any] = _STEPS,
    gamma: float = 0.5,
    damping: float = 0.1,
) -> NodeViews:
    """Decide all nodes of a small graph from those of ``labelled``, whose labels are of two classes.

    By default K(u, v) = exp(-d(u, v)/sigma), d the steps from u to v along the arrows: the source view reads row u,
    whom u leads to, the target view column u. The symmetric kernel is the same of the graph without arrowheads.
    ``adjacency`` (N, N) has the edges i -> j, ``kind`` and ``params`` are those of ``GraphKernel``.

    Examples
    --------
    >>> views = node_views([[0, 1, 0], [0, 0, 0], [1, 0, 0]], ["a", "b", "a"], labelled=[1, 2])
    >>> views.classes, bool(views.source[0] > 0), bool(views.target[0] < 0)
    (('a', 'b'), True, True)
    """
    A = sp.csr_array(adjacency, dtype=float)
    train, y = np.asarray(labelled, dtype=int), np.asarray(labels)
    classes = np.unique(y[train])
    if len(classes) != 2:
        raise ValueError(f"expected labelled nodes of two classes, got {classes.tolist()}")
    Y, every = np.where(y[train] == classes[1], 1.0, -1.0)[:, None], np.arange(A.shape[0])

    def decided(orientation: str) -> tuple[np.ndarray, np.ndarray]:
        K = as_dense(GraphKernel(A, kind, orientation=orientation, **params)(every, every))
        found = solve_askls(K[np.ix_(train, train)], Y, gamma=gamma, damping=damping, quiet=True)
        f_s, f_t = K[:, train] @ found.c + found.b_source, K[train].T @ found.a + found.b_target
        return f_s.ravel(), f_t.ravel()

    source, target = decided("out")
    symmetric, _ = decided("both")  # where both views are one, that of an LS-SVM
    return NodeViews(
        (classes[0].item(), classes[1].item()),
        source,
        target,
        symmetric,
        shortest_path(A, unweighted=True),
        shortest_path(A, unweighted=True, directed=False),
    )
