"""The page "Paper tables" as a visitor uses it: printed numbers at once, a cell opened, a file taken, a phone."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_printed_figures_stand_there_at_once_and_a_cell_opens(app):
    app.open("/papers?table=ksvd-3").drawn(2)
    assert "printed numbers" in app.verdict()
    assert "KSVD%2C+table+3" in app.page.url  # the key became the title, which a link carries
    app.page.get_by_test_id("stDataFrame").first.evaluate("e => e.scrollIntoView({block: 'center'})")
    app.page.wait_for_timeout(1000)
    box = app.page.get_by_test_id("stDataFrame").first.bounding_box()
    # methods stand below each other, data sets beside: the second of both
    app.page.mouse.click(box["x"] + 0.55 * box["width"], box["y"] + 2 * 35 + 17)
    app.sees("AUROC: printed 0.680")  # ionosphere, KSVD RBF a0


@pytest.mark.long
def test_the_table_is_taken_along(app):
    app.open("/papers?table=indefinite-1").drawn(1)
    app.page.get_by_text("Take it with you").click()
    with app.page.expect_download() as info:
        app.page.get_by_role("button", name="Table (CSV)").click()
    lines = info.value.path().read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("paper,table,dataset,method,metric,published")
    assert any(",DBWords,LS-SVM RBF,accuracy,0.843," in line for line in lines)
    assert info.value.suggested_filename == "indefinite-1.csv"


@pytest.mark.long
def test_another_table_by_the_select_box(app):
    app.open("/papers").drawn(1)
    assert "printed numbers are met" in app.verdict()  # of all tables
    app.sees("24 of 24")
    app.choose("Table", "KSVD, section 5.2: Row density against column density")
    app.sees("0 of 5 printed numbers are met")
    app.sees("How it is computed")


@pytest.mark.long
def test_a_click_on_a_strip_opens_its_table(app):
    app.open("/papers").drawn(1)
    strip = (
        app.page.locator("[data-testid=stPlotlyChart]").first.locator(".trace.bars").first.locator(".point")
    )
    box = strip.nth(1).bounding_box()  # the second table, its figures that are met
    app.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    app.sees("26 of 50 printed numbers are met")
