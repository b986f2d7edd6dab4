"""Nyström speed-up in a browser: a control answers, the race runs, its table is taken home."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_sample_a_race_and_its_table(app):
    app.open("/nystroem?data=Cyclic+communities&matrix=Rows+%C3%97+columns").title("Nyström speed-up").drawn(
        2
    )
    before = app.verdict()
    assert re.search(r"\b52 (of 300 )?rows", before)
    app.slider("Rows").press("Home")
    app.changed(before).drawn(2)
    assert re.search(r"\b10 (of 300 )?rows", app.verdict())  # no fewer than the rank
    app.page.get_by_role("button", name="Start the race").click()
    app.page.get_by_role("tab", name="Error and time").wait_for()
    app.settle().drawn(4)
    app.page.get_by_test_id("stExpander").get_by_text("Take it with you").click()
    with app.page.expect_download() as download:
        app.page.get_by_role("button", name="Race (CSV)").click()
    table = pd.read_csv(Path(download.value.path()))
    assert {"structured", "randomized", "nystroem"} <= set(table["solver"])
    assert {"seconds_kernel", "seconds_solve", "eta", "subspace_error"} <= set(table)
