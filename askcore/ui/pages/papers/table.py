"""The table, as the paper prints it or a row per figure, and the cell that was opened in it.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from askcore._format import capitalised, count, duration
from askcore.figures.repeats import repeats_against_printed
from askcore.papers import PaperResult, Protocol
from askcore.ui.charts.plots import show, theme
from askcore.ui.controls import choose, pick
from askcore.ui.pages.papers import verdicts
from askcore.ui.pages.papers import words as words
from askcore.ui.pages.papers.export import command_line, python_code
from askcore.ui.pages.papers.state import HERE, PaperChoice, Shown
from askcore.ui.pieces import heading
from askcore.ui.sharing import present
from askcore.ui.text.words import plain

_PRINTED, _LIST = "Side by side", "One row per number"
_SET, _METHOD = "Data set", "Method"
_NARROW = 164  # pixels of a cell, so that five methods stand beside each other
_LETTER, _WIDEST = 7, 300  # pixels of a letter of the first column, and of the column at most
_BESIDE = 6  # methods that stand beside each other; where there are more, they stand below each other


def draw_table(choice: PaperChoice, shown: Shown) -> None:
    """The printed methods, then those tuned alike, and why figures differ."""
    table, metrics = shown.result.table, _metrics(shown.result.table, choice)
    row = st.container(horizontal=True)
    layout = choose("Layout", [_PRINTED, _LIST], "paper_layout", where=row)
    metric = metrics[0] if metrics else ""
    if len(metrics) > 1 and layout != _LIST:
        metric = choose("Figure", metrics, f"paper_metric_{choice.key}", titles=words.metric_name, where=row)
    printed, alike = (table[table["tuning"] == name] for name in ("as published", "alike"))
    _one(choice, printed, layout, metric, "printed")
    in_cells = layout != _LIST
    read = printed[printed["metric"] == metric] if in_cells else printed
    cut = words.shortened(choice.protocol.rows) if in_cells and not _turned(choice.protocol) else ""
    st.caption(words.legend(read, in_cells=in_cells) + (f" In the heads {cut.strip()}" if cut else ""))
    _causes(printed)
    _absent(choice)
    if len(alike):
        heading("The same tuning for all methods")
        st.caption(verdicts.why_alike(choice.protocol))
        if ahead := verdicts.alike_verdict(table, choice.protocol):
            st.markdown(plain(ahead))
        _one(choice, alike, layout, metric, "alike")
    _remarks(shown.result.remarks)


def as_printed(
    table: pd.DataFrame, metric: str, names: Sequence[str], methods: Sequence[str], absent: Sequence[str] = ()
) -> pd.DataFrame:
    """Data sets down, methods across; each cell published, reproduced and difference in a line of text.

    ``names`` and ``methods`` are all that is to be shown: what has neither a printed figure nor ours was not run yet.
    """
    rows = table[table["metric"] == metric]
    cells = {
        (row.dataset, row.method): words.cell_text(row, absent=row.dataset in absent)
        for row in rows.itertuples()
    }

    def text(name: str, method: str) -> str:
        there = (table["dataset"] == name) & (table["method"] == method)
        return cells.get((name, method), "" if there.any() or name in absent else "not run yet")

    filled = [{_SET: name, **{method: text(name, method) for method in methods}} for name in names]
    kept = [row for row in filled if any(list(row.values())[1:])]
    return pd.DataFrame(kept, columns=[_SET, *methods])


def as_list(table: pd.DataFrame) -> pd.DataFrame:
    """A row per data set, method and metric."""
    return pd.DataFrame(
        [
            {
                _SET: row.dataset,
                "Method": row.method,
                "Figure": words.metric_name(row.metric),
                "Published": _spread(row.published, row.published_std, row.metric),
                "Reproduced": _spread(row.reproduced, row.std, row.metric) if row.repeats else "not run yet",
                "Difference": words.number(row.difference, row.metric, sign=True) if row.repeats else "",
                "Mark": words.mark(row),
                "Repeats": row.repeats,
            }
            for row in table.itertuples()
        ],
        columns=[_SET, "Method", "Figure", "Published", "Reproduced", "Difference", "Mark", "Repeats"],
    )


def _one(choice: PaperChoice, table: pd.DataFrame, layout: str, metric: str, name: str) -> None:
    printed = layout == _PRINTED
    turned = printed and _turned(choice.protocol)
    methods = choice.protocol.methods if name == "printed" else choice.protocol.alike
    names = (*choice.datasets, *choice.absent)
    content = as_printed(table, metric, names, methods, choice.absent) if printed else as_list(table)
    if turned:
        content = turn(content)
    if content.empty:
        st.caption("No number yet: the paper prints none here, and ours are added as they are measured.")
        return
    key = f"paper_{name}_{layout}_{choice.key}"
    config = (
        {
            column: st.column_config.TextColumn(
                words.short_name(column),
                width=_NARROW,
                help=column if words.short_name(column) != column else None,
            )
            for column in content.columns[1:]
        }
        if printed
        else {}
    )
    first = content.columns[0]
    longest = max(len(str(value)) for value in (first, *content[first]))
    config[first] = st.column_config.TextColumn(
        pinned=True, width=round(min(_WIDEST, 24 + _LETTER * longest) * present.type_size())
    )
    st.dataframe(
        content,
        hide_index=True,
        key=key,
        on_select=_opener(choice, content, key, printed),
        selection_mode="single-cell" if printed else "single-row",
        column_config=config,
        height="content" if len(content) <= 20 else 600,
        alt=f"{words.table_title(choice.protocol)}: {'printed rows' if name == 'printed' else 'rows tuned alike'}",
    )


def _opener(choice: PaperChoice, content: pd.DataFrame, key: str, printed: bool) -> Callable[[], None]:
    """A callback: the selected cell is the one that opens below."""

    def chosen() -> None:
        found = st.session_state.get(key, {}).get("selection", {})
        if printed:
            for row, column in found.get("cells", []):
                if column in content.columns[1:] and row < len(content):
                    pair = str(content.iat[row, 0]), column
                    open_cell(choice, *(pair if content.columns[0] == _SET else pair[::-1]))
        else:
            for row in found.get("rows", []):
                if row < len(content):
                    open_cell(choice, str(content.at[row, _SET]), str(content.at[row, "Method"]))

    return chosen


def turn(content: pd.DataFrame) -> pd.DataFrame:
    """Methods down and data sets across, where too many methods would stand beside each other."""
    turned = content.set_index(_SET).T.rename_axis(_METHOD)
    return turned[turned.ne("").any(axis=1)].reset_index().rename_axis(columns=None)


def _turned(protocol: Protocol) -> bool:
    return len(protocol.methods) > max(_BESIDE, len(protocol.datasets))


def _metrics(table: pd.DataFrame, choice: PaperChoice) -> list[str]:
    there = set(table["metric"])
    return [metric for metric in choice.protocol.metrics if metric in there]


def _causes(table: pd.DataFrame) -> None:
    """What is said of the differences, each once, with the cells that it is about."""
    beyond = table[table["beyond"].astype(bool)]
    for cause, rows in beyond[beyond["cause"] != ""].groupby("cause", sort=False):
        st.markdown(
            f"- **{plain(words.cells_named(rows))}**: {plain(str(cause))} ({verdicts.in_short(rows['answer'])})"
        )


def _absent(choice: PaperChoice) -> None:
    """Why data cannot be had; those that lack for the same reason in one sentence."""
    reasons: dict[str, list[str]] = {}
    for name in choice.absent:
        reasons.setdefault(choice.protocol.absent[name], []).append(name)
    for reason, names in reasons.items():
        st.caption(f"Not available: {plain(', '.join(names))}. {plain(reason).rstrip('.')}.")


def _remarks(sentences: Sequence[str]) -> None:
    """Caps that were met, fallbacks, repeats without a value."""
    if sentences:
        st.caption("Beside the numbers: " + " ".join(plain(sentence) for sentence in sentences))


def _spread(value: float, std: float, metric: str) -> str:
    text = words.number(value, metric)
    return text if std != std else f"{text} ± {words.number(std, metric, few=True)}"


def open_cell(choice: PaperChoice, dataset: str, method: str) -> None:
    """Open a cell from the next run of the page on."""
    st.session_state[_cell_key("set", choice)] = dataset
    st.session_state[_cell_key("method", choice)] = method


def draw_cell(choice: PaperChoice, shown: Shown) -> None:
    """The chosen cell: figure, sentence, settings, and the way to run it alone."""
    table = shown.result.table
    if table.empty:
        return
    heading("One cell")
    left, right = st.columns(2)
    dataset = _select(left, "Data set", list(dict.fromkeys(table["dataset"])), _cell_key("set", choice))
    of_set = table[table["dataset"] == dataset]
    method = _select(right, "Method", list(dict.fromkeys(of_set["method"])), _cell_key("method", choice))
    rows = of_set[of_set["method"] == method]
    for column, row in zip(st.columns(max(1, len(rows))), rows.itertuples(), strict=False):
        with column:
            _metric(shown.result, row)
    row = next(rows.itertuples())
    for found in rows.itertuples():
        if found.beyond:
            st.markdown(_elsewhere(found))
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


def _elsewhere(row: Any) -> str:
    """Of a figure that is not met: what it comes to under another setting, and why."""
    under = f" ({plain(row.setting)}: {words.number(row.value, row.metric)})" if row.setting else ""
    why = plain(row.cause) or "No other setting was tried."
    return f"**{words.metric_name(row.metric)}: {row.answer}**{under}. {why}"


def _metric(result: PaperResult, row: Any) -> None:
    st.markdown(verdicts.cell_verdict(row))
    values = values_of(result, row.dataset, row.method, row.metric)
    figure = repeats_against_printed(
        values,
        row.published,
        row.published_std,
        quantity=words.metric_name(row.metric),
        theme=theme(),
    )
    alt = f"Repeats of {row.method} on {row.dataset} against the printed number"
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
        f"{capitalised(where)}; "
        f"{duration(seconds)} in all{shared}; seed {last['seed']}; {_cores(last)}{plain(versions)}. The settings stand "
        "under “How it is computed”."
    )


def _cores(record: Mapping[str, Any]) -> str:
    cores = record.get("cores")
    return f"{count(cores, 'core')}; " if cores else ""


def _select(where: Any, label: str, names: list[str], key: str) -> str:
    """A select box whose choice is given up where it is on offer no more."""
    if st.session_state.get(key) not in names:
        st.session_state.pop(key, None)
    return pick(label, names, key, labelled=True, where=where)


def _cell_key(what: str, choice: PaperChoice) -> str:
    return f"cell_{what}_{choice.key}"
