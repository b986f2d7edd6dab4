"""Saving and loading of fitted models. The content of a file cannot decide which code runs.

Beside the experiments; stands on the estimators and on the gate that files go through.
"""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
