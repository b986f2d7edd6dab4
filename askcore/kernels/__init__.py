"""Kernels: functions between vectors (``KERNELS``) and objects over indices (graphs, given matrices).

Kernel floor: imports ``_validation`` only.
"""

import importlib
import pkgutil

from askcore.kernels._domains import Choice, Flag, Range
from askcore.kernels._registry import KERNELS, KernelSpec, Param, as_strings, kernel
from askcore.kernels._symmetrize import SYMMETRIZATIONS, symmetrized
from askcore.kernels.attention import AttentionKernel
from askcore.kernels.binding import BoundKernel, bind, takes_indices, takes_strings
from askcore.kernels.divergences_gaussian import kl_gaussians
from askcore.kernels.divergences_matrix import KLMatrix, divergence_kernel
from askcore.kernels.divergences_monte_carlo import divergence_steps, kl_mixtures
from askcore.kernels.graphs import GRAPH_KERNELS, GraphKernel, GraphKernelSpec, spectral_radius
from askcore.kernels.indices import IndexKernel
from askcore.kernels.mixtures import Mixtures, component_numbers, fit_mixtures, fitting_steps
from askcore.kernels.precomputed import PrecomputedKernel

__all__ = [
    "GRAPH_KERNELS",
    "KERNELS",
    "SYMMETRIZATIONS",
    "AttentionKernel",
    "BoundKernel",
    "Choice",
    "Flag",
    "GraphKernel",
    "GraphKernelSpec",
    "IndexKernel",
    "KLMatrix",
    "KernelSpec",
    "Mixtures",
    "Param",
    "PrecomputedKernel",
    "Range",
    "as_strings",
    "bind",
    "component_numbers",
    "divergence_kernel",
    "divergence_steps",
    "fit_mixtures",
    "fitting_steps",
    "kernel",
    "kl_gaussians",
    "kl_mixtures",
    "spectral_radius",
    "symmetrized",
    "takes_indices",
    "takes_strings",
]

# Importing a file registers its kernels: a new family is a new file and nothing else.
for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_module.name)
