"""Tables and graphs of any size."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from askcore.datasets import GraphData, TableData
from askcore.experiments import KernelChoice, Problem


def table(n: int, kernel: str = "sne", n_classes: int = 2) -> Problem:
    """Random numbers, the classes by the first of them."""
    X = np.random.default_rng(0).standard_normal((n, 10))
    limits = np.quantile(X[:, 0], np.linspace(0, 1, n_classes + 1)[1:-1])
    return Problem(TableData(X, np.digitize(X[:, 0], limits)), KernelChoice(kernel))


def graph(n: int, links: int, kernel: str = "adjacency") -> Problem:
    """Four communities, so that there is something to learn."""
    rng = np.random.default_rng(0)
    labels = np.sort(rng.integers(0, 4, n))
    source = rng.integers(0, n, links)
    near = np.clip(source + rng.integers(-n // 8, n // 8, links), 0, n - 1)
    A = sp.csr_array((np.ones(links), (source, near)), shape=(n, n))
    A.data[:] = 1.0
    return Problem(GraphData(A, [str(i) for i in range(n)], labels=labels), KernelChoice(kernel))
