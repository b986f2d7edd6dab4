"""What a spectrum says first, against plain computations."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import GraphData, MatrixData, load_sample
from askcore.experiments import KernelChoice, Problem, decompose
from askcore.experiments.spectra.reading import SpectrumOutcome, held_by_few, leading_plane, read_spectrum

RNG = np.random.default_rng(0)
NOISE = RNG.normal(size=(30, 30))


def read(K, *, center=False, skew=None):
    problem = Problem(MatrixData(np.asarray(K, dtype=float)), KernelChoice("adjacency"))
    return read_spectrum(problem, decompose(problem, center=center), skew)


@pytest.mark.parametrize(
    ("K", "outcome"),
    [
        (NOISE, SpectrumOutcome.DIRECTED),
        (NOISE + NOISE.T, SpectrumOutcome.SYMMETRIC),
        (NOISE + NOISE.T + 0.1 * NOISE, SpectrumOutcome.NEARLY_SYMMETRIC),
        (NOISE[:, :12], SpectrumOutcome.RECTANGULAR),
        (np.outer(NOISE[0], NOISE[1]), SpectrumOutcome.ONE_COMPONENT),
        (np.eye(9), SpectrumOutcome.EQUAL),
    ],
)
def test_each_kind_of_spectrum_is_told_apart(K, outcome):
    found = read(K)
    assert found.outcome is outcome
    assert (found.skew is None) == (K.shape[0] != K.shape[1])
    assert found.whole is (None if K.shape[0] != K.shape[1] else False)


@pytest.mark.parametrize("K", [NOISE, NOISE @ NOISE, NOISE[:, :12]])
def test_components_and_direction_are_those_of_a_plain_decomposition(K):
    found, s = read(K), np.linalg.svd(K, compute_uv=False)
    share = np.cumsum(s**2) / np.sum(s**2)
    assert found.components == int(np.argmax(share >= 0.9)) + 1
    assert (found.known, found.size) == (min(K.shape), min(K.shape))
    if K.shape[0] == K.shape[1]:
        skew = np.linalg.norm(K - K.T) ** 2 / (4 * np.linalg.norm(K) ** 2)
        assert found.skew == pytest.approx(skew, abs=1e-10)


def test_a_share_of_all_of_the_matrix_comes_first():
    assert (read(NOISE, skew=0.25).skew, read(NOISE, skew=0.25).whole) == (0.25, True)


def test_of_a_large_graph_more_components_may_be_needed_than_are_known():
    A = sp.random_array((3_000, 3_000), density=0.001, rng=RNG)
    problem = Problem(GraphData(A, [str(i) for i in range(3_000)], name="large"), KernelChoice("adjacency"))
    found = read_spectrum(problem, decompose(problem))
    assert (found.components, found.known, found.size) == (None, 60, 3_000)
    assert found.outcome is SpectrumOutcome.DIRECTED


def test_a_component_on_a_few_samples_is_told_by_how_many():
    lone, even = np.zeros(400), np.tile([1.0, -1.0], 200)
    lone[:3] = 1.0
    assert held_by_few(np.column_stack([even, lone])) == (0, 3)
    assert held_by_few(np.column_stack([np.zeros(400), even])) == (0, 0)
    assert held_by_few(1e-300 * np.column_stack([lone, even])) == (3, 0)


def test_a_second_component_that_does_not_exist_is_zero():
    problem = Problem(load_sample("teaching_graph"), KernelChoice("adjacency"))
    left, _ = decompose(problem).features(1)
    assert leading_plane(left).shape == (problem.shape[0], 2)
    assert not leading_plane(left)[:, 1].any()
