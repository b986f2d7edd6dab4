"""The samples that come with the package, and what each is good for.

`datasets` floor. Graphs are read from small files through the same readers as anyone's; tables come
from scikit-learn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from sklearn.datasets import load_iris, make_moons

from askcore._validation import DataError
from askcore.datasets.graph_data import GraphData
from askcore.datasets.read import read_graph
from askcore.datasets.table_data import TableData

__all__ = ["Sample", "describe_sample", "list_samples", "load_sample"]


@dataclass(frozen=True)
class Sample:
    """A sample on its card: what it is, what to look for, and settings that show it.

    `preset` has the keys kernel, kernel_params, gamma and damping, as the estimators name them.
    """

    name: str
    title: str
    kind: Literal["graph", "table"]
    summary: str
    question: str
    source: str
    preset: Mapping[str, Any]


def list_samples() -> list[str]:
    """The names of the samples, in the order of the gallery.

    Examples
    --------
    >>> list_samples()
    ['cyclic_communities', 'teaching_graph', 'python_imports', 'iris', 'two_moons']
    """
    return list(_SAMPLES)


def describe_sample(name: str) -> Sample:
    """What a sample is and which settings suit it.

    Raises
    ------
    DataError : if there is no such sample.

    Examples
    --------
    >>> describe_sample("iris").kind, describe_sample("iris").preset["kernel"]
    ('table', 'sne')
    """
    if name not in _SAMPLES:
        raise DataError(f"There is no sample {name!r}", remedy=f"Choose one of {', '.join(_SAMPLES)}.")
    return _SAMPLES[name]


@cache
def load_sample(name: str) -> GraphData | TableData:
    """A sample, read once per process; its arrays are read-only.

    Raises
    ------
    DataError : if there is no such sample.

    Examples
    --------
    >>> graph = load_sample("cyclic_communities")
    >>> graph.n_nodes, graph.n_edges, graph.classes.tolist()
    (300, 5415, ['A', 'B', 'C'])
    """
    sample = describe_sample(name)
    return replace(_LOADERS.get(name, _load_graph)(name), name=sample.title)


def _load_graph(name: str) -> GraphData:
    folder = _folder()
    return read_graph(folder / f"{name}_edges.csv", labels=folder / f"{name}_nodes.csv")


def _load_iris(_: str) -> TableData:
    iris = load_iris()
    return TableData(iris.data, iris.target_names[iris.target], list(iris.feature_names))


def _load_two_moons(_: str) -> TableData:
    X, y = make_moons(n_samples=300, noise=0.2, random_state=0)
    return TableData(X, y, ["x1", "x2"])


def _folder() -> Path:
    """Inside the package once it is installed, beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    return next((f for f in (package / "sample_data", package.parent / "sample_data") if f.is_dir()), package)


def _preset(kernel: str, gamma: float, damping: float, **kernel_params: float) -> dict[str, Any]:
    return {"kernel": kernel, "kernel_params": kernel_params, "gamma": gamma, "damping": damping}


_LOADERS: dict[str, Callable[[str], GraphData | TableData]] = {
    "iris": _load_iris,
    "two_moons": _load_two_moons,
}

_SAMPLES = {
    sample.name: sample
    for sample in (
        Sample(
            "cyclic_communities",
            "Cyclic communities",
            "graph",
            "Three groups of 100 nodes that point round in a ring, A to B to C and back to A: "
            "only the direction of the edges tells them apart.",
            "Does anything find the groups once K is replaced by its symmetric part?",
            "Drawn at random with a fixed seed by sample_data/make_cyclic_communities.py.",
            _preset("adjacency", 10.0, 0.01),
        ),
        Sample(
            "teaching_graph",
            "Seven nodes",
            "graph",
            "Seven nodes in two classes and nine arrows, small enough to follow by hand.",
            "At C and E the two views contradict each other: who points to them, and to whom do they point?",
            "Made up for this package: sample_data/teaching_graph_edges.csv.",
            _preset("adjacency", 2.0, 0.1),
        ),
        Sample(
            "python_imports",
            "Python imports",
            "graph",
            "Which module of networkx and scikit-learn imports which: "
            "tests import and are not imported, private helpers are imported by their neighbours.",
            "Is what a module imports, or who imports it, the better sign of its role?",
            "Parsed from the sources of networkx and scikit-learn (both BSD-3-Clause) by "
            "sample_data/make_python_imports.py.",
            _preset("adjacency", 1.0, 1.0),
        ),
        Sample(
            "iris",
            "Iris",
            "table",
            "Four measurements of 150 flowers of three species.",
            "Plain data and an asymmetric kernel: do the two views of SNE differ where the species meet?",
            "Fisher's iris data, as it comes with scikit-learn.",
            _preset("sne", 10.0, 0.01, sigma=1.0),
        ),
        Sample(
            "two_moons",
            "Two moons",
            "table",
            "Two half circles of 150 points each that reach into one another, with noise.",
            "Where do the source and the target view draw their boundary, and how far apart are the two?",
            "Drawn at random with a fixed seed by scikit-learn's make_moons.",
            _preset("sne", 3.0, 0.01, sigma=0.3),
        ),
    )
}
