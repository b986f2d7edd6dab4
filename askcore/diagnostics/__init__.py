"""What a kernel matrix is like: how asymmetric, how definite, what it says of its samples."""

from askcore._moved import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
