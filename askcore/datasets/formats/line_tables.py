"""Small text formats of tables: ARFF, Weka's, and libsvm's (svmlight's), which scikit-learn reads.

scipy's reader of ARFF looks for every value in a list of those declared, and guesses at quotation marks
with expressions that try again and again: 100,000 values take it minutes.
"""

from __future__ import annotations

import io
import re

import numpy as np
from scipy import sparse

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.files.foreign import with_name
from askcore.datasets.files.limits import check_columns, check_entries, check_padding, readable
from askcore.datasets.formats.registry import holding, register
from askcore.datasets.tables.columns import Label, RawTable
from askcore.datasets.tables.grids import Grid
from askcore.datasets.tables.tokens import as_text, is_number

_ATTRIBUTE = re.compile(r"^[ \t]*@attribute\b", re.IGNORECASE | re.MULTILINE)
# A value in quotation marks, a backslash before what is meant as it stands; or up to the next separator.
_QUOTED = r"""'((?:[^'\\]|\\.)*+)'|"((?:[^"\\]|\\.)*+)\""""
_CELL = re.compile(rf"\s*+(?:{_QUOTED}|([^,\t]*+))[ ]*+([,\t]|$)")
_NAME = re.compile(rf"(?:{_QUOTED}|([^\s{{]++))\s*+(.*+)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)")
_NUMERIC = ("numeric", "real", "integer", "int", "double", "float")


is_arff = holding(r"^[ \t]*+@relation")


@register("table", "arff", extensions=("arff",), recognises=is_arff)
def read_arff(document: Document, label: Label) -> RawTable:
    """Numeric and nominal attributes; ? is a missing value. Nominal ones are categories in their order."""
    check_columns(len(_ATTRIBUTE.findall(document.text)), where=document.place())
    names: list[str] = []
    declared: list[list[str] | None] = []  # values in their order, none of texts; None for numbers
    rows: list[tuple[int, list[str]]] = []
    below = False
    for number, line in enumerate(document.text.split("\n"), 1):
        text = line.strip()
        word = text[:10].lower()
        if not text or text.startswith("%") or (word.startswith("@relation") and not below):
            continue
        if below:
            rows.append((number, _row(text, len(names), document, number)))
        elif word.startswith("@attribute"):
            name, known = _attribute(text[10:].strip(), document, number)
            names.append(name)
            declared.append(known)
        elif word.startswith(("@input", "@output")):  # KEEL's
            continue
        elif word.startswith("@data"):
            below = True
        else:
            raise _wrong("a line above @data is not an @attribute", document, number)
    if not rows:
        raise document.refused("The table has no rows", "Add rows below @data.")
    check_entries(len(rows), len(names), where=document.place())
    columns = [_column(document, rows, j, name, declared[j]) for j, name in enumerate(names)]
    categories = {j: known for j, known in enumerate(declared) if known}
    return RawTable.from_document(document, names, columns, "row {} of the data", categories=categories)


def _attribute(text: str, document: Document, number: int) -> tuple[str, list[str] | None]:
    """The name of an attribute and the values that it declares: none of texts; None of numbers."""
    found = _NAME.match(text)
    if found is None:
        raise _wrong("an attribute has no name", document, number)
    name, kind = _value(found.groups()[:3]), found.group(4).strip()
    if kind.startswith("{") and kind.endswith("}"):
        return name, list(dict.fromkeys(_cells(kind[1:-1], document, number)))
    if kind.lower().startswith(("string", "date")):
        return name, []
    if not kind.lower().startswith(_NUMERIC):
        raise _wrong(f"the attribute {name[:50]!r} is {kind[:50] or 'of no type'}", document, number)
    return name, None


def _row(text: str, wanted: int, document: Document, number: int) -> list[str]:
    """The values of one row."""
    if text.startswith("{"):
        how = "Convert it: java weka.filters.unsupervised.instance.SparseToNonSparse -i FILE -o dense.arff."
        raise document.refused(
            "This is a sparse ARFF file, which is not supported", with_name(how, document.name), number
        )
    values = _cells(text, document, number)
    if len(values) != wanted:
        raise _wrong(f"{len(values)} values where {wanted} are declared", document, number)
    return values


def _cells(line: str, document: Document, number: int) -> list[str]:
    """The values of one line, without their quotation marks."""
    if "'" not in line and '"' not in line:
        return [cell.strip() for cell in (line if "," in line else line.replace("\t", ",")).split(",")]
    cells, at, more = [], 0, True
    while more:
        found = _CELL.match(line, at)
        if found is None:
            raise _wrong("a quotation mark is opened but not closed", document, number)
        cells.append(_value(found.groups()[:3]))
        at, more = found.end(), bool(found.group(4))
    return cells


def _value(groups: tuple[str | None, ...]) -> str:
    """What a match holds: between single or double quotation marks, or as it stands."""
    single, double, plain = groups
    quoted = single if single is not None else double
    return (plain or "").strip() if quoted is None else _ESCAPE.sub(r"\1", quoted)


def _column(
    document: Document, rows: list[tuple[int, list[str]]], j: int, name: str, declared: list[str] | None
) -> np.ndarray:
    """The values of an attribute, numbers or texts, once each is what is declared."""
    known = set(declared or ())
    for number, values in rows:
        if (
            values[j] != "?"
            and declared != []
            and not (is_number(values[j]) if declared is None else values[j] in known)
        ):
            what = "no number" if declared is None else "not among the declared values"
            raise _wrong(f"{values[j][:100]!r} is {what}", document, number, name)
    cells = ["" if values[j] == "?" else values[j] for _, values in rows]
    return (
        np.array([float(cell or "nan") for cell in cells])
        if declared is None
        else np.array(cells, dtype=object)
    )


def _wrong(problem: str, document: Document, number: int, column: str = "") -> DataError:
    return document.refused(
        f"The file cannot be read as ARFF ({problem})",
        "Use numeric or {nominal} attributes and rows that are not sparse, or save the table as CSV.",
        number,
        column,
    )


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
    note = "Each line was read as a row of a kernel; its serial number 0:i is not one of its values."
    square = n == m and sorted(serials.tolist()) == list(range(1, n + 1))
    if square and not np.array_equal(serials, np.arange(1, n + 1)):
        values = values[:, serials.astype(int) - 1]
        note += " The columns were put into the order of the rows."
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
    notes: tuple[str, ...] = ("The serial number 0:i of each line is not a feature.",) if serials else ()
    if len(there) < d:
        notes += (f"{d - len(there):,} of {d:,} features are 0 on every row and were left out.",)
    d = len(there)
    skipped = frozenset((d,)) if label is False else frozenset()
    if " qid:" in document.text:
        notes += ("The query of each row (qid) was not used.",)
    if "#" in document.text:
        notes += ("Text after a # was not used.",)
    return RawTable.from_document(document, names, columns, skipped=skipped, notes=notes)


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
