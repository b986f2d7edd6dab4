"""Properties of a kernel matrix: asymmetry, definiteness, and defects that make it useless."""

from askcore._removed import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
