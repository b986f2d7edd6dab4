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
    monkeypatch.setattr(matrices, "block_heatmap", lambda means, limits, *sides, **given: (means, *sides))
    drawn, of_rows, of_columns = matrices.matrix_picture(ASKED, means, "light")
    np.testing.assert_array_equal(drawn, K[np.ix_(rows, columns)])
    assert of_rows.names == [NAMES[0][row] for row in rows]
    assert [of_rows.classes.class_of(k) for k in range(6)] == [LABELS[row] for row in rows]
    assert of_columns.names == [NAMES[1][j] for j in columns]
    assert of_columns.classes.names == ()
    _, of_rows, _ = matrices.matrix_picture(ASKED, means, "light", by_class=False)
    assert of_rows.classes.names == ()


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
