"""The comparison of three kinds of kernel as it runs on its page.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from askcore.experiments.three_kinds import ThreeKinds
from askcore.ui.job import Job

__all__ = ["JOB", "KindsPlan"]


@dataclass(frozen=True)
class KindsPlan:
    """The key of a result: data by digest, which indefinite kernel, effort and seed.

    Quick: 4 splits and 2 inner folds, as on the page "Does direction pay?".
    """

    digest: str
    indefinite: str
    quick: bool
    seed: int = 0

    def settings(self) -> dict[str, Any]:
        """Arguments of ``three_kinds`` beside the data."""
        splits, folds = (4, 2) if self.quick else (5, 5)
        return {
            "indefinite": self.indefinite,
            "n_splits": splits,
            "inner_folds": folds,
            "random_state": self.seed,
        }


JOB: Job[KindsPlan, ThreeKinds] = Job("three_kinds")
