"""Protocols: what is trained on what, and scored how. Results are frozen.

Experiment floor: imports ``estimators``, ``datasets`` and below.
"""

import importlib
from typing import Any

from askcore.experiments.bags import SCALES, BagKernel, BagKernelResult, bag_kernel, classify_bags
from askcore.experiments.built_problem import BuiltProblem, build_problem, sample_names, training_matrix
from askcore.experiments.comparison import (
    METRIC_NAMES,
    Advantage,
    Comparison,
    ComparisonResult,
    Null,
    PairedDifference,
    compare,
    paired_difference,
)
from askcore.experiments.confusion import Confusion, confusion
from askcore.experiments.decisions.gamma import (
    GammaCurve,
    ModeFilters,
    best_setting,
    gamma_curve,
    loo_accuracy,
    mode_filters,
)
from askcore.experiments.decisions.prepared import PATH_LIMIT, Prepared, path_views, prepare
from askcore.experiments.decisions.pull import Pulls, pulls
from askcore.experiments.decisions.regions import Regions, decision_regions
from askcore.experiments.decisions.rivals import GAMMAS, RIVAL_NAMES, Rival, symmetric_rivals
from askcore.experiments.decisions.views import ROLE_ORDER, Views, decide_views, score
from askcore.experiments.flip import flip_directions
from askcore.experiments.matrix.blocks import (
    BlockMeans,
    ClassMeans,
    block_means,
    class_means,
    class_order,
    drawable,
    singular_order,
)
from askcore.experiments.matrix.fixes import (
    FIXES,
    FixedSpectrum,
    PreparedFixes,
    prepare_fixes,
    spectrum_fixes,
)
from askcore.experiments.matrix.operations import OPERATIONS, Operation, kernel_operations
from askcore.experiments.matrix.parts import (
    PART,
    Entries,
    MatrixPart,
    given_matrix,
    kernel_entries,
    kernel_part,
    kernel_problem,
)
from askcore.experiments.matrix.signed import (
    IndefiniteLook,
    SignedPair,
    indefinite_look,
    signed_pair,
    signed_terms,
)
from askcore.experiments.matrix.spheres import SpheresView, spheres_view
from askcore.experiments.methods import METHODS, SVC_CAP, Method
from askcore.experiments.problem import KernelChoice, Problem, check_same_samples
from askcore.experiments.run import Cancelled, Progress, Run
from askcore.experiments.sampling.race import RACERS, SolverRaceResult, solver_race
from askcore.experiments.sampling.study import BANDWIDTH_FACTORS, SamplingStudy, sampling_study
from askcore.experiments.sampling.triplets import (
    ExactLook,
    SampledLook,
    SamplingChoice,
    exact_look,
    sampled_look,
)
from askcore.experiments.spectra.at_rank import RankedMethod, same_rank
from askcore.experiments.spectra.biclustering import Biclusters, bicluster
from askcore.experiments.spectra.decomposition import (
    ALL_VALUES,
    LEADING,
    Spectra,
    Symmetrised,
    spectra,
    symmetrised,
)
from askcore.experiments.spectra.effects import Effect, choice_effects
from askcore.experiments.spectra.feature_tasks import Scores, TableScores, node_classification, table_task
from askcore.experiments.spectra.features import FEATURE_METHODS, Features, extract_features
from askcore.experiments.spectra.link_direction import DirectionScores, link_direction
from askcore.experiments.spectra.neighbours import neighbour_score
from askcore.experiments.spectra.reconstruction import Reconstruction, reconstruct
from askcore.experiments.spectral_problem import (
    CROSSED_KERNELS,
    MATRICES,
    SpectralChoice,
    SpectralProblem,
    data_matrix,
    spectral_problem,
)
from askcore.experiments.split import Split, holdout_split, labelled_samples
from askcore.experiments.three_kinds import (
    KERNEL_KINDS,
    THREE_GRID,
    KernelKind,
    ThreeKinds,
    default_kinds,
    three_kinds,
)
from askcore.experiments.tuning import FULL_GRID, METRICS, SMALL_GRID, Grid

__all__ = [
    "ALL_VALUES",
    "BANDWIDTH_FACTORS",
    "CROSSED_KERNELS",
    "FEATURE_METHODS",
    "FIXES",
    "FULL_GRID",
    "GAMMAS",
    "KERNEL_KINDS",
    "LEADING",
    "MATRICES",
    "METHODS",
    "METRICS",
    "METRIC_NAMES",
    "OPERATIONS",
    "PART",
    "PATH_LIMIT",
    "RACERS",
    "RIVAL_NAMES",
    "ROLE_ORDER",
    "SCALES",
    "SMALL_GRID",
    "SVC_CAP",
    "THREE_GRID",
    "Advantage",
    "BagKernel",
    "BagKernelResult",
    "Biclusters",
    "BlockMeans",
    "BuiltProblem",
    "Cancelled",
    "ClassMeans",
    "Comparison",
    "ComparisonResult",
    "Confusion",
    "DirectionScores",
    "Effect",
    "Entries",
    "ExactLook",
    "Features",
    "FixedSpectrum",
    "GammaCurve",
    "Grid",
    "IndefiniteLook",
    "KernelChoice",
    "KernelKind",
    "MatrixPart",
    "Method",
    "ModeFilters",
    "Null",
    "Operation",
    "PairedDifference",
    "Prepared",
    "PreparedFixes",
    "Problem",
    "Progress",
    "Pulls",
    "RankedMethod",
    "Reconstruction",
    "Regions",
    "Rival",
    "Run",
    "SampledLook",
    "SamplingChoice",
    "SamplingStudy",
    "Scores",
    "SignedPair",
    "SolverRaceResult",
    "Spectra",
    "SpectralChoice",
    "SpectralProblem",
    "SpheresView",
    "Split",
    "Symmetrised",
    "TableScores",
    "ThreeKinds",
    "Views",
    "bag_kernel",
    "best_setting",
    "bicluster",
    "block_means",
    "build_problem",
    "check_same_samples",
    "choice_effects",
    "class_means",
    "class_order",
    "classify_bags",
    "compare",
    "confusion",
    "data_matrix",
    "decide_views",
    "decision_regions",
    "default_kinds",
    "drawable",
    "exact_look",
    "extract_features",
    "flip_directions",
    "gamma_curve",
    "given_matrix",
    "holdout_split",
    "indefinite_look",
    "kernel_entries",
    "kernel_operations",
    "kernel_part",
    "kernel_problem",
    "labelled_samples",
    "link_direction",
    "loo_accuracy",
    "mode_filters",
    "neighbour_score",
    "node_classification",
    "paired_difference",
    "path_views",
    "prepare",
    "prepare_fixes",
    "pulls",
    "reconstruct",
    "same_rank",
    "sample_names",
    "sampled_look",
    "sampling_study",
    "score",
    "signed_pair",
    "signed_terms",
    "singular_order",
    "solver_race",
    "spectra",
    "spectral_problem",
    "spectrum_fixes",
    "spheres_view",
    "symmetric_rivals",
    "symmetrised",
    "table_task",
    "three_kinds",
    "training_matrix",
]


def __getattr__(name: str) -> Any:
    """The papers' tables, imported when they are first asked for: they stand on this room."""
    if name == "papers":
        return importlib.import_module("askcore.experiments.papers")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
