from ._base import KernelOperator
from .cluster import connect
from .distributed import DistributedOperator
from .lazy import ConditionalOperator, LazyOperator
from .low_rank import CrossApproximation, LowRankOperator, LowRankPlusSparse, cross_approximation
from .matrix import DenseOperator, SparseOperator, as_operator
from .structured import STRUCTURED_KERNELS, graph_kernel_operator, sparse_kernel_operator
from .wrappers import (
    CenteredOperator,
    CentringMeans,
    ProductOperator,
    ScaledOperator,
    SkewPart,
    SymmetricPart,
    cosine_normalized,
    diagonal,
    in_range,
    power_operator,
    product_unit,
    symmetrized_operator,
)

__all__ = [
    "STRUCTURED_KERNELS",
    "CenteredOperator",
    "CentringMeans",
    "ConditionalOperator",
    "CrossApproximation",
    "DenseOperator",
    "DistributedOperator",
    "KernelOperator",
    "LazyOperator",
    "LowRankOperator",
    "LowRankPlusSparse",
    "ProductOperator",
    "ScaledOperator",
    "SkewPart",
    "SparseOperator",
    "SymmetricPart",
    "as_operator",
    "connect",
    "cosine_normalized",
    "cross_approximation",
    "diagonal",
    "graph_kernel_operator",
    "in_range",
    "power_operator",
    "product_unit",
    "sparse_kernel_operator",
    "symmetrized_operator",
]
