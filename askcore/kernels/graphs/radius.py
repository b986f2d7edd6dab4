"""How fast walks multiply in a graph: the spectral radius, which bounds beta of Katz and von Neumann.

Kernel floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import ArpackNoConvergence, eigs, svds

__all__ = ["checked_beta", "natural_scale", "spectral_radius"]

SMALL = 300  # nodes of a component up to which all eigenvalues are cheapest
CLOSEST = 1 - 1e-10  # share of the limit from which the sum counts as divergent: rounding of the radius


def spectral_radius(S: Any) -> float:
    """Largest modulus of an eigenvalue of S (N, N).

    Taken per strongly connected component, where it is the Perron root if no entry is negative; 0 for an
    acyclic graph, on which ARPACK would fail. Should ARPACK not converge on a component, its largest row or
    column sum (the smaller of the two) stands in, which is never below the radius.
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
    """What beta is measured against: the radius; the largest singular value if acyclic; 1 without edges."""
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
