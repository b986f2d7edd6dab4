"""AsK-LS and its symmetric rivals on one split, tuned alike: as many settings, the same samples, no test label.

Experiment floor. AsK-LS on K and LS-SVM on (K + K^T)/2, K K^T and K^T K each take the bandwidth (where the kernel has
one), gamma and damping that do best when training samples are left out; then each is fitted on all training samples and
decides the test samples once. A rule of merging that is learned is learned for each: what a regression finds in the
decisions of all classes is no merit of the kernel. Left out are

- single samples, exactly, from one decomposition per matrix, up to ``ONE_MATRIX`` training samples, and on a stratified
  sample of so many beyond; past ``SEVERAL`` so many choose the bandwidth, and all of these gamma and damping;
- a quarter at once, at a few damped settings that suit the size of each matrix and by products alone, for larger sparse
  kernels: a small part of a sparse graph would be another graph.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
import scipy.sparse as sp

from askcore._validation import is_symmetric, read_only
from askcore.estimators._tuning import LooChoice, best_choice, tune_on_path
from askcore.estimators._views import Coefficients, KernelViews
from askcore.experiments.decisions.contest import (
    HELD_DAMPINGS,
    HELD_SETTINGS,
    HELD_SHARE,
    LOO_GRID,
    RIVAL_NAMES,
    Contender,
    Contest,
    grid_of,
)
from askcore.experiments.decisions.views import (
    PATH_LIMIT,
    TOLERANCE,
    Prepared,
    Views,
    assemble,
    decide_views,
    merger_by_refits,
    path_views,
    prepare,
)
from askcore.experiments.joint import LEARNED, merged_by_tenths, merger_by_tenths, regressed, view_folds
from askcore.experiments.methods import ordinary_beside
from askcore.experiments.problem import Problem
from askcore.experiments.scores import score
from askcore.experiments.split import Split, holdout_split
from askcore.experiments.tuning import BANDWIDTHS, choose, inner_folds
from askcore.kernels.binding import BoundKernel, SymmetricKernel, symmetrized
from askcore.solvers import solve_askls, solve_lssvm
from askcore.solvers.labels import both_signs, decided_codes, one_vs_rest
from askcore.solvers.lssvm import lssvm_factor
from askcore.solvers.magnitude import by_decades, decades, largest_singular_value, leading_singular_values
from askcore.solvers.path import DualPath
from askcore.solvers.systems.dual import DualSolution

ROUGH = 1e-4  # relative error of a solution that is only to be ranked
ONE_MATRIX = 1000
SEVERAL = 400


def contest(
    problem: Problem,
    split: Split,
    *,
    prepared: Callable[[float], Prepared] | None = None,
    merge: str = "mean",
    known: Contest | None = None,
) -> Contest:
    """Tune AsK-LS and LS-SVM on each symmetrisation on the training part, alike, and decide the test part once.

    Parameters
    ----------
    problem : kernel, samples and labels; its bandwidth counts as the usual one.
    split : training and test samples.
    prepared : gives the problem with its bandwidth times a factor on this split, where such are at hand.
    merge : how AsK-LS merges its views, in tuning and in deciding. "stack" and "joint", which are learned, the rivals
        learn from their one decision; read off the views, a rule changes nothing for them.
    known : the contest of this problem on this split under another rule: its rivals are taken over, unless one of the
        rules is learned.

    Returns
    -------
    Contest

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> from askcore.experiments import KernelChoice, holdout_split
    >>> data = load_sample("cyclic_communities")
    >>> found = contest(Problem(data, KernelChoice("adjacency")), holdout_split(data.labels))
    >>> found.askls.accuracy > 0.9, found.rival("mean").accuracy < 0.5, found.ahead_of("mean")
    (True, True, True)
    """
    work = _Work(problem, split, prepared, merge, known)
    m = len(split.train)
    if m > ONE_MATRIX and sp.issparse(work.at(1.0).K):
        return _held_back(work)
    factors = BANDWIDTHS if problem.scale_param is not None else (1.0,)
    limit = SEVERAL if len(factors) > 1 else ONE_MATRIX
    chosen_on = stratified_part(problem.labels, split.train, limit)
    best, along = _left_out(work, chosen_on, factors, work.names)
    few = len(chosen_on) if m > limit < ONE_MATRIX else None
    if few is not None:  # the bandwidth is found: what follows it in one matrix each is chosen on more
        chosen_on = stratified_part(problem.labels, split.train, ONE_MATRIX)
        found, along = dict(best), {}
        for factor in dict.fromkeys(each.factor for each in found.values()):
            names = [name for name, each in found.items() if each.factor == factor]
            again, more = _left_out(work, chosen_on, (factor,), names)
            best, along = best | again, along | more
    return _decided(
        work,
        best,
        n_chosen_on=len(chosen_on),
        at_once=False,
        n_settings=len(factors) * len(grid_of(merge)),
        gammas=grid_of(merge, problem.decades).gammas,
        bandwidths=factors if len(factors) > 1 else (),
        along=along,
        n_bandwidth_on=few,
    )


def tuned_alone(problem: Problem, split: Split, merges: Sequence[str]) -> tuple[dict[str, _Chosen], int]:
    """The setting of AsK-LS in ``contest`` under several rules of merging, without rivals and test part."""
    work = _Work(problem, Split(split.train, split.train, False, ""), None)
    if len(split.train) > ONE_MATRIX:
        part = _a_quarter(work)
        gammas, dampings = _on_sliders(problem.decades)
        offered = [
            (gamma, damping)
            for gamma, damping in _held_settings(part.K, "askls", problem.decades)
            if gamma in gammas and damping in dampings
        ]
        return _best_held(part, part.K, None, offered, merges) if offered else {}, len(part.truth)
    factors = BANDWIDTHS if problem.scale_param is not None else (1.0,)
    found: dict[str, list[LooChoice]] = {merge: [] for merge in merges}
    for factor in factors:
        one = decomposed(problem.at(factor), split.train, work.at(factor))
        for merge, choices in found.items():
            choices.append(tune_merged(one.path, one.codes, one.Y, merge, problem.decades))
    best = {}
    for merge, choices in found.items():
        at = best_choice(choices)
        best[merge] = _Chosen(factors[at], choices[at].gamma, choices[at].damping, choices[at].score)
    return best, len(split.train)


class _Chosen(NamedTuple):
    """A setting, how well it did on samples left out, whether these were all, and a rival's decomposition of all."""

    factor: float
    gamma: float
    damping: float
    score: float
    whole: bool = False
    path: DualPath | None = None


class _Work:
    """A problem at several bandwidths on one split; each is prepared once."""

    def __init__(
        self,
        problem: Problem,
        split: Split,
        prepared: Callable[[float], Prepared] | None,
        merge: str = "mean",
        known: Contest | None = None,
    ) -> None:
        learned = merge in LEARNED or (known is not None and known.views.merge in LEARNED)
        self.problem, self.split, self.merge, self.known = problem, split, merge, None if learned else known
        self.names: tuple[str, ...] = ("askls", *(RIVAL_NAMES if self.known is None else ()))
        self.of_rivals = merge if merge in LEARNED else "mean"  # their two views are one
        self._make = prepared or (lambda factor: prepare(problem.at(factor), split))
        self._prepared: dict[float, Prepared] = {}

    def at(self, factor: float) -> Prepared:
        """The problem with its bandwidth times ``factor``, on the split."""
        if factor not in self._prepared:
            self._prepared[factor] = self._make(factor)
        return self._prepared[factor]


def stratified_part(labels: np.ndarray, train: np.ndarray, size: int) -> np.ndarray:
    """At most ``size`` of the training samples, stratified by class, ascending; all of them if there are no more."""
    if len(train) <= size:
        return train
    if len(np.unique(labels[train])) == len(train):  # no class has a share to take
        return train[np.linspace(0, len(train) - 1, size).astype(int)]
    return train[holdout_split(labels[train], train_size=size / len(train)).train]


class Part(NamedTuple):
    """Some training samples for leaving out: the kernel bound to them, decomposition, codes (m,) and targets (m, k)."""

    prepared: Prepared
    path: DualPath
    codes: np.ndarray
    Y: np.ndarray


def decomposed(problem: Problem, samples: np.ndarray, prepared: Prepared | None = None) -> Part:
    """Samples with the decomposition that leaving one out along ``LOO_GRID`` takes."""
    part = prepared or prepare(problem, Split(samples, samples, False, ""))
    return Part(part, DualPath(part.K, up_to=max(_on_sliders(problem.decades)[0])), part.codes, part.Y)


def tune_merged(path: DualPath, codes: np.ndarray, Y: np.ndarray, merge: str, shift: int = 0) -> LooChoice:
    """gamma and damping with which a rule of merging does best on samples left out."""
    grid = grid_of(merge, shift)
    if merge not in LEARNED:
        return tune_on_path(path, codes, Y, gammas=grid.gammas, dampings=grid.dampings, view=merge)
    views = np.stack([merged_by_tenths(path, codes, Y, merge, grid.gammas, lam) for lam in grid.dampings])
    finite = np.isfinite(views).all(axis=(2, 3))
    scores = np.where(finite, (decided_codes(views) == codes).mean(axis=2), 0.0)
    errors = np.where(finite, ((views - Y) ** 2).mean(axis=(2, 3)), np.inf)
    pairs = [
        LooChoice(gamma, lam, float(scores[i, j]), float(errors[i, j]), scores, len(codes))
        for i, lam in enumerate(grid.dampings)
        for j, gamma in enumerate(grid.gammas)
    ]
    return pairs[best_choice(pairs)]


def _left_out(
    work: _Work,
    samples: np.ndarray,
    factors: Sequence[float],
    names: Sequence[str] = ("askls", *RIVAL_NAMES),
) -> tuple[dict[str, _Chosen], dict[float, LooChoice]]:
    """Of each method the setting with the best exact leave-one-out accuracy on ``samples``; and all of what AsK-LS, if
    it is among them, got at each bandwidth."""
    paths: dict[str, list[DualPath]] = {name: [] for name in names}
    found: dict[str, list[LooChoice]] = {name: [] for name in names}
    whole = samples is work.split.train
    for factor in factors:
        problem = work.problem.at(factor)
        part = work.at(factor) if whole else prepare(problem, Split(samples, samples, False, ""))
        for name in names:
            if name == "askls":
                # Of all of them it decides the test samples, too.
                path = part.path if whole else decomposed(problem, samples, part).path
                choice = tune_merged(path, part.codes, part.Y, work.merge, work.problem.decades)
            else:
                K = symmetrized(part.bound, name).train()
                # The mean is as large as K, and of a symmetric K the same: tuned alike. Products are of another size.
                mean = name == "mean"
                shift = work.problem.decades if mean else decades(leading_singular_values(K))
                path = lssvm_factor(K)
                paths[name].append(path)
                choice = tune_merged(path, part.codes, part.Y, work.of_rivals, shift)
            found[name].append(choice)
    best: dict[str, _Chosen] = {}
    for name, choices in found.items():
        at = best_choice(choices)
        chosen = choices[at]
        kept = paths[name][at] if whole and name != "askls" else None
        best[name] = _Chosen(factors[at], chosen.gamma, chosen.damping, chosen.score, whole, kept)
    return best, dict(zip(factors, found["askls"], strict=True)) if "askls" in found else {}


def _a_quarter(work: _Work) -> Prepared:
    """A stratified quarter of the training samples, held back."""
    train = work.split.train
    fit, held = inner_folds(work.at(1.0).codes, HELD_SHARE, 0)[0]
    return prepare(work.problem, Split(train[fit], train[held], True, ""))


def _held_back(work: _Work) -> Contest:
    """A large sparse kernel: the setting that decides a stratified quarter of the training samples best."""
    part, best, offered = _a_quarter(work), {}, {}
    for name in work.names:
        symmetric = None if name == "askls" else symmetrized(part.bound, name)
        K, merge = (part.K, work.merge) if symmetric is None else (symmetric.train(), work.of_rivals)
        offered[name] = _held_settings(K, name, work.problem.decades)
        best[name] = _best_held(part, K, symmetric, offered[name], [merge])[merge]
    return _decided(
        work,
        best,
        n_chosen_on=len(part.split.test),
        at_once=True,
        n_settings=len(offered["askls"]),
        gammas=tuple(dict.fromkeys(gamma for gamma, _ in offered["askls"])),
        bandwidths=(),
    )


def _on_sliders(shift: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """gammas and dampings that sliders offer for a matrix so many powers of ten larger than usual."""
    return by_decades(LOO_GRID.gammas, -shift), by_decades(HELD_DAMPINGS, 2 * shift)


def _held_settings(K: Any, name: str, shift: int) -> list[tuple[float, float]]:
    """gamma and damping that suit a matrix of this size; of AsK-LS the nearest that sliders offer, where they do."""
    size = largest_singular_value(K) or 1.0
    settings = [(reach / size, ratio * size**2) for reach, ratio in HELD_SETTINGS]
    if name == "askls":
        gammas, dampings = _on_sliders(shift)
        settings = [(_nearest(gammas, g), _nearest(dampings, lam)) for g, lam in settings]
    return list(dict.fromkeys(settings))


def _nearest(values: Sequence[float], wanted: float) -> float:
    """By its ratio; what lies beyond all of them stays as it is."""
    if not min(values) <= wanted <= max(values):
        return wanted
    return min(values, key=lambda value: abs(math.log(value / wanted)))


def _best_held(
    part: Prepared, K: Any, symmetric: Any, offered: Sequence[tuple[float, float]], merges: Sequence[str]
) -> dict[str, _Chosen]:
    """Of each rule of merging the setting that decides the test samples best.

    A rule that is learned is one of the test samples, each tenth decided by the others.
    """
    known = np.isin(
        part.truth, part.classes
    )  # a sample of a class that only the quarter has is decided wrongly
    truth = np.searchsorted(part.classes, part.truth[known])
    Y, folds = one_vs_rest(truth, len(part.classes)), view_folds(truth)
    scores: dict[str, list[float]] = {merge: [] for merge in merges}
    for views in _by_products(part, K, symmetric, offered):
        f_s, f_t = (view[known] for view in views)
        for merge, each in scores.items():
            if merge in LEARNED:
                f = regressed(f_s, f_t, Y, folds, merge)
            else:
                f = {"source": f_s, "target": f_t}.get(merge, (f_s + f_t) / 2)
            each.append(float((decided_codes(f) == truth).sum() / len(known)))
    best = {merge: choose(each)[0] for merge, each in scores.items()}
    return {merge: _Chosen(1.0, *offered[at], scores[merge][at]) for merge, at in best.items()}


def _by_products(
    part: Prepared, K: Any, symmetric: Any, offered: Sequence[tuple[float, float]]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """f_s and f_t of the test samples, (n, k) each, at each gamma and damping, by products with K alone; of AsK-LS
    where no symmetric kernel is given, else f twice."""
    rows = None if symmetric is None else symmetric.source(part.split.test)
    for gamma, damping in offered:
        if symmetric is None:
            f_s, f_t, _ = _askls_solved(part, gamma, damping, solver="iterative", tol=ROUGH)
            yield f_s, f_t
            continue
        solved = solve_lssvm(K, part.Y, gamma=gamma, damping=damping, solver="iterative", tol=ROUGH)
        f = rows @ solved.a + solved.b_source
        yield f, f


def _askls_solved(
    part: Prepared, gamma: float, damping: float, **more: Any
) -> tuple[np.ndarray, np.ndarray, DualSolution]:
    """f_s and f_t of the test samples, (n, k) each, and the solution."""
    solved = solve_askls(part.K, part.Y, gamma=gamma, damping=damping, **more)
    f_s = part.source_block @ solved.c + solved.b_source
    return f_s, part.target_block.T @ solved.a + solved.b_target, solved


def _decided(work: _Work, best: Mapping[str, _Chosen], **more: Any) -> Contest:
    """Each at its best setting, fitted on all training samples."""
    mine = best["askls"]
    views = decided_at(work.at(mine.factor), mine.gamma, _damping(mine), merge=work.merge)
    truth = views.truth
    told = {"askls": views.predicted["merged"]}
    told |= {
        name: _rival(work.at(best[name].factor), name, best[name], work.of_rivals) for name in work.names[1:]
    }
    found = {
        name: Contender(
            name,
            chosen.factor,
            chosen.gamma,
            chosen.damping,
            chosen.score,
            read_only(told[name]),
            score(truth, told[name]),
        )
        for name, chosen in best.items()
    }
    return Contest(
        views=views,
        askls=found["askls"],
        rivals=work.known.rivals if work.known is not None else tuple(found[name] for name in RIVAL_NAMES),
        n_train=len(work.split.train),
        n_ordinary=len(ordinary_beside(work.problem, work.split)),
        **more,
    )


def decided_at(prepared: Prepared, gamma: float, damping: Any, *, merge: str = "mean") -> Views:
    """AsK-LS fitted at a tuned setting: by the decomposition, by products, or by one solution, as suits the size."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if len(prepared.split.train) <= PATH_LIMIT:
            return path_views(prepared, gamma=gamma, damping=damping, merge=merge)
        plain = prepared.problem.swapped is None and merge not in LEARNED
        if damping != "auto" and damping > 0 and plain:
            return _views_alone(prepared, gamma, damping, merge)
        return decide_views(
            prepared.problem, prepared.split, gamma=gamma, damping=damping, merge=merge, prepared=prepared
        )


def _views_alone(prepared: Prepared, gamma: float, damping: float, merge: str) -> Views:
    """As ``decide_views``, without the condition number, which takes longer than the solution."""
    start = time.perf_counter()
    solver = "iterative" if sp.issparse(prepared.K) else "auto"
    f_s, f_t, solved = _askls_solved(prepared, gamma, damping, solver=solver)
    return assemble(
        prepared.classes,
        prepared.truth,
        both_signs(f_s),
        both_signs(f_t),
        None,
        merge=merge,
        coefficients=Coefficients(solved.c, solved.a, solved.b_source, solved.b_target),
        condition=np.nan,
        damping=damping,
        solver=solved.solver,
        symmetric=is_symmetric(prepared.K),
        messages=tuple(map(str, solved.notes)),
        seconds=time.perf_counter() - start,
    )


def _rival(prepared: Prepared, how: str, at: _Chosen, merge: str) -> np.ndarray:
    """(n,) labels of the test samples by LS-SVM on a symmetrisation; a learned rule learns from that, as AsK-LS's."""
    symmetric, test = symmetrized(prepared.bound, how), prepared.split.test
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if merge not in LEARNED:
            alpha, b = _lssvm(symmetric, prepared, at)
            return prepared.classes[decided_codes(symmetric.values(test, alpha) + b)]
        if len(prepared.codes) <= PATH_LIMIT:
            path = at.path or lssvm_factor(symmetric.train())
            alpha, b = _lssvm(symmetric, prepared, at._replace(path=path))
            merger = merger_by_tenths(
                path,
                prepared.codes,
                prepared.Y,
                gamma=at.gamma,
                damping=at.damping,
                joint=merge == "joint",
            )
        else:
            # Ten models ask for no block but that of the training samples.
            training = KernelViews(cast("BoundKernel", symmetric), "auto", TOLERANCE)
            merger, mean = merger_by_refits(
                training, prepared, gamma=at.gamma, damping=_damping(at), merge=merge
            )
            alpha, b = mean.c, mean.b_source
    f = symmetric.values(test, alpha) + b
    return prepared.classes[merger.probabilities(f, f).argmax(axis=1)]


def _lssvm(symmetric: SymmetricKernel, prepared: Prepared, at: _Chosen) -> tuple[np.ndarray, np.ndarray]:
    """alpha (m, k) and b (k,) of LS-SVM, by the decomposition where there is one."""
    if at.path is not None:
        alpha, _, b, _ = at.path.solve(prepared.Y, at.gamma, at.damping)
        return alpha, b
    K = symmetric.train()
    solver = "iterative" if at.damping > 0 and sp.issparse(K) else "auto"
    solved = solve_lssvm(K, prepared.Y, gamma=at.gamma, damping=_damping(at), solver=solver)
    return solved.a, solved.b_source


def _damping(at: _Chosen) -> float | Any:
    """As chosen; none, chosen on other samples, may meet a resonance on all of them, and is left to the solver."""
    return "auto" if at.damping == 0 and not at.whole else at.damping
