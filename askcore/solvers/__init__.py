"""The mathematics on arrays and operators, with frozen results.

Solver floor: imports ``operators``, ``kernels`` and ``_validation``.
"""

from askcore.solvers.condition import Condition, condition
from askcore.solvers.dual import SOLVERS, DualSolution, ResonanceWarning, solve_askls, solve_lssvm

__all__ = [
    "SOLVERS",
    "Condition",
    "DualSolution",
    "ResonanceWarning",
    "condition",
    "solve_askls",
    "solve_lssvm",
]
