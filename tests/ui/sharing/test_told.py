"""What a page told is kept page by page, until that page begins anew."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def page() -> None:
    import streamlit as st

    from askcore.ui.sharing import told
    from askcore.ui.text.snippet import Script

    told.begin("decisions")
    told.verdict("First.")
    told.verdict("Second.")
    for text in ("Few samples.", "Few samples.", "Another."):
        told.warned(text)
    told.code(Script("Decisions", "prints.", ("print(1)",)))
    st.text(str(told.told().script))
    told.begin("spectra")
    st.text(f"({told.told().script or ''})")
    set_to = {"value": 1}
    told.code(lambda: Script("Spectra", "prints.", (f"print({set_to['value']})",)))
    set_to["value"] = 2
    st.text(str(told.told().script))
    st.text(str(told.told("decisions").script))
    st.text(f"{told.told('decisions').verdict} {told.told('decisions').warnings}")
    told.begin("decisions")
    st.text(f"({told.told().verdict}{told.told().script or ''})")


def test_what_a_page_told():
    at = AppTest.from_function(page, default_timeout=60).run()
    assert not at.exception
    assert [one.value for one in at.text] == [
        "# Decisions: prints.\n\nprint(1)",
        "()",
        "# Spectra: prints.\n\nprint(2)",
        "# Decisions: prints.\n\nprint(1)",
        "First. ['Few samples.', 'Another.']",
        "()",
    ]
