"""Graphs, tables, matrices and bags: reading them from files, and samples to begin with.

Stands on `askcore._validation` alone.
"""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
