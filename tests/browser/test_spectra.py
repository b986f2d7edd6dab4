"""Spectra: a node that is clicked in one embedding is marked in both; features are taken home."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from tests.browser.test_around import rings

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_click_marks_the_node_in_both_embeddings(app):
    app.open("/spectra?data=Seven+nodes").title("Spectra").drawn(4)
    charts = app.page.get_by_test_id("stPlotlyChart")
    point = charts.nth(2).locator(".scatterlayer .trace .point").first
    point.scroll_into_view_if_needed()
    box = point.bounding_box()
    app.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    charts.nth(2).locator(".hoverlayer .hovertext").wait_for()
    app.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    rings(app, "chosen", [0, 0, 1, 1])
    app.page.get_by_text("Join the two places").click()
    app.sees("A long line means that row and column differ").drawn(3)


@pytest.mark.long
def test_features_are_taken_home(app):
    app.open("/spectra?data=Seven+nodes&matrix=Rows+%C3%97+columns").title("Spectra").drawn(4)
    app.page.get_by_text("Take it with you").click()
    with app.page.expect_download() as download:
        app.page.get_by_role("button", name="Features (CSV)").click()
    table = pd.read_csv(Path(download.value.path()))
    assert list(table.columns[:3]) == ["id", "label", "u1"]
    assert len(table) == 7
