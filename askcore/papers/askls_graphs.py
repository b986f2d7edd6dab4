"""Table III of He et al. 2022: node classification on five directed graphs, as printed or tuned alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.exceptions import ConvergenceWarning

from askcore._lazy import cached_property
from askcore._validation import DataError, check_memory
from askcore.datasets import GraphData
from askcore.estimators import AsKLSClassifier
from askcore.experiments.candidates import Candidate, Grid, candidates
from askcore.experiments.choice import KernelChoice
from askcore.experiments.evaluation import Outcome, SplitTask, inner_folds, tune
from askcore.experiments.fitted import scaled_features
from askcore.experiments.methods import DAMPED
from askcore.experiments.nerd import nerd_embedding
from askcore.experiments.problem import Problem
from askcore.experiments.scores import score
from askcore.experiments.split import class_codes
from askcore.experiments.svm import CAPPED, silenced
from askcore.kernels import PrecomputedKernel
from askcore.papers.engine.protocol import Options, Scores, Unit, per_repeat, read_protocols
from askcore.papers.table_parts import Memory, numbers_of, svm_codes
from askcore.solvers import ResonanceWarning
from askcore.solvers.labels import decided_codes, one_vs_rest
from askcore.solvers.path import linear_path

METRICS = ("micro_f1", "macro_f1")
_EMBEDDINGS: Memory[np.ndarray] = Memory(limit=5)  # each 8 N d bytes: that of a graph serves all its repeats


@dataclass(frozen=True, eq=False)
class GraphTrial:
    """A graph and one random split of its labelled nodes; ``codes`` (N,) has -1 for nodes without a label."""

    graph: GraphData
    codes: np.ndarray
    train: np.ndarray
    test: np.ndarray
    seed: int  # of the folds
    embedding_seed: int  # that of the table
    options: Options

    @classmethod
    def drawn(cls, graph: GraphData, seed: int, repeat: int, options: Options) -> GraphTrial:
        """The split of a repeat: a random order of the labelled nodes, the first 60 % for training."""
        codes, _ = class_codes(graph.labels)
        known = np.flatnonzero(codes >= 0)
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

    @cached_property
    def task(self) -> SplitTask:
        """Fit on the training nodes, decide the test nodes."""
        return SplitTask(self.train, self.test, self.codes[self.train], int(self.codes.max()) + 1)

    @cached_property
    def problem(self) -> Problem:
        """The graph under K = D^-1 (A + I), D the in-degrees; in the other orientation the out-degrees."""
        return Problem.of(
            self.graph, KernelChoice("adjacency", orientation=self.options.get("orientation", "in"))
        )

    @cached_property
    def symmetrised(self) -> PrecomputedKernel:
        """(K + K^T)/2, sparse."""
        every = np.arange(self.graph.n_nodes)
        K = sp.csr_array(self.problem.kernel(every, every))
        return PrecomputedKernel((K + K.T) / 2)

    @cached_property
    def undirected(self) -> PrecomputedKernel:
        """D^-1/2 (A + A^T + I) D^-1/2."""
        return PrecomputedKernel(self.problem.undirected.normalised)

    @cached_property
    def embedding(self) -> np.ndarray:
        """NERD's features (N, 2 d), the same for all repeats: it reads no label."""
        given = {name: value for name, value in self.options.items() if name.startswith("nerd_")}
        own = {name.removeprefix("nerd_"): value for name, value in given.items()}
        seed, A = self.embedding_seed, self.graph.adjacency
        return _EMBEDDINGS.get(
            (self.graph.digest, seed, *sorted(own.items())),
            lambda: np.hstack(nerd_embedding(A, random_state=seed, **own)).astype(np.float64),
        )

    def scores(self, outcome: Outcome) -> dict[str, float]:
        """Micro and macro F1 of codes of the test nodes, and what stands beside them."""
        found = score(self.codes[self.test], outcome.codes)
        return {metric: found[metric] for metric in METRICS} | dict(outcome.beside)


Decide = Callable[[GraphTrial, SplitTask, Sequence[Candidate]], list[Outcome]]


def _on_kernel(which: str, trial: GraphTrial, task: SplitTask, offered: Sequence[Candidate]) -> list[Outcome]:
    """AsK-LS on a kernel over the nodes; a symmetric one makes it the LS-SVM. Variants: "mean" and "stack"."""
    kernel = attrgetter(which)(trial)
    return [kernel_codes(trial, kernel, task, candidate) for candidate in offered]


def kernel_codes(trial: GraphTrial, kernel: Any, task: SplitTask, candidate: Candidate) -> Outcome:
    """What AsK-LS on a kernel decides at one candidate; no damping is the authors' rule, which is noted."""
    damping = candidate.damping or "auto"
    model = AsKLSClassifier(
        kernel,
        gamma=candidate.gamma,
        damping=damping,
        merge=candidate.variant,
        cv=trial.options["folds"],
        random_state=trial.seed,
    )
    with silenced():
        codes = model.fit(task.fit, task.codes).predict(task.held)
    beside = {CAPPED: float(any(isinstance(note, ConvergenceWarning) for note in model.notes_))}
    damped = float(any(isinstance(note, ResonanceWarning) for note in model.notes_))
    return Outcome(codes, beside | {DAMPED: damped} if damping == "auto" else beside)


def _on_embedding(trial: GraphTrial, task: SplitTask, offered: Sequence[Candidate]) -> list[Outcome]:
    """The LS-SVM on NERD's features, one class against the rest. Variants: "as is" and "scaled" by one number."""
    known, own = np.unique(task.codes, return_inverse=True)
    found = []
    for candidate in offered:
        Z = trial.embedding
        if candidate.variant == "scaled":
            Z = scaled_features(Z, task.fit)
        path, Y = linear_path(Z[task.fit]), one_vs_rest(own, len(known))
        alpha, _, b, _ = path.solve(Y, candidate.gamma, candidate.damping)
        found.append(Outcome(known[decided_codes(Z[task.held] @ (Z[task.fit].T @ alpha) + b)]))
    return found


def _svm_on(
    what: str, cap: str, trial: GraphTrial, task: SplitTask, offered: Sequence[Candidate]
) -> list[Outcome]:
    """libsvm on the "embedding" or the "symmetrised" matrix; ``cap`` names the option with its steps."""
    m = len(task.fit)
    check_memory(8.0 * m * (2 * m + len(task.held)), f"The SVM on {m:,} nodes", "Leave the SVM rows out.")
    if what == "embedding":
        Z = trial.embedding
        K, K_held = Z[task.fit] @ Z[task.fit].T, Z[task.held] @ Z[task.fit].T
    else:
        S = trial.symmetrised
        K, K_held = (sp.csr_array(S(rows, task.fit)).toarray() for rows in (task.fit, task.held))
    steps = trial.options[cap]
    return [svm_codes(K, task.codes, K_held, each.gamma, each.variant, steps) for each in offered]


def printed(
    trial: GraphTrial, decide: Decide, variant: str, cost: str = "gamma", damping: str | None = None
) -> Outcome:
    """A row as printed: at one setting, whose numbers are options."""
    lam = trial.options.get(damping, 0.0) if damping else 0.0
    return decide(trial, trial.task, [Candidate(variant, trial.options[cost], lam)])[0]


def tuned(trial: GraphTrial, decide: Decide, variants: Sequence[str], damped: bool = True) -> Outcome:
    """A row at the candidate with the best micro F1 on five folds; a large graph has fewer, of both."""
    which = "large" if len(trial.train) > trial.options["large"] else "tuned"
    gammas, dampings = (
        tuple(numbers_of(trial.options[f"{which}_{name}"])) for name in ("gammas", "dampings")
    )
    folds = inner_folds(trial.task.codes, 5, trial.seed)[: int(trial.options[f"{which}_folds"])]
    offered = candidates(Grid(gammas, dampings), variants, damped=damped)
    return tune(trial.task, offered, partial(decide, trial), folds, metric="micro_f1", tie=0.0).outcome


RULES = ("mean", "stack")
_DIRECTED = partial(_on_kernel, "problem.kernel")
_SYMMETRISED = partial(_on_kernel, "symmetrised")
PRINTED: dict[str, tuple[Any, ...]] = {  # of ``printed``
    "SVM on NERD embedding": (partial(_svm_on, "embedding", "svm_cap"), "one-vs-one", "C"),
    "LS-SVM on NERD embedding": (_on_embedding, "as is"),
    "SVM on symmetrised adjacency": (partial(_svm_on, "symmetrised", "svm_cap"), "one-vs-one", "C"),
    "LS-SVM on symmetrised adjacency": (_SYMMETRISED, "mean", "gamma", "rival_damping"),
    "AsK-LS on adjacency": (_DIRECTED, "stack", "gamma", "damping"),
}
TUNED: dict[str, tuple[Any, ...]] = {  # of ``tuned``
    "AsK-LS, tuned alike": (_DIRECTED, RULES),
    "LS-SVM on symmetrised adjacency, tuned alike": (_SYMMETRISED, RULES),
    "SVM on symmetrised adjacency, tuned alike": (
        partial(_svm_on, "symmetrised", "tuned_svm_cap"), ("one-vs-one", "one-vs-rest"), False,
    ),
    "LS-SVM on undirected normalised adjacency, tuned alike": (partial(_on_kernel, "undirected"), RULES),
    "LS-SVM on NERD embedding, tuned alike": (_on_embedding, ("scaled",)),
}  # fmt: skip


@per_repeat
def compute(data: GraphData, unit: Unit, repeat: int, options: Options) -> Scores:
    """Micro and macro F1 of the unit's methods on its repeats, and what the table's remarks say beside them."""
    trial = GraphTrial.drawn(data, unit.seed, repeat, options)
    for name in unit.methods:
        found = printed(trial, *PRINTED[name]) if name in PRINTED else tuned(trial, *TUNED[name])
        yield name, trial.scores(found)


PROTOCOLS = read_protocols("askls.toml", {"askls-III": (compute, (*PRINTED, *TUNED))})
