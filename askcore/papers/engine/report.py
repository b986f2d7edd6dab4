"""Reproduced tables as text: CSV in full precision, Markdown and LaTeX as a reader wants them, and the page of all.

Papers floor.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from askcore._format import count, duration, fixed
from askcore.papers.engine.causes import AS_RUN, ELSEWHERE, Study, answered, sensitivity, studies
from askcore.papers.engine.differences import has_direction, is_time
from askcore.papers.engine.journal import Record
from askcore.papers.engine.protocol import Protocol
from askcore.papers.engine.result import COLUMNS, PaperResult, recorded
from askcore.papers.engine.summary import summary

HEADS = ("Data set", "Method", "Metric", "Published", "Reproduced", "n", "Difference", "Mark")

SENSITIVITY_HEADS = (
    "Setting",
    "Data set",
    "Method",
    "Metric",
    "Published",
    "Here",
    "n",
    "Moved by",
    "Off by",
)

LEGEND = (
    "± is the standard deviation over n repeats. Marked: more than 2 standard deviations (of both numbers together) "
    "from the printed one; where neither has one, more than 0.005 for a score and 0.5 % for other metrics. Times are "
    "not marked: they are another machine's. A number in brackets refers to what is said below; ? means that nothing "
    "was tried."
)

Results = PaperResult | Sequence[PaperResult]


def as_csv(results: Results) -> str:
    """Write results as CSV: all columns of ``PaperResult.table``, every digit; a cell without value is empty.

    Parameters
    ----------
    results : one or several.

    Returns
    -------
    The text; the tables stand below each other under one head.

    Raises
    ------
    ValueError : no result.
    """
    tables = [result.table for result in _several(results)]
    whole = pd.concat(tables, ignore_index=True) if len(tables) > 1 else tables[0]
    return whole[COLUMNS].to_csv(index=False, lineterminator="\n")


def as_markdown(results: Results, *, level: int = 2) -> str:
    """Write results as Markdown: a table each, below it what is said of the marked cells and the remarks.

    Parameters
    ----------
    results : one or several.
    level : of the headings.

    Returns
    -------
    The text, the legend of the marks at its end.

    Raises
    ------
    ValueError : no result.
    """
    parts = []
    for result in _several(results):
        rows, causes = text_rows(result.table)
        parts.append(f"{'#' * level} {title(result)}\n\n{grid(rows)}")
        if causes:
            parts.append("\n".join(f"{n}. {text}" for n, text in enumerate(causes, start=1)) + "\n")
        if result.remarks:
            parts.append("\n".join(f"- {text}" for text in result.remarks) + "\n")
    return "\n".join([*parts, LEGEND + "\n"])


def as_latex(results: Results) -> str:
    """Write results as LaTeX: a longtable each with booktabs rules, its causes and remarks below.

    Parameters
    ----------
    results : one or several.

    Returns
    -------
    The text, the legend of the marks at its end.

    Raises
    ------
    ValueError : no result.
    """
    parts = ["% \\usepackage{booktabs,longtable}\n"]
    for result in _several(results):
        rows, causes = text_rows(result.table)
        parts.append(_longtable(title(result), rows))
        parts += [f"({n}) {_escaped(text)}\n" for n, text in enumerate(causes, start=1)]
        parts += [f"{_escaped(text)}\n" for text in result.remarks]
    return "\n".join([*parts, _escaped(LEGEND) + "\n"])


def text_rows(table: pd.DataFrame) -> tuple[list[tuple[str, ...]], list[str]]:
    """The rows under ``HEADS`` and the causes that the marks refer to by number, from 1."""
    causes = list(dict.fromkeys(cause for cause in table["cause"] if cause))
    return [_row(row, causes) for row in table.to_dict("records")], causes


_FIGURES = ("Published", "Reproduced", "Here", "n", "Difference", "Moved by", "Off by")


def grid(rows: list[tuple[str, ...]], heads: Sequence[str] = HEADS) -> str:
    """Rows under their heads as a Markdown table."""
    lines = [heads, ["---:" if head in _FIGURES else "---" for head in heads], *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def sensitivity_rows(found: pd.DataFrame) -> list[tuple[str, ...]]:
    """The rows of ``causes.sensitivity`` under ``SENSITIVITY_HEADS``; differences in standard deviations, if known."""
    return [
        (
            row["setting"],
            row["dataset"],
            row["method"],
            row["metric"].replace("_", " "),
            _with_deviation(row["published"], row["published_std"], row["metric"]),
            _with_deviation(row["reproduced"], row["std"], row["metric"]),
            str(row["repeats"]),
            "" if row["setting"] == AS_RUN else number(row["moved"], row["metric"], signed=True),
            number(row["difference"], row["metric"], signed=True)
            if math.isnan(row["sds"])
            else f"{fixed(row['sds'], 1, sign=True)} sd",
        )
        for row in found.to_dict("records")
    ]


def number(value: float, metric: str, *, signed: bool = False) -> str:
    """A figure for a reader: scores with three digits, seconds with three that count, others with four; NaN is "-"."""
    if math.isnan(value):
        return "-"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return fixed(value, 3 if _bounded(metric) else _digits(value, 3 if is_time(metric) else 4), sign=signed)


def shown_name(method: str, alike: bool) -> str:
    """A row's name, which tells a row that is tuned alike from a printed one."""
    return f"{method} (tuned alike)" if alike and "tuned" not in method else method


def title(result: PaperResult) -> str:
    """Paper and table."""
    first = result.table.iloc[0] if len(result.table) else {"paper": "", "table": result.settings["table"]}
    word = "" if first["table"].startswith(("figure", "section")) else "table "
    return f"{first['paper']}, {word}{first['table']}"


def _row(row: dict[Any, Any], causes: list[str]) -> tuple[str, ...]:
    metric = row["metric"]
    return (
        row["dataset"],
        shown_name(row["method"], row["tuning"] == "alike"),
        metric.replace("_", " "),
        _with_deviation(row["published"], row["published_std"], metric),
        _with_deviation(row["reproduced"], row["std"], metric),
        str(row["repeats"]),
        number(row["difference"], metric, signed=True),
        _mark(row, causes),
    )


def _mark(row: dict[Any, Any], causes: list[str]) -> str:
    if not row["beyond"]:
        return ""
    far = "" if math.isnan(row["sds"]) else f", {abs(row['sds']):.1f} sd"
    which = str(causes.index(row["cause"]) + 1) if row["cause"] else "?"
    answer = row.get("answer", "")
    why = f"({which}: {answer})" if answer not in ("", ELSEWHERE) else f"({which})"
    word = "better" if row["better"] else "worse"
    return f"{word if has_direction(row['metric']) else 'differs'}{far} {why}"


def _with_deviation(value: float, deviation: float, metric: str) -> str:
    text = number(value, metric)
    return text if math.isnan(deviation) else f"{text} ± {number(deviation, metric)}"


def _bounded(metric: str) -> bool:
    """Whether a metric lies between 0 and 1."""
    return metric.endswith("f1") or metric in ("accuracy", "auroc")


def _digits(value: float, counting: int) -> int:
    """Digits after the point, so that ``counting`` digits count; at most six."""
    if value == 0:
        return 0
    return min(6, max(0, counting - 1 - math.floor(math.log10(abs(value)))))


def _several(results: Results) -> list[PaperResult]:
    several = [results] if isinstance(results, PaperResult) else list(results)
    if not several:
        raise ValueError("There is no result to write.")
    return several


def _longtable(title: str, rows: list[tuple[str, ...]]) -> str:
    head = " & ".join(HEADS) + " \\\\"
    body = "\n".join(" & ".join(map(_escaped, row)) + " \\\\" for row in rows)
    return (
        "\\begin{longtable}{lllrrrrl}\n"
        f"\\caption{{{_escaped(title)}}} \\\\\n\\toprule\n{head}\n\\midrule\n\\endhead\n"
        f"\\bottomrule\n\\endfoot\n{body}\n\\end{{longtable}}\n"
    )


_LATEX = {
    "\\": "\\textbackslash{}",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "±": "$\\pm$",
    "−": "$-$",
    "∞": "$\\infty$",
    "ᵀ": "$^\\top$",
    "<": "$<$",
    ">": "$>$",
}


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(sign, sign) for sign in text)


_HEAD = """# The papers' tables, as reproduced

`make tables` wrote this page from the records in `askcore/papers/measured.jsonl`; `make tables FRESH=1`
measures everything anew. Under a table stand the possible causes of its marks and what was tried, each with the command
that runs it again. Rows marked *tuned alike* have no printed figure: rivals and AsK-LS once more, all with the
same tuning.
"""


def document(protocols: Sequence[Protocol], records: Iterable[Record], trials: Iterable[Record] = ()) -> str:
    """The page, in Markdown, for these tables in this order; ``trials`` are records of their causes."""
    kept, tried = list(records), list(trials)
    results = [answered(protocol, recorded(protocol, kept), tried) for protocol in protocols]
    used = [record for result in results for record in result.records]
    parts = [_HEAD, summary(protocols, results), _conditions(used), LEGEND + "\n"]
    parts += [_section(protocol, result, tried) for protocol, result in zip(protocols, results, strict=True)]
    return "\n".join(parts)


def _conditions(records: Sequence[Mapping[str, Any]]) -> str:
    """When, with what, and on how many cores."""
    if not records:
        return "Nothing has been measured yet.\n"
    days = sorted(record["finished"][:10] for record in records)
    span = days[-1] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    versions = sorted({", ".join(f"{k} {v}" for k, v in record["versions"].items()) for record in records})
    cores = sorted({record["cores"] for record in records if "cores" in record})
    computing = math.fsum(record["seconds"] for record in records)  # in any order of the records
    return (
        f"Measured {span} with {'; and with '.join(versions)}, on a machine with "
        f"{' or '.join(map(str, cores)) or 'an unrecorded number of'} cores, one BLAS thread in each process: "
        f"{len(records)} units of work, {duration(computing)} of computing.\n"
    )


def _section(protocol: Protocol, result: PaperResult, trials: Sequence[Record]) -> str:
    word = "" if protocol.table.startswith(("figure", "section")) else "table "
    head = f"## {protocol.paper}, {word}{protocol.table}: {protocol.title}\n"
    came = result.table[result.table["repeats"] > 0]
    if came.empty:
        return f"{head}\nNot run yet.\n"
    rows, causes = text_rows(came)
    steps = "".join(f"- {what}: {how}\n" for what, how in protocol.steps)
    parts = [head, f"{protocol.about}\n", steps, _settings(protocol, result), grid(rows)]
    parts.append("".join(f"{n}. {text}\n" for n, text in enumerate(causes, start=1)))
    numbers = {text: n for n, text in enumerate(causes, start=1)}
    parts += [_moved(about, result, trials, numbers.get(about.text)) for about in studies(protocol)]
    parts += [_listed(f"With fewer than {protocol.full} repeats", _short_of_repeats(protocol, result))]
    parts += [_listed("Left open by the paper", protocol.left_open)]
    parts += [_listed("Beside the numbers", result.remarks), _missing(protocol, result)]
    return "\n".join(part for part in parts if part)


def _moved(about: Study, result: PaperResult, trials: Sequence[Record], n: int | None) -> str:
    """What moves the figures that a cause is about; of a cause that no mark refers to nothing."""
    if n is None:
        return ""
    found = sensitivity(about, result, trials)
    return f"**To {n}**, by `{about.command}`:\n\n" + grid(sensitivity_rows(found), SENSITIVITY_HEADS)


def _settings(protocol: Protocol, result: PaperResult) -> str:
    options = ", ".join(f"{name} {_plain(value)}" for name, value in protocol.options.items())
    seconds = math.fsum(record["seconds"] for record in result.records)
    return (
        f"Key `{protocol.key}`, protocol version {protocol.version}, {count(protocol.full, 'repeat')}, seed 0"
        f"{'; ' + options if options else ''}. {duration(seconds)} of computing.\n"
    )


def _short_of_repeats(protocol: Protocol, result: PaperResult) -> list[str]:
    """Data sets with rows of fewer repeats than the table asks for, and what the others would cost."""
    sentences = []
    for dataset in protocol.datasets:
        spent: dict[
            tuple[str, ...], list[float]
        ] = {}  # seconds of each repeat, by rows that are computed together
        for record in result.records:
            if record["dataset"] == dataset:
                each = record["seconds"] / max(len(record["repeats"]), 1)
                spent.setdefault(tuple(record["methods"]), []).extend([each] * len(record["repeats"]))
        short = {rows: times for rows, times in spent.items() if len(times) < protocol.full}
        if short:
            rows = count(sum(map(len, short)), "row")
            numbers = sorted({len(times) for times in short.values()})
            left = math.fsum((protocol.full - len(t)) * math.fsum(t) / len(t) for t in short.values())
            sentences.append(
                f"{dataset}: {rows} with {' or '.join(map(str, numbers))}; the others would take about "
                f"{duration(left)}."
            )
    return sentences


def _missing(protocol: Protocol, result: PaperResult) -> str:
    """Absent sets with the reason, and cells of the others that no record answers."""
    sentences = [f"{name}: {why}" for name, why in protocol.absent.items()]
    table = result.table
    empty = table[table["repeats"] == 0]
    cells = dict.fromkeys(zip(empty["method"], empty["dataset"], strict=True))
    sentences += [
        f"{method} on {dataset}: {protocol.unmeasured.get(dataset, 'no value.')}" for method, dataset in cells
    ]
    return _listed("Absent", sentences)


def _listed(title: str, sentences: Sequence[str]) -> str:
    return f"{title}:\n\n" + "".join(f"- {text}\n" for text in sentences) if sentences else ""


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{key} {_plain(each)}" for key, each in value.items()) + ")"
    if isinstance(value, list | tuple):
        return "(" + ", ".join(map(_plain, value)) + ")"
    return f"{value:g}" if isinstance(value, float) else str(value)
