"""Kernel matrices as scipy LinearOperators with ``block(rows, cols)`` and ``toarray()``.

Operator floor: imports ``_validation`` only.
"""

from askcore.operators._base import KernelOperator
from askcore.operators.centered import CenteredOperator
from askcore.operators.matrix import DenseOperator, SparseOperator, as_operator

__all__ = ["CenteredOperator", "DenseOperator", "KernelOperator", "SparseOperator", "as_operator"]
