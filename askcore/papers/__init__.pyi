from .catalogue import protocol, table, tables
from .engine.causes import Study, answered, measured_causes, sensitivity, studies
from .engine.differences import marked
from .engine.forecast import Forecast, Timings, affordable, forecast
from .engine.journal import Journal, default_journal, measured
from .engine.protocol import Cause, Protocol, Remark, Trial, Unit
from .engine.published import ASKLS_PAPER, INDEFINITE_PAPER, KSVD_PAPER, published, published_value
from .engine.report import as_csv, as_latex, as_markdown
from .engine.result import PaperResult, recorded
from .engine.runner import PaperRun

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
    "Study",
    "Timings",
    "Trial",
    "Unit",
    "affordable",
    "answered",
    "as_csv",
    "as_latex",
    "as_markdown",
    "default_journal",
    "forecast",
    "marked",
    "measured",
    "measured_causes",
    "protocol",
    "published",
    "published_value",
    "recorded",
    "sensitivity",
    "studies",
    "table",
    "tables",
]
