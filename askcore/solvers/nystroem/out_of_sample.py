r"""Products of a kernel between new and known points with singular vectors, centred as the training matrix was.

This is all that an out-of-sample extension needs: u(x) = [k(x, Z) - means] V / S. New columns under a normalised kernel
keep the denominators of the training rows over the training columns.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore.kernels.objects import spec_of
from askcore.operators import KernelOperator, LazyOperator, ProductOperator, ScaledOperator
from askcore.operators.wrappers import CentringMeans
from askcore.solvers.kernel_matrices import as_dense, kernel_operator


def row_products(G: KernelOperator, V: np.ndarray, means: CentringMeans | None) -> np.ndarray:
    """G V for the rows g of G (n, M), shape (n, r); with means, [g - mean(g) - column means + grand] V."""
    if means is None:
        return np.asarray(G @ V)
    both = np.asarray(G @ np.column_stack([V, np.ones(len(V))]))  # once: a product may evaluate the kernel
    products, sums = both[:, :-1], both[:, -1]
    return products - means.column_means @ V - np.outer(sums / G.shape[1] - means.grand, V.sum(axis=0))


def column_products(G: KernelOperator, U: np.ndarray, means: CentringMeans | None) -> np.ndarray:
    """G^T U for the columns of G (N, m), shape (m, r); centred as ``row_products``."""
    swapped = None if means is None else CentringMeans(means.column_means, means.row_means, means.grand)
    return row_products(G.T, U, swapped)


def rows_operator(kernel: Any, params: Mapping[str, Any] | None, rows: Any, Z: Any) -> KernelOperator:
    """K(rows, Z) for new rows (n, d) and the training columns Z (M, d), dense or sparse, as an (n, M) operator."""
    rows = _as_stored(rows, Z)
    return kernel_operator(kernel, rows, Z, params, lazy=not sp.issparse(rows))


def columns_operator(
    kernel: Any, params: Mapping[str, Any] | None, training: tuple[Any, Any], columns: Any
) -> KernelOperator:
    """K(X, columns) for the training rows X (N, d) and new columns (m, d) as an (N, m) operator.

    A normalised kernel keeps the denominators of the training rows over the training columns Z; in the sparse form it
    is evaluated over Z and the new columns together.
    """
    X, Z = training
    # One side alone, where the other one was mapped, serves for nothing.
    sparse = sp.issparse(X) and sp.issparse(Z)
    if not sparse:
        X, Z = (as_dense(points) for points in training)
    columns = _as_stored(columns, Z)
    spec = spec_of(kernel)
    if spec is None or spec.pointwise:
        return kernel_operator(kernel, X, columns, params, lazy=not sparse)
    if not sparse:
        return LazyOperator(partial(spec, **(params or {}), reference=Z), X, columns)
    together = sp.vstack([Z, columns], format="csr")
    joint = kernel_operator(kernel, X, together, params)
    m = Z.shape[0]
    known = np.asarray(
        joint @ (np.arange(joint.shape[1]) < m).astype(float)
    )  # what the denominators are to be
    new = sp.eye_array(joint.shape[1], joint.shape[1] - m, k=-m, format="csr")
    return ProductOperator(ScaledOperator(joint, rows=1.0 / known), new)


def _as_stored(points: Any, like: Any) -> Any:
    """Points dense or sparse as the training points are."""
    if sp.issparse(like):
        return sp.csr_array(points)
    return as_dense(points)
