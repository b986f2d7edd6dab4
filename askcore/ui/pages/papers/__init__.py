"""What the papers print, what comes out here, and where the two differ."""

from askcore.ui.pages.papers.export import blanks, files, files_said, whole_table_code
from askcore.ui.pages.papers.run import advance, choose_effort, draw_run
from askcore.ui.pages.papers.state import choose_figures, choose_table
from askcore.ui.pages.papers.summary import draw_summary
from askcore.ui.pages.papers.table import draw_cell, draw_table
from askcore.ui.pages.papers.verdicts import verdict

__all__ = [
    "advance",
    "blanks",
    "choose_effort",
    "choose_figures",
    "choose_table",
    "draw_cell",
    "draw_run",
    "draw_summary",
    "draw_table",
    "files",
    "files_said",
    "verdict",
    "whole_table_code",
]
