"""Kernels tried by a search, in their order: cheap and usually good ones first.

Orders were set on citation graphs, blogs, web pages, brains and generated graphs, and on the tables of
``benchmarks/bench_defaults.py``: after a few seconds the list is long enough to be useful. Every value is one that the
controls of a page offer, so that each can be adopted. A new kernel is tried where it is named here, and not before: it
would take the place of another one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets import GraphData, TableData
from askcore.experiments.choice import KernelChoice, kernels_for
from askcore.experiments.evaluation import BANDWIDTHS
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernel
from askcore.kernels._registry import Spec

SEVERAL = 6  # kernels of a comparison over several
QUICK_KERNELS, QUICK_NODES = 12, 1500  # of a quick search; nodes up to which it solves with the graph
ORIENTED = {"in": "links in", "out": "links out", "both": "both ways"}

_Offer = tuple[str, str, dict[str, Any]]  # kernel, orientations, what else

_GRAPHS: tuple[_Offer, ...] = (
    ("pagerank", "both", {}),
    ("adjacency", "out both", {}),
    ("common_neighbors", "out in", {}),
    ("power", "both out", {"normalize": True}),
    ("adjacency", "in", {}),
    ("pagerank", "out in", {}),
    ("shortest_path", "both out", {}),
    ("pagerank", "both", {"alpha": 0.95}),
    ("common_neighbors", "out in both", {"normalize": True, "self_loops": False}),
    ("katz", "out both", {}),
    ("power", "in", {"normalize": True}),
    ("diffusion", "both out in", {"normalize": True, "beta": 3.0}),
    ("pagerank", "both", {"alpha": 0.5}),
    ("pagerank", "out in", {"alpha": 0.95}),
    ("power", "out both", {"normalize": True, "length": 3}),
    ("katz", "out both", {"share": 0.85}),
    ("shortest_path", "both out", {"sigma": 2.0}),
    ("adjacency", "out both", {"normalize": False}),
    ("diffusion", "both out", {"normalize": True}),
    ("power", "out", {"self_loops": False}),
    ("common_neighbors", "both", {}),
    ("von_neumann", "out both", {}),
    ("diffusion", "out both", {}),
)
"""Walks that are not normalised are read "out" or "both" alone: "in" gives the transposed matrix, and the views change
places."""

_VECTORS = (
    "rbf",
    "sne",
    "laplacian",
    "linear",
    "attention",
    "kl_histogram",
    "polynomial",
    "t",
    "tanh",
    "tl1",
)


def offered_kernels(data: GraphData | TableData, *, standardise: bool = True) -> list[KernelChoice]:
    """The catalogue for a data set, cheap and usually good kernels first."""
    if isinstance(data, GraphData):
        return [choice for offer in _GRAPHS for choice in _of_graph(data, *offer)]
    if not isinstance(data, TableData):
        raise DataError(
            "a matrix is its own kernel: there is none to find",
            remedy="Give a graph, or a table of features.",
        )
    fitting = set(kernels_for(data.X))
    names = [name for name in _VECTORS if name in fitting]
    if not _sum_alike(data.X):
        names = [name for name in names if KERNELS[name].accepts == "vectors"]
    found = []
    for factor in BANDWIDTHS:
        for name in names:
            spec = KERNELS[name]
            if factor == 1.0 or spec.scaled is not None:
                scaled = standardise and spec.accepts == "vectors"
                found.append(KernelChoice(name, standardise=scaled, bandwidth=factor))
    return found


def directed_kernels(
    data: GraphData | TableData, *, standardise: bool = True, limit: int = SEVERAL
) -> dict[str, KernelChoice]:
    """Return the asymmetric kernels of the catalogue by name, as a family for ``compare``.

    For a graph, they use outgoing or incoming links. Every kind of kernel comes once before any kind comes again with
    other parameters.

    Parameters
    ----------
    data : a graph or a table.
    standardise : scale the features of a table.
    limit : maximum number of kernels; those that are usually good come first.

    Returns
    -------
    dict : names to kernels.

    Raises
    ------
    DataError : the data are a matrix or bags, which have only one kernel.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> list(directed_kernels(load_sample("teaching_graph"), limit=2))
    ['Adjacency, links out', 'Walks of length 2, links out, rows sum to 1']
    """
    graph = isinstance(data, GraphData)
    catalogue = GRAPH_KERNELS if graph else KERNELS
    offered = [
        choice
        for choice in offered_kernels(data, standardise=standardise)
        if not catalogue[choice.name].symmetric and not (graph and choice.orientation == "both")
    ]
    firsts = list({choice.name: choice for choice in reversed(offered)}.values())
    ordered = sorted(offered, key=lambda choice: choice not in firsts)
    return {in_words(choice, is_graph=graph): choice for choice in ordered[:limit]}


def quick_kernels(offered: Sequence[KernelChoice], data: GraphData | TableData) -> list[KernelChoice]:
    """The first few for a look at data of this size; of a large graph those whose columns are sparse."""
    small = data.n_samples <= QUICK_NODES
    is_graph = isinstance(data, GraphData)
    cheap = [each for each in offered if small or not is_graph or GRAPH_KERNELS[each.name].sparse]
    return cheap[:QUICK_KERNELS]


def _sum_alike(X: np.ndarray) -> bool:
    """Whether rows of numbers >= 0 look like histograms: their sums differ from the mean of all by 5% at most."""
    sums = X.sum(axis=1)
    return bool(np.allclose(sums, sums.mean(), rtol=0.05, atol=0.0))


def _of_graph(data: GraphData, name: str, orientations: str, more: dict[str, Any]) -> list[KernelChoice]:
    spec, more = GRAPH_KERNELS[name], dict(more)
    share = more.pop("share", None)
    options = {
        "self_loops": more.pop("self_loops", True),
        "normalize": more.pop("normalize", spec.normalized),
    }
    found = []
    for orientation in orientations.split():
        params = {p.name: more.get(p.name, p.default) for p in spec.params if not spec.bounded}
        if share is not None:
            usual = GraphKernel(data.adjacency, name, orientation=orientation, **options).resolved["beta"]
            params = {"beta": float(f"{usual * share / 0.5:.6g}")}
        found.append(KernelChoice(name, tuple(sorted(params.items())), orientation=orientation, **options))
    return found


def parameters_in_words(choice: KernelChoice, *, is_graph: bool) -> str:
    """Non-default parameters of the kernel, as "α = 0.95, rows sum to 1"; empty without any."""
    catalogue: Mapping[str, Spec] = GRAPH_KERNELS if is_graph else KERNELS
    usual = {param.name: param.default for param in catalogue[choice.name].params}
    said = [f"{_GREEK.get(name, name)} = {value:g}" for name, value in choice.params if value != usual[name]]
    if is_graph and choice.normalize not in (None, GRAPH_KERNELS[choice.name].normalized):
        said.append("rows sum to 1" if choice.normalize else "rows as they are")
    if is_graph and choice.self_loops is False:
        said.append("no loops")
    if not is_graph and choice.bandwidth != 1.0:
        said.append(f"bandwidth × {choice.bandwidth:g}")
    return ", ".join(said)


def in_words(choice: KernelChoice, *, is_graph: bool) -> str:
    """A kernel with all that differs from the usual, as "Rooted PageRank, both ways, α = 0.95"."""
    name = choice.label(is_graph=is_graph).split(" (")[0]
    if choice.name == "power":  # its name tells its only parameter
        choice = replace(choice, params=())
    parts: Sequence[str] = [
        name,
        ORIENTED[choice.orientation] if is_graph else "",
        parameters_in_words(choice, is_graph=is_graph),
    ]
    return ", ".join(part for part in parts if part)


_GREEK = {"alpha": "α", "beta": "β", "sigma": "σ", "rho": "ρ", "length": "length"}
