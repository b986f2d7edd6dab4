"""Experiments: training, tuning and scoring of models on data. Their results are immutable."""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
