"""A file is let in once; every reader takes what was let in as it takes the file."""

from __future__ import annotations

import gzip

import pytest

from askcore.datasets import read_bags, read_graph, read_images, read_matrix, read_table
from askcore.datasets.files.document import load_document
from askcore.datasets.samples import sample_images
from askcore.datasets.survey import guess_kind, kinds_of, survey_table
from tests.datasets.made import tarred

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


@pytest.mark.parametrize("name", ["pets.tgz", "pets.tar.gz", "pets.tar"])
def test_a_tar_is_read_as_the_file_in_it(name):
    content = b"size,class\n1,cat\n2,dog\n"
    made = tarred(("pets/._pets.csv", b"junk"), ("pets/README", b"About."), ("pets/pets.csv", content))
    document = load_document(made if name.endswith(".tar") else gzip.compress(made), name=name)
    assert (document.name, document.extension, document.data) == ("pets.csv", "csv", content)
    assert document.notes == ("Read 'pets.csv' out of the archive.", "Left in the archive: 'README'.")
    assert read_table(document).digest == read_table(content).digest
