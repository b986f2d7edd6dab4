"""Each place of the surface is judged at its best damping, and the setting that was chosen lies on it."""

import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.experiments import METHODS, Grid, KernelChoice, Problem, holdout_split
from askcore.experiments.decisions.comparison import rule_on
from askcore.experiments.decisions.surface import tuning_surface
from askcore.experiments.judging import judged


def test_places_ascend_and_each_is_what_its_candidates_alone_give():
    data = load_sample("iris")
    problem, split = Problem(data, KernelChoice("sne", standardise=True)), holdout_split(data.y)
    found = tuning_surface(problem, split).run()
    assert (np.diff(found.bandwidths) > 0).all()
    assert (np.diff(found.gammas) > 0).all()
    for b, g in ((0, 0), (3, 8), (7, 4)):
        rule = rule_on(problem, split, 2, grid=Grid((found.gammas[g],), (found.dampings[b, g],)))
        problems = {1.0: problem.with_bandwidth(found.bandwidths[b])}
        alone = judged(METHODS["askls"], problems, rule).among([0])
        assert found.accuracy[b, g] == alone.accuracy
    best = found.accuracy[found.bandwidths == found.bandwidth, found.gammas == found.gamma]
    assert best == pytest.approx(found.accuracy.max(), abs=0.01)
