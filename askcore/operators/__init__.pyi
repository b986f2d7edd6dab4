from ._base import KernelOperator
from .distributed import DistributedOperator
from .lazy import LazyOperator
from .low_rank import LowRankOperator
from .matrix import DenseOperator, SparseOperator, as_operator
from .structured import graph_kernel_operator
from .wrappers import (
    CenteredOperator,
    ProductOperator,
    ScaledOperator,
    SkewPart,
    SymmetricPart,
    cosine_normalized,
    power_operator,
    symmetrized_operator,
)

__all__ = [
    "CenteredOperator",
    "DenseOperator",
    "DistributedOperator",
    "KernelOperator",
    "LazyOperator",
    "LowRankOperator",
    "ProductOperator",
    "ScaledOperator",
    "SkewPart",
    "SparseOperator",
    "SymmetricPart",
    "as_operator",
    "cosine_normalized",
    "graph_kernel_operator",
    "power_operator",
    "symmetrized_operator",
]
