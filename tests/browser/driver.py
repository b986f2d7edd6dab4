"""What the journeys do with a page: open it, wait until it stands, and reach for its parts by role, label and name."""

from __future__ import annotations

import re
import shutil
from difflib import unified_diff
from pathlib import Path
from typing import Any

COMMANDS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "msedge",
)
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
_DRAWN = "n => document.querySelectorAll('.js-plotly-plot .main-svg:first-child').length >= n"
_WORDS = "main => [...main.querySelectorAll('h1, h2, h3, p, li')].map((part) => part.innerText).join('\\n')"
_TIMES = r"[\d.,]+ (ms|s|seconds?)\b"  # differ from run to run
SIDEBAR = "[data-testid=stSidebar]"


def installed_browser() -> str | None:
    """Path of a Chromium, Chrome or Edge on this computer."""
    return next(filter(None, map(shutil.which, COMMANDS)), None)


class Driver:
    """A page of the dashboard, with a browser around it."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.main = page.get_by_role("main")
        self.sidebar = page.get_by_role("region", name="Sidebar")

    def open(self, path: str = "/") -> Driver:
        """Load an address of the app, as in the address bar."""
        self.page.goto(self.address + path)
        return self.settle()

    def settle(self) -> Driver:
        """Wait until the script has run. Right after a click it still looks settled: expect a change first."""
        self.page.wait_for_function(_SETTLED)
        return self

    def sees(self, text: str | re.Pattern[str], *, within: str = "body") -> Driver:
        """Wait until a text is visible somewhere, then settle."""
        self.page.locator(within).get_by_text(text).filter(visible=True).first.wait_for()
        return self.settle()

    def title(self, text: str) -> Driver:
        """Wait for a page's title."""
        self.page.get_by_role("heading", level=1, name=text, exact=True).wait_for()
        return self.settle()

    def pages(self) -> list[str]:
        """Names of all pages in the navigation."""
        links = self.page.get_by_role("navigation", name="App pages").get_by_role("link")
        return links.get_by_role("paragraph").all_inner_texts()

    def go(self, page: str) -> Driver:
        """To another page by the navigation; Home has a title of its own."""
        navigation = self.page.get_by_role("navigation", name="App pages")
        navigation.get_by_role("link", name=page, exact=True).click()
        return self.title("Does direction matter in your data?" if page == "Home" else page)

    def upload(self, file: Path | dict, *, nth: int = 0) -> Driver:
        """Give an uploader of the sidebar a file: the first one data, the last one (-1) labels of nodes."""
        field = self.sidebar.locator("input[type=file]").nth(nth)
        field.set_input_files(file if isinstance(file, dict) else str(file))
        return self

    def choose(self, label: str, option: str) -> Driver:
        """An option of a select box."""
        box = self.page.get_by_role("combobox", name=label, exact=True).first
        box.evaluate("e => e.scrollIntoView({block: 'center'})")  # a list that scrolls while it opens closes
        self.page.wait_for_timeout(200)
        box.click()
        self.page.get_by_role("option", name=option, exact=True).click()
        return self

    def kernel(self) -> str:
        """The kernel that is chosen in the sidebar."""
        return self.page.get_by_role("combobox", name="Kernel", exact=True).first.input_value()

    def slider(self, label: str) -> Any:
        """The handle of a slider, which may be folded away in the sidebar."""
        found = self.page.get_by_role("slider", name=label).first
        folded = self.page.locator("[data-testid=stSidebar] summary").filter(has_text="Model settings")
        if not found.is_visible() and folded.count():
            folded.first.click()
        return found

    def unfold(self, name: str) -> Driver:
        """Open what is folded below a name."""
        self.main.get_by_role("group").get_by_text(name, exact=True).click()
        return self

    def drawn(self, count: int = 1) -> Driver:
        """Wait for so many figures of Plotly."""
        self.page.wait_for_function(_DRAWN, arg=count)
        return self

    def said(self) -> str:
        """The words of the page, without figures, which follow later, and seconds, which differ from run to run."""
        return re.sub(_TIMES, "", self.main.evaluate(_WORDS))

    def says(self, text: str) -> Driver:
        """Wait until the page says this and nothing else."""
        for _ in range(50):
            if (said := self.said()) == text:
                return self
            self.page.wait_for_timeout(200)
        lines = "\n".join(unified_diff(text.split("\n"), said.split("\n"), lineterm="", n=0))
        raise AssertionError(f"The page says something else:\n{lines[:2_000]}")

    def saved(self, role: str, name: str | re.Pattern[str]) -> tuple[str, bytes]:
        """Name and content of the file that a button or a link gives."""
        with self.page.expect_download() as waiting:
            self.main.get_by_role(role, name=name).click()
        return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()
