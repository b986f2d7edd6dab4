"""Kernel matrices as scipy LinearOperators with ``block(rows, cols)`` and ``toarray()``.

Operator floor: imports ``_validation`` only.
"""

from askcore.operators._base import KernelOperator
from askcore.operators.lazy import ConditionalOperator, LazyOperator
from askcore.operators.low_rank import (
    CrossApproximation,
    LowRankOperator,
    LowRankPlusSparse,
    cross_approximation,
)
from askcore.operators.matrix import DenseOperator, SparseOperator, as_operator
from askcore.operators.structured import STRUCTURED_KERNELS, graph_kernel_operator, sparse_kernel_operator
from askcore.operators.wrappers import (
    CenteredOperator,
    CentringMeans,
    ProductOperator,
    ScaledOperator,
    SkewPart,
    SymmetricPart,
    TransposedOperator,
    cosine_normalized,
    diagonal,
    power_operator,
    symmetrized_operator,
)

__all__ = [
    "STRUCTURED_KERNELS",
    "CenteredOperator",
    "CentringMeans",
    "ConditionalOperator",
    "CrossApproximation",
    "DenseOperator",
    "KernelOperator",
    "LazyOperator",
    "LowRankOperator",
    "LowRankPlusSparse",
    "ProductOperator",
    "ScaledOperator",
    "SkewPart",
    "SparseOperator",
    "SymmetricPart",
    "TransposedOperator",
    "as_operator",
    "cosine_normalized",
    "cross_approximation",
    "diagonal",
    "graph_kernel_operator",
    "power_operator",
    "sparse_kernel_operator",
    "symmetrized_operator",
]
