"""Does direction pay? Methods on the same splits, tuned alike, with paired intervals and a null.

Experiment floor.
"""

from askcore.experiments.comparison.paired import PairedDifference, paired_difference
from askcore.experiments.comparison.result import Advantage, ComparisonResult, Null
from askcore.experiments.comparison.run import Comparison, compare
from askcore.experiments.comparison.verdict import METRIC_NAMES

__all__ = [
    "METRIC_NAMES",
    "Advantage",
    "Comparison",
    "ComparisonResult",
    "Null",
    "PairedDifference",
    "compare",
    "paired_difference",
]
