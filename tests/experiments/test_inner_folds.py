"""Inner folds: shuffled by a seed and stratified, so that the order of the samples does not matter."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.experiments.tuning import inner_folds

SORTED = np.repeat([0, 1, 2], [20, 15, 10])


@pytest.mark.parametrize("codes", [SORTED, np.arange(12)], ids=["classes", "each alone"])
def test_a_seed_draws_the_same_folds_again_and_another_one_others(codes):
    first, again, other = ([held.tolist() for _, held in inner_folds(codes, 5, seed)] for seed in (0, 0, 1))
    assert first == again
    assert sorted(first) != sorted(other)


def test_every_fold_has_its_share_of_each_class_though_data_are_sorted_by_class():
    for fit, held in inner_folds(SORTED, 5, 0):
        assert np.bincount(SORTED[held]).tolist() == [4, 3, 2]
        assert np.bincount(SORTED[fit]).tolist() == [16, 12, 8]


def test_there_are_at_most_as_many_folds_as_the_largest_class_has_members():
    for codes, folds in (SORTED, 5), ([0, 0, 0, 1, 1], 3), ([0, 1, 2], 3):
        assert len(inner_folds(np.array(codes), 5, 0)) == folds
