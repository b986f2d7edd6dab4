"""Samples open at the setting that tuning on their training part finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from askcore.datasets import MatrixData, describe_sample, list_samples, load_sample
from askcore.experiments import (
    KernelChoice,
    Problem,
    bag_kernel,
    compare_on_split,
    decide_views,
    holdout_split,
)
from askcore.kernels import KERNELS
from askcore.ui.data.initial_settings import usual_settings
from askcore.ui.pages.home.page import DEMO
from askcore.ui.settings import dampings, gammas, param_key

LONG = ("python_imports", "library_calls")
# Those of Home, and of samples whose card opens another page.
BY_HAND = ("teaching_graph", "two_spheres", "swiss_roll")


def opened(name: str) -> tuple[Problem, dict[str, Any]]:
    """A sample under the kernel of its preset at the usual bandwidth, and its controls at the first look."""
    data, preset = load_sample(name), describe_sample(name).preset
    settings = usual_settings(data, preset)
    params = tuple(preset["kernel_params"].items())
    if data.kind == "bags":
        found, every = bag_kernel(data).run(), np.arange(data.n_samples)
        kernel = found.kernel(float(f"{settings['bag_scale'] / found.kl.typical:.6g}"))
        return Problem(MatrixData(kernel(every, every), data.labels), KernelChoice("precomputed")), settings
    more = {key: preset[key] for key in ("orientation", "normalize") if key in preset}
    return Problem(
        data, KernelChoice(preset["kernel"], params, standardise=data.kind == "table", **more)
    ), settings


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.long] * (name in LONG))
        for name in list_samples()
        if name not in BY_HAND
    ],
)
def test_a_sample_opens_at_the_tuned_setting(name):
    problem, settings = opened(name)
    best = compare_on_split(problem, holdout_split(problem.labels, train_size=settings["train"])).askls
    assert (settings["gamma"], settings["damping"]) == (best.gamma, best.damping or "auto")
    assert settings["gamma"] in gammas(problem.decades)
    assert settings["damping"] in dampings(problem.decades)
    if problem.scale_param is not None:
        assert settings[param_key(KERNELS[problem.choice.name], problem.scale_param)] == best.bandwidth
    else:
        assert best.bandwidth == 1.0


def test_seven_nodes_open_as_on_home():
    """C, F and G are asked for, and both views of them are those of the arrows that are reversed."""
    graph, preset = load_sample("teaching_graph"), describe_sample("teaching_graph").preset
    split = holdout_split(graph.labels, train_size=preset["train"], random_state=preset["seed"])
    assert tuple(graph.node_ids[i] for i in split.test) == DEMO.asked
    choice = KernelChoice(preset["kernel"], tuple(preset["kernel_params"].items()), orientation="out")
    views = decide_views(Problem(graph, choice), split, gamma=preset["gamma"], damping=preset["damping"])
    np.testing.assert_allclose(views.f_source[:, 1], DEMO.views.source[split.test], atol=1e-12)
    np.testing.assert_allclose(views.f_target[:, 1], DEMO.views.target[split.test], atol=1e-12)
