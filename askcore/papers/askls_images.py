r"""Table I of He et al. 2022: images as mixtures of Gaussians, compared by their KL divergence.

Corel's photographs cannot be shipped: the protocol runs on made-up textures, and on any bags of
vectors, as ``table("askls-I", data={"my images": read_images("photos.zip")})``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.svm import SVC

from askcore._random import draw_seeds
from askcore._validation import DataError
from askcore.datasets import BagData, load_sample
from askcore.experiments.bags import bag_kernel
from askcore.experiments.candidates import Candidate, Grid, candidates
from askcore.experiments.evaluation import Folds, Outcome, SplitTask, inner_folds, tune, under_each_kernel
from askcore.experiments.problem import Problem
from askcore.experiments.scores import score
from askcore.experiments.split import holdout_split
from askcore.experiments.svm import CAPPED, SVC_CAP, silenced, was_capped
from askcore.kernels import PrecomputedKernel
from askcore.kernels.divergences import KLMatrix
from askcore.papers.engine.protocol import Unit, Values, read_protocols
from askcore.papers.fixed_matrix import FixedMatrix
from askcore.papers.table_parts import Memory, gammas_of
from askcore.solvers.labels import decided_codes


def _directed(D: np.ndarray, a: float) -> np.ndarray:
    """exp(-a KL(P_i || P_j))."""
    return np.exp(-a * D)


def _moreno(D: np.ndarray, a: float) -> np.ndarray:
    """exp(-a (D + D')/2), the symmetric KL kernel of Moreno et al. (2003), who have no 1/2: one grid of a for both."""
    return np.exp(-a * (D + D.T) / 2)


def _mean(D: np.ndarray, a: float) -> np.ndarray:
    K = _directed(D, a)
    return (K + K.T) / 2


def _read_alike(D: np.ndarray, a: float) -> np.ndarray:
    K = _directed(D, a)
    return K @ K.T


METRICS = ("micro_f1", "macro_f1")

# Method -> kernel over all bags, and how it is learned with.
METHODS: dict[str, tuple[Callable[[np.ndarray, float], np.ndarray], str]] = {
    "SVM": (_moreno, "svm"),
    "LS-SVM": (_moreno, "mean"),
    "AsK-LS": (_directed, "mean"),
    "AsK-LS stacked, tuned alike": (_directed, "stack"),
    "LS-SVM (K + Kᵀ)/2, tuned alike": (_mean, "mean"),
    "LS-SVM K Kᵀ, tuned alike": (_read_alike, "mean"),
    "SVM K Kᵀ, tuned alike": (_read_alike, "svm"),
}


_MEASURED: Memory[KLMatrix] = Memory(limit=1)


def divergences(data: BagData, seed: int, options: Mapping[str, Any]) -> KLMatrix:
    """The divergences between the mixtures of all bags, kept for the next repeat; no label is read."""
    key = data.digest, seed, options["n_components"], options["n_draws"]

    def made() -> KLMatrix:
        sizes = {name: options[name] for name in ("n_components", "n_draws")}
        return bag_kernel(data, **sizes, random_state=seed, n_threads=1).run().kl  # repeats run side by side

    return _MEASURED.get(key, made)


def compute(data: BagData, unit: Unit, options: Mapping[str, Any]) -> Values:
    """Micro and macro F1 on the test bags at the a and the gamma or C that the folds prefer; caps that were met."""
    if not isinstance(data, BagData):
        raise DataError(
            "This table is about bags of vectors", remedy="Give images, or a table with a bag per sample."
        )
    found: dict[str, dict[str, list[float]]] = {method: {} for method in unit.methods}
    for repeat in unit.repeats:
        task, truth, folds = _divided(data, unit.seed, repeat, options)
        kl = divergences(data, unit.seed, options)
        for method in unit.methods:
            outcome = _outcome(data, kl, task, folds, *METHODS[method], options)
            reached = score(truth, outcome.codes)
            for metric, value in ({m: reached[m] for m in METRICS} | dict(outcome.beside)).items():
                found[method].setdefault(metric, []).append(value)
    return found


def _divided(
    data: BagData, seed: int, repeat: int, options: Mapping[str, Any]
) -> tuple[SplitTask, np.ndarray, Folds]:
    """The task, ``train_share`` of each class for training; the class numbers of the test bags; the folds."""
    split_seed, fold_seed = draw_seeds([seed, repeat], 2)
    split = holdout_split(data.labels, train_size=options["train_share"], random_state=split_seed)
    assert data.labels is not None  # holdout_split has asked for them
    codes = np.unique(data.labels, return_inverse=True)[1]
    task = SplitTask(split.train, split.test, codes[split.train], len(data.classes))
    return task, codes[split.test], inner_folds(task.codes, options["folds"], fold_seed)


def _outcome(
    data: BagData,
    kl: KLMatrix,
    task: SplitTask,
    folds: Folds,
    kernel: Callable[[np.ndarray, float], np.ndarray],
    how: str,
    options: Mapping[str, Any],
) -> Outcome:
    """What becomes of the test bags at the a and the gamma or C that the folds prefer, the smallest in a tie."""
    scales = np.geomspace(options["a_from"], options["a_to"], options["a_values"])
    problems = {
        a: Problem.of(data, PrecomputedKernel(kernel(kl.kl, a / kl.typical))) for a in map(float, scales)
    }
    offered = candidates(Grid(tuple(gammas_of(options)), (0.0,)), kernels=list(problems))
    if how == "svm":
        return tune(task, offered, under_each_kernel(_svms, problems.__getitem__), folds, tie=0.0).outcome
    method = FixedMatrix(lambda a, fit: problems[a].bound(fit), merge=how, folds=folds)
    return tune(task, offered, method.decide, folds, across=method.across, tie=0.0).outcome


def _svms(problem: Problem, task: SplitTask, offered: Sequence[Candidate]) -> list[Outcome]:
    """One SVM per class against the rest, with gamma for C; a class that is all or none of the bags decides itself."""
    bound = problem.bound(task.fit)
    K, rows = bound.train(), bound.source(task.held)
    found = []
    for candidate in offered:
        f = np.empty((len(rows), task.targets.shape[1]))
        capped = False
        with silenced():
            for j, y in enumerate(task.targets.T):
                svm = SVC(C=candidate.gamma, kernel="precomputed", max_iter=SVC_CAP)
                if len(np.unique(y)) == 1:
                    f[:, j] = y[0]
                    continue
                f[:, j] = svm.fit(K, y).decision_function(rows)
                capped = capped or was_capped(svm)
        found.append(Outcome(decided_codes(f), {CAPPED: float(capped)}))
    return found


def _load(name: str, data_home: Any = None) -> BagData:
    """The textures, which ship with the package's repository."""
    return load_sample(name)


PROTOCOLS = read_protocols("askls.toml", {"askls-I": (compute, METHODS)}, _load)
