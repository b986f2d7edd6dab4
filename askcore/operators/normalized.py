"""Cosine normalisation: K_ij / sqrt(K_ii K_jj), the angle between samples in feature space.

Operator floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from askcore._validation import DataError, check_square
from askcore.operators._base import KernelOperator
from askcore.operators.matrix import DenseOperator, SparseOperator, as_operator
from askcore.operators.scaled import ScaledOperator

__all__ = ["cosine_normalized", "diagonal"]

CHUNK = 256


def diagonal(K: Any) -> np.ndarray:
    """K_ii of a square (N, N) operator or matrix, (N,), without the rest of it."""
    operator = as_operator(K)
    check_square(operator)
    if isinstance(operator, DenseOperator):
        return operator.array.diagonal().copy()
    if isinstance(operator, SparseOperator):
        return operator.matrix.diagonal()
    n = operator.shape[0]
    parts = [np.arange(at, min(at + CHUNK, n)) for at in range(0, n, CHUNK)]
    return np.concatenate([np.zeros(0), *(operator.block(part, part).diagonal() for part in parts)])


def cosine_normalized(K: Any) -> KernelOperator:
    """K_ij / sqrt(K_ii K_jj) of a square (N, N) operator or matrix, whose diagonal becomes 1.

    For a positive semidefinite K this is the cosine of the angle between the samples in feature space and
    lies in [-1, 1]; an asymmetric or indefinite K keeps its kind and may leave that range.

    Raises
    ------
    DataError : a diagonal entry that is not positive (its index is named): such a sample has no length.

    Examples
    --------
    >>> cosine_normalized([[4.0, 2.0], [1.0, 1.0]]).toarray()
    array([[1. , 1. ],
           [0.5, 1. ]])
    """
    lengths = diagonal(K)
    wrong = np.flatnonzero(~(lengths > 0))
    if len(wrong):
        at = int(wrong[0])
        raise DataError(
            f"K[{at}, {at}] is {lengths[at]:g}; cosine normalisation divides by the square roots of the "
            f"diagonal, which must be positive ({len(wrong):,} of {len(lengths):,} entries are not)",
            remedy="Leave those samples out, add self-loops to a graph, or do not normalise.",
        )
    factors = 1.0 / np.sqrt(lengths)
    return ScaledOperator(K, rows=factors, columns=factors)
