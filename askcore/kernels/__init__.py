"""Kernels: functions of vectors (``KERNELS``) and objects on indices (graphs, given matrices)."""

import importlib
import pkgutil
from pathlib import Path
from typing import Any

from askcore._removed import RemovedName
from askcore.kernels._registry import (
    GRAPH_KERNELS,
    KERNELS,
    Choice,
    Flag,
    GraphKernelSpec,
    KernelSpec,
    Range,
    kernel,
)
from askcore.kernels.attention import AttentionKernel
from askcore.kernels.binding import SYMMETRIZATIONS, resolved_params
from askcore.kernels.divergences import divergence_kernel, kl_gaussians
from askcore.kernels.graphs.kernel import GraphKernel
from askcore.kernels.graphs.matrix import spectral_radius
from askcore.kernels.indices import IndexKernel, PrecomputedKernel
from askcore.kernels.mixtures import fit_mixtures, kl_mixtures
from askcore.kernels.objects import class_names, kernel_class
from askcore.kernels.scale import scale_of
from askcore.kernels.stationary import ShiftedGaussians, SkewedLaplacian, StationaryKernel

__all__ = [
    "GRAPH_KERNELS",
    "KERNELS",
    "SYMMETRIZATIONS",
    "AttentionKernel",
    "Choice",
    "Flag",
    "GraphKernel",
    "GraphKernelSpec",
    "IndexKernel",
    "KernelSpec",
    "PrecomputedKernel",
    "Range",
    "ShiftedGaussians",
    "SkewedLaplacian",
    "StationaryKernel",
    "divergence_kernel",
    "fit_mixtures",
    "kernel",
    "kl_gaussians",
    "kl_mixtures",
    "resolved_params",
    "scale_of",
    "spectral_radius",
]

# Importing a file registers its kernels: a new family is a new file and nothing else.
for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    importlib.import_module(_module.name)

__all__ += class_names()


def __getattr__(name: str) -> Any:
    """The class of a kernel that is registered, now or later."""
    if name in class_names():
        return kernel_class(class_names()[name])
    raise RemovedName(__name__, Path(__file__).parent, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *class_names()})
