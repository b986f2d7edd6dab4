"""Names of the rows and columns of a kernel matrix, and phrases for the matrix.

``Named`` is the part of a ``Problem`` that is spoken of; what it reads of the data is what their protocol offers
(``datasets/protocol.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from askcore._lazy import cached_property
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments.choice import KernelChoice
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernel, PrecomputedKernel
from askcore.operators import KernelOperator

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
