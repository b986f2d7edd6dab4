"""Edges of a graph: arrows whose heads end at the rim of their node, or faint lines where there are many.

A head is a marker of plotly's kind "arrow", turned along the line (`angleref`) and held back by the node's
radius in pixels (`standoff`), so that it stays at the rim at every size of the screen.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from askcore._format import count
from askcore.figures.parts.colours import PALETTES, Theme, blend, role_colours, with_alpha
from askcore.figures.parts.names import MOST_NAMED
from askcore.figures.parts.spec import Spec, add, line

Adjacency: TypeAlias = sp.sparray | sp.spmatrix | ArrayLike
MOST_ARROWS = 2_000
MOST_LINES = 10_000
_CURVE = np.linspace(0, 1, 11)
_LOOP = 0.085


def square_sparse(adjacency: Adjacency) -> sp.csr_array:
    """A square adjacency, sparse or dense, as a CSR array; raises ValueError for one that is not square."""
    found = sp.csr_array(adjacency if sp.issparse(adjacency) else np.atleast_2d(np.asarray(adjacency)))
    if found.shape[0] != found.shape[1]:
        raise ValueError(f"expected a square adjacency, got shape {found.shape}")
    return found


def as_edges(adjacency: Adjacency) -> sp.coo_array:
    """The nonzero entries of a square matrix, sparse or dense, row by row; the input stays as it is.

    Examples
    --------
    >>> edges = as_edges([[0, 2], [0, 0]])
    >>> edges.row.tolist(), edges.col.tolist(), edges.data.tolist()
    ([0], [1], [2])
    """
    rows = square_sparse(adjacency).copy()
    rows.sum_duplicates()
    rows.eliminate_zeros()
    return rows.tocoo()


def bends(sources: np.ndarray, targets: np.ndarray, n: int) -> np.ndarray:
    """Offset to its left of each of E edges: 0.16 of its length if the reverse edge exists, else 0."""
    forth = sources.astype(np.int64) * n + targets
    back = targets.astype(np.int64) * n + sources
    return np.where(np.isin(forth, back) & (sources != targets), 0.16, 0.0)


def arrows(
    positions: np.ndarray,
    ends: np.ndarray,
    bend: np.ndarray,
    *,
    colour: str,
    rim: float,
    width: float,
    head: float,
    name: str,
) -> Spec:
    """E edges with a head each, from ``ends[0]`` to ``ends[1]``, which is (2, E); loops as small circles above the
    node."""
    sources, targets = ends
    straight = (bend == 0) & (sources != targets)
    bent, loops = bend != 0, sources == targets
    paths = [
        _joined(np.stack([positions[sources[straight]], positions[targets[straight]]], axis=1), head),
        _joined(_curves(positions[sources[bent]], positions[targets[bent]], bend[bent]), head),
        _joined(_circles(positions[sources[loops]]), head),
    ]
    points = np.concatenate([path for path, _ in paths]).astype(np.float32)
    sizes = np.concatenate([size for _, size in paths])
    heads = {"symbol": "arrow", "angleref": "previous", "color": colour, "opacity": 1, "line": {"width": 0}}
    heads |= {"standoff": np.where(sizes > 0, rim, 0).tolist(), "size": sizes.tolist()}
    look: Spec = {"mode": "lines+markers", "line": {"color": colour, "width": width}, "marker": heads}
    return line(points[:, 0], points[:, 1], name, colour, showlegend=False, **look)


def faint_lines(positions: np.ndarray, ends: np.ndarray, *, colour: str, width: float = 0.6) -> Spec:
    """E edges, (2, E), as thin lines without heads, for graphs with too many edges for heads.

    Examples
    --------
    >>> faint_lines(np.array([[0, 0], [1, 0]]), np.array([[0], [1]]), colour="#000")["x"].tolist()
    [0.0, 1.0, nan]
    """
    points, _ = _joined(np.stack([*positions[ends]], axis=1), 0)
    thin = {"color": colour, "width": width}
    x, y = points.astype(np.float32).T
    drawn = line(x, y, "links", colour, line=thin, showlegend=False)
    return drawn | {"type": "scattergl"}


def has_arrowheads(n_edges: int, n_nodes: int) -> bool:
    """Whether `directed_graph` draws each link as an arrow; of more links it draws faint lines without heads."""
    return n_edges <= MOST_ARROWS or n_nodes <= MOST_NAMED


def add_edges(
    figure: Spec,
    edges: sp.coo_array,
    where: np.ndarray,
    size: float,
    focus: int | None,
    read_by: tuple[str, str],
    theme: Theme,
) -> str:
    """Draw the edges as their number allows, those of `focus` on top; return a note on those left out."""
    palette = PALETTES[theme]
    ends = np.vstack([edges.row, edges.col])
    sources, targets = ends
    if not len(sources):
        return "No links."
    few = has_arrowheads(len(sources), edges.shape[0])
    crowded = len(sources) > 150 or edges.shape[0] > MOST_NAMED
    bend = bends(sources, targets, edges.shape[0])
    leaves = np.zeros(len(sources), bool) if focus is None else sources == focus
    enters = np.zeros(len(sources), bool) if focus is None else (targets == focus) & ~leaves
    rest, note = np.flatnonzero(~leaves & ~enters), ""
    if not few:
        step = -(-len(rest) // MOST_LINES) or 1
        if step > 1:
            rest = rest[::step]
            drawn = len(rest) + int(leaves.sum() + enters.sum())
            note = f"{drawn:,} of {count(len(sources), 'link')} drawn, evenly chosen"
        colour = with_alpha(palette.muted, float(np.clip(500 / max(len(rest), 1), 0.025, 0.25)))
        add(figure, faint_lines(where, ends[:, rest], colour=colour))
        for role, own in zip(read_by, (enters, leaves), strict=True):
            if own.any():
                colour = with_alpha(role_colours(theme)[role], 0.8)
                add(figure, faint_lines(where, ends[:, own], colour=colour, width=1.2))
        return note
    quiet = blend(palette.muted, palette.background, 0.45 if crowded or focus is not None else 0.75)
    width, head = (0.8, 6) if crowded else (1.2, 10)
    layers = (
        ("links", rest, quiet, width, head),
        ("links in", np.flatnonzero(enters), role_colours(theme)[read_by[0]], 1.6, 9),
        ("links out", np.flatnonzero(leaves), role_colours(theme)[read_by[1]], 1.6, 9),
    )
    for name, some, colour, wide, tip in layers:
        if len(some):
            own, rim = (ends[:, some], bend[some]), size / 2 + 1
            add(figure, arrows(where, *own, colour=colour, rim=rim, width=wide, head=tip, name=name))
    return note


def _joined(paths: np.ndarray, head: float) -> tuple[np.ndarray, np.ndarray]:
    """E paths of p points, (E, p, 2), in a row with a gap after each, and the marker size at each point."""
    e, p = paths.shape[:2]
    points = np.full((e, p + 1, 2), np.nan)
    points[:, :p] = paths
    sizes = np.zeros((e, p + 1), dtype=np.uint8)
    sizes[:, p - 1] = head
    return points.reshape(-1, 2), sizes.ravel()


def _curves(start: np.ndarray, end: np.ndarray, bend: np.ndarray) -> np.ndarray:
    """Quadratic Bezier curves whose middle lies `bend` of the length to the left of the straight line."""
    along = end - start
    left = np.column_stack([-along[:, 1], along[:, 0]])
    control = (start + end) / 2 + 2 * bend[:, None] * left
    t = _CURVE[:, None]
    return (1 - t) ** 2 * start[:, None] + 2 * t * (1 - t) * control[:, None] + t**2 * end[:, None]


def _circles(centre: np.ndarray) -> np.ndarray:
    """A circle that leaves and enters each node at its top."""
    turn = 2 * np.pi * _CURVE
    ring = _LOOP * np.column_stack([np.sin(turn), 1 - np.cos(turn)])
    return centre[:, None] + ring[None]
