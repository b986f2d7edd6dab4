"""From a guess to a stationary point of AsK-LS: what each step meets."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.estimators import AsKLSClassifier
from askcore.experiments import primal_steps
from askcore.experiments.lessons.primal_dual import PRIMAL_STEPS
from askcore.kernels import PrecomputedKernel


@pytest.mark.parametrize("factor", [1.0, 0.5])
def test_every_step_meets_two_conditions_more_and_the_last_one_all(rng, factor):
    K, y = rng.standard_normal((9, 9)), np.array([1.0, -1, 1, 1, -1, -1, 1, 1, -1])
    steps = primal_steps(K, y, 0.7, factor=factor)
    assert tuple(steps) == PRIMAL_STEPS
    met = {name: {one.variable for one in step.conditions if one.met} for name, step in steps.items()}
    assert met["guess"] == set()
    assert met["weights"] == {"v", "w"}
    assert met["errors"] == {"v", "w", "e", "h"}
    assert len(met["dual"]) == steps["dual"].met == 8
    assert steps["dual"].largest.residual < 1e-12


def test_the_last_step_decides_as_the_classifier(rng):
    K, y = rng.standard_normal((9, 9)), np.array([1.0, -1, 1, 1, -1, -1, 1, 1, -1])
    point = primal_steps(K, y, 0.7)["dual"].point
    model = AsKLSClassifier(PrecomputedKernel(K), gamma=0.7, damping=0.0).fit(np.arange(9), y)
    source, target = model.decision_views(np.arange(9))
    np.testing.assert_allclose(np.ravel(source), y * (1 - point.e), atol=1e-9)
    np.testing.assert_allclose(np.ravel(target), y * (1 - point.h), atol=1e-9)
