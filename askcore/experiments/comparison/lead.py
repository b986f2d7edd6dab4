"""What a comparison finds of direction: the lead of one group of methods over another, and that with random directions.

Experiment floor.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from askcore.experiments.comparison.paired import PairedDifference


@dataclass(frozen=True, eq=False)
class Lead:
    """The best method of one group minus the best of another.

    On every split the best of each group is the one that does best on the *training samples of that split* when these
    are left out, so that the choice has seen no test sample and the interval is honest.

    Attributes
    ----------
    difference : mean and interval over the splits.  per_split : (n_splits,).
    first, second : the methods chosen on each split.
    """

    difference: PairedDifference
    per_split: np.ndarray = field(repr=False)
    first: tuple[str, ...] = field(repr=False)
    second: tuple[str, ...] = field(repr=False)

    @property
    def usual_first(self) -> str:
        """The method of the first group that was chosen most often."""
        return Counter(self.first).most_common(1)[0][0]

    @property
    def usual_second(self) -> str:
        """The method of the second group that was chosen most often."""
        return Counter(self.second).most_common(1)[0][0]


@dataclass(frozen=True, eq=False)
class Null:
    """The comparison with directions drawn at random, once for each split.

    Attributes
    ----------
    table : as ``ComparisonResult.table``, and ``flip``, the seed of the directions; empty if left out. Blind methods,
        which no drawing can change, keep their rows.
    reason : why it was left out; empty if it was not.
    advantages : (n_splits,) best aware minus best blind, each with its own directions, chosen as in ``Lead``.
    observed : (n_splits,) the same with the true directions.
    """

    table: pd.DataFrame = field(repr=False)
    reason: str
    advantages: np.ndarray = field(repr=False)
    observed: np.ndarray = field(repr=False)
