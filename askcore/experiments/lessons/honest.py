"""A small comparison, fair or not: same splits, with or without the same tuning and a null.

Unlike ``comparison`` it keeps every setting of every split, so that each way of choosing is free.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import numpy as np

from askcore._validation import read_only
from askcore.experiments.comparison.verdict import PairedDifference, paired_difference
from askcore.experiments.direction import flip_directions
from askcore.experiments.evaluation import accuracy
from askcore.experiments.split import class_codes, holdout_split
from askcore.kernels import GraphKernel
from askcore.solvers.kernel_matrices import as_dense
from askcore.solvers.labels import decided_codes, one_vs_rest
from askcore.solvers.path import DualPath

SETTINGS = [(damping, gamma) for damping in (0.01, 0.1, 1.0) for gamma in (1.0, 10.0, 100.0)]
DEFAULT = SETTINGS.index((0.1, 1.0))
REPEATS, TRAIN_SIZE, N_TEST = 8, 0.2, 80


class Reading(Enum):
    """Conclusions from a lead and from the same lead with random directions."""

    EVEN = auto()
    BEHIND = auto()
    UNCHECKED = auto()
    REFUTED = auto()
    PAYS = auto()


def read_lead(lead: PairedDifference, null: PairedDifference | None) -> Reading:
    """Whether direction pays; ``null`` is the lead with random directions, or None."""
    if lead.sign <= 0:
        return Reading.EVEN if lead.sign == 0 else Reading.BEHIND
    if null is None:
        return Reading.UNCHECKED
    return Reading.REFUTED if null.sign > 0 else Reading.PAYS


@dataclass(frozen=True)
class HonestSplits:
    """Accuracy (R, S) of three methods on the same R splits, at S settings of gamma and lambda.

    The methods are "directed", AsK-LS on the graph; "undirected", the same without the arrowheads; and "null", AsK-LS
    on the graph with arrows reversed at random. ``left_out`` is leave-one-out accuracy on the training samples.
    """

    left_out: dict[str, np.ndarray] = field(repr=False)
    held_out: dict[str, np.ndarray] = field(repr=False)
    n_train: int
    n_test: int

    def scores(self, method: str, *, tuned: bool = True, on_test: bool = False) -> np.ndarray:
        """(R,) accuracy at the setting that leave-one-out or the test samples choose, or at gamma 1, lambda 0.1."""
        judged = self.held_out[method] if on_test else self.left_out[method]
        chosen = judged.argmax(axis=1) if tuned else np.full(len(judged), DEFAULT)
        found: np.ndarray = self.held_out[method][np.arange(len(judged)), chosen]
        return found

    def lead(
        self, *, tune_rival: bool = True, on_test: bool = False, turned: bool = False
    ) -> PairedDifference:
        """AsK-LS less its rival without arrowheads."""
        mine = self.scores("null" if turned else "directed", on_test=on_test)
        rival = self.scores("undirected", tuned=tune_rival)
        return paired_difference(
            mine - rival, n_train=self.n_train, n_test=self.n_test, resolution=1 / self.n_test
        )


def honest_splits(adjacency: Any, labels: Any) -> HonestSplits:
    """Fit three methods at every setting on the same random splits.

    A fifth of the nodes trains, and 80 of the others, drawn at random, test.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> graph = load_sample("cyclic_communities")
    >>> found = honest_splits(graph.adjacency, graph.labels)
    >>> found.held_out["null"].shape, bool(found.lead().mean > 0.5)
    ((8, 9), True)
    """
    rng = np.random.default_rng(0)
    graphs = {
        "directed": (adjacency, "out"),
        "undirected": (adjacency, "both"),
        "null": (flip_directions(adjacency, rng), "out"),
    }
    kernels = {name: GraphKernel(A, orientation=side) for name, (A, side) in graphs.items()}
    codes, _ = class_codes(labels)
    found = {name: np.empty((2, REPEATS, len(SETTINGS))) for name in kernels}
    for repeat in range(REPEATS):
        split = holdout_split(labels, train_size=TRAIN_SIZE, random_state=repeat)
        train, test = split.train, rng.choice(split.test, min(N_TEST, len(split.test)), replace=False)
        Y = one_vs_rest(codes[train], int(codes.max()) + 1)
        for name, kernel in kernels.items():
            inner, forth, back = (
                as_dense(kernel(*of)) for of in ((train, train), (test, train), (train, test))
            )
            path = DualPath(inner)
            for at, (damping, gamma) in enumerate(SETTINGS):
                left_out = np.sum(path.leave_one_out(Y, gamma, damping), axis=0)
                a, c, b_s, b_t = path.solve(Y, gamma, damping)
                held_out = forth @ c + b_s + back.T @ a + b_t
                for part, f, some in ((0, left_out, train), (1, held_out, test)):
                    found[name][part, repeat, at] = accuracy(codes[some], decided_codes(f))
    inside, outside = ({name: read_only(each[part]) for name, each in found.items()} for part in (0, 1))
    return HonestSplits(inside, outside, len(train), len(test))
