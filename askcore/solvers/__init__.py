"""The mathematics on arrays and operators, with frozen results.

Solver floor: imports ``operators``, ``kernels`` and ``_validation``.
"""

from askcore.solvers.condition import Condition, condition
from askcore.solvers.dual import SOLVERS, DualSolution, ResonanceWarning, solve_askls, solve_lssvm
from askcore.solvers.lssvm_path import LSSVMPath, lssvm_path

__all__ = [
    "SOLVERS",
    "Condition",
    "DualSolution",
    "LSSVMPath",
    "ResonanceWarning",
    "condition",
    "lssvm_path",
    "solve_askls",
    "solve_lssvm",
]
