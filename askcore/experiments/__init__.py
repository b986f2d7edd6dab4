"""Protocols: what is trained on what, and scored how. Results are frozen.

Experiment floor: imports ``estimators``, ``datasets`` and below.
"""

from askcore.experiments.confusion import Confusion, confusion
from askcore.experiments.gamma_curve import (
    GammaCurve,
    ModeFilters,
    best_setting,
    gamma_curve,
    loo_accuracy,
    mode_filters,
)
from askcore.experiments.influence import Pulls, pulls
from askcore.experiments.path_views import PATH_LIMIT, Prepared, path_views, prepare
from askcore.experiments.problem import KernelChoice, Problem, build_problem, sample_names, training_matrix
from askcore.experiments.regions import Regions, decision_regions
from askcore.experiments.rivals import GAMMAS, RIVAL_NAMES, Rival, symmetric_rivals
from askcore.experiments.split import Split, holdout_split, labelled_samples
from askcore.experiments.views import ROLE_ORDER, Views, decide_views, score

__all__ = [
    "GAMMAS",
    "PATH_LIMIT",
    "RIVAL_NAMES",
    "ROLE_ORDER",
    "Confusion",
    "GammaCurve",
    "KernelChoice",
    "ModeFilters",
    "Prepared",
    "Problem",
    "Pulls",
    "Regions",
    "Rival",
    "Split",
    "Views",
    "best_setting",
    "build_problem",
    "confusion",
    "decide_views",
    "decision_regions",
    "gamma_curve",
    "holdout_split",
    "labelled_samples",
    "loo_accuracy",
    "mode_filters",
    "path_views",
    "prepare",
    "pulls",
    "sample_names",
    "score",
    "symmetric_rivals",
    "training_matrix",
]
