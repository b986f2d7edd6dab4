"""Estimators with the conventions of scikit-learn, and functions that they share with the experiments."""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
