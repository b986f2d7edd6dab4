"""Graphs, tables, matrices and bags: readers for files, example data and public data sets.

The package imports only `askcore._validation` from the rest of askcore.
"""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
