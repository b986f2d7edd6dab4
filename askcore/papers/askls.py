"""Tables I, III and IV of He et al. 2022.

Table I compares images as mixtures of Gaussians by their KL divergence. Corel's photographs cannot be shipped: it runs
on made-up textures, and on any bags of vectors, as ``table("askls-I", data={"my images": read_images("photos.zip")})``.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.spatial.distance import pdist
from sklearn.exceptions import ConvergenceWarning

from askcore._lazy import cached_property
from askcore._random import draw_seeds
from askcore._validation import DataError, check_memory
from askcore.datasets import BagData, GraphData
from askcore.estimators import AsKLSClassifier
from askcore.experiments.bags import bag_kernel
from askcore.experiments.choice import KernelChoice
from askcore.experiments.evaluation import (
    Candidate,
    Fitted,
    Grid,
    Outcome,
    Refitted,
    SplitTask,
    candidates,
    inner_folds,
    judge,
    score,
    tune,
)
from askcore.experiments.fitted import Blocks, scaled_features
from askcore.experiments.methods import DAMPED
from askcore.experiments.problem import Problem
from askcore.experiments.split import class_codes, holdout_split
from askcore.experiments.svm import CAPPED, SVC_CAP, silenced
from askcore.kernels import PrecomputedKernel
from askcore.kernels.binding import symmetrized
from askcore.kernels.divergences import KLMatrix
from askcore.papers.engine.protocol import Options, Scores, Unit, per_repeat, read_protocols
from askcore.papers.nerd import nerd_embedding
from askcore.papers.table_parts import (
    ByDigest,
    Parts,
    Source,
    drawn_parts,
    numbers_of,
    on_kernels,
    svm_codes,
    undamped,
)
from askcore.solvers import ResonanceWarning
from askcore.solvers.labels import decided_codes, one_vs_rest
from askcore.solvers.path import linear_path

METRICS = ("micro_f1", "macro_f1")

# table I --------------------------------------------------------------------------------------------------------------


def image_kernel(D: np.ndarray, a: float, how: str) -> np.ndarray:
    """exp(-a KL(P_i || P_j)) over all bags, as it is or symmetrised.

    "divergence" is the symmetric KL kernel of Moreno et al. (2003), who have no 1/2: one grid of a serves all.
    """
    K = np.exp(-a * ((D + D.T) / 2 if how == "divergence" else D))
    return (K + K.T) / 2 if how == "mean" else K @ K.T if how == "product" else K


# Method -> how the kernel is symmetrised, and how it is learned with.
IMAGES = {
    "SVM": ("divergence", "svm"),
    "LS-SVM": ("divergence", "mean"),
    "AsK-LS": ("", "mean"),
    "AsK-LS stacked, tuned alike": ("", "stack"),
    "LS-SVM (K + Kᵀ)/2, tuned alike": ("mean", "mean"),
    "LS-SVM K Kᵀ, tuned alike": ("product", "mean"),
    "SVM K Kᵀ, tuned alike": ("product", "svm"),
}


@lru_cache(maxsize=1)
def divergences(data: ByDigest, seed: int, n_components: int, n_draws: int) -> KLMatrix:
    """The divergences between the mixtures of all bags, which all repeats share; no label is read."""
    sizes = {"n_components": n_components, "n_draws": n_draws}
    return bag_kernel(data.data, **sizes, random_state=seed, n_threads=1).run().kl  # repeats run side by side


@per_repeat
def image_scores(data: BagData, unit: Unit, repeat: int, options: Options) -> Scores:
    """Micro and macro F1 on the test bags at the a and the gamma or C that the folds choose; whether a cap was met."""
    if not isinstance(data, BagData):
        raise DataError(
            "This table is about bags of vectors", remedy="Give images, or a table with a bag per sample."
        )
    split_seed, fold_seed = draw_seeds([unit.seed, repeat], 2)
    split = holdout_split(data.labels, train_size=options["train_share"], random_state=split_seed)
    codes = class_codes(data.labels)[0]
    task = SplitTask(split.train, split.test, codes[split.train], len(data.classes))
    folds = inner_folds(task.codes, options["folds"], fold_seed)
    kl = divergences(ByDigest(data), unit.seed, options["n_components"], options["n_draws"])
    scales = np.geomspace(options["a_from"], options["a_to"], options["a_values"])
    for name in unit.methods:
        symmetrised, how = IMAGES[name]
        matrices = {float(a): image_kernel(kl.kl, a / kl.typical, symmetrised) for a in scales}
        if how == "svm":
            fitted: Fitted = Refitted(partial(_svms, matrices), task)
        else:
            fitted = on_kernels(partial(_blocks, matrices), task, folds, how)
        outcome = tune(task.codes, undamped(options, [*matrices]), fitted, folds, tie=0.0).outcome
        yield name, _scores(codes[split.test], outcome)


def _blocks(matrices: Mapping[Any, np.ndarray], a: Any, task: SplitTask) -> Blocks:
    K, fit, held = matrices[a], task.fit, task.held
    return Blocks(K[np.ix_(fit, fit)], K[np.ix_(held, fit)], K[np.ix_(fit, held)].T)


def _svms(matrices: Mapping[Any, np.ndarray], task: SplitTask, offered: Sequence[Candidate]) -> list[Outcome]:
    """One SVM per class against the rest, with gamma for C."""
    found = []
    for each in offered:
        own = _blocks(matrices, each.kernel, task)
        found.append(svm_codes(own.K, own.rows, task, each.gamma, "one-vs-rest", SVC_CAP))
    return found


def _scores(truth: np.ndarray, outcome: Outcome) -> dict[str, float]:
    """Micro and macro F1, with the notes of the outcome."""
    found = score(truth, outcome.codes)
    return {metric: found[metric] for metric in METRICS} | dict(outcome.beside)


# table III ------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=5)  # each 8 N d bytes
def embedded(graph: ByDigest, seed: int, **options: Any) -> np.ndarray:
    """NERD's features (N, 2 d), which all repeats on a graph share; no label is read."""
    found = nerd_embedding(graph.data.adjacency, random_state=seed, **options)
    return np.hstack(found).astype(np.float64)


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
        """The split of a repeat: a random order of the labelled nodes, the first 60% for training."""
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
        return Problem.from_data(
            self.graph, KernelChoice("adjacency", orientation=self.options.get("orientation", "in"))
        )

    @property
    def directed(self) -> Any:
        """K."""
        return self.problem.kernel

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
        """NERD's features (N, 2 d)."""
        given = {name: value for name, value in self.options.items() if name.startswith("nerd_")}
        own = {name.removeprefix("nerd_"): value for name, value in sorted(given.items())}
        return embedded(ByDigest(self.graph), self.embedding_seed, **own)


Decide = Callable[[GraphTrial, SplitTask, Sequence[Candidate]], list[Outcome]]


def _on_kernel(which: str, trial: GraphTrial, task: SplitTask, offered: Sequence[Candidate]) -> list[Outcome]:
    """AsK-LS on a kernel over the nodes; a symmetric one makes it the LS-SVM. Variants: "mean" and "stack"."""
    return [kernel_codes(trial, getattr(trial, which), task, candidate) for candidate in offered]


def kernel_codes(trial: GraphTrial, kernel: Any, task: SplitTask, candidate: Candidate) -> Outcome:
    """Decide with AsK-LS on a kernel at one candidate; without damping the authors' rule decides, and that is noted."""
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
    return [svm_codes(K, K_held, task, each.gamma, each.variant, steps) for each in offered]


def tuned(trial: GraphTrial, decide: Decide, variants: Sequence[str]) -> Outcome:
    """Decide with the candidate of the best micro F1 on five folds; a large graph has fewer candidates and folds."""
    options = trial.options
    which = "large" if len(trial.train) > options["large"] else "tuned"
    gammas, dampings = (tuple(numbers_of(options[f"{which}_{name}"])) for name in ("gammas", "dampings"))
    folds = inner_folds(trial.task.codes, 5, trial.seed)[: int(options[f"{which}_folds"])]
    offered = candidates(Grid(gammas, dampings), variants, damped=variants is not SVMS)
    fitted = Refitted(partial(decide, trial), trial.task)
    return tune(trial.task.codes, offered, fitted, folds, metric="micro_f1", tie=0.0).outcome


RULES, SVMS = ("mean", "stack"), ("one-vs-one", "one-vs-rest")
_DIRECTED = partial(_on_kernel, "directed")
_SYMMETRISED = partial(_on_kernel, "symmetrised")
# Row as printed -> how it decides, its variant, and the options that hold its gamma or C, and its damping.
PRINTED: dict[str, tuple[Decide, str, tuple[str, ...]]] = {
    "SVM on NERD embedding": (partial(_svm_on, "embedding", "svm_cap"), "one-vs-one", ("C",)),
    "LS-SVM on NERD embedding": (_on_embedding, "as is", ("gamma",)),
    "SVM on symmetrised adjacency": (partial(_svm_on, "symmetrised", "svm_cap"), "one-vs-one", ("C",)),
    "LS-SVM on symmetrised adjacency": (_SYMMETRISED, "mean", ("gamma", "rival_damping")),
    "AsK-LS on adjacency": (_DIRECTED, "stack", ("gamma", "damping")),
}
TUNED: dict[str, tuple[Decide, tuple[str, ...]]] = {
    "AsK-LS, tuned alike": (_DIRECTED, RULES),
    "LS-SVM on symmetrised adjacency, tuned alike": (_SYMMETRISED, RULES),
    "SVM on symmetrised adjacency, tuned alike": (partial(_svm_on, "symmetrised", "tuned_svm_cap"), SVMS),
    "LS-SVM on undirected normalised adjacency, tuned alike": (partial(_on_kernel, "undirected"), RULES),
    "LS-SVM on NERD embedding, tuned alike": (_on_embedding, ("scaled",)),
}


@per_repeat
def node_scores(data: GraphData, unit: Unit, repeat: int, options: Options) -> Scores:
    """Micro and macro F1 of the unit's methods on one repeat, with the metrics of the table's remarks."""
    trial = GraphTrial.drawn(data, unit.seed, repeat, options)
    for name in unit.methods:
        if name in PRINTED:
            decide, variant, setting = PRINTED[name]
            own = Candidate(variant, *(options.get(each, 0.0) for each in setting))
            found = decide(trial, trial.task, [own])[0]
        else:
            found = tuned(trial, *TUNED[name])
        yield name, _scores(trial.codes[trial.test], found)


# table IV -------------------------------------------------------------------------------------------------------------


# Method -> kernel, and how it is symmetrised first.
TABLES: dict[str, tuple[str, str | None]] = {
    "LS-SVM RBF": ("rbf", None),
    "AsK-LS SNE": ("sne", None),
    "AsK-LS T": ("t", None),
    "LS-SVM SNE symmetrised, tuned alike": ("sne", "mean"),
    "LS-SVM T symmetrised, tuned alike": ("t", "mean"),
}


@per_repeat
def table_accuracies(data: Source, unit: Unit, repeat: int, options: Options) -> Scores:
    """Test accuracy of every method of a unit at the sigma and the gamma that the folds choose."""
    parts = drawn_parts(data, unit.seed, repeat, lambda n: round(options["train_share"] * n))
    for name in unit.methods:
        yield name, {"accuracy": parts.accuracy(_of_table(parts, *TABLES[name], options))}


def _of_table(parts: Parts, kernel: str, symmetrize: str | None, options: Options) -> Outcome:
    """Choose the kernel's parameter by folds of ``search_rows`` training rows, gamma by folds of all, and decide."""

    def blocks(sigma: Any, task: SplitTask) -> Blocks:
        own = Problem.from_data(parts.table, kernel, {} if sigma is None else {"sigma": sigma}).bound(
            task.fit
        )
        if symmetrize is None and kernel != "rbf":
            return Blocks(own.train(), own.source(task.held), own.target(task.held).T)
        symmetric = symmetrized(own, symmetrize)
        return Blocks(symmetric.train(), symmetric.source(task.held))

    task, m = parts.task, len(parts.X)
    rows = np.arange(m)
    if m > options["search_rows"]:
        rows = np.random.default_rng(parts.fold_seed).permutation(m)[: options["search_rows"]]
    members = _members(kernel, parts.X[rows], options)
    if len(rows) < m and len(members) > 1:
        some = SplitTask(rows, task.held, parts.codes[rows], parts.n_classes)
        few = inner_folds(some.codes, options["folds"], parts.fold_seed)
        found = judge(some.codes, undamped(options, members), on_kernels(blocks, some, few), few, tie=0.0)
        members = [found.best.kernel]
    folds = parts.folds(options["folds"])
    fitted = on_kernels(blocks, task, folds, options["merge"])
    return tune(task.codes, undamped(options, members), fitted, folds, tie=0.0).outcome


def _members(kernel: str, X: np.ndarray, options: Options) -> list[Hashable]:
    """Values of sigma in units of the median distance of the rows, the largest first; T has no parameter: None."""
    if kernel == "t":
        return [None]
    unit = float(np.median(pdist(X))) or 1.0
    shares = np.geomspace(options["sigma_from"], options["sigma_to"], options["sigmas"])
    return [float(unit * share) for share in shares]


PROTOCOLS = read_protocols(
    "askls.toml",
    {"askls-I": image_scores, "askls-III": node_scores, "askls-IV": table_accuracies},
)
