"""A method on the fitted samples of a task, ready for any candidate: least squares on a matrix, or on features.

One decomposition serves every candidate, and what is left out.

Folds are left out in closed form, at the kernel matrix of all fitted samples, from the decomposition that decides the
held samples, too. Where K(x, z) depends on nothing but x and z (graphs, given matrices, pointwise kernels at a fixed
bandwidth) that is exactly what refits find.

Rules of merging two views are learned and judged by views of models without a part of the samples. A model without
sample i leans away from the class of i, and a regression on views of single samples left out reads that: at small
gamma, where a view is hardly more than the mean of the other labels, it learns to name the other classes. Without a
tenth, stratified, no class is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._lazy import cached_property
from askcore._validation import filled, is_symmetric
from askcore.estimators._merging import Merger, learn_merger
from askcore.experiments.direction import Embedding
from askcore.experiments.evaluation import Candidate, Folds, Outcome, SplitTask, inner_folds
from askcore.experiments.svm import silenced
from askcore.solvers import solve_askls, solve_lssvm
from askcore.solvers.gamma_units import leading_singular_values
from askcore.solvers.labels import decided_codes, merged_decision
from askcore.solvers.path import DualPath, linear_path, symmetric_path
from askcore.solvers.systems.dual import AUTO_DAMPING

DENSE_BLOCK = 0.25  # share of stored entries past which a sparse block is made dense
SPECTRAL_LIMIT = 600  # training samples up to which a sparse K is decomposed, too; past it, solved directly
ROUGH, SOLVED = 1e-4, 1e-8  # relative residual of a solution that is ranked, and of one that decides
FEW = 3  # candidates up to which one elimination each is cheaper than a decomposition
RESONANCE = 1e-8  # of gamma: so near a resonance a candidate in units of the matrix is singular


class _Decomposed:
    """One decomposition for all candidates; a damping of 0 becomes 1 at a resonance, in the unit of the candidate."""

    def __init__(self, path: DualPath) -> None:
        self.path = path

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

    def folds_out(
        self, Y: np.ndarray, gammas: Sequence[float], damping: float, folds: Folds
    ) -> tuple[np.ndarray, np.ndarray]:
        return self.path.folds_out_along(Y, gammas, [held for _, held in folds], damping)


@dataclass(frozen=True, eq=False)
class Blocks:
    """Blocks of a kernel matrix: K(fit, fit), and K(held, fit) and K(fit, held)^T, which are one for a symmetric
    kernel.

    ``large`` : whether a candidate is solved by itself, where a decomposition would serve all.
    """

    K: Any
    rows: Any
    cols: Any = None
    large: bool = False

    @classmethod
    def from_matrices(cls, K: Any, rows: Any, cols: Any = None) -> Blocks:
        """Sparse blocks stay sparse where most of their entries are zero."""
        large = bool(sp.issparse(K) and K.shape[0] > SPECTRAL_LIMIT)
        K, rows, cols = (
            M.toarray() if sp.issparse(M) and filled(M) > DENSE_BLOCK else M for M in (K, rows, cols)
        )
        return cls(K, rows, cols, large)

    @property
    def symmetric(self) -> bool:
        """Whether the kernel is."""
        return self.cols is None


class _Direct:
    """One solve for each candidate, sparse or by elimination."""

    def __init__(self, blocks: Blocks) -> None:
        self._K, self._large = blocks.K, blocks.large
        self._solver = solve_lssvm if blocks.symmetric else solve_askls

    def setting(self, candidate: Candidate, singular_values: np.ndarray) -> tuple[float, float]:
        """gamma and damping of a candidate."""
        return candidate.on(singular_values)

    def solve(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any, Any, Any]:
        found = self._solve(Y, gamma, damping, self._K)
        return found.a, found.c, found.b_source, found.b_target

    def folds_out(
        self, Y: np.ndarray, gammas: Sequence[float], damping: float, folds: Folds
    ) -> tuple[np.ndarray, np.ndarray]:
        f_s, f_t = np.full((2, len(gammas), *Y.shape), np.nan)
        for fit, held in folds:
            K, rows, columns = self._K[fit][:, fit], self._K[held][:, fit], self._K[fit][:, held].T
            for g, gamma in enumerate(gammas):
                found = self._solve(Y[fit], gamma, damping, K, tol=ROUGH)
                f_s[g, held] = rows @ found.c + found.b_source
                f_t[g, held] = columns @ found.a + found.b_target
        return f_s, f_t

    def _solve(self, Y: np.ndarray, gamma: float, damping: float, K: Any, tol: float = SOLVED) -> Any:
        # A candidate's resonance is not the user's, and a poor candidate scores poorly.
        damped = damping > 0
        solver = "iterative" if damped and self._large else "auto"
        given: Any = damping if damped else "auto"
        return self._solver(K, Y, gamma=gamma, damping=given, solver=solver, tol=tol, quiet=True)


class OnMatrix:
    """AsK-LS, or on a symmetric kernel the LS-SVM, at any candidate; ``path`` : the decomposition, if known."""

    def __init__(self, blocks: Blocks, task: SplitTask, path: DualPath | None = None) -> None:
        self.blocks, self._task, self._known = blocks, task, path
        self._way: _Decomposed | _Direct | None = None
        self._at: dict[tuple[float, float], tuple[np.ndarray, np.ndarray]] = {}

    @cached_property
    def symmetric(self) -> bool:
        """Whether K is, so that both views are one."""
        return self.blocks.symmetric or is_symmetric(self.blocks.K)

    def _path(self, few: Sequence[Candidate] | None = None) -> _Decomposed | _Direct:
        """The way to all solutions: the decomposition or, where first of all a ``few`` are decided, elimination.

        Whether a candidate in units of the matrix is singular is told by a decomposition alone; a rule that is learned
        asks for ten solutions more.
        """
        if self._way is None:
            blocks, direct = self.blocks, few is not None and len(few) <= FEW and self._known is None
            for each in few or ():
                direct &= not (each.variant in LEARNED or (each.relative and each.damping == 0))
            if direct or blocks.large:
                self._way = _Direct(blocks)
            else:
                make = symmetric_path if blocks.symmetric else DualPath
                self._way = _Decomposed(self._known or make(blocks.K))
        return self._way

    @cached_property
    def _leading(self) -> np.ndarray:
        return leading_singular_values(self.blocks.K)

    def _setting(self, candidate: Candidate) -> tuple[float, float]:
        return self._path().setting(candidate, self._leading if candidate.relative else np.empty(0))

    def _views(self, gamma: float, damping: float) -> tuple[np.ndarray, np.ndarray]:
        if (gamma, damping) not in self._at:
            blocks = self.blocks
            a, c, b_source, b_target = self._path().solve(self._task.targets, gamma, damping)
            f_s = blocks.rows @ c + b_source
            self._at[gamma, damping] = f_s, f_s if blocks.symmetric else blocks.cols @ a + b_target
        return self._at[gamma, damping]

    def decide(self, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        """Class codes of the held samples at each candidate."""
        self._path(candidates)
        found = []
        for candidate in candidates:
            at, rule = self._setting(candidate), candidate.variant
            f_s, f_t = self._views(*at)
            if rule in LEARNED:
                decided = self._learned(at, f_s, f_t, joint=rule == "joint")
            else:
                decided = outcome_of(merged(f_s, f_t, self._task.targets, rule), at)
            found.append(decided)
        return found

    def _learned(
        self, setting: tuple[float, float], f_s: np.ndarray, f_t: np.ndarray, *, joint: bool
    ) -> Outcome | None:
        """A rule that is learned on views of the fitted samples that no label of their fold helped to make."""
        task = self._task
        if len(np.unique(task.codes)) < 2:
            return None
        out_s, out_t = (
            view[0]
            for view in self._path().folds_out(task.targets, [setting[0]], setting[1], self._view_folds)
        )
        if not all(np.isfinite(f).all() for f in (f_s, f_t, out_s, out_t)):
            return None
        with silenced():
            merger = learn_merger(out_s, out_t, task.codes, task.n_classes, joint=joint)
            codes = merger.models[0].predict(np.hstack([f_s, f_t])) if joint else None
            codes = merger.probabilities(f_s, f_t).argmax(axis=1) if codes is None else codes
        return Outcome(codes, setting=setting)

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> list[Outcome | None]:
        """Class codes of the fitted samples, each by the model without its fold; None where that does not exist.

        Of rules that are learned see ``merging.merged``.
        """
        Y, some = self._task.targets, np.concatenate([held for _, held in folds])
        settings = [self._setting(each) for each in candidates]
        views: dict[tuple[float, float], tuple[np.ndarray, np.ndarray]] = {}
        for damping in dict.fromkeys(lam for _, lam in settings):
            gammas = list(dict.fromkeys(gamma for gamma, lam in settings if lam == damping))
            f_s, f_t = self._path().folds_out(Y, gammas, damping, folds)
            views |= {(gamma, damping): (f_s[g, some], f_t[g, some]) for g, gamma in enumerate(gammas)}
        found: list[Outcome | None] = []
        for each, at in zip(candidates, settings, strict=True):
            found.append(outcome_of(merged(*views[at], Y[some], each.variant), at, some, len(Y)))
        return found

    @cached_property
    def _view_folds(self) -> Folds:
        return view_folds(self._task.codes)


def outcome_of(
    f: np.ndarray, setting: tuple[float, float] | None, some: np.ndarray | None = None, m: int = 0
) -> Outcome | None:
    """Class codes of decisions (n, k), or of these as ``some`` of m samples; None where one is not finite."""
    if not np.isfinite(f).all():
        return None
    codes = decided_codes(f)
    if some is not None:
        codes = np.full(m, -1)
        codes[some] = decided_codes(f)
    return Outcome(codes, setting=setting)


def scaled_features(features: np.ndarray, fit: np.ndarray) -> np.ndarray:
    """Features over one number: the root mean square distance of the fitted samples from their mean."""
    scale = float(np.sqrt(features[fit].var(axis=0).sum()))
    return features / scale if scale > 0 else features


class OnFeatures:
    """LS-SVM on the features of an embedding, of as many dimensions as the candidate says."""

    def __init__(self, embedding: Embedding, task: SplitTask) -> None:
        self._embedding, self._task = embedding, task
        self._paths: dict[str, tuple[np.ndarray, DualPath]] = {}

    def _path(self, variant: str) -> tuple[np.ndarray, DualPath]:
        if variant not in self._paths:
            Z = scaled_features(self._embedding.features(int(variant.split()[1])), self._task.fit)
            self._paths[variant] = Z, linear_path(Z[self._task.fit])
        return self._paths[variant]

    def _features(self, variant: str) -> np.ndarray:
        return self._path(variant)[0][self._task.fit]

    def decide(self, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        """As ``OnMatrix.decide``."""
        found, task = [], self._task
        for candidate in candidates:
            Z, path = self._path(candidate.variant)
            at = candidate.on(path.singular_values)
            found.append(outcome_of(_linear(path, task.targets, Z[task.fit], Z[task.held], at), at))
        return found

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> list[Outcome | None]:
        """As ``OnMatrix.left_out``: an embedding reads no label, so the regressions alone are refitted."""
        task = self._task
        views = [np.full(task.targets.shape, np.nan) for _ in candidates]
        for fit, held in folds:
            variants = dict.fromkeys(each.variant for each in candidates)
            parts = {variant: linear_path(self._features(variant)[fit]) for variant in variants}
            for f, each in zip(views, candidates, strict=True):
                Z, whole = self._features(each.variant), self._path(each.variant)[1]
                f[held] = _linear(
                    parts[each.variant], task.targets[fit], Z[fit], Z[held], each.on(whole.singular_values)
                )
        some = np.concatenate([held for _, held in folds])
        return [outcome_of(f[some], None, some, len(f)) for f in views]


def _linear(
    path: DualPath, Y: np.ndarray, Z: np.ndarray, Z_held: np.ndarray, setting: tuple[float, float]
) -> np.ndarray:
    alpha, _, b, _ = path.solve(Y, *setting)
    found: np.ndarray = Z_held @ (Z.T @ alpha) + b
    return found


LEARNED = ("stack", "joint")  # rules of merging that are learned; the others are read off the views
VIEW_FOLDS = 10  # by which the views are left out that a regression learns from
RIDGE = 1e-3  # of the discriminant on views of variance 1


def view_folds(codes: np.ndarray) -> Folds:
    """The tenths without which the views are made that a regression learns from."""
    return inner_folds(codes, VIEW_FOLDS, 0)


def merger_by_tenths(
    path: DualPath, codes: np.ndarray, Y: np.ndarray, *, gamma: float, damping: float, joint: bool
) -> Merger:
    """Learn "stack" or "joint" from the views of each tenth of the samples by the model without it."""
    held = [held for _, held in view_folds(codes)]
    f_s, f_t = (view[0] for view in path.folds_out_along(Y, [gamma], held, damping))
    if not (np.isfinite(f_s).all() and np.isfinite(f_t).all()):
        raise np.linalg.LinAlgError(
            "The system without a tenth of the samples is singular: damping > 0 helps."
        )
    return learn_merger(f_s, f_t, codes, int(codes.max()) + 1, joint=joint)


def merged_by_tenths(
    path: DualPath, codes: np.ndarray, Y: np.ndarray, merge: str, gammas: Sequence[float], damping: float
) -> np.ndarray:
    """Decisions (G, m, k) of a learned rule along gamma, of samples that neither the views nor the rule have seen."""
    held = [held for _, held in view_folds(codes)]
    f_s, f_t = path.folds_out_along(Y, gammas, held, damping)
    return np.stack([merged(f_s[g], f_t[g], Y, merge) for g in range(len(f_s))])


def merged(f_s: np.ndarray, f_t: np.ndarray, Y: np.ndarray, merge: str) -> np.ndarray:
    """The merged decisions (m, k) of samples that were left out of both views.

    In place of a rule that is learned, which has no closed form, the least squares discriminant of the same views, each
    sample left out of it.
    """
    if merge == "joint":
        return discriminated(np.hstack([f_s, f_t]), Y)
    if merge == "stack":
        each = range(Y.shape[1])
        return np.hstack(
            [discriminated(np.stack([f_s[:, j], f_t[:, j]], axis=1), Y[:, j : j + 1]) for j in each]
        )
    return merged_decision(f_s, f_t, merge)


def discriminated(X: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Decisions (m, k) of a linear regression of targets Y (m, k) on views X (m, p), each sample left out of it.

    With H the hat matrix, y_i - f^(-i)(x_i) = (y_i - f(x_i)) / (1 - H_ii).
    """
    m = len(X)
    if not np.isfinite(X).all():
        return np.full(Y.shape, np.nan)
    spread = X.std(axis=0)
    Z = (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    gram = Z.T @ Z + RIDGE * m * np.eye(Z.shape[1])
    solved = np.linalg.solve(gram, Z.T)
    leverage = 1.0 / m + np.einsum("ij,ji->i", Z, solved)
    residual = Y - Y.mean(axis=0) - Z @ (solved @ Y)
    return Y - residual / (1.0 - leverage)[:, None]
