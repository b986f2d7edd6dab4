"""libsvm's (svmlight's) text: label, then position:value of what is not 0, read by scikit-learn."""

from __future__ import annotations

import io
import re

import numpy as np
from scipy import sparse

from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.limits import check_entries, check_padding, readable
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.columns import Label, RawTable
from askcore.datasets.tables.grids import Grid
from askcore.datasets.tables.tokens import as_text

# Every part is taken whole or not at all (++), so no line is tried in more than one way.
_NUMBER = r"[-+]?(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][-+]?\d++)?+"
_LINE = re.compile(rf"{_NUMBER}(?:\s++qid:\d++)?+(?:\s++\d++:{_NUMBER})++\s*+(?:#.*+)?+")
# Further out a position is rather a slip than a feature.
MAX_FEATURES = 100_000
_KEPT_WHOLE = 1_000  # features, those that are 0 on every row among them


def is_libsvm(document: Document) -> bool:
    """Whether the first lines of a text are a label and pairs of position and value."""
    if not is_plain_text(document) or ":" not in document.text[:100_000]:
        return False
    lines = [line.strip() for line in document.text[:100_000].split("\n")[:20]]
    lines = [line for line in lines if line and not line.startswith("#")]
    return bool(lines) and all(_LINE.fullmatch(line) for line in lines[:-1] or lines)


def is_precomputed(document: Document) -> bool:
    """Whether each line begins with 0:i, its serial number, before the values of a kernel."""
    if not is_libsvm(document):
        return False
    lines = [line.split("#")[0].split()[1:] for line in document.text.split("\n")[:1_000]]
    return all(line[0][:2] == "0:" and line[0][2:].isdecimal() and len(line) > 1 for line in lines if line)


@register("matrix", "libsvm kernel", extensions=("libsvm", "svm", "svmlight"), recognises=is_precomputed)
def read_precomputed(document: Document) -> Grid:
    """A kernel matrix as libsvm takes it (option -t 4): label, 0:i, then the values of row i."""
    rows, labels = _loaded(document)
    check_entries(*rows.shape, where=document.place())
    values = rows.toarray()
    serials, values = values[:, 0], values[:, 1:]
    n, m = values.shape
    note = "Each line was read as a row of a kernel; its serial number 0:i is none of its values."
    square = n == m and sorted(serials.tolist()) == list(range(1, n + 1))
    if square and not np.array_equal(serials, np.arange(1, n + 1)):
        values = values[:, serials.astype(int) - 1]
        note += " The columns were brought into the order of the rows."
    names = [as_text(serial) for serial in serials.tolist()]
    columns = [str(j + 1) for j in range(m)]
    ids = names if len(set(names)) == n else [str(i + 1) for i in range(n)]
    texts = [as_text(value) for value in labels.tolist()]
    return Grid(values, ids, ids if square else columns, None if len(set(texts)) < 2 else texts, (note,))


@register("table", "libsvm", extensions=("libsvm", "svm", "svmlight"), recognises=is_libsvm)
def read_libsvm(document: Document, label: Label) -> RawTable:
    """Features x1 to xd and the column "label"."""
    rows, labels = _loaded(document)
    n, d = rows.shape
    if not n or not d:
        raise document.refused("The table has no rows", "Add a line for every sample.")
    if d > MAX_FEATURES:
        raise document.refused(
            f"The largest position is {d:,}; at most {MAX_FEATURES:,} features are read",
            "Number the features from 1.",
        )
    serials = is_precomputed(document)
    if serials:
        rows, d = rows[:, 1:], d - 1
    there = np.unique(rows.indices) if d > _KEPT_WHOLE else np.arange(d)
    check_padding(
        n, len(there), rows.nnz, where=document.place(), remedy="Number the features from 1, without gaps."
    )
    check_entries(n, len(there), where=document.place())
    texts = np.array([as_text(value) for value in labels.tolist()], dtype=object)
    names = [*(f"x{j + 1}" for j in there), "label"]
    columns = [*rows[:, there].toarray(order="F").T, texts]
    notes: tuple[str, ...] = ("The serial number 0:i of each line is no feature.",) if serials else ()
    if len(there) < d:
        notes += (f"{d - len(there):,} of {d:,} features are 0 on every row and were left out.",)
    d = len(there)
    skipped = frozenset((d,)) if label is False else frozenset()
    if " qid:" in document.text:
        notes += ("The query of each row (qid) was not used.",)
    if "#" in document.text:
        notes += ("Text after a # was not used.",)
    return RawTable.of(document, names, columns, skipped=skipped, notes=notes)


def _loaded(document: Document) -> tuple[sparse.csr_array, np.ndarray]:
    """What is not 0 by row, and the labels."""
    from sklearn.datasets import load_svmlight_file

    with readable(
        "The file cannot be read as libsvm",
        where=document.place(),
        remedy="Write on each line a label, then position:value with increasing positions.",
    ):
        rows, labels = load_svmlight_file(io.BytesIO(document.text.encode()))
    return rows, labels
