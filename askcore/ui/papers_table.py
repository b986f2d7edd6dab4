"""The table itself: as the paper prints it, or a row per figure; and what is marked in it.

UI floor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd
import streamlit as st

from askcore.ui import papers_words as words
from askcore.ui.papers_cell import open_cell
from askcore.ui.papers_controls import PaperChoice
from askcore.ui.papers_found import Shown
from askcore.ui.words import plain

__all__ = ["as_list", "as_printed", "tables"]

_PRINTED, _LIST = "As printed", "One row per figure"
_SET = "Data set"
_NARROW = 164  # pixels of a cell, so that five methods stand beside each other


def tables(choice: PaperChoice, shown: Shown) -> None:
    """The printed methods, then those tuned alike, and why figures differ."""
    table, metrics = shown.result.table, _metrics(shown.result.table, choice)
    row = st.container(horizontal=True)
    layout = row.segmented_control(
        "Layout",
        [_PRINTED, _LIST],
        default=_PRINTED,
        required=True,
        key="paper_layout",
        label_visibility="collapsed",
    )
    metric = metrics[0] if metrics else ""
    if len(metrics) > 1 and layout != _LIST:
        metric = row.segmented_control(
            "Figure",
            metrics,
            format_func=words.metric_name,
            default=metrics[0],
            required=True,
            key=f"paper_metric_{choice.key}",
            label_visibility="collapsed",
        )
    printed, alike = (table[table["tuning"] == name] for name in ("as published", "alike"))
    _one(choice, printed, layout or _PRINTED, metric or "", "printed")
    st.caption(_legend(layout or _PRINTED, printed))
    _causes(printed)
    _absent(choice)
    if len(alike):
        st.markdown("##### Tuned alike")
        st.caption(words.WHY_ALIKE)
        if ahead := words.alike_verdict(table, choice.protocol):
            st.markdown(plain(ahead))
        _one(choice, alike, layout or _PRINTED, metric or "", "alike")
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
    methods = choice.protocol.methods if name == "printed" else choice.protocol.alike
    names = (*choice.datasets, *choice.absent)
    content = as_printed(table, metric, names, methods, choice.absent) if printed else as_list(table)
    if content.empty:
        st.caption("No figure yet: the paper prints none here, and ours fill in as they come.")
        return
    key = f"paper_{name}_{layout}_{choice.key}"
    config = (
        {
            column: st.column_config.TextColumn(width=_NARROW if len(content.columns) > 5 else "medium")
            for column in content.columns[1:]
        }
        if printed
        else {}
    )
    config[_SET] = st.column_config.TextColumn(pinned=True)
    st.dataframe(
        content,
        hide_index=True,
        key=key,
        on_select=_opener(choice, content, key, printed),
        selection_mode="single-cell" if printed else "single-row",
        column_config=config,
        height="content" if len(content) <= 20 else 600,
        alt=f"{words.table_title(choice.protocol)}: published and reproduced figures",
    )


def _opener(choice: PaperChoice, content: pd.DataFrame, key: str, printed: bool) -> Callable[[], None]:
    """A callback: the selected cell is the one that opens below."""

    def chosen() -> None:
        found = st.session_state.get(key, {}).get("selection", {})
        if printed:
            for row, column in found.get("cells", []):
                if column in content.columns[1:] and row < len(content):
                    open_cell(choice, str(content.at[row, _SET]), column)
        else:
            for row in found.get("rows", []):
                if row < len(content):
                    open_cell(choice, str(content.at[row, _SET]), str(content.at[row, "Method"]))

    return chosen


def _metrics(table: pd.DataFrame, choice: PaperChoice) -> list[str]:
    there = set(table["metric"])
    return [metric for metric in choice.protocol.metrics if metric in there]


def _legend(layout: str, printed: pd.DataFrame) -> str:
    cell = "A cell reads printed · ours · difference. " if layout == _PRINTED else ""
    marks = (
        "✓ met: within two standard deviations of both figures together; ▲ better and ▼ worse: further off. "
    )
    return f"{cell}{marks if len(printed) else ''}Choose a cell to open it below."


def _causes(table: pd.DataFrame) -> None:
    """Known causes, each once, with the cells that it explains."""
    beyond = table[table["beyond"].astype(bool)]
    for cause, rows in beyond[beyond["cause"] != ""].groupby("cause", sort=False):
        st.markdown(f"- **{plain(words.cells_named(rows))}**: {plain(str(cause))}")


def _absent(choice: PaperChoice) -> None:
    for name in choice.absent:
        st.caption(f"{plain(name)} cannot be had: {plain(choice.protocol.absent[name])}")


def _remarks(sentences: Sequence[str]) -> None:
    """Caps that were met, fallbacks, repeats without a value."""
    if sentences:
        st.caption("Beside the figures: " + " ".join(plain(sentence) for sentence in sentences))


def _spread(value: float, std: float, metric: str) -> str:
    text = words.number(value, metric)
    return text if std != std else f"{text} ± {words.number(std, metric)}"
