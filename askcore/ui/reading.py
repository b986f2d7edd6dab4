"""How a file is to be read: as which kind, with which column as label, and what becomes of words and gaps.

UI floor, without streamlit.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from askcore.datasets import (
    DataError,
    Dataset,
    Document,
    Kind,
    guess_kind,
    load_document,
    may_hold_labels,
    read_bags,
    read_graph,
    read_images,
    read_matrix,
    read_table,
)

__all__ = ["Dataset", "Kind", "Reading", "kind_of", "opened", "parse", "reader_call", "with_labels_of"]

MOST = 0.5  # of the samples


@dataclass(frozen=True)
class Reading:
    """How to read a file.

    Attributes
    ----------
    kind : None for what the content looks like.
    label : of tables and bags, the column that holds the labels; False for none, None for what the reader finds.
    categories, missing : of tables, as in ``read_table``.
    part : which of several arrays, variables or sheets; None for what the reader finds.
    weight : of graphs, what holds the weights of the edges; False for none, None for what the reader finds.
    """

    kind: Kind | None = None
    label: str | Literal[False] | None = None
    categories: Literal["one-hot", "ordinal"] | None = None
    missing: Literal["refuse", "drop", "mean", "median", "columns"] = "refuse"
    part: str | None = None
    weight: str | Literal[False] | None = None


def opened(file: Any) -> Document:
    """An uploaded file, unpacked and decoded from its beginning; one that is opened already, as it is."""
    if not isinstance(file, Document):
        file.seek(0)
    return load_document(file)


def parse(file: Any, labels: Any = None, reading: Reading | None = None) -> Dataset:
    """A data set from an uploaded file, opened or not; ``labels`` is a file of labels beside a graph or a matrix.

    A square of values that are not negative may be meant as a graph or as a matrix: the content decides, unless
    ``reading`` does. A file of labels makes a graph of what is no matrix.

    Raises
    ------
    DataError : if the file cannot be read so, naming place and remedy.
    """
    reading = reading or Reading()
    document, beside = opened(file), None if labels is None else opened(labels)
    kind = reading.kind or kind_of(document, beside=beside is not None)
    if kind == "matrix":
        return read_matrix(document, labels=beside, part=reading.part)
    if kind == "graph":
        return read_graph(document, labels=beside, part=reading.part, weight=reading.weight)
    if kind == "bags":
        images = document.binary == "images"
        return read_images(document) if images else read_bags(document, label=reading.label)
    label = None if beside is not None else reading.label
    return read_table(
        document,
        label=label,
        categories=reading.categories,
        missing=reading.missing,
        labels=beside,
        part=reading.part,
    )


def with_labels_of(file: Document, data: Dataset, document: Document, reading: Reading) -> Dataset | None:
    """The data set with the labels that another file seems to hold; None where that file seems to be data of its own.

    It holds labels where it has one or two columns, and reading both together gives the same samples, most of them
    with labels, of classes that come more than once.

    Parameters
    ----------
    file : what may hold labels.
    data, document, reading : the data set in use, what it was read from, and how.
    """
    if data.kind == "bags" or not may_hold_labels(file):
        return None
    try:
        found = parse(document, file, replace(reading, kind=data.kind))
    except DataError:
        return None
    known = found.labelled.mean() >= MOST and 2 <= len(found.classes) <= max(MOST * found.n_samples, 2)
    same = (
        found.n_samples == data.n_samples or file.extension == "content"
    )  # which may lack nodes, and have more
    return found if known and same else None


def kind_of(document: Document, *, beside: bool) -> Kind:
    """What a file is taken for: by its content, and as a graph where labels stand beside a list."""
    found = guess_kind(document)
    return "graph" if beside and found in ("table", "bags") else found


def reader_call(data: Any, reading: Reading, file: str, *, labels: bool) -> str:
    """The call that reads the file like this, in Python.

    Examples
    --------
    >>> from askcore.datasets import TableData
    >>> table = TableData([[1.0], [2.0]], ["x", "y"])
    >>> reader_call(table, Reading("table", label="class"), "pets.csv", labels=False)
    "askcore.datasets.read_table('pets.csv', label='class')"
    """
    more = {}
    if data.kind == "table":
        name, usual = "read_table", Reading()
        keys = ("label", "categories", "missing")
        more = {k: getattr(reading, k) for k in keys if getattr(reading, k) != getattr(usual, k)}
    elif data.kind == "bags":
        images = data.feature_names[:1] == ["dct_0_0"]
        name = "read_images" if images else "read_bags"
        more = {} if images or reading.label is None else {"label": reading.label}
    else:
        name = f"read_{data.kind}"
    if reading.part is not None and data.kind != "bags":
        more["part"] = reading.part
    if reading.weight is not None and data.kind == "graph":
        more["weight"] = reading.weight
    arguments = [repr(file), *(f"{key}={value!r}" for key, value in more.items())]
    return f"askcore.datasets.{name}({', '.join([*arguments, *(['labels=...'] if labels else [])])})"
