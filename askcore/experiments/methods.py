"""The methods that are compared: each decides held-out samples at every candidate from one decomposition.

Experiment floor. Every method is a function of a ``Problem`` and a ``Task``; it never sees a held-out label.

- direction-aware: AsK-LS by two rules (mean of the views; one regression on the views of all classes), LS-SVM
  on K K^T and K^T K, two embeddings with LS-SVM;
- direction-blind: on a graph the twin of each of them, which is the very same method, tuned alike, on the graph without
  its arrows, A + A^T, under the same kernel with the same normalisation (``Problem.without_arrows``); on tables and
  matrices the two rules on (K + K^T)/2 as twin of AsK-LS, and its square as twin of K K^T and K^T K, which a symmetric
  matrix does not tell apart. So a method that sees two steps far, or an embedding, has a rival that sees as far: what
  is left of a lead is not reach. Beside the twins the symmetrisations that are in use: LS-SVM and SVC on (K + K^T)/2,
  the degree-normalised undirected graph, and for kernels exp(-a D) the averaged divergence.

On a graph (K + K^T)/2 is of the kernel without arrows, too: of the kernel itself it would be blind only where K is
linear in A and not normalised (walks of three steps round a cycle of three classes come home, in K^T as well). So no
method of the blind family can change when directions are drawn anew.

Tuning leaves samples out in closed form, at the kernel matrix of all fitted samples: single samples, or folds, from the
decomposition that decides the held samples, too. Where K(x, z) depends on nothing but x and z (graphs, given matrices,
pointwise kernels at a fixed bandwidth) that is exactly what refits find. The regression on the views of all classes has
no closed form: in tuning the least squares discriminant of the same views stands for it, in either family.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import scipy.sparse as sp

from askcore._lazy import made_once
from askcore._validation import as_matrix
from askcore.datasets import TableData
from askcore.estimators import learn_merger
from askcore.experiments import ordinary
from askcore.experiments.embeddings import RANK, Embedding
from askcore.experiments.joint import view_folds
from askcore.experiments.problem import Problem
from askcore.experiments.svm import silenced, svm_outcomes
from askcore.experiments.tuning import Candidate, Folds, Grid, Outcome, Task, candidates
from askcore.kernels import symmetrized
from askcore.solvers import (
    AUTO_DAMPING,
    LinearPath,
    SaddlePath,
    decided_codes,
    lssvm_factor,
    solve_askls,
    solve_lssvm,
)

__all__ = [
    "AWARE",
    "DAMPED",
    "METHODS",
    "SPECTRAL_LIMIT",
    "Fitted",
    "Method",
    "ordinary_methods",
    "scaled_features",
]

SPECTRAL_LIMIT = 1500  # training samples up to which a sparse K is decomposed too; past it, solved directly
FEW = 3  # candidates up to which one elimination each is cheaper than a decomposition
LOW_RANK = 16
RIDGE = 1e-3  # of the discriminant on views of variance 1
AWARE = ("askls", "aware")


Decide = Callable[[Problem, Task, Sequence[Candidate]], list[Outcome | None]]

DAMPED = "damped"


class Fitted(Protocol):
    """A method on the fitted samples of a task, ready for any candidate under one kernel."""

    def decide(self, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        """Class codes of the held samples."""
        ...

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> list[Outcome | None]:
        """Class codes of the fitted samples, each by the model without its fold; None where it does not exist."""
        ...


@dataclass(frozen=True)
class Method:
    """A method of the comparison.

    Attributes
    ----------
    name, label : key and how it is called on the page.
    family : "askls", "aware", "blind" or "ordinary".
    decide : held-out class codes at each candidate; None where a candidate cannot be used.
    meaning : one sentence for the page.
    variants : decision rules or numbers of features, tuned beside gamma and damping.
    fit : the method on a task, where samples can be left out in closed form.
    closed_folds : whether ``fit`` leaves out folds, too; else single samples alone.
    needs_graph, needs_table : only for these.  no_graph : for all but graphs.  needs_family : only for a family of
        kernels exp(-a D), whose entries are positive.
    damped : lambda is tuned too.  reads_kernel : whether the kernel that was chosen changes it.
    own : its own candidates, whatever the grid and the kernels, the more regularised first; empty for a method on K.
    """

    name: str
    label: str
    family: str
    decide: Decide
    meaning: str
    variants: tuple[str, ...] = ("",)
    fit: Callable[[Problem, Task], Fitted] | None = None
    closed_folds: bool = True
    needs_graph: bool = False
    needs_table: bool = False
    no_graph: bool = False
    damped: bool = True
    needs_family: bool = False
    reads_kernel: bool = True
    own: tuple[Candidate, ...] = ()

    def offered(self, grid: Grid, kernels: Sequence[Hashable] = ("",)) -> list[Candidate]:
        """Its candidates, the more regularised first; the regression on views at the largest damping alone.

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
        kernels = kernels if self.reads_kernel else kernels[:1]
        found = candidates(grid, self.variants, damped=self.damped, kernels=kernels)
        most = max(grid.dampings)
        return [each for each in found if each.variant != "joint" or each.damping == most]

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
            "data without links": self.no_graph and problem.is_graph,
            "a family of kernels exp(-a D), as a mapping": self.needs_family and not family,
        }
        return next((what for what, missing in needs.items() if missing), "")


class _Path(Protocol):
    """Solutions on one matrix at any gamma and damping."""

    def solve(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any, Any, Any]: ...

    def folds_out(self, Y: np.ndarray, gamma: float, damping: float, folds: Folds) -> tuple[Any, Any]: ...


class _Decomposed:
    """One decomposition for all candidates; a damping of 0 becomes 1 at a resonance."""

    def __init__(self, K: Any, *, symmetric: bool) -> None:
        self.path = lssvm_factor(K) if symmetric else SaddlePath(K)

    def _damping(self, gamma: float, damping: float) -> float:
        return AUTO_DAMPING if damping == 0 and self.path.resonant(gamma) else damping

    def solve(self, Y: np.ndarray, gamma: float, damping: float) -> tuple[Any, Any, Any, Any]:
        return self.path.solve(Y, gamma, self._damping(gamma, damping))

    def folds_out(self, Y: np.ndarray, gamma: float, damping: float, folds: Folds) -> tuple[Any, Any]:
        held = [fold for _, fold in folds]
        f_s, f_t = self.path.folds_out_along(Y, [gamma], held, self._damping(gamma, damping))
        return f_s[0], f_t[0]


class _Direct:
    """One solve for each candidate, sparse or by elimination."""

    def __init__(self, K: Any, *, symmetric: bool) -> None:
        self._K, self._solver = K, solve_lssvm if symmetric else solve_askls

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
class _Blocks:
    """What is read of a kernel: K(fit, fit), and K(held, fit) and K(fit, held)^T, which a symmetric kernel has once."""

    K: Any
    rows: Any
    cols: Any = None

    @property
    def symmetric(self) -> bool:
        return self.cols is None


class _OnMatrix:
    """AsK-LS, or on a symmetric kernel the LS-SVM, at any candidate; ``n_candidates`` None: ready for leaving out."""

    def __init__(self, blocks: _Blocks, task: Task, n_candidates: int | None = None) -> None:
        self._blocks, self._task, self._n = blocks, task, n_candidates
        self._at: dict[tuple[float, float], tuple[np.ndarray, np.ndarray]] = {}

    @made_once
    def _path(self) -> _Path:
        K, n = self._blocks.K, self._n
        if n is not None and (n <= FEW or (sp.issparse(K) and K.shape[0] > SPECTRAL_LIMIT)):
            return _Direct(K, symmetric=self._blocks.symmetric)
        return _Decomposed(K, symmetric=self._blocks.symmetric)

    def _views(self, gamma: float, damping: float) -> tuple[np.ndarray, np.ndarray]:
        """f_s and f_t of the held samples, (n, k) each."""
        if (gamma, damping) not in self._at:
            blocks = self._blocks
            a, c, b_source, b_target = self._path.solve(self._task.targets, gamma, damping)
            f_s = blocks.rows @ c + b_source
            self._at[gamma, damping] = f_s, f_s if blocks.symmetric else blocks.cols @ a + b_target
        return self._at[gamma, damping]

    def decide(self, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        found = []
        for candidate in candidates:
            at = candidate.gamma, candidate.damping
            f_s, f_t = self._views(*at)
            if candidate.variant == "joint":
                found.append(self._joint(at, f_s, f_t))
            else:
                found.append(_outcome((f_s + f_t) / 2))
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
        plain = [each for each in candidates if each.variant != "joint"]
        singles = all(len(held) == 1 for _, held in folds)
        for damping in dict.fromkeys(each.damping for each in plain):
            gammas = list(dict.fromkeys(each.gamma for each in plain if each.damping == damping))
            if singles:
                f_s, f_t = path.path.leave_one_out_along(Y, gammas, damping)
            else:
                f_s, f_t = path.path.folds_out_along(Y, gammas, [held for _, held in folds], damping)
            merged |= {(gamma, damping): (f_s[g] + f_t[g]) / 2 for g, gamma in enumerate(gammas)}
        found = []
        for each in candidates:
            at = each.gamma, each.damping
            if each.variant == "joint":
                views = path.folds_out(Y, *at, self._view_folds)
                found.append(_outcome(_discriminated(np.hstack(views[: 1 if path.path.symmetric else 2]), Y)))
            else:
                found.append(_outcome(merged[at]))
        return found

    @made_once
    def _view_folds(self) -> Folds:
        return view_folds(self._task.codes)


def _discriminated(X: np.ndarray, Y: np.ndarray) -> np.ndarray:
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


def _outcome(f: np.ndarray) -> Outcome | None:
    """Class codes of decisions (n, k); None where one is not finite."""
    if not np.isfinite(f).all():
        return None
    return Outcome(decided_codes(f))


class _Unusable:
    """A matrix that the method cannot take."""

    def decide(self, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        return [None] * len(candidates)

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> list[Outcome | None]:
        return [None] * len(candidates)


def _both_ways(read: Callable[[Problem, Task], _Blocks | None]) -> dict[str, Any]:
    """``decide`` and ``fit`` of a method that reads one matrix."""

    def fit(problem: Problem, task: Task, n_candidates: int | None = None) -> Fitted:
        blocks = read(problem, task)
        return _Unusable() if blocks is None else _OnMatrix(blocks, task, n_candidates)

    def decide(problem: Problem, task: Task, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        return fit(problem, task, len(candidates)).decide(candidates)

    return {"decide": decide, "fit": fit}


def _asymmetric(problem: Problem, task: Task) -> _Blocks:
    bound = problem.bound(task.fit)
    return _Blocks(bound.train(), bound.source(task.held), bound.target(task.held).T)


def _symmetrised(symmetrize: str) -> Callable[[Problem, Task], _Blocks]:
    def read(problem: Problem, task: Task) -> _Blocks:
        symmetric = symmetrized(problem.bound(task.fit), symmetrize)
        return _Blocks(symmetric.train(), symmetric.source(task.held))

    return read


def _averaged(problem: Problem, task: Task) -> _Blocks:
    """(K + K^T)/2, on a graph of the kernel without arrows."""
    blind = problem.without_arrows if problem.is_graph else problem
    return _symmetrised("mean")(blind, task)


def _squared(problem: Problem, task: Task) -> _Blocks:
    """S S over the fitted samples, S = (K + K^T)/2."""
    symmetric = symmetrized(problem.bound(task.fit), "mean")
    S = symmetric.train()
    return _Blocks(as_matrix(S @ S.T), as_matrix(symmetric.source(task.held) @ S.T))


def _undirected(problem: Problem, task: Task) -> _Blocks:
    columns = sp.csr_array(problem.undirected.normalised[:, task.fit])
    return _Blocks(columns[task.fit], columns[task.held])


def _geometric(problem: Problem, task: Task) -> _Blocks | None:
    """sqrt(K_ij K_ji), which for K = exp(-a D) is exp(-a (D + D^T)/2): the divergence is averaged, not K."""
    bound = problem.bound(task.fit)
    K, rows, cols = bound.train(), bound.source(task.held), bound.target(task.held)
    if min(M.min(initial=0.0) for M in (K, rows, cols)) < 0:
        return None
    return _Blocks(np.sqrt(K * K.T), np.sqrt(rows * cols.T))


def _twin(read: Callable[[Problem, Task], _Blocks]) -> Callable[[Problem, Task], _Blocks]:
    """The same on the graph without its arrows."""
    return lambda problem, task: read(problem.without_arrows, task)


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


class _OnFeatures:
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
        found, task = [], self._task
        for candidate in candidates:
            Z, path = self._path(candidate.variant)
            alpha, b = path.solve(task.targets, candidate.gamma, candidate.damping)
            found.append(_outcome(Z[task.held] @ (Z[task.fit].T @ alpha) + b))
        return found

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> list[Outcome | None]:
        """As the protocol says, for folds of single samples."""
        Y = self._task.targets
        return [
            _outcome(self._path(each.variant)[1].leave_one_out(Y, each.gamma, each.damping))
            for each in candidates
        ]


def _embedded(which: Callable[[Problem], Embedding]) -> dict[str, Any]:
    """``decide`` and ``fit`` of LS-SVM on an embedding, and what else all of these share."""

    def fit(problem: Problem, task: Task) -> Fitted:
        return _OnFeatures(which(problem), task)

    def decide(problem: Problem, task: Task, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        return fit(problem, task).decide(candidates)

    return {
        "decide": decide,
        "fit": fit,
        "closed_folds": False,
        "variants": (f"rank {LOW_RANK}", f"rank {RANK}"),
        "needs_graph": True,
        "reads_kernel": False,
    }


def _svc(problem: Problem, task: Task, candidates: Sequence[Candidate]) -> list[Outcome | None]:
    blocks = _averaged(problem, task)
    K, K_held = (M.toarray() if sp.issparse(M) else M for M in (blocks.K, blocks.rows))
    return [*svm_outcomes(K, K_held, task, [candidate.gamma for candidate in candidates])]


_RULES = ("mean", "joint")

METHODS: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "askls",
            "AsK-LS",
            "askls",
            meaning="Two views of the asymmetric K, merged by their mean or by one regression on both.",
            variants=_RULES,
            **_both_ways(_asymmetric),
        ),
        Method(
            "KKt",
            "K Kᵀ",
            "aware",
            meaning="Alike are samples that read the same others.",
            **_both_ways(_symmetrised("KKt")),
        ),
        Method(
            "KtK",
            "Kᵀ K",
            "aware",
            meaning="Alike are samples that the same others read.",
            **_both_ways(_symmetrised("KtK")),
        ),
        Method(
            "ase",
            "Spectral embedding",
            "aware",
            meaning="Left and right singular vectors of the adjacency matrix as features.",
            **_embedded(lambda problem: problem.spectral),
        ),
        Method(
            "hope",
            "HOPE",
            "aware",
            meaning="The same of the Katz proximity, which counts directed walks of every length.",
            **_embedded(lambda problem: problem.hope),
        ),
        Method(
            "mean",
            "(K + Kᵀ)/2",
            "blind",
            meaning="Averages both directions away, on a graph of the kernel without arrows; decided as by AsK-LS.",
            variants=_RULES,
            **_both_ways(_averaged),
        ),
        Method(
            "squared",
            "((K + Kᵀ)/2)²",
            "blind",
            meaning="Alike are samples that are near the same others, whoever reads whom: twin of both products.",
            no_graph=True,
            **_both_ways(_squared),
        ),
        Method(
            "geometric",
            "√(K ∘ Kᵀ)",
            "blind",
            meaning="The divergence of both directions averaged before it becomes a kernel (Moreno et al. 2003).",
            needs_family=True,
            no_graph=True,
            **_both_ways(_geometric),
        ),
        Method(
            "undirected",
            "Undirected graph",
            "blind",
            meaning="Links without arrows, normalised by degree on both sides.",
            needs_graph=True,
            reads_kernel=False,
            **_both_ways(_undirected),
        ),
        Method(
            "undirected_askls",
            "AsK-LS without arrows",
            "blind",
            meaning="AsK-LS on the same kernel of A + Aᵀ.",
            variants=_RULES,
            needs_graph=True,
            **_both_ways(_twin(_asymmetric)),
        ),
        Method(
            "undirected_KKt",
            "K Kᵀ without arrows",
            "blind",
            meaning="K Kᵀ with the same kernel of A + Aᵀ: alike are nodes that share neighbours.",
            needs_graph=True,
            **_both_ways(_twin(_symmetrised("KKt"))),
        ),
        Method(
            "undirected_KtK",
            "Kᵀ K without arrows",
            "blind",
            meaning="Kᵀ K with the same kernel of A + Aᵀ: the same, with shared neighbours of few links counting more.",
            needs_graph=True,
            **_both_ways(_twin(_symmetrised("KtK"))),
        ),
        Method(
            "undirected_ase",
            "Spectral embedding without arrows",
            "blind",
            meaning="Spectral embedding of A + Aᵀ.",
            **_embedded(lambda problem: problem.undirected.spectral),
        ),
        Method(
            "undirected_hope",
            "HOPE without arrows",
            "blind",
            meaning="HOPE of A + Aᵀ: walks of every length, in either direction.",
            **_embedded(lambda problem: problem.undirected.hope),
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


def ordinary_methods(problem: Problem) -> list[Method]:
    """The ordinary methods that learn something and that the data allow.

    Parameters
    ----------
    problem : its data.

    Returns
    -------
    list of Method : without the largest class; empty for a matrix.
    """
    return [
        each
        for each in METHODS.values()
        if each.family == "ordinary" and each.own != ordinary.AT_ONCE and not each.lacks(problem)
    ]
