"""Solvers for arrays and operators. Their results are immutable."""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
