"""The methods that are compared: each decides held-out samples at every candidate from one decomposition.

Every method is a function of a ``Problem`` and a ``SplitTask``; it never sees a held-out label.

- direction-aware: AsK-LS by two rules (mean of the views; one regression on the views of all classes), LS-SVM
  on K K^T and K^T K, two embeddings with LS-SVM;
- direction-blind: on a graph the twin of each of them, which is the very same method, tuned alike, on the graph without
  its arrows, A + A^T, under the same kernel with the same normalisation (``Problem.without_arrows``); on tables and
  matrices the two rules on (K + K^T)/2 as twin of AsK-LS, and its square as twin of K K^T and K^T K, which a symmetric
  matrix does not tell apart. So a method that sees two steps far, or an embedding, has a rival that sees as far: what
  is left of a lead is not reach. Beside the twins the symmetrisations that are in use: LS-SVM and SVC on (K + K^T)/2,
  the degree-normalised undirected graph, and for kernels exp(-a D) the averaged divergence.

On a graph the mean is that of the kernel without arrows, (K_u + K_u^T)/2, and goes under its own name: of the kernel
itself it would be blind only where K is linear in A and not normalised (walks of three steps round a cycle of three
classes come home, in K^T as well). So no method of the blind family can change when directions are drawn at random.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import as_matrix
from askcore.experiments import baselines
from askcore.experiments.direction import RANK, Embedding
from askcore.experiments.evaluation import Candidate, Fitted, Outcome, Refitted, SplitTask
from askcore.experiments.fitted import Blocks, OnFeatures, OnMatrix
from askcore.experiments.judging import NEEDS, Fit, Method
from askcore.experiments.problem import Problem
from askcore.experiments.split import Split
from askcore.experiments.svm import svm_outcomes
from askcore.kernels.binding import symmetrized
from askcore.solvers.gamma_units import leading_singular_values, typical_of

LOW_RANK = 16

DAMPED = "damped"
_GRAPH, _TABLE, _NO_LINKS, _FAMILY = ((need,) for need in NEEDS)


def _on(read: Callable[[Problem, SplitTask], Blocks | None]) -> Fit:
    """A method that reads one matrix, None where it cannot take it."""

    def fit(problem: Problem, task: SplitTask) -> Fitted:
        blocks = read(problem, task)
        return (
            Refitted(lambda _, some: [None] * len(some), task) if blocks is None else OnMatrix(blocks, task)
        )

    return fit


def _asymmetric(problem: Problem, task: SplitTask) -> Blocks:
    bound = problem.bound(task.fit)
    K = bound.train()
    if task.held is task.fit:  # judged by folds
        return Blocks.from_matrices(K, K, K.T)
    return Blocks.from_matrices(K, bound.source(task.held), bound.target(task.held).T)


def _symmetrised(symmetrize: str) -> Callable[[Problem, SplitTask], Blocks]:
    def read(problem: Problem, task: SplitTask) -> Blocks:
        symmetric = symmetrized(problem.bound(task.fit), symmetrize)
        K = symmetric.train()
        return Blocks.from_matrices(K, K if task.held is task.fit else symmetric.source(task.held))

    return read


def _squared(problem: Problem, task: SplitTask) -> Blocks:
    """S S over the fitted samples, S = (K + K^T)/2."""
    symmetric = symmetrized(problem.bound(task.fit), "mean")
    S = symmetric.train()
    return Blocks.from_matrices(as_matrix(S @ S.T), as_matrix(symmetric.source(task.held) @ S.T))


def _undirected(problem: Problem, task: SplitTask) -> Blocks:
    columns = sp.csr_array(problem.undirected.normalised[:, task.fit])
    return Blocks.from_matrices(columns[task.fit], columns[task.held])


def _geometric(problem: Problem, task: SplitTask) -> Blocks | None:
    """sqrt(K_ij K_ji), which for K = exp(-a D) is exp(-a (D + D^T)/2): the divergence is averaged, not K."""
    read = _asymmetric(problem, task)
    K, rows, cols = (M.toarray() if sp.issparse(M) else M for M in (read.K, read.rows, read.cols))
    if min(M.min(initial=0.0) for M in (K, rows, cols)) < 0:
        return None
    return Blocks(np.sqrt(K * K.T), np.sqrt(rows * cols))


def _embedded(which: Callable[[Problem], Embedding]) -> dict[str, Any]:
    """LS-SVM on an embedding, and what else all of these share."""
    return {
        "fit": lambda problem, task: OnFeatures(which(problem), task),
        "variants": (f"rank {LOW_RANK}", f"rank {RANK}"),
        "data": _GRAPH,
        "reads_kernel": False,
        "embedded": True,
    }


def _svc(read: Callable[[Problem, SplitTask], Blocks]) -> Fit:
    """A support vector machine on the matrix that is read."""

    def decide(problem: Problem, task: SplitTask, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        blocks = read(problem, task)
        K, K_held = (M.toarray() if sp.issparse(M) else M for M in (blocks.K, blocks.rows))
        sigma = leading_singular_values(K) if any(each.relative for each in candidates) else np.empty(0)
        unit = typical_of(sigma) or 1.0
        settings = [each.on(sigma) for each in candidates]
        outcomes = svm_outcomes(K / unit, K_held / unit, task, [cost * unit for cost, _ in settings])
        return [replace(out, setting=at) for out, at in zip(outcomes, settings, strict=True)]

    return _refitted(decide)


def _refitted(decide: Callable[[Problem, SplitTask, Sequence[Candidate]], list[Outcome | None]]) -> Fit:
    return lambda problem, task: Refitted(partial(decide, problem), task)


def _baseline(
    name: str,
    label: str,
    decide: Callable[[Problem, SplitTask, Sequence[Candidate]], list[Outcome | None]],
    meaning: str,
    own: tuple[Candidate, ...],
    **more: Any,
) -> Method:
    return Method(name, label, "baseline", _refitted(decide), meaning, own=own, damped=False, **more)


_RULES = ("mean", "joint")


_BASES: dict[str, Method] = {
    method.name: method
    for method in (
        Method(
            "askls",
            "AsK-LS",
            "askls",
            meaning="Two views of the asymmetric K, merged by their mean or by one regression on both.",
            variants=_RULES,
            fit=_on(_asymmetric),
        ),
        Method(
            "KKt",
            "K\u00a0Kᵀ",
            "aware",
            meaning="A symmetric matrix that uses direction: it compares the rows of K.",
            fit=_on(_symmetrised("KKt")),
        ),
        Method(
            "KtK",
            "Kᵀ\u00a0K",
            "aware",
            meaning="A symmetric matrix that uses direction: it compares the columns of K.",
            fit=_on(_symmetrised("KtK")),
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
            meaning="Singular vectors of the Katz proximity, which counts directed walks of every length.",
            slow=True,
            **_embedded(lambda problem: problem.hope),
        ),
        Method(
            "mean",
            "(K + Kᵀ)/2",
            "blind",
            meaning="The symmetric part of K, which loses how K(u, v) and K(v, u) differ; merging as for AsK-LS.",
            variants=_RULES,
            data=_NO_LINKS,
            fit=_on(_symmetrised("mean")),
        ),
        Method(
            "squared",
            "((K + Kᵀ)/2)²",
            "blind",
            meaning="Samples are similar if they are similar to the same others; the symmetric counterpart of both "
            "products.",
            data=_NO_LINKS,
            fit=_on(_squared),
        ),
        Method(
            "geometric",
            "√(K ∘ Kᵀ)",
            "blind",
            meaning="The geometric mean of K(u, v) and K(v, u), entry by entry (Moreno et al. 2003).",
            data=_NO_LINKS + _FAMILY,
            needs="It needs entries that are not negative",
            fit=_on(_geometric),
        ),
        Method(
            "svc",
            "SVC, (K + Kᵀ)/2",
            "blind",
            _svc(_symmetrised("mean")),
            "A support vector machine on the averaged matrix, stopped at a cap.",
            slow=True,
            data=_NO_LINKS,
            damped=False,
        ),
    )
}


def _twin(name: str, meaning: str, label: str = "") -> Method:
    """The very same method on the graph without its arrows."""
    one = _BASES[name]
    return replace(
        one,
        name=f"undirected_{name}",
        label=label or f"{one.label} without arrows",
        family="blind",
        fit=lambda problem, task: one.fit(problem.without_arrows, task),
        meaning=meaning,
        data=_GRAPH,
    )


METHODS: dict[str, Method] = _BASES | {
    method.name: method
    for method in (
        _twin(
            "mean",
            "(Kᵤ + Kᵤᵀ)/2, where Kᵤ is the same kernel of A + Aᵀ; merging as for AsK-LS.",
            "Mean without arrows",
        ),
        Method(
            "undirected",
            "Undirected graph",
            "blind",
            meaning="Links without arrows, normalised by degree on both sides.",
            data=_GRAPH,
            reads_kernel=False,
            fit=_on(_undirected),
        ),
        _twin("askls", "AsK-LS on the same kernel of A + Aᵀ."),
        _twin("KKt", "K Kᵀ with the same kernel of A + Aᵀ: nodes are similar if they share neighbours."),
        _twin("KtK", "Kᵀ K with the same kernel of A + Aᵀ: shared neighbours with few links count more."),
        _twin("ase", "Spectral embedding of A + Aᵀ."),
        _twin("hope", "HOPE of A + Aᵀ: walks of every length, in either direction."),
        _twin(
            "svc",
            "A support vector machine on (Kᵤ + Kᵤᵀ)/2, Kᵤ being the same kernel of A + Aᵀ, stopped at a cap.",
            "SVC without arrows",
        ),
        _baseline(
            "largest",
            "Largest class",
            baselines.largest_class,
            "Always predicts the class with the most training samples.",
            baselines.AT_ONCE,
        ),
        _baseline(
            "logistic",
            "Logistic regression",
            baselines.logistic,
            "A linear decision on the standardised features.",
            baselines.COSTS,
            data=_TABLE,
        ),
        _baseline(
            "rbf_svm",
            "RBF-SVM",
            baselines.rbf_svm,
            "A support vector machine with the Gaussian kernel on the standardised features.",
            baselines.WIDTHS,
            data=_TABLE,
        ),
        _baseline(
            "knn",
            "k nearest neighbours",
            baselines.nearest,
            "The class of most of the k nearest training samples, by standardised features.",
            baselines.NEIGHBOURS,
            data=_TABLE,
        ),
        _baseline(
            "forest",
            "Forest of extra trees",
            baselines.forest,
            "Sixty decision trees, whose splits are drawn at random (Geurts et al. 2006).",
            baselines.FOREST,
            data=_TABLE,
        ),
        _baseline(
            "propagation",
            "Label propagation",
            baselines.propagated,
            "Labels spread along the links, in both directions (Zhou et al. 2004).",
            baselines.REACHES,
            data=_GRAPH,
        ),
        _baseline(
            "neighbours",
            "Vote of the neighbours",
            baselines.neighbours_vote,
            "The class of most neighbours, by links in and out (Macskassy and Provost 2007).",
            baselines.ROUNDS,
            data=_GRAPH,
        ),
        _baseline(
            "embedded",
            "Embedding, logistic regression",
            baselines.embedded_logistic,
            "A linear decision on the left and right singular vectors of the adjacency matrix, each node scaled to "
            "length 1. It uses direction.",
            baselines.DIMENSIONS,
            data=_GRAPH,
            directed=True,
            slow_beyond=3000,
        ),
        _baseline(
            "two_steps",
            "Two-step neighbourhood, logistic regression",
            baselines.two_steps,
            "A linear decision on the classes of nodes one and two links away, in each direction. It uses direction.",
            baselines.STEPS,
            data=_GRAPH,
            directed=True,
            slow_beyond=20_000,
        ),
        _baseline(
            "smoothed",
            "Labels smoothed by PageRank",
            baselines.smoothed,
            "The classes that random walks along links out, or in, reach. It uses direction.",
            baselines.SMOOTHED,
            data=_GRAPH,
            directed=True,
            slow_beyond=20_000,
        ),
    )
}
"""Every method by name, AsK-LS first."""


def _again(name: str, own: tuple[Candidate, ...], variants: tuple[str, ...]) -> Method:
    return replace(METHODS[name], own=own, variants=variants)


# A method is pickled by its name: what it does is made of functions that cannot be pickled.
copyreg.pickle(Method, lambda method: (_again, (method.name, method.own, method.variants)))


def baseline_methods(problem: Problem) -> list[Method]:
    """The baselines that learn something and that the data allow."""
    return [
        each
        for each in METHODS.values()
        if each.family == "baseline" and each.own != baselines.AT_ONCE and not each.unmet_need(problem)
    ]


def quick_baselines(problem: Problem, split: Split) -> list[Method]:
    """Baselines that are quick enough, on data of this size, to stand beside AsK-LS on one split."""
    n = problem.data.n_samples
    return [each for each in baseline_methods(problem) if n <= each.slow_beyond] if split.held_out else []
