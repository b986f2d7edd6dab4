"""The papers' tables, reproduced: the published figure beside ours.

Experiment floor. ``published.csv`` holds what the papers report; a ``Protocol`` says how one of their tables is run,
``runner`` runs it unit by unit, ``journal`` keeps what came out.
"""

from askcore.experiments.papers.journal import Journal
from askcore.experiments.papers.protocol import Cause, Protocol, Unit
from askcore.experiments.papers.published import (
    ASKLS_PAPER,
    INDEFINITE_PAPER,
    KSVD_PAPER,
    published,
    published_value,
)
from askcore.experiments.papers.result import PaperResult
from askcore.experiments.papers.runner import PaperRun
from askcore.experiments.papers.tables import protocol, table, tables

__all__ = [
    "ASKLS_PAPER",
    "INDEFINITE_PAPER",
    "KSVD_PAPER",
    "Cause",
    "Journal",
    "PaperResult",
    "PaperRun",
    "Protocol",
    "Unit",
    "protocol",
    "published",
    "published_value",
    "table",
    "tables",
]
