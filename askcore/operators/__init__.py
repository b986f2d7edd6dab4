"""Kernel matrices as scipy LinearOperators with ``block(rows, cols)`` and ``toarray()``.

Operator floor: imports ``_validation`` only.
"""

from askcore.operators._base import KernelOperator
from askcore.operators.centered import CenteredOperator
from askcore.operators.cross import CrossApproximation, cross_approximation
from askcore.operators.lazy import ConditionalOperator, LazyOperator
from askcore.operators.low_rank import LowRankOperator, LowRankPlusSparse
from askcore.operators.matrix import DenseOperator, SparseOperator, as_operator
from askcore.operators.normalized import cosine_normalized, diagonal
from askcore.operators.scaled import ScaledOperator
from askcore.operators.structured import STRUCTURED_KERNELS, graph_kernel_operator, sparse_kernel_operator
from askcore.operators.symmetric import SkewPart, SymmetricPart, symmetrized_operator
from askcore.operators.wrappers import ProductOperator, TransposedOperator, power_operator

__all__ = [
    "STRUCTURED_KERNELS",
    "CenteredOperator",
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
