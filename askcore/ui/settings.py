"""Which values the controls offer, and which they take for a data set.

The keys are those of the widgets and of the address.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from askcore.experiments import KernelChoice
from askcore.experiments.evaluation import DAMPINGS as OFFERED_DAMPINGS
from askcore.experiments.evaluation import GAMMAS
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernelSpec, KernelSpec, Range
from askcore.kernels._registry import Param
from askcore.solvers.gamma_units import by_decades

DAMPINGS = ("auto", *OFFERED_DAMPINGS)
MERGES = ("mean", "source", "target", "stack", "joint")
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
# Gaussians per bag, and a of exp(-a KL) as a multiple of one over the median divergence.
COMPONENTS = ("auto", 1, 2, 3, 4, 6, 8)
BAG_SCALES = (0.03, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
# A parameter with a scale, such as sigma, is set as a multiple of its usual value.
MULTIPLES = (
    0.05, 0.06, 0.07, 0.085, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.85,
    1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.5, 10.0, 12.0, 15.0, 20.0,
)  # fmt: skip
BANDWIDTHS = (0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0)  # between rows and columns
MOST_SAMPLED, SAMPLE_SIZES = 2_000, 40  # on the live part of "Nyström"


def gammas(decades: int = 0) -> tuple[float, ...]:
    """What the slider of gamma offers for a kernel matrix so many powers of ten larger than usual."""
    return by_decades(GAMMAS, -decades)


def dampings(decades: int = 0) -> tuple[float | str, ...]:
    """The same of lambda."""
    auto, *values = DAMPINGS
    return (auto, *by_decades(values, 2 * decades))


def in_unit(settings: Mapping[str, Any], shift: int) -> dict[str, Any]:
    """gamma and damping for a kernel matrix so many powers of ten larger than that of these.

    Examples
    --------
    >>> in_unit({"gamma": 10.0, "damping": 0.01}, 3), in_unit({"damping": "auto"}, 3)
    ({'gamma': 0.01, 'damping': 10000.0}, {'damping': 'auto'})
    """
    powers = {"gamma": -shift, "damping": 2 * shift}
    return {
        key: value if isinstance(value, str) else by_decades([value], powers[key])[0]
        for key, value in settings.items()
    }


def rows_key(spec: GraphKernelSpec) -> str:
    """Key of the control that makes rows sum to 1: another one for kernels that are usually meant without."""
    return "rowsum" if spec.normalized else "rowsum_walks"


def parameter_keys() -> frozenset[str]:
    """Keys of the controls of every kernel's parameters, on whatever data."""
    vectors = {param_key(spec, param) for spec in KERNELS.values() for param in spec.params}
    graphs = {f"{name}_{p.name}" for name, spec in GRAPH_KERNELS.items() for p in spec.params}
    shares = {f"{name}_share" for name, spec in GRAPH_KERNELS.items() if spec.bounded}
    return frozenset(vectors | graphs | shares | {"rowsum_walks", "bandwidth", "crossed_degree", "crossed_c"})


def setting_keys() -> frozenset[str]:
    """Keys of every control of kernel and model: what an address says of them is about one data set, and no other."""
    of_all = {"kernel", "gamma", "damping", "merge", "weights", "train"}
    of_some = {"orientation", "loops", "rowsum", "scaled", "components", "bag_scale"}
    return parameter_keys() | of_all | of_some


def kernel_title(name: str, *, is_graph: bool) -> str:
    """How the list of kernels calls one: with the exception from what is usual on such data."""
    if is_graph:
        return GRAPH_KERNELS[name].label + (" (symmetric)" if GRAPH_KERNELS[name].symmetric else "")
    return KERNELS[name].label + ("" if KERNELS[name].symmetric else " (asymmetric)")


def asymmetric_kernel(preset: str, *, is_graph: bool) -> str:
    """An asymmetric kernel for the data: that of the preset, or the plainest one."""
    catalogue: Mapping[str, Any] = GRAPH_KERNELS if is_graph else KERNELS
    plain = "adjacency" if is_graph else "sne"
    return plain if preset not in catalogue or catalogue[preset].symmetric else preset


def written(value: Any) -> str:
    """A value of a slider as the page and the address write it: a number with the true minus sign."""
    return value if isinstance(value, str) else f"{value:g}".replace("-", "−")


def param_key(spec: KernelSpec, param: Param) -> str:
    """The key of a parameter's control: each kernel has its own, since a good sigma of one is none of another.

    "times_..." holds a multiple of the usual value, "kp_..." the value.
    """
    of_scale = isinstance(param.domain, Range) and param.domain.scale is not None
    return f"{'times' if of_scale else 'kp'}_{spec.name}_{param.name}"


def shown(param: Param, value: Any) -> Any:
    """What the control of a parameter holds: the value, or for None the words that say what it means."""
    return param.domain.none if value is None and isinstance(param.domain, Range) else value


def meant(param: Param, option: Any) -> Any:
    """The value behind what a control holds; None for the words that say so."""
    return None if isinstance(param.domain, Range) and isinstance(option, str) else option


def steps(domain: Range, value: float | None) -> tuple[Any, ...]:
    """Values for a slider: the usual part of the range in equal ratios or steps, and ``value`` itself.

    Of a parameter that has a scale, multiples of its usual value. Where None has a meaning, its words come first.
    """
    low, high = domain.usual or (domain.low, domain.high)
    grid: set[float]
    if domain.scale is not None:
        grid = {*MULTIPLES, *((-m for m in MULTIPLES) if domain.low < 0 else ())}
    elif domain.integer:
        grid = {*range(int(low), int(high) + 1)}
    else:
        spaced = np.geomspace(low, high, 49) if domain.log else np.linspace(low, high, 41)
        grid = {float(f"{v:.2g}") for v in spaced}
    if value is not None:
        grid.add(int(value) if domain.integer else float(value))
    return (*([domain.none] if domain.none else []), *sorted(grid))


def nearest(choices: Sequence[Any], value: Any) -> Any:
    """The choice that is ``value``, or the number nearest to it."""
    if value in choices:
        return value
    return min((c for c in choices if not isinstance(c, str)), key=lambda c: abs(c - value))


def sizes_for(size: int) -> tuple[int, ...]:
    """Sample sizes of the Nyström method to choose from, about equal ratios apart, up to all or 2,000."""
    most = min(size, MOST_SAMPLED)
    return tuple(sorted({round(float(step)) for step in np.geomspace(1, most, SAMPLE_SIZES)} | {most}))


def scales_catalogue(choice: KernelChoice, *, is_graph: bool) -> bool:
    """Whether other kernels are tried on scaled features: a kernel of histograms, which takes them as they are, does
    not decide that for the others."""
    return is_graph or choice.standardise or KERNELS[choice.name].accepts != "vectors"
