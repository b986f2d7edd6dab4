"""Which values the controls offer and take."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askcore.datasets import describe_sample, list_samples
from askcore.kernels import KERNELS, Choice, Range
from askcore.ui.settings import DAMPINGS, GAMMAS, SHARES, default_settings, nearest, param_default, steps


@pytest.mark.parametrize("name", list_samples())
def test_every_preset_is_on_offer(name):
    sample = describe_sample(name)
    found = default_settings(sample.preset, is_graph=sample.kind == "graph", n_samples=300)
    assert found["gamma"] in GAMMAS
    assert abs(found["gamma"] / sample.preset["gamma"] - 1) < 0.15
    assert found["damping"] == sample.preset["damping"]
    assert found["damping"] in DAMPINGS
    assert found["train"] in SHARES
    assert ("orientation" in found) == (sample.kind == "graph")
    assert ("scaled" in found) == (sample.kind == "table")
    for key, value in sample.preset["kernel_params"].items():
        assert found[f"kp_{key}"] == value


def test_a_handful_of_samples_is_all_for_training():
    preset = describe_sample("teaching_graph").preset
    assert default_settings(preset, is_graph=True, n_samples=20)["train"] == 1.0
    assert default_settings(preset, is_graph=True, n_samples=21)["train"] == 0.6


def test_a_preset_speaks_for_its_kernel_alone():
    preset = describe_sample("two_moons").preset
    by_name = {param.name: param for param in KERNELS["rbf"].params}
    assert param_default(KERNELS["sne"], KERNELS["sne"].params[0], preset) == 0.3
    assert param_default(KERNELS["rbf"], by_name["sigma"], preset) == by_name["sigma"].default


def test_nearest():
    assert nearest(GAMMAS, 3.0) == 3.2
    assert nearest(DAMPINGS, "auto") == "auto"
    assert nearest(DAMPINGS, 0.02) in (0.01, 0.03)
    assert nearest(GAMMAS, 1e9) == 1000.0
    assert nearest((1, 2), 1.4) == 1


PARAMS = [(name, param) for name, spec in KERNELS.items() for param in spec.params]


@pytest.mark.parametrize(("name", "param"), PARAMS, ids=[f"{name}.{p.name}" for name, p in PARAMS])
def test_steps_of_every_parameter(name, param):
    if isinstance(param.domain, Choice):
        assert param.default in param.domain.options
        return
    found = steps(param.domain, param.default)
    assert param.default in found
    assert list(found) == sorted(set(found))
    assert all(param.domain.low <= value <= param.domain.high for value in found)


@given(value=st.floats(0.01, 100.0), log=st.booleans())
def test_steps_hold_any_value(value, log):
    found = steps(Range(0.01, 100.0, log=log), value)
    assert value in found
    assert list(found) == sorted(found)


def test_whole_numbers_stay_whole():
    assert steps(Range(1, 5, integer=True), 3) == (1, 2, 3, 4, 5)
