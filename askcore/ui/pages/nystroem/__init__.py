"""What a sample of rows and columns saves against the exact decomposition, and what it costs."""

from askcore.ui.pages.nystroem.export import FILES_SAID, files, python_code
from askcore.ui.pages.nystroem.panels import draw_run
from askcore.ui.pages.nystroem.race import draw_race
from askcore.ui.pages.nystroem.state import Nystroem, choose_sampling

__all__ = ["FILES_SAID", "Nystroem", "choose_sampling", "draw_race", "draw_run", "files", "python_code"]
