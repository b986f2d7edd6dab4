"""The papers' tables, reproduced: the published figure beside ours.

Experiment floor. One module per paper; ``published.csv`` holds what they report.
"""

from askcore.experiments.papers import ksvd
from askcore.experiments.papers.cells import Cell, PaperResult, cells_run
from askcore.experiments.papers.published import INDEFINITE_PAPER, KSVD_PAPER, published, published_value

__all__ = [
    "INDEFINITE_PAPER",
    "KSVD_PAPER",
    "Cell",
    "PaperResult",
    "cells_run",
    "ksvd",
    "published",
    "published_value",
]
