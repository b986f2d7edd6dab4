r"""Positive definite, indefinite, asymmetric: a kernel of each kind on the same data. Does breaking the rules pay?

Three runs of ``compare`` with the same splits, inner folds and candidates, AsK-LS alone in each: on a symmetric kernel,
definite or not, it is the LS-SVM (proposition 2 of He et al. 2022), so only the kernel differs. Each kind is a family
of kernels, and the inner folds of a split choose its member along with gamma and damping.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import pandas as pd

from askcore._format import format_points, interval
from askcore._validation import DataError
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.datasets.protocol import Dataset
from askcore.diagnostics import asymmetry, pseudo_euclidean
from askcore.experiments.choice import KernelChoice
from askcore.experiments.comparison.run import Comparison, compare
from askcore.experiments.comparison.verdict import score_difference
from askcore.experiments.evaluation import Grid
from askcore.experiments.judging import FOLDS
from askcore.experiments.problem import Problem, check_same_samples
from askcore.experiments.running.run import Run, Step
from askcore.kernels import GraphKernel, PrecomputedKernel
from askcore.solvers.kernel_matrices import as_dense

Indefinite = Literal["tl1", "tanh"]
KERNEL_KINDS = ("definite", "indefinite", "asymmetric")
TIMES = (0.5, 1.0, 2.0)  # of the usual value of a parameter with a scale
THREE_GRID = Grid((0.03, 3.0, 30.0, 1e3, 1e6), (0.0, 0.01), relative=True)
TRAIN_SIZE = 0.6
FAMILIES = {"rbf": "RBF", "tl1": "TL1", "tanh": "tanh", "sne": "SNE"}
CALLED = {"definite": "positive definite", "indefinite": "indefinite", "asymmetric": "asymmetric"}


@dataclass(frozen=True)
class KernelKind:
    """One kind: what its kernels are called, and its members by name, as ``compare`` takes them."""

    label: str
    members: Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class ThreeKinds:
    """The result of ``three_kinds``.

    ``table`` has one row per kind and split: kind, split, the metrics, inner_score, kernel (the member chosen),
    variant, gamma, damping, seconds. ``kinds`` has one row per kind: kind, label, mean and std of the accuracy over the
    splits, chosen (the member chosen most often), and of that member's matrix on the first training part: positive,
    negative, null (signature of the symmetric part), negative_share (of the sum of |eigenvalues|) and skew_ratio (0
    where symmetric). ``differences``: first, second, mean, low, high, p: first minus second in accuracy, corrected
    resampled t, 95%.
    """

    table: pd.DataFrame = field(repr=False)
    kinds: pd.DataFrame = field(repr=False)
    differences: pd.DataFrame = field(repr=False)
    verdict: str
    settings: Mapping[str, Any] = field(repr=False)


def default_kinds(
    data: Dataset, *, indefinite: Indefinite = "tl1", standardise: bool = True
) -> dict[str, KernelKind]:
    """A kernel of each kind for a data set.

    Tables: RBF; TL1 or tanh; SNE, with half, once and twice the value of their parameter that is usual for the training
    samples. Graphs and given matrices, S being the row-normalised adjacency or the matrix: S S^T, (S + S^T)/2 and S.
    """
    if indefinite not in ("tl1", "tanh"):
        raise ValueError(f"indefinite must be 'tl1' or 'tanh', got {indefinite!r}.")
    if isinstance(data, TableData):
        chosen = zip(KERNEL_KINDS, ("rbf", indefinite, "sne"), strict=True)
        return {kind: KernelKind(FAMILIES[name], _members(name, standardise)) for kind, name in chosen}
    if isinstance(data, GraphData):
        every = np.arange(data.n_nodes)
        S = GraphKernel(data.adjacency)(every, every)
    elif isinstance(data, MatrixData):
        check_same_samples(data)
        S = data.matrix
    else:
        raise DataError("bags have no kernel of their own", remedy="Give the kernels of each kind.")
    product = S @ S.T  # symmetric to the last digit below
    return {
        "definite": KernelKind("S Sᵀ", {"S Sᵀ": PrecomputedKernel((product + product.T) / 2)}),
        "indefinite": KernelKind("(S + Sᵀ)/2", {"(S + Sᵀ)/2": PrecomputedKernel((S + S.T) / 2)}),
        "asymmetric": KernelKind("S", {"S": PrecomputedKernel(S)}),
    }


def three_kinds(
    data: Dataset,
    *,
    indefinite: Indefinite = "tl1",
    standardise: bool = True,
    n_splits: int = 5,
    inner_folds: int = FOLDS,
    grid: Grid | None = None,
    random_state: int = 0,
) -> Run[ThreeKinds]:
    """Set up the experiment; ``.run(progress=None, cancel=None)`` runs it.

    Parameters
    ----------
    data : TableData, GraphData or a square MatrixData, labelled.
    indefinite : "tl1" or "tanh", the indefinite kernel for a table.
    standardise : scale the features of a table with the training samples of a split.
    n_splits, inner_folds : as in ``compare``.
    grid : by default ``THREE_GRID``, a third of the grid of ``compare``, because there are several kernels of each
        kind.
    random_state : as in ``compare``.

    Returns
    -------
    Run : ``.run()`` returns a ``ThreeKinds``.

    Raises
    ------
    ValueError : an argument is out of range.
    DataError : there are no labels, or there are more training samples than memory allows.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> brief = {"n_splits": 2, "inner_folds": 2, "grid": Grid((1.0, 100.0), (0.0,))}
    >>> found = three_kinds(load_sample("attention"), **brief).run()
    >>> found.kinds["kind"].tolist(), len(found.differences)
    (['definite', 'indefinite', 'asymmetric'], 3)
    """
    given = default_kinds(data, indefinite=indefinite, standardise=standardise)
    runs = {
        kind: compare(
            data,
            dict(given[kind].members),
            methods=["askls"],
            n_splits=n_splits,
            train_size=TRAIN_SIZE,
            inner_folds=inner_folds,
            metric="accuracy",
            null=False,
            grid=grid or THREE_GRID,
            random_state=random_state,
        )
        for kind in KERNEL_KINDS
    }
    settings = {
        "kernels": {
            kind: {"label": given[kind].label, "members": list(given[kind].members)} for kind in KERNEL_KINDS
        },
        "n_splits": n_splits,
        "train_size": TRAIN_SIZE,
        "inner_folds": inner_folds,
        "metric": "accuracy",
        "random_state": random_state,
        "of_one_matrix": not isinstance(data, TableData),
        "digest": data.digest,
    }

    def partial() -> pd.DataFrame | None:
        done = [(given[kind].label, run.partial) for kind, run in runs.items() if run.partial is not None]
        tables = [found.assign(method=label).rename(columns={"method": "kernel"}) for label, found in done]
        return pd.concat(tables, ignore_index=True) if tables else None

    return Run(_steps(data, given, runs, settings), settings, partial)


def _members(name: str, standardise: bool) -> dict[str, KernelChoice]:
    """A kernel at multiples of the value that is usual for the training samples; tanh with two offsets at each."""
    symbol = {"tl1": "ρ", "tanh": "c"}.get(name, "σ")
    offsets = {f", d = {d:g}": (("d", d),) for d in (0.0, -1.0)} if name == "tanh" else {"": ()}
    return {
        f"{symbol} {times:g} × usual{said}": KernelChoice(
            name, params, standardise=standardise, bandwidth=times
        )
        for said, params in offsets.items()
        for times in TIMES
    }


def _steps(
    data: Dataset,
    kinds: Mapping[str, KernelKind],
    runs: Mapping[str, Comparison],
    settings: Mapping[str, Any],
) -> Generator[Step, None, ThreeKinds]:
    before = 0
    tables: list[pd.DataFrame] = []
    for kind, run in runs.items():
        size = 1
        for at in run:
            size = at.total
            yield before + at.done, before + size * (len(KERNEL_KINDS) - len(tables)), kinds[kind].label
        before += size
        assert run.result is not None
        found = run.result.table.drop(columns=["method", "family", "capped"])
        found.insert(0, "kind", kind)
        tables.append(found)
    table = pd.concat(tables, ignore_index=True)
    first = runs[KERNEL_KINDS[0]].splits[0]
    differences = _differences(table, len(first.train), len(first.test))
    described = pd.DataFrame(
        [_described(data, kind, kinds[kind], table, first.train) for kind in KERNEL_KINDS]
    )
    return ThreeKinds(
        table,
        described,
        differences,
        _verdict(described, differences, of_one_matrix=settings["of_one_matrix"]),
        settings,
    )


def _differences(table: pd.DataFrame, n_train: int, n_test: int) -> pd.DataFrame:
    scores = table.pivot(index="split", columns="kind", values="accuracy")
    rows = []
    for second, first in itertools.combinations(KERNEL_KINDS, 2):
        gap = (scores[first] - scores[second]).to_numpy()
        rows.append({"first": first, "second": second, **vars(score_difference(gap, n_train, n_test))})
    return pd.DataFrame(rows)


def _described(
    data: Dataset, kind: str, given: KernelKind, table: pd.DataFrame, train: np.ndarray
) -> dict[str, Any]:
    rows = table[table["kind"] == kind]
    chosen = str(rows["kernel"].mode().iloc[0])
    K = as_dense(Problem.from_data(data, given.members[chosen]).bound(train).train())
    space = pseudo_euclidean((K + K.T) / 2)
    skew = asymmetry(K, limit=1).skew_ratio
    return {
        "kind": kind,
        "label": given.label,
        "mean": float(rows["accuracy"].mean()),
        "std": float(rows["accuracy"].std(ddof=1)),
        "chosen": chosen,
        "positive": space.signature[0],
        "negative": space.signature[1],
        "null": space.signature[2],
        "negative_share": abs(space.negative_share),
        "skew_ratio": skew if skew > 1e-10 else 0.0,
    }


def _verdict(kinds: pd.DataFrame, differences: pd.DataFrame, *, of_one_matrix: bool) -> str:
    """Compare the kernels in words: the numbers, other possible causes of a difference, and kernels that are not of
    the kind that they represent.
    """
    by = {row["kind"]: row for row in kinds.to_dict(orient="records")}
    rows = {(row["first"], row["second"]): row for row in differences.to_dict(orient="records")}
    said = []
    for kind in ("indefinite", "asymmetric"):
        row = rows[kind, "definite"]
        said.append(
            f"The {CALLED[kind]} kernel {by[kind]['label']} is {_compared(row)} the positive definite "
            f"{by['definite']['label']}: {format_points(row['mean'])} points of accuracy (95% "
            f"interval {interval(row['low'], row['high'])})."
        )
    row = rows["asymmetric", "indefinite"]
    said.append(
        f"{by['asymmetric']['label']} is {_compared(row)} {by['indefinite']['label']} "
        f"({format_points(row['mean'])} points)."
    )
    if of_one_matrix and by["asymmetric"]["skew_ratio"] > 0.0:
        said.append(
            "S and S Sᵀ use direction. (S + Sᵀ)/2 is indefinite, and it loses how S(u, v) and S(v, u) differ: either "
            "may be the cause of a difference."
        )
    if by["indefinite"]["negative"] == 0:
        said.append(
            f"{by['indefinite']['label']} has no negative eigenvalue here: it is not indefinite on these data."
        )
    if by["definite"]["negative"] > 0:
        said.append(f"{by['definite']['label']} has negative eigenvalues here: it is not positive definite.")
    if by["asymmetric"]["skew_ratio"] == 0.0:
        said.append(f"{by['asymmetric']['label']} is symmetric here.")
    return " ".join(said)


def _compared(row: Mapping[str, Any]) -> str:
    if row["low"] > 0:
        return "significantly better than"
    return "significantly worse than" if row["high"] < 0 else "not significantly different from"
