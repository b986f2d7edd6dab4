"""One table of inputs that cannot be used: each is refused with a message that says where and what to do."""

from __future__ import annotations

import io
import pickle
import re
import time

import numpy as np
import pytest

from askcore.datasets import DataError, read_graph, read_table
from tests.datasets.hostile import Bad, each, refused_within_bounds


def graphml(body: str, *, head: str = "", keys: str = "", directed: str = "directed") -> bytes:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{head}<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
        f'{keys}<graph edgedefault="{directed}">\n{body}\n</graph>\n</graphml>\n'
    ).encode()


LAUGHS = '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>\n'
WEIGHT = '<key id="w" for="edge" attr.name="weight" attr.type="string"/>\n'
NODES = b"node,label\na,x\nb,y\n"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"

CASES: dict[str, Bad] = {
    # What is no text at all
    "empty": Bad(read_graph, b"", "The file is empty..*right file"),
    "png": Bad(read_graph, PNG, "This is a PNG image, not text.*Choose the file with the data"),
    "nul bytes": Bad(read_graph, b"a,b\n\0\0,c\n", "binary file: it holds NUL bytes.*CSV in UTF-8"),
    "pickle": Bad(read_graph, pickle.dumps({"a": 1}), "This is a pickle.*never opened"),
    "noise": Bad(read_graph, bytes(range(1, 256)), "cannot be decoded as text"),
    "no such file": Bad(read_graph, "not/here.csv", "File not/here.csv: There is no such file.*spelling"),
    "a folder": Bad(read_graph, "/", "This is a folder"),
    "text for a path": Bad(read_graph, "a,b\nb,c\n", "This text is not a path.*text.encode.."),
    "not a source": Bad(read_graph, 7, "Cannot read from int.*path"),
    "too many lines": Bad(read_graph, b"a,b\n" * 11, "more than 10 lines.*max_lines", {"max_lines": 10}),
    "too many nodes": Bad(
        read_graph, b"a,b\n", "more than 2 lines", {"labels": b"a\nb\nc\n", "max_lines": 2}
    ),
    "unknown format": Bad(
        read_graph, b"a,b\n", "no graph format 'doc'.*edgelist.*graphml", {"format": "doc"}
    ),
    "other markup": Bad(read_graph, b"<svg></svg>", "not a graph in a known format.*edgelist.*graphml"),
    # Edge lists
    "only a header": Bad(read_graph, b"source,target\n", "a header but no links.*Add a line"),
    "one column": Bad(read_graph, b"# c\nalone\n", "Line 2: 'alone' is a single cell.*source and a target"),
    "ragged, short": Bad(read_graph, b"source,target,weight\na,b,1\nb,c\n", "Line 3: 2 cells.*have 3"),
    "quote over lines": Bad(read_graph, b'a,b\n"b\nc,d\n', "Line 2: A quotation mark is opened.*Close it"),
    "no name": Bad(read_graph, b"a,b\n,c\n", "Line 2: A node has no name"),
    "word as weight": Bad(
        read_graph,
        b"source,target,weight\n# c\na,b,1\n\nb,c,x\n",
        "Line 5, column 'weight': 'x' is not a weight",
    ),
    "nan weight": Bad(read_graph, b"a,b,1\nb,c,nan\n", "Line 2.*'nan' is not a weight.*finite number"),
    "negative weight": Bad(
        read_graph, b"a,b,1\n# c\nb,c,-2\n", "Line 3: The weight -2 is negative.*0 or more"
    ),
    # Node tables
    "unknown node": Bad(
        read_graph,
        b"source,target\na,b\nb,z\n",
        "Line 3: A link uses node 'z'.*not in the node table",
        {"labels": NODES},
    ),
    "node twice": Bad(
        read_graph,
        b"a,b\n",
        "Lines 2 and 5: Node 'a' is listed twice.*Keep one",
        {"labels": b"node,label\na,x\nb,y\n\na,y\n"},
    ),
    "no label column": Bad(
        read_graph,
        b"a,b\n",
        "'id', 'size', 'age' is named like a label.*label or class",
        {"labels": b"id,size,age\na,1,2\nb,1,2\n"},
    ),
    # GraphML
    "cut off": Bad(read_graph, graphml("<node id='a'/>")[:-30], "Line .*again.*complete"),
    "broken xml": Bad(read_graph, graphml("<node id='a'></edge>"), "Line 4: The file is not well-formed XML"),
    "undeclared key": Bad(
        read_graph,
        graphml('<node id="a"><data key="q">x</data></node><edge source="a" target="a"/>'),
        "cannot be read as GraphML.*declare each <key>",
    ),
    # Tables
    "no such label": Bad(
        read_table,
        b"a,b,label\n1,2,x\n",
        "no column 'kind'; there are 'a', 'b', 'label'.*label=False",
        {"label": "kind"},
    ),
    "label of a wrong type": Bad(read_table, b"a,b\n1,2\n", "=1.5 is not a column", {"label": 1.5}),
    "word": Bad(read_table, b"a,b,label\n1,2,x\n1,red,y\n", "Line 3, column 'b': 'red' is not a number"),
    "empty cell": Bad(
        read_table, b"a,b,label\n1,,x\n1,2,y\n", "Line 2, column 'b': The cell is empty.*Fill the cell in"
    ),
    "nan": Bad(read_table, b"a,b,label\n1,2,x\nNaN,2,y\n", "Line 3, column 'a': 'NaN' is no.*finite number"),
    "missing label": Bad(
        read_table, b"a,b,label\n1,2,x\n1,2,\n", "Line 3, column 'label': The label is missing"
    ),
    "one class": Bad(read_table, b"a,label\n1,x\n2,x\n", "Column 'label': Every label is 'x'.*two classes"),
    "only labels": Bad(read_table, b"label\nx\ny\n", "no column of features"),
    "two columns of a name": Bad(
        read_table,
        b"a,a,label\n1,2,x\n2,2,y\n",
        "Two columns are called 'a', columns 1 and 2 from the left.*Rename.*column 2 to 'a_2'",
    ),
    "one row": Bad(read_table, b"a,b,label\n1,2,x\n", "Column 'label': There is only one row.*Add rows"),
    "endless label": Bad(read_table, b"a,label\n1,x\n2," + b"y" * 600, "more than 500 characters"),
}


@each(CASES)
def test_is_refused_with_place_and_remedy(case: Bad) -> None:
    refused_within_bounds(case)


def test_messages_name_the_file(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("a,b,1\nb,c,x\n")
    with pytest.raises(
        DataError, match=re.escape("Line 2 of edges.csv, column 'weight': 'x' is not a weight.")
    ):
        read_graph(path)
    with path.open() as file, pytest.raises(DataError, match=r"Line 2 of edges\.csv"):
        read_graph(file)


def test_a_closed_file():
    file = io.BytesIO(b"a,b\n")
    file.close()
    with pytest.raises(DataError, match="Open it for reading"):
        read_graph(file)


def test_ten_million_lines_are_refused_at_once(tmp_path):
    path = tmp_path / "long.csv"
    path.write_bytes(b"12345,6789\n" * 10_000_000)
    start = time.process_time()
    with pytest.raises(DataError, match="more than 2,000,000 lines"):
        read_graph(path)
    assert time.process_time() - start < 2.0, "takes about 0.1 s; reading all lines takes ten or more"


@pytest.mark.parametrize(
    "payload", [pickle.dumps([1, 2], protocol=p) for p in range(2, 6)] + [np.arange(9.0).tobytes()]
)
def test_nothing_is_unpickled(payload, monkeypatch):
    monkeypatch.setattr(pickle, "loads", lambda *_: pytest.fail("unpickled"))
    monkeypatch.setattr(pickle, "load", lambda *_: pytest.fail("unpickled"))
    for read in (read_graph, read_table):
        with pytest.raises(DataError):
            read(payload)
