from .applied import apply_model, decide_held, decide_new, train_on_all
from .bags import bag_kernel
from .choice import KernelChoice
from .comparison.kinds import three_kinds
from .comparison.plan import Effort
from .comparison.result import ComparisonResult
from .comparison.run import compare
from .comparison.verdict import paired_difference
from .decisions.comparison import compare_baselines, compare_on_split
from .decisions.explained import confusion, pulls
from .decisions.gamma import gamma_curve
from .decisions.offered import directed_kernels
from .decisions.search import find_kernel
from .decisions.suggestion import suggest
from .decisions.surface import tuning_surface
from .decisions.views import decide_views, path_views, prepare
from .evaluation import Grid, score
from .judging import Method
from .matrix.blocks import class_means, class_order, drawable
from .matrix.fixes import prepare_fixes, spectrum_fixes
from .matrix.operations import kernel_operations
from .matrix.parts import kernel_entries, kernel_part, symmetric_ends
from .matrix.signed import signed_parts
from .methods import METHODS
from .problem import Problem
from .sampling.race import SolverRaceResult, solver_race
from .sampling.study import sampling_study
from .sampling.triplets import SamplingChoice, exact_triplets, sampled_triplets
from .spectra.compared import beside_svd, choice_effects, features_at_rank
from .spectra.decomposition import decompose, symmetrised
from .spectra.graph_tasks import link_direction
from .spectra.groups import bicluster
from .split import holdout_split, labelled_samples

__all__ = [
    "METHODS",
    "ComparisonResult",
    "Effort",
    "Grid",
    "KernelChoice",
    "Method",
    "Problem",
    "SamplingChoice",
    "SolverRaceResult",
    "apply_model",
    "bag_kernel",
    "beside_svd",
    "bicluster",
    "choice_effects",
    "class_means",
    "class_order",
    "compare",
    "compare_baselines",
    "compare_on_split",
    "confusion",
    "decide_held",
    "decide_new",
    "decide_views",
    "decompose",
    "directed_kernels",
    "drawable",
    "exact_triplets",
    "features_at_rank",
    "find_kernel",
    "gamma_curve",
    "holdout_split",
    "kernel_entries",
    "kernel_operations",
    "kernel_part",
    "labelled_samples",
    "link_direction",
    "paired_difference",
    "path_views",
    "prepare",
    "prepare_fixes",
    "pulls",
    "sampled_triplets",
    "sampling_study",
    "score",
    "signed_parts",
    "solver_race",
    "spectrum_fixes",
    "suggest",
    "symmetric_ends",
    "symmetrised",
    "three_kinds",
    "train_on_all",
    "tuning_surface",
]
