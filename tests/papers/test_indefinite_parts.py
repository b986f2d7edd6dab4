"""Parts, scaling and candidates of the indefinite paper's tables."""

import numpy as np
import pytest

from askcore import DataError
from askcore.datasets import TableData
from askcore.kernels import KERNELS
from askcore.papers import indefinite_parts
from askcore.papers.indefinite_parts import (
    KERNEL_GRIDS,
    divided,
    joined_splice,
    load_table,
    low_polynomials,
)


def table(rng, n=40, d=4):
    X = rng.random((n, d)) * 7 + 1
    return TableData(X, np.where(X[:, 0] > X[:, 1], "a", "b"))


def test_halves_are_disjoint_and_scaled_on_the_training_part(rng):
    data = table(rng)
    part = divided(data, 0, 1)
    assert len(part.X) == len(part.X_test) == 20
    np.testing.assert_allclose(part.X.min(axis=0), 0.0, atol=1e-15)
    np.testing.assert_allclose(part.X.max(axis=0), 1.0, atol=1e-12)
    both = np.concatenate([part.X, part.X_test])
    assert len(np.unique(both, axis=0)) == 40
    assert len(divided(data, 0, 1, n_train=7).X) == 7


def test_a_repeat_is_a_seed_of_its_own(rng):
    data = table(rng)
    first, again, other = divided(data, 3, 1), divided(data, 3, 1), divided(data, 3, 2)
    np.testing.assert_array_equal(first.X, again.X)
    assert first.fold_seed == again.fold_seed
    assert first.fold_seed != other.fold_seed
    assert not np.array_equal(first.X, other.X)


def test_a_given_test_part_stays(rng):
    train, test = table(rng), table(rng, 7)
    part = divided((train, test), 0, 1)
    assert (len(part.X), len(part.X_test)) == (40, 7)
    np.testing.assert_array_equal(part.codes_test, (test.y == "b").astype(int))


@pytest.mark.parametrize("y", [None, np.linspace(0, 1.5, 9)])
def test_a_table_without_classes_is_refused(rng, y):
    with pytest.raises(DataError, match=r"no labels|numbers to learn"):
        divided(TableData(rng.random((9, 2)), y, name="x"), 0, 0)


def test_splice_becomes_two_classes_of_whole_sequences():
    X = np.array([[1, 2], [3, 4], [1, 8], [2, 2], [4, 1], [3, 3]])
    joined = joined_splice(TableData(X, np.array([0, 1, 0, 2, 2, 2]), name="splice"))
    assert joined.y.tolist() == ["junction", "junction", "neither", "neither", "neither"]
    assert joined.X.max() == 4
    assert "ambiguous" in joined.notes[-1]
    assert joined_splice(joined) is joined


def test_a_name_of_table_2_loads_its_table(monkeypatch):
    splice = TableData(np.ones((6, 2)), np.array([0, 1, 0, 2, 2, 2]))
    monkeypatch.setattr(
        indefinite_parts, "load_set", lambda name, home: splice if name == "splice" else (name, home)
    )
    assert load_table("sonar ratio 30%", "here") == ("sonar", "here")
    assert load_table("splice ratio 10%").classes.tolist() == ["junction", "neither"]


@pytest.mark.parametrize("kernel", ["rbf", "polynomial", "tanh", "tl1"])
def test_eight_different_candidates_of_each_kernel(rng, kernel):
    X = rng.random((6, 5))
    offered = KERNEL_GRIDS[kernel](5)
    assert len(offered) == 8
    matrices = [KERNELS[kernel](X, X, **params) for params in offered]
    scaled = np.array([K / np.abs(K).max() for K in matrices]).reshape(8, -1)
    assert len(np.unique(scaled.round(9), axis=0)) == 8


def test_low_polynomials_are_eight_from_the_linear_one():
    degrees = [params["degree"] for params in low_polynomials(5)]
    assert degrees == [1, 2, 2, 3, 3, 4, 4, 5]
