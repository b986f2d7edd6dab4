"""Whatever bytes come in, out comes data or a DataError, and nothing else."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askcore.datasets import DataError, read_graph, read_matrix, read_table
from askcore.datasets.survey import (
    guess_kind,
    kinds_of,
    may_hold_labels,
    survey_parts,
    survey_table,
    survey_weights,
)
from tests.fuzz.corpus import files

FILES = files()
SPOILT = (
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
)
WORDS = ("a", "b", "node", "label", "source", "target", "weight", "1", "2.5", "-1", "nan", "inf", "x y", "é")
MARKS = ('"', '""', *"#%,;\t| \n", "\r\n", "\n\n", "\u00a0", "\u2028", "\x1f", "\ufeff")
MARKUP = ("<", "<graphml>", '<?xml version="1.0"?>', "<!DOCTYPE a>", "&a;")
TEXTS = st.lists(st.sampled_from(WORDS + MARKS + MARKUP), max_size=25).map("".join) | st.text(max_size=40)
BYTES = st.binary(max_size=80) | st.text(max_size=60).map(str.encode)
few = settings(max_examples=60, deadline=None)
many = settings(max_examples=1_000, deadline=None)


@st.composite
def changed(draw: st.DrawFn) -> bytes:
    """A valid file with bytes changed, cut or doubled."""
    data = bytearray(draw(st.sampled_from(sorted(FILES.items())))[1])
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, max(len(data) - 1, 0)))
        length = draw(st.sampled_from([0, 1, 1, 4, 20]))
        data[start : start + length] = draw(st.sampled_from(SPOILT) | st.binary(min_size=1, max_size=4))
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data)


ENCODED = st.builds(lambda text, encoding: text.encode(encoding, "replace"), TEXTS,
                    st.sampled_from(["utf-8", "utf-16", "latin-1"]))  # fmt: skip


SURVEYS = (survey_parts, survey_table, survey_weights, may_hold_labels)


def survives(data: bytes) -> None:
    for read in (read_graph, read_matrix, read_table, guess_kind, kinds_of, *SURVEYS):
        with contextlib.suppress(DataError):
            read(data)
    with contextlib.suppress(DataError):
        read_graph(b"a,b\nb,a\n", labels=data)
    with contextlib.suppress(DataError):
        read_matrix(b"1,2\n3,4\n", labels=data)
    with contextlib.suppress(DataError):
        read_table(data, missing="mean", categories="ordinal", label=False)


@few
@given(changed())
def test_changed_files(data):
    survives(data)


@few
@given(ENCODED)
def test_texts(data):
    survives(data)


@pytest.mark.long
@many
@given(changed() | ENCODED | BYTES)
def test_many_of_each(data):
    survives(data)


READERS = {
    read_graph: (
        "edgelist", "networkx edge list", "adjlist", "graphml", "gexf", "gml", "pajek", "json", "adjacency", "npz",
        "mat", "excel",
    ),
    read_matrix: ("npy", "npz", "mtx", "mat", "csv"),
    read_table: ("xlsx", "parquet", "arff", "libsvm", "csv", "npy", "npz", "mat"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("read", "format"), [(read, name) for read, names in READERS.items() for name in names]
)
@settings(max_examples=25, deadline=None)
@given(data=BYTES)
def test_any_bytes_as_a_given_format(read, format, data):
    with contextlib.suppress(DataError):
        read(data, format=format)


@pytest.mark.parametrize("pieces", [8, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", FILES)
def test_cut_anywhere(name, pieces):
    data = FILES[name]
    for cut in range(len(data) // pieces, len(data), max(len(data) // pieces, 1)):
        for read in (read_graph, read_matrix, read_table, guess_kind):
            with contextlib.suppress(DataError):
                read(data[:cut])


def test_cut_graphml_is_never_read():
    whole = (
        b'<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="l" for="node" attr.name="class" '
        b'attr.type="string"/><graph edgedefault="directed"><node id="a"><data key="l">y</data></node>'
        b'<edge source="a" target="a"/></graph></graphml>'
    )
    for cut in range(0, len(whole) - 1, 7):
        with pytest.raises(DataError):
            read_graph(whole[:cut])
