"""The choice of a kernel, everything that changes it in one hashable value, and words for the matrix that it gives.

``KernelChoice`` serves as cache key, as URL state and as the source of the Python that reproduces a page; with data it
becomes K in ``problem.py``. ``Named`` is the part of a ``Problem`` that is spoken of: names of rows and columns, and
phrases. What it reads of the data is what their protocol offers (``datasets/protocol.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from askcore._lazy import cached_property
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernel, PrecomputedKernel
from askcore.operators import KernelOperator
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


SHARED = ("sne", "t")  # kernels of tables that divide a similarity by a total of the row's sample
MEASURED = "exp(−a KL) between bags"  # a matrix that was computed from bags, not given


class Named:
    """Names, labels and words of data under a kernel: the base of ``Problem``, never made itself."""

    data: Any
    choice: KernelChoice
    given: Any
    shape: cached_property[tuple[int, int]]
    _has_sigma: cached_property[bool]

    # what it is of -------------------------------------------------------------------------------------------------

    @property
    def is_graph(self) -> bool:
        """Whether there is a graph behind the kernel."""
        return isinstance(self.data, GraphData)

    @property
    def is_table(self) -> bool:
        """Whether there is a table of features behind the kernel."""
        return isinstance(self.data, TableData)

    @property
    def _as_given(self) -> bool:
        """Whether a matrix that was read is its own kernel."""
        return isinstance(self.data, MatrixData) and self.given is None

    @property
    def crossed(self) -> bool:
        """Whether rows stand against columns of the data matrix; a matrix that was given stands for itself."""
        return self.choice.matrix == "crossed" and (self.is_graph or self.is_table)

    # who the rows and columns are ----------------------------------------------------------------------------------

    @cached_property
    def same_samples(self) -> bool:
        """Whether row i and column i are the same sample."""
        if self.data is None:
            return False
        return bool(self.data.same_samples) and not (self.crossed and self.is_table)

    @cached_property
    def row_names(self) -> list[str]:
        """N names."""
        return [*map(str, range(self.shape[0]))] if self.data is None else list(self.data.sample_names)

    @cached_property
    def column_names(self) -> list[str]:
        """M names."""
        if self.data is None:
            return [*map(str, range(self.shape[1]))]
        return self.row_names if self.same_samples else list(self.data.column_names)

    @property
    def row_labels(self) -> np.ndarray | None:
        """Classes of the rows (N,), "" for an unlabelled row; None without classes: numbers to predict are no
        classes.
        """
        return None if self.data is None else self.data.class_labels

    @property
    def column_labels(self) -> np.ndarray | None:
        """(M,) classes of the columns, where they are the same samples as the rows."""
        return self.row_labels if self.same_samples else None

    @property
    def row_word(self) -> str:
        """Word for a row: "node", "sample", or "row" of a matrix between different things."""
        return "row" if self.data is None else self.data.sample_word

    @property
    def column_word(self) -> str:
        """Word for a column: as the rows, "feature", or "column"."""
        if self.same_samples:
            return self.row_word
        return "column" if self.data is None else self.data.column_word

    def readings(self, one: str = "it", others: str = "the others") -> tuple[str, str]:
        """Noun phrases for the meaning of a row and of a column."""
        if self.is_table and self.crossed:
            return "its features", "its values over the samples"
        if not self.same_samples:
            return f"the weights from {one} to the columns", f"the weights from the rows to {one}"
        if not self.is_graph or not isinstance(self.kernel_kind, str):
            return self._readings_of_table(one, others)
        one_step = self.crossed or self.kernel_kind in ("adjacency", "common_neighbors")
        ways = "short paths" if self.kernel_kind == "shortest_path" else "walks"
        if self.reads_both_ways:
            return (f"the links of {one}" if one_step else f"the {ways} from {one}, in either direction",) * 2
        if one_step:
            into, out = f"the links to {one}", f"the links from {one}"
        else:
            into, out = f"the {ways} to {one}", f"the {ways} from {one}"
        return (into, out) if self._orientation == "in" else (out, into)

    def _readings_of_table(self, one: str, others: str) -> tuple[str, str]:
        kind, whose = self.kernel_kind if self.is_table else "", "its" if one == "it" else f"{one}'s"
        if kind in SHARED:
            return (
                f"{whose} similarities divided by its own total",
                f"{whose} similarities, each divided by the other sample's total",
            )
        if kind == "attention":
            return f"the attention from {one} to {others}", f"the attention from {others} to {one}"
        if kind == "kl_histogram":
            return f"how well {others} describe {one}", f"how well {one} describes {others}"
        return f"the weights from {one} to {others}", f"the weights from {others} to {one}"

    @cached_property
    def matrix_words(self) -> str:
        """Noun phrase for the matrix."""
        if self.crossed:
            between = "adjacency matrix" if self.is_graph else "table"
            return f"{KERNELS[self.choice.name].label} between the rows and the columns of the {between}"
        if self._measured:
            return MEASURED
        label = self._label
        return f"{label} between the {self.row_word}s" if label else "the given matrix"

    @cached_property
    def others(self) -> str:
        """The alternatives, as "another kernel or bandwidth"; "" for a given matrix."""
        if self._measured:
            return "another scale a"
        if self.crossed:
            return "another kernel or bandwidth" if self._has_sigma else "another kernel"
        if not self._label:
            return ""
        if self.is_graph:
            return "another kernel" if self.choice.self_loops else "another kernel, or self-loops"
        return "another kernel or other parameters"

    @property
    def kernel_kind(self) -> Any:
        """The name of the kernel where it has one, else the kernel itself."""
        if self.given is None:
            return self.choice.name
        return (
            self.given.kind
            if isinstance(self.given, GraphKernel)
            else getattr(self.given, "name", self.given)
        )

    @property
    def reads_both_ways(self) -> bool:
        """Whether it is a kernel of a graph that leaves out direction."""
        return self.is_graph and isinstance(self.kernel_kind, str) and self._orientation == "both"

    @property
    def _orientation(self) -> str:
        return self.given.orientation if isinstance(self.given, GraphKernel) else self.choice.orientation

    @property
    def _measured(self) -> bool:
        return self._as_given and self.choice.name == "kl_mixtures"

    @property
    def _label(self) -> str:
        """Name of the kernel; "" for a given matrix."""
        if isinstance(self.data, MatrixData) or isinstance(self.given, PrecomputedKernel | KernelOperator):
            return ""
        kind = self.kernel_kind
        if not isinstance(kind, str):
            return str(getattr(kind, "__name__", type(kind).__name__))
        known: Mapping[str, Any] = GRAPH_KERNELS if self.is_graph else KERNELS
        if self.given is None and kind in known:
            return self.choice.label(is_graph=self.is_graph)
        return known[kind].label if kind in known else kind
