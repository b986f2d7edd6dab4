"""What a kernel matrix is made of, how asymmetric and how definite it is."""

from askcore.ui.pages.kernel_matrix.details import tab_panels
from askcore.ui.pages.kernel_matrix.export import files, files_said, python_code
from askcore.ui.pages.kernel_matrix.panels import OPEN, draw_pair, draw_verdict
from askcore.ui.pages.kernel_matrix.state import KernelMatrix

__all__ = [
    "OPEN",
    "KernelMatrix",
    "draw_pair",
    "draw_verdict",
    "files",
    "files_said",
    "python_code",
    "tab_panels",
]
