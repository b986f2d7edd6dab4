"""The catalogue of graph kernels: one decorator, from which checks and page controls follow.

Kernel floor.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import scipy.sparse as sp

from askcore.kernels._registry import Param, _params
from askcore.kernels.graphs._function import GraphFunction

__all__ = ["GRAPH_KERNELS", "GraphKernelSpec", "graph_kernel"]


@dataclass(frozen=True)
class GraphKernelSpec:
    """A kind of ``GraphKernel``.

    Attributes
    ----------
    name, label : the key in ``GRAPH_KERNELS`` and the name to show.
    symmetric : whether K(u, v) = K(v, u) on every graph.
    params : the parameters with their domains; None, where it has a meaning, is derived from the graph.
    formula : LaTeX, in terms of S.
    normalized : what ``normalize=None`` means for this kind.
    options : which of ``self_loops`` and ``normalize`` change K at all.
    bounded : whether beta must stay below 1 / spectral radius.
    build : makes f(S) from S and the parameters.
    """

    name: str
    label: str
    symmetric: bool
    params: tuple[Param, ...]
    formula: str
    normalized: bool
    options: tuple[str, ...]
    bounded: bool
    build: Callable[..., GraphFunction] = field(repr=False)

    def check(self, params: dict[str, Any]) -> None:
        """Raise a ValueError for a parameter that the kind does not have or that is out of its domain."""
        known = {p.name: p for p in self.params}
        for name, value in params.items():
            if name not in known:
                has = ", ".join(known) or "none"
                raise ValueError(f"Graph kernel {self.name!r} has no parameter {name!r}; it has: {has}.")
            known[name].domain.check(value, f"{self.name}: {name}")

    def make(self, S: sp.csr_array, params: dict[str, Any]) -> GraphFunction:
        """f(S) for S (N, N), parameters checked first."""
        self.check(params)
        return self.build(S, **params)


GRAPH_KERNELS: dict[str, GraphKernelSpec] = {}


def graph_kernel(
    label: str,
    *,
    formula: str,
    symmetric: bool = False,
    normalized: bool = False,
    options: tuple[str, ...] = ("self_loops", "normalize"),
    bounded: bool = False,
) -> Callable[[Callable[..., GraphFunction]], Callable[..., GraphFunction]]:
    """Register ``f(S, *, name: Annotated[type, domain] = default) -> GraphFunction`` under its own name."""

    def register(build: Callable[..., GraphFunction]) -> Callable[..., GraphFunction]:
        name = build.__name__
        if name in GRAPH_KERNELS:
            raise ValueError(f"A graph kernel named {name!r} is registered already.")
        params = tuple(_params(build))  # type: ignore[arg-type]
        GRAPH_KERNELS[name] = GraphKernelSpec(
            name, label, symmetric, params, formula, normalized, options, bounded, build
        )
        return build

    return register
