"""Leave-one-out over bandwidth and gamma is that of a tuning at each bandwidth."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.estimators._tuning import tune_on_path
from askcore.experiments import KernelChoice, Problem, contest, holdout_split, tuning_surface
from askcore.experiments.decisions import surface
from askcore.experiments.decisions.contest import LOO_GRID
from askcore.experiments.decisions.tuned import BANDWIDTHS
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.path import DualPath


@pytest.fixture(scope="module")
def iris():
    data = load_sample("iris")
    return Problem(data, KernelChoice("sne", standardise=True)), holdout_split(data.y)


def test_each_row_is_tuned_at_its_bandwidth(iris):
    problem, split = iris
    found = tuning_surface(problem, split, bandwidths=(2.0, 0.5)).run()
    assert found.bandwidths.tolist() == [0.5, 2.0]
    codes = np.unique(problem.labels[split.train], return_inverse=True)[1]
    for row, factor in enumerate(found.bandwidths):
        path = DualPath(problem.at(factor).bound(split.train).train())
        best = tune_on_path(
            path, codes, one_vs_rest(codes, 3), gammas=LOO_GRID.gammas, dampings=LOO_GRID.dampings
        )
        np.testing.assert_allclose(found.accuracy[row], best.scores.max(axis=0), atol=1.01 / len(codes))
        if factor == found.bandwidth:
            assert (found.gamma, found.damping) == (best.gamma, best.damping)
    at = found.bandwidths.tolist().index(found.bandwidth), found.gammas.tolist().index(found.gamma)
    assert found.accuracy.max() - 0.01 < found.score <= found.accuracy[at]


def test_the_contest_is_part_of_it(iris):
    """Both try the same settings on the same samples, so the best of the surface is no worse."""
    assert set(BANDWIDTHS) <= set(surface.SURFACE_BANDWIDTHS)
    known = contest(*iris)
    found, again = tuning_surface(*iris).run(), tuning_surface(*iris, found=known).run()
    assert found.accuracy.max() >= known.askls.left_out
    np.testing.assert_array_equal(found.accuracy, again.accuracy)
    assert (found.bandwidth, found.gamma, found.damping) == (again.bandwidth, again.gamma, again.damping)


def test_many_samples_are_left_out_on_a_part(iris, monkeypatch):
    monkeypatch.setattr(surface, "ONE_MATRIX", 45)
    found = tuning_surface(*iris, bandwidths=(1.0,)).run()
    assert (found.n_chosen_on, found.n_train) == (45, 90)
