r"""Table I of He et al. 2022: images as mixtures of Gaussians, compared by their KL divergence.

Corel's photographs cannot be shipped: the protocol runs on made-up textures, and on any bags of
vectors, as ``table("askls-I", data={"my images": read_images("photos.zip")})``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from askcore._random import draw_seeds
from askcore._validation import DataError
from askcore.datasets import BagData, load_sample
from askcore.experiments.bags import bag_kernel
from askcore.experiments.candidates import Candidate, candidates
from askcore.experiments.evaluation import Folds, Outcome, SplitTask, inner_folds, tune, under_each_kernel
from askcore.experiments.problem import Problem
from askcore.experiments.scores import score
from askcore.experiments.split import class_codes, holdout_split
from askcore.experiments.svm import SVC_CAP
from askcore.kernels import PrecomputedKernel
from askcore.kernels.divergences import KLMatrix
from askcore.papers.engine.protocol import Options, Scores, Unit, per_repeat, read_protocols
from askcore.papers.fixed_matrix import FixedMatrix
from askcore.papers.table_parts import Memory, svm_codes, undamped


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


def divergences(data: BagData, seed: int, options: Options) -> KLMatrix:
    """The divergences between the mixtures of all bags, kept for the next repeat; no label is read."""
    key = data.digest, seed, options["n_components"], options["n_draws"]

    def made() -> KLMatrix:
        sizes = {name: options[name] for name in ("n_components", "n_draws")}
        return bag_kernel(data, **sizes, random_state=seed, n_threads=1).run().kl  # repeats run side by side

    return _MEASURED.get(key, made)


@per_repeat
def compute(data: BagData, unit: Unit, repeat: int, options: Options) -> Scores:
    """Micro and macro F1 on the test bags at the a and the gamma or C that the folds prefer; caps that were met."""
    if not isinstance(data, BagData):
        raise DataError(
            "This table is about bags of vectors", remedy="Give images, or a table with a bag per sample."
        )
    split_seed, fold_seed = draw_seeds([unit.seed, repeat], 2)
    split = holdout_split(data.labels, train_size=options["train_share"], random_state=split_seed)
    codes = class_codes(data.labels)[0]
    task = SplitTask(split.train, split.test, codes[split.train], len(data.classes))
    kl = divergences(data, unit.seed, options)
    for name in unit.methods:
        kernel, how = METHODS[name]
        problems = {
            float(a): Problem.of(data, PrecomputedKernel(kernel(kl.kl, a / kl.typical)))
            for a in np.geomspace(options["a_from"], options["a_to"], options["a_values"])
        }
        folds = inner_folds(task.codes, options["folds"], fold_seed)
        outcome = _outcome(problems, task, folds, how, candidates(undamped(options), kernels=list(problems)))
        reached = score(codes[split.test], outcome.codes)
        yield name, {metric: reached[metric] for metric in METRICS} | dict(outcome.beside)


def _outcome(
    problems: Mapping[float, Problem], task: SplitTask, folds: Folds, how: str, offered: Sequence[Candidate]
) -> Outcome:
    """What becomes of the test bags at the a and the gamma or C that the folds prefer, the smallest in a tie."""
    if how == "svm":
        return tune(task, offered, under_each_kernel(_svms, problems.__getitem__), folds, tie=0.0).outcome
    return FixedMatrix(lambda a, fit: problems[a].bound(fit), folds, how).tuned(task, offered)


def _svms(problem: Problem, task: SplitTask, offered: Sequence[Candidate]) -> list[Outcome]:
    """One SVM per class against the rest, with gamma for C."""
    bound = problem.bound(task.fit)
    K, rows = bound.train(), bound.source(task.held)
    return [svm_codes(K, task.codes, rows, each.gamma, "one-vs-rest", SVC_CAP) for each in offered]


def _load(name: str, data_home: object = None) -> BagData:
    """The textures, which ship with the package's repository."""
    return load_sample(name)


PROTOCOLS = read_protocols("askls.toml", {"askls-I": (compute, METHODS)}, _load)
