"""The papers' tables, reproduced: the published figure beside ours.

Papers floor. ``published.csv`` holds what the papers report; a ``Protocol`` says how one of their tables is run,
``runner`` runs it unit by unit, ``journal`` keeps what came out, ``differences`` marks it, ``report`` writes it.
"""

from askcore.papers.catalogue import protocol, table, tables
from askcore.papers.engine.differences import marked
from askcore.papers.engine.forecast import Forecast, Timings, forecast
from askcore.papers.engine.journal import Journal, default_journal, measured
from askcore.papers.engine.protocol import Cause, Protocol, Remark, Unit
from askcore.papers.engine.published import (
    ASKLS_PAPER,
    INDEFINITE_PAPER,
    KSVD_PAPER,
    published,
    published_value,
)
from askcore.papers.engine.report import as_csv, as_latex, as_markdown
from askcore.papers.engine.result import PaperResult, recorded
from askcore.papers.engine.runner import PaperRun

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
