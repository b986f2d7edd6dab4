"""Made-up data for the figures: read-only, so that a change in place fails; and the traces of a figure by name."""

import numpy as np
import pytest
import scipy.sparse as sp


def by_name(drawn):
    """The traces of a figure, or of a picture with one, by what the legend calls them."""
    return {trace.name: trace for trace in getattr(drawn, "figure", drawn).data}


def cyclic(n=300, seed=0):
    """Three classes; links go within a class and from each to the next, never back."""
    random = np.random.default_rng(seed)
    classes = np.repeat([0, 1, 2], n // 3)
    step = (classes[None] - classes[:, None]) % 3
    adjacency = (random.random((n, n)) < np.choose(step, [0.06, 0.12, 0.0])).astype(float)
    shuffled = random.permutation(n)
    names = np.array(["A", "B", "C"])[classes[shuffled]]
    return adjacency[np.ix_(shuffled, shuffled)], names


@pytest.fixture(scope="session")
def communities():
    adjacency, labels = cyclic()
    sparse = sp.csr_array(adjacency)
    for array in (labels, sparse.data, sparse.indices, sparse.indptr):
        array.flags.writeable = False
    return sparse, labels


@pytest.fixture(scope="session")
def seven():
    adjacency = np.zeros((7, 7))
    for source, target in [(0, 1), (1, 0), (1, 2), (2, 0), (2, 3), (3, 4), (4, 3), (4, 5), (5, 6), (6, 4)]:
        adjacency[source, target] = 1
    adjacency.flags.writeable = False
    return adjacency
