"""Kernels: functions between vectors (``KERNELS``) and objects over indices (graphs, given matrices).

Kernel floor: imports ``_validation`` only.
"""

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

from askcore.kernels._registry import KERNELS, Choice, Flag, KernelSpec, Param, Range, as_strings, kernel
from askcore.kernels.attention import AttentionKernel
from askcore.kernels.binding import (
    SYMMETRIZATIONS,
    BoundKernel,
    bind,
    crossed_params,
    resolved_params,
    symmetrized,
    takes_indices,
    takes_strings,
)
from askcore.kernels.divergences import KLMatrix, divergence_kernel, kl_gaussians
from askcore.kernels.graphs import GRAPH_KERNELS, GraphKernel, GraphKernelSpec, spectral_radius
from askcore.kernels.indices import IndexKernel, PrecomputedKernel
from askcore.kernels.mixtures import (
    Mixtures,
    component_numbers,
    divergence_steps,
    fit_mixtures,
    fitting_steps,
    kl_mixtures,
)
from askcore.kernels.objects import RegisteredKernel, class_names, kernel_class, named
from askcore.kernels.scale import SCALE, Scale, scale_of
from askcore.kernels.stationary import ShiftedGaussians, SkewedLaplacian, StationaryKernel, as_stationary

if TYPE_CHECKING:
    from askcore.kernels.catalogue import *  # noqa: F403 - SNE and its like, which catalogue.pyi names

__all__ = [
    "GRAPH_KERNELS",
    "KERNELS",
    "SCALE",
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
    "RegisteredKernel",
    "Scale",
    "ShiftedGaussians",
    "SkewedLaplacian",
    "StationaryKernel",
    "as_stationary",
    "as_strings",
    "bind",
    "component_numbers",
    "crossed_params",
    "divergence_kernel",
    "divergence_steps",
    "fit_mixtures",
    "fitting_steps",
    "kernel",
    "kernel_class",
    "kl_gaussians",
    "kl_mixtures",
    "named",
    "resolved_params",
    "scale_of",
    "spectral_radius",
    "symmetrized",
    "takes_indices",
    "takes_strings",
]

# Importing a file registers its kernels: a new family is a new file and nothing else.
for _module in pkgutil.iter_modules(__path__, f"{__name__}."):  # noqa: F405 - of the package itself
    importlib.import_module(_module.name)

__all__ += class_names()


def __getattr__(name: str) -> Any:
    """The class of a kernel that is registered, now or later."""
    if name in class_names():
        return kernel_class(class_names()[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *class_names()})
