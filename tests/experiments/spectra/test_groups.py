"""Groups of a matrix beside its sums and chance, and directions of links beside degrees."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.datasets import GraphData
from askcore.experiments import KernelChoice, Problem, link_direction
from askcore.experiments.spectra.groups import link_directions, matrix_groups

LINKS = KernelChoice("adjacency", orientation="out")


def ring(n: int = 30, seed: int = 0) -> np.ndarray:
    """Three classes; links lead from each to the next one."""
    classes = np.repeat([0, 1, 2], n // 3)
    chance = np.where((classes[:, None] + 1) % 3 == classes, 0.9, 0.05)
    A = (np.random.default_rng(seed).random((n, n)) < chance).astype(float)
    np.fill_diagonal(A, 0.0)
    return A


def problem_of(A: np.ndarray, labels=None) -> Problem:
    return Problem(GraphData(sp.csr_array(A), [str(i) for i in range(len(A))], labels), LINKS)


def test_groups_of_a_ring_are_its_classes_and_each_node_is_in_two():
    classes = [str(one) for one in np.repeat([0, 1, 2], 10)]
    groups = matrix_groups(problem_of(ring(), classes), 3)
    assert groups.agreement == (1.0, 1.0)
    assert groups.moved == 1.0
    assert groups.expected == pytest.approx(1 / 3, abs=0.05)
    assert groups.gain > 2 * groups.by_chance.max()


def test_shares_by_hand():
    A = np.kron(np.eye(2), np.ones((3, 3)))
    groups = matrix_groups(problem_of(A), 2)
    assert (groups.inside, groups.expected, groups.moved) == pytest.approx((1.0, 0.5, 0.0))
    assert groups.agreement == (None, None)


def test_noise_gains_no_more_than_chance():
    A = (np.random.default_rng(1).random((60, 60)) < 0.3).astype(float)
    groups = matrix_groups(problem_of(A), 3)
    assert groups.gain == pytest.approx(groups.by_chance.mean(), abs=0.05)


def test_a_matrix_that_is_too_large_is_refused_before_it_is_built():
    A = sp.csr_array(([1.0], ([0], [1])), shape=(2001, 2001))
    with pytest.raises(DataError, match="up to 2,000 rows and columns, and this one is 2,001"):
        matrix_groups(Problem(GraphData(A, [str(i) for i in range(2001)]), LINKS), 3)


def test_degrees_tell_the_direction_where_some_only_send_and_others_only_receive():
    A = np.zeros((20, 20))
    A[:10, 10:] = np.random.default_rng(0).random((10, 10)) < 0.6
    assert link_direction(A, "degrees", 1).auc.mean() > 0.95
    shuffled = link_direction(ring(), "degrees", 1).auc.mean()
    assert abs(shuffled - 0.5) < 0.15


def test_every_method_is_told_and_the_symmetric_one_guesses():
    scores = {one.method: one for one in link_directions(sp.csr_array(ring()), 40)}
    assert list(scores) == ["svd", "ksvd", "degrees", "symmetric"]
    np.testing.assert_allclose(scores["symmetric"].auc, 0.5)
    assert len({one.n_edges for one in scores.values()}) == 1


def test_links_that_all_go_both_ways_have_no_direction():
    with pytest.raises(DataError, match="go one way only"):
        link_directions(sp.csr_array(ring() + ring().T), 3)
