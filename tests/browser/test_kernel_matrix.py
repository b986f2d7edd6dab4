"""The page "Kernel matrix" as a newcomer uses it: is it symmetric, which part is which, who differs, what is lost."""

from __future__ import annotations

import json
import re

import pytest

pytestmark = pytest.mark.browser


def tab(app, name: str):
    app.page.get_by_role("tab", name=name).click()
    return app


def hovered(app) -> str:
    box = app.page.get_by_test_id("stPlotlyChart").first.bounding_box()
    app.page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + 0.4 * box["height"])
    label = app.page.locator(".hoverlayer .hovertext").first
    label.wait_for(state="visible")
    return label.evaluate("e => e.textContent")


@pytest.mark.long
def test_a_newcomer_takes_a_matrix_apart(app):
    app.open("/kernel_matrix?data=Cyclic+communities").drawn(2)
    assert "asymmetric: 46.2% of its energy is in the skew-symmetric part" in app.verdict()
    assert "indefinite" in app.verdict()
    assert app.metric("Skew-symmetric share") == "46.2%"
    assert re.match(r"row u: [ABC]\d{3}column v: [ABC]\d{3}", hovered(app))  # names of nodes, not places
    app.page.get_by_test_id("stButtonGroup").get_by_text("Skew-symmetric", exact=True).click()
    app.sees("The skew-symmetric part (K − Kᵀ)/2")
    tab(app, "Between classes").sees("links most to")
    for arrow in ("A links most to B", "B links most to C", "C links most to A"):
        app.sees(arrow)
    tab(app, "Centre, normalise, symmetrise").sees("loses the skew-symmetric part, 46.2% of the energy")
    tab(app, "Two samples").sees("The pair shown first")
    app.page.get_by_role("combobox", name="u, a node").fill("B007")
    app.page.get_by_role("option", name="B007", exact=True).click()
    app.sees("B007", within="[data-testid=stMarkdown]")
    app.page.get_by_text("Take it with you").click()
    with app.page.expect_download() as info:
        app.page.get_by_role("button", name="Figures and spectra (JSON)").click()
    content = json.loads(info.value.path().read_text(encoding="utf-8"))
    assert content["definiteness"] == "indefinite"
    with app.page.expect_download() as info:
        app.page.get_by_role("button", name="K (CSV)").click()
    assert len(info.value.path().read_text(encoding="utf-8").splitlines()) == 301


@pytest.mark.long
def test_a_symmetric_kernel_and_another_one_keep_the_data(app):
    app.open("/kernel_matrix?data=Iris").drawn(2)
    before = app.verdict()
    assert "rescaled rows" in before
    app.choose("Kernel", "RBF").changed(before)
    assert "symmetric: K(u, v) = K(v, u) for every pair" in app.verdict()
    assert app.metric("Skew-symmetric share") == "0%"
    app.sees("150 rows · 4 features", within="[data-testid=stSidebar]")


@pytest.mark.long
def test_a_click_on_the_matrix_reads_the_pair(app):
    app.open("/kernel_matrix?data=attention").drawn(2)
    u, v = re.match(r"row u: (.+)column v: (.+)K\(u, v\)", hovered(app)).groups()
    app.page.mouse.down()
    app.page.mouse.up()
    for name, chosen in (("u", u), ("v", v)):
        box = app.page.get_by_role("combobox", name=f"{name}, a sample")
        box.wait_for(state="visible")
        assert box.input_value() == chosen
