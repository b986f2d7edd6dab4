"""A file of one's own: what it may be read as, how it is to be read, and what comes of it.

`datasets` floor. ``read_given`` does it all in one call, which can be made in another process: what goes in and what
comes out can be pickled.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any, Literal

from askcore._validation import DataError
from askcore.datasets.files.document import Document, load_document
from askcore.datasets.files.limits import in_time
from askcore.datasets.formats.bags import read_bags
from askcore.datasets.formats.images import read_images
from askcore.datasets.protocol import Dataset, Kind
from askcore.datasets.read import read_graph, read_matrix, read_rows, read_table
from askcore.datasets.survey import (
    TableSurvey,
    guess_kind,
    kinds_of,
    may_hold_labels,
    survey_parts,
    survey_table,
    survey_weights,
)

MOST = 0.5  # of the samples
FURTHER = 0.1  # of the samples: nodes without a link, which only the labels name


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


@dataclass(frozen=True, eq=False)
class Given:
    """A file as it came: its name and its bytes."""

    name: str
    data: bytes

    @classmethod
    def of(cls, file: Any) -> Given:
        """An open file, from its beginning, or one that was given before, as it is."""
        if isinstance(file, Given):
            return file
        file.seek(0)
        return cls(file.name, file.read())

    def opened(self) -> Document:
        """The file unpacked and decoded."""
        return load_document(self.data, name=os.path.basename(self.name))


@dataclass(frozen=True, eq=False)
class Look:
    """What a file may be read as.

    Attributes
    ----------
    binary : its format, "" for text.
    kinds : as which it may be read.
    parts : the arrays, variables or sheets in it, where one of several is read.
    survey : what a table in it asks for; None until it is read as a table or bags, and where it is none.
    weights : what may hold the weights of a graph's edges, None until it is read as a graph; weighed_by : what does.
    """

    binary: str
    kinds: tuple[Kind, ...]
    parts: tuple[str, ...] = ()
    survey: TableSurvey | None = None
    weights: tuple[str, ...] | None = None
    weighed_by: str = ""


@dataclass(frozen=True, eq=False)
class InUse:
    """What is known of the data set in use: its file, how that was read, and what came of it."""

    file: Given
    reading: Reading
    kind: Kind
    n_samples: int


@dataclass(frozen=True, eq=False)
class Outcome:
    """What came of a file: a data set, or an error, or the labels that it seems to hold for the data in use.

    Attributes
    ----------
    look : what it may be read as; None where it could not even be opened.
    reading : how it was read, its kind settled.
    data, error : one of them, or none where the file is on offer.
    labels : how many samples it labels, and how many classes.
    """

    look: Look | None
    reading: Reading
    data: Dataset | None = None
    error: DataError | None = None
    labels: tuple[int, int] | None = None


@in_time
def read_given(
    file: Given,
    labels: Given | None = None,
    reading: Reading | None = None,
    look: Look | None = None,
    used: InUse | None = None,
) -> Outcome:
    """Open a file, look what it may be, and read it."""
    reading = reading or Reading()
    try:
        document = file.opened().of_part(reading.part)
        if look is None:
            look, reading = _looked_at(document, reading, beside=labels is not None)
    except DataError as error:
        return Outcome(None, reading, error=error)
    together = None if used is None else _with_labels_of(document, used)
    if together is not None:
        return Outcome(look, reading, labels=(int(together.labelled.sum()), len(together.classes)))
    look = _surveyed(look, document, reading.kind)
    try:
        data = parse(document, labels, reading)
    except DataError as error:
        return Outcome(look, reading, error=error)
    _ = data.digest  # made here, and kept with the data
    return Outcome(look, reading, data)


def _looked_at(document: Document, reading: Reading, *, beside: bool) -> tuple[Look, Reading]:
    """What a file, or a part of it, may be, and as what it is read then."""
    kinds = kinds_of(document)
    kind = reading.kind if reading.kind in kinds else kind_of(document, beside=beside)
    return Look(document.binary, kinds or (kind,), survey_parts(document)), replace(reading, kind=kind)


def _surveyed(look: Look, document: Document, kind: Kind | None) -> Look:
    """The same with what the kind asks for besides."""
    if kind == "graph" and look.weights is None:
        weights, weighed_by = survey_weights(document)
        return replace(look, weights=weights, weighed_by=weighed_by)
    if kind in ("table", "bags") and look.survey is None and "table" in look.kinds:
        try:
            return replace(look, survey=survey_table(document))
        except DataError:  # then it is no table; reading it as one says why
            return look
    return look


def _opened(file: Any) -> Document:
    return file if isinstance(file, Document) else Given.of(file).opened()


def parse(file: Any, labels: Any = None, reading: Reading | None = None) -> Dataset:
    """A data set from an uploaded file, opened or not; ``labels`` is a file of labels beside a graph or a matrix.

    A square of values that are not negative may be meant as a graph or as a matrix: the content decides, unless
    ``reading`` does. A file of labels makes a graph of what is no matrix.
    """
    reading = reading or Reading()
    document, beside = _opened(file), None if labels is None else _opened(labels)
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


def read_new(file: Given, data: Any, *, label: str | None = None) -> Any:
    """Read new samples for a data set: rows with its features, links of nodes, or a block of a matrix."""
    document = file.opened()
    if data.kind == "table":
        return read_rows(document, data.feature_names, label=label)
    return read_graph(document) if data.kind == "graph" else read_matrix(document)


def _with_labels_of(file: Document, used: InUse) -> Dataset | None:
    """The data set in use with the labels that a file seems to hold; None where it seems to be data of its own.

    It holds labels where it has one or two columns, and reading both together gives the same samples, most of them
    with labels, of classes that come more than once. A graph may get a few nodes more, which have no link.
    """
    if used.kind == "bags" or not may_hold_labels(file):
        return None
    try:
        found = parse(used.file, file, replace(used.reading, kind=used.kind))
    except DataError:
        return None
    known = found.labelled.mean() >= MOST and 2 <= len(found.classes) <= max(MOST * found.n_samples, 2)
    further = FURTHER * used.n_samples if used.kind == "graph" else 0
    same = (
        0 <= found.n_samples - used.n_samples <= further or file.extension == "content"
    )  # which may lack nodes, and have more
    return found if known and same else None


def kind_of(document: Document, *, beside: bool) -> Kind:
    """What a file is taken for: by its content, and as a graph where labels stand beside a list."""
    found = guess_kind(document)
    return "graph" if beside and found in ("table", "bags") else found


def reader_call(data: Any, reading: Reading, file: str, *, labels: str = "") -> str:
    """The call that reads the file like this, in Python."""
    name, keys = f"read_{data.kind}", _TOLD[data.kind]
    if data.kind == "bags" and data.feature_names[:1] == ["dct_0_0"]:
        name, keys = "read_images", ()
    usual = Reading()
    given = {key: getattr(reading, key) for key in keys if getattr(reading, key) != getattr(usual, key)}
    if labels and data.kind != "bags":
        given = {key: value for key, value in given.items() if key != "label"} | {"labels": labels}
    arguments = [repr(file), *(f"{key}={value!r}" for key, value in given.items())]
    return f"askcore.datasets.{name}({', '.join(arguments)})"


_TOLD = {
    "graph": ("part", "weight"),
    "table": ("label", "categories", "missing", "part"),
    "matrix": ("part",),
    "bags": ("label",),
}
