"""Kernels of small graphs, with their arrows and without them, and of two texts.

A power of the adjacency matrix counts the walks of one length, other kernels add up all lengths. The spectrum kernel is
the sum over every substring of one length of its occurrences in x times those in z (Zaki and Meira, Data Mining and
Analysis, sections 5.4.1 and 5.4.2). A figure whose arrows can be turned needs the steps between nodes, and the views of
AsK-LS (He et al. 2022, figure 1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import shortest_path

from askcore._validation import read_only
from askcore.kernels import GRAPH_KERNELS, GraphKernel
from askcore.kernels.strings import spectrum
from askcore.solvers import solve_askls
from askcore.solvers.kernel_matrices import as_dense
from askcore.solvers.path import symmetric_path

CORPUS = {
    "English": (
        "the cat sleeps under the old table",
        "we are going to the market tomorrow",
        "she wrote a long letter to her brother",
        "there is nothing better than fresh bread",
        "which of these roads leads to the sea",
        "he has forgotten where the keys are",
        "the children were playing in the garden",
        "I would like another cup of tea",
    ),
    "German": (
        "die Katze schläft unter dem alten Tisch",
        "wir gehen morgen auf den Markt",
        "sie schrieb ihrem Bruder einen langen Brief",
        "es gibt nichts Besseres als frisches Brot",
        "welche dieser Straßen führt zum Meer",
        "er hat vergessen wo die Schlüssel sind",
        "die Kinder spielten im Garten",
        "ich möchte noch eine Tasse Tee",
    ),
    "Spanish": (
        "el gato duerme debajo de la mesa vieja",
        "vamos a ir al mercado mañana",
        "ella escribió una larga carta a su hermano",
        "no hay nada mejor que el pan fresco",
        "cuál de estos caminos lleva al mar",
        "se ha olvidado de dónde están las llaves",
        "los niños jugaban en el jardín",
        "quisiera otra taza de té",
    ),
}


@dataclass(frozen=True)
class SharedSubstrings:
    """K(x, z), its cosine (0 where a text is too short), and (substring, occurrences in x, in z) by falling product."""

    value: float
    cosine: float
    common: tuple[tuple[str, int, int], ...]


def shared_substrings(x: str, z: str, length: int) -> SharedSubstrings:
    """Compare two texts by their substrings of one length."""
    texts = np.array([x, z], dtype=object)
    K = spectrum(texts, texts, length=length)
    own = float(np.sqrt(K[0, 0]) * np.sqrt(K[1, 1]))
    first, second = (Counter(text[i : i + length] for i in range(len(text) - length + 1)) for text in (x, z))
    both = sorted(first.keys() & second.keys(), key=lambda part: (-first[part] * second[part], part))
    common = tuple((part, first[part], second[part]) for part in both)
    return SharedSubstrings(float(K[0, 1]), float(K[0, 1]) / own if own > 0 else 0.0, common)


def corpus_right(length: int) -> int:
    """Count the sentences of ``CORPUS`` whose language LS-SVMs predict from all the others."""
    texts = np.array([text for each in CORPUS.values() for text in each], dtype=object)
    true = np.repeat(np.arange(len(CORPUS)), [len(each) for each in CORPUS.values()])
    K = spectrum(texts, texts, length=length, normalize=True)
    signs = np.where(true[:, None] == np.arange(len(CORPUS)), 1.0, -1.0)
    decided, _ = symmetric_path(K).leave_one_out(signs, 10.0)
    return int((decided.argmax(axis=1) == true).sum())


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
    K = as_dense(GraphKernel(adjacency, kind, **plain, **params)(nodes, nodes))
    u, v = divmod(int(np.argmax(np.round(K - K.T, 12))), len(nodes))
    return WalkKernel(read_only(K), (u, v))


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
