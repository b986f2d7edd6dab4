"""A method on the fitted samples of a task, ready for any candidate: least squares on a matrix, or on features.

Experiment floor. One decomposition serves every candidate, and what is left out.

Tuning leaves samples out in closed form, at the kernel matrix of all fitted samples: single samples, or folds, from the
decomposition that decides the held samples, too. Where K(x, z) depends on nothing but x and z (graphs, given matrices,
pointwise kernels at a fixed bandwidth) that is exactly what refits find. The regression on the views of all classes has
no closed form: in tuning the least squares discriminant of the same views stands for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
import scipy.sparse as sp

from askcore._lazy import made_once
from askcore.estimators._merging import learn_merger
from askcore.experiments.embeddings import Embedding
from askcore.experiments.joint import view_folds
from askcore.experiments.svm import silenced
from askcore.experiments.tuning import Candidate, Folds, Outcome, Task
from askcore.solvers import solve_askls, solve_lssvm
from askcore.solvers.labels import decided_codes
from askcore.solvers.linear import LinearPath
from askcore.solvers.lssvm import lssvm_factor
from askcore.solvers.magnitude import leading_singular_values
from askcore.solvers.path import DualPath
from askcore.solvers.systems.dual import AUTO_DAMPING

SPECTRAL_LIMIT = 1500  # training samples up to which a sparse K is decomposed too; past it, solved directly
FEW = 3  # candidates up to which one elimination each is cheaper than a decomposition
RIDGE = 1e-3  # of the discriminant on views of variance 1
RESONANCE = 1e-8  # of gamma: so near a resonance a candidate in units of the matrix is singular


class Fitted(Protocol):
    """A method on the fitted samples of a task, ready for any candidate under one kernel."""

    def decide(self, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        """Class codes of the held samples."""
        ...

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> list[Outcome | None]:
        """Class codes of the fitted samples, each by the model without its fold; None where it does not exist."""
        ...


class _Path(Protocol):
    """Solutions on one matrix at any gamma and damping, and which these are for a candidate."""

    def setting(self, candidate: Candidate, singular_values: np.ndarray) -> tuple[float, float]: ...

    def solve(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any, Any, Any]: ...

    def folds_out(self, Y: np.ndarray, gamma: float, damping: float, folds: Folds) -> tuple[Any, Any]: ...


class _Decomposed:
    """One decomposition for all candidates; a damping of 0 becomes 1 at a resonance, in the unit of the candidate."""

    def __init__(self, K: Any, *, symmetric: bool) -> None:
        self.path = lssvm_factor(K) if symmetric else DualPath(K)

    def setting(self, candidate: Candidate, singular_values: np.ndarray) -> tuple[float, float]:
        """gamma and damping of a candidate.

        Whether one in units of the matrix is singular is asked of K alone: the bordered system sets K against ones.
        """
        gamma, damping = candidate.on(singular_values)
        if damping > 0:
            return gamma, damping
        if not candidate.relative:
            return gamma, AUTO_DAMPING if self.path.resonant(gamma) else 0.0
        near = np.abs(gamma / self.path.resonances - 1.0) < RESONANCE
        return replace(candidate, damping=AUTO_DAMPING).on(singular_values) if near.any() else (gamma, 0.0)

    def solve(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any, Any, Any]:
        return self.path.solve(Y, gamma, damping)

    def folds_out(self, Y: np.ndarray, gamma: float, damping: float, folds: Folds) -> tuple[Any, Any]:
        held = [fold for _, fold in folds]
        f_s, f_t = self.path.folds_out_along(Y, [gamma], held, damping)
        return f_s[0], f_t[0]


class _Direct:
    """One solve for each candidate, sparse or by elimination."""

    def __init__(self, K: Any, *, symmetric: bool) -> None:
        self._K, self._solver = K, solve_lssvm if symmetric else solve_askls

    def setting(self, candidate: Candidate, singular_values: np.ndarray) -> tuple[float, float]:
        """gamma and damping of a candidate."""
        return candidate.on(singular_values)

    def solve(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any, Any, Any]:
        found = self._solve(Y, gamma, damping)
        return found.a, found.c, found.b_source, found.b_target

    def folds_out(self, Y: np.ndarray, gamma: float, damping: float, folds: Folds) -> tuple[Any, Any]:
        f_s, f_t = np.empty_like(Y), np.empty_like(Y)
        for fit, held in folds:
            found = self._solve(Y[fit], gamma, damping, self._K[fit][:, fit])
            f_s[held] = self._K[held][:, fit] @ found.c + found.b_source
            f_t[held] = self._K[fit][:, held].T @ found.a + found.b_target
        return f_s, f_t

    def _solve(self, Y: np.ndarray, gamma: float, damping: float, K: Any = None) -> Any:
        # A candidate's resonance is not the user's, and a poor candidate scores poorly.
        K = self._K if K is None else K
        return self._solver(K, Y, gamma=gamma, damping=damping if damping > 0 else "auto", quiet=True)


@dataclass(frozen=True, eq=False)
class Blocks:
    """What is read of a kernel: K(fit, fit), and K(held, fit) and K(fit, held)^T, which a symmetric kernel has once."""

    K: Any
    rows: Any
    cols: Any = None

    @property
    def symmetric(self) -> bool:
        """Whether the kernel is."""
        return self.cols is None


class OnMatrix:
    """AsK-LS, or on a symmetric kernel the LS-SVM, at any candidate; ``n_candidates`` None: ready for leaving out."""

    def __init__(self, blocks: Blocks, task: Task, n_candidates: int | None = None) -> None:
        self._blocks, self._task, self._n = blocks, task, n_candidates
        self._at: dict[tuple[float, float], tuple[np.ndarray, np.ndarray]] = {}

    @made_once
    def _path(self) -> _Path:
        K, n = self._blocks.K, self._n
        if n is not None and (n <= FEW or (sp.issparse(K) and K.shape[0] > SPECTRAL_LIMIT)):
            return _Direct(K, symmetric=self._blocks.symmetric)
        return _Decomposed(K, symmetric=self._blocks.symmetric)

    @made_once
    def _leading(self) -> np.ndarray:
        return leading_singular_values(self._blocks.K)

    def _setting(self, candidate: Candidate) -> tuple[float, float]:
        """gamma and damping of a candidate on this matrix."""
        return self._path.setting(candidate, self._leading if candidate.relative else np.empty(0))

    def _views(self, gamma: float, damping: float) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of the held samples, (n, k) each."""
        if (gamma, damping) not in self._at:
            blocks = self._blocks
            a, c, b_source, b_target = self._path.solve(self._task.targets, gamma, damping)
            f_s = blocks.rows @ c + b_source
            self._at[gamma, damping] = f_s, f_s if blocks.symmetric else blocks.cols @ a + b_target
        return self._at[gamma, damping]

    def decide(self, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        """As the protocol says."""
        found = []
        for candidate in candidates:
            at = self._setting(candidate)
            f_s, f_t = self._views(*at)
            joint = candidate.variant == "joint"
            decided = self._joint(at, f_s, f_t) if joint else outcome_of((f_s + f_t) / 2)
            found.append(None if decided is None else replace(decided, setting=at))
        return found

    def _joint(self, at: tuple[float, float], f_s: np.ndarray, f_t: np.ndarray) -> Outcome | None:
        """One multinomial regression, learned on views of the fitted samples that no label of their fold helped to
        make. Single samples left out would not do: at small gamma a view is the mean of the other labels, which tells
        the sample's own."""
        task = self._task
        if len(np.unique(task.codes)) < 2:
            return None
        out_s, out_t = self._path.folds_out(task.targets, *at, self._view_folds)
        if not all(np.isfinite(f).all() for f in (f_s, f_t, out_s, out_t)):
            return None
        with silenced():
            model = learn_merger(out_s, out_t, task.codes, task.n_classes, joint=True).models[0]
        return Outcome(model.predict(np.hstack([f_s, f_t])))

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> list[Outcome | None]:
        """As the protocol says; in place of the regression, which has no closed form, the least squares discriminant of
        the same views."""
        path, Y = self._path, self._task.targets
        assert isinstance(path, _Decomposed)
        merged: dict[tuple[float, float], np.ndarray] = {}
        settings = [
            self._setting(each) if each.relative or each.variant == "joint" else (each.gamma, each.damping)
            for each in candidates
        ]
        plain = [at for each, at in zip(candidates, settings, strict=True) if each.variant != "joint"]
        singles = all(len(held) == 1 for _, held in folds)
        for damping in dict.fromkeys(at[1] for at in plain):
            gammas = list(dict.fromkeys(gamma for gamma, lam in plain if lam == damping))
            if singles:
                f_s, f_t = path.path.leave_one_out_along(Y, gammas, damping)
            else:
                f_s, f_t = path.path.folds_out_along(Y, gammas, [held for _, held in folds], damping)
            merged |= {(gamma, damping): (f_s[g] + f_t[g]) / 2 for g, gamma in enumerate(gammas)}
        found = []
        for each, at in zip(candidates, settings, strict=True):
            if each.variant == "joint":
                views = path.folds_out(Y, *at, self._view_folds)
                found.append(
                    outcome_of(discriminated(np.hstack(views[: 1 if path.path.symmetric else 2]), Y))
                )
            else:
                found.append(outcome_of(merged[at]))
        return found

    @made_once
    def _view_folds(self) -> Folds:
        return view_folds(self._task.codes)


def discriminated(X: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Decisions (m, k) of a linear regression of targets Y (m, k) on views X (m, p), each sample left out of it.

    With H the hat matrix, y_i - f^(-i)(x_i) = (y_i - f(x_i)) / (1 - H_ii).
    """
    m = len(X)
    spread = X.std(axis=0)
    Z = (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    if not np.isfinite(Z).all():
        return np.full(Y.shape, np.nan)
    gram = Z.T @ Z + RIDGE * m * np.eye(Z.shape[1])
    solved = np.linalg.solve(gram, Z.T)
    leverage = 1.0 / m + np.einsum("ij,ji->i", Z, solved)
    residual = Y - Y.mean(axis=0) - Z @ (solved @ Y)
    return Y - residual / (1.0 - leverage)[:, None]


def outcome_of(f: np.ndarray) -> Outcome | None:
    """Class codes of decisions (n, k); None where one is not finite."""
    if not np.isfinite(f).all():
        return None
    return Outcome(decided_codes(f))


class Unusable:
    """A matrix that the method cannot take."""

    def decide(self, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        """None of them."""
        return [None] * len(candidates)

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> list[Outcome | None]:
        """None of them."""
        return [None] * len(candidates)


def scaled_features(features: np.ndarray, fit: np.ndarray) -> np.ndarray:
    """Features over one number: the root mean square distance of the fitted samples from their mean."""
    scale = float(np.sqrt(features[fit].var(axis=0).sum()))
    return features / scale if scale > 0 else features


class OnFeatures:
    """LS-SVM on the features of an embedding, of as many dimensions as the candidate says."""

    def __init__(self, embedding: Embedding, task: Task) -> None:
        self._embedding, self._task = embedding, task
        self._paths: dict[str, tuple[np.ndarray, LinearPath]] = {}

    def _path(self, variant: str) -> tuple[np.ndarray, LinearPath]:
        if variant not in self._paths:
            Z = scaled_features(self._embedding.features(int(variant.split()[1])), self._task.fit)
            self._paths[variant] = Z, LinearPath(Z[self._task.fit])
        return self._paths[variant]

    def decide(self, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        """As the protocol says."""
        found, task = [], self._task
        for candidate in candidates:
            Z, path = self._path(candidate.variant)
            at = candidate.on(path.spectrum)
            alpha, b = path.solve(task.targets, *at)
            decided = outcome_of(Z[task.held] @ (Z[task.fit].T @ alpha) + b)
            found.append(None if decided is None else replace(decided, setting=at))
        return found

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> list[Outcome | None]:
        """As the protocol says, for folds of single samples."""
        Y = self._task.targets
        found = []
        for each in candidates:
            _, path = self._path(each.variant)
            found.append(outcome_of(path.leave_one_out(Y, *each.on(path.spectrum))))
        return found
