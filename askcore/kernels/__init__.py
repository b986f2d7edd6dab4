"""Kernels: functions between vectors (``KERNELS``) and objects over indices (graphs, given matrices).

Kernel floor: imports ``_validation`` only.
"""

from askcore.kernels import conditional, vectors  # noqa: F401  (importing registers the kernels)
from askcore.kernels._bind import BoundKernel, bind, takes_indices
from askcore.kernels._domains import Choice, Range
from askcore.kernels._index import IndexKernel
from askcore.kernels._registry import KERNELS, KernelSpec, Param, kernel
from askcore.kernels._symmetrize import SYMMETRIZATIONS, symmetrized
from askcore.kernels.graphs import GraphKernel
from askcore.kernels.precomputed import PrecomputedKernel

__all__ = [
    "KERNELS",
    "SYMMETRIZATIONS",
    "BoundKernel",
    "Choice",
    "GraphKernel",
    "IndexKernel",
    "KernelSpec",
    "Param",
    "PrecomputedKernel",
    "Range",
    "bind",
    "kernel",
    "symmetrized",
    "takes_indices",
]
