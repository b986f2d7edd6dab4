"""JSON: what a text holds, and records, lines and lists in it as rows of cells.

`datasets` floor. Records become delimited text, so that each reader of rows takes them.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from askcore._validation import DataError
from askcore.datasets.files.limits import check_columns, check_objects, check_padding

_ENDS = ("source", "from", "src", "start", "subject"), ("target", "to", "dst", "end", "object")


class Text(Protocol):
    """What is read of a document."""

    @property
    def text(self) -> str:
        """All of it."""
        ...

    def place(self, line: int | None = None, column: str = "") -> str:
        """Where a line is, in words."""
        ...


def is_json(document: Text) -> bool:
    """Whether a text begins like a JSON object, or like a list of objects that are no rows."""
    return document.text.lstrip()[:1] == "{" or _begins_list(document.text)


def _begins_list(text: str) -> bool:
    start = text[:200].lstrip()
    return start[:1] == "[" and start[1:].lstrip()[:1] in ("{", "[")


def loaded(document: Text) -> Any:
    """What the JSON holds; raises a DataError where it is none, or names a key twice in an object."""
    check_objects(document.text.count("{") + document.text.count("["), where=document.place())
    try:
        return json.loads(document.text, object_pairs_hook=_Once())
    except json.JSONDecodeError as error:
        raise DataError(
            f"The file is not JSON ({error.msg})",
            where=document.place(error.lineno),
            remedy="Export it again, or check that the download is complete.",
        ) from error
    except DataError as error:
        raise DataError(error.problem, where=document.place(), remedy=error.remedy) from error
    except (ValueError, RecursionError) as error:
        raise DataError(
            "The JSON is nested too deeply, or a number in it too long",
            where=document.place(),
            remedy="Give lists of nodes and edges, or of records.",
        ) from error


class _Once:
    """The objects of a JSON text, whose keys come once; words that come again are one string."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """An object of its keys and values."""
        keep = self.known.setdefault
        return _once([(key, keep(value, value) if type(value) is str else value) for key, value in pairs])


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise DataError(f'The JSON has "{twice[:100]}" twice', remedy="Keep one of the two.")
    return found


def rows_in(document: Text) -> str | None:
    """Records, lines or lists of JSON as delimited text with commas; None for any other text, and for graphs.

    Of pandas these are the orientations records, split, columns, index and table.
    """
    text = document.text.lstrip()
    if text[:1] == "{" and _is_lines(text):
        found: Any = [
            _line(line, i, document) for i, line in enumerate(document.text.split("\n"), 1) if line.strip()
        ]
    elif _begins_list(text) or (text[:1] == "{" and (_FRAME & set(_first_keys(text)) or _is_columns(text))):
        found = loaded(document)
    else:
        return None
    rows = _rows(found)
    if rows is None:
        return None
    header, body = rows
    width, filled = len(header) if header else max(map(len, body), default=0), sum(map(len, body))
    check_columns(width, where=document.place())
    check_padding(len(body), width, filled, where=document.place(), remedy="Give every record the same keys.")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if header:
        writer.writerow([" ".join(title.split()) for title in header])
    for row in body:
        cells = [row.get(title) for title in header] if isinstance(row, dict) else row
        writer.writerow([_cell(value) for value in cells])
    return out.getvalue().rstrip("\n") or None


_FRAME = {"columns", "schema"}
_RECORDS = (("data",), ("records",), ("rows",), ("items",), ("results",))


def _first_keys(text: str) -> Sequence[str]:
    """The first key of an object."""
    key = text[1:200].lstrip()
    return (key[1:].partition('"')[0],) if key[:1] == '"' else ()


def _is_columns(text: str) -> bool:
    """Whether an object begins with a key whose value is an object keyed by row, or a list of plain values."""
    after = text[1:500].partition(":")[2].lstrip()
    inner = after[1:].lstrip()
    records = after[:1] == "[" and inner[:1] == "{" and _first_keys(text)[:1] in _RECORDS
    return (
        records or after.startswith(('{"0":', '{"0" :')) or (_first_keys(text) == ("0",) and after[:1] == "{")
    )


def _is_lines(text: str) -> bool:
    """Whether the first line is an object of its own, and another one follows."""
    first, _, rest = text.partition("\n")
    return first.rstrip().endswith("}") and rest.lstrip()[:1] == "{"


def _line(line: str, number: int, document: Text) -> Any:
    try:
        return json.loads(line, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise DataError(
            "The line is not JSON", where=document.place(number), remedy="Write one record on each line."
        ) from error


_Rows = tuple[list[str], list[Any]]


def _rows(found: Any) -> _Rows | None:
    """The titles and the rows, dictionaries or lists; None for what is no table."""
    if isinstance(found, dict):
        if isinstance(found.get("columns"), list) and isinstance(found.get("data"), list):
            titles = [str(title) for title in found["columns"]]
            index = found.get("index")
            if isinstance(index, list) and len(index) == len(found["data"]) and _are_words(index):
                named = [[name, *row] for name, row in zip(index, found["data"], strict=True)]
                return ["", *titles], named
            return titles, found["data"]
        for (key,) in _RECORDS:
            if isinstance(found.get(key), list):
                return _rows(found[key])
        if list(found) == [str(i) for i in range(len(found))] and all(
            isinstance(row, dict) for row in found.values()
        ):
            return _rows(list(found.values()))
        if all(isinstance(values, dict) for values in found.values()):
            keys = dict.fromkeys(key for values in found.values() for key in values)
            names = [] if list(keys) == [str(i) for i in range(len(keys))] else [""]
            rows = [
                [*([key] if names else []), *(values.get(key) for values in found.values())] for key in keys
            ]
            return [*names, *map(str, found)], rows
        return None
    if not isinstance(found, list) or not found:
        return None
    if all(isinstance(row, list) for row in found):
        if all(not isinstance(cell, dict | list) for row in found for cell in row):
            return [], found
        return None
    if not all(isinstance(row, dict) for row in found) or _is_elements(found):
        return None
    flat = [_flat(row) for row in found]
    return list(dict.fromkeys(key for row in flat for key in row)), flat


def _is_elements(found: Sequence[dict[str, Any]]) -> bool:
    """Whether records are the elements of a graph of Cytoscape.js."""
    return all(isinstance(row.get("data"), dict) for row in found)


def _are_words(index: Iterable[Any]) -> bool:
    return all(isinstance(name, str) for name in index)


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A record with one level of objects in it unfolded."""
    if not any(isinstance(value, dict) for value in row.values()):
        return row
    made: dict[str, Any] = {}
    for key, value in row.items():
        made |= (
            {f"{key}.{inner}": v for inner, v in value.items()} if isinstance(value, dict) else {key: value}
        )
    return made


def _cell(value: Any) -> str:
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return json.dumps(value)
    return str(value)
