"""An uploaded file becomes a graph, a table, a matrix or bags by what it holds, or as it is meant."""

from __future__ import annotations

import io
import runpy
import zipfile

import numpy as np
import pytest
from PIL import Image

from askcore.datasets import DataError
from askcore.datasets.own_file import ActiveData, Reading, UploadedFile, parse, read_given, reader_call

EDGES, NODES = b"source,target\na,b\nb,c\n", b"node,label\na,x\nb,y\nc,\n"
TABLE = b"width,height,class\n1,2,cat\n3,4,dog\n"


def upload(name: str, content: bytes) -> io.BytesIO:
    file = io.BytesIO(content)
    file.name = name
    file.read()  # streamlit hands the same file over again, read to its end
    return file


def test_a_node_table_makes_it_a_graph():
    with pytest.raises(DataError, match=r"pets\.csv|nodes?|columns"):
        parse(upload("pets.csv", TABLE), upload("nodes.csv", NODES))


MATRIX = b"0,1,0,0\n0,0,2,0\n0,0,0,1\n1,0,0,0\n"


BAGS = b"bag,u,v,label\na,1,2,cat\nb,3,4,dog\na,5,6,cat\n"


def images() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for i, folder in enumerate(("dark", "dark", "bright", "bright")):
            picture = io.BytesIO()
            Image.fromarray(np.full((16, 8), 60 * i, dtype=np.uint8)).save(picture, "PNG")
            archive.writestr(f"{folder}/{i}.png", picture.getvalue())
    return file.getvalue()


WORDS = b"colour,size,kind\nred,1,cat\nblue,?,dog\nred,3,cat\n"


def test_the_call_reads_the_same(tmp_path):
    chosen = Reading("table", label="colour", categories="ordinal", missing="mean")
    data = parse(upload("t.csv", WORDS), None, chosen)
    (tmp_path / "t.csv").write_bytes(WORDS)
    call = reader_call(data, chosen, str(tmp_path / "t.csv"))
    (tmp_path / "again.py").write_text(f"import askcore\n\ndata = {call}\n", encoding="utf-8")
    assert runpy.run_path(str(tmp_path / "again.py"))["data"].digest == data.digest
    named = {
        "read_graph('e', labels='n')": (parse(upload("e", EDGES)), "n"),
        "read_matrix('e')": (parse(upload("e", MATRIX)), ""),
        "read_bags('e')": (parse(upload("e", BAGS)), ""),
        "read_images('e')": (parse(upload("e.zip", images())), ""),
    }
    for expected, (read, labels) in named.items():
        assert reader_call(read, Reading(), "e", labels=labels) == f"askcore.datasets.{expected}"


@pytest.mark.parametrize(("further", "are_labels"), [(0, True), (2, True), (9, False)])
def test_labels_of_a_graph_may_name_a_few_nodes_without_links(further, are_labels):
    links = "".join(f"node {i},node {(i + 1) % 30}\n" for i in range(30)).encode()
    labels = "".join(f"node {i},{'north' if i % 2 else 'south'}\n" for i in range(30 + further)).encode()
    used = ActiveData(UploadedFile("links.csv", b"source,target\n" + links), Reading("graph"), "graph", 30)
    found = read_given(UploadedFile("labels.csv", b"node,group\n" + labels), used=used)
    assert (found.labels == (30 + further, 2)) == are_labels


def test_what_takes_more_memory_than_there_is_for_it_is_refused():
    file = UploadedFile("K.csv", b"0.5,0.5,0,0\n" * 4)
    outcome = read_given(file, most=100.0)
    assert outcome.data is None
    assert "0 MB are free" in outcome.error.problem
    assert "ASKCORE_MEMORY" in outcome.error.remedy
    assert read_given(file, most=1e4).data is not None
