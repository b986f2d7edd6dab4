"""Attention heads in one array: each is offered by its place, and is what is read then."""

import numpy as np
import pytest

from askcore import DataError
from askcore.datasets import read_matrix, read_table
from askcore.datasets.survey import survey_parts
from tests.datasets.made import npy, npz

HEADS = np.random.default_rng(0).random((3, 5, 5))
LAYERS = np.random.default_rng(1).random((2, 3, 4, 5)).astype(np.float32)


def test_every_head_of_an_npy():
    assert survey_parts(npy(HEADS)) == ("[0]", "[1]", "[2]")
    for at in range(3):
        found = read_matrix(npy(HEADS), part=f"[{at}]")
        np.testing.assert_array_equal(found.matrix, HEADS[at])
        assert found.notes == ()
    first = read_matrix(npy(HEADS))
    np.testing.assert_array_equal(first.matrix, HEADS[0])
    assert first.notes == ("The array has shape (3, 5, 5): the matrix [0] was read, the first of 3.",)
    np.testing.assert_array_equal(read_table(npy(HEADS), part="[2]").X, HEADS[2])


def test_layers_and_heads_whatever_the_order_in_memory():
    names = ("[0, 0]", "[0, 1]", "[0, 2]", "[1, 0]", "[1, 1]", "[1, 2]")
    for array in (LAYERS, np.asfortranarray(LAYERS), LAYERS.astype(">f4")):
        assert survey_parts(npy(array)) == names
        np.testing.assert_array_equal(read_matrix(npy(array), part="[1, 2]").matrix, LAYERS[1, 2])


def test_heads_in_an_npz_beside_labels():
    data = npz(attention=HEADS, labels=np.array(list("abcab")))
    assert survey_parts(data) == ("attention[0]", "attention[1]", "attention[2]")
    found = read_matrix(data, part="attention[1]")
    np.testing.assert_array_equal(found.matrix, HEADS[1])
    assert found.row_labels.tolist() == list("abcab")
    assert read_matrix(data).notes[0].startswith("The array has shape (3, 5, 5): the matrix [0] was read")
    with pytest.raises(
        DataError, match=r"no matrix '\[7\]' in an array of shape \(3, 5, 5\).*\[0\] to \[2\]"
    ):
        read_matrix(data, part="attention[7]")
    with pytest.raises(DataError, match="not clear which array"):
        read_matrix(data, part="other[0]")
