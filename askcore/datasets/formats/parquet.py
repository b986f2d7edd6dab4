"""Parquet, read by pyarrow once its schema and size are known.

Texts stay dictionary-coded while they are read, so that a long one that comes a million
times is held once.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from askcore.datasets.files.archives import UNSUSPICIOUS_ARRAY, refuse_bomb
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import MAX_LINES, check_columns, check_entries, too_long
from askcore.datasets.files.parquet_files import opened
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.columns import Label, RawTable, as_text
from askcore.datasets.tables.edges import listed
from askcore.datasets.tables.tokens import inexact


def is_parquet(document: Document) -> bool:
    """Whether a document begins as Parquet does."""
    return document.binary == "parquet"


@register("table", "parquet", extensions=("parquet", "pq"), recognises=is_parquet)
def read_parquet(document: Document, label: Label) -> RawTable:
    """All columns of numbers, truth values and text; an index that pandas wrote is left out."""
    names, columns, categories, skipped = _columns(document)
    left = [names[j] for j in sorted(skipped)]
    own = all(name.startswith("__index_level_") for name in left)
    notes = () if not left else (
        ("The index that pandas wrote was left out.",)
        if own
        else (f"The index that pandas wrote, {listed(left)}, was left out.",)
    )  # fmt: skip
    if label in left:
        skipped = frozenset(j for j in skipped if names[j] != label)
    return RawTable.of(document, names, columns, categories=categories, skipped=skipped, notes=notes)


def _columns(document: Document) -> tuple[list[str], list[np.ndarray], dict[int, list[str]], frozenset[int]]:
    with opened(document.name, document.data) as file:
        schema, rows = file.schema_arrow, file.metadata.num_rows
    if rows > MAX_LINES:
        raise too_long(document.name, MAX_LINES)
    if not rows or not len(schema):
        raise document.refused("The table has no rows", "Add a row for every sample.")
    check_entries(rows, len(schema), where=document.place())
    # A column of one value is a few bytes, whatever its length.
    refuse_bomb(
        8 * rows * len(schema), len(document.data), name=document.name, unsuspicious=UNSUSPICIOUS_ARRAY
    )
    check_columns(len(schema), where=document.place())
    for field in schema:
        if not _is_plain(field.type):
            problem = f"The column holds {str(field.type)[:60]}; a table holds only numbers and words"
            raise document.refused(
                problem, "Leave the column out, or unfold it into several.", column=field.name
            )
    texts = [field.name for field in schema if _is_text(field.type)]
    columns, categories = [], {}
    with opened(document.name, document.data, read_dictionary=texts) as file:
        table = file.read(use_threads=False)
        for j, field in enumerate(schema):
            column, known = _column(table.column(j))
            columns.append(column)
            if known is not None and not _is_text(
                field.type
            ):  # text comes coded as well, and declares nothing
                categories[j] = known
    titles = list(schema.names)
    index = {name for name in titles if name.startswith("__index_level_")} | _index(schema)
    order = sorted(range(len(columns)), key=lambda j: titles[j] not in index)  # the last may be the label
    names = [titles[j] for j in order]
    count = sum(name in index for name in names)
    skipped = frozenset(range(count if count < len(names) else 0))
    columns, categories = (
        [columns[j] for j in order],
        {order.index(j): known for j, known in categories.items()},
    )
    return names, columns, categories, skipped


def _index(schema: Any) -> set[str]:
    """The columns that pandas wrote for its index, by name."""
    try:
        columns = json.loads((schema.metadata or {}).get(b"pandas", b"{}")).get("index_columns", [])
        return {name for name in columns if isinstance(name, str)}
    except (ValueError, AttributeError, TypeError, RecursionError):
        return set()


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    return types.is_string(kind) or types.is_large_string(kind)


def _is_plain(kind: Any) -> bool:
    from pyarrow import types

    value = kind.value_type if types.is_dictionary(kind) else kind
    known = (types.is_integer, types.is_floating, types.is_boolean, types.is_decimal, types.is_null, _is_text)
    return any(is_one(value) for is_one in known)


def _column(chunked: Any) -> tuple[np.ndarray, list[str] | None]:
    import pyarrow as pa

    if pa.types.is_dictionary(chunked.type):
        coded = chunked.unify_dictionaries().combine_chunks()
        coded = coded.combine_chunks() if isinstance(coded, pa.ChunkedArray) else coded
        known = [as_text(value) for value in coded.dictionary.to_pylist()]
        texts = np.array([*known, ""], dtype=object)
        codes = coded.indices.fill_null(len(known)).to_numpy(zero_copy_only=False)
        return texts[codes], known
    if pa.types.is_boolean(chunked.type):
        return np.array([as_text(value) for value in chunked.to_pylist()], dtype=object), None
    if pa.types.is_integer(chunked.type) and inexact(chunked.drop_null().to_numpy()):
        return np.array([as_text(value) for value in chunked.to_pylist()], dtype=object), None
    return chunked.cast(pa.float64(), safe=False).to_numpy().astype(np.float64), None
