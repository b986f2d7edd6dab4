"""The choice of a kernel: everything that changes it, in one hashable value.

It serves as cache key, as URL state and as the source of the Python that reproduces a page; with data it becomes K in
``problem.py``.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from askcore.kernels import GRAPH_KERNELS, KERNELS
from askcore.operators.structured import STRUCTURED_KERNELS

MATRICES = ("samples", "crossed")
USUAL_KERNELS = {"graph": "adjacency", "table": "sne", "matrix": "precomputed", "bags": "kl_mixtures"}
"""The kernel of data by their kind, unless the user chooses one."""
CROSSED_KERNELS = tuple(STRUCTURED_KERNELS)
"""Kernels between rows and columns that keep the sparsity of links; ``Problem`` takes any kernel of numbers."""


@dataclass(frozen=True, repr=False)
class KernelChoice:
    """A kernel with all its settings.

    Attributes
    ----------
    name : a name in ``GRAPH_KERNELS`` for graphs, in ``KERNELS`` for tables and for "crossed". A matrix is its own
        kernel, whatever the name. Its name is "precomputed", or "kl_mixtures" if it was computed from bags.
    params : (name, value) pairs of the kernel, sorted. The default of a parameter with a scale (sigma, rho, ...) is
        computed from the samples: see ``bandwidth``.
    orientation, self_loops, normalize : as in ``GraphKernel``. "crossed" uses only the orientation ("in" uses A^T,
        "both" uses A + A^T). Tables use none of them.
    standardise : scale each feature to mean 0 and variance 1; not used for graphs.
    matrix : "samples" or "crossed".
    bandwidth : sigma, or another parameter with a scale, as a multiple of its default. For predictions, the default is
        computed from the training samples; for the whole matrix, from all rows (see ``Problem.usual_sigma``). It is
        ignored if ``params`` contains the parameter, or if the kernel has no such parameter.
    compatibility, seed : for "crossed", as in ``solvers.compatible_sources``.

    Raises
    ------
    ValueError : the matrix is unknown.

    Examples
    --------
    >>> KernelChoice("sne", (("sigma", 2.0),), standardise=True)
    KernelChoice('sne', (('sigma', 2.0),), standardise=True)
    """

    name: str
    params: tuple[tuple[str, Any], ...] = ()
    orientation: str = "in"
    self_loops: bool | None = True
    normalize: bool | None = None
    standardise: bool = False
    matrix: str = "samples"
    bandwidth: float = 1.0
    compatibility: str = "auto"
    seed: int = 0

    def __post_init__(self) -> None:
        if self.matrix not in MATRICES:
            raise ValueError(f"matrix must be one of {', '.join(map(repr, MATRICES))}, got {self.matrix!r}.")

    def label(self, *, is_graph: bool) -> str:
        """Name of the kernel, such as "SNE"; walks of one length include the length, such as "Walks of length 3"."""
        if is_graph and self.name == "power":
            return f"Walks of length {dict(self.params).get('length', 2)}"
        return (GRAPH_KERNELS if is_graph else KERNELS)[self.name].label

    def __repr__(self) -> str:
        """The non-default parameters as Python code, which a page shows for copying."""
        _, _, *rest = fields(self)
        said = [repr(self.name), *([repr(self.params)] if self.params else [])]
        said += [
            f"{each.name}={value!r}" for each in rest if (value := getattr(self, each.name)) != each.default
        ]
        return f"KernelChoice({', '.join(said)})"


def kernels_for(X: np.ndarray) -> list[str]:
    """The kernels that take the rows of a table: those on histograms only where every row is one."""
    histograms = bool(len(X) and (X >= 0).all() and (X.max(axis=1, initial=0.0) > 0).all())
    fitting = {"vectors", "histograms"} if histograms else {"vectors"}
    found = [name for name, spec in KERNELS.items() if spec.accepts in fitting]
    return sorted(found, key=lambda name: KERNELS[name].label.lower())
