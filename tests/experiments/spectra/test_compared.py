"""KSVD beside the SVD: the linear kernel gives it back, and a0 turns columns into unit vectors."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.experiments import KernelChoice, Problem, beside_svd
from askcore.experiments.spectra.compared import BesideSVD, Separation


def spheres(name: str, compatibility: str, *params, bandwidth: float = 1.0) -> Problem:
    choice = KernelChoice(
        name, params, standardise=True, matrix="crossed", compatibility=compatibility, bandwidth=bandwidth
    )
    return Problem(load_sample("two_spheres"), choice)


def test_the_linear_kernel_gives_the_svd_of_the_table():
    problem = spheres("linear", "pinv")
    found = beside_svd(problem)
    assert found.same
    A = problem.data_matrix
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    for i in range(2):
        sign = np.sign(found.ksvd[:, i] @ U[:, i])
        np.testing.assert_allclose(sign * found.ksvd[:, i], U[:, i] * s[i], atol=1e-9)
        np.testing.assert_allclose(A @ Vt[i], s[i] * U[:, i], atol=1e-9)  # the two coupled problems
        np.testing.assert_allclose(A.T @ U[:, i], s[i] * Vt[i], atol=1e-9)
    assert found.svd_score == found.ksvd_score


def test_another_compatibility_is_another_matrix():
    assert not beside_svd(spheres("linear", "pca")).same
    assert not beside_svd(spheres("linear", "random")).same


@pytest.mark.parametrize(
    ("svd", "ksvd", "difference", "separation"),
    [
        (0.5, 0.5, 1e-10, Separation.SAME),
        (0.5, 0.5625, 0.1, Separation.MORE),
        (0.5, 0.546875, 0.1, Separation.ALIKE),
        (0.5, 0.4375, 0.1, Separation.LESS),
    ],
)
def test_a_clear_difference_of_scores_is_told(svd, ksvd, difference, separation):
    places = np.zeros((2, 2))
    assert BesideSVD(places, places, svd, ksvd, difference).separation == separation
