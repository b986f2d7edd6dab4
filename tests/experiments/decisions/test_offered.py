"""The kernels over which the question is asked: asymmetric ones, each kind first of all once."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import DataError
from askcore.datasets import GraphData, load_sample
from askcore.experiments import Problem, directed_kernels
from askcore.experiments.decisions.offered import QUICK_KERNELS, QUICK_NODES, offered_kernels, quick_kernels
from askcore.kernels import GRAPH_KERNELS


def test_each_kind_comes_once_before_any_comes_again():
    data = load_sample("cyclic_communities")
    names = [choice.name for choice in directed_kernels(data, limit=99).values()]
    kinds = len(set(names))
    assert len(set(names[:kinds])) == kinds
    assert "common_neighbors" not in names
    assert set(names) == {name for name, spec in GRAPH_KERNELS.items() if not spec.symmetric}


@pytest.mark.parametrize("name", ["cyclic_communities", "iris"])
def test_every_one_of_them_has_a_direction(name):
    data = load_sample(name)
    found = directed_kernels(data)
    assert 1 < len(found) <= 6
    for choice in found.values():
        assert choice.orientation != "both"
        assert not Problem(data, choice).no_direction(range(0, data.n_samples, 3))


def test_a_matrix_has_no_other_kernel():
    with pytest.raises(DataError, match="own kernel"):
        directed_kernels(load_sample("attention"))


@pytest.mark.parametrize(("more", "sparse_alone"), [(0, False), (1, True)])
def test_of_a_large_graph_a_quick_search_tries_what_has_sparse_columns(more, sparse_alone):
    n = QUICK_NODES + more
    ring = sp.csr_array((np.ones(n), (np.arange(n), (np.arange(n) + 1) % n)), shape=(n, n))
    data = GraphData(ring, [str(i) for i in range(n)], ["a", "b"] * (n // 2) + ["a"] * (n % 2))
    found = quick_kernels(offered_kernels(data), data)
    assert all(GRAPH_KERNELS[each.name].sparse for each in found) == sparse_alone
    assert 0 < len(found) <= QUICK_KERNELS
