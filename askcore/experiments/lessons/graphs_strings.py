"""Kernels that count walks on a small graph, with its arrows and without them, and substrings that two texts share.

A power of the adjacency matrix counts the walks of one length, other kernels add up all lengths. The spectrum kernel is
the sum over every substring of one length of its occurrences in x times those in z. (Zaki and Meira, Data Mining and
Analysis, sections 5.4.1 and 5.4.2.)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore._validation import read_only
from askcore.kernels import GRAPH_KERNELS, GraphKernel
from askcore.kernels.strings import spectrum
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
