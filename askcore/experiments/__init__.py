"""Protocols: what is trained on what, and scored how. Results are frozen."""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
