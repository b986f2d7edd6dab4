"""The mathematics on arrays and operators, with frozen results.

Solver floor: imports ``operators``, ``kernels`` and ``_validation``.
"""

from askcore.solvers.compatibility import COMPATIBILITIES, Sources, compatible_sources
from askcore.solvers.kernel_matrices import GraphOperator, index_operator, kernel_operator
from askcore.solvers.labels import decided_codes, one_vs_rest
from askcore.solvers.leaving_out import leave_one_out_solution
from askcore.solvers.linear import LinearPath, Moments
from askcore.solvers.nystroem.asymmetric import Nystroem, Step, ZeroBlockError, asymmetric_nystroem
from askcore.solvers.nystroem.sampling import SAMPLINGS, Sample, sample
from askcore.solvers.nystroem.symmetric import symmetric_nystroem
from askcore.solvers.path import (
    GammaPath,
    LSSVMGammaPath,
    LSSVMPath,
    SaddlePath,
    gamma_path,
    lssvm_factor,
    lssvm_folds_out,
    lssvm_gamma_path,
    lssvm_leave_one_out,
    lssvm_path,
    mode_factors,
)
from askcore.solvers.spectrum_correction import (
    SPECTRUM_CORRECTIONS,
    CorrectedKernel,
    CorrectedMatrix,
    IndefiniteKernelWarning,
    correct_spectrum,
    corrected_eigenvalues,
    negligible_eigenvalue,
)
from askcore.solvers.svd.eigenpairs import EIGEN_SOLVERS, EigenPairs, symmetric_eigenpairs
from askcore.solvers.svd.singular import (
    SCALINGS,
    SVD_SOLVERS,
    SingularTriplets,
    check_rank,
    fix_signs,
    nothing_left,
    truncated_svd,
)
from askcore.solvers.svd.subspace import eta, n_determined, subspace_error, turned_towards
from askcore.solvers.systems.conditioning import Condition
from askcore.solvers.systems.dual import (
    AUTO_DAMPING,
    RESONANT,
    SOLVERS,
    DualSolution,
    ResonanceWarning,
    solve_askls,
    solve_lssvm,
)
from askcore.solvers.systems.low_rank import solve_low_rank

__all__ = [
    "AUTO_DAMPING",
    "COMPATIBILITIES",
    "EIGEN_SOLVERS",
    "RESONANT",
    "SAMPLINGS",
    "SCALINGS",
    "SOLVERS",
    "SPECTRUM_CORRECTIONS",
    "SVD_SOLVERS",
    "Condition",
    "CorrectedKernel",
    "CorrectedMatrix",
    "DualSolution",
    "EigenPairs",
    "GammaPath",
    "GraphOperator",
    "IndefiniteKernelWarning",
    "LSSVMGammaPath",
    "LSSVMPath",
    "LinearPath",
    "Moments",
    "Nystroem",
    "ResonanceWarning",
    "SaddlePath",
    "Sample",
    "SingularTriplets",
    "Sources",
    "Step",
    "ZeroBlockError",
    "asymmetric_nystroem",
    "check_rank",
    "compatible_sources",
    "correct_spectrum",
    "corrected_eigenvalues",
    "decided_codes",
    "eta",
    "fix_signs",
    "gamma_path",
    "index_operator",
    "kernel_operator",
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
    "solve_askls",
    "solve_low_rank",
    "solve_lssvm",
    "subspace_error",
    "symmetric_eigenpairs",
    "symmetric_nystroem",
    "truncated_svd",
    "turned_towards",
]
