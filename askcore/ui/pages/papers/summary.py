"""Every table at once: a strip for each, cut into what is met, met under another setting, moved, open and not run;
what the evidence says of the papers' claims; how far every figure lies from the printed one.

UI floor.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from askcore import papers
from askcore.figures.strips import difference_strips, outcome_strips
from askcore.papers import Protocol
from askcore.papers.engine.differences import MOST_SDS
from askcore.papers.engine.summary import OUTCOMES, answers, signed_sds, verdict_on_all
from askcore.ui.charts.plots import place_of, show, theme
from askcore.ui.pages.papers import verdicts
from askcore.ui.pages.papers import words as words
from askcore.ui.pages.papers.state import TABLE, PaperChoice, shipped_results, standings
from askcore.ui.url_state import assign


def draw_summary(choice: PaperChoice) -> None:
    """The verdict on all tables, a strip for each, the claims; a click on a strip opens its table below."""
    found = standings()
    if len(found) < 2:
        return
    protocols = [papers.protocol(key) for key in found]
    st.markdown(verdict_on_all([*found.values()]))
    drawn = outcome_strips(
        [words.table_mark(protocol) for protocol in protocols],
        {name: [each[name] for each in found.values()] for name in OUTCOMES},
        titles=[words.table_title(protocol) for protocol in protocols],
        chosen=[*found].index(choice.key),
        theme=theme(),
    )
    key = f"paper_strips_{choice.key}"  # of each table its own: the strip clicked before can be clicked again
    alt = "How many printed numbers of each table are met, moved, open or not run"
    show(drawn, key=key, alt=alt, on_point=partial(_open, key, [*found]))
    st.caption(verdicts.ABOUT_STRIPS)
    with st.expander("What the evidence says of the papers' claims"):
        of_tables = {key: (papers.protocol(key), result) for key, result in shipped_results().items()}
        st.markdown("\n".join(f"- {each}" for each in answers(of_tables)))
    with st.expander("How far every number lies from the printed one"):
        _draw_differences(protocols)


def _draw_differences(protocols: list[Protocol]) -> None:
    results = shipped_results()
    tables = [(each, signed_sds(each, results[each.key].table)) for each in protocols]
    tables = [(each, rows) for each, rows in tables if len(rows)]
    drawn = difference_strips(
        [words.table_mark(each) for each, _ in tables],
        [rows["sds"].to_numpy() for _, rows in tables],
        labels=[
            [f"{row.method} on {row.dataset}, {words.metric_name(row.metric)}" for row in rows.itertuples()]
            for _, rows in tables
        ],
        within=MOST_SDS,
        theme=theme(),
    )
    alt = "How many standard deviations each number lies from the printed one, a row for each table"
    show(drawn, key="paper_differences", alt=alt)
    st.caption(verdicts.ABOUT_DIFFERENCES)


def _open(chart: str, keys: list[str]) -> None:
    place = place_of(st.session_state[chart].get("selection", {}).get("points", []))
    if place is not None:
        assign({TABLE: keys[place]})
