"""The papers' tables, reproduced: the published figure beside ours.

Experiment floor. ``published.csv`` holds what the papers report; a ``Protocol`` says how one of their tables is run,
``runner`` runs it unit by unit, ``journal`` keeps what came out, ``differences`` marks it, ``report`` writes it.
"""

from askcore.experiments.papers.differences import marked
from askcore.experiments.papers.forecast import Forecast, Timings, forecast
from askcore.experiments.papers.journal import Journal
from askcore.experiments.papers.journals import default_journal, measured
from askcore.experiments.papers.protocol import Cause, Protocol, Remark, Unit
from askcore.experiments.papers.published import (
    ASKLS_PAPER,
    INDEFINITE_PAPER,
    KSVD_PAPER,
    published,
    published_value,
)
from askcore.experiments.papers.recorded import recorded
from askcore.experiments.papers.report import as_csv, as_latex, as_markdown
from askcore.experiments.papers.result import PaperResult
from askcore.experiments.papers.runner import PaperRun
from askcore.experiments.papers.tables import protocol, table, tables

__all__ = [
    "ASKLS_PAPER",
    "INDEFINITE_PAPER",
    "KSVD_PAPER",
    "Cause",
    "Forecast",
    "Journal",
    "PaperResult",
    "PaperRun",
    "Protocol",
    "Remark",
    "Timings",
    "Unit",
    "as_csv",
    "as_latex",
    "as_markdown",
    "default_journal",
    "forecast",
    "marked",
    "measured",
    "protocol",
    "published",
    "published_value",
    "recorded",
    "table",
    "tables",
]
