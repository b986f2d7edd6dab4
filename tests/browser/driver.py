"""What the tests do with a page: open, settle, and reach for its parts."""

from __future__ import annotations

import re
from difflib import unified_diff
from pathlib import Path
from typing import Any

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

_SETTLED = """() => {
  const app = document.querySelector('[data-testid=stApp]');
  return app && app.dataset.testConnectionState === 'CONNECTED'
    && app.dataset.testScriptState === 'notRunning'
    && !document.querySelector('[data-testid=stSkeleton]')
    && (window.askcoreDrawn?.() ?? true)
    && document.querySelector('h1');
}"""

# Not the question of a sample, which stands first, in italics, nor what narrow screens alone show above the page.
_VERDICT = (
    "[data-testid=stMain] [data-testid=stMarkdown]:not([data-testid=stExpander] *):not(:has(p > em))"
    ":not(.st-key-narrow *)"
)
TIMES = r"[\d.,]+ (ms|s|seconds?)\b"  # differ from run to run
_SAYS = """([wanted, times]) => document.querySelector('[data-testid=stMain]').innerText
  .replace(new RegExp(times, 'g'), '') === wanted"""
_CLIPBOARD = """() => {
  window.given = null;
  navigator.clipboard.writeText = async text => { window.given = text; };
}"""
NAMES_GAMMA = "γ = "  # stands before its value wherever Decisions names the current setting
FIGURES = "[data-testid=stPlotlyChart] .main-svg:first-child"


class Driver:
    """A page of the dashboard, with a browser around it."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address

    def open(self, path: str = "/") -> Driver:
        """Load an address of the app, as in the address bar."""
        self.page.goto(self.address + path)
        return self.settle()

    def settle(self) -> Driver:
        """Wait until the script has run. Right after a click it still looks settled: expect a change first."""
        self.page.wait_for_function(_SETTLED)
        return self

    def sees(self, text: str, *, within: str = "[data-testid=stApp]") -> Driver:
        """Wait until a text is visible somewhere, then settle."""
        self.page.locator(within).get_by_text(text).first.wait_for(state="visible")
        return self.settle()

    def title(self, text: str) -> Driver:
        """Wait for a page's title."""
        self.page.get_by_role("heading", level=1, name=text, exact=True).wait_for(state="visible")
        return self.settle()

    def go(self, page: str) -> Driver:
        """To another page by the navigation; Home has a title of its own."""
        self.page.get_by_test_id("stSidebarNavLink").get_by_text(page, exact=True).click()
        return self.title("See the direction in your data" if page == "Home" else page)

    def upload(self, file: Path | dict, *, where: str = "stSidebar", nth: int = 0) -> Driver:
        """Give an uploader a file: the first one data, the second one labels of nodes."""
        field = self.page.get_by_test_id(where).get_by_test_id("stFileUploaderDropzoneInput").nth(nth)
        field.set_input_files(file if isinstance(file, dict) else str(file))
        return self

    def without(self, part: Any) -> Driver:
        """Wait until a part, a locator or a test id, is gone: it outlives the text that takes its place."""
        found = self.page.get_by_test_id(part) if isinstance(part, str) else part
        found.first.wait_for(state="detached")
        return self.settle()

    def metric(self, label: str) -> str:
        """The value of a metric."""
        box = self.page.get_by_test_id("stMetric").filter(has_text=re.compile(f"^{label}"))
        return box.get_by_test_id("stMetricValue").inner_text()

    def below_metric(self, label: str) -> str:
        """What stands below the value of a metric."""
        box = self.page.get_by_test_id("stMetric").filter(has_text=re.compile(f"^{label}"))
        return box.get_by_test_id("stMetricDelta").inner_text()

    def verdict(self) -> str:
        """The first paragraph below the title, and below the question of a sample."""
        return self.page.locator(_VERDICT).first.inner_text()

    def choose(self, label: str, option: str) -> Driver:
        """An option of a select box."""
        box = self.page.get_by_role("combobox", name=label).first
        box.evaluate(
            "e => e.scrollIntoView({block: 'center'})"
        )  # a list that opens while it scrolls closes again
        self.page.wait_for_timeout(200)
        box.click()
        self.page.get_by_role("option", name=option, exact=True).click()
        return self

    def changed(self, verdict: str) -> Driver:
        """Wait until the verdict is another one."""
        self.page.wait_for_function(
            "([selector, before]) => { const e = document.querySelector(selector); "
            "return e && e.innerText !== before; }",
            arg=[_VERDICT, verdict],
        )
        return self.settle()

    def said(self) -> str:
        """The words of the page, without seconds, which differ from run to run."""
        return re.sub(TIMES, "", self.page.get_by_test_id("stMain").inner_text())

    def says(self, text: str) -> Driver:
        """Wait until the page says this and nothing else."""
        try:
            self.page.wait_for_function(_SAYS, arg=[text, TIMES], polling=200)
        except Exception as error:
            lines = "\n".join(unified_diff(text.split("\n"), self.said().split("\n"), lineterm="", n=0))
            raise AssertionError(f"The page says something else:\n{lines[:2_000]}") from error
        return self

    def copied(self) -> str:
        """The link that the button gives, where the browser has no clipboard to write to."""
        self.page.evaluate(_CLIPBOARD)
        self.page.get_by_role("button", name="Copy link").click()
        self.page.get_by_role("status").filter(has_text="Copied").wait_for()
        return str(self.page.evaluate("() => window.given"))

    def slider(self, label: str) -> Any:
        """The handle of a slider."""
        return self.page.get_by_test_id("stSlider").filter(has_text=label).get_by_role("slider")

    def alert(self) -> str:
        """Text of the message above the page."""
        return self.page.get_by_test_id("stAlert").first.inner_text()

    def drawn(self, count: int) -> Driver:
        """Wait for so many figures."""
        self.page.wait_for_function(
            "([selector, n]) => document.querySelectorAll(selector).length >= n", arg=[FIGURES, count]
        )
        return self
