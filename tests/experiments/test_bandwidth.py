"""The usual bandwidths against their definitions, entry by entry."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.experiments.bandwidth import median_distance, paper_bandwidth, usual_bandwidth

RNG = np.random.default_rng(0)
X, Z = RNG.random((7, 3)), RNG.random((5, 3))


def test_of_links_the_root_of_columns_times_variance():
    A = X * (X > 0.5)
    expected = np.sqrt(3 * np.mean((A - A.mean()) ** 2))
    assert paper_bandwidth(A) == pytest.approx(expected)
    assert paper_bandwidth(sp.csr_array(A)) == pytest.approx(expected)
    assert usual_bandwidth(sp.csr_array(A)) == pytest.approx(expected)


def test_of_points_the_median_over_pairs():
    pairs = [np.linalg.norm(X[i] - X[j]) for i in range(7) for j in range(i)]
    assert median_distance(X) == pytest.approx(np.median(pairs))
    assert usual_bandwidth(X) == median_distance(X)
    across = [np.linalg.norm(x - z) for x in X for z in Z]
    assert median_distance(X, Z) == pytest.approx(np.median(across))


def test_it_is_one_where_there_is_nothing_to_measure():
    assert median_distance(np.ones((4, 2))) == median_distance(np.ones((1, 2))) == 1.0
    assert paper_bandwidth(np.ones((4, 2))) == paper_bandwidth(sp.csr_array((4, 2))) == 1.0
