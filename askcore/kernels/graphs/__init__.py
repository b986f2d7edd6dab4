"""Kernels between the nodes of a directed graph, one family per file; importing a file registers its kinds.

Kernel floor.
"""

# The order of import is the order of the catalogue.
from askcore.kernels.graphs import walks, series, paths  # noqa: F401, I001
from askcore.kernels._registry import GRAPH_KERNELS, GraphKernelSpec
from askcore.kernels.graphs.kernel import GraphKernel
from askcore.kernels.graphs.matrix import graph_matrix, oriented, spectral_radius

__all__ = [
    "GRAPH_KERNELS",
    "GraphKernel",
    "GraphKernelSpec",
    "graph_matrix",
    "oriented",
    "spectral_radius",
]
