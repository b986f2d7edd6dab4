"""Rows of table III of He et al. 2022 as printed: the split of a repeat, and a decision for each row.

Papers floor. The same rows tuned are in ``askls_graphs_tuned``, the protocol is in ``askls_graphs``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.svm import SVC

from askcore._validation import DataError, check_memory
from askcore.datasets import GraphData
from askcore.estimators import AsKLSClassifier
from askcore.experiments.decisions.views import score
from askcore.experiments.nerd import nerd_embedding
from askcore.experiments.problem import UndirectedGraph
from askcore.experiments.split import labelled_samples
from askcore.kernels import GraphKernel, PrecomputedKernel
from askcore.papers.engine.remarks import CAPPED, DAMPED, listening
from askcore.solvers import LinearPath, decided_codes, one_vs_rest

__all__ = [
    "METRICS",
    "PRINTED",
    "Decided",
    "GraphTrial",
    "gram_blocks",
    "kernel_codes",
    "linear_codes",
    "svm_codes",
]

METRICS = ("micro_f1", "macro_f1")
_EMBEDDINGS: dict[tuple[Any, ...], np.ndarray] = {}
_KEPT = 5  # embeddings, each 8 N d bytes: that of a graph serves all its repeats


@dataclass(frozen=True, eq=False)
class Decided:
    """Codes of new nodes, and what happened on the way: 0 or 1 by name, see ``remarks``."""

    codes: np.ndarray
    beside: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class GraphTrial:
    """A graph and one random split of its labelled nodes; ``codes`` (N,) has -1 for nodes without a label.

    ``seed`` shuffles folds, ``embedding_seed`` is that of the table and makes the embedding.
    """

    graph: GraphData
    codes: np.ndarray
    train: np.ndarray
    test: np.ndarray
    seed: int
    embedding_seed: int
    options: Mapping[str, Any]

    @classmethod
    def drawn(cls, graph: GraphData, seed: int, repeat: int, options: Mapping[str, Any]) -> GraphTrial:
        """The split of a repeat: a random order of the labelled nodes, the first 60 % for training.

        Raises DataError where the training part has one class only.
        """
        known = labelled_samples(graph.labels)
        codes = np.full(graph.n_nodes, -1)
        codes[known] = np.unique(np.asarray(graph.labels)[known], return_inverse=True)[1]
        rng = np.random.default_rng(np.random.SeedSequence([seed, repeat]))
        order = known[rng.permutation(len(known))]
        m = int(options["train_size"] * len(known))
        if m == len(known) or len(np.unique(codes[order[:m]])) < 2:
            raise DataError(
                f"The training part of {graph.name or 'the graph'} has fewer than two classes, or nothing is left "
                "to test",
                remedy="Label more nodes.",
            )
        return cls(graph, codes, order[:m], order[m:], int(rng.integers(2**31)), seed, options)

    @property
    def y(self) -> np.ndarray:
        """Codes of the training nodes."""
        return self.codes[self.train]

    @cached_property
    def kernel(self) -> GraphKernel:
        """K = D^-1 (A + I), D the in-degrees."""
        return GraphKernel(self.graph.adjacency)

    @cached_property
    def symmetrised(self) -> PrecomputedKernel:
        """(K + K^T)/2, sparse."""
        every = np.arange(self.graph.n_nodes)
        K = sp.csr_array(self.kernel(every, every))
        return PrecomputedKernel((K + K.T) / 2)

    @cached_property
    def undirected(self) -> PrecomputedKernel:
        """D^-1/2 (A + A^T + I) D^-1/2."""
        return PrecomputedKernel(UndirectedGraph(self.graph.adjacency).normalised)

    @cached_property
    def embedding(self) -> np.ndarray:
        """NERD's features (N, 2 d), the same for all repeats: it reads no label."""
        own = {name: value for name, value in self.options.items() if name.startswith("nerd_")}
        key = (self.graph.digest, self.embedding_seed, *sorted(own.items()))
        if key not in _EMBEDDINGS:
            if len(_EMBEDDINGS) >= _KEPT:
                _EMBEDDINGS.pop(next(iter(_EMBEDDINGS)))
            found = nerd_embedding(
                self.graph.adjacency,
                random_state=self.embedding_seed,
                **{name.removeprefix("nerd_"): value for name, value in own.items()},
            )
            _EMBEDDINGS[key] = found.features.astype(np.float64)
        return _EMBEDDINGS[key]

    def scores(self, decided: Decided) -> dict[str, float]:
        """Micro and macro F1 of codes of the test nodes, and what stands beside them."""
        found = score(self.codes[self.test], decided.codes)
        return {metric: found[metric] for metric in METRICS} | dict(decided.beside)


def kernel_codes(
    trial: GraphTrial, kernel: Any, train: np.ndarray, new: np.ndarray, gamma: float, damping: Any, rule: str
) -> Decided:
    """Codes of new nodes by AsK-LS; a symmetric kernel makes it the LS-SVM. ``rule``: "mean" or "stack".

    Damping "auto" is the rule of the authors; that it damped is noted, and that an iteration met its cap.
    """
    model = AsKLSClassifier(
        kernel, gamma=gamma, damping=damping, merge=rule, cv=trial.options["folds"], random_state=trial.seed
    )
    with listening() as noted:
        codes = model.fit(train, trial.codes[train]).predict(new)
    beside = {CAPPED: float(noted.capped)}
    return Decided(codes, beside | {DAMPED: float(noted.damped)} if damping == "auto" else beside)


def linear_codes(
    trial: GraphTrial, Z: np.ndarray, train: np.ndarray, new: np.ndarray, gamma: float, damping: float
) -> Decided:
    """Codes of new nodes by the LS-SVM on features Z (N, d), one class against the rest."""
    known, own = np.unique(trial.codes[train], return_inverse=True)
    alpha, b = LinearPath(Z[train]).solve(one_vs_rest(own, len(known)), gamma, damping)
    return Decided(known[decided_codes(Z[new] @ (Z[train].T @ alpha) + b)])


def svm_codes(K: np.ndarray, codes: np.ndarray, K_new: np.ndarray, C: float, rule: str, cap: int) -> Decided:
    """Codes of new samples by libsvm on a symmetric K (m, m) of any signature, at most ``cap`` steps per fit.

    That a fit met the cap is noted.

    ``rule``: "one-vs-one" with a vote, as libsvm does, or "one-vs-rest" with the largest decision.
    """
    known = np.unique(codes)
    with listening() as noted:
        if rule == "one-vs-one" or len(known) == 2:
            decided = (
                SVC(C=C, kernel="precomputed", max_iter=cap, cache_size=500).fit(K, codes).predict(K_new)
            )
        else:
            decisions = [
                SVC(C=C, kernel="precomputed", max_iter=cap, cache_size=500)
                .fit(K, codes == each)
                .decision_function(K_new)
                for each in known
            ]
            decided = known[np.argmax(decisions, axis=0)]
    return Decided(decided, {CAPPED: float(noted.capped)})


def gram_blocks(trial: GraphTrial, what: str, train: np.ndarray, new: np.ndarray) -> tuple[Any, Any]:
    """K(train, train) and K(new, train), dense, of the "embedding" or of the "symmetrised" matrix."""
    m = len(train)
    check_memory(8.0 * m * (2 * m + len(new)), f"The SVM on {m:,} nodes", "Leave the SVM rows out.")
    if what == "embedding":
        Z = trial.embedding
        return Z[train] @ Z[train].T, Z[new] @ Z[train].T
    S = trial.symmetrised
    return sp.csr_array(S(train, train)).toarray(), sp.csr_array(S(new, train)).toarray()


def _askls(trial: GraphTrial) -> Decided:
    gamma, damping = trial.options["gamma"], trial.options["damping"]
    return kernel_codes(trial, trial.kernel, trial.train, trial.test, gamma, damping, "stack")


def _svm_on(what: str) -> Any:
    def decide(trial: GraphTrial) -> Decided:
        K, K_new = gram_blocks(trial, what, trial.train, trial.test)
        return svm_codes(K, trial.y, K_new, trial.options["C"], "one-vs-one", trial.options["svm_cap"])

    return decide


def _lssvm_symmetrised(trial: GraphTrial) -> Decided:
    return kernel_codes(
        trial, trial.symmetrised, trial.train, trial.test, trial.options["gamma"], "auto", "mean"
    )


def _lssvm_nerd(trial: GraphTrial) -> Decided:
    return linear_codes(trial, trial.embedding, trial.train, trial.test, trial.options["gamma"], 0.0)


PRINTED = {
    "SVM on NERD embedding": _svm_on("embedding"),
    "LS-SVM on NERD embedding": _lssvm_nerd,
    "SVM on symmetrised adjacency": _svm_on("symmetrised"),
    "LS-SVM on symmetrised adjacency": _lssvm_symmetrised,
    "AsK-LS on adjacency": _askls,
}
