from .catalogue import protocol, table, tables
from .engine.journal import Journal, default_journal, measured
from .engine.protocol import Protocol, published
from .engine.report import as_csv, as_markdown
from .engine.result import PaperResult, recorded
from .engine.runner import PaperRun

__all__ = [
    "Journal",
    "PaperResult",
    "PaperRun",
    "Protocol",
    "as_csv",
    "as_markdown",
    "default_journal",
    "measured",
    "protocol",
    "published",
    "recorded",
    "table",
    "tables",
]
