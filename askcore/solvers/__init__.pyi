from .fourier import fourier_features
from .kernel_matrices import index_operator
from .loo_path import GammaPath, LSSVMGammaPath, gamma_path, lssvm_gamma_path
from .nystroem.asymmetric import asymmetric_nystroem
from .nystroem.symmetric import symmetric_nystroem
from .spectrum_correction import IndefiniteKernelWarning, correct_spectrum
from .svd.eigenpairs import symmetric_eigenpairs
from .svd.singular import truncated_svd
from .svd.subspace import eta, subspace_error
from .systems.dual import ResonanceWarning, solve_askls, solve_lssvm

__all__ = [
    "GammaPath",
    "IndefiniteKernelWarning",
    "LSSVMGammaPath",
    "ResonanceWarning",
    "asymmetric_nystroem",
    "correct_spectrum",
    "eta",
    "fourier_features",
    "gamma_path",
    "index_operator",
    "lssvm_gamma_path",
    "solve_askls",
    "solve_lssvm",
    "subspace_error",
    "symmetric_eigenpairs",
    "symmetric_nystroem",
    "truncated_svd",
]
