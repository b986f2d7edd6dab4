"""The methods that are compared: each decides held-out samples at every candidate from one decomposition.

Experiment floor. Every method is a function of a ``Problem`` and a ``Task``; it never sees a held-out label.

- direction-aware: AsK-LS by two rules (mean of the views; one regression on the views of all classes), LS-SVM
  on K K^T and K^T K, two embeddings with LS-SVM;
- direction-blind: LS-SVM and SVC on (K + K^T)/2, LS-SVM on the degree-normalised undirected graph, and HOPE of
  the undirected graph. The last one keeps the comparison fair: an embedding sees further than one step, and
  without its twin that would pass for a gain of direction.

(K + K^T)/2 of a row-normalised K is nearly blind only: its rows were divided by in-degrees.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import scipy.sparse as sp

from askcore.datasets import TableData
from askcore.estimators import learn_merger
from askcore.experiments import ordinary
from askcore.experiments.embeddings import RANK, Embedding
from askcore.experiments.problem import Problem
from askcore.experiments.svm import silenced, svm_outcomes
from askcore.experiments.tuning import Candidate, Grid, Outcome, Task, candidates
from askcore.kernels import symmetrized
from askcore.solvers import (
    AUTO_DAMPING,
    LinearPath,
    SaddlePath,
    decided_codes,
    leave_one_out_solution,
    solve_askls,
    solve_lssvm,
)

__all__ = [
    "DAMPED",
    "METHODS",
    "SPECTRAL_LIMIT",
    "Method",
    "scaled_features",
]

SPECTRAL_LIMIT = 1500  # training samples up to which a sparse K is decomposed too; past it, solved directly
FEW = 3  # candidates up to which one elimination each is cheaper than a decomposition
LOW_RANK = 16


Decide = Callable[[Problem, Task, Sequence[Candidate]], list[Outcome | None]]

DAMPED = "damped"


@dataclass(frozen=True)
class Method:
    """A method of the comparison.

    Attributes
    ----------
    name, label : key and how it is called on the page.
    family : "askls", "aware", "blind" or "ordinary".
    decide : held-out class codes at each candidate; None where a candidate cannot be used.
    variants : decision rules or numbers of features, tuned beside gamma and damping.
    needs_graph, needs_table : only for these.  needs_family : only for a family of kernels exp(-a D), whose entries
        are positive.  damped : lambda is tuned too.
    own : its own candidates, whatever the grid and the kernels, the more regularised first; empty for a method on K.
    meaning : one sentence for the page.
    """

    name: str
    label: str
    family: str
    decide: Decide
    meaning: str
    variants: tuple[str, ...] = ("",)
    needs_graph: bool = False
    damped: bool = True
    needs_family: bool = False
    needs_table: bool = False
    own: tuple[Candidate, ...] = ()

    def offered(self, grid: Grid, kernels: Sequence[Hashable] = ("",)) -> list[Candidate]:
        """Its candidates, the more regularised first.

        Parameters
        ----------
        grid : gammas and dampings.
        kernels : members of a family.

        Returns
        -------
        list of Candidate
        """
        if self.own:
            return [*self.own]
        return candidates(grid, self.variants, damped=self.damped, kernels=kernels)

    def lacks(self, problem: Problem, *, family: bool = False) -> str:
        """What the method needs and the data are not, as "a graph"; empty where it can be used.

        Parameters
        ----------
        problem : data and kernel.
        family : whether the kernel is a family exp(-a D).

        Returns
        -------
        str
        """
        needs = {
            "a graph": self.needs_graph and not problem.is_graph,
            "a table": self.needs_table and not isinstance(problem.data, TableData),
            "a family of kernels exp(-a D), as a mapping": self.needs_family and not family,
        }
        return next((what for what, missing in needs.items() if missing), "")


class _Path(Protocol):
    """Solutions on one matrix at any gamma and damping."""

    def solve(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any, Any, Any]: ...

    def leave_one_out(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any]: ...


class _Decomposed:
    """One decomposition for all candidates; a damping of 0 becomes 1 at a resonance."""

    def __init__(self, K: Any) -> None:
        self._path = SaddlePath(K)

    def _damping(self, gamma: float, damping: float) -> float:
        return AUTO_DAMPING if damping == 0 and self._path.resonant(gamma) else damping

    def solve(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any, Any, Any]:
        return self._path.solve(Y, gamma, self._damping(gamma, damping))

    def leave_one_out(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any]:
        return self._path.leave_one_out(Y, gamma, self._damping(gamma, damping))


class _Direct:
    """One solve for each candidate, sparse or by elimination."""

    def __init__(self, K: Any, *, symmetric: bool) -> None:
        self._K, self._solver = K, solve_lssvm if symmetric else solve_askls

    def solve(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any, Any, Any]:
        found = self._solve(Y, gamma, damping)
        return found.a, found.c, found.b_source, found.b_target

    def leave_one_out(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any]:
        lam = damping if damping > 0 else self._solve(Y, gamma, damping).damping
        return leave_one_out_solution(self._K, Y, gamma=gamma, damping=lam)

    def _solve(self, Y: np.ndarray, gamma: float, damping: float) -> Any:
        # A candidate's resonance is not the user's, and a poor candidate scores poorly.
        return self._solver(self._K, Y, gamma=gamma, damping=damping if damping > 0 else "auto", quiet=True)


def _path(K: Any, n_candidates: int, *, symmetric: bool) -> _Path:
    m = K.shape[0]
    if n_candidates <= FEW or (sp.issparse(K) and m > SPECTRAL_LIMIT):
        return _Direct(K, symmetric=symmetric)
    return _Decomposed(K)


def _outcome(f: np.ndarray) -> Outcome | None:
    """Class codes of decisions (n, k); None where one is not finite."""
    if not np.isfinite(f).all():
        return None
    return Outcome(decided_codes(f))


def _askls(problem: Problem, task: Task, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    bound, Y = problem.bound(task.fit), task.targets
    K = bound.train()
    rows, cols = bound.source(task.held), bound.target(task.held).T
    path = _path(K, len(candidates), symmetric=False)
    views: dict[tuple[float, float], tuple[np.ndarray, np.ndarray]] = {}
    found = []
    for candidate in candidates:
        at = (candidate.gamma, candidate.damping)
        if at not in views:
            a, c, b_source, b_target = path.solve(Y, *at)
            views[at] = rows @ c + b_source, cols @ a + b_target
        f_s, f_t = views[at]
        if candidate.variant == "joint":
            found.append(_joint(path, Y, task, at, f_s, f_t))
        else:
            found.append(_outcome((f_s + f_t) / 2))
    return found


def _joint(
    path: _Path, Y: np.ndarray, task: Task, at: tuple[float, float], f_s: np.ndarray, f_t: np.ndarray
) -> Outcome | None:
    """One multinomial regression, learned on the exact leave-one-out views of the fitted samples."""
    if len(np.unique(task.codes)) < 2:
        return None
    try:
        out_s, out_t = path.leave_one_out(Y, *at)
    except np.linalg.LinAlgError:
        return None
    if not all(np.isfinite(f).all() for f in (f_s, f_t, out_s, out_t)):
        return None
    with silenced():
        model = learn_merger(out_s, out_t, task.codes, task.n_classes, joint=True).models[0]
    return Outcome(model.predict(np.hstack([f_s, f_t])))


def _lssvm(K: Any, K_held: Any, task: Task, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    path, Y = _path(K, len(candidates), symmetric=True), task.targets
    found = []
    for candidate in candidates:
        alpha, _, b, _ = path.solve(Y, candidate.gamma, candidate.damping)
        found.append(_outcome(K_held @ alpha + b))
    return found


def _symmetrised(symmetrize: str) -> Decide:
    def decide(problem: Problem, task: Task, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        symmetric = symmetrized(problem.bound(task.fit), symmetrize)
        return _lssvm(symmetric.train(), symmetric.source(task.held), task, candidates)

    return decide


def _undirected(problem: Problem, task: Task, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    columns = sp.csr_array(problem.undirected.normalised[:, task.fit])
    return _lssvm(columns[task.fit], columns[task.held], task, candidates)


def _geometric(problem: Problem, task: Task, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    """sqrt(K_ij K_ji), which for K = exp(-a D) is exp(-a (D + D^T)/2): the divergence is averaged, not K."""
    bound = problem.bound(task.fit)
    K, rows, cols = bound.train(), bound.source(task.held), bound.target(task.held)
    if min(M.min(initial=0.0) for M in (K, rows, cols)) < 0:
        return [None] * len(candidates)
    return _lssvm(np.sqrt(K * K.T), np.sqrt(rows * cols.T), task, candidates)


def scaled_features(features: np.ndarray, fit: np.ndarray) -> np.ndarray:
    """Features over one number: the root mean square distance of the fitted samples from their mean.

    Parameters
    ----------
    features : (N, r) of all samples.
    fit : indices of the fitted ones.

    Returns
    -------
    ndarray (N, r)
    """
    scale = float(np.sqrt(features[fit].var(axis=0).sum()))
    return features / scale if scale > 0 else features


def _embedded(which: Callable[[Problem], Embedding]) -> Decide:
    def decide(problem: Problem, task: Task, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        paths: dict[str, tuple[np.ndarray, LinearPath]] = {}
        found, Y = [], task.targets
        for candidate in candidates:
            if candidate.variant not in paths:
                Z = scaled_features(which(problem).features(int(candidate.variant.split()[1])), task.fit)
                paths[candidate.variant] = Z, LinearPath(Z[task.fit])
            Z, path = paths[candidate.variant]
            alpha, b = path.solve(Y, candidate.gamma, candidate.damping)
            found.append(_outcome(Z[task.held] @ (Z[task.fit].T @ alpha) + b))
        return found

    return decide


def _svc(problem: Problem, task: Task, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    symmetric = symmetrized(problem.bound(task.fit), "mean")
    K, K_held = (
        M.toarray() if sp.issparse(M) else M for M in (symmetric.train(), symmetric.source(task.held))
    )
    return [*svm_outcomes(K, K_held, task, [candidate.gamma for candidate in candidates])]


_RANKS = (f"rank {LOW_RANK}", f"rank {RANK}")

METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "askls",
            "AsK-LS",
            "askls",
            _askls,
            "Two views of the asymmetric K, merged by their mean or by one regression on both.",
            ("mean", "joint"),
        ),
        Method("KKt", "K Kᵀ", "aware", _symmetrised("KKt"), "Alike are samples that read the same others."),
        Method("KtK", "Kᵀ K", "aware", _symmetrised("KtK"), "Alike are samples that the same others read."),
        Method(
            "ase",
            "Spectral embedding",
            "aware",
            _embedded(lambda problem: problem.spectral),
            "Left and right singular vectors of the adjacency matrix as features.",
            _RANKS,
            needs_graph=True,
        ),
        Method(
            "hope",
            "HOPE",
            "aware",
            _embedded(lambda problem: problem.hope),
            "The same of the Katz proximity, which counts directed walks of every length.",
            _RANKS,
            needs_graph=True,
        ),
        Method(
            "mean",
            "(K + Kᵀ)/2",
            "blind",
            _symmetrised("mean"),
            "Averages both directions away.",
        ),
        Method(
            "geometric",
            "√(K ∘ Kᵀ)",
            "blind",
            _geometric,
            "The divergence of both directions averaged before it becomes a kernel (Moreno et al. 2003).",
            needs_family=True,
        ),
        Method(
            "undirected",
            "Undirected graph",
            "blind",
            _undirected,
            "Links without arrows, normalised by degree on both sides.",
            needs_graph=True,
        ),
        Method(
            "undirected_hope",
            "HOPE without arrows",
            "blind",
            _embedded(lambda problem: problem.undirected.hope),
            "HOPE of A + Aᵀ: walks of every length, in either direction.",
            _RANKS,
            needs_graph=True,
        ),
        Method(
            "svc",
            "SVC, (K + Kᵀ)/2",
            "blind",
            _svc,
            "A support vector machine on the averaged matrix, stopped at a cap.",
            damped=False,
        ),
        Method(
            "largest",
            "Largest class",
            "ordinary",
            ordinary.largest_class,
            "Always names the class with the most training samples.",
            damped=False,
            own=ordinary.AT_ONCE,
        ),
        Method(
            "logistic",
            "Logistic regression",
            "ordinary",
            ordinary.logistic,
            "A linear decision on the standardised features.",
            damped=False,
            needs_table=True,
            own=ordinary.COSTS,
        ),
        Method(
            "rbf_svm",
            "RBF-SVM",
            "ordinary",
            ordinary.rbf_svm,
            "A support vector machine with the Gaussian kernel on the standardised features.",
            damped=False,
            needs_table=True,
            own=ordinary.WIDTHS,
        ),
        Method(
            "knn",
            "k nearest neighbours",
            "ordinary",
            ordinary.nearest,
            "The class of most of the k nearest training samples, by standardised features.",
            damped=False,
            needs_table=True,
            own=ordinary.NEIGHBOURS,
        ),
        Method(
            "propagation",
            "Label propagation",
            "ordinary",
            ordinary.propagated,
            "Labels spread along the links, whatever their direction (Zhou et al. 2004).",
            damped=False,
            needs_graph=True,
            own=ordinary.REACHES,
        ),
        Method(
            "neighbours",
            "Vote of the neighbours",
            "ordinary",
            ordinary.neighbours_vote,
            "The class of most neighbours, by links in and out (Macskassy and Provost 2007).",
            damped=False,
            needs_graph=True,
            own=ordinary.ROUNDS,
        ),
    )
}
"""Every method by name, AsK-LS first."""
