"""Protocols: what is trained on what, and scored how. Results are frozen.

Experiment floor: imports ``estimators``, ``datasets`` and below.
"""

from askcore.experiments.compare import Cancelled, Comparison, Progress, compare
from askcore.experiments.confusion import Confusion, confusion
from askcore.experiments.contenders import METHODS, SVC_CAP, Method
from askcore.experiments.flip import flip_directions
from askcore.experiments.gamma_curve import (
    GammaCurve,
    ModeFilters,
    best_setting,
    gamma_curve,
    loo_accuracy,
    mode_filters,
)
from askcore.experiments.grid import FULL_GRID, METRICS, SMALL_GRID, Grid
from askcore.experiments.influence import Pulls, pulls
from askcore.experiments.outcome import Advantage, ComparisonResult, Null
from askcore.experiments.paired import PairedDifference, paired_difference
from askcore.experiments.path_views import PATH_LIMIT, Prepared, path_views, prepare
from askcore.experiments.problem import KernelChoice, Problem, build_problem, sample_names, training_matrix
from askcore.experiments.regions import Regions, decision_regions
from askcore.experiments.rivals import GAMMAS, RIVAL_NAMES, Rival, symmetric_rivals
from askcore.experiments.split import Split, holdout_split, labelled_samples
from askcore.experiments.verdict import METRIC_NAMES
from askcore.experiments.views import ROLE_ORDER, Views, decide_views, score

__all__ = [
    "FULL_GRID",
    "GAMMAS",
    "METHODS",
    "METRICS",
    "METRIC_NAMES",
    "PATH_LIMIT",
    "RIVAL_NAMES",
    "ROLE_ORDER",
    "SMALL_GRID",
    "SVC_CAP",
    "Advantage",
    "Cancelled",
    "Comparison",
    "ComparisonResult",
    "Confusion",
    "GammaCurve",
    "Grid",
    "KernelChoice",
    "Method",
    "ModeFilters",
    "Null",
    "PairedDifference",
    "Prepared",
    "Problem",
    "Progress",
    "Pulls",
    "Regions",
    "Rival",
    "Split",
    "Views",
    "best_setting",
    "build_problem",
    "compare",
    "confusion",
    "decide_views",
    "decision_regions",
    "flip_directions",
    "gamma_curve",
    "holdout_split",
    "labelled_samples",
    "loo_accuracy",
    "mode_filters",
    "paired_difference",
    "path_views",
    "prepare",
    "pulls",
    "sample_names",
    "score",
    "symmetric_rivals",
    "training_matrix",
]
