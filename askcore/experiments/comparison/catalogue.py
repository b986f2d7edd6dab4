"""Kernels over which the question is asked, where it is about the data and not about one kernel.

Experiment floor. Each has a direction; what it is without, its blind twins add in every comparison.
"""

from __future__ import annotations

from askcore.datasets import GraphData, TableData
from askcore.experiments.choice import KernelChoice
from askcore.experiments.decisions.offered import in_words, offered_kernels
from askcore.kernels import GRAPH_KERNELS, KERNELS

SEVERAL = 6


def directed_kernels(
    data: GraphData | TableData, *, standardise: bool = True, limit: int = SEVERAL
) -> dict[str, KernelChoice]:
    """The asymmetric kernels of the catalogue, by their names: a family for ``compare``.

    Of a graph they read links in or out, each kind of kernel once before any comes with other parameters.

    Parameters
    ----------
    data : a graph or a table.
    standardise : scale the features of a table.
    limit : at most so many, the usually good ones first.

    Returns
    -------
    dict : names to kernels.

    Raises
    ------
    DataError : a matrix is its own kernel, and so are bags.

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
