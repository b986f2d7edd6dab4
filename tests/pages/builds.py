"""Counts what a page builds and decomposes, by content: to hold that nothing is computed twice.

A build is a kernel evaluated between a set of samples and itself, the matrix S of a graph, or the sparse structure
of a kernel between rows and columns. Blocks between different samples are parts, and not counted.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import numpy as np
import scipy.linalg
import scipy.sparse as sp
import scipy.sparse.linalg

from askcore.kernels import GraphKernel, KernelSpec
from askcore.operators.low_rank import LowRankPlusSparse

DECOMPOSITIONS = (
    (scipy.linalg, ("svd", "svdvals", "eigh", "eigvalsh", "eig", "eigvals", "qr", "lu_factor")),
    (np.linalg, ("svd", "eigh", "eigvalsh", "eig", "eigvals")),
    (scipy.sparse.linalg, ("svds", "eigsh", "eigs", "splu")),
)


@dataclass
class Work:
    """What was done: builds by what was built, decompositions by name and content."""

    builds: Counter[tuple[Any, ...]] = field(default_factory=Counter)
    decompositions: Counter[tuple[Any, ...]] = field(default_factory=Counter)

    @property
    def repeated(self) -> list[tuple[Any, ...]]:
        """Builds that were done more than once."""
        return [what for what, times in self.builds.items() if times > 1]


@contextmanager
def counted() -> Iterator[Work]:
    """Count builds and decompositions, of all threads."""
    work = Work()

    def evaluated(spec: Any, X: Any, Z: Any, **params: Any) -> None:
        if np.shape(X)[0] == np.shape(Z)[0] and _digest(X) == _digest(Z):
            work.builds[spec.name, np.shape(X)[0], _digest(X), _digest(*params.values())] += 1

    def graph(kernel: Any, adjacency: Any, kind: str = "adjacency", **more: Any) -> None:
        given = sorted((name, str(value)) for name, value in more.items())
        work.builds[f"graph {kind}", adjacency.shape[0], _digest(adjacency), str(given)] += 1

    def structured(operator: Any, *parts: Any, **more: Any) -> None:
        work.builds["structured", 0, _digest(*parts, *more.values()), ""] += 1

    with ExitStack() as stack:
        for owner, name, note in (
            (KernelSpec, "__call__", evaluated),
            (GraphKernel, "__init__", graph),
            (LowRankPlusSparse, "__init__", structured),
        ):
            stack.enter_context(patch.object(owner, name, _noting(getattr(owner, name), note)))
        for owner, names in DECOMPOSITIONS:
            for name in names:
                note = _decomposed(work, name)
                stack.enter_context(patch.object(owner, name, _noting(getattr(owner, name), note)))
        yield work


def _noting(function: Callable[..., Any], note: Callable[..., None]) -> Callable[..., Any]:
    def call(*args: Any, **more: Any) -> Any:
        note(*args, **more)
        return function(*args, **more)

    return call


def _decomposed(work: Work, name: str) -> Callable[..., None]:
    def note(A: Any, *args: Any, **more: Any) -> None:
        work.decompositions[name, getattr(A, "shape", ()), _digest(A)] += 1

    return note


def _digest(*parts: Any) -> str:
    found = hashlib.sha256()
    for part in parts:
        if sp.issparse(part):
            found.update(sp.csr_array(part).data.tobytes() + sp.csr_array(part).indices.tobytes())
        elif isinstance(part, np.ndarray):
            found.update(str(part.shape).encode() + np.ascontiguousarray(part).tobytes())
        else:
            found.update(repr(part).encode())
    return found.hexdigest()[:12]
