"""A name is shown as it is, whatever the browser makes of text: the one place where markdown is really read."""

from __future__ import annotations

import pytest

from tests.browser.driver import Driver
from tests.browser.server import ROOT, running_server
from tests.hostile_names import NAMES

pytestmark = [pytest.mark.browser, pytest.mark.long]

PAGE = """
import streamlit as st
from askcore.ui.text.words import plain
from tests.hostile_names import NAMES

st.title("Names")
for name in NAMES:
    st.markdown(f"**{plain(name)}**, {plain(name)} and {plain(name)}")
    st.caption(plain(name))
    st.markdown(f"- {plain(name)}")
"""


def test_names_are_shown_as_they_are_and_lead_nowhere(browser, tmp_path, monkeypatch):
    script = tmp_path / "names.py"
    script.write_text(PAGE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with running_server(tmp_path, script=str(script)) as (address, _):
        page = browser.new_page()
        Driver(page, address).open("/")
        shown = page.locator("[data-testid=stMain] [data-testid=stMarkdown]")
        shown.nth(3 * len(NAMES) - 1).wait_for()
        texts = [text.replace("\u2060", "").strip() for text in shown.all_inner_texts()]
        assert texts == [told for name in NAMES for told in (f"{name}, {name} and {name}", name, name)]
        assert page.locator("[data-testid=stMain] a[href*=vil], [data-testid=stMain] img").count() == 0
        page.close()
