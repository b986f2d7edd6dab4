"""Ranks, energy and a sharp drop against their definitions, written plainly."""

from __future__ import annotations

from itertools import pairwise
from math import exp, log

import numpy as np
import pytest

from askcore.diagnostics.spectrum import sharp_drop, spectrum_summary


def naive_effective_rank(values):
    total = sum(values)
    return exp(-sum(v / total * log(v / total) for v in values if v > 0))


def naive_drop(values):
    """Ratio by ratio: the smallest one of neighbours, if it is at most 0.8 and no other is below its square root."""
    ratios = [after / before for before, after in pairwise(values[:60])]
    least = min(ratios)
    others = [ratio for ratio in ratios if ratio != least]
    before = ratios.index(least) + 1
    stands_out = len(others) == len(ratios) - 1 and min(others) >= least**0.5
    return before if least <= 0.8 and stands_out and before <= min(len(values), 60) / 2 else None


@pytest.mark.parametrize("seed", range(5))
def test_against_the_definitions(seed):
    random = np.random.default_rng(seed)
    K = random.normal(size=(12, 9)) @ np.diag(0.6 ** np.arange(9))
    s = np.linalg.svd(K, compute_uv=False)
    found = spectrum_summary(s, K.shape)
    assert found.effective_rank == pytest.approx(naive_effective_rank(s))
    assert found.stable_rank == pytest.approx((np.linalg.norm(K) / np.linalg.norm(K, 2)) ** 2)
    assert found.numerical_rank == np.linalg.matrix_rank(K) == 9
    assert found.norm == pytest.approx(np.linalg.norm(K))
    np.testing.assert_allclose(found.energy, [(s[: k + 1] ** 2).sum() / (s**2).sum() for k in range(9)])
    assert found.complete
    assert found.size == 9


def test_equal_values():
    found = spectrum_summary(np.full(5, 2.0), (5, 5))
    assert found.equal
    assert (found.numerical_rank, found.drop) == (5, None)
    assert found.effective_rank == pytest.approx(5)
    assert found.stable_rank == pytest.approx(5)
    assert found.components_for(0.9) == 5
    assert not spectrum_summary([1.0], (1, 1)).equal
    assert not spectrum_summary([0.0, 0.0], (2, 2)).equal


def test_zeros():
    found = spectrum_summary(np.zeros(4), (4, 6))
    assert (found.numerical_rank, found.effective_rank, found.stable_rank, found.drop) == (0, 0, 0, None)
    assert found.energy.tolist() == [0, 0, 0, 0]
    assert found.components_for(0.5) is None


def test_leading_values_with_the_energy_of_all():
    s = 0.9 ** np.arange(50)
    whole = spectrum_summary(s, (50, 80))
    part = spectrum_summary(s[:10], (50, 80), norm=float(np.linalg.norm(s)))
    assert not part.complete
    np.testing.assert_allclose(part.energy, whole.energy[:10])
    assert part.stable_rank == pytest.approx(whole.stable_rank)
    assert part.effective_rank < whole.effective_rank  # majorisation: what is left out can only raise it
    assert part.components_for(0.5) == whole.components_for(0.5)
    assert part.components_for(0.99) is None


@pytest.mark.parametrize("seed", range(20))
def test_a_drop_against_its_definition(seed):
    random = np.random.default_rng(seed)
    s = np.sort(random.lognormal(sigma=random.uniform(0.1, 2.0), size=random.integers(4, 70)))[::-1]
    assert sharp_drop(s) == naive_drop(s)


def test_no_drop():
    assert sharp_drop(0.9 ** np.arange(60)) is None  # an even fall
    assert sharp_drop([10.0, 8.5, 8.4, 8.3]) is None  # a step, but a small one
    assert sharp_drop([5.0, 4.9, 4.8, 4.7, 0.01]) is None  # the last value alone is small
    assert sharp_drop([9.0, 3.0, 1.0, 1.0]) is None  # two steps alike
    assert sharp_drop([3.0, 1.0]) is None
    assert sharp_drop(np.ones(30)) is None
    assert sharp_drop([]) is None
