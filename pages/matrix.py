"""Matrix: the largest imbalances of a kernel matrix, its parts, its eigenvalues, and whether it is indefinite."""

from askcore.ui import choices, matrices
from askcore.ui.pages.matrix.page import matrix, python_code
from askcore.ui.pages.matrix.results import KernelMatrix

matrices.show_page("Matrix", choices.kernel, KernelMatrix, matrix, python_code, "The same in Python:")
