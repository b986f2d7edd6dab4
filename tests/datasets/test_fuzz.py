"""Whatever bytes come in, out comes data or a DataError, and nothing else."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from askcore.datasets import DataError, guess_kind, read_graph, read_table

PIECES = [
    *("a", "b", "node", "label", "source", "target", "weight", "1", "2.5", "-1", "nan", "inf", "x y", "é"),
    *(
        '"',
        '""',
        "#",
        "%",
        ",",
        ";",
        "\t",
        "|",
        " ",
        "\n",
        "\r\n",
        "\n\n",
        "\u00a0",
        "\u2028",
        "\x1f",
        "\ufeff",
    ),
    *("<", "<graphml>", '<?xml version="1.0"?>', "<!DOCTYPE a>", "&a;"),
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@settings(max_examples=400, deadline=None)
@given(TEXTS | st.text(max_size=40), st.sampled_from(["utf-8", "utf-16", "latin-1"]))
def test_texts(text, encoding):
    data = text.encode(encoding, "replace")
    for read in (read_graph, read_table, guess_kind):
        with contextlib.suppress(DataError):
            read(data)
    with contextlib.suppress(DataError):
        read_graph(b"a,b\nb,a\n", labels=data)
    with contextlib.suppress(DataError):
        read_table(data, label=False)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60), st.sampled_from(["edgelist", "graphml", None]))
def test_bytes(data, format):
    with contextlib.suppress(DataError):
        read_graph(data, format=format)
    with contextlib.suppress(DataError):
        read_table(data)


@pytest.mark.parametrize("cut", range(0, 260, 7))
def test_cut_graphml(cut):
    whole = (
        b'<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="l" for="node" attr.name="class" '
        b'attr.type="string"/><graph edgedefault="directed"><node id="a"><data key="l">y</data></node>'
        b'<edge source="a" target="a"/></graph></graphml>'
    )
    with pytest.raises(DataError):
        read_graph(whole[:cut])
