"""The split: seeded, stratified, and honest about what it could not do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from askcore.datasets import DataError
from askcore.experiments import holdout_split, labelled_samples
from askcore.experiments.split import cross_splits


def test_all_for_training_tests_the_fit():
    labels = np.array(["a", "b", "", "b"])
    split = holdout_split(labels, train_size=1.0)
    assert split.train.tolist() == split.test.tolist() == [0, 1, 3]
    assert not split.held_out


def test_small_shares_leave_every_class_on_both_sides():
    labels = np.array(["a"] * 50 + ["b"] * 2)
    for share in (0.01, 0.1, 0.9, 0.99):
        split = holdout_split(labels, train_size=share)
        assert set(labels[split.train]) == set(labels[split.test]) == {"a", "b"}


def test_numbers_are_labels_zero_among_them():
    split = holdout_split(np.array([0, 1] * 10), train_size=0.5)
    assert (len(split.train), len(split.test)) == (10, 10)


REFUSED = {
    "no labels": (None, {}, "This data set has no labels. Add a label per sample"),
    "all empty": (["", "", ""], {}, "No sample is labelled. Label samples of at least two classes."),
    "one class": (["a", "a", ""], {}, r"Only one class is labelled \(a\). Label samples of at least two"),
    "one class, all for training": (["a", "a"], {"train_size": 1.0}, "Only one class is labelled"),
    "numbers": (
        [0.5, 1.0, 2.0],
        {},
        "This data set has a numeric target, not classes. Choose one with classes",
    ),
    "every member alone": (["a", "b", "c"], {}, "Every class has a single member. Give at least two"),
}


@pytest.mark.parametrize(("labels", "settings", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_split_is_refused_with_a_remedy(labels, settings, message):
    with pytest.raises(DataError, match=message):
        holdout_split(None if labels is None else np.array(labels), **settings)


def test_labelled_samples():
    assert labelled_samples(np.array(["", "b", "", "a"])).tolist() == [1, 3]
    assert labelled_samples(np.array([5, 0, 5])).tolist() == [0, 1, 2]


@given(
    labels=st.lists(st.sampled_from(["", "a", "b", "c", "d"]), min_size=2, max_size=40),
    share=st.floats(0.05, 1.0),
    seed=st.integers(0, 99),
)
def test_a_split_is_sound_or_refused_in_words(labels, share, seed):
    labels = np.array(labels)
    sizes = np.unique(labels[labels != ""], return_counts=True)[1]
    if len(sizes) < 2 or (share < 1 and max(sizes) < 2):
        with pytest.raises(DataError, match=r"\. (Label|Give) .*\.$"):
            holdout_split(labels, train_size=share, random_state=seed)
        return
    split = holdout_split(labels, train_size=share, random_state=seed)
    assert len(split.test) > 0
    assert set(labels[split.train]) == set(labels) - {""}
    assert set(labels[split.test]) <= set(labels[split.train])
    assert len(np.unique(labels[split.test])) == sum(sizes > 1) or not split.held_out
    if split.held_out:
        assert sorted([*split.train, *split.test]) == np.flatnonzero(labels != "").tolist()


@given(
    labels=st.lists(st.sampled_from(["", "a", "b", "c"]), min_size=2, max_size=40),
    folds=st.integers(2, 10),
    seed=st.integers(0, 99),
)
def test_folds_hold_each_sample_once_and_train_every_class(labels, folds, seed):
    labels = np.array(labels)
    names, sizes = np.unique(labels[labels != ""], return_counts=True)
    if len(names) < 2 or max(sizes) < 2:
        with pytest.raises(DataError, match=r"\. (Label|Give) .*\.$"):
            cross_splits(labels, folds, random_state=seed)
        return
    splits = cross_splits(labels, folds, random_state=seed)
    assert len(splits) == min(folds, max(sizes))
    shared = np.isin(labels, names[sizes > 1])
    assert sorted(np.concatenate([split.test for split in splits])) == np.flatnonzero(shared).tolist()
    for split in splits:
        assert sorted([*split.train, *split.test]) == np.flatnonzero(labels != "").tolist()
        assert set(labels[split.train]) == set(names)
        assert len(split.test)
