r"""Table I of He et al. 2022: images as mixtures of Gaussians, compared by their KL divergence.

Papers floor. Corel's photographs cannot be shipped: the protocol runs on made-up textures, and on any bags of
vectors, as ``table("askls-I", data={"my images": read_images("photos.zip")})``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.svm import SVC

from askcore._random import draw_seeds
from askcore._validation import DataError
from askcore.datasets import BagData, load_sample
from askcore.experiments.bags import bag_kernel
from askcore.experiments.decisions.views import score
from askcore.experiments.methods import SVC_CAP
from askcore.experiments.split import holdout_split
from askcore.experiments.tuning import TIE, choose
from askcore.kernels import KLMatrix
from askcore.papers.askls_tuning import Folds, Trained, train
from askcore.papers.engine.protocol import Protocol, Remark, Unit, Values
from askcore.papers.engine.published import ASKLS_PAPER
from askcore.papers.engine.remarks import CAPPED, Noted, listening
from askcore.papers.grids import gammas_of, nothing_trained
from askcore.solvers import decided_codes

__all__ = ["PROTOCOLS", "compute", "divergences"]


def _directed(D: np.ndarray, a: float) -> np.ndarray:
    """exp(-a KL(P_i || P_j))."""
    return np.exp(-a * D)


def _moreno(D: np.ndarray, a: float) -> np.ndarray:
    """exp(-a (KL(P_i || P_j) + KL(P_j || P_i))/2), the symmetric KL kernel of Moreno, Ho and Vasconcelos (2003).

    They have no 1/2; with it the same values of a suit this kernel and the asymmetric one.
    """
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


@dataclass(frozen=True, eq=False)
class _Parts:
    """One training and one test part: indices of bags, class numbers of the test bags, folds of the others."""

    fit: np.ndarray
    test: np.ndarray
    truth: np.ndarray
    folds: Folds


_kept: dict[tuple[Any, ...], KLMatrix] = {}


def divergences(data: BagData, seed: int, options: Mapping[str, Any]) -> KLMatrix:
    """The divergences between the mixtures of all bags; those asked for last are kept, for the next repeat.

    No label is read, so test bags are among them.
    """
    key = data.digest, seed, options["n_components"], options["n_draws"]
    if key not in _kept:
        run = bag_kernel(
            data,
            n_components=options["n_components"],
            n_draws=options["n_draws"],
            random_state=seed,
            n_threads=1,  # repeats run beside one another
        )
        _kept.clear()
        _kept[key] = run.run().kl
    return _kept[key]


def compute(data: BagData, unit: Unit, options: Mapping[str, Any]) -> Values:
    """Micro and macro F1 on the test bags of every method, at the a and the gamma or C that the folds prefer.

    Beside them, of an SVM, whether one of its fits met the cap.
    """
    if not isinstance(data, BagData):
        raise DataError(
            "This table is about bags of vectors", remedy="Give images, or a table with a bag per sample."
        )
    found: dict[str, dict[str, list[float]]] = {method: {} for method in unit.methods}
    for repeat in unit.repeats:
        parts = _divided(data, unit.seed, repeat, options)
        kl = divergences(data, unit.seed, options)
        for method in unit.methods:
            codes, beside = _decide(kl, parts, *METHODS[method], options)
            reached = score(parts.truth, codes)
            for metric, value in ({m: reached[m] for m in METRICS} | beside).items():
                found[method].setdefault(metric, []).append(value)
    return found


def _divided(data: BagData, seed: int, repeat: int, options: Mapping[str, Any]) -> _Parts:
    """``train_share`` of each class for training, drawn from ``np.random.SeedSequence([seed, repeat])``."""
    split_seed, fold_seed = draw_seeds([seed, repeat], 2)
    split = holdout_split(data.labels, train_size=options["train_share"], random_state=split_seed)
    assert data.labels is not None  # holdout_split has asked for them
    codes = np.unique(data.labels, return_inverse=True)[1]
    folds = Folds.of(codes[split.train], len(data.classes), options["folds"], fold_seed)
    return _Parts(split.train, split.test, codes[split.test], folds)


def _decide(
    kl: KLMatrix,
    parts: _Parts,
    kernel: Callable[[np.ndarray, float], np.ndarray],
    how: str,
    options: Mapping[str, Any],
) -> tuple[np.ndarray, dict[str, float]]:
    """Class numbers of the test bags, at the a that the folds prefer, and what is noted beside them.

    The smallest a in a tie, which is the smoothest.
    """
    scales = np.geomspace(options["a_from"], options["a_to"], options["a_values"])
    matrices = (kernel(kl.kl, float(scale) / kl.typical) for scale in scales)
    if how == "svm":
        return _by_svm(matrices, parts, gammas_of(options))
    best: Trained | None = None
    kept = np.empty((0, 0))
    for K in matrices:
        trained = train(K[np.ix_(parts.fit, parts.fit)], parts.folds, gammas_of(options))
        if trained is not None and (best is None or trained.score > best.score + TIE):
            best, kept = trained, K
    if best is None:
        raise nothing_trained()
    rows, columns = kept[np.ix_(parts.test, parts.fit)], kept[np.ix_(parts.fit, parts.test)]
    return best.decided(rows, columns, merge=how), {}


def _by_svm(matrices: Any, parts: _Parts, costs: Sequence[float]) -> tuple[np.ndarray, dict[str, float]]:
    """As ``_decide``, one SVM per class against the rest, with C for gamma.

    A candidate that meets the cap in the folds is scored as it stands; what is noted is the last fit.
    """
    folds, fit = parts.folds, np.arange(len(parts.fit))
    best, decided, noted = -1.0, np.empty(0), Noted()
    for matrix in matrices:
        K = matrix[np.ix_(parts.fit, parts.fit)]
        out = np.empty((len(costs), *folds.targets.shape))
        for held in folds.held:
            rest = np.setdiff1d(fit, held)
            for g, C in enumerate(costs):
                with listening():
                    out[g, held] = _svm(K[np.ix_(rest, rest)], K[np.ix_(held, rest)], folds.targets[rest], C)
        scores = folds.right(out)
        at = choose(scores.tolist())[0]
        if scores[at] > best + TIE:
            best = scores[at]
            with listening() as noted:
                decided = _svm(K, matrix[np.ix_(parts.test, parts.fit)], folds.targets, costs[at])
    return decided_codes(decided), {CAPPED: float(noted.capped)}


def _svm(K: np.ndarray, rows: np.ndarray, Y: np.ndarray, C: float) -> np.ndarray:
    """Decisions (n, k) for K(new, train) (n, m) of one SVM per column of Y; a constant column is its own decision."""
    f = np.empty((len(rows), Y.shape[1]))
    for j, y in enumerate(Y.T):
        if len(np.unique(y)) == 1:
            f[:, j] = y[0]
        else:
            f[:, j] = SVC(C=C, kernel="precomputed", max_iter=SVC_CAP).fit(K, y).decision_function(rows)
    return f


def _load(name: str, data_home: Any = None) -> BagData:
    """The textures, which ship with the package's repository."""
    return load_sample(name)


PROTOCOLS = (
    Protocol(
        key="askls-I",
        paper=ASKLS_PAPER,
        table="I",
        title="Images by the KL kernel",
        about="Micro and macro F1 of AsK-LS with exp(-a KL) between Gaussian mixtures of image patches, beside SVM "
        "and LS-SVM with the symmetric KL kernel.",
        datasets=("textures",),
        methods=tuple(METHODS)[:3],
        alike=tuple(METHODS)[3:],
        metrics=METRICS,
        remarks=(Remark(CAPPED, f"stopped by its cap of {SVC_CAP:,} steps"),),
        compute=compute,
        load=_load,
        options={
            "train_share": 0.9, "folds": 10, "n_components": 256, "n_draws": 1000, "a_from": 0.03, "a_to": 10.0,
            "a_values": 6, "gamma_from": 0.01, "gamma_to": 1e6, "gammas": 9,
        },
        groups=(tuple(METHODS),),
        steps=(
            ("data", "bags of vectors with a class each; of an image, the 64 cosine coefficients of its patches"),
            ("splits", "90 % of each class for training; ten random splits"),
            (
                "divergences",
                "a mixture of 256 Gaussians with diagonal covariances per bag, but at most one per five vectors; KL by "
                "1,000 draws from each, once for all bags and splits; no label is read",
            ),
            ("kernels", "AsK-LS exp(-a KL), SVM and LS-SVM exp(-a (KL + KL')/2)"),
            (
                "tuning",
                "ten folds of the training part, stratified: a of six values from 0.03 to 10 over the median "
                "divergence, gamma (C of SVM) of nine values from 0.01 to 1e6; in a tie the smaller",
            ),
            ("decision", "one class against the rest, the largest decision; AsK-LS by the mean of its two views"),
            ("metric", "micro and macro F1"),
            (
                "rows tuned alike",
                "same splits, folds and grids: AsK-LS with a regression per class on its views (stacked), LS-SVM and "
                "SVM on symmetrised matrices; K K^T runs over all bags",
            ),
        ),
        left_open=(
            "The number of draws is not printed; here 1,000.",
            "The grids of a and gamma are not printed, nor how folds are drawn.",
            "The printed deviations of SVM and LS-SVM are 0, as if all trials had one split; here each has its own.",
            "The authors' program damps the system where it is singular to working accuracy; here such a gamma is "
            "left out, and there is no damping.",
            "An SVM that has not ended after 10,000 steps is taken as it stands; reports and page say how often.",
            "A bag of few vectors gets fewer Gaussians: 16 for the textures with their 81 patches per image.",
        ),
        absent={
            "corel": "The Corel photographs are under copyright and cannot be shipped. Whoever has them gives them as "
            'data={"corel": read_images("photos.zip")}, a folder per class; textures, made up, stand in.'
        },
    ),
)  # fmt: skip
