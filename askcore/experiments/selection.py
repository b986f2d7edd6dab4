"""Choose the best candidate by decisions on samples that were left out, and say what its accuracy is worth.

The one module of experiments that estimators import: it takes arrays and nothing else. Whatever is chosen in this
package is chosen here: gamma and damping, bandwidths, ways to merge views, kernels, baselines.

The winner of many candidates looks better than it is, because luck helped to choose it: on labels at random by 12 to 17
points. So ``Selection.score`` is corrected by the bootstrap of Tsamardinos, Greasidou and Borboudakis (2018): samples
are drawn with replacement, the rule chooses by those drawn, and the chosen candidate is scored on those that were not
drawn; the mean over all draws is the score. It needs the decisions that are there already, and no further fit.

References
----------
I. Tsamardinos, E. Greasidou, G. Borboudakis: Bootstrapping the out-of-sample predictions for efficient and accurate
cross-validation, Machine Learning 107, 2018.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from askcore._lazy import cached_property
from askcore.solvers.gamma_units import by_decades, decades
from askcore.solvers.labels import decided_codes, merged_decision
from askcore.solvers.moments import Moments, fold_errors
from askcore.solvers.path import DualPath

GAMMAS = tuple(float(f"{g:.2g}") for g in np.geomspace(0.01, 10_000.0, 19))
DAMPINGS = (0.0, 1e-3, 1e-2, 0.1, 1.0, 10.0)
VIEWS = ("mean", "source", "target")
TIE = 0.25  # of a standard error of the best score: less is noise of the samples, not merit of a candidate
DRAWS = 200
LEFT_OUT = np.exp(-1.0)  # share of the samples that a draw with replacement leaves out
ROUNDING = 1e-12


class Gap(NamedTuple):
    """The best of some candidates minus the best of others, each chosen by the samples drawn, on those left out."""

    mean: float
    se: float

    def exceeds(self, deviations: float) -> bool:
        """Whether it is more than so many standard errors above zero."""
        return self.mean > max(deviations * self.se, 0.0)


@dataclass(frozen=True, eq=False)
class Selection:
    """Candidates judged on the same samples, and the one that was chosen.

    ``hits`` (c, n) say whether each candidate decides each sample rightly while this is left out; ``scores`` (c,), by
    default the accuracy, made the choice, NaN where a candidate cannot be used. ``errors`` (c, n) are squared, and
    decide among candidates that are equally good; else the earliest is chosen. ``sample_weight`` (n,) or None; ``tie``
    is in standard errors of the best score, up to which candidates count as equally good; ``random_state`` seeds the
    bootstrap.
    """

    candidates: Sequence[Any] = field(repr=False)
    hits: np.ndarray = field(repr=False)
    scores: np.ndarray = field(repr=False)
    errors: np.ndarray | None = field(default=None, repr=False)
    sample_weight: np.ndarray | None = field(default=None, repr=False)
    tie: float = TIE
    random_state: int = 0

    @cached_property
    def ranking(self) -> np.ndarray:
        """Places of the candidates that can be used, the chosen one first, all others by falling score."""
        usable = np.flatnonzero(np.isfinite(self.scores))
        order = usable[np.argsort(-self.scores[usable], kind="stable")]
        if not len(order):
            return order
        mean = None if self.errors is None else _means(self.errors, self.sample_weight)
        first = int(_chosen(self.scores[None], None if mean is None else mean[None], self.n, self.tie)[0])
        return np.concatenate([[first], order[order != first]])

    @property
    def best_index(self) -> int:
        """Place of the chosen candidate; -1 where none can be used."""
        return int(self.ranking[0]) if len(self.ranking) else -1

    @property
    def best(self) -> Any:
        """The chosen candidate; None where none can be used."""
        return self.candidates[self.best_index] if len(self.ranking) else None

    @property
    def n(self) -> float:
        """Samples left out; weighted, how many equal ones tell as much: (sum v)^2 / sum v^2."""
        v = self.sample_weight
        return float(self.hits.shape[1] if v is None else v.sum() ** 2 / (v @ v))

    @property
    def accuracy(self) -> float:
        """Of the chosen candidate on the samples that chose it: too good, see ``score``."""
        return float(_means(self.hits[self.best_index], self.sample_weight)) if len(self.ranking) else np.nan

    @property
    def score(self) -> float:
        """Accuracy of the chosen candidate, corrected for the choice; NaN without candidates, or without samples."""
        return float(np.nanmean(self._out_of_bag)) if len(self.ranking) and self.hits.size else np.nan

    def among(self, places: Sequence[int] | np.ndarray) -> Selection:
        """The same choice among some of the candidates."""
        kept = np.asarray(places, dtype=int)
        errors = None if self.errors is None else self.errors[kept]
        some = [self.candidates[i] for i in kept]
        return replace(self, candidates=some, hits=self.hits[kept], scores=self.scores[kept], errors=errors)

    def gap(self, first: Sequence[int] | np.ndarray, second: Sequence[int] | np.ndarray) -> Gap:
        """Lead of the best of the ``first`` places over the best of the ``second``, corrected for both choices."""
        difference = self.among(first)._out_of_bag - self.among(second)._out_of_bag
        return Gap(float(np.nanmean(difference)), float(np.sqrt(LEFT_OUT) * np.nanstd(difference)))

    @cached_property
    def _out_of_bag(self) -> np.ndarray:
        """(DRAWS,) accuracy of what each draw chooses, on the samples that it leaves out; NaN where it leaves none."""
        c, n = self.hits.shape
        if not np.isfinite(self.scores).any():
            return np.full(DRAWS, np.nan)
        counts = np.random.default_rng(self.random_state).multinomial(n, np.full(n, 1 / n), size=DRAWS)
        v = np.ones(n) if self.sample_weight is None else self.sample_weight
        drawn = (counts * v).astype(np.float32)
        mass = drawn.sum(axis=1, keepdims=True)
        hits = self.hits.astype(np.float32)
        scores = np.where(np.isfinite(self.scores), drawn @ hits.T / mass, np.nan)
        errors = None if self.errors is None else drawn @ np.nan_to_num(self.errors, posinf=1e30).T / mass
        chosen = _chosen(scores, errors, self.n, self.tie) if c > 1 else np.zeros(DRAWS, dtype=int)
        rest = (counts == 0) * v
        with np.errstate(invalid="ignore"):
            found: np.ndarray = (rest * hits[chosen]).sum(axis=1) / rest.sum(axis=1)
        return found


def select(
    candidates: Sequence[Any],
    decided: Sequence[np.ndarray | None],
    truth: np.ndarray,
    *,
    scores: np.ndarray | None = None,
    tie: float = TIE,
) -> Selection:
    """Choose among candidates (c,) by the class codes (n,) that they decide for samples that were left out.

    Of those whose score is within ``tie`` standard errors of the best, the earliest is chosen: put the more regularised
    and the simpler first. ``decided`` has None where a candidate cannot be used; ``scores`` (c,) choose by another
    score than the accuracy, NaN where a candidate cannot be used.
    """
    hits = np.zeros((len(decided), len(truth)), dtype=bool)
    for row, codes in zip(hits, decided, strict=True):
        if codes is not None:
            row[:] = codes == truth
    if scores is None:
        usable = np.array([codes is not None for codes in decided], dtype=bool)
        scores = np.where(usable, hits.mean(axis=1), np.nan)
    return Selection([*candidates], hits, np.asarray(scores, dtype=float), tie=tie)


def joined(selections: Sequence[Selection]) -> Selection:
    """The choice among all candidates of several selections on the same samples, in their order."""
    first = selections[0]
    return replace(
        first,
        candidates=[each for one in selections for each in one.candidates],
        hits=np.concatenate([one.hits for one in selections]),
        scores=np.concatenate([one.scores for one in selections]),
        errors=None if first.errors is None else np.concatenate([one.errors for one in selections]),
    )


def select_by_loo(
    path: DualPath,
    codes: np.ndarray,
    Y: np.ndarray,
    *,
    damping: Any = "auto",
    view: str = "mean",
    sample_weight: np.ndarray | None = None,
    gammas: Sequence[float] | None = None,
) -> Selection:
    """gamma and damping of AsK-LS chosen together by exact leave-one-out, from one decomposition (``path``).

    Together, because damping is a regulariser of its own: on graphs where class k links to class k + 1 every undamped
    gamma can be wrong. Of pairs that are equally good the one with the smallest squared error is taken.

    ``codes`` (m,) and ``Y`` (m, k) of -1 and +1 are the classes. A number as ``damping`` is kept; "auto" offers
    ``DAMPINGS``. These and ``GAMMAS`` are moved by powers of ten where the matrix is far larger or smaller than usual;
    ``gammas`` are taken as they are. The accuracy of ``view``, "mean", "source" or "target", counts, with the weights
    ``sample_weight`` (m,) of the path.
    """
    if view not in VIEWS:
        raise ValueError(f"view must be 'mean', 'source' or 'target', got {view!r}.")
    shift = decades(path.singular_values) if gammas is None else 0
    offered = by_decades(GAMMAS, -shift) if gammas is None else tuple(gammas)
    dampings = by_decades(DAMPINGS, 2 * shift) if damping == "auto" else (float(damping),)
    pairs, hits, errors = [], [], []
    for lam in dampings:
        f_s, f_t = path.leave_one_out_along(Y, offered, lam)
        merged = merged_decision(f_s, f_t, view)
        finite = np.isfinite(merged).all(axis=(1, 2))
        with np.errstate(over="ignore", invalid="ignore"):
            squares = ((merged - Y) ** 2).mean(axis=2)
        pairs += [(gamma, lam) for gamma in offered]
        hits.append((decided_codes(merged) == codes) & finite[:, None])
        errors.append(np.where(finite[:, None], squares, np.inf))
    every = np.concatenate(hits)
    scores = _means(every, sample_weight)
    return Selection(pairs, every, scores, np.concatenate(errors), sample_weight)


def select_by_folds(
    folds: Sequence[Moments | None],
    *,
    damping: Any = "auto",
    view: str = "mean",
    signs: np.ndarray | None = None,
    each: Callable[..., list[np.ndarray]] | None = None,
) -> Selection:
    """The pair of gamma and damping with the smallest squared error on folds of which only the sums are there.

    ``folds`` : sums of each fold (``solvers.fold_errors``); None for an empty one. ``signs`` are of a symmetric kernel;
    ``each`` calls function(shared, number) for numbers, perhaps elsewhere. Scores are the mean squared errors,
    negative.
    """
    filled = [fold for fold in folds if fold is not None and fold.mass > 0]
    if len(filled) < 2:
        raise ValueError("gamma='cv' needs at least two folds with a sample: give more samples, or a number.")
    dampings = DAMPINGS if damping == "auto" else (float(damping),)
    shared, numbers = (filled, dampings, signs, view), range(len(filled))
    found = [_of_fold(shared, k) for k in numbers] if each is None else each(_of_fold, shared, numbers)
    errors = np.sum(found, axis=0) / (sum(fold.mass for fold in filled) * len(filled[0].mean_y))
    pairs = [(gamma, lam) for lam in dampings for gamma in GAMMAS]
    return Selection(pairs, np.zeros((len(pairs), 0), dtype=bool), -errors.ravel(), tie=0.0)


def _of_fold(shared: Any, held_out: int) -> np.ndarray:
    folds, dampings, signs, view = shared
    return fold_errors(folds, held_out, GAMMAS, dampings, signs=signs, view=view)


def _means(values: np.ndarray, weight: np.ndarray | None) -> np.ndarray:
    with np.errstate(over="ignore", invalid="ignore"):
        return np.average(values, axis=-1, weights=weight)


def _chosen(scores: np.ndarray, errors: np.ndarray | None, n: float, tie: float) -> np.ndarray:
    """(r,) places of the choice of each row of scores (r, c): of those as good as the best the smallest error, or the
    first."""
    filled = np.where(np.isfinite(scores), scores, -np.inf)
    best = filled.max(axis=1, keepdims=True)
    spread = np.sqrt(np.maximum(best * (1 - best), 1 / n) / n) if tie > 0 else 0.0
    as_good = filled >= best - tie * spread - ROUNDING
    if errors is None:
        return as_good.argmax(axis=1)
    return np.where(
        as_good & np.isfinite(errors), errors, np.where(as_good, np.finfo(float).max, np.inf)
    ).argmin(axis=1)
