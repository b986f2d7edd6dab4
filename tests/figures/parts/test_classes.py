"""Which classes there are, in which order."""

import numpy as np
import pandas as pd
import pytest

from askcore.figures.parts.classes import Classes, Samples, class_names


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["b", "a", "", "b"], ["a", "b"]),
        (np.array([3, 1, 3]), [1, 3]),
        ([np.nan, 2.0, None], [2.0]),
        ([pd.NA, "x"], ["x"]),
        (["x", 1], [1, "x"]),
        ([-1, 1], [-1, 1]),
        ([], []),
    ],
)
def test_missing_labels_are_no_class(labels, expected):
    assert class_names(labels) == expected


def test_given_classes_fix_the_order_and_other_labels_are_unlabelled():
    grouped = Classes.from_labels(["b", "z", "a"], 3, ["b", "a"])
    assert grouped.codes.tolist() == [0, -1, 1]
    assert [grouped.class_of(k) for k in range(3)] == ["b", None, "a"]


def test_a_wrong_number_of_labels_or_names_is_refused():
    with pytest.raises(ValueError, match="expected 3 labels, got 1"):
        Classes.from_labels(["a"], 3)
    with pytest.raises(ValueError, match="expected 2 names, got 1"):
        Samples.from_labels(2, None, names=["a"])


def test_some_of_the_samples_keep_their_names_and_the_classes_of_all():
    some = Samples.from_labels(3, ["b", "a", ""], names=["x", "y", "z"]).take(np.array([2, 0]))
    assert (some.names, some.classes.names, some.classes.codes.tolist()) == (["z", "x"], ("a", "b"), [-1, 1])
