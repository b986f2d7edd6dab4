"""Tables 1 and 2 of Huang et al. 2017: LS-SVM with indefinite kernels, and kernel PCA before a linear SVM."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.datasets import TableData
from askcore.estimators import KernelPCA
from askcore.experiments.evaluation import Candidate, Outcome, Refitted, SplitTask, UnderKernels, judge, tune
from askcore.experiments.fitted import Blocks
from askcore.experiments.problem import Problem
from askcore.experiments.svm import svm_outcomes
from askcore.kernels import KERNELS, PrecomputedKernel
from askcore.papers.engine.protocol import Options, Scores, Unit, load_set, per_repeat, read_protocols
from askcore.papers.table_parts import Parts, Source, drawn_parts, numbers_of, on_kernels, undamped

Params = dict[str, Any]

READ = "ACGT"  # bases by their codes in the file, from 1; higher codes: an ambiguous base


def table_name(dataset: str) -> str:
    """The table behind a published name, which in table 2 ends in the share of components."""
    return dataset.split(" ratio ")[0]


def load_table(dataset: str, data_home: Any = None) -> Source:
    """The data of a published name; splice as the paper's size has it, two classes and no ambiguous bases."""
    name = table_name(dataset)
    found = load_set(name, data_home)
    return joined_splice(found) if name == "splice" else found


def joined_splice(table: TableData) -> TableData:
    """Splice with a junction of either kind against neither, without the 15 rows with a base that was not read."""
    if table.y is None or len(table.classes) != 3:
        return table
    labels, counts = np.unique(table.y, return_counts=True)
    neither = labels[counts.argmax()]
    read = table.X.max(axis=1) <= len(READ)
    y = np.where(np.asarray(table.y)[read] == neither, "neither", "junction")
    note = "The classes EI and IE are one; rows with an ambiguous base are left out."
    return TableData(table.X[read], y, table.feature_names, table.name, (*table.notes, note))


def divided(
    source: Source, seed: int, repeat: int, *, n_train: int | None = None, bases: str | None = None
) -> Parts:
    """The parts of one repeat, at most half for training; ``bases`` codes those of splice by their place in it."""
    if bases is not None and isinstance(source, TableData):
        places = np.array([bases.index(base) for base in READ], dtype=float)
        source = replace(source, X=places[source.X.astype(int) - 1])
    return drawn_parts(source, seed, repeat, lambda n: min(n_train or n, n // 2))


def tl1_at(shares: Sequence[float], n: int) -> list[Params]:
    """TL1 with rho at shares of n features."""
    return [{"rho": n * share} for share in shares]


def low_polynomials(n: int) -> list[Params]:
    """Eight polynomials of degree 1 to 5; at degree 1 c makes no difference."""
    left_out = ((1, 1.1), (5, 1.1))
    return [{"degree": d, "c": c} for d in (1, 2, 3, 4, 5) for c in (20.0, 1.1) if (d, c) not in left_out]


KERNEL_GRIDS: dict[str, Callable[[int], list[Params]]] = {
    "linear": lambda n: [{}],
    "rbf": lambda n: [{"sigma": float(np.sqrt(n) * s)} for s in (3.0, 1.6, 0.9, 0.5, 0.28, 0.16, 0.09, 0.05)],
    "polynomial": lambda n: [{"degree": degree, "c": c} for degree in (3, 4, 5, 7) for c in (20.0, 1.1)],
    "tanh": lambda n: [{"c": c / n, "d": d} for c in (1.0, 5.0, -1.0, -5.0) for d in (0.0, -1.0)],
    "tl1": partial(tl1_at, (1.0, 0.85, 0.7, 0.5, 0.35, 0.25, 0.15, 0.1)),
}
"""Kernel -> candidates for n features, the smoother first; eight of each kernel that has parameters."""

LSSVM: dict[str, tuple[str, Callable[[int], list[Params]]]] = {
    "LS-SVM RBF": ("rbf", KERNEL_GRIDS["rbf"]),
    "LS-SVM poly": ("polynomial", KERNEL_GRIDS["polynomial"]),
    "LS-SVM tanh": ("tanh", KERNEL_GRIDS["tanh"]),
    "LS-SVM TL1 rho=0.7n": ("tl1", partial(tl1_at, (0.7,))),
    "LS-SVM TL1": ("tl1", KERNEL_GRIDS["tl1"]),
    "LS-SVM poly, tuned alike": ("polynomial", low_polynomials),
}


@per_repeat
def lssvm(data: Source, unit: Unit, repeat: int, options: Options) -> Scores:
    """Test accuracy of every method of a unit at the kernel's parameters and gamma that the folds choose."""
    part = _part(data, unit, repeat, options)
    for name in unit.methods:
        kernel, members = LSSVM[name]
        if name == "LS-SVM TL1" and "tl1_shares" in options:
            members = partial(tl1_at, numbers_of(options["tl1_shares"]))
        folds = part.folds(options["folds"])
        offered = undamped(options, [tuple(params.items()) for params in members(part.X.shape[1])])
        fitted = on_kernels(partial(_scaled, part, kernel), part.task, folds)
        yield name, {"accuracy": part.accuracy(tune(part.codes, offered, fitted, folds, tie=0.0).outcome)}


def _part(data: Source, unit: Unit, repeat: int, options: Options) -> Parts:
    n_train = options["splice_training"] if table_name(unit.dataset) == "splice" else None
    return divided(data, unit.seed, repeat, n_train=n_train, bases=options.get("bases"))


def _scaled(part: Parts, kernel: str, params: tuple[Any, ...], task: SplitTask) -> Blocks:
    """A kernel over its largest entry between training samples: one range of gamma suits all."""
    bound = Problem.from_data(part.table, kernel, dict(params)).bound(task.fit)
    K = bound.train()
    K = (K + K.T) / 2  # symmetric but for rounding
    scale = float(np.abs(K).max()) or 1.0
    return Blocks(K / scale, np.asarray(bound.source(task.held) / scale))


KPCA: dict[str, tuple[str, Callable[[int], list[Params]]]] = {
    "kPCA linear + linear SVM": ("linear", KERNEL_GRIDS["linear"]),
    "kPCA RBF + linear SVM": ("rbf", KERNEL_GRIDS["rbf"]),
    "kPCA poly + linear SVM": ("polynomial", low_polynomials),
    "kPCA tanh + linear SVM": ("tanh", KERNEL_GRIDS["tanh"]),
    "kPCA TL1 + linear SVM": ("tl1", KERNEL_GRIDS["tl1"]),
}


@per_repeat
def kernel_pca(data: Source, unit: Unit, repeat: int, options: Options) -> Scores:
    """Test accuracy of a linear SVM on as many components as the data set's name says; whether a cap was met."""
    share, part = ratio_of(unit.dataset), _part(data, unit, repeat, options)
    for name in unit.methods:
        found = _kpca_outcome(part, *KPCA[name], share, options)
        yield name, {"accuracy": part.accuracy(found), **found.beside}


def ratio_of(dataset: str) -> float:
    """The share of components in a published name, "sonar ratio 30%"."""
    said = re.search(r" ratio (\d+)%$", dataset)
    if said is None:
        raise DataError(
            f"The name {dataset!r} does not say how many components to keep",
            remedy="Let it end in ' ratio 10%' or another share of the number of features.",
        )
    return int(said[1]) / 100


def _kpca_outcome(
    part: Parts, kernel: str, members: Callable[[int], list[Params]], share: float, options: Options
) -> Outcome:
    """Decide the test samples; folds choose the kernel's parameters at ``first_cost``, then the cost."""
    n, folds = part.X.shape[1], part.folds(options["folds"])
    r = min(max(1, round(share * n)), min(len(fit) for fit, _ in folds) - 1)
    offered = members(n)

    @cache
    def matrix(at: int) -> PrecomputedKernel:
        K = KERNELS[kernel](part.X, part.X, **offered[at])
        return PrecomputedKernel((K + K.T) / 2)

    def svms(Z: np.ndarray, Z_held: np.ndarray, task: SplitTask, costs: Sequence[float]) -> list[Outcome]:
        return svm_outcomes(Z, Z_held, task, costs, kernel="linear", max_iter=options["svc_steps"])

    def decide(of: PrecomputedKernel, task: SplitTask, some: Sequence[Candidate]) -> list[Outcome]:
        Z = _components(of, {}, r, task.fit, task.held)  # of all would favour narrow kernels
        return svms(*Z, task, [each.gamma for each in some])

    def best(some: list[Candidate]) -> Candidate:
        fitted = UnderKernels(lambda at: Refitted(partial(decide, matrix(at)), part.task))
        found: Candidate = judge(part.codes, some, fitted, folds, tie=0.0).best
        return found

    first: Any = 0
    if len(offered) > 1:
        first = best([Candidate(gamma=options["first_cost"], kernel=i) for i in range(len(offered))]).kernel
    cost = best([Candidate(gamma=cost, kernel=first) for cost in numbers_of(options["costs"])]).gamma
    Z = _components(kernel, offered[first], r, part.X, part.X_test)
    return svms(*Z, part.task, [cost])[0]


def _components(
    kernel: Any, params: Params, r: int, fit: np.ndarray, new: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """r components of training samples and of new ones, divided by the root mean square of the training samples'."""
    model = KernelPCA(kernel, r, kernel_params=params, random_state=0)
    Z = model.fit_transform(fit)
    size = float(np.sqrt((Z * Z).sum(axis=1).mean())) or 1.0
    return Z / size, model.transform(new) / size


PROTOCOLS = read_protocols("indefinite.toml", {"indefinite-1": lssvm, "indefinite-2": kernel_pca}, load_table)
