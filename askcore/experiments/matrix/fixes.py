r"""The same LS-SVM on the same split under five spectra: K as it is, and made positive semidefinite in four ways.

keep: K, of any signature. clip: negative eigenvalues become 0. flip: they become |lambda|. square: K^2. shift: all
eigenvalues are raised by |lambda_min|. Nothing is tuned: gamma and damping are those given, so that what differs is the
spectrum alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import numpy as np
from scipy import stats

from askcore._validation import read_only
from askcore.experiments.decisions.views import PATH_LIMIT
from askcore.experiments.judging import stratified
from askcore.experiments.problem import Problem
from askcore.experiments.split import Split
from askcore.kernels.binding import bind, symmetrized
from askcore.solvers.kernel_matrices import as_dense
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.path import symmetric_path
from askcore.solvers.spectrum_correction import SPECTRUM_CORRECTIONS, CorrectedKernel

LEVEL = 0.05  # of the sign test
ROUNDING = 1e-9  # a smaller change of K is none


@dataclass(frozen=True, eq=False)
class FixedSpectrum:
    """Decisions under one correction of the spectrum, compared with those of "keep".

    ``change`` is the norm of the change of K over the norm of K; ``differ`` test samples get another class than with
    "keep"; of those ``gained`` are right here and wrong with "keep", ``lost`` the reverse, and ``p`` is the two-sided
    sign test of the two, 1 where there is nothing to test. ``messages`` : warnings about the corrected kernel.
    """

    name: str
    predicted: np.ndarray = field(repr=False)
    accuracy: float
    change: float
    damping: float
    differ: int
    gained: int
    lost: int
    p: float
    messages: tuple[str, ...] = field(repr=False)


class FixOutcome(Enum):
    """Whether a correction of the spectrum helps."""

    NOTHING_TO_CORRECT = auto()
    NO_DECISION_CHANGES = auto()
    BETTER = auto()
    PERHAPS_BETTER = auto()
    NOT_BETTER = auto()


@dataclass(frozen=True, eq=False)
class PreparedFixes:
    """Five kernels, each decomposed, for every gamma and damping.

    ``truth`` (n,) labels of the test samples; ``targets`` (m, k) right sides; ``kernels``: for each of
    ``SPECTRUM_CORRECTIONS`` K~ (m, m), K~ of the test samples (n, m), and the decomposition; ``samples``: (training,
    test) samples there are, more than m and n where some were left out.
    """

    classes: np.ndarray
    truth: np.ndarray
    targets: np.ndarray
    kernels: tuple[tuple[np.ndarray, np.ndarray, Any], ...]
    samples: tuple[int, int]

    @property
    def used(self) -> tuple[int, int]:
        """(m, n) training and test samples in use."""
        return len(self.targets), len(self.truth)


def prepare_fixes(problem: Problem, split: Split, *, symmetrize: str | None = None) -> PreparedFixes:
    """Correct and decompose K(train, train) in each of the five ways. Large training sets are sampled by class.

    Parameters
    ----------
    problem : kernel, samples and labels.
    split : training and test samples.
    symmetrize : as in ``LSSVMClassifier``.

    Returns
    -------
    PreparedFixes

    Raises
    ------
    ValueError : K is asymmetric and ``symmetrize`` is None.
    """
    samples, labels = problem.scaled(split.train), problem.labels
    train, test = (places[stratified(labels[places], PATH_LIMIT)] for places in (split.train, split.test))
    if not split.held_out:
        test = train
    classes, codes = np.unique(labels[train], return_inverse=True)
    bound = symmetrized(bind(problem.kernel, problem.params_on(split.train), samples[train]), symmetrize)
    base = _Held(bound.train(), bound.source(samples[test]))
    kernels = []
    for name in SPECTRUM_CORRECTIONS:
        corrected = base if name == "keep" else CorrectedKernel(base, name, samples[train])
        K, K_test = (as_dense(part) for part in (corrected.train(), corrected.source(samples[test])))
        K = (K + K.T) / 2
        kernels.append((K, K_test, symmetric_path(K)))
    return PreparedFixes(
        classes,
        read_only(labels[test]),
        one_vs_rest(codes, len(classes)),
        tuple(kernels),
        (len(split.train), len(split.test)),
    )


@dataclass(frozen=True)
class _Held:
    """A symmetric kernel whose blocks, of training and of test samples, were made once for all five corrections."""

    K: Any
    K_test: Any

    def train(self) -> Any:
        return self.K

    def source(self, X: Any) -> Any:
        return self.K_test


def spectrum_fixes(
    prepared: PreparedFixes, *, gamma: float = 1.0, damping: float | str = "auto"
) -> tuple[FixedSpectrum, ...]:
    """Train an LS-SVM with each of ``SPECTRUM_CORRECTIONS`` for one gamma and damping, as ``LSSVMClassifier`` does.

    Parameters
    ----------
    prepared : the five corrected kernels with their decompositions.
    gamma : weight of the errors.
    damping : lambda, or "auto".

    Returns
    -------
    tuple of FixedSpectrum : in the order of ``SPECTRUM_CORRECTIONS``.

    Raises
    ------
    numpy.linalg.LinAlgError : damping is 0 and a system is singular.
    """
    truth, classes = prepared.truth, prepared.classes
    found: list[FixedSpectrum] = []
    size = float(np.linalg.norm(prepared.kernels[0][0]))
    for name, (K, K_test, path) in zip(SPECTRUM_CORRECTIONS, prepared.kernels, strict=True):
        nothing = f"Nothing is left of the kernel by {name}: its decision is constant."
        lam, _ = path.decide_damping(gamma, damping)
        alpha, _, b, _ = path.solve(prepared.targets, gamma, lam)
        f = K_test @ alpha + b
        predicted = classes[(f[:, 0] > 0).astype(int) if f.shape[1] == 1 else f.argmax(axis=1)]
        kept = found[0].predicted if found else predicted
        right, before = predicted == truth, kept == truth
        gained, lost = int((right & ~before).sum()), int((~right & before).sum())
        found.append(
            FixedSpectrum(
                name,
                read_only(predicted),
                float(right.mean()),
                float(np.linalg.norm(K - prepared.kernels[0][0])) / size if size > 0 else 0.0,
                lam,
                int((predicted != kept).sum()),
                gained,
                lost,
                float(stats.binomtest(gained, gained + lost).pvalue) if gained + lost else 1.0,
                () if K.any() or name == "keep" else (nothing,),
            )
        )
    return tuple(found)


def fix_outcome(done: Sequence[FixedSpectrum]) -> tuple[FixOutcome, FixedSpectrum]:
    """Whether one of the four corrections is better than "keep", the first of ``done``; and the best of the four."""
    keep, others = done[0], done[1:]
    best = max(others, key=lambda one: one.accuracy)
    if not any(one.change > ROUNDING for one in others if one.name != "square"):
        return FixOutcome.NOTHING_TO_CORRECT, best
    if not any(one.differ for one in others):
        return FixOutcome.NO_DECISION_CHANGES, best
    if best.accuracy <= keep.accuracy:
        return FixOutcome.NOT_BETTER, best
    return FixOutcome.BETTER if best.p < LEVEL else FixOutcome.PERHAPS_BETTER, best


def share_interval(share: np.ndarray, n: int) -> tuple[np.ndarray, np.ndarray]:
    """95% intervals (Wilson 1927) of shares (k,) of n samples."""
    found = [stats.binomtest(round(float(one) * n), n).proportion_ci(method="wilson") for one in share]
    return np.array([one.low for one in found]), np.array([one.high for one in found])
