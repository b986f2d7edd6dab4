"""The page Session in a browser: a report that opens from disk, and a workspace that opens in a fresh session."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from askcore.ui.sharing.workspace import MANIFEST

from tests.browser.conftest import watched

pytestmark = pytest.mark.browser

TABLE = "width,height,kind\n" + "".join(
    f"{i % 7 + 3 * (i % 2)},{i % 5 + 2 * (i % 2)},{'<b>cat</b>' if i % 2 else 'dog'}\n" for i in range(40)
)


def first_sentence(text: str) -> str:
    """Without what follows it, and with spaces as they come."""
    return " ".join(text.split()).partition(". ")[0].rstrip(". ")


def downloaded(app, button: str, folder: Path) -> Path:
    """The file that a button of the page Session gives."""
    with app.page.expect_download() as waiting:
        app.page.get_by_role("button", name=button).click()
    file = folder / waiting.value.suggested_filename
    waiting.value.save_as(file)
    return file


def test_a_report_opens_from_disk_without_a_request(app, browser, tmp_path):
    app.open("/data").title("Data")
    app.upload({"name": "<script>pets.csv", "mimeType": "text/csv", "buffer": TABLE.encode()})
    app.sees("40 rows", within="[data-testid=stSidebar]")
    app.go("Decisions").drawn(3)
    verdict, merged = first_sentence(app.verdict()), app.metric("Merged|Decision")
    app.go("Session").sees("Report")
    file = downloaded(app, "Save the report", tmp_path)

    away = browser.new_context(viewport={"width": 1000, "height": 1200}, offline=True)
    page, amiss = away.new_page(), []
    page.on("console", lambda message: amiss.append(message.text))
    page.on("pageerror", lambda error: amiss.append(str(error)))
    page.on("request", lambda asked: amiss.append(asked.url) if asked.url != file.as_uri() else None)
    page.set_default_timeout(60_000)
    page.goto(file.as_uri())
    page.wait_for_function("document.documentElement.dataset.drawn")
    assert page.locator("h1").inner_text() == "Report: <script>pets.csv"
    assert verdict == first_sentence(page.locator("#decisions .verdict").inner_text())
    assert merged in page.locator("#decisions .numbers").first.inner_text()
    figures = page.locator("figure")
    assert figures.count() >= 4
    for number in range(figures.count()):
        box = figures.nth(number).locator(".plot .main-svg, .picture svg").first.bounding_box()
        assert box["width"] > 200
        assert box["height"] > 60
        assert len(figures.nth(number).locator("figcaption").inner_text()) > 12
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    printed = page.pdf(prefer_css_page_size=True, print_background=True)
    assert printed.startswith(b"%PDF")
    assert len(printed) > 50_000
    assert amiss == []
    away.close()


def saved_workspace(app, folder: Path) -> tuple[Path, dict[str, str]]:
    """A workspace of a table of one's own, whose kernel and γ were set; and what Decisions said."""
    app.open("/data").title("Data")
    app.upload({"name": "pets.csv", "mimeType": "text/csv", "buffer": TABLE.encode()})
    app.sees("40 rows", within="[data-testid=stSidebar]")
    app.go("Decisions").drawn(3)
    app.choose("Kernel", "Laplacian")
    app.page.wait_for_url(re.compile("kernel="))
    app.settle().slider("γ regularisation").press("ArrowRight")
    app.page.wait_for_url(re.compile("gamma="))
    app.settle().page.wait_for_timeout(500)
    told = on_decisions(app.settle())
    app.go("Session").sees("Workspace")
    return downloaded(app, "Save the workspace", folder), told


def on_decisions(app) -> dict[str, str]:
    """The verdict, all numbers, and what is set."""
    numbers = app.page.get_by_test_id("stMetric").all_inner_texts()
    kernel = app.page.get_by_role("combobox", name="Kernel").first.input_value()
    gamma = app.slider("γ regularisation").get_attribute("aria-valuetext")
    return {"verdict": app.verdict(), "numbers": "; ".join(numbers), "kernel": kernel, "gamma": str(gamma)}


@pytest.mark.long
def test_a_workspace_opens_in_a_fresh_session_and_a_refused_one_loses_nothing(
    app, browser, address, tmp_path
):
    file, told = saved_workspace(app, tmp_path)
    elsewhere = browser.new_context(viewport={"width": 1280, "height": 900})
    with watched(elsewhere, address) as other:
        other.open("/session").title("Session")
        other.upload(file, where="stMain")
        other.sees("is open: you see", within="[data-testid=stMain]")
        other.page.get_by_test_id("stMain").get_by_role("button", name="Decisions").click()
        other.title("Decisions").drawn(3)
        assert on_decisions(other) == told
        whole = file.read_bytes()
        for name, content, reason in (
            ("newer.zip", of_version(whole, 99), "later version of askcore"),
            ("short.zip", whole[: len(whole) // 2], "was not opened"),
            ("changed.zip", changed(whole), "was not opened"),
        ):
            other.go("Session")
            other.upload({"name": name, "mimeType": "application/zip", "buffer": content}, where="stMain")
            other.sees(reason, within="[data-testid=stMain]")
            other.sees(name, within="[data-testid=stMain]")
            other.go("Decisions").drawn(3)
            assert on_decisions(other) == told
    elsewhere.close()


def rewritten(whole: bytes, change) -> bytes:
    """The same zip, each member as ``change`` gives it."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
    return out.getvalue()


def of_version(whole: bytes, version: int) -> bytes:
    """A workspace as a later version would write it."""

    def change(name: str, content: bytes) -> bytes:
        told = json.loads(content) | {"version": version} if name == MANIFEST else None
        return content if told is None else json.dumps(told).encode()

    return rewritten(whole, change)


def changed(whole: bytes) -> bytes:
    """A workspace in which somebody has changed a number of the data."""
    return rewritten(
        whole, lambda name, content: content.replace(b"0,0", b"9,0") if name == "data/file" else content
    )
