"""What data of one's own open with: the kernel and the setting that a quick search finds on the training part.

A matrix opens with gamma and damping as tuned there (see ``experiments/decisions/suggestion.py``), a sample with its
preset.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from askcore.datasets import DataError, GraphData, MatrixData, TableData
from askcore.experiments import KernelChoice
from askcore.experiments.decisions.comparison import MethodResult, compare_baselines, compare_methods
from askcore.experiments.decisions.search import Ranked
from askcore.experiments.decisions.suggestion import Setting, Suggestion, matrix_setting, suggest
from askcore.experiments.decisions.views import Prepared
from askcore.experiments.evaluation import GAMMAS
from askcore.experiments.running.jobs import Task
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernel
from askcore.ui import background, problems
from askcore.ui.background import FEW_TUNED, in_background
from askcore.ui.cache import cached
from askcore.ui.problems import Data
from askcore.ui.settings import COMPONENTS, DAMPINGS, nearest, param_key, rows_key, shown

MOST_SEARCHED = 5_000_000  # samples times classes, past which nobody waits for the first look at data
FEW = 20  # samples up to which all are used for training by default
BETA_SHARES = tuple(round(0.05 * i, 2) for i in range(1, 20))


def suggested_settings(data: Data, train_size: float, seed: int) -> dict[str, Any]:
    """Key and value of the controls that a quick search on data of one's own sets; none where it finds nothing."""
    if not isinstance(data, MatrixData):
        begin = suggestion(data, train_size, seed)
        return {} if begin is None else line_controls(data, begin.adopted)
    try:
        found = (
            _matrix_setting(data, train_size, seed)
            if data.labels is not None and _is_searched(data)
            else None
        )
    except DataError:  # a single class: the pages say so
        found = None
    return {} if found is None else {"gamma": found.gamma, "damping": found.damping or "auto"}


def suggestion(data: Data, train_size: float, seed: int) -> Suggestion | None:
    """What a quick search finds on the training part; None where there is nothing to search, or too much, and where
    it was cancelled."""
    if isinstance(data, MatrixData) or not _is_searched(data):
        return None
    try:
        known = _suggested.ready(data, train_size, seed)  # type: ignore[attr-defined]
        if not known and background.is_small(data):
            baselines.start(data, train_size, seed)  # type: ignore[attr-defined]
        return _suggested(data, train_size, seed)
    except DataError:  # no labels, or a single class: the pages say so
        return None


def known_suggestion(data: Data, train_size: float, seed: int) -> Suggestion | None:
    """The same where it is there already."""
    there = not isinstance(data, MatrixData) and _suggested.ready(data, train_size, seed)  # type: ignore[attr-defined]
    return suggestion(data, train_size, seed) if there else None


def _is_searched(data: Data) -> bool:
    if isinstance(data, MatrixData) and not data.is_square:
        return False
    known = isinstance(data, GraphData | TableData | MatrixData)
    return known and data.n_samples * len(data.classes) <= MOST_SEARCHED


@in_background("Looking for a kernel", optional=True)
def _suggested(data: Data, train_size: float, seed: int) -> Task[Suggestion | None]:
    def prepared(choice: KernelChoice) -> Prepared:
        return problems.prepared(data, choice, train_size, seed)

    def begin(choice: KernelChoice, merge: str) -> None:
        if not background.is_small(data, FEW_TUNED):
            other_methods.start(data, choice, merge, train_size, seed)  # type: ignore[attr-defined]

    # The page goes on with the matrix that is made here; that of another process stays there.
    here = (prepared, begin) if background.is_small(data) else ()
    return Task(suggest, data, problems.split(data, train_size, seed), *here)


@in_background("Tuning the baselines")
def baselines(data: Data, train_size: float, seed: int) -> Task[tuple[MethodResult, ...]]:
    """The baselines on a split; begun beside the search, which the verdict waits for, too."""
    return Task(compare_baselines, problems.plain(data), problems.split(data, train_size, seed))


@in_background("Tuning the other methods", few=FEW_TUNED)
def other_methods(
    data: Data, choice: KernelChoice, merge: str, train_size: float, seed: int
) -> Task[tuple[MethodResult, ...]]:
    """The methods that AsK-LS is compared with on a kernel; begun while its own setting is tuned."""
    split = problems.split(data, train_size, seed)
    return Task(compare_methods, problems.with_entries(data, choice), split, merge)


@in_background("Tuning γ and λ", optional=True)
def _matrix_setting(data: Data, train_size: float, seed: int) -> Task[Setting | None]:
    return Task(matrix_setting, data, problems.split(data, train_size, seed))


def line_controls(data: GraphData | TableData, line: Ranked) -> dict[str, Any]:
    """Key and value of each control that a line of a ranking is set by.

    No damping is left to the solver: chosen on other samples, it may meet a resonance on these.
    """
    assert line.choice is not None
    settings = kernel_controls(data, line.choice)
    return {**settings, "gamma": line.gamma, "damping": line.damping or "auto", "merge": line.merge}


def usual_settings(data: Any, preset: Mapping[str, Any]) -> dict[str, Any]:
    """Key and value of every control of kernel and model, from a data set's preset."""
    labelled = data.labels is not None and len(data.labels) > FEW
    settings = {
        "gamma": nearest(GAMMAS, preset["gamma"]),
        "damping": nearest(DAMPINGS, preset["damping"]),
        "merge": "mean",
        "train": preset.get("train", 0.6 if labelled else 1.0),
        "seed": preset.get("seed", 0),
    }
    if data.kind == "bags":
        return {**settings, "components": COMPONENTS[0], "bag_scale": 1.0}
    if data.kind == "matrix":
        return settings
    choice = KernelChoice(
        preset["kernel"],
        tuple(preset["kernel_params"].items()),
        preset.get("orientation", "in"),
        normalize=preset.get("normalize"),
        standardise=True,
        bandwidth=preset.get("bandwidth", 1.0),
    )
    return {**settings, **kernel_controls(data, choice)}


def kernel_controls(data: GraphData | TableData, choice: KernelChoice) -> dict[str, Any]:
    """Key and value of each control that a kernel is read from."""
    params = dict(choice.params)
    if isinstance(data, TableData):
        spec = KERNELS[choice.name]
        found = {"kernel": spec.name, **({"scaled": choice.standardise} if spec.accepts == "vectors" else {})}
        for p in spec.params:
            value = choice.bandwidth if p is spec.scaled else params.get(p.name, p.default)
            found[param_key(spec, p)] = shown(p, value)
        return found
    graph = GRAPH_KERNELS[choice.name]
    found = {"kernel": graph.name, "orientation": choice.orientation}
    if "self_loops" in graph.options:
        found["loops"] = bool(choice.self_loops)
    if "normalize" in graph.options:
        rows = graph.normalized if choice.normalize is None else choice.normalize
        found[rows_key(graph)] = bool(rows)
    if graph.bounded:
        share = 0.5 if "beta" not in params else 0.5 * params["beta"] / usual_beta(data, choice)
        return {**found, f"{graph.name}_share": nearest(BETA_SHARES, share)}
    return {**found, **{f"{graph.name}_{p.name}": params.get(p.name, p.default) for p in graph.params}}


@cached()
def usual_beta(data: GraphData, choice: KernelChoice) -> float:
    """Half of what the graph allows."""
    kernel = GraphKernel(
        data.adjacency,
        choice.name,
        orientation=choice.orientation,
        self_loops=choice.self_loops,
        normalize=choice.normalize,
    )
    return float(kernel.resolved["beta"])
