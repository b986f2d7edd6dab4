"""The page "Apply": a model on samples that it was not trained on."""

from askcore.ui.pages.apply.export import files, python_code
from askcore.ui.pages.apply.panels import draw_decided, draw_given, draw_keep
from askcore.ui.pages.apply.state import Apply

__all__ = ["Apply", "draw_decided", "draw_given", "draw_keep", "files", "python_code"]
