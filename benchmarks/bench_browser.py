"""Waiting times in a real browser: from the key press until the page shows the new content and is settled.

Medians of five, every one on a split that the server has not seen (a seed of its own). Times are taken inside
the page, from the event itself to the paint after the last change, looking every 10 ms. Numbers depend on the
machine; the page's own work (numpy, Plotly in a browser without a graphics card) is all in them.

- home: the first screen in a browser that has never been here, and an arrow of it turned.
- lessons: each lesson opened, and each of its controls set.
- links: copied, steps back and forth, another tab, a sample under the pointer; a report of five pages.
- samples: each sample on each page, γ, orientation or kernel, and the ways between pages.
- cora: two files as a stranger brings them, then the same; under ASKCORE_DATA.
"""

from __future__ import annotations

import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from askcore.datasets import describe_sample, list_samples
from askcore.ui.contents import LESSONS
from benchmarks.measure import record, run, sized
from tests.browser.driver import ARGUMENTS, Driver
from tests.browser.server import running_app

REPEATS = sized(5, 1)
LONGEST = 60.0  # seconds that an action is waited for
VIEWPORT = {"width": 1280, "height": 900}
MERGED = 1_600  # milliseconds after which a change is a step of its own
REPORTED = ("Data", "Decisions", "Kernel matrix", "Spectra", "Nyström speed-up")
PAGES = {"Home": "", "Data": "data", "Decisions": "decisions"}
Found = dict[str, list[float]]

# Resolves with the time of the event, or of the navigation, to the paint in which the new content stands
# settled for 30 ms. "New" is the text of the whole page, hidden parts (solver time, condition) with it.
_WATCH = """(charts) => {
  const main = () => document.querySelector('[data-testid=stMain]');
  const figures = () => document.querySelectorAll(
    '[data-testid=stPlotlyChart] .main-svg:first-child, .askcore-picture svg').length;
  const settled = () => {
    const app = document.querySelector('[data-testid=stApp]');
    return app && app.dataset.testScriptState === 'notRunning' && document.querySelector('h1')
      && app.dataset.testConnectionState === 'CONNECTED'
      && !document.querySelector('[data-testid=stSkeleton], [data-stale=true]') && figures() >= charts;
  };
  const text = () => (main() ? main().textContent : '');
  const before = window.__fresh ? '' : text();
  let start = window.__fresh ? 0 : null, since = null;
  const begin = () => { start ??= performance.now(); };
  for (const kind of ['keydown', 'click', 'change'])
    document.addEventListener(kind, begin, {capture: true, once: true});
  window.__time = new Promise(done => {
    const timer = setInterval(() => {
      if (start === null || !settled() || text() === before) { since = null; return; }
      since ??= performance.now();
      if (performance.now() - since < 30) return;
      clearInterval(timer);
      const end = since;
      requestAnimationFrame(() => requestAnimationFrame(() => done(end - start)));
    }, 10);
  });
}"""


# Where the sample farthest to the right of the second figure is on the screen.
_PLACE = """() => {
  const figure = document.querySelectorAll('.js-plotly-plot')[1];
  figure.scrollIntoView({block: 'center'});
  const [box, {xaxis, yaxis}] = [figure.getBoundingClientRect(), figure._fullLayout];
  const points = figure._fullData.filter(({meta, hoverinfo}) => meta === 'sample' && hoverinfo !== 'skip').flatMap(
    ({x, y}) => Array.from(x, (across, i) => [across, y[i]]));
  const [x, y] = points.reduce((one, other) => (other[0] > one[0] ? other : one));
  return [box.left + xaxis._offset + xaxis.d2p(x), box.top + yaxis._offset + yaxis.d2p(y)];
}"""
# Resolves with the time from a move of the pointer to the paint of a ring around what is under it.
_RINGED = """() => {
  let start = null;
  document.addEventListener('mousemove', () => { start ??= performance.now(); }, {capture: true, once: true});
  window.__time = new Promise(done => {
    const look = () => {
      const ring = document.querySelector('.askcore-around .hovered path');
      if (start === null || !ring) return requestAnimationFrame(look);
      requestAnimationFrame(() => done(performance.now() - start));
    };
    look();
  });
}"""
# An action that changes no word would be waited for without end.
_WITHIN = "most => Promise.race([window.__time, new Promise(done => setTimeout(done, most, Infinity))])"


class Stopwatch:
    """Times one action after another on one page, in seconds."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def load(self, address: str, charts: int) -> float:
        """A navigation, as from the address bar."""
        self.page.goto(address, wait_until="commit")
        self.page.evaluate("window.__fresh = true")
        self.page.evaluate(_WATCH, charts)
        took = self.page.evaluate("window.__time")
        self.page.evaluate("window.__fresh = false")
        return took / 1000

    def act(self, action: Any, charts: int) -> float:
        """What a hand does: the clock starts with the event in the page."""
        self.page.evaluate(_WATCH, charts)
        action()
        return self.page.evaluate(_WITHIN, LONGEST * 1000) / 1000


def measure(page: Any, address: str, title: str, *, is_graph: bool) -> dict[str, list[float]]:
    """All waits with one sample."""
    app, watch, found = Driver(page, address), Stopwatch(page), {}
    query = f"data={title.replace(' ', '+')}"

    def note(what: str, seconds: float) -> None:
        found.setdefault(what, []).append(seconds)

    for seed in range(1, REPEATS + 1):
        for name, path in PAGES.items():
            charts = {"Home": 2, "Data": 3 if is_graph else 2, "Decisions": 3}[name]
            note(f"load {name}", watch.load(f"{address}/{path}?{query}&seed={seed}", charts))
        actions(app, watch, note, is_graph=is_graph)
    return found


def actions(app: Driver, watch: Stopwatch, note: Any, *, is_graph: bool) -> None:
    """Gamma, orientation or kernel, and the way to Data and back, from an open Decisions page."""
    page = app.page
    handle = app.slider("γ regularisation")
    handle.focus()
    note("change γ", watch.act(lambda: page.keyboard.press("ArrowRight"), 3))
    if is_graph:
        other = page.get_by_role("radio", name="links out")
        if other.is_checked():
            other = page.get_by_role("radio", name="links in")
        note("orientation / kernel", watch.act(other.click, 3))
    else:
        page.get_by_role("combobox", name="Kernel").click()
        option = page.get_by_role("option", name="T (Student)")
        note("orientation / kernel", watch.act(option.click, 3))
    link = page.get_by_test_id("stSidebarNavLink")
    note("to Data", watch.act(link.filter(has_text="Data").click, 2))
    note("back to Decisions", watch.act(link.filter(has_text="Decisions").click, 3))
    page.get_by_role("tab").last.scroll_into_view_if_needed()
    note("another tab", watch.act(page.get_by_role("tab").last.click, 3))
    note("undo", watch.act(page.get_by_role("button", name="Undo").click, 3))
    note("copy link", _copying(page))


def _copying(page: Any) -> float:
    """Seconds from the click until the page says that the link was copied."""
    began = time.perf_counter()
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("status").filter(has_text="Copied").wait_for()
    return time.perf_counter() - began


def first_screen(chromium: Any, address: str) -> list[float]:
    """Home in a browser that has never been here, until its two figures stand: a new browser for each."""
    found = []
    for _ in range(REPEATS):
        browser = chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        page = browser.new_context(viewport=VIEWPORT).new_page()
        page.set_default_timeout(60_000)
        found.append(Stopwatch(page).load(address, 2))
        browser.close()
    return found


def turning(page: Any, address: str) -> list[float]:
    """An arrow of the first screen turned, until both views have answered and both figures stand."""
    watch = Stopwatch(page)
    watch.load(address, 2)
    button = page.locator(".st-key-home_turn").get_by_role("button")
    return [watch.act(button.click, 2) for _ in range(2 * REPEATS)]


def lessons(page: Any, address: str) -> None:
    """Each lesson opened on a running server, and each of its sliders and choices set by the keyboard."""
    watch, app = Stopwatch(page), Driver(page, address)
    main = page.get_by_test_id("stMain")
    print(f"{'lesson':<40}{'opens':>8}{'a control':>12}{'the slowest':>12}   (at most 1.0, 0.5)")
    for lesson in LESSONS:
        opens = [watch.load(f"{address}/{lesson.file}", 0) for _ in range(REPEATS)][1:]
        controls = []
        for role, act in (("slider", _right), ("radiogroup", _other), ("switch", _turned)):
            for control in main.get_by_role(role).all():
                # as it was: where another control has hidden its effect, no word would change
                app.open(f"/{lesson.file}")
                act(page, control, fresh=True)
                waits = [watch.act(partial(act, page, control), 0) for _ in range(REPEATS)]
                controls.append(statistics.median(waits))
        times = (statistics.median(opens), statistics.median(controls or [0.0]), max(controls or [0.0]))
        print(f"{lesson.title:<40}{times[0]:>8.2f}{times[1]:>12.2f}{times[2]:>12.2f}")


def links(page: Any, address: str) -> None:
    """Copy link, steps back and forth, another tab, a sample under the pointer; and a report of five pages."""
    print(f"load of the last minute: {os.getloadavg()[0]:.1f}")
    for title in ("Two moons", "Seven nodes"):
        found = steps(page, address, title)
        print(f"{title:<30}{'median':>8}{'slowest':>9}   (at most 0.5)")
        for what, times in found.items():
            print(f"{what:<30}{statistics.median(times):>8.2f}{max(times):>9.2f}")
    print(f"a report of {len(REPORTED)} pages: {report(page, address):.2f} s (at most 10)")


def steps(page: Any, address: str, title: str) -> dict[str, list[float]]:
    """Waits on Decisions, in seconds; the tabs take turns, and each change of γ is undone and redone."""
    watch, app, found = Stopwatch(page), Driver(page, address), {}
    app.open(f"/decisions?data={title.replace(' ', '+')}").drawn(2)
    page.wait_for_timeout(2 * MERGED)

    def note(what: str, seconds: float) -> None:
        found.setdefault(what, []).append(seconds)

    tabs = page.get_by_role("tab")
    for at in range(REPEATS):
        app.slider("γ regularisation").focus()
        note("change γ", watch.act(lambda: page.keyboard.press("ArrowRight"), 2))
        page.wait_for_timeout(MERGED)  # or the next change is one with it
        note("undo", watch.act(page.get_by_role("button", name="Undo").click, 2))
        note("redo", watch.act(page.get_by_role("button", name="Redo").click, 2))
        note("another tab", watch.act(tabs.nth((at + 1) % 2).click, 2))
        note("copy link", _copying(page))
        page.wait_for_timeout(MERGED)
        if title == "Two moons":  # whose samples stand in two figures
            note("a sample under the pointer", _hovering(page))
    return found


def _hovering(page: Any) -> float:
    """Seconds from the pointer on a sample of one figure until its ring in another one is painted."""
    page.mouse.move(1, 1)
    page.wait_for_timeout(300)
    x, y = page.evaluate(_PLACE)
    page.evaluate(_RINGED)
    page.mouse.move(x, y)
    return page.evaluate(_WITHIN, LONGEST * 1000) / 1000


def report(page: Any, address: str) -> float:
    """Seconds from the click until the file of a session that has seen five pages is there."""
    app = Driver(page, address).open("/data?data=Iris")
    for title in REPORTED[1:]:
        app.go(title).drawn(1)
    app.go("Session").sees("Report")
    began = time.perf_counter()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the report").click()
    waiting.value.path()
    return time.perf_counter() - began


def _right(page: Any, slider: Any, *, fresh: bool = False) -> None:
    """A step to the right; at first to the left end, since at the right one a key changes nothing."""
    slider.focus()
    page.keyboard.press("Home" if fresh else "ArrowRight")
    if fresh:
        Driver(page, "").settle()


def _other(page: Any, group: Any, *, fresh: bool = False) -> None:
    """The first choice that is not chosen."""
    if not fresh:
        group.get_by_role("radio", checked=False).first.click()


def _turned(page: Any, switch: Any, *, fresh: bool = False) -> None:
    """A switch to its other side."""
    if not fresh:
        switch.press("Space")


def cora(page: Any, address: str, folder: Path) -> dict[str, list[float]]:
    """Cora as a stranger brings it: two files, then the same changes."""
    with np.load(Path(os.environ["ASKCORE_DATA"]) / "graphs" / "cora.npz", allow_pickle=False) as stored:
        ids, names = stored["node_ids"], stored["label_names"]
        edges = "".join(f"{ids[i]},{ids[j]}\n" for i, j in stored["edges"])
        nodes = "".join(f"{i},{names[k]}\n" for i, k in zip(ids, stored["labels"], strict=True))
    (folder / "cora_edges.csv").write_text("source,target\n" + edges, encoding="utf-8")
    (folder / "cora_nodes.csv").write_text("node,label\n" + nodes, encoding="utf-8")
    app, watch, found = Driver(page, address), Stopwatch(page), {}

    def note(what: str, seconds: float) -> None:
        found.setdefault(what, []).append(seconds)

    app.open("/decisions")
    note("upload edges", watch.act(lambda: app.upload(folder / "cora_edges.csv"), 0))
    app.sees("no labels", within="[data-testid=stSidebar]")
    note("upload labels, see Decisions", watch.act(lambda: app.upload(folder / "cora_nodes.csv", nth=1), 3))
    for _ in range(REPEATS):
        actions(app, watch, note, is_graph=True)
    return found


def main() -> None:
    """Print a table of medians, samples across; ``home``, ``lessons`` or ``links`` as argument: those of that alone."""
    browser = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        browser = None
    if browser is None:
        print("chromium or playwright is missing: nothing to measure")
        return
    table: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = Path(temporary)
        began = time.perf_counter()
        with running_app(folder) as address:
            up = time.perf_counter() - began
            chromium = playwright.chromium.launch(executable_path=browser, args=ARGUMENTS)
            page = chromium.new_context(viewport=VIEWPORT).new_page()
            page.set_default_timeout(60_000)
            first = Stopwatch(page).load(address, 0)
            if "links" in sys.argv[1:]:
                links(page, address)
                return
            if "home" not in sys.argv[1:]:
                lessons(page, address)
            if "lessons" in sys.argv[1:]:
                return
            cold, turned = first_screen(playwright.chromium, address), turning(page, address)
            print(f"first screen, cold browser, running server: {statistics.median(cold):.2f} s (at most 2)")
            print(f"an arrow turned: {statistics.median(turned):.2f} s (at most 0.5)")
            for name in [] if "home" in sys.argv[1:] else list_samples():
                sample = describe_sample(name)
                table[sample.title] = measure(page, address, sample.title, is_graph=sample.kind == "graph")
            if "ASKCORE_DATA" in os.environ and table:
                table["Cora (upload)"] = cora(page, address, folder)
            chromium.close()
    print(f"server up after {up:.2f} s; first page in a cold browser on a cold server {first:.2f} s")
    print(f"seconds, median of {REPEATS}")
    rows = list(dict.fromkeys(what for column in table.values() for what in column))
    print(" " * 30 + "".join(f"{title:>20}" for title in table))
    for what in rows:
        cells = [statistics.median(column[what]) if what in column else None for column in table.values()]
        print(f"{what:<30}" + "".join(f"{'' if cell is None else f'{cell:.2f}':>20}" for cell in cells))


if __name__ == "__main__":
    main()
