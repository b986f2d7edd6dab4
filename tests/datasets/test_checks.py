"""Checks that tables, bags, graphs and matrices share."""

from __future__ import annotations

import hashlib
from types import SimpleNamespace

import numpy as np
import pytest

from askcore.datasets import DataError, _checks
from askcore.datasets._checks import (
    as_floats,
    check_each_finite,
    check_labelled,
    classes_among,
    content_digest,
    labelled_mask,
    set_fields,
)


def test_numbers_are_copied():
    given = np.eye(2)
    assert not np.shares_memory(as_floats(given, what="It is", remedy=""), given)
    with pytest.raises(DataError, match=r"^Here: It is not a matrix of numbers \(.*\)\. Do so\.$"):
        as_floats([["a"]], what="It is", remedy="Do so.", where="here")


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_the_first_value_that_is_not_finite_is_named(bad):
    values = np.zeros((3, 2))
    check_each_finite(values, "{}, {}".format, remedy="")
    values[1, 1] = values[2, 0] = bad
    with pytest.raises(DataError, match=f"^Row 1, 1: The value {bad} is not a finite number. Mend it.$"):
        check_each_finite(values, "row {}, {}".format, remedy="Mend it.")


def test_a_missing_label_is_named():
    for fine in (None, np.array([0, 1]), np.array(["a", "b"])):
        check_labelled(fine, "row {}".format, each="row")
    with pytest.raises(DataError, match=r"^Row 1: The label is missing\. Label the row or leave it out\.$"):
        check_labelled(np.array(["a", "", ""]), "row {}".format, each="row")


@pytest.mark.parametrize(
    ("labels", "mask", "classes"),
    [
        (None, [False, False, False], []),
        (np.array([2, 0, 2]), [True, True, True], [0, 2]),
        (np.array(["b", "", "a"]), [True, False, True], ["a", "b"]),
    ],
)
def test_who_is_labelled_and_which_classes_there_are(labels, mask, classes):
    found = labelled_mask(labels, 3)
    assert found.tolist() == mask
    assert classes_among(labels, found).tolist() == classes
    assert not found.flags.writeable
    assert not classes_among(labels, found).flags.writeable


def test_fields_are_set_and_notes_frozen():
    data = SimpleNamespace()
    set_fields(data, ["seen"], name="x")
    assert (data.name, data.notes) == ("x", ("seen",))


@pytest.mark.parametrize("shape", [(7, 5), (1, 40), (40, 1), (12,), (3, 0), (0, 3), (2, 3, 4)])
@pytest.mark.parametrize("dtype", ["<f8", ">f4", "<i8", "u1"])
def test_a_digest_is_that_of_the_rows_whatever_their_order_and_type(shape, dtype, monkeypatch):
    monkeypatch.setattr(_checks, "BLOCK", 10)
    values = (np.random.default_rng(0).random(shape) * 100).astype(dtype)
    kind = "<f8" if values.dtype.kind == "f" else "<i8"
    said = f"{kind}{values.shape};".encode() + np.asarray(values, dtype=kind).tobytes()
    for array in (values, np.asfortranarray(values)):
        assert content_digest(array) == hashlib.sha256(said).hexdigest()
