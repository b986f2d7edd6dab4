"""Files made to do harm, or broken on the way: refused by name, within bounded memory and time."""

from __future__ import annotations

import gzip
import io
import json
import struct
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import scipy.io
from scipy import sparse

from askcore.datasets import DataError, read_graph, read_matrix, read_table

BOUND = 400 * 2**20


def saved(write: Callable[..., object], *arguments: object, **options: object) -> bytes:
    file = io.BytesIO()
    write(file, *arguments, **options)
    return file.getvalue()


def packed(*files: tuple[str, bytes], **options: Any) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return file.getvalue()


def npy_claim(shape: tuple[int, ...], dtype: str = "<f8", body: bytes = b"\0" * 64) -> bytes:
    header = f"{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + body


def lying_zip() -> bytes:
    """A member whose header claims 10 bytes and that unpacks to far more."""
    data = bytearray(packed(("edges.csv", b"a,b\n" * 100_000)))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(mark)
        data[start + at : start + at + 4] = struct.pack("<I", 10)
    return bytes(data)


def with_password() -> bytes:
    data = bytearray(packed(("edges.csv", b"a,b\n")))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    return bytes(data)


def workbook(corner: str = "A1", **parts: bytes) -> bytes:
    book = openpyxl.Workbook()
    book.active["A1"] = "x"
    book.active[corner] = 1
    data = saved(lambda file: book.save(file))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        files = [(name, archive.read(name)) for name in archive.namelist()]
    return packed(*((name, parts.get(name.split("/")[-1].split(".")[0], old)) for name, old in files))


def sheet(rows: str) -> bytes:
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>'.encode()


def gexf(body: str, head: str = "") -> bytes:
    return f'{head}<gexf xmlns="http://www.gexf.net/1.2draft"><graph>{body}</graph></gexf>'.encode()


def mat_packed(tag: tuple[int, int], size: int) -> bytes:
    """One packed variable: what its tag says it is and how long, and how many zeros there are."""
    body = zlib.compress(struct.pack("<II", *tag) + bytes(size))
    header = b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM"
    return header + struct.pack("<II", 15, len(body)) + body


def parquet_of(column: Any) -> bytes:
    return saved(lambda file: pq.write_table(pa.table({"a": column}), file))


ENTITIES = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
EXTERNAL = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
TWO = '<node id="a"/><node id="b"/>'
CSR = {"format": b"csr", "shape": np.array([2, 2]), "data": np.ones(2), "indptr": np.array([0, 1, 2])}


@dataclass(frozen=True)
class Bad:
    read: Callable[..., Any]
    data: bytes | Callable[[], bytes]
    message: str
    options: dict[str, Any] = field(default_factory=dict)
    traced: bool = True  # what makes many small objects is slow to trace


CASES: dict[str, Bad] = {
    # Archives
    "gzip bomb": Bad(read_graph, lambda: gzip.compress(bytes(2**27)), "more than 250 times its size"),
    "zip bomb": Bad(read_graph, lambda: packed(("e.csv", bytes(2**27))), "more than 250 times its size"),
    "zip that lies about its size": Bad(read_graph, lying_zip, "ZIP archive is damaged"),
    "zip in a zip": Bad(
        read_graph, packed(("a.zip", packed(("e.csv", b"a,b\n")))), "archive inside the archive"
    ),
    "zip in gzip": Bad(read_table, gzip.compress(packed(("e.csv", b"a,b\n"))), "archive inside the archive"),
    "gzip in gzip": Bad(read_graph, gzip.compress(gzip.compress(b"a,b\n")), "archive inside the archive"),
    "nodes in a nested gzip": Bad(
        read_graph,
        packed(("edges.csv", b"a,b\n"), ("nodes.csv", gzip.compress(b"a\nb\n"))),
        "inside the archive",
    ),
    "tar in gzip": Bad(read_graph, gzip.compress(b"e.csv".ljust(257, b"\0") + b"ustar\x0000"), "TAR archive"),
    "path out of the zip": Bad(
        read_graph, packed(("../../etc/e.csv", b"a,b\n")), "'../../etc/e.csv', a path that"
    ),
    "backslash path": Bad(read_graph, packed(("..\\e.csv", b"a,b\n")), "leads out of it"),
    "absolute path": Bad(read_graph, packed(("/e.csv", b"a,b\n")), "leads out of it"),
    "path out of an npz": Bad(read_matrix, packed(("../K.npy", npy_claim((2, 4)))), "leads out of it"),
    "many files": Bad(
        read_table, packed(("a.csv", b"a\n"), ("b.csv", b"b\n")), "holds 2 files: 'a.csv', 'b.csv'"
    ),
    "a pair that is no table": Bad(
        read_table,
        packed(("edges.csv", b"a,b\n"), ("nodes.csv", b"a\n")),
        "2 files: 'edges.csv' and 'nodes.csv'",
    ),
    "no file": Bad(read_graph, packed(("folder/", b"")), "holds no file"),
    "a million entries": Bad(
        read_graph,
        lambda: packed(("e.csv", b"a,b\n")) + b"PK\x01\x02" * 20_000,
        "lists more than 10,000 files",
    ),
    "password": Bad(read_graph, with_password, "has a password"),
    "half a zip": Bad(read_graph, packed(("e.csv", b"a,b\n" * 99))[:-30], "ZIP archive is damaged"),
    "half a gzip": Bad(read_graph, gzip.compress(b"a,b\n" * 99)[:-9], "gzip file is damaged or cut off"),
    "too many lines in gzip": Bad(
        read_graph, gzip.compress(b"a,b\n" * 11), "more than 10 lines", {"max_lines": 10}
    ),
    "tar": Bad(read_graph, b"e.csv".ljust(257, b"\0") + b"ustar\x0000", "TAR archive"),
    # NumPy
    "2 GB claimed in npy": Bad(read_matrix, npy_claim((16_384, 16_384)), "claims 2,147,483,648 bytes"),
    "2 GB claimed in npz": Bad(
        read_graph, packed(("K.npy", npy_claim((16_384, 16_384)))), "Array 'K': .*claims 2,147,483,648 bytes"
    ),
    "npz, many zeros together": Bad(
        read_matrix,
        lambda: packed(*((f"a{i}.npy", npy_claim((2**24,), "|i1", bytes(2**24))) for i in range(17))),
        "more than 250 times its size",
    ),
    "sparse, too many small entries": Bad(
        read_matrix,
        lambda: saved(
            np.savez,
            format=b"coo",
            shape=np.array([9, 9]),
            data=np.zeros(50_000_001, dtype=np.int8),
            row=np.zeros(1, dtype=np.int8),
            col=np.zeros(1, dtype=np.int8),
        ),
        "50,000,001 stored entries are more than",
    ),
    "negative shape": Bad(read_matrix, npy_claim((-2, -4)), "array is damaged"),
    "endless shape": Bad(read_matrix, npy_claim((10**30, 10**30)), "array is damaged"),
    "no values, endless": Bad(read_matrix, npy_claim((10**12, 0)), "has shape|array is damaged"),
    "pickled npy": Bad(
        read_matrix, saved(np.save, np.array([{"a": 1}], dtype=object)), "Python objects, which are pickled"
    ),
    "pickled npz": Bad(read_graph, saved(np.savez, np.array([None])), "Array 'arr_0': .*which are pickled"),
    "pickled labels": Bad(
        read_matrix, b"1,2\n3,4\n", "which are pickled", {"labels": saved(np.save, np.array([None, 1]))}
    ),
    "code in an npy header": Bad(
        read_matrix, npy_claim((2, 4)).replace(b"'<f8'", b"f(1) "), "header cannot be read"
    ),
    "no magic": Bad(read_matrix, b"\x93NUMPY", "header cannot be read"),
    "nothing known in npz": Bad(
        read_matrix, saved(np.savez, a=np.eye(2), b=np.eye(2)), "there are 'a' .2, 2., 'b'"
    ),
    "edge outside": Bad(
        read_graph,
        saved(np.savez, edges=np.array([[0, 1], [1, 7]]), labels=np.array([1, 2])),
        r"\[1, 7\] names a",
    ),
    "edges of a billion nodes": Bad(
        read_graph,
        saved(np.savez, edges=np.array([[0, 10**9]])),
        "names a node that is none of 1,000,000,001",
    ),
    "edges that are no pairs": Bad(
        read_graph, saved(np.savez, edges=np.eye(3)), r"whole numbers of shape \(edges, 2"
    ),
    "labels past their names": Bad(
        read_graph,
        saved(np.savez, edges=np.array([[0, 1]]), labels=np.array([0, 5]), label_names=np.array(["x"])),
        "do not fit each other",
    ),
    "sparse index outside": Bad(
        read_graph, saved(np.savez, indices=np.array([0, 99]), **CSR), "parts of the sparse matrix do not fit"
    ),
    "sparse index negative": Bad(
        read_matrix,
        saved(np.savez, indices=np.array([0, -1]), **CSR),
        "parts of the sparse matrix do not fit",
    ),
    "sparse, incomplete": Bad(read_matrix, saved(np.savez, **CSR), "sparse matrix is incomplete"),
    "sparse, endless": Bad(
        read_matrix,
        saved(
            np.savez,
            format=b"coo",
            shape=np.array([2**40, 2]),
            data=np.ones(1),
            row=np.zeros(1),
            col=np.zeros(1),
        ),
        "claims 1,099,511,627,776 rows",
    ),
    # Matrix Market and MATLAB
    "market, 80 GB claimed": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array real general\n100000 100000\n1\n",
        "100,000 x 100,000 values",
    ),
    "market, entries claimed": Bad(
        read_graph,
        b"%%MatrixMarket matrix coordinate real general\n9 9 99999999\n1 1 1\n",
        "claims 99,999,999 values",
    ),
    "market, rows claimed": Bad(
        read_graph,
        b"%%MatrixMarket matrix coordinate real general\n999999999 9 1\n1 1 1\n",
        "claims 999,999,999 rows",
    ),
    "market, outside": Bad(
        read_graph,
        b"%%MatrixMarket matrix coordinate real general\n2 2 1\n3 3 1\n",
        "Entry 1 stands in row 3 and column 3 of 2 x 2",
    ),
    "market, far outside": Bad(
        read_graph,
        b"%%MatrixMarket matrix coordinate real general\n2 2 1\n1e300 1 1\n",
        "row 1e.300 and column 1",
    ),
    "market, between": Bad(
        read_graph, b"%%MatrixMarket matrix coordinate real general\n2 2 1\n1.5 1 1\n", "row 1.5 and column 1"
    ),
    "market, complex": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array complex general\n1 1\n1 1\n",
        "matrix is complex and general",
    ),
    "market, one value too many": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array real general\n2 2\n" + b"1\n" * 5,
        "announces 4 rows of 1, and there are 5",
    ),
    "market, one value too few": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n",
        "announces 3 rows of 1, and there are 2",
    ),
    "market, symmetric and not square": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array real symmetric\n2 3\n1\n2\n",
        "2 rows and 3 columns is symmetric",
    ),
    "market, a word": Bad(
        read_matrix,
        b"%%MatrixMarket matrix array real general\n1 2\n1\nx\n",
        "no rows of numbers .could not convert",
    ),
    "market, no header": Bad(read_graph, b"%%MatrixMarket\n1 1 1\n", "no Matrix Market header"),
    "market, rectangular graph": Bad(
        read_graph, saved(scipy.io.mmwrite, sparse.coo_array(np.ones((2, 3)))), "2 rows and 3 columns"
    ),
    "mat 7.3": Bad(read_graph, b"MATLAB 7.3 MAT-file".ljust(512) + b"\x89HDF\r\n", r"7.3 \(HDF5\).*'-v7'"),
    "hdf5": Bad(read_graph, b"\x89HDF\r\n\x1a\n", "This is an HDF5 file"),
    "mat bomb": Bad(read_matrix, lambda: mat_packed((14, 2**31), 2**25), "more than 1,024 MB"),
    "mat bomb of zeros": Bad(
        read_matrix, lambda: mat_packed((14, 2**28 + 2**20), 2**28 + 2**20), "more than 250 times its size"
    ),
    "mat, more than it says": Bad(
        read_matrix, lambda: mat_packed((14, 64), 2**25), "no MATLAB file that can"
    ),
    "mat, less than it says": Bad(
        read_matrix, lambda: mat_packed((14, 2**27), 64), "a packed variable is cut off"
    ),
    "mat, an unknown type of numbers": Bad(
        read_matrix,
        saved(scipy.io.savemat, {"K": np.eye(9) / 3}).replace(
            struct.pack("<II", 9, 648), struct.pack("<II", 99, 648)
        ),
        "an element is of type 99, which holds no numbers",
    ),
    "half a mat": Bad(
        read_matrix, saved(scipy.io.savemat, {"K": np.eye(9)})[:-40], "no MATLAB file that can be read"
    ),
    "mat without numbers": Bad(
        read_matrix,
        saved(scipy.io.savemat, {"s": {"a": np.eye(3)}}),
        "numeric are none.*structures and cells",
    ),
    "mat with two": Bad(
        read_matrix, saved(scipy.io.savemat, {"u": np.eye(3), "v": np.eye(3)}), "numeric are 'u' .3, 3., 'v'"
    ),
    "mat, complex": Bad(read_matrix, saved(scipy.io.savemat, {"K": np.eye(3) * 1j}), "complex numbers"),
    # XML
    "gexf entities": Bad(read_graph, gexf(TWO, ENTITIES), "document type or entities.*GEXF needs none"),
    "gexf, external entity": Bad(read_graph, gexf(TWO, EXTERNAL), "document type or entities"),
    "graphml, external entity": Bad(
        read_graph, f"{EXTERNAL}<graphml><graph>{TWO}</graph></graphml>".encode(), "document type or entities"
    ),
    "entities in utf-16": Bad(
        read_graph, gexf(TWO, ENTITIES).decode().encode("utf-16"), "document type or entities"
    ),
    "ten million attributes": Bad(
        read_graph, lambda: b"<graphml " + b'a="" ' * 10_000_000 + b"/>", "and 10,000,000 attributes; at most"
    ),
    "three million attributes in one tag": Bad(
        read_graph,
        lambda: b"<graphml>\n<a " + b'a="" ' * 3_000_000 + b"/>",
        "Line 2: A tag is longer than 64 kB",
    ),
    "ten million elements": Bad(
        read_graph, lambda: b"<graphml>" + b"<d/>" * 10_000_000, "about 10,000,001 elements"
    ),
    "deep xml": Bad(
        read_graph,
        lambda: b"<graphml>" + b"<graph>" * 200_000 + b"</graph>" * 200_000 + b"</graphml>",
        "no edges",
        traced=False,
    ),
    "gexf, deep nodes": Bad(
        read_graph,
        lambda: gexf(
            '<nodes><node id="a"><nodes>'
            + "".join(f'<node id="{i}"><nodes>' for i in range(5000))
            + "</nodes></node>" * 5001
            + "</nodes>"
        ),
        "nested too deeply",
    ),
    "gexf, stray edge": Bad(
        read_graph,
        gexf(f'<nodes>{TWO}</nodes><edges><edge source="a" target="z"/></edges>'),
        "names node 'z'",
    ),
    "gexf, mixed": Bad(
        read_graph,
        gexf(f'<nodes>{TWO}</nodes><edges><edge source="a" target="b" type="directed"/></edges>'),
        "no GEXF that can be read .Directed edge found",
    ),
    "gexf, no edges": Bad(read_graph, gexf(f"<nodes>{TWO}</nodes>"), "The graph has no edges"),
    # GML, Pajek, JSON
    "gml, endless id": Bad(
        read_graph, b"graph [\nnode [\nid " + b"9" * 10_000 + b"\n]\n]\n", "no GML that can be read"
    ),
    "gml, deep": Bad(read_graph, b"graph [\n" + b"a [\n" * 50_000, "nested too deeply"),
    "gml, stray edge": Bad(
        read_graph, b"graph [\nnode [\nid 1\n]\nedge [\nsource 1\ntarget 2\n]\n]\n", "undefined target 2"
    ),
    "gml, open": Bad(read_graph, b'graph [\nnode [\nid 1\nlabel "a\n\n', "no GML that can be read"),
    "pajek, endless": Bad(
        read_graph, b"*Vertices 999999999\n*Arcs\n1 2\n", "no believable number of vertices"
    ),
    "pajek, absurd": Bad(read_graph, b"*Vertices " + b"9" * 5000 + b"\n", "no believable number of vertices"),
    "pajek, outside": Bad(read_graph, b"*Vertices 2\n*Arcs\n1 3\n", "Line 3: '3' is none of the 2 vertices"),
    "pajek, zero": Bad(read_graph, b"*Vertices 2\n*Arcs\n0 1\n", "'0' is none of the 2"),
    "pajek, weight": Bad(read_graph, b"*Vertices 2\n*Arcs\n1 2 1e999\n", "Line 3: '1e999' is no weight"),
    "pajek, negative": Bad(read_graph, b"*Vertices 2\n*Arcs\n1 2 -1\n", "Line 3: The weight -1 is negative"),
    "pajek, half": Bad(read_graph, b"*Vertices 2\n*Arcs\n1\n", "Line 3: An edge needs two vertices"),
    "pajek, matrix": Bad(
        read_graph, b"*Vertices 2\n*Matrix\n1 2 3\n", "Line 3: 3 values in row 1 of a 2 x 2"
    ),
    "pajek, two": Bad(read_graph, b"*Vertices 2\n*Arcs\n1 2\n*Vertices 2\n", "Line 4: A second network"),
    "pajek, none": Bad(read_graph, b"*Vertices 2\n", "no edges. Add .Arcs"),
    "json, deep": Bad(read_graph, b'{"nodes": ' + b"[" * 200_000, "nested too deeply"),
    "json, three million objects": Bad(
        read_graph, lambda: b'{"nodes": [' + b"{}," * 3_000_000 + b"{}]}", "about 3,000,003 objects"
    ),
    "gml, three million objects": Bad(
        read_graph, lambda: b"graph [\n" + b"node [ id 1 ] " * 3_000_000 + b"]", "about 3,000,001 objects"
    ),
    "json, broken": Bad(read_graph, b'{"nodes": [],\n"edges": }', "Line 2: The file is no JSON"),
    "json, long number": Bad(read_graph, b'{"nodes": ' + b"9" * 5000 + b"}", "a number in it too long"),
    "json, no graph": Bad(read_graph, b'{"a": 1}', 'no lists "nodes" and "edges"'),
    "json, no source": Bad(
        read_graph, b'{"nodes": [{"id": 1}], "edges": [{"target": 1}]}', "no node-link JSON"
    ),
    "json, node twice": Bad(
        read_graph,
        json.dumps({"nodes": [{"id": "a"}, {"id": "a"}], "edges": [{"source": "a", "target": "a"}]}).encode(),
        "Node 'a' is listed twice",
    ),
    "json, stray edge": Bad(
        read_graph,
        json.dumps({"nodes": [{"id": "a"}], "edges": [{"source": "a", "target": "z"}]}).encode(),
        "names node 'z'",
    ),
    "json, weight": Bad(
        read_graph,
        json.dumps({"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 1, "weight": [2]}]}).encode(),
        r"Edge '1' -> '1': '\[2\]' is no weight",
    ),
    # Adjacency
    "adjacency of two sets": Bad(
        read_graph, b",a,b\nc,0,1\nd,1,0\n", "Rows and columns have different names", {"format": "adjacency"}
    ),
    "adjacency, negative": Bad(
        read_graph, b",a,b\na,0,1\nb,-1,0\n", "Row 2, column 1: The weight -1 is negative"
    ),
    "adjacency, nan": Bad(
        read_graph, saved(np.save, np.diag([np.nan, 1])), "Row 1, column 1: nan is no weight"
    ),
    "adjacency, empty": Bad(read_graph, saved(np.save, np.zeros((3, 3))), "The graph has no edges"),
    # Tables
    "a million columns": Bad(
        read_table,
        lambda: b"1," * 999_999 + b"1\n",
        "Line 1: There are about 1,000,000 columns",
        traced=False,
    ),
    "a million columns of edges": Bad(
        read_graph, lambda: b"# c\n" + b"a\t" * 1_000_000 + b"\n", "Line 2: There are about 1,000,001 columns"
    ),
    "an absurdly long line": Bad(
        read_table,
        lambda: b"a,b\n" + b"x" * 20_000_000 + b",1\n",
        "Line 2: The line has 20,000,002 characters",
    ),
    "a long cell far down": Bad(
        read_table,
        lambda: b"a,b\n" + b"1,1\n" * 60 + b"1" * 5_000_000 + b",1\n",
        "Line 62, column 'a': '1{100}' is no number",
    ),
    "xlsx, far corner": Bad(
        read_table, lambda: workbook("XFD1048576"), "Row 1048576, column 'x'", traced=False
    ),
    "xlsx, far columns": Bad(
        read_table,
        lambda: workbook(sheet1=sheet('<row><c r="XFD1"/></row>' * 1300)),
        "more than 20,000,000 cells",
    ),
    "xlsx, far rows": Bad(
        read_table,
        lambda: workbook(sheet1=sheet('<row r="999999999"><c><v>1</v></c></row>')),
        "more than 2,000,000",
        traced=False,
    ),
    "xlsx, entities": Bad(
        read_table, lambda: workbook(workbook=ENTITIES.encode() + b"<x/>"), "defines a document type"
    ),
    "xlsx, broken sheet": Bad(
        read_table, lambda: workbook(sheet1=b"<worksheet"), "no workbook that can be read"
    ),
    "xlsx, a shared string too far": Bad(
        read_table,
        lambda: workbook(sheet1=sheet('<row><c t="s"><v>99</v></c></row>')),
        "no workbook that can be read",
    ),
    "xlsx, empty": Bad(
        read_table, lambda: saved(lambda file: openpyxl.Workbook().save(file)), "Every sheet is empty"
    ),
    "xlsx as graph": Bad(read_graph, workbook, "no graph in a format"),
    "xls": Bad(read_table, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old spreadsheet"),
    "parquet, cut": Bad(read_table, parquet_of([1.0, 2.0])[:-20], "no Parquet that can be read"),
    "parquet, nested": Bad(read_table, parquet_of([[1], [2]]), "Column 'a': The column holds list"),
    "parquet, too long": Bad(
        read_table, lambda: parquet_of(np.zeros(2_000_001)), "more than 2,000,000 lines"
    ),
    "parquet, one value without end": Bad(
        read_table,
        lambda: saved(
            lambda file: pq.write_table(pa.table({f"c{j}": np.zeros(1_000_000) for j in range(40)}), file)
        ),
        "more than 250 times its size",
        traced=False,
    ),
    "parquet, infinite": Bad(
        read_table, parquet_of([1.0, np.inf]), "Row 2, column 'a': 'inf' is no finite number"
    ),
    "arff, text": Bad(
        read_table, b"@relation r\n@attribute a string\n@data\nx\n", "no ARFF that can be read"
    ),
    "arff, a date that is no pattern": Bad(
        read_table, b"@relation r\n@attribute a date 'yyyyyyyy'\n@data\n1\n", "no ARFF that can be read"
    ),
    "arff, many attributes": Bad(
        read_table,
        lambda: (
            b"@relation r\n"
            + b"".join(b"@attribute a%d numeric\n" % i for i in range(60_000))
            + b"@data\n1\n"
        ),
        "There are about 60,000 columns",
    ),
    "arff, undeclared": Bad(
        read_table, b"@relation r\n@attribute a {x,y}\n@data\nz\n", "no ARFF that can be read"
    ),
    "arff, empty": Bad(read_table, b"@relation r\n@attribute a numeric\n@data\n", "no rows|no ARFF"),
    "libsvm, far out": Bad(read_table, b"1 1:1 999999999:1\n2 1:1\n", "largest position is 999,999,999"),
    "libsvm, not growing": Bad(read_table, b"1 2:1 1:1\n2 1:1\n", "no libsvm that can be read"),
    "a matrix called libsvm": Bad(read_table, b"1,2\n", "no libsvm that can be read", {"format": "libsvm"}),
    "a matrix called csv": Bad(
        read_table, saved(np.save, np.eye(2)), "content is no table, but", {"format": "csv"}
    ),
    "text called npy": Bad(read_matrix, b"1,2\n", "array is damaged", {"format": "npy"}),
    "text called npz": Bad(read_matrix, b"1,2\n", "ZIP archive is damaged", {"format": "npz"}),
    "text called xlsx": Bad(read_table, b"1,2\n", "ZIP archive is damaged", {"format": "xlsx"}),
    "text called parquet": Bad(read_table, b"1,2\n", "no Parquet that can be read", {"format": "parquet"}),
    "text called mat": Bad(read_matrix, b"1,2\n", "no MATLAB file", {"format": "mat"}),
    "text called mtx": Bad(read_matrix, b"1,2\n", "no Matrix Market header", {"format": "mtx"}),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_is_refused_within_bounds(case: Bad) -> None:
    data = case.data() if callable(case.data) else case.data
    if case.traced:
        tracemalloc.start()
    start = time.perf_counter()
    try:
        with pytest.raises(DataError, match=f"(?s){case.message}") as caught:
            case.read(data, **case.options)
        peak = tracemalloc.get_traced_memory()[1]  # 0 where not traced
    finally:
        tracemalloc.stop()
    assert caught.value.remedy, "every refusal says what to try"
    assert len(str(caught.value)) < 2000, "no message quotes a whole file"
    assert peak < BOUND + 2 * len(data)
    assert time.perf_counter() - start < 60
