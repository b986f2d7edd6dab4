"""A matrix as several pages draw it."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.experiments.matrix.blocks import block_means
from askcore.operators import as_operator
from askcore.ui.matrices import Blocks

RNG = np.random.default_rng(0)
K = RNG.normal(size=(6, 8))
NAMES = [f"r{i}" for i in range(6)], [f"c{j}" for j in range(8)]
LABELS = np.array(list("abcabc")), None


@pytest.mark.parametrize("some", [False, True])
def test_names_labels_and_places_follow_the_order(some):
    """Whether the operator is of all rows and columns or of a part of them."""
    part = (np.array([4, 1, 5]), np.array([7, 0])) if some else (np.arange(6), np.arange(8))
    order = tuple(RNG.permutation(len(at)) for at in part)
    means = block_means(as_operator(K[np.ix_(*part)]), *order)
    drawn = Blocks.of(means, NAMES, LABELS, part=part if some else None)
    for i, (row, name, label) in enumerate(
        zip(drawn.places[0], drawn.names[0], drawn.labels[0], strict=True)
    ):
        assert (name, label) == (NAMES[0][row], LABELS[0][row])
        np.testing.assert_array_equal(drawn.means.means[i], K[row, drawn.places[1]])
    assert drawn.names[1] == [NAMES[1][j] for j in drawn.places[1]]
    assert drawn.labels[1] is None
    assert drawn.means.means.shape == (len(drawn.means.row_order), len(drawn.means.column_order))


def test_a_large_one_is_drawn_in_means_on_the_scale_that_is_given():
    rows = np.arange(6)
    means = block_means(as_operator(K[:, :6]), rows, rows, max_blocks=3)
    drawn = Blocks.of(means, (NAMES[0], NAMES[0]), (None, None))
    assert len(drawn.means.means) < len(drawn.means.row_order)
    np.testing.assert_allclose(drawn.means.means[0, 0], K[:2, :2].mean())
    assert drawn.picture("K", limit=9.0).figure["data"][0]["zmax"] == 9.0
    other = drawn.picture("K", means=-drawn.means.means, limit=9.0).figure["data"][0]["z"]
    np.testing.assert_allclose(other, -drawn.means.means, rtol=1e-6)
