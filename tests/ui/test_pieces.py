"""What pages are made of beside controls and figures."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from askcore.ui.pieces import metrics, note, side_by_side, warning

    metrics(("Rows", "7"), ("Rank", "3", "Of K."), ("Time", "1 s", "", "exact: 2 s"))
    side_by_side(lambda: note("left"), lambda: st.caption("right"))
    warning("mind")


def test_numbers_halves_and_notes():
    at = AppTest.from_function(page, default_timeout=15).run()
    shown = [(each.label, each.value, each.help, each.delta) for each in at.metric]
    assert shown == [("Rows", "7", "", ""), ("Rank", "3", "Of K.", ""), ("Time", "1 s", "", "exact: 2 s")]
    left, right = at.columns
    assert [each.value for each in left.info] == ["left"]
    assert [each.value for each in right.caption] == ["right"]
    assert [each.value for each in at.warning] == ["mind"]
