"""One cell opened: its repeats against the printed figure, how it was computed, and what reruns exactly it.

UI floor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from askcore import figures
from askcore._format import count, duration
from askcore.papers import PaperResult
from askcore.ui import papers_verdict as verdicts
from askcore.ui import papers_words as words
from askcore.ui.papers_controls import PaperChoice
from askcore.ui.papers_export import command_line, python_code
from askcore.ui.papers_found import HERE, Shown
from askcore.ui.theme import look, show
from askcore.ui.words import plain

__all__ = ["cell", "open_cell", "values_of"]


def open_cell(choice: PaperChoice, dataset: str, method: str) -> None:
    """Open a cell from the next run of the page on."""
    st.session_state[_key("set", choice)] = dataset
    st.session_state[_key("method", choice)] = method


def cell(choice: PaperChoice, shown: Shown) -> None:
    """The chosen cell: figure, sentence, settings, and the way to run it alone."""
    table = shown.result.table
    if table.empty:
        return
    st.subheader("One cell")
    left, right = st.columns(2)
    dataset = _select(left, "Data set", list(dict.fromkeys(table["dataset"])), _key("set", choice))
    of_set = table[table["dataset"] == dataset]
    method = _select(right, "Method", list(dict.fromkeys(of_set["method"])), _key("method", choice))
    rows = of_set[of_set["method"] == method]
    for column, row in zip(st.columns(max(1, len(rows))), rows.itertuples(), strict=False):
        with column:
            _metric(shown.result, row)
    row = next(rows.itertuples())
    beyond = [found for found in rows.itertuples() if found.beyond]
    for cause in dict.fromkeys(found.cause for found in beyond):
        of = [words.metric_name(found.metric) for found in beyond if found.cause == cause]
        said = plain(cause) if cause else "not known."
        which = f" ({', '.join(of)})" if len(of) < len(rows) else ""
        st.markdown(f"**Why{which}:** {said}")
    _records(shown, dataset, method)
    if dataset not in choice.own and dataset not in choice.absent:
        st.caption("The same cell in Python, and on the command line:")
        repeats = max(int(row.repeats), 0) or choice.protocol.full
        seed = int(shown.result.settings["random_state"])
        st.code(python_code(choice.protocol, dataset, method, repeats, seed), language="python")
        st.code(command_line(choice.protocol, dataset, method, repeats, seed), language="bash")


def values_of(result: PaperResult, dataset: str, method: str, metric: str) -> list[float]:
    """The values of the repeats, by number of the repeat."""
    found: dict[int, float] = {}
    for record in result.records:
        column = record["values"].get(method, {}).get(metric) if record["dataset"] == dataset else None
        if column is not None:
            found.update(zip(record["repeats"], column, strict=True))
    return [found[r] for r in sorted(found) if r < result.settings["repeats"]]


def _metric(result: PaperResult, row: Any) -> None:
    st.markdown(verdicts.cell_verdict(row))
    figure = figures.repeats_against_printed(
        values_of(result, row.dataset, row.method, row.metric),
        row.published,
        row.published_std,
        quantity=words.metric_name(row.metric),
        theme=look(),
    )
    alt = f"Repeats of {row.method} on {row.dataset} against the printed figure"
    show(figure, key=f"paper_cell_{row.metric}", alt=alt)


def _records(shown: Shown, dataset: str, method: str) -> None:
    """Date, versions and seconds of what stands behind a cell."""
    records = [r for r in shown.result.records if r["dataset"] == dataset and method in r["methods"]]
    if not records:
        return
    last = max(records, key=lambda record: str(record["finished"]))
    repeats = sorted({repeat for record in records for repeat in record["repeats"]})
    versions = ", ".join(f"{name} {number}" for name, number in last["versions"].items())
    seconds = sum(float(record["seconds"]) for record in records)
    where = words.when_and_where(records, [len(repeats)], here=shown.source == HERE)
    shared = f", shared by {len(last['methods'])} methods" if len(last["methods"]) > 1 else ""
    st.caption(
        f"{where[0].upper()}{where[1:]}; "
        f"{duration(seconds)} in all{shared}; seed {last['seed']}; {_cores(last)}{plain(versions)}. "
        f"{_options(last['options'])}"
    )


def _options(options: Mapping[str, Any]) -> str:
    if not options:
        return ""
    return "Settings: " + plain(", ".join(f"{name} {_value(value)}" for name, value in options.items())) + "."


def _value(value: Any) -> str:
    """A setting as a reader writes it: 1e6 for 1000000.0, and no braces."""
    if isinstance(value, Mapping):
        return " ".join(f"{name} {_value(each)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_value, value))
    if value is None:
        return "by default"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _cores(record: Mapping[str, Any]) -> str:
    cores = record.get("cores")
    return f"{count(cores, 'core')}; " if cores else ""


def _select(where: Any, label: str, names: list[str], key: str) -> str:
    """A select box whose choice is given up where it is on offer no more."""
    if st.session_state.get(key) not in names:
        st.session_state.pop(key, None)
    return where.selectbox(label, names, key=key, filter_mode=None) or names[0]


def _key(what: str, choice: PaperChoice) -> str:
    return f"cell_{what}_{choice.key}"
