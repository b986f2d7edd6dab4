"""Edges as one line trace, with arrowheads that stop at the rim of the node they point to.

A head is a marker of plotly's kind "arrow", turned along the line (`angleref`) and held back by the node's
radius in pixels (`standoff`), so that it stays at the rim at every size of the screen. Stands on nothing.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go
import scipy.sparse as sp

__all__ = ["arrows", "as_edges", "bends", "faint_lines"]

_CURVE = np.linspace(0, 1, 11)
_LOOP = 0.085


def as_edges(adjacency: Any) -> sp.coo_array:
    """The nonzero entries of a square matrix, sparse or dense, row by row; the input stays as it is.

    Examples
    --------
    >>> edges = as_edges([[0, 2], [0, 0]])
    >>> edges.row.tolist(), edges.col.tolist(), edges.data.tolist()
    ([0], [1], [2])
    """
    matrix = (
        sp.coo_array(adjacency)
        if sp.issparse(adjacency)
        else sp.coo_array(np.atleast_2d(np.asarray(adjacency)))
    )
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"expected a square adjacency, got shape {matrix.shape}")
    rows = sp.csr_array(matrix, copy=True)
    rows.sum_duplicates()
    rows.eliminate_zeros()
    return rows.tocoo()


def bends(sources: np.ndarray, targets: np.ndarray, n: int, amount: float = 0.16) -> np.ndarray:
    """How far each of E edges bows to its left: `amount` of its length if the reverse is there too, else 0.

    Examples
    --------
    >>> bends(np.array([0, 1, 1]), np.array([1, 0, 2]), 3).tolist()
    [0.16, 0.16, 0.0]
    """
    forth = sources.astype(np.int64) * n + targets
    back = targets.astype(np.int64) * n + sources
    return np.where(np.isin(forth, back) & (sources != targets), amount, 0.0)


def arrows(
    positions: np.ndarray,
    sources: np.ndarray,
    targets: np.ndarray,
    *,
    bend: np.ndarray,
    colour: str,
    rim: float,
    width: float = 1.1,
    head: float = 9,
    name: str = "edges",
) -> go.Scatter:
    """E edges with a head each; loops as small circles above the node.

    Parameters
    ----------
    positions : (N, 2) places of the nodes.
    sources, targets : (E,) indices of the nodes each edge leaves and enters.
    bend : (E,) from `bends`.
    colour, width : of the lines.
    rim : pixels from a node's centre to where the head ends.
    head : pixels of the arrowhead.

    Examples
    --------
    >>> one = (np.array([[0, 0], [1, 0]]), np.array([0]), np.array([1]))
    >>> trace = arrows(*one, bend=np.zeros(1), colour="#000", rim=9)
    >>> trace.x.tolist(), trace.marker.size.tolist()
    ([0.0, 1.0, nan], [0, 9, 0])
    """
    straight = (bend == 0) & (sources != targets)
    bent, loops = bend != 0, sources == targets
    paths = [
        _joined(np.stack([positions[sources[straight]], positions[targets[straight]]], axis=1), head),
        _joined(_curves(positions[sources[bent]], positions[targets[bent]], bend[bent]), head),
        _joined(_circles(positions[sources[loops]]), head),
    ]
    points = np.concatenate([path for path, _ in paths]).astype(np.float32)
    sizes = np.concatenate([size for _, size in paths])
    return go.Scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="lines+markers",
        name=name,
        line={"color": colour, "width": width},
        marker={
            "symbol": "arrow",
            "angleref": "previous",
            "standoff": np.where(sizes > 0, rim, 0),
            "size": sizes,
            "color": colour,
            "opacity": 1,
            "line": {"width": 0},
        },
        hoverinfo="skip",
        showlegend=False,
    )


def faint_lines(
    positions: np.ndarray, sources: np.ndarray, targets: np.ndarray, *, colour: str, width: float = 0.6
) -> go.Scattergl:
    """E edges as thin lines without heads, for graphs in which a head more would hide two others.

    Examples
    --------
    >>> faint_lines(np.array([[0, 0], [1, 0]]), np.array([0]), np.array([1]), colour="#000").x.tolist()
    [0.0, 1.0, nan]
    """
    points, _ = _joined(np.stack([positions[sources], positions[targets]], axis=1), 0)
    points = points.astype(np.float32)
    line = {"color": colour, "width": width}
    return go.Scattergl(
        x=points[:, 0],
        y=points[:, 1],
        mode="lines",
        line=line,
        name="edges",
        hoverinfo="skip",
        showlegend=False,
    )


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
