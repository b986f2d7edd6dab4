"""Which values the controls offer, and which they take for a data set.

UI floor, without streamlit. The keys are those of the widgets and of the address.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from askcore.kernels import KERNELS, KernelSpec, Param, Range

__all__ = [
    "DAMPINGS",
    "GAMMAS",
    "MERGES",
    "SHARES",
    "TUNED_DAMPINGS",
    "TUNED_GAMMAS",
    "default_settings",
    "nearest",
    "param_default",
    "steps",
]

GAMMAS = tuple(float(f"{g:.1e}") for g in np.geomspace(0.01, 1000.0, 51))
DAMPINGS = ("auto", 0.0, 1e-4, 1e-3, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
# Tuned over part of the sliders' values, so that the best can be set.
TUNED_GAMMAS = GAMMAS[::2]
TUNED_DAMPINGS = (0.0, 1e-3, 0.01, 0.1, 1.0, 10.0)
MERGES = ("mean", "stack", "joint")
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
FEW = 20  # samples up to which all are used for training by default


def default_settings(preset: Mapping[str, Any], *, is_graph: bool, n_samples: int) -> dict[str, Any]:
    """Key and value of every control of kernel and model, from a data set's preset."""
    settings = {
        "kernel": preset["kernel"],
        "gamma": nearest(GAMMAS, preset["gamma"]),
        "damping": nearest(DAMPINGS, preset["damping"]),
        "merge": "mean",
        "train": 1.0 if n_samples <= FEW else 0.6,
    }
    if is_graph:
        return {**settings, "orientation": "in", "loops": True, "rowsum": True}
    spec = KERNELS[preset["kernel"]]
    params = {f"kp_{p.name}": param_default(spec, p, preset) for p in spec.params}
    return {**settings, "scaled": True, **params}


def param_default(spec: KernelSpec, param: Param, preset: Mapping[str, Any]) -> Any:
    """The value of a kernel's parameter: the preset's where it is about this kernel, else its own default."""
    usual = preset["kernel_params"] if spec.name == preset["kernel"] else {}
    return usual.get(param.name, param.default)


def steps(domain: Range, value: float) -> tuple[float, ...]:
    """Values for a slider: the usual part of the range in equal ratios or steps, and ``value`` itself."""
    low, high = domain.usual or (domain.low, domain.high)
    if domain.integer:
        return tuple(sorted({*range(int(low), int(high) + 1), int(value)}))
    grid = np.geomspace(low, high, 49) if domain.log else np.linspace(low, high, 41)
    return tuple(sorted({*(float(f"{v:.2g}") for v in grid), float(value)}))


def nearest(choices: Sequence[Any], value: Any) -> Any:
    """The choice that is ``value``, or the number nearest to it.

    Examples
    --------
    >>> nearest(("auto", 0.0, 1.0), 0.7), nearest(("auto", 0.0), "auto")
    (1.0, 'auto')
    """
    if value in choices:
        return value
    return min((c for c in choices if not isinstance(c, str)), key=lambda c: abs(c - value))
