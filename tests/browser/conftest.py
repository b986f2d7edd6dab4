"""One server and one browser for all tests; a page for each, which fails its test on anything amiss."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.browser.driver import ARGUMENTS, Driver
from tests.browser.server import running_app

# Streamlit asks below the page's own path first; both answers are 404 and both questions are asked again. Whoever
# leaves a page before the browser has asked for its icon gets 404 for it, and that of the next page.
HARMLESS = re.compile(r"/_stcore/(health|host-config)$|/media/[0-9a-f]+\.png$")


def pytest_collection_modifyitems(items) -> None:
    """A test that waited longer than its patience gets a second try, which the summary names; no other failure does."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(
                pytest.mark.flaky(reruns=1, only_rerun=["TimeoutError: .* Timeout \\d+ms exceeded"])
            )


@pytest.fixture(scope="session")
def address(tmp_path_factory) -> Iterator[str]:
    with running_app(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def browser():
    path = shutil.which("chromium")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("chromium is missing: CI must run the browser tests")
        pytest.skip("chromium is missing: apt-get install chromium")
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def context(browser):
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    yield context
    context.close()


@pytest.fixture
def app(context, address) -> Iterator[Driver]:
    """A fresh session of the dashboard, watched."""
    with watched(context, address) as driver:
        yield driver


class watched:
    """A page that reports errors of the page, of the console, of a script, and requests to elsewhere."""

    def __init__(self, context, address: str) -> None:
        self.context, self.address, self.amiss = context, address, []

    def __enter__(self) -> Driver:
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)  # two tests at a time, each with a server and a browser
        self.page.on("pageerror", lambda error: self.amiss.append(f"page error: {error}"))
        self.page.on("console", self._console)
        self.page.on("request", self._request)
        self.page.on("dialog", self._dialog)
        return Driver(self.page, self.address)

    def __exit__(self, kind, *_) -> None:
        if kind is None:
            shown = self.page.get_by_test_id("stException").all_inner_texts()
            self.amiss += [f"exception on the page: {text}" for text in shown]
        self.page.close()
        if kind is None:
            assert self.amiss == []

    def _console(self, message) -> None:
        if message.type == "error" and not HARMLESS.search(message.location.get("url", "")):
            self.amiss.append(f"console: {message.text} ({message.location.get('url')})")

    def _request(self, request) -> None:
        where = urlsplit(request.url)
        if where.scheme in ("http", "https", "ws", "wss") and where.hostname != "127.0.0.1":
            self.amiss.append(f"request to {request.url}")

    def _dialog(self, dialog) -> None:
        self.amiss.append(f"dialog: {dialog.message}")
        dialog.dismiss()
