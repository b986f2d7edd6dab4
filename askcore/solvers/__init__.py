"""The mathematics on arrays and operators, with frozen results.

Solver floor: imports ``operators``, ``kernels`` and ``_validation``.
"""

from askcore.solvers.condition import Condition, condition
from askcore.solvers.dual import SOLVERS, DualSolution, ResonanceWarning, solve_askls, solve_lssvm
from askcore.solvers.gamma_path import GammaPath, SaddlePath, gamma_path, mode_factors
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.linear_path import LinearPath
from askcore.solvers.loo import leave_one_out_solution
from askcore.solvers.low_rank import LowRankOperator, solve_low_rank
from askcore.solvers.lssvm_path import LSSVMPath, lssvm_factor, lssvm_path

__all__ = [
    "SOLVERS",
    "Condition",
    "DualSolution",
    "GammaPath",
    "LSSVMPath",
    "LinearPath",
    "LowRankOperator",
    "ResonanceWarning",
    "SaddlePath",
    "condition",
    "gamma_path",
    "leave_one_out_solution",
    "lssvm_factor",
    "lssvm_path",
    "mode_factors",
    "one_vs_rest",
    "solve_askls",
    "solve_low_rank",
    "solve_lssvm",
]
