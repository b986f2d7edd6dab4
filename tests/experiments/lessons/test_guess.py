"""The guess of a picture, against the formula written out and the best guess there is; what the lesson says of it."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.experiments.lessons.guess import guess_matrix, landscape


def written_out(G, rows, columns, rank, kept):
    """G_Nm (G_nm)_k^+ G_nM, cut to the rank by a plain SVD."""
    u, s, vt = np.linalg.svd(G[np.ix_(rows, columns)])
    middle = (vt[:kept].T / s[:kept]) @ u[:, :kept].T
    u, s, vt = np.linalg.svd(G[:, columns] @ middle @ G[rows], full_matrices=False)
    return (u[:, :rank] * s[:rank]) @ vt[:rank]


@pytest.mark.parametrize("kind", ["hills", "ripples", "noise"])
def test_the_guess_is_the_formula(kind):
    G = landscape(kind, (60, 90))
    found = guess_matrix(G, 20, 3)
    expected = written_out(G, found.rows, found.columns, 4, 8)
    assert found.rank == 4
    assert np.allclose(found.matrix, expected, atol=1e-8 * np.abs(expected).max())
    assert found.error == pytest.approx(np.linalg.norm(expected - G) / np.linalg.norm(G))


def test_what_is_read_is_counted_once():
    G = landscape("hills", (30, 40))
    found = guess_matrix(G, 10)
    read = np.zeros(G.shape, dtype=bool)
    read[found.rows] = read[:, found.columns] = True
    assert found.share == read.mean()


def test_the_sample_that_is_needed_follows_the_rank_and_not_the_size():
    small, large = (guess_matrix(landscape("ripples", shape), 50) for shape in ((200, 300), (800, 1200)))
    assert large.error == pytest.approx(small.error, rel=0.1)
    assert large.share < 0.3 * small.share
