r"""NERD: an embedding of a directed graph by alternating random walks, two places for every node.

Khosla, Leonhardt, Nejdl and Anand, *Node representation learning for directed graphs*, ECML PKDD 2019. A source walk
goes along a link, back along another one, and so on,

    s_0 -> t_0 <- s_1 -> t_1 <- s_2 -> ...,

each step by weight; a target walk starts at a target. Walks start at a node with the probability of its share of
the links. The first node of a walk is paired with the nodes of the other role that it meets: skip-gram with
negative sampling, sigma(phi_s(s_0)' phi_t(t_i)) towards 1, and towards 0 for nodes drawn by degree^(3/4). ``joint``
pairs it with the nodes of its own role, too.

Two things differ from the authors' programme. Walks are taken in batches, whose steps are added up. And a batch
shares its negative nodes: every pair is set against all of them, weighted so that the expected step is the same.

Without ``joint`` the objective has a closed form at full dimension (Levy and Goldberg 2014), against which the tests
hold what is learned.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.special import expit

from askcore._validation import DataError

POWER = 0.75  # of the degrees, in the draw of negative nodes
BATCH = 1024  # walks whose steps are added up, at most; and at most a quarter as many as nodes, or 8:
# where a node is met in every other walk the sum of its steps would be too long
SHARED = 128  # negative nodes of a batch
SLOWEST = 1e-4  # share of the first rate that is left at the end


class Walker:
    """Draws neighbours by weight: of A (N, N), entry (i, j) > 0 the weight of the link i -> j."""

    def __init__(self, A: sp.csr_array, rng: np.random.Generator) -> None:
        self._rng, self._ends = rng, A.indices
        self._upto = np.concatenate([[0.0], np.cumsum(A.data)])
        self._indptr = A.indptr
        self.degrees = np.diff(self._upto[A.indptr])

    def step(self, nodes: np.ndarray) -> np.ndarray:
        """A node at the other end of a link of each of ``nodes``, all of which have one."""
        first, last = self._indptr[nodes], self._indptr[nodes + 1]
        low, high = self._upto[first], self._upto[last]
        at = np.searchsorted(self._upto, low + (high - low) * self._rng.random(len(nodes)), side="right") - 1
        return self._ends[np.clip(at, first, last - 1)]

    def starts(self, n: int) -> np.ndarray:
        """n nodes, each with the probability of its share of the links."""
        return self._rng.choice(len(self.degrees), size=n, p=self.degrees / self.degrees.sum())


def walk_pairs(out: Walker, back: Walker, n_walks: int, length: int) -> tuple[np.ndarray, np.ndarray]:
    """n walks of ``length`` nodes in each role: own (n, length) and other (n, length), in the order they are met.

    ``out`` steps from the walk's own role to the other, ``back`` from the other to its own: links and reversed links
    for a source walk, the other way round for a target walk.
    """
    own = np.empty((n_walks, length), dtype=np.intp)
    other = np.empty_like(own)
    own[:, 0] = out.starts(n_walks)
    for i in range(length):
        other[:, i] = out.step(own[:, i])
        if i + 1 < length:
            own[:, i + 1] = back.step(other[:, i])
    return own, other


def nerd_embedding(
    adjacency: Any,
    dim: int = 128,
    *,
    length: int = 5,
    negatives: int = 5,
    walks: int = 1_000_000,
    rate: float = 0.025,
    joint: bool = False,
    random_state: int = 0,
) -> tuple[np.ndarray, np.ndarray]:
    """The embedding of a directed, weighted graph (N, N); ``adjacency[i, j]`` is the weight of the link i -> j.

    The places of the nodes as sources and as targets, (N, d) each. A node without links in a role stays near 0 there.

    ``dim``, ``length`` and ``negatives`` are those of the example in the authors' programme, ``walks``, ``rate`` and
    ``joint`` its defaults (the example has 10 million walks and pairs of the same role).
    """
    if min(dim, length, walks, rate) <= 0 or negatives < 0:
        raise ValueError(
            f"dim, length, walks and rate must be positive, got {dim}, {length}, {walks} and {rate}."
        )
    A = sp.csr_array(adjacency, dtype=np.float64)
    if A.nnz == 0:
        raise DataError("The graph has no links to walk along", remedy="Take a graph with links.")
    rng = np.random.default_rng(random_state)
    walkers = Walker(A, rng), Walker(sp.csr_array(A.T), rng)
    draws = [walker.degrees**POWER / (walker.degrees**POWER).sum() for walker in walkers]
    places = [
        ((rng.random((A.shape[0], dim)) - 0.5) / dim).astype(np.float32),
        np.zeros((A.shape[0], dim), dtype=np.float32),
    ]
    size = min(BATCH, max(8, A.shape[0] // 4))
    batches = max(1, walks // (2 * size))
    for batch in range(batches):
        speed = np.float32(rate * max(1.0 - batch / batches, SLOWEST))
        for own in (0, 1):  # a source walk, then a target walk
            mine, theirs = walk_pairs(walkers[own], walkers[1 - own], size, length)
            missed = [rng.choice(A.shape[0], size=SHARED, p=draws[role]) for role in (own, 1 - own)]
            with np.errstate(over="ignore", invalid="ignore"):
                _learn(places, own, mine, theirs, missed, negatives, speed, joint)
    if not all(np.isfinite(place).all() for place in places):
        raise DataError("The embedding grew without bound", remedy="Lower the rate.")
    return places[0], places[1]


def _learn(
    places: list[np.ndarray],
    own: int,
    mine: np.ndarray,
    theirs: np.ndarray,
    missed: list[np.ndarray],
    negatives: int,
    speed: np.float32,
    joint: bool,
) -> None:
    """One batch: the first nodes of the walks against those they met and those they did not."""
    first = mine[:, 0]
    u = places[own][first]
    change = _pull_and_push(places[1 - own], u, theirs, missed[1], negatives, speed)
    if joint and mine.shape[1] > 1:
        change += _pull_and_push(places[own], u, mine[:, 1:], missed[0], negatives, speed)
    nodes, where = np.unique(first, return_inverse=True)
    ones, shape = np.ones(len(where), dtype=np.float32), (len(nodes), len(where))
    places[own][nodes] += sp.csr_array((ones, (where, np.arange(len(where)))), shape=shape) @ change


def _pull_and_push(
    V: np.ndarray, u: np.ndarray, met: np.ndarray, missed: np.ndarray, negatives: int, speed: np.float32
) -> np.ndarray:
    """Move the rows of V that were met (B, n) towards u (B, d), those that were missed away; the change of u."""
    n = met.shape[1]
    pull = speed * expit(-np.einsum("bd,bnd->bn", u, V[met]))
    far, times = np.unique(missed, return_counts=True)
    weight = speed * np.float32(n * negatives / len(missed))
    push = -weight * times.astype(np.float32) * expit(u @ V[far].T)
    nodes, where = np.unique(met, return_inverse=True)
    near = sp.csr_array(
        (pull.ravel(), where.ravel(), np.arange(0, pull.size + 1, n)), shape=(len(u), len(nodes))
    )
    change = near @ V[nodes] + push @ V[far]
    V[nodes] += near.T @ u
    V[far] += push.T @ u
    return change
