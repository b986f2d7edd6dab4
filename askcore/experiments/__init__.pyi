from .applied import (
    Applied,
    Enlarged,
    apply_model,
    decide_held,
    decide_new,
    train_on_all,
    with_new_nodes,
    with_new_samples,
)
from .bags import SCALES, BagKernel, BagKernelResult, bag_kernel, classify_bags
from .choice import CROSSED_KERNELS, KernelChoice, kernels_for
from .comparison.catalogue import directed_kernels
from .comparison.effort import Effort
from .comparison.kinds import KERNEL_KINDS, KernelKind, ThreeKinds, default_kinds, three_kinds
from .comparison.paired import PairedDifference, paired_difference
from .comparison.result import ComparisonResult, Lead, Null
from .comparison.run import Comparison, Outlook, compare, comparison_outlook
from .comparison.scores_table import scores_table
from .comparison.verdict import METRIC_NAMES
from .decisions.baselines import Baseline, Baselines, baselines
from .decisions.contest import LOO_GRID, RIVAL_NAMES, Contender, Contest
from .decisions.explained import Confusion, Pulls, Regions, confusion, decision_regions, pulls
from .decisions.find import find_kernel
from .decisions.found import FoundKernels, Ranked
from .decisions.gamma import GammaCurve, ModeFilters, gamma_curve, loo_accuracy, mode_filters
from .decisions.opening import Opening, OtherKernel, Setting, another_kernel, matrix_setting, opening
from .decisions.surface import Surface, tuning_surface
from .decisions.tuned import contest
from .decisions.views import (
    PATH_LIMIT,
    Prepared,
    Views,
    decide_views,
    path_views,
    prepare,
    with_decomposition,
)
from .flip import flip_directions
from .lessons.honest import HonestSplits, honest_splits
from .lessons.plane_points import FewPoints, few_points
from .lessons.primal_dual import PRIMAL_STEPS, Condition, PrimalStep, primal_steps
from .lessons.resonance import ResonanceWalk, resonance_walk
from .lessons.skew import SkewPath, skew_path
from .lessons.small_graph import NodeViews, node_views
from .matrix.blocks import (
    BlockMeans,
    ClassMeans,
    block_means,
    class_means,
    class_order,
    drawable,
    singular_order,
)
from .matrix.definiteness import PATIENCE, Definiteness, forecast_ends, symmetric_ends
from .matrix.fixes import FixedSpectrum, PreparedFixes, prepare_fixes, spectrum_fixes
from .matrix.health import LOOKED_AT, problem_health, way_out
from .matrix.operations import Operation, kernel_operations
from .matrix.parts import PART, Entries, MatrixPart, kernel_entries, kernel_part
from .matrix.signed import SignedPair, SignedParts, signed_pair, signed_parts, signed_terms
from .matrix.spheres import SpheresView, spheres_view
from .methods import METHODS, Method
from .problem import Problem, check_same_samples, held_entries, with_operator
from .running.run import Cancelled, Progress, Run
from .sampling.race import SolverRaceResult, solver_race
from .sampling.study import SamplingStudy, sampling_study
from .sampling.triplets import (
    ExactTriplets,
    SampledTriplets,
    SamplingChoice,
    exact_triplets,
    sampled_triplets,
)
from .scores import score
from .spectra.beside_svd import BesideSVD, beside_svd
from .spectra.biclustering import Biclusters, bicluster
from .spectra.compared import Effect, RankedMethod, choice_effects, features_at_rank, neighbour_score
from .spectra.decomposition import ALL_VALUES, LEADING, Spectra, Symmetrised, decompose, symmetrised
from .spectra.feature_tasks import Scores, TableScores, node_classification, table_task
from .spectra.features import FEATURE_METHODS, Features, extract_features
from .spectra.graph_tasks import DirectionScores, Reconstruction, link_direction, reconstruct
from .spectra.groups import MOST_GROUPED, MOST_SNE, MatrixGroups, link_directions, matrix_groups
from .split import Split, holdout_split, labelled_samples
from .svm import SVC_CAP
from .tuning import FULL_GRID, METRICS, SMALL_GRID, SOLVED_GRID, Grid

__all__ = [
    "ALL_VALUES",
    "CROSSED_KERNELS",
    "FEATURE_METHODS",
    "FULL_GRID",
    "KERNEL_KINDS",
    "LEADING",
    "LOOKED_AT",
    "LOO_GRID",
    "METHODS",
    "METRICS",
    "METRIC_NAMES",
    "MOST_GROUPED",
    "MOST_SNE",
    "PART",
    "PATH_LIMIT",
    "PATIENCE",
    "PRIMAL_STEPS",
    "RIVAL_NAMES",
    "SCALES",
    "SMALL_GRID",
    "SOLVED_GRID",
    "SVC_CAP",
    "Applied",
    "BagKernel",
    "BagKernelResult",
    "Baseline",
    "Baselines",
    "BesideSVD",
    "Biclusters",
    "BlockMeans",
    "Cancelled",
    "ClassMeans",
    "Comparison",
    "ComparisonResult",
    "Condition",
    "Confusion",
    "Contender",
    "Contest",
    "Definiteness",
    "DirectionScores",
    "Effect",
    "Effort",
    "Enlarged",
    "Entries",
    "ExactTriplets",
    "Features",
    "FewPoints",
    "FixedSpectrum",
    "FoundKernels",
    "GammaCurve",
    "Grid",
    "HonestSplits",
    "KernelChoice",
    "KernelKind",
    "Lead",
    "MatrixGroups",
    "MatrixPart",
    "Method",
    "ModeFilters",
    "NodeViews",
    "Null",
    "Opening",
    "Operation",
    "OtherKernel",
    "Outlook",
    "PairedDifference",
    "Prepared",
    "PreparedFixes",
    "PrimalStep",
    "Problem",
    "Progress",
    "Pulls",
    "Ranked",
    "RankedMethod",
    "Reconstruction",
    "Regions",
    "ResonanceWalk",
    "Run",
    "SampledTriplets",
    "SamplingChoice",
    "SamplingStudy",
    "Scores",
    "Setting",
    "SignedPair",
    "SignedParts",
    "SkewPath",
    "SolverRaceResult",
    "Spectra",
    "SpheresView",
    "Split",
    "Surface",
    "Symmetrised",
    "TableScores",
    "ThreeKinds",
    "Views",
    "another_kernel",
    "apply_model",
    "bag_kernel",
    "baselines",
    "beside_svd",
    "bicluster",
    "block_means",
    "check_same_samples",
    "choice_effects",
    "class_means",
    "class_order",
    "classify_bags",
    "compare",
    "comparison_outlook",
    "confusion",
    "contest",
    "decide_held",
    "decide_new",
    "decide_views",
    "decision_regions",
    "decompose",
    "default_kinds",
    "directed_kernels",
    "drawable",
    "exact_triplets",
    "extract_features",
    "features_at_rank",
    "few_points",
    "find_kernel",
    "flip_directions",
    "forecast_ends",
    "gamma_curve",
    "held_entries",
    "holdout_split",
    "honest_splits",
    "kernel_entries",
    "kernel_operations",
    "kernel_part",
    "kernels_for",
    "labelled_samples",
    "link_direction",
    "link_directions",
    "loo_accuracy",
    "matrix_groups",
    "matrix_setting",
    "mode_filters",
    "neighbour_score",
    "node_classification",
    "node_views",
    "opening",
    "paired_difference",
    "path_views",
    "prepare",
    "prepare_fixes",
    "primal_steps",
    "problem_health",
    "pulls",
    "reconstruct",
    "resonance_walk",
    "sampled_triplets",
    "sampling_study",
    "score",
    "scores_table",
    "signed_pair",
    "signed_parts",
    "signed_terms",
    "singular_order",
    "skew_path",
    "solver_race",
    "spectrum_fixes",
    "spheres_view",
    "symmetric_ends",
    "symmetrised",
    "table_task",
    "three_kinds",
    "train_on_all",
    "tuning_surface",
    "way_out",
    "with_decomposition",
    "with_new_nodes",
    "with_new_samples",
    "with_operator",
]
