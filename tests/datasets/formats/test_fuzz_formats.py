"""Valid files of every format with bytes changed, cut or doubled: out comes data or a DataError."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.datasets.formats.test_graph_round_trips import CASES
from tests.datasets.formats.test_table_round_trips import FRAME, WRITERS

from askcore.datasets import DataError, guess_kind, read_graph, read_matrix, read_table

FILES = {name: case.data for name, case in CASES.items()} | {
    f"table, {name}": write(FRAME) for name, write in WRITERS.items()
}
FILES["table, libsvm"] = b"1 1:1.5 3:-2\n2 2:1e-7\n1 1:3\n"
PIECES = st.sampled_from(
    [
        b"",
        b"\0",
        b"\xff" * 4,
        b"9" * 30,
        b"-1",
        b"[",
        b"]",
        b"<",
        b">",
        b'"',
        b"\n",
        b"{",
        b"nan",
        b"1e999",
        b"*",
    ]
)


@st.composite
def changed(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(st.sampled_from(sorted(FILES.items())))[1])
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, max(len(data) - 1, 0)))
        length = draw(st.sampled_from([0, 1, 1, 4, 20]))
        data[start : start + length] = draw(PIECES | st.binary(min_size=1, max_size=4))
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data)


@settings(max_examples=600, deadline=None)
@given(changed())
def test_changed_files(data):
    for read in (read_graph, read_matrix, read_table, guess_kind):
        with contextlib.suppress(DataError):
            read(data)
    with contextlib.suppress(DataError):
        read_matrix(b"1,2\n3,4\n", labels=data)
    with contextlib.suppress(DataError):
        read_table(data, missing="mean", categories="ordinal", label=False)


FORMATS = ["gexf", "gml", "pajek", "json", "adjacency", "npy", "npz", "mtx", "mat", "csv"]


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=40, deadline=None)
@given(data=st.binary(min_size=1, max_size=80) | st.text(max_size=60).map(str.encode))
def test_any_bytes_as_a_given_format(format, data):
    for read in (read_graph, read_matrix):
        with contextlib.suppress(DataError):
            read(data, format=format)


@pytest.mark.parametrize("format", ["xlsx", "parquet", "arff", "libsvm"])
@settings(max_examples=40, deadline=None)
@given(data=st.binary(min_size=1, max_size=80) | st.text(max_size=60).map(str.encode))
def test_any_bytes_as_a_given_table(format, data):
    with contextlib.suppress(DataError):
        read_table(data, format=format)


@pytest.mark.parametrize("name", FILES)
def test_cut_anywhere(name):
    data = FILES[name]
    for cut in range(0, len(data), max(len(data) // 40, 1)):
        for read in (read_graph, read_matrix, read_table, guess_kind):
            with contextlib.suppress(DataError):
                read(data[:cut])
