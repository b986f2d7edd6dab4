"""Lists as networkx writes them: edges with a dictionary of attributes behind.

`datasets` floor. The dictionaries are Python's; they are never evaluated, a number is looked for in each.
"""

from __future__ import annotations

import re

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.document import Document, is_plain_text
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.cells import content_rows
from askcore.datasets.tables.edges import Edges, Weight, unused, weight_of
from askcore.datasets.tables.tokens import is_number

_EDGE = re.compile(r"([^\s,;{}]+)[ \t,;]+([^\s,;{}]+)[ \t,;]+(\{[^{}]*\})\s*")
_ENTRY = re.compile(r"'([^']{1,100})': ('[^']*'|[^',\s}]+)")


def has_attributes(document: Document) -> bool:
    """Whether every one of the first lines ends in a dictionary."""
    if not is_plain_text(document) or "{" not in document.text[:20_000]:
        return False
    lines = [line for line in document.text[:20_000].split("\n")[:20] if line.strip() and line[0] not in "#%"]
    return bool(lines) and all(_EDGE.fullmatch(line) for line in lines[:-1] or lines)


@register(
    "graph",
    "networkx edge list",
    extensions=("edgelist", "txt", "edges"),
    recognises=has_attributes,
    weighable=True,
)
def read_edges_with_attributes(document: Document, weight: Weight = None) -> Edges:
    """Source, target and {'weight': 2.5, ...}; an edge without the weight weighs 1."""
    rows = content_rows(document)
    key = "weight" if weight is None or weight is False else str(weight)
    codes: dict[str, int] = {}
    others: dict[str, None] = {}
    numeric: dict[str, bool] = {}
    ends, weights, found = [], [], 0
    for row, line in enumerate(rows.lines()):
        edge = _EDGE.fullmatch(line.strip())
        if edge is None:
            raise DataError(
                "The line is not an edge as networkx writes it",
                where=rows.place(row),
                remedy="It reads source, target and {'weight': 1}; names have no spaces in them.",
            )
        ends.append([codes.setdefault(name, len(codes)) for name in edge.group(1, 2)])
        entries = dict(_ENTRY.findall(edge.group(3)))
        others |= dict.fromkeys(name for name in entries if name != key or weight is False)
        for name, text in entries.items():
            numeric[name] = numeric.get(name, True) and is_number(text)
        value = entries.get(key)
        found += value is not None
        weights.append(1.0 if value is None else weight_of(value.strip("'"), rows.place(row)))
    notes = rows.notes + unused("Edge attribute", list(others))
    if weight not in (None, False) and not found:
        raise DataError(
            f"No edge has an attribute {key!r}", where=document.place(), remedy="Leave out weight."
        )
    if 0 < found < len(weights):
        notes += (f"{len(weights) - found:,} of {len(weights):,} edges have no weight, and weigh 1.",)
    source, target = np.array(ends, dtype=np.int64).T
    values = None if weight is False or not found else np.array(weights)
    return Edges(
        list(codes), source, target, values, rows.place, notes=notes,
        weighed_by=key if values is not None else "",
        weights=tuple(name for name, numbers in numeric.items() if numbers),
    )  # fmt: skip
