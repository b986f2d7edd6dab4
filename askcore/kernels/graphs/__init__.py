"""Kernels between the nodes of a directed graph, one family per file; importing a file registers its kinds."""

# The order of import is the order of the catalogue.
from askcore.kernels.graphs import walks, series, paths  # noqa: F401, I001
