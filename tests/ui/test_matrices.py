"""A matrix as several pages draw it."""

from __future__ import annotations

import numpy as np

from askcore.datasets import MatrixData
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.matrix import blocks
from askcore.experiments.matrix.blocks import block_means
from askcore.figures.heatmaps import colour_limit
from askcore.operators import as_operator
from askcore.ui import matrices

RNG = np.random.default_rng(0)
K = RNG.normal(size=(6, 8))
NAMES = [f"r{i}" for i in range(6)], [f"c{j}" for j in range(8)]
LABELS = np.array(list("abcabc"))
ASKED = Problem(MatrixData(K, LABELS, *NAMES), KernelChoice("precomputed"))


def test_names_and_labels_follow_the_order(monkeypatch):
    rows, columns = RNG.permutation(6), RNG.permutation(8)
    means = block_means(as_operator(K), rows, columns)
    monkeypatch.setattr(matrices, "block_heatmap", lambda means, *limits, **given: {"means": means, **given})
    drawn = matrices.matrix_picture(ASKED, means, "light")
    assert drawn["row_names"] == [NAMES[0][row] for row in rows]
    assert drawn["row_labels"].tolist() == [LABELS[row] for row in rows]
    np.testing.assert_array_equal(drawn["means"], K[np.ix_(rows, columns)])
    assert drawn["column_names"] == [NAMES[1][j] for j in columns]
    assert drawn["column_labels"] is None
    assert matrices.matrix_picture(ASKED, means, "light", by_class=False)["row_labels"] is None


def test_a_large_one_is_drawn_in_means_and_a_part_of_it_on_the_same_colours(monkeypatch):
    monkeypatch.setattr(blocks, "MOST_BLOCKS", 2)
    rows, columns = np.arange(6), np.arange(8)
    means = block_means(as_operator(K), rows, columns)
    assert len(means.means) < len(means.row_order)
    drawn = matrices.matrix_picture(ASKED, means, "light").figure["data"][0]
    np.testing.assert_allclose(drawn["z"][0, 0], K[:3, :4].mean(), rtol=1e-6)
    half = matrices.matrix_picture(ASKED, means, "light", means=-means.means / 2).figure["data"][0]
    np.testing.assert_allclose(half["z"], -means.means / 2, rtol=1e-6)
    assert max(half["zmax"], -half["zmin"]) == max(drawn["zmax"], -drawn["zmin"]) == colour_limit(means.means)
