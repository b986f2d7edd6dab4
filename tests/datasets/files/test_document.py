"""A file is let in once; every reader takes what was let in as it takes the file."""

from __future__ import annotations

import gzip

import pytest

from askcore.datasets import (
    guess_kind,
    kinds_of,
    load_document,
    read_bags,
    read_graph,
    read_images,
    read_matrix,
    read_table,
    sample_images,
    survey_table,
)

FILES = {
    read_graph: (b"a,b\nb,c\n", "graph"),
    read_table: (b"width,height,class\n1,2,cat\n3,4,dog\n", "table"),
    read_matrix: (b"0.5,0.5,0,0\n" * 4, "matrix"),
    read_bags: (b"bag,u,label\na,1,x\nb,2,y\n", "bags"),
    read_images: (sample_images("textures").read_bytes(), "bags"),
}


@pytest.mark.parametrize("read", FILES)
def test_a_document_reads_as_its_file_does(read):
    content, kind = FILES[read]
    document = load_document(content)
    assert load_document(document) is document
    assert guess_kind(document) == guess_kind(content) == kind
    assert kinds_of(document) == kinds_of(content)
    first, again = read(document), read(document)
    assert first.digest == again.digest == read(content).digest
    assert first.notes == again.notes


def test_a_surveyed_table_is_the_same_table_whatever_is_chosen():
    content = b"colour,size,class\nred,1,cat\nblue,?,dog\nred,2,dog\nblue,3,dog\n"
    document = load_document(gzip.compress(content), name="pets.csv.gz")
    assert (document.name, document.extension) == ("pets.csv", "csv")
    assert survey_table(document) == survey_table(content)
    for choices in ({"missing": "mean"}, {"missing": "drop", "label": "colour"}, {"missing": "mean"}):
        assert read_table(document, **choices).digest == read_table(content, **choices).digest


def test_labels_may_be_a_document():
    nodes = load_document(b"node,label\na,x\nb,y\nc,\n")
    assert read_graph(b"a,b\nb,c\n", labels=nodes).labels.tolist() == ["x", "y", ""]
    names = load_document(b"x\ny\n")
    assert read_matrix(b"1,2\n3,4\n", labels=names).row_labels.tolist() == ["x", "y"]
