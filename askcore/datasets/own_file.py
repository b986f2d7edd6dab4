"""A file of one's own: what it may be read as, how it is to be read, and what comes of it.

``read_given`` does it all in one call, which can be made in another process: what goes in and what
comes out can be pickled.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from askcore._lazy import held_bytes
from askcore._validation import DataError
from askcore.datasets.choices import CHOICES
from askcore.datasets.files.document import Document, load_document
from askcore.datasets.files.limits import check_held
from askcore.datasets.formats.bags import read_bags
from askcore.datasets.formats.images import read_images
from askcore.datasets.preview import first_cells
from askcore.datasets.protocol import Dataset, Kind
from askcore.datasets.read import read_graph, read_matrix, read_rows, read_table
from askcore.datasets.survey import (
    TableSurvey,
    guess_kind,
    kinds_of,
    may_be_links,
    may_hold_labels,
    questions,
    survey_edges,
    survey_parts,
    survey_table,
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
    choices : how else the file is meant, as keywords of readers (see `askcore.datasets.choices`).
    """

    kind: Kind | None = None
    label: str | Literal[False] | None = None
    categories: Literal["one-hot", "ordinal"] | None = None
    missing: Literal["refuse", "drop", "mean", "median", "columns"] = "refuse"
    part: str | None = None
    weight: str | Literal[False] | None = None
    choices: Mapping[str, Any] = field(default_factory=dict)

    def changed(self, **choices: Any) -> Reading:
        """The same but for some fields, or keywords of readers that are no fields; None takes one of these back."""
        own = {name: value for name, value in choices.items() if name in _FIELDS}
        if own.get("kind", self.kind) == "graph" and "label" in own:
            own.pop("label")
        more = {name: value for name, value in choices.items() if name not in own}
        kept = {name: value for name, value in {**self.choices, **more}.items() if value is not None}
        return replace(self, **own, choices=kept)

    def keywords(self, kind: str) -> dict[str, Any]:
        """The choices that the reader of a kind takes."""
        known = {choice.name for choice in CHOICES if kind in choice.kinds}
        return {name: value for name, value in self.choices.items() if name in known}

    def of_numbers(self, kind: str) -> dict[str, Any]:
        """Those that say how numbers are written, which holds for other files as well."""
        return {k: v for k, v in self.keywords(kind).items() if k in ("decimal", "thousands", "gaps")}


_FIELDS = {each.name for each in fields(Reading)} - {"choices"}


@dataclass(frozen=True, eq=False)
class UploadedFile:
    """A file as it came: its name and its bytes."""

    name: str
    data: bytes

    @classmethod
    def from_file(cls, file: Any) -> UploadedFile:
        """An open file, from its beginning, or one that was given before, as it is."""
        if isinstance(file, UploadedFile):
            return file
        file.seek(0)
        return cls(file.name, file.read())

    def opened(self) -> Document:
        """The file unpacked and decoded."""
        return load_document(self.data, name=os.path.basename(self.name))


@dataclass(frozen=True, eq=False)
class Preview:
    """What a file may be read as.

    Attributes
    ----------
    binary : its format, "" for text.
    kinds : as which it may be read.
    parts : the arrays, variables or sheets in it, where one of several is read.
    survey : what a table in it asks for; None until it is read as a table or bags, and where it is none.
    weights : what may hold the weights of a graph's edges, None until it is read as a graph; weighed_by : what does.
    cells : of text, its first lines.
    columns, attributes, relations : of a list its columns, and of a graph the attributes of nodes and kinds of links.
    """

    binary: str
    kinds: tuple[Kind, ...]
    parts: tuple[str, ...] = ()
    survey: TableSurvey | None = None
    weights: tuple[str, ...] | None = None
    weighed_by: str = ""
    cells: tuple[tuple[str, ...], ...] = ()
    columns: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class ActiveData:
    """What is known of the data set in use: its file, how that was read, and what came of it."""

    file: UploadedFile
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

    look: Preview | None
    reading: Reading
    data: Dataset | None = None
    error: DataError | None = None
    labels: tuple[int, int] | None = None


def read_given(
    file: UploadedFile,
    labels: UploadedFile | None = None,
    reading: Reading | None = None,
    look: Preview | None = None,
    used: ActiveData | None = None,
    most: float = float("inf"),
) -> Outcome:
    """Open a file, look what it may be, and read it; what takes more than ``most`` bytes of memory is refused."""
    reading = reading or Reading()
    try:
        document = file.opened().of_part(reading.part)
        document = document.meant(reading.keywords(reading.kind)) if reading.kind else document
        guessed = reading.kind is None
        if look is None:
            look, reading = _looked_at(document, reading, beside=labels is not None)
        if guessed and reading.kind:
            document = replace(document, notes=document.notes + questions(document, reading.kind))
    except DataError as error:
        return Outcome(None, reading, error=error)
    together = None if used is None else _with_labels_of(document, used)
    if together is not None:
        return Outcome(look, reading, labels=(int(together.labelled.sum()), len(together.classes)))
    look = _surveyed(look, document, reading.kind)
    try:
        data = parse(document, labels, reading)
        check_held(held_bytes(data), most)
    except DataError as error:
        return Outcome(look, reading, error=error)
    _ = data.digest  # made here, and kept with the data
    return Outcome(look, reading, data)


def _looked_at(document: Document, reading: Reading, *, beside: bool) -> tuple[Preview, Reading]:
    """What a file, or a part of it, may be, and as what it is read then."""
    kinds = kinds_of(document)
    if reading.choices.get("long") and "matrix" not in kinds:
        kinds = (*kinds, "matrix")
    kind = reading.kind if reading.kind in kinds else kind_of(document, beside=beside)
    look = Preview(
        "xlsx" if document.sheets else document.binary,
        kinds or (kind,),
        survey_parts(document),
        cells=first_cells(document),
    )
    return look, replace(reading, kind=kind)


def _surveyed(look: Preview, document: Document, kind: Kind | None) -> Preview:
    """The same with what the kind asks for besides."""
    if kind == "graph" and look.weights is None:
        edges = survey_edges(document)
        if edges is None:
            return replace(look, weights=())
        return replace(
            look, weights=edges.weights, weighed_by=edges.weighed_by, columns=edges.columns,
            attributes=() if edges.nodes is None else edges.nodes.attributes,
            relations=() if edges.relations is None else tuple(edges.relations.names),
        )  # fmt: skip
    if kind in ("table", "bags") and look.survey is None and "table" in look.kinds:
        try:
            survey = survey_table(document)
            return replace(look, survey=survey, columns=tuple(survey.columns))
        except DataError:  # then it is no table; reading it as one says why
            return look
    return look


def _opened(file: Any) -> Document:
    return file if isinstance(file, Document) else UploadedFile.from_file(file).opened()


def parse(file: Any, labels: Any = None, reading: Reading | None = None) -> Dataset:
    """A data set from an uploaded file, opened or not; ``labels`` is a file of labels beside a graph or a matrix.

    A square of values that are not negative may be meant as a graph or as a matrix: the content decides, unless
    ``reading`` does. A file of labels makes a graph of what is no matrix.
    """
    reading = reading or Reading()
    document, beside = _opened(file), None if labels is None else _opened(labels)
    kind = reading.kind or kind_of(document, beside=beside is not None)
    more: Any = reading.keywords(kind)
    if kind == "matrix":
        return read_matrix(document, labels=beside, part=reading.part, **more)
    if kind == "graph":
        return read_graph(document, labels=beside, part=reading.part, weight=reading.weight, **more)
    if kind == "bags":
        if beside is not None:
            raise DataError(
                "Bags do not take a file of labels",
                where=beside.place(),
                remedy="Remove the file, and write the label of a bag on each of its lines. For images, the label is "
                "the name of the folder.",
            )
        images = document.binary == "images"
        return read_images(document) if images else read_bags(document, label=reading.label, **more)
    label = None if beside is not None else reading.label
    return read_table(
        document,
        label=label,
        categories=reading.categories,
        missing=reading.missing,
        labels=beside,
        part=reading.part,
        **more,
    )


def read_new(
    file: UploadedFile, data: Any, *, label: str | None = None, reading: Reading | None = None
) -> Any:
    """Read new samples for a data set: rows with its features, links of nodes, or a block of a matrix.

    Numbers are written as in the file of the data set, where its ``reading`` says how.
    """
    document, more = file.opened(), {} if reading is None else reading.of_numbers(data.kind)
    if data.kind == "table":
        return read_rows(document, data.feature_names, label=label, **more)
    return read_graph(document, **more) if data.kind == "graph" else read_matrix(document, **more)


def _with_labels_of(file: Document, used: ActiveData) -> Dataset | None:
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
    return "graph" if beside and found in ("table", "bags") and may_be_links(document) else found


def reader_call(data: Any, reading: Reading, file: str, *, labels: str = "") -> str:
    """The call that reads the file like this, in Python."""
    name, keys = f"read_{data.kind}", _TOLD[data.kind]
    if data.kind == "bags" and data.feature_names[:1] == ["dct_0_0"]:
        name, keys = "read_images", ()
    usual = Reading()
    given = {key: getattr(reading, key) for key in keys if getattr(reading, key) != getattr(usual, key)}
    given |= reading.keywords(data.kind)
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
