from .along_gamma import GammaPath, LSSVMGammaPath, gamma_path, lssvm_gamma_path
from .compatibility import COMPATIBILITIES, Sources, compatible_sources
from .distributed import distributed_graph
from .folded import both_views, fold_errors
from .fourier import FourierFeatures, fourier_features
from .kernel_matrices import GraphOperator, index_operator, kernel_operator
from .labels import decided_codes, one_vs_rest
from .leaving_out import leave_one_out_solution
from .linear import LinearPath
from .lssvm import LSSVMPath, lssvm_factor, lssvm_folds_out, lssvm_leave_one_out, lssvm_path
from .moments import FixedSizeSolution, Moments, ViewSums, solve_askls_from_moments, solve_lssvm_from_moments
from .nystroem.asymmetric import Nystroem, Step, ZeroBlockError, asymmetric_nystroem
from .nystroem.sampling import SAMPLINGS, Sample, sample
from .nystroem.symmetric import symmetric_nystroem
from .path import DualPath, mode_factors
from .quadrature import Estimate, SignedSums, known_zeros, signed_sums
from .spectrum_correction import (
    SPECTRUM_CORRECTIONS,
    CorrectedKernel,
    CorrectedMatrix,
    IndefiniteKernelWarning,
    correct_spectrum,
    corrected_eigenvalues,
    eigenvalue_signs,
    negligible_eigenvalue,
)
from .svd.eigenpairs import EIGEN_SOLVERS, EigenPairs, symmetric_eigenpairs
from .svd.singular import (
    SCALINGS,
    SVD_SOLVERS,
    SingularTriplets,
    carried,
    check_rank,
    fix_signs,
    nothing_left,
    truncated_svd,
)
from .svd.subspace import eta, n_determined, subspace_error, turned_towards
from .systems.conditioning import Condition
from .systems.dual import (
    AUTO_DAMPING,
    SOLVERS,
    DualSolution,
    ResonanceWarning,
    solve_askls,
    solve_lssvm,
)
from .systems.low_rank import solve_low_rank

__all__ = [
    "AUTO_DAMPING",
    "COMPATIBILITIES",
    "EIGEN_SOLVERS",
    "SAMPLINGS",
    "SCALINGS",
    "SOLVERS",
    "SPECTRUM_CORRECTIONS",
    "SVD_SOLVERS",
    "Condition",
    "CorrectedKernel",
    "CorrectedMatrix",
    "DualPath",
    "DualSolution",
    "EigenPairs",
    "Estimate",
    "FixedSizeSolution",
    "FourierFeatures",
    "GammaPath",
    "GraphOperator",
    "IndefiniteKernelWarning",
    "LSSVMGammaPath",
    "LSSVMPath",
    "LinearPath",
    "Moments",
    "Nystroem",
    "ResonanceWarning",
    "Sample",
    "SignedSums",
    "SingularTriplets",
    "Sources",
    "Step",
    "ViewSums",
    "ZeroBlockError",
    "asymmetric_nystroem",
    "both_views",
    "carried",
    "check_rank",
    "compatible_sources",
    "correct_spectrum",
    "corrected_eigenvalues",
    "decided_codes",
    "distributed_graph",
    "eigenvalue_signs",
    "eta",
    "fix_signs",
    "fold_errors",
    "fourier_features",
    "gamma_path",
    "index_operator",
    "kernel_operator",
    "known_zeros",
    "leave_one_out_solution",
    "lssvm_factor",
    "lssvm_folds_out",
    "lssvm_gamma_path",
    "lssvm_leave_one_out",
    "lssvm_path",
    "mode_factors",
    "n_determined",
    "negligible_eigenvalue",
    "nothing_left",
    "one_vs_rest",
    "sample",
    "signed_sums",
    "solve_askls",
    "solve_askls_from_moments",
    "solve_low_rank",
    "solve_lssvm",
    "solve_lssvm_from_moments",
    "subspace_error",
    "symmetric_eigenpairs",
    "symmetric_nystroem",
    "truncated_svd",
    "turned_towards",
]
