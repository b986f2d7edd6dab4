"""Shared substrings, counted by hand."""

from __future__ import annotations

import re

import numpy as np
import pytest
import scipy.linalg

from askcore.datasets import load_sample
from askcore.experiments.lessons.graphs_strings import shared_substrings, walk_kernel


def occurrences(part, text):
    return len(re.findall(f"(?={re.escape(part)})", text))


@pytest.mark.parametrize("length", [1, 2, 3, 5])
def test_every_shared_substring_is_counted(length):
    x, z = "she sells sea shells", "sea shells she saw"
    found = shared_substrings(x, z, length)
    parts = {x[i : i + length] for i in range(len(x) - length + 1)}
    expected = {part: (occurrences(part, x), occurrences(part, z)) for part in parts if part in z}
    assert {part: (a, b) for part, a, b in found.common} == expected
    assert found.value == sum(a * b for a, b in expected.values())


@pytest.fixture(scope="module")
def A():
    return load_sample("teaching_graph").adjacency.toarray().astype(float)


def dense(S, kind, amount):
    eye = np.eye(len(S))
    limit = 1 / np.abs(np.linalg.eigvals(S)).max()
    if kind == "power":
        return np.linalg.matrix_power(S, amount)
    if kind == "diffusion":
        return scipy.linalg.expm(amount * S)
    resolvent = np.linalg.inv(eye - amount * limit * S)
    return resolvent - eye if kind == "katz" else resolvent


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize(
    ("kind", "amount"),
    [("power", 1), ("power", 4), ("katz", 0.3), ("katz", 0.9), ("von_neumann", 0.5), ("diffusion", 0.7)],
)
def test_the_kernel_is_the_sum_over_walks(A, kind, amount, directed):
    found = walk_kernel(A, kind, amount, directed=directed)
    S = A if directed else A + A.T
    assert np.allclose(found.matrix, dense(S, kind, amount))
    assert found.is_symmetric == (not directed)
    assert found.matrix[found.pair] - found.matrix[found.pair[::-1]] == pytest.approx(
        (found.matrix - found.matrix.T).max()
    )
