"""scikit-learn estimators over the solvers, and the pieces of them that experiments share."""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
