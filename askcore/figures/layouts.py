"""Layouts of a graph: three methods, chosen by size, with a fixed seed.

Up to 60 nodes Kamada-Kawai per weak component, so that each node can carry its name; up to 1,500 a
force-directed layout; past that two singular vectors of the degree-normalised matrix, which cost next to
nothing.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import svds

from askcore._validation import needs
from askcore.figures.parts.classes import Classes, Labels
from askcore.figures.parts.edges import Adjacency, square_sparse

with needs("The layout of a graph", extra="figures"):
    import networkx as nx

FEW = 60
SEVERAL = 1_500
STEPS = 60  # of the forces


def layout(adjacency: Adjacency, *, labels: Labels = None) -> np.ndarray:
    """Return a position in [-1, 1] x [-1, 1] for each node.

    Parameters
    ----------
    adjacency : (N, N) sparse or dense; entry [i, j] is the weight of the edge i -> j. Weights are not used.
    labels : N classes or None. The force-directed layout draws each class towards its own place on a circle, which
        shows the links between classes. Without labels, the layout depends only on the links.

    Returns
    -------
    (N, 2) float array, rounded to four decimals. The same input gives the same layout.

    Examples
    --------
    >>> layout(np.array([[0, 1], [0, 0]])).shape
    (2, 2)
    >>> layout(np.zeros((1, 1))).tolist()
    [[0.0, 0.0]]
    """
    links = _links(adjacency)
    n = links.shape[0]
    if n <= FEW:
        positions = _few(links)
    elif n <= SEVERAL:
        positions = _forces(links, *_start(n, labels))
    else:
        positions = _spectral(adjacency)
    return np.round(_fit(positions), 4)


def _links(adjacency: Adjacency) -> sp.csr_array:
    """Symmetric 0/1 adjacency without loops."""
    directed = square_sparse(adjacency)
    either = sp.csr_array(abs(directed) + abs(directed).T)
    either.setdiag(0)
    either.eliminate_zeros()
    either.data = np.ones_like(either.data, dtype=float)
    return either


def _few(links: sp.csr_array) -> np.ndarray:
    """Kamada-Kawai for each weak component, the components side by side, the largest first."""
    n = links.shape[0]
    positions = np.zeros((n, 2))
    number, of_node = sp.csgraph.connected_components(links, directed=False) if n else (0, np.empty(0, int))
    parts = sorted(
        (np.flatnonzero(of_node == k) for k in range(number)), key=lambda part: (-len(part), part[0])
    )
    width, x, y, shelf = 1.6 * np.sqrt(max(n, 1)), 0.0, 0.0, 0.0
    for part in parts:
        own = _kamada_kawai(links[part][:, part])
        if x and x + np.ptp(own[:, 0]) > width:
            x, y, shelf = 0.0, y - shelf - 1.0, 0.0
        own = own - [own[:, 0].min(), own[:, 1].max()]
        positions[part] = own + np.array([x, y])
        x, shelf = x + np.ptp(own[:, 0]) + 1.0, max(shelf, float(np.ptp(own[:, 1])))
    return positions


def _kamada_kawai(links: sp.csr_array) -> np.ndarray:
    """Place nodes so that a link is about one unit long, and push those on top of each other apart."""
    n = links.shape[0]
    if n == 1:
        return np.zeros((1, 2))
    if n == 2:
        return np.array([[0.0, 0.0], [1.0, 0.0]])
    placed = nx.kamada_kawai_layout(nx.from_scipy_sparse_array(links), weight=None)
    own = np.array([placed[k] for k in range(n)])
    ends = links.tocoo()
    own /= np.median(np.linalg.norm(own[ends.row] - own[ends.col], axis=1))
    for _ in range(50):
        own += _push_apart(own, 0.55)
    return _lying(own)


def _lying(positions: np.ndarray) -> np.ndarray:
    """Rotate the longest extent into x: figures are wider than high."""
    centred = positions - positions.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    largest = axes[np.abs(axes).argmax(axis=0), [0, 1]]
    return centred @ (axes * np.sign(largest))[:, ::-1]


def _push_apart(positions: np.ndarray, least: float) -> np.ndarray:
    """The step that moves each node half the missing distance away from nodes nearer than `least`."""
    difference = positions[:, None] - positions[None]
    distance = np.linalg.norm(difference, axis=2)
    np.fill_diagonal(distance, np.inf)
    lack = np.clip(least - distance, 0, None) / 2
    return (difference * (lack / np.maximum(distance, 1e-9))[:, :, None]).sum(axis=1)


def _start(n: int, labels: Labels) -> tuple[np.ndarray, np.ndarray]:
    """Random places in a disc, and the place that each node is drawn to: the centre, or that of its class."""
    random = np.random.default_rng(0)
    angle, radius = 2 * np.pi * random.random(n), np.sqrt(random.random(n))
    disc = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    grouped = Classes.from_labels(labels, n)
    if len(grouped.names) < 2:
        return disc, np.zeros((n, 2))
    turn = np.pi / 2 - 2 * np.pi * grouped.codes / len(grouped.names)
    home = np.column_stack([np.cos(turn), np.sin(turn)]) * (grouped.codes >= 0)[:, None]
    return home + 0.4 * disc, home


def _forces(links: sp.csr_array, start: np.ndarray, home: np.ndarray) -> np.ndarray:
    """Fruchterman and Reingold (1991) with a pull to `home`, which keeps components together.

    All pairs repel with k^2 / d; links attract with d^2 / k over the root of both degrees, so that hubs do
    not swallow the rest. The longest step shrinks linearly.
    """
    n = links.shape[0]
    k = np.float32(1.5 / np.sqrt(n))
    places, home = start.astype(np.float32), home.astype(np.float32)
    ends = links.tocoo()
    degree = np.maximum(np.asarray(links.sum(axis=1)).ravel(), 1).astype(np.float32)
    weaken = np.sqrt(degree[ends.row] * degree[ends.col]) * k
    hold = np.float32(4.0 if home.any() else 0.5) + np.float32(2.0) / degree
    # The same four (n, n) arrays throughout, and no BLAS: on a busy machine its threads wait for each other
    # ten times longer than the sums take, and their number would change the last digits.
    dx, dy, push, scratch = np.empty((4, n, n), np.float32)
    least = np.float32(1e-4) * k * k
    for step in np.linspace(0.2, 0.005, STEPS, dtype=np.float32):
        np.subtract.outer(places[:, 0], places[:, 0], out=dx)
        np.subtract.outer(places[:, 1], places[:, 1], out=dy)
        np.multiply(dx, dx, out=push)
        np.multiply(dy, dy, out=scratch)
        push += scratch
        np.maximum(push, least, out=push)
        np.divide(k * k, push, out=push)
        force = np.column_stack([np.einsum("ij,ij->i", push, d) for d in (dx, dy)])
        along = places[ends.col] - places[ends.row]
        pull = along * (np.linalg.norm(along, axis=1) / weaken)[:, None]
        for axis in (0, 1):
            force[:, axis] += np.bincount(ends.row, weights=pull[:, axis], minlength=n)
        force += (home - places) * hold[:, None]
        length = np.maximum(np.linalg.norm(force, axis=1), 1e-9)
        places = places + force * (np.minimum(length, step) / length)[:, None]
    return places.astype(float)


def _spectral(adjacency: Adjacency) -> np.ndarray:
    """Second and third singular pair of D_out^-1/2 A D_in^-1/2, left plus right vector, ranks softened.

    The mean degree is added to each degree: without it the vectors sit on a few tiny components.
    """
    links = sp.csr_array(abs(sp.csr_array(adjacency)), dtype=float)
    n = links.shape[0]
    if links.nnz == 0:
        return _sunflower(n)
    out, into = (np.asarray(links.sum(axis=axis)).ravel() for axis in (1, 0))
    rows, columns = (sp.diags_array(1 / np.sqrt(degree + degree.mean())) for degree in (out, into))
    start = np.random.default_rng(0).standard_normal(n)
    left, values, right = svds(rows @ links @ columns, k=3, v0=start, tol=1e-6)
    order = np.argsort(values)[::-1][1:]
    both = (left[:, order] + right[order].T) / np.sqrt(2)
    both *= np.where(both[np.abs(both).argmax(axis=0), [0, 1]] < 0, -1, 1)
    return np.sign(both) * np.sqrt(np.abs(both))


def _sunflower(n: int) -> np.ndarray:
    """n points spread evenly over a disc."""
    index = np.arange(n) + 0.5
    angle, radius = np.pi * (1 + np.sqrt(5)) * index, np.sqrt(index / max(n, 1))
    return radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])


def _fit(positions: np.ndarray) -> np.ndarray:
    """Centred and scaled into [-1, 1] x [-1, 1], both axes alike."""
    if len(positions) == 0:
        return positions
    low, high = positions.min(axis=0), positions.max(axis=0)
    return (positions - (low + high) / 2) / (float((high - low).max()) / 2 or 1.0)
