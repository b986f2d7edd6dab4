"""Which values the controls offer and take."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from askcore.datasets import GraphData, describe_sample, list_samples, load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.choice import kernels_for
from askcore.kernels import KERNELS, Choice, Flag, Range
from askcore.kernels._registry import Param
from askcore.ui.data.initial_settings import kernel_controls, usual_settings
from askcore.ui.settings import (
    DAMPINGS,
    GAMMAS,
    SHARES,
    meant,
    nearest,
    param_key,
    scales_catalogue,
    shown,
    steps,
)


@pytest.mark.parametrize("name", list_samples())
def test_every_preset_is_on_offer_and_the_controls_say_its_kernel(name):
    sample, data = describe_sample(name), load_sample(name)
    found = usual_settings(data, sample.preset)
    assert found["gamma"] in GAMMAS
    assert abs(found["gamma"] / sample.preset["gamma"] - 1) < 0.15
    assert (found["damping"], found["seed"]) == (sample.preset["damping"], sample.preset.get("seed", 0))
    assert found["damping"] in DAMPINGS
    assert found["train"] in SHARES
    of_kernel = {"orientation", "normalize", "bandwidth"} & {*sample.preset}
    if data.kind in ("graph", "table"):
        params = tuple(sample.preset["kernel_params"].items())
        choice = KernelChoice(
            sample.preset["kernel"], params, **{key: sample.preset[key] for key in of_kernel}
        )
        said = kernel_controls(data, replace(choice, standardise=True))
        assert said.items() <= found.items()


@pytest.mark.parametrize(("n", "share"), [(20, 1.0), (21, 0.6)])
def test_a_handful_of_samples_is_all_for_training(n, share):
    preset = {"kernel": "adjacency", "kernel_params": {}, "gamma": 10.0, "damping": 0.01}
    data = GraphData(np.eye(n), list(map(str, range(n))), ["a", "b"] * (n // 2) + ["a"] * (n % 2))
    assert usual_settings(data, preset)["train"] == share


def test_a_kernel_of_histograms_does_not_keep_others_from_scaled_features():
    histograms = next(name for name, spec in KERNELS.items() if spec.accepts == "histograms")
    assert scales_catalogue(KernelChoice(histograms), is_graph=False)
    assert scales_catalogue(KernelChoice("sne", standardise=True), is_graph=False)
    assert not scales_catalogue(KernelChoice("sne"), is_graph=False)
    assert scales_catalogue(KernelChoice("adjacency"), is_graph=True)


def test_nearest():
    assert nearest(GAMMAS, 3.0) == 3.2
    assert nearest(DAMPINGS, "auto") == "auto"
    assert nearest(DAMPINGS, 0.02) in (0.01, 0.03)
    assert nearest(GAMMAS, 1e9) == 10_000.0
    assert nearest((1, 2), 1.4) == 1


PARAMS = [(name, param) for name, spec in KERNELS.items() for param in spec.params]


@pytest.mark.parametrize(("name", "param"), PARAMS, ids=[f"{name}.{p.name}" for name, p in PARAMS])
def test_steps_of_every_parameter(name, param):
    if isinstance(param.domain, Flag):
        assert param.default in (True, False)
        return
    if isinstance(param.domain, Choice):
        assert param.default in param.domain.options
        return
    default = param.default if param.domain.scale is None else 1.0
    found = steps(param.domain, default)
    assert shown(param, default) in found
    numbers = [value for value in found if not isinstance(value, str)]
    assert numbers == sorted(set(numbers))
    assert all(param.domain.low <= value <= param.domain.high for value in numbers)
    if param.domain.scale is not None:
        assert {0.1, 1.0, 10.0} <= set(numbers)
    assert [value for value in found if isinstance(value, str)] == [param.domain.none] * bool(
        param.domain.none
    )
    for value in found:
        param.domain.check(meant(param, value), param.name)


def test_none_is_shown_as_what_it_means():
    rho = Param("rho", None, Range(0.1, 10.0, none="as many"))
    assert shown(rho, None) == "as many"
    assert meant(rho, "as many") is None
    assert (shown(rho, 2.0), meant(rho, 2.0)) == (2.0, 2.0)
    assert steps(rho.domain, None)[:2] == ("as many", 0.1)
    option = Param("side", "left", Choice(("left", "right")))
    assert meant(option, shown(option, "right")) == "right"


def test_each_kernel_has_its_own_controls():
    keys = [param_key(spec, param) for spec in KERNELS.values() for param in spec.params]
    assert len(set(keys)) == len(keys)
    assert param_key(KERNELS["rbf"], KERNELS["rbf"].params[0]) == "times_rbf_sigma"
    assert param_key(KERNELS["polynomial"], KERNELS["polynomial"].params[0]) == "kp_polynomial_degree"


def test_only_kernels_that_fit_the_data_are_offered():
    counts = np.array([[1.0, 0.0], [2.0, 3.0]])
    assert "kl_histogram" in kernels_for(counts)
    for table in (counts - 1.5, counts * [[0.0], [1.0]], counts[:0]):
        assert "kl_histogram" not in kernels_for(table)
        assert {"rbf", "sne", "attention"} <= set(kernels_for(table))
    assert not any(KERNELS[name].accepts == "strings" for name in kernels_for(counts))


@given(value=st.floats(0.01, 100.0), log=st.booleans())
def test_steps_hold_any_value(value, log):
    found = steps(Range(0.01, 100.0, log=log), value)
    assert value in found
    assert list(found) == sorted(found)


def test_whole_numbers_stay_whole():
    assert steps(Range(1, 5, integer=True), 3) == (1, 2, 3, 4, 5)
