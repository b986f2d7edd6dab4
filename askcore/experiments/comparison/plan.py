"""Plan of a comparison: its effort, kernels, samples, splits and methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from askcore._random import draw_seeds
from askcore._validation import DataError
from askcore.datasets.protocol import Dataset
from askcore.diagnostics.health import DEGENERATE
from askcore.experiments.evaluation import METRICS
from askcore.experiments.judging import Method
from askcore.experiments.methods import METHODS
from askcore.experiments.problem import Problem
from askcore.experiments.split import Split, cross_splits, holdout_split
from askcore.kernels.binding import takes_indices

_CANNOT = (DataError, ValueError, np.linalg.LinAlgError)
_MANY = 500  # samples past which five folds do, and the usual bandwidth alone
_QUICK, _FULL, _FULL_SEVERAL = 400, 1000, 500  # samples that are compared at most
_FEW_KERNELS = 4  # of the catalogue, in the quick look
FEWEST = 200  # samples that are compared at least
EMBEDDED = 2000  # nodes up to which a brief look embeds the graph again with each drawing of directions


@dataclass(frozen=True)
class Effort:
    """The size of a comparison: "quick", "full" or "all".

    Quick: five folds once, a small grid and up to 400 samples, for a first impression. Full: ten folds, repeated three
    times, on up to 1,000 samples, or 500 with several kernels; this is enough for a claim. All: like full, on every
    sample.

    Attributes
    ----------
    name : "quick", "full" or "all".
    large : whether there are more than 500 samples. Five folds and, except for a quick look, the default bandwidth are
        then enough.
    several : whether several kernels are compared.
    """

    name: str
    large: bool = False
    several: bool = False

    @staticmethod
    def is_large(n_samples: int) -> bool:
        """Whether this number of samples counts as large."""
        return n_samples > _MANY

    @property
    def quick(self) -> bool:
        """Whether this is the quick comparison."""
        return self.name == "quick"

    @property
    def n_kernels(self) -> int | None:
        """Number of kernels tried from the catalogue; None for the default."""
        return _FEW_KERNELS if self.quick else None

    @property
    def terms(self) -> dict[str, Any]:
        """Return all of these as arguments of ``compare``."""
        found: dict[str, Any] = {"repeats": 1 if self.quick else 3}
        if self.quick or self.large:
            found["folds"] = 5
        if self.large and not self.quick:
            found["bandwidths"] = (1.0,)
        if self.name != "all":
            found["max_samples"] = _QUICK if self.quick else _FULL_SEVERAL if self.several else _FULL
        if self.quick:
            found["brief"] = True
        return found


def problems_of(
    data: Dataset | Problem,
    kernel: Any,
    kernel_params: Mapping[str, Any] | None,
    bandwidths: Sequence[float],
) -> dict[str, Problem]:
    """The problem of each member of a family of kernels, by its name; of a single kernel at every multiple of its
    bandwidth, or under the name "" where it has none."""
    if isinstance(kernel, Mapping):
        if not kernel:
            raise ValueError("A family of kernels needs at least one, got none.")
        return {str(name): Problem.from_data(data, member, kernel_params) for name, member in kernel.items()}
    problem = Problem.from_data(data, kernel, kernel_params)
    param = problem.scale_param
    if param is None or len(bandwidths) < 2:
        return {"": problem if param is None else problem.with_bandwidth(bandwidths[0])}
    return {f"{param.name} × {factor:g}": problem.with_bandwidth(factor) for factor in bandwidths}


def of_part(problem: Problem, part: np.ndarray) -> Problem:
    """The same on some rows of a table; a graph, a matrix and a kernel over indices stay whole."""
    if not problem.is_table or takes_indices(problem.kernel):
        return problem
    return replace(problem, data=problem.data.rows(part))


def labels_within(problem: Problem, part: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Labels, those outside a part of the samples forgotten, where the problem still has them."""
    labels = problem.labels
    if len(part) in (len(known), len(labels)):
        return labels
    return np.where(np.isin(np.arange(len(labels)), part), labels.astype(str), "")


def usable(
    problems: Mapping[str, Problem], train: np.ndarray, family: bool
) -> tuple[dict[str, Problem], dict[str, str], list[str]]:
    """The members of a family that tell something, why the others do not, and why one of them has no direction.

    A kernel that is alone is kept, whatever it is: what is wrong with it is the answer.
    """
    kept: dict[str, tuple[Problem, str]] = {}
    left_out: dict[str, str] = {}
    useless: dict[str, tuple[Problem, str]] = {}
    for name, problem in problems.items():
        try:
            found = problem, problem.no_direction(train)
        except _CANNOT as error:
            if not family:
                raise
            left_out[name] = str(error).rstrip(".")
            continue
        if family and found[1] in DEGENERATE.values():
            useless[name] = found
        else:
            kept[name] = found
    if not (kept or useless):
        raise DataError("no kernel can be used on these data", remedy=f"{next(iter(left_out.values()))}.")
    used = kept or useless
    left_out |= {name: why for name, (_, why) in useless.items() if name not in used}
    return {name: one for name, (one, _) in used.items()}, left_out, [why for _, why in used.values()]


def splits_of(
    labels: np.ndarray,
    folds: int,
    repeats: int,
    n_splits: int | None,
    train_size: float | None,
    seed: int,
) -> list[tuple[Split, int]]:
    """Training and test parts, each with a seed of directions."""
    if n_splits is None and train_size is None:
        seeds = draw_seeds(seed, repeats * (folds + 1))
        found = [
            split for each in seeds[:repeats] for split in cross_splits(labels, folds, random_state=each)
        ]
        return list(
            zip(found, seeds[repeats:], strict=False)
        )  # fewer folds where no class has a member for each
    n = 5 if n_splits is None else n_splits
    seeds = draw_seeds(seed, 2 * n)
    share = 0.6 if train_size is None else train_size
    drawn = [holdout_split(labels, train_size=share, random_state=each) for each in seeds[:n]]
    return list(zip(drawn, seeds[n:], strict=True))


def check_terms(
    folds: int,
    repeats: int,
    n_splits: int | None,
    train_size: float | None,
    inner_folds: int | None,
    metric: str,
) -> None:
    """Raise a ValueError for numbers out of their range, or an unknown metric."""
    if min(folds, n_splits or 2, inner_folds or 2) < 2 or n_splits == 0 or inner_folds == 0 or repeats < 1:
        raise ValueError(
            f"folds, n_splits and inner_folds must be at least 2 and repeats at least 1, got {folds}, {n_splits}, "
            f"{inner_folds} and {repeats}: an interval needs two splits, tuning two folds."
        )
    if train_size is not None and not 0 < train_size < 1:
        raise ValueError(
            f"train_size must lie between 0 and 1, got {train_size}: scores need held-out samples."
        )
    if metric not in METRICS:
        raise ValueError(f"metric must be one of {', '.join(map(repr, METRICS))}, got {metric!r}.")


def chosen_methods(names: Sequence[str] | None, problem: Problem, family: bool, brief: bool) -> list[Method]:
    """The chosen methods in the order of ``METHODS``, AsK-LS always among them."""
    unknown = set(names or ()) - set(METHODS)
    if unknown:
        raise ValueError(f"Unknown methods {sorted(unknown)}; known are {', '.join(METHODS)}.")
    for name in names or ():
        missing = METHODS[name].unmet_need(problem, family=family)
        if missing:
            raise ValueError(f"{name} needs {missing}; leave it out.")
    large = problem.is_graph and problem.shape[0] > EMBEDDED
    usual = [
        name
        for name, method in METHODS.items()
        if not brief or not (method.slow or (large and method.embedded))
    ]
    wanted = {*(usual if names is None else names), "askls"}
    chosen = [m for m in METHODS.values() if m.name in wanted and not m.unmet_need(problem, family=family)]
    return [replace(m, own=m.own[::2]) for m in chosen] if brief else chosen
