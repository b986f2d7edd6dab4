"""docs/paper_tables.md: every table as it was last run in full, written from the records alone.

Papers floor. No machine names, no paths, and no date but those of the records: the same records give the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from askcore._format import count, duration
from askcore.papers.engine.journal import Record
from askcore.papers.engine.protocol import Protocol
from askcore.papers.engine.recorded import recorded
from askcore.papers.engine.report import LEGEND, grid, text_rows
from askcore.papers.engine.result import PaperResult

__all__ = ["document"]

_HEAD = """# The papers' tables, as reproduced

`make tables` wrote this page from the records in `askcore/papers/measured.jsonl`; `make tables FRESH=1`
measures everything anew. Rows marked *tuned alike* have no printed figure: rivals and AsK-LS once more, all with the
same tuning.
"""


def document(protocols: Sequence[Protocol], records: Iterable[Record]) -> str:
    """The page, in Markdown, for these tables in this order."""
    kept = list(records)
    results = [recorded(protocol, kept) for protocol in protocols]
    used = [record for result in results for record in result.records]
    parts = [_HEAD, _conditions(used), LEGEND + "\n"]
    parts += [_section(protocol, result) for protocol, result in zip(protocols, results, strict=True)]
    return "\n".join(parts)


def _conditions(records: Sequence[Mapping[str, Any]]) -> str:
    """When, with what, and on how many cores."""
    if not records:
        return "Nothing has been measured yet.\n"
    days = sorted(record["finished"][:10] for record in records)
    span = days[-1] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    versions = sorted({", ".join(f"{k} {v}" for k, v in record["versions"].items()) for record in records})
    cores = sorted({record["cores"] for record in records if "cores" in record})
    computing = sum(record["seconds"] for record in records)
    return (
        f"Measured {span} with {'; and with '.join(versions)}, on a machine with "
        f"{' or '.join(map(str, cores)) or 'an unrecorded number of'} cores, one BLAS thread in each process: "
        f"{len(records)} units of work, {duration(computing)} of computing.\n"
    )


def _section(protocol: Protocol, result: PaperResult) -> str:
    word = "" if protocol.table.startswith(("figure", "section")) else "table "
    head = f"## {protocol.paper}, {word}{protocol.table}: {protocol.title}\n"
    came = result.table[result.table["repeats"] > 0]
    if came.empty:
        return f"{head}\nNot run yet.\n"
    rows, causes = text_rows(came)
    steps = "".join(f"- {what}: {how}\n" for what, how in protocol.steps)
    parts = [head, f"{protocol.about}\n", steps, _settings(protocol, result), grid(rows)]
    parts.append("".join(f"{n}. {text}\n" for n, text in enumerate(causes, start=1)))
    parts += [_listed("Left open by the paper", protocol.left_open)]
    parts += [_listed("Beside the figures", result.remarks), _missing(protocol, result)]
    return "\n".join(part for part in parts if part)


def _settings(protocol: Protocol, result: PaperResult) -> str:
    options = ", ".join(f"{name} {_plain(value)}" for name, value in protocol.options.items())
    seconds = sum(record["seconds"] for record in result.records)
    return (
        f"Key `{protocol.key}`, protocol version {protocol.version}, {count(protocol.full, 'repeat')}, seed 0"
        f"{'; ' + options if options else ''}. {duration(seconds)} of computing.\n"
    )


def _missing(protocol: Protocol, result: PaperResult) -> str:
    """Absent sets with the reason, and cells of the others that no record answers."""
    sentences = [f"{name}: {why}" for name, why in protocol.absent.items()]
    table = result.table
    empty = table[table["repeats"] == 0]
    cells = dict.fromkeys(zip(empty["method"], empty["dataset"], strict=True))
    sentences += [f"{method} on {dataset}: no value." for method, dataset in cells]
    return _listed("Absent", sentences)


def _listed(title: str, sentences: Sequence[str]) -> str:
    return f"{title}:\n\n" + "".join(f"- {text}\n" for text in sentences) if sentences else ""


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{key} {_plain(each)}" for key, each in value.items()) + ")"
    if isinstance(value, list | tuple):
        return "(" + ", ".join(map(_plain, value)) + ")"
    return f"{value:g}" if isinstance(value, float) else str(value)
