"""What graphs, tables, matrices and bags offer alike, so that nobody above has to ask which of them it holds."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Any, ClassVar, Literal, TypeAlias

import numpy as np
from scipy.sparse import csr_array

from askcore._format import count
from askcore._lazy import cached_property
from askcore._removed import without
from askcore.datasets._checks import classes_among, labelled_mask

Kind: TypeAlias = Literal["graph", "table", "matrix", "bags"]


class Dataset:
    """Abstract base of the four data classes: N samples, their names and, optionally, labels.

    Attributes
    ----------
    kind : "graph", "table", "matrix" or "bags".
    name : name of the data.
    notes : decisions of the reader, in words.
    """

    kind: ClassVar[Kind]
    name: str
    notes: tuple[str, ...]

    __getattr__ = without(plot="askcore.plot(data)")

    def __setstate__(self, state: dict[str, Any]) -> None:
        """What comes from another process is read-only again."""
        self.__dict__.update(state)
        _freeze(state.values())

    def __repr__(self) -> str:
        """One line: what it is called, how large it is, how many classes it has."""
        classes = f", {count(len(self.classes), 'class', 'classes')}" if len(self.classes) else ""
        return f"<{type(self).__name__}{f' {self.name!r}' if self.name else ''}: {self._size}{classes}>"

    def _repr_html_(self) -> str:
        """In a notebook the line, what the reader decided on the way, and of a table the first rows."""
        notes = "".join(f"<li>{html.escape(note)}</li>" for note in self.notes)
        return f"<b>{html.escape(repr(self)[1:-1])}</b>{notes and f'<ul>{notes}</ul>'}{self._beginning()}"

    def _beginning(self) -> str:
        """The first rows, as HTML; "" where rows say little."""
        return ""

    @property
    def _size(self) -> str:
        """How large it is, in words."""
        raise NotImplementedError

    @property
    def n_samples(self) -> int:
        """N, the number of nodes, rows or bags."""
        raise NotImplementedError

    @property
    def labels(self) -> np.ndarray | None:
        """(N,) read-only labels: int or str, "" for a missing label; for a table, possibly numeric targets. None
        without labels.
        """
        raise NotImplementedError

    @property
    def class_labels(self) -> np.ndarray | None:
        """(N,) the labels if they are classes; None without labels and for numeric targets."""
        return self.labels

    @property
    def sample_names(self) -> list[str]:
        """N different names of nodes, of bags or of the rows of a matrix; "row 1", "row 2", ... for a table."""
        raise NotImplementedError

    @property
    def sample_word(self) -> str:
        """The word for a sample: "node", "sample" or "row"."""
        return "sample"

    @property
    def column_names(self) -> list[str]:
        """M different names of the columns: features, or the samples."""
        return self.sample_names

    @property
    def column_word(self) -> str:
        """The word for a column: "feature", "column", or the word for a sample."""
        return self.sample_word

    @property
    def same_samples(self) -> bool:
        """Whether row i and column i of a kernel matrix are the same sample; False is possible only for a matrix."""
        return True

    @property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of everything that can change a result (`name` and `notes` cannot)."""
        raise NotImplementedError

    @cached_property
    def labelled(self) -> np.ndarray:
        """(N,) bool, read-only: which samples have a label, or a number to learn."""
        return labelled_mask(self.labels, self.n_samples)

    @cached_property
    def classes(self) -> np.ndarray:
        """The different labels, sorted, read-only; empty if there are none, or numbers instead."""
        return classes_among(self.class_labels, self.labelled)


def _freeze(values: Iterable[Any]) -> None:
    for value in values:
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
        elif isinstance(value, tuple):
            _freeze(value)
        elif isinstance(value, csr_array):
            _freeze((value.data, value.indices, value.indptr))
