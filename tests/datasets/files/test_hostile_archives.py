"""Archives made to do harm, or broken on the way: refused by name, within bounded memory and time."""

from __future__ import annotations

import gzip
import struct

from askcore.datasets import read_graph, read_matrix, read_table
from tests.datasets.hostile import Bad, each, npy_claim, refused_within_bounds
from tests.datasets.made import packed, tarred


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


CASES: dict[str, Bad] = {
    "gzip bomb": Bad(read_graph, lambda: gzip.compress(bytes(2**27)), "more than 250 times as large"),
    "zip bomb": Bad(read_graph, lambda: packed(("e.csv", bytes(2**27))), "more than 250 times as large"),
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
    "path out of a tar": Bad(read_graph, tarred(("../e.csv", b"a,b\n")), "'../e.csv', a path that"),
    "absolute path in a tgz": Bad(
        read_graph, gzip.compress(tarred(("/e.csv", b"a,b\n"))), "points outside it"
    ),
    "a link in a tar": Bad(read_graph, tarred(("e.csv", None)), "There is no file in"),
    "many files in a tgz": Bad(
        read_table,
        gzip.compress(tarred(("d/a.csv", b"a\n"), ("d/b.csv", b"b\n"))),
        "holds 2 files: 'd/a.csv', 'd/b.csv'",
    ),
    "more files than are listed, in a tar": Bad(
        read_table, lambda: tarred(*((str(i), b"") for i in range(10_001))), "lists more than 10,000 files"
    ),
    "tar in a zip": Bad(
        read_graph, packed(("e.tar", tarred(("e.csv", b"a,b\n")))), "archive inside the archive"
    ),
    "half a tar": Bad(read_graph, tarred(("e.csv", b"a,b\n" * 999))[:2000], "tar archive is damaged"),
    "path out of the zip": Bad(
        read_graph, packed(("../../etc/e.csv", b"a,b\n")), "'../../etc/e.csv', a path that"
    ),
    "backslash path": Bad(read_graph, packed(("..\\e.csv", b"a,b\n")), "points outside it"),
    "absolute path": Bad(read_graph, packed(("/e.csv", b"a,b\n")), "points outside it"),
    "path out of an npz": Bad(read_matrix, packed(("../K.npy", npy_claim((2, 4)))), "points outside it"),
    "many files": Bad(
        read_table, packed(("a.csv", b"a\n"), ("b.csv", b"b\n")), "holds 2 files: 'a.csv', 'b.csv'"
    ),
    "a pair that is no table": Bad(
        read_table,
        packed(("edges.csv", b"a,b\n"), ("nodes.csv", b"a\n")),
        "2 files: 'edges.csv' and 'nodes.csv'",
    ),
    "no file": Bad(read_graph, packed(("folder/", b"")), "There is no file in"),
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
    "tar": Bad(read_graph, b"e.csv".ljust(257, b"\0") + b"ustar\x0000", "tar archive is damaged"),
}


@each(CASES)
def test_is_refused_within_bounds(case: Bad) -> None:
    refused_within_bounds(case)
