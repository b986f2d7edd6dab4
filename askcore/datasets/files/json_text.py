"""JSON: what a text holds, and records, lines and lists in it as rows of cells.

Records become delimited text, so that each reader of rows takes them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from askcore._validation import DataError
from askcore.datasets.files.decoding import as_line
from askcore.datasets.files.limits import check_columns, check_objects, check_padding


class Source(Protocol):
    """The text of a file and the words for a place in it; a ``Document`` is made from what is read here."""

    @property
    def text(self) -> str:
        """All of it."""
        ...

    def place(self, line: int | None = None) -> str:
        """Where a line is, or which file."""
        ...


def is_json(document: Source) -> bool:
    """Whether a text begins like a JSON object, or like a list of objects that are no rows."""
    return document.text.lstrip()[:1] == "{" or _begins_list(document.text)


def _begins_list(text: str) -> bool:
    start = text[:200].lstrip()
    return start[:1] == "[" and start[1:].lstrip()[:1] in ("{", "[")


def refuse_twice(keys: Sequence[str]) -> None:
    """Raise a DataError for an object that has a key twice."""
    if len(set(keys)) < len(keys):
        seen: set[str] = set()
        twice = next(key for key in keys if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise DataError(f'The JSON has "{twice[:100]}" twice', remedy="Keep one of the two.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        refuse_twice([key for key, _ in pairs])
    return found


def loaded(document: Source, hook: Callable[[list[tuple[str, Any]]], Any] = _object) -> Any:
    """What the JSON holds, of lines a list; objects are what the hook makes of their keys and values."""
    check_objects(document.text.count("{") + document.text.count("["), where=document.place())
    text, line = document.text, 0
    try:
        if not _is_lines(text):
            return json.loads(text, object_pairs_hook=hook)
        found = []
        for content in text.split("\n"):
            line += 1
            if content.strip():
                found.append(json.loads(content, object_pairs_hook=hook))
        return found
    except json.JSONDecodeError as error:
        problem = f"The file is not JSON ({error.msg})"
        remedy = "Export it again, or check that the download is complete."
        raise DataError(problem, where=document.place(line or error.lineno), remedy=remedy) from error
    except DataError as error:
        raise DataError(error.problem, where=document.place(), remedy=error.remedy) from error
    except (ValueError, RecursionError) as error:
        problem = "The JSON is nested too deeply, or a number in it too long"
        remedy = "Give lists of nodes and edges, or of records."
        raise DataError(problem, where=document.place(), remedy=remedy) from error


def rows_in(document: Source) -> str | None:
    """Records, lines or lists of JSON as delimited text with commas; None for any other text, and for graphs.

    Of pandas these are the orientations records, split, columns, index and table.
    """
    text = document.text.lstrip()
    if not (_begins_list(text) or (text[:1] == "{" and (_is_lines(text) or _is_frame(text)))):
        return None
    found = _rows(loaded(document))
    if found is None:
        return None
    header, body = found
    width, filled = len(header) if header else max(map(len, body), default=0), sum(map(len, body))
    check_columns(width, where=document.place())
    check_padding(len(body), width, filled, where=document.place(), remedy="Give every record the same keys.")
    rows = ([row.get(title) for title in header] if isinstance(row, dict) else row for row in body)
    above = [as_line(" ".join(title.split()) for title in header)] if header else []
    return "\n".join([*above, *(as_line(map(_cell, row)) for row in rows)]).rstrip("\n") or None


_BY_NAME = re.compile(r'\s*+"[^"\\]*+"\s*+:\s*+\{\s*+"[^"\\]*+"\s*+:\s*+["\dtfn-]')  # {"a": {"b": 1
_RECORDS = ("data", "records", "rows", "items", "results")
_LISTED = re.compile(rf'"(?:{"|".join(_RECORDS)})"\s*+:\s*+\[\s*+\{{')  # "data": [{
_VALUES = re.compile(r'"(?!edges|links|nodes)[^"\\]*+"\s*+:\s*+\[\s*+\[\s*+-?\d')  # "attention": [[0.1
_SCALARS = re.compile(r'\s*+"[^"\\]*+"\s*+:\s*+\[\s*+["\dtfn-]')  # {"a": [1


def _is_frame(text: str) -> bool:
    """Whether an object begins as a table does: with columns, with records, or with a column or row called 0."""
    key = text[1:200].lstrip()
    first = key[1:].partition('"')[0] if key[:1] == '"' else ""
    records = _LISTED.search(text[:1_000]) is not None or _SCALARS.match(text[1:1_000]) is not None
    by_row = _BY_NAME.match(text[1:1_000]) is not None
    return first in ("columns", "schema") or records or by_row or _VALUES.search(text[:20_000]) is not None


def _is_lines(text: str) -> bool:
    """Whether the first line is an object of its own, and another one follows."""
    first, _, rest = text.lstrip()[:1_000_000].partition("\n")
    return first[:1] == "{" and first.rstrip().endswith("}") and rest.lstrip()[:1] == "{"


def _rows(found: Any) -> tuple[list[str], list[Any]] | None:
    """The titles and the rows, dictionaries or lists; None for what is no table."""
    if isinstance(found, dict):
        return _rows_of_frame(found)
    if not isinstance(found, list) or not found:
        return None
    if all(isinstance(row, list) for row in found):
        return None if any(isinstance(cell, dict | list) for row in found for cell in row) else ([], found)
    if not all(isinstance(row, dict) for row in found) or _is_graph(found):
        return None
    flat = [_flat(row) for row in found]
    return list(dict.fromkeys(key for row in flat for key in row)), flat


def _rows_of_frame(found: dict[str, Any]) -> tuple[list[str], list[Any]] | None:
    """Titles and rows of an object as pandas and others write it."""
    if isinstance(found.get("columns"), list) and isinstance(found.get("data"), list):
        titles, data, index = list(map(str, found["columns"])), found["data"], found.get("index")
        if (
            isinstance(index, list)
            and len(index) == len(data)
            and all(isinstance(name, str) for name in index)
        ):
            return ["", *titles], [[name, *row] for name, row in zip(index, data, strict=True)]
        return titles, data
    if (key := next((key for key in _RECORDS if isinstance(found.get(key), list)), None)) is not None:
        return _rows(found[key])
    if (named := _of_matrix(found)) is not None:
        return named
    if found and all(isinstance(values, list) for values in found.values()):
        return _rows_of_columns(found)
    if not all(isinstance(values, dict) for values in found.values()) or not found:
        return None
    cells = [cell for values in found.values() for cell in values.values()]
    names = {key for values in found.values() for key in values}
    if any(isinstance(cell, dict | list) for cell in cells) or (found.keys() & names and not _counted(found)):
        return None  # a graph: for each node its neighbours
    if _counted(found):
        return _rows(list(found.values()))
    keys = dict.fromkeys(key for values in found.values() for key in values)
    mixed = any(
        len({isinstance(cell, str) for cell in row.values() if cell is not None}) > 1
        for row in found.values()
    )
    if mixed or (len(found) > len(keys) > 0 and not _counted(keys)):  # a row for each
        return ["", *keys], [[name, *map(row.get, keys)] for name, row in found.items()]
    rows = [[values.get(key) for values in found.values()] for key in keys]
    if _counted(keys):
        return list(map(str, found)), rows
    return ["", *map(str, found)], [[key, *row] for key, row in zip(keys, rows, strict=True)]


def _of_matrix(found: dict[str, Any]) -> tuple[list[str], list[Any]] | None:
    """Titles and rows of the one square among lists, with the names that stand in another one, such as tokens."""
    lists = [values for values in found.values() if isinstance(values, list)]
    squares = [
        values for values in lists
        if len(values) > 1 and all(isinstance(row, list) and len(row) == len(values) for row in values)
    ]  # fmt: skip
    names = [
        values
        for values in lists
        if squares and len(values) == len(squares[0]) and isinstance(values[0], str)
    ]
    if len(squares) != 1 or len(names) != 1:
        return None
    return ["", *map(str, names[0])], [[name, *row] for name, row in zip(names[0], squares[0], strict=True)]


def _rows_of_columns(found: dict[str, list[Any]]) -> tuple[list[str], list[Any]] | None:
    """Titles and rows of columns of one length; None where most cells are names of others, as of neighbours."""
    columns = list(found.values())
    cells = [cell for column in columns for cell in column]
    whole = len({len(column) for column in columns}) == 1 and not any(
        isinstance(cell, dict | list) for cell in cells
    )
    if not whole or 2 * sum(str(cell) in found for cell in cells) >= len(cells):
        return None
    return list(found), [list(row) for row in zip(*columns, strict=True)]


def _counted(names: dict[str, Any]) -> bool:
    return list(names) == [str(i) for i in range(len(names))]


def _is_graph(found: Sequence[dict[str, Any]]) -> bool:
    """Whether records are the elements of a graph of Cytoscape.js, or the nodes and relationships of Neo4j."""
    return all(isinstance(row.get("data"), dict) for row in found) or (
        all(row.get("type") in ("node", "relationship") for row in found)
        and any(isinstance(row.get("start"), dict) for row in found)
    )


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A record with one level of objects in it unfolded."""
    made: dict[str, Any] = {}
    for key, value in row.items():
        inside = isinstance(value, dict)
        made |= {f"{key}.{inner}": v for inner, v in value.items()} if inside else {key: value}
    return made


def _cell(value: Any) -> str:
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value) if isinstance(value, dict | list) else str(value)
