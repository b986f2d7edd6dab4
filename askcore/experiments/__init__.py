"""Protocols: what is trained on what, and scored how. Results are frozen.

Experiment floor: imports ``estimators``, ``datasets`` and below.
"""

from askcore.experiments.problem import KernelChoice, Problem, build_problem, sample_names, training_matrix
from askcore.experiments.rivals import GAMMAS, RIVAL_NAMES, Rival, symmetric_rivals
from askcore.experiments.split import Split, holdout_split, labelled_samples
from askcore.experiments.views import ROLE_ORDER, Views, decide_views, score

__all__ = [
    "GAMMAS",
    "RIVAL_NAMES",
    "ROLE_ORDER",
    "KernelChoice",
    "Problem",
    "Rival",
    "Split",
    "Views",
    "build_problem",
    "decide_views",
    "holdout_split",
    "labelled_samples",
    "sample_names",
    "score",
    "symmetric_rivals",
    "training_matrix",
]
