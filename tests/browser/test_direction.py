"""Does direction pay?: run, cancel, take home."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_quick_look_gives_a_verdict(app):
    app.open("/direction?data=Seven+nodes").title("Does direction pay?")
    app.page.get_by_role("button", name=re.compile("^Compare")).click()
    app.sees("Difference to AsK-LS on the same splits").drawn(2)
    assert app.verdict().startswith("Direction")
    app.go("Data").page.get_by_test_id("stSidebarNavLink").filter(has_text="direction pay").click()
    app.sees("Difference to AsK-LS on the same splits").drawn(2)


@pytest.mark.long
def test_the_run_can_be_cancelled_and_started_again(app):
    app.open("/direction?data=Python+imports&effort=Full&seed=2")
    app.page.get_by_role("button", name=re.compile("^Compare")).click()
    app.page.get_by_test_id("stProgress").get_by_text("left").wait_for()
    assert app.page.get_by_role("button", name=re.compile("^Compare")).count() == 0
    app.page.get_by_role("button", name="Cancel").click()
    app.page.get_by_role("button", name=re.compile("^Compare")).wait_for()
    app.without("stProgress")
    app.page.get_by_role("radio", name="Quick").click()
    app.choose("Data set", "Seven nodes").sees("7 nodes", within="[data-testid=stSidebar]")
    app.page.get_by_role("button", name=re.compile("^Compare")).click()
    app.sees("Difference to AsK-LS on the same splits").drawn(2)


@pytest.mark.long
def test_everything_can_be_taken_home(app):
    app.open("/direction?data=Seven+nodes&seed=3")
    app.page.get_by_role("button", name=re.compile("^Compare")).click()
    app.sees("Take it with you").drawn(2)
    app.page.get_by_text("Take it with you").click()
    with app.page.expect_download() as download:
        app.page.get_by_role("button", name="Everything (JSON)").click()
    held = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert held["verdict"].startswith("Direction")
    with app.page.expect_download() as download:
        app.page.get_by_role("button", name="Scores (CSV)").click()
    assert Path(download.value.path()).read_text(encoding="utf-8").startswith("method,family,split,micro_f1")
