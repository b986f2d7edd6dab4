"""The matrix S of a directed graph, from which every graph kernel is made, and how fast walks multiply in it.

The spectral radius of S bounds beta of Katz and von Neumann.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import ArpackNoConvergence, eigs, svds

from askcore._graphs import as_adjacency, is_adjacency
from askcore._validation import DataError, as_matrix, check_square

_ORIENTATIONS = ("in", "out", "both")
PART_ROWS = 1 << 18  # rows looked at together
SMALL = 300  # nodes of a component up to which all eigenvalues are cheapest
CLOSEST = 1 - 1e-10  # share of the limit from which the sum counts as divergent: rounding of the radius


def graph_matrix(
    adjacency: Any, *, orientation: str, self_loops: bool | None, normalize: bool
) -> sp.csr_array:
    """S (N, N): the adjacency matrix oriented, with the diagonal set, and row-normalised, in this order; see
    ``GraphKernel``.

    Source: He et al. 2022, section 4.2.
    """
    if self_loops not in (True, False, None):
        raise ValueError(f"self_loops must be True, False or None, got {self_loops!r}.")
    A = links(adjacency)
    S = oriented(A, orientation)
    if S is A or np.shares_memory(S.data, A.data):
        S = S.copy()
    del A, adjacency  # of a large graph each copy counts, here and below
    if self_loops is not None:
        S = _with_loops(S, float(self_loops))
    S.eliminate_zeros()
    if normalize:
        row_normalized(S, copy=False)
    S.sort_indices()
    return S


def links(adjacency: Any) -> sp.csr_array:
    """An adjacency matrix (N, N) from what ``as_adjacency`` takes; it may share memory with what was given."""
    adjacency = as_adjacency(adjacency)
    if hasattr(adjacency, "columns") and not is_adjacency(adjacency):
        raise DataError(
            "The frame is not an adjacency matrix: its index and its columns have different names",
            remedy="Read a frame of edges with askcore.datasets.read_graph, and pass its adjacency.",
        )
    A = sp.csr_array(as_matrix(adjacency, "adjacency"))
    check_square(A, "adjacency")
    return A


def oriented(A: sp.csr_array, orientation: str) -> sp.csr_array:
    """The links of A (N, N) as a row reads them: "in" A^T, "out" A, "both" A + A^T with every loop counted once."""
    if orientation not in _ORIENTATIONS:
        raise ValueError(f"orientation must be 'in', 'out' or 'both', got {orientation!r}.")
    if orientation == "both":
        return sp.csr_array(A + A.T - sp.diags_array(A.diagonal()))
    return sp.csr_array(A.T) if orientation == "in" else A


def row_normalized(S: sp.csr_array, *, copy: bool = True) -> sp.csr_array:
    """The rows of S (N, N) divided by their sums; an all-zero row stays zero. No negative entries."""
    S = S.copy() if copy else S
    if S.nnz and S.data.min() < 0:
        raise ValueError("Rows with negative weights cannot be normalised to sum 1; use normalize=False.")
    sums = S.sum(axis=1)
    for rows, stored in _row_parts(S):
        # Division by the sum, not by its reciprocal: that overflows for very small weights.
        S.data[stored] /= np.repeat(sums[rows], np.diff(S.indptr[rows.start : rows.stop + 1]))
    return S


def _with_loops(S: sp.csr_array, weight: float) -> sp.csr_array:
    """S with every entry of the diagonal set, those that are stored in place; no duplicates in S."""
    absent = np.full(S.shape[0], weight)
    for rows, stored in _row_parts(S):
        at = np.arange(rows.start, rows.stop, dtype=S.indices.dtype)
        loops = np.repeat(at, np.diff(S.indptr[rows.start : rows.stop + 1])) == S.indices[stored]
        S.data[stored][loops] = weight
        absent[S.indices[stored][loops]] = 0.0
    return sp.csr_array(S + sp.diags_array(absent)) if absent.any() else S


def _row_parts(S: sp.csr_array) -> Iterator[tuple[slice, slice]]:
    """Some rows after the other, and where their entries are stored: what is derived of them stays small."""
    n = S.shape[0]
    for start in range(0, n, PART_ROWS):
        stop = min(start + PART_ROWS, n)
        yield slice(start, stop), slice(int(S.indptr[start]), int(S.indptr[stop]))


def spectral_radius(S: Any) -> float:
    """Return the largest modulus of an eigenvalue of the matrix of a graph.

    The radius is computed for each strongly connected component. It is the Perron root there if no entry is negative.
    An acyclic graph, on which ARPACK would fail, has the radius 0. If ARPACK does not converge on a component, the
    smaller of the largest row sum and the largest column sum is used. This value is never below the radius.

    Parameters
    ----------
    S : (N, N) sparse matrix.

    Returns
    -------
    float : in units of S; 0 for an acyclic graph.
    """
    edges = sp.coo_array(S)
    _, component = connected_components(edges, directed=True, connection="strong")
    inner = component[edges.row] == component[edges.col]
    row, col, data = edges.row[inner], edges.col[inner], edges.data[inner]
    inside = sp.csr_array((data, (row, col)), shape=edges.shape)
    size = np.bincount(component)
    bound = _sum_bounds(abs(inside), component, len(size))
    radius = float(bound[size == 1].max(initial=0.0))
    for label in np.argsort(-bound, kind="stable"):
        if bound[label] <= radius:
            break
        members = np.flatnonzero(component == label)
        radius = max(radius, _component_radius(sp.csr_array(inside[members][:, members]), bound[label]))
    return radius


def natural_scale(S: Any, radius: float) -> float:
    """Unit of beta: the spectral radius; the largest singular value if acyclic; 1 without edges."""
    if radius > 0 or S.nnz == 0:
        return radius or 1.0
    if S.shape[0] <= SMALL:
        return float(np.linalg.norm(S.toarray(), 2))
    return float(svds(S, k=1, v0=np.ones(S.shape[0]), return_singular_vectors=False)[0])


def checked_beta(kind: str, S: Any, beta: float | None) -> tuple[float, float]:
    """beta (0.5 / scale where None) and its share of the scale; a ValueError names the valid range."""
    radius = spectral_radius(S)
    if beta is not None and beta * radius >= CLOSEST:
        raise ValueError(
            f"{kind}: beta must be below 1 / spectral radius = {1 / radius:.6g} (the spectral radius of S is "
            f"{radius:.6g}), got {beta!r}; otherwise the sum over walks does not converge. Lower beta, leave "
            "it out, or set normalize=True."
        )
    scale = natural_scale(S, radius)
    return (0.5 / scale, 0.5) if beta is None else (float(beta), float(beta) * scale)


def _sum_bounds(inside: sp.csr_array, component: np.ndarray, count: int) -> np.ndarray:
    """Per component the smaller of its largest row sum and its largest column sum, (count,)."""
    bounds = np.zeros((2, count))
    for bound, axis in zip(bounds, (1, 0), strict=True):
        np.maximum.at(bound, component, inside.sum(axis=axis))
    return bounds.min(axis=0)


def _component_radius(A: sp.csr_array, bound: float) -> float:
    if A.shape[0] <= SMALL:
        return float(np.abs(np.linalg.eigvals(A.toarray())).max())
    signed = A.data.min(initial=0.0) < 0
    sums = A.sum(axis=1)
    if not signed and sums.max() - sums.min() <= 1e-14 * sums.max():
        return float(sums.max())
    try:
        # Without negative entries the root of largest real part is the Perron root; of largest modulus
        # there may be several (a cycle), which ARPACK tells apart slowly.
        which = "LM" if signed else "LR"
        found = eigs(A, k=1, which=which, v0=np.ones(A.shape[0]), return_eigenvectors=False)
    except ArpackNoConvergence:
        return float(bound)
    return float(np.abs(found[0]))
