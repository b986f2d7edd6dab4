"""One server and one browser for all journeys; a context for each, which fails its journey on anything amiss."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from tests.browser.driver import ARGUMENTS, Driver, installed_browser
from tests.browser.server import running_app

# Streamlit asks below the page's own path first; both answers are 404 and both questions are asked again. Whoever
# leaves a page before the browser has asked for its icon gets 404 for it, and that of the next page.
HARMLESS = re.compile(r"/_stcore/(health|host-config)$|/media/[0-9a-f]+\.png$")
WIDE = {"viewport": {"width": 1280, "height": 900}}


@pytest.fixture(scope="session")
def address(tmp_path_factory) -> Iterator[str]:
    with running_app(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def browser():
    path = installed_browser()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("no browser is installed: CI must run the browser tests")
        pytest.skip("no browser is installed: install chromium, Google Chrome or Microsoft Edge")
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def watched(browser, address):
    """Opens a fresh session of the dashboard, which reports errors of the page, of the console and of a script,
    dialogs, and requests to elsewhere."""

    @contextmanager
    def session(**options) -> Iterator[Driver]:
        context = browser.new_context(**{**WIDE, **options})
        context.set_default_timeout(60_000)
        page, amiss = context.new_page(), []
        page.on("pageerror", lambda error: amiss.append(f"page error: {error}"))
        page.on("console", lambda message: amiss.extend(_complaint(message)))
        page.on("request", lambda request: amiss.extend(_elsewhere(request)))
        page.on("dialog", lambda dialog: (amiss.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        try:
            yield Driver(page, address)
            amiss += [f"exception: {text}" for text in page.get_by_test_id("stException").all_inner_texts()]
        finally:
            context.close()
        assert amiss == []

    return session


@pytest.fixture
def app(watched) -> Iterator[Driver]:
    """A fresh session at a desk."""
    with watched() as driver:
        yield driver


def _complaint(message) -> list[str]:
    where = message.location.get("url", "")
    return (
        [f"console: {message.text} ({where})"]
        if message.type == "error" and not HARMLESS.search(where)
        else []
    )


def _elsewhere(request) -> list[str]:
    where = urlsplit(request.url)
    local = where.scheme not in ("http", "https", "ws", "wss") or where.hostname == "127.0.0.1"
    return [] if local else [f"request to {request.url}"]
