"""Rows of table III once more, all tuned alike: the same folds of the training part over the same grid.

Papers floor.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from askcore.experiments.decisions.views import score
from askcore.experiments.methods import scaled_features
from askcore.experiments.tuning import Candidate, Grid, candidates, choose, inner_folds
from askcore.papers.askls_graphs_rows import (
    Decided,
    GraphTrial,
    gram_blocks,
    kernel_codes,
    linear_codes,
    svm_codes,
)
from askcore.papers.grids import numbers_of

__all__ = ["TUNED", "tuned_codes"]

Decide = Callable[[GraphTrial, np.ndarray, np.ndarray, list[Candidate]], list[Decided]]
RULES = ("mean", "stack")
VOTES = ("one-vs-one", "one-vs-rest")


def _grid(trial: GraphTrial) -> tuple[Grid, int]:
    """The candidates and how many of the five folds tell: fewer of both for a large graph."""
    which = "large" if len(trial.train) > trial.options["large"] else "tuned"
    gammas, dampings = (
        tuple(numbers_of(trial.options[f"{which}_{name}"])) for name in ("gammas", "dampings")
    )
    return Grid(gammas, dampings), int(trial.options[f"{which}_folds"])


def tuned_codes(
    trial: GraphTrial, decide: Decide, variants: tuple[str, ...], *, damped: bool = True
) -> Decided:
    """Codes of the test nodes at the candidate with the best micro F1 on the inner folds.

    A candidate that meets a cap in the folds is scored as it stands; what is noted is the last fit.
    """
    grid, told = _grid(trial)
    offered = candidates(grid, variants, damped=damped)
    truth: list[np.ndarray] = []
    guesses: list[list[np.ndarray]] = [[] for _ in offered]
    for fit, held in inner_folds(trial.y, 5, trial.seed)[:told]:
        truth.append(trial.y[held])
        decided = decide(trial, trial.train[fit], trial.train[held], offered)
        for guess, each in zip(guesses, decided, strict=True):
            guess.append(each.codes)
    right = np.concatenate(truth)
    best = choose([score(right, np.concatenate(guess))["micro_f1"] for guess in guesses])[0]
    return decide(trial, trial.train, trial.test, [offered[best]])[0]


def _on_kernel(which: str) -> Decide:
    def decide(
        trial: GraphTrial, train: np.ndarray, new: np.ndarray, offered: list[Candidate]
    ) -> list[Decided]:
        kernel = getattr(trial, which)
        return [kernel_codes(trial, kernel, train, new, c.gamma, c.damping, c.variant) for c in offered]

    return decide


def _on_embedding(
    trial: GraphTrial, train: np.ndarray, new: np.ndarray, offered: list[Candidate]
) -> list[Decided]:
    Z = scaled_features(trial.embedding, train)
    return [linear_codes(trial, Z, train, new, c.gamma, c.damping) for c in offered]


def _svm(trial: GraphTrial, train: np.ndarray, new: np.ndarray, offered: list[Candidate]) -> list[Decided]:
    K, K_new = gram_blocks(trial, "symmetrised", train, new)
    cap = trial.options["tuned_svm_cap"]
    return [svm_codes(K, trial.codes[train], K_new, c.gamma, c.variant, cap) for c in offered]


TUNED: dict[str, Callable[[GraphTrial], Decided]] = {
    "AsK-LS, tuned alike": lambda trial: tuned_codes(trial, _on_kernel("kernel"), RULES),
    "LS-SVM on symmetrised adjacency, tuned alike": lambda trial: tuned_codes(
        trial, _on_kernel("symmetrised"), RULES
    ),
    "SVM on symmetrised adjacency, tuned alike": lambda trial: tuned_codes(trial, _svm, VOTES, damped=False),
    "LS-SVM on undirected normalised adjacency, tuned alike": lambda trial: tuned_codes(
        trial, _on_kernel("undirected"), RULES
    ),
    "LS-SVM on NERD embedding, tuned alike": lambda trial: tuned_codes(trial, _on_embedding, ("",)),
}
