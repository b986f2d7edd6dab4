"""What a search for a kernel found: a ranking, what was left out and why, and the best one on samples held out.

Experiment floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from askcore._lazy import made_once
from askcore.experiments.choice import KernelChoice
from askcore.experiments.decisions.baselines import Tuned
from askcore.experiments.decisions.contest import LEVEL, paired_test
from askcore.experiments.decisions.offered import ORIENTED, parameters_in_words
from askcore.experiments.decisions.views import Views
from askcore.kernels import GRAPH_KERNELS, KERNELS


@dataclass(frozen=True, eq=False)
class Ranked:
    """One line of the ranking: a kernel with a rule of merging, or an ordinary method, at its best setting.

    Attributes
    ----------
    label : in words.
    left_out : accuracy on the training samples, each decided by a model without it.
    decided : (m,) codes of these decisions.
    seconds : that it took, with all other rules of the same kernel.
    choice, merge, gamma, damping : the kernel, "mean", "source", "target" or "joint", and the best setting, for a fit
        on all training samples (``magnitude.carried``).
    symmetric : whether K is, so that both views are one.
    method, tuned : of an ordinary method its name in ``METHODS`` and its setting; ``choice`` is None then.
    """

    label: str
    left_out: float
    decided: np.ndarray = field(repr=False)
    seconds: float
    choice: KernelChoice | None = None
    merge: str = ""
    gamma: float = np.nan
    damping: float = np.nan
    symmetric: bool = False
    method: str = "askls"
    tuned: Tuned | None = None

    @property
    def setting(self) -> str:
        """Of an ordinary method what was chosen, as "k = 5"."""
        return "" if self.tuned is None else self.tuned.setting.in_words


@dataclass(frozen=True)
class LeftOut:
    """What was not tried, and why."""

    label: str
    reason: str


@dataclass(frozen=True, eq=False)
class FoundKernels:
    """What ``find_kernel`` found.

    Attributes
    ----------
    ranking : the best first; of equals the one that was tried earlier.
    left_out : what was not tried, and why.
    truth : (m,) class codes of the judged training samples.
    classes : (n_classes,) labels.
    n_offered : kernels in the catalogue.  n_train : training samples.  n_fitted : those that the best kernel
        decided the held-out samples with: all, or the judged ones where they are very many.
    n_held_out : samples that took no part in the choice; 0 where all were used for training.
    views : of the best kernel at its setting on the held-out samples; None where no kernel could be tried
        or the test part was not to be decided.
    ordinary_score : accuracy of the best ordinary method on the same held-out samples; NaN where there is none.
    seconds : spent.  is_graph : whether samples are nodes.
    ordinary_n_fitted : training samples that this method was fitted on; 0 where there is none.
    """

    ranking: tuple[Ranked, ...] = field(repr=False)
    left_out: tuple[LeftOut, ...] = field(repr=False)
    truth: np.ndarray = field(repr=False)
    classes: np.ndarray = field(repr=False)
    n_offered: int
    n_train: int
    n_fitted: int
    n_held_out: int
    views: Views | None
    ordinary_score: float
    seconds: float
    is_graph: bool
    ordinary_n_fitted: int = 0

    @property
    def n_tried(self) -> int:
        """Kernels of the ranking: offered, and not left out."""
        return len({each.choice for each in self.ranking if each.choice is not None})

    @property
    def n_judged(self) -> int:
        """Training samples that were left out: all, or a part where they are many."""
        return len(self.truth)

    @property
    def best(self) -> Ranked | None:
        """The best kernel; None where none could be tried."""
        return next((each for each in self.ranking if each.choice is not None), None)

    @property
    def best_ordinary(self) -> Ranked | None:
        """The best ordinary method; None where none was tried."""
        return next((each for each in self.ranking if each.choice is None), None)

    @property
    def score(self) -> float:
        """Share of the held-out samples that the best kernel gets right; of the training samples without any; NaN."""
        if self.views is None:
            return float("nan")
        return float((self.views.predicted["merged"] == self.views.truth).mean())

    @made_once
    def ties(self) -> tuple[bool, ...]:
        """Of each line, whether it cannot be told from the first: an exact McNemar test, at 5%."""
        first = self.ranking[0].decided if self.ranking else np.array([])
        return tuple(paired_test(self.truth, first, each.decided).p >= LEVEL for each in self.ranking)

    @made_once
    def table(self) -> pd.DataFrame:
        """The ranking, a row for each line; ``tie`` as in ``ties``."""
        return ranked_table(self.ranking, is_graph=self.is_graph).assign(tie=list(self.ties))

    @property
    def why_left_out(self) -> pd.DataFrame:
        """What was not tried, and why."""
        return pd.DataFrame(
            [(each.label, each.reason) for each in self.left_out], columns=["kernel", "reason"]
        )


def ranked_table(ranking: Sequence[Ranked], *, is_graph: bool) -> pd.DataFrame:
    """A row for each line of a ranking."""
    return pd.DataFrame([_row(each, is_graph=is_graph) for each in ranking])


def _row(each: Ranked, *, is_graph: bool) -> dict[str, Any]:
    choice = each.choice
    if choice is None:
        said = {"kernel": each.label, "links": "", "directed": "", "merged": "", "parameters": each.setting}
    else:
        directed = is_graph and not each.symmetric and choice.orientation != "both"
        said = {
            "kernel": (GRAPH_KERNELS if is_graph else KERNELS)[choice.name].label.split(" (")[0],
            "links": ORIENTED[choice.orientation] if is_graph else "",
            "directed": "yes" if directed else "no",
            "merged": "one view" if each.symmetric and each.merge == "mean" else each.merge,
            "parameters": parameters_in_words(choice, is_graph=is_graph),
        }
    if not is_graph:
        del said["links"], said["directed"]
    return {
        **said,
        "gamma": each.gamma,
        "damping": each.damping,
        "left_out": each.left_out,
        "seconds": each.seconds,
    }
