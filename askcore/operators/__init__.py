"""Kernel matrices as scipy LinearOperators with ``block(rows, cols)`` and ``toarray()``."""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
