"""Waiting times in a real browser: from the key press until the page shows the new content and is settled.

Medians of five, every one on a split that the server has not seen (a seed of its own). Times are taken inside
the page, from the event itself to the paint after the last change, looking every 10 ms. Numbers depend on the
machine; the page's own work (numpy, Plotly in a browser without a graphics card) is all in them.

- cold: the first screen of a server that nobody has visited.
- home: the first screen in a browser that has never been here, and an arrow of it turned.
- lessons: each lesson opened, and each of its controls set.
- links: copied, steps back and forth, another tab, a sample under the pointer; a report of five pages.
- samples: each sample on each page, γ, orientation or kernel, and the ways between pages.
- cora: two files as a stranger brings them, then the same; under ASKCORE_DATA.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from askcore.datasets import describe_sample, list_samples, load_sample
from askcore.ui.contents import LESSONS
from benchmarks.measure import public_graph, record, run, sized
from tests.browser.driver import ARGUMENTS, Driver, installed_browser
from tests.browser.server import running_app

REPEATS = sized(5, 1)
LONGEST = 60.0  # seconds that an action is waited for
VIEWPORT = {"width": 1280, "height": 900}
MERGED = 1_600  # milliseconds after which a change is a step of its own
REPORTED = ("Data", "Decisions", "Matrix", "Spectra", "Nyström")
PAGES = {"Home": "", "Data": "data", "Decisions": "decisions"}
# Settled, and the first figure: all that is tuned may follow it, with a bar.
CONTROLS = "gamma", "kernel", "orientation", "kernel_figure", "orientation_figure"
LARGE = 5_000  # nodes or rows from which a control has a second
FIGURES = {"graph": 3, "matrix": 3, "table": 2, "bags": 1}  # on Data
LINKED = "undo", "redo", "tab", "copy_link", "pointer"

# Resolves with the time of the event, or of the navigation, to the paint in which the new content stands
# settled for 30 ms. "New" is the text of the whole page, hidden parts (solver time, condition) with it. On the way it
# notes when the first figure showed other data, and waits for it where a control changes what it shows.
_WATCH = """([charts, redraws]) => {
  const main = () => document.querySelector('[data-testid=stMain]');
  const figures = () => document.querySelectorAll(
    '[data-testid=stPlotlyChart] .main-svg:first-child, .askcore-picture svg').length;
  const settled = () => {
    const app = document.querySelector('[data-testid=stApp]');
    return app && app.dataset.testScriptState === 'notRunning' && document.querySelector('h1')
      && app.dataset.testConnectionState === 'CONNECTED'
      && !document.querySelector('[data-testid=stSkeleton], [data-stale=true]') && figures() >= charts
      && (window.askcoreDrawn?.() ?? true);
  };
  const text = () => (main() ? main().textContent : '');
  const before = window.__fresh ? '' : text();
  const first = () => document.querySelector('.js-plotly-plot')?.data;
  const shown = first();
  window.__drew = Infinity;
  let start = window.__fresh ? 0 : null, since = null;
  const begin = () => { start ??= performance.now(); };
  for (const kind of ['keydown', 'click', 'change'])
    document.addEventListener(kind, begin, {capture: true, once: true});
  window.__time = new Promise(done => {
    const timer = setInterval(() => {
      if (start !== null && first() && first() !== shown)
        window.__drew = Math.min(window.__drew, performance.now() - start);
      const same = text() === before || (redraws && window.__drew === Infinity);
      if (start === null || !settled() || same) { since = null; return; }
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
        self.page.evaluate(_WATCH, [charts, False])
        took = self.page.evaluate(_WITHIN, LONGEST * 1000)
        self.page.evaluate("window.__fresh = false")
        return took / 1000

    def act(self, action: Any, charts: int, *, redraws: bool = False) -> float:
        """What a hand does: the clock starts with the event in the page; the first figure is another one then."""
        self.page.evaluate(_WATCH, [charts, redraws])
        action()
        return self.page.evaluate(_WITHIN, LONGEST * 1000) / 1000

    def drew(self) -> float:
        """When, in the last action, the first figure showed other data."""
        return self.page.evaluate("window.__drew") / 1000


class Notes:
    """Waits in seconds, by what was done; recorded as medians."""

    def __init__(self, name: str, goals: dict[str, float] | None = None) -> None:
        self.name, self.goals, self.found = name, goals or {}, {}

    def __call__(self, what: str, seconds: float) -> None:
        """Note one."""
        self.found.setdefault(what, []).append(seconds)

    def record(self) -> None:
        """All of them."""
        for what, every in self.found.items():
            times = [each for each in every if each < LONGEST]
            lost = len(every) - len(times)
            if lost:
                print(f"   {self.name}, {what}: {lost} of {len(every)} were not settled after {LONGEST:g} s")
            if not times:
                continue
            goal = {"goal": self.goals[what]} if what in self.goals else {}
            slowest = f"slowest {max(times):.2f}" + (f"; {lost} more not settled" if lost else "")
            record(
                f"browser.{self.name}.{what}",
                statistics.median(times),
                "s",
                runs=len(times),
                note=slowest,
                **goal,
            )


@contextmanager
def opened() -> Iterator[tuple[Any, str, Any, Path]]:
    """A page, the address of a server that has just been started, the browser's maker and a folder."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder, began = Path(temporary), time.perf_counter()
        with running_app(folder) as address:
            up = time.perf_counter() - began
            chromium = launched(playwright.chromium)
            page = chromium.new_context(viewport=VIEWPORT).new_page()
            page.set_default_timeout(60_000)
            Stopwatch(page).load(address, 0)
            print(f"   server up after {up:.2f} s")
            yield page, address, playwright.chromium, folder
            chromium.close()


def launched(chromium: Any) -> Any:
    """A new browser."""
    return chromium.launch(executable_path=installed_browser(), args=ARGUMENTS)


def goals(n: int) -> dict[str, float]:
    """Seconds that a control and the way to another page may take, with n nodes or rows."""
    return dict.fromkeys(CONTROLS, 1.0 if n >= LARGE else 0.4) | dict.fromkeys(
        ("to_data", "to_decisions"), 0.5
    )


def samples() -> None:
    """Every sample; small, one of each kind."""
    names = sized(list_samples(), ["teaching_graph", "iris", "attention", "textures"])
    with opened() as (page, address, _, _):
        for name in names:
            sample, note = describe_sample(name), Notes(name, goals(len(load_sample(name).sample_names)))
            measure(page, address, sample.title, note, kind=sample.kind)
            note.record()


def measure(page: Any, address: str, title: str, note: Notes, *, kind: str) -> None:
    """All waits with one sample."""
    app, watch = Driver(page, address), Stopwatch(page)
    charts = {"Home": 2, "Data": FIGURES[kind], "Decisions": 3}
    query = f"data={title.replace(' ', '+')}"
    for seed in range(1, REPEATS + 1):
        for name, path in PAGES.items():
            note(f"load_{name}", watch.load(f"{address}/{path}?{query}&seed={seed}", charts[name]))
        actions(app, watch, note, kind=kind)


def actions(app: Driver, watch: Stopwatch, note: Notes, *, kind: str) -> None:
    """Gamma, orientation or kernel, and the way to Data and back, from an open Decisions page."""
    page = app.page
    app.slider("γ regularisation").focus()
    note("gamma", watch.act(lambda: page.keyboard.press("ArrowRight"), 3))
    other = _other_direction(page) if kind == "graph" else _other_kernel(page)
    if other is not None:
        control = "orientation" if kind == "graph" else "kernel"
        note(control, watch.act(other, 3, redraws=True))
        note(f"{control}_figure", watch.drew())
    link = page.get_by_test_id("stSidebarNavLink")
    note("to_data", watch.act(link.filter(has_text="Data").click, FIGURES[kind]))
    note("to_decisions", watch.act(link.filter(has_text="Decisions").click, 3))
    page.get_by_role("tab").last.scroll_into_view_if_needed()
    note("tab", watch.act(page.get_by_role("tab").last.click, 2))  # that of many samples has no figure
    note("undo", watch.act(page.get_by_role("button", name="Undo").click, 3))
    note("copy_link", _copying(page))


def _other_direction(page: Any) -> Callable[[], None]:
    """A click on the orientation that is not chosen."""
    other = page.get_by_role("radio", name="links out")
    return page.get_by_role("radio", name="links in").click if other.is_checked() else other.click


def _other_kernel(page: Any) -> Callable[[], None] | None:
    """A click on a kernel that is not chosen; None for a sample that is its own kernel matrix."""
    box = page.get_by_role("combobox", name="Kernel", exact=True)
    if not box.count():
        return None
    box.evaluate(
        "e => e.scrollIntoView({block: 'center'})"
    )  # a list that opens while it scrolls closes again
    page.wait_for_timeout(200)
    box.click()
    return page.locator("[role=option][aria-selected=false]", has_text="T (Student)").click


def _copying(page: Any) -> float:
    """Seconds from the click until the page says that the link was copied."""
    began = time.perf_counter()
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("status").filter(has_text="Copied").wait_for()
    return time.perf_counter() - began


def cold() -> None:
    """The first screen of a server that nobody has visited: at once as it answers, and three seconds later."""
    from playwright.sync_api import sync_playwright

    note = Notes("cold", {"first_screen": 2.5, "first_screen_after_3_s": 2.5})
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        for what, idle in [("first_screen", 0), ("first_screen_after_3_s", 3)] * REPEATS:
            browser = launched(playwright.chromium)
            page = browser.new_context(viewport=VIEWPORT).new_page()
            page.set_default_timeout(60_000)
            with running_app(Path(temporary)) as address:
                time.sleep(idle)
                note(what, Stopwatch(page).load(address, 2))
            browser.close()
    note.record()


def home() -> None:
    """The first screen in new browsers until its two figures stand; an arrow turned until both views have answered."""
    with opened() as (page, address, chromium, _):
        note = Notes("home", {"first_screen": 2.0, "turn": 0.5})
        for _ in range(REPEATS):
            browser = launched(chromium)
            fresh = browser.new_context(viewport=VIEWPORT).new_page()
            fresh.set_default_timeout(60_000)
            note("first_screen", Stopwatch(fresh).load(address, 2))
            browser.close()
        watch = Stopwatch(page)
        watch.load(address, 2)
        button = page.locator(".st-key-home_turn").get_by_role("button")
        for _ in range(2 * REPEATS):
            note("turn", watch.act(button.click, 2))
        note.record()


def lessons() -> None:
    """Each lesson opened on a running server, and each of its sliders and choices set by the keyboard."""
    with opened() as (page, address, _, _):
        watch, app, main = Stopwatch(page), Driver(page, address), page.get_by_test_id("stMain")
        for lesson in LESSONS[: sized(None, 1)]:
            note = Notes(lesson.file, {"opens": 1.0, "control": 0.5})
            for _ in range(REPEATS):
                note("opens", watch.load(f"{address}/{lesson.file}", 0))
            for role, act in (("slider", _right), ("radiogroup", _other), ("switch", _turned)):
                for control in main.get_by_role(role).all():
                    # as it was: where another control has hidden its effect, no word would change
                    app.open(f"/{lesson.file}")
                    act(page, control, fresh=True)
                    for _ in range(REPEATS):
                        note("control", watch.act(partial(act, page, control), 0))
            note.record()


def links() -> None:
    """Copy link, steps back and forth, another tab, a sample under the pointer; and a report of five pages."""
    with opened() as (page, address, _, _):
        for title in ("Two moons", "Seven nodes"):
            steps(page, address, title)
        record("browser.report", report(page, address), "s", runs=1, goal=10.0, note=f"{len(REPORTED)} pages")


def steps(page: Any, address: str, title: str) -> None:
    """Waits on Decisions; the tabs take turns, and each change of γ is undone and redone."""
    watch, app = Stopwatch(page), Driver(page, address)
    note = Notes(f"links_{title.lower().replace(' ', '_')}", dict.fromkeys(LINKED, 0.5))
    app.open(f"/decisions?data={title.replace(' ', '+')}").drawn(2)
    page.wait_for_timeout(2 * MERGED)
    tabs = page.get_by_role("tab")
    for at in range(REPEATS):
        app.slider("γ regularisation").focus()
        note("gamma", watch.act(lambda: page.keyboard.press("ArrowRight"), 2))
        page.wait_for_timeout(MERGED)  # or the next change is one with it
        note("undo", watch.act(page.get_by_role("button", name="Undo").click, 2))
        note("redo", watch.act(page.get_by_role("button", name="Redo").click, 2))
        note("tab", watch.act(tabs.nth((at + 1) % 2).click, 2))
        note("copy_link", _copying(page))
        page.wait_for_timeout(MERGED)
        if title == "Two moons":  # whose samples stand in two figures
            note("pointer", _hovering(page))
    note.record()


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


def cora() -> None:
    """Cora as a stranger brings it: two files, then the same changes."""
    found = public_graph("cora")
    if found is None:
        return
    A, labels = found
    with opened() as (page, address, _, folder):
        edges = "".join(f"n{i},n{j}\n" for i, j in zip(*A.nonzero(), strict=True))
        (folder / "cora_edges.csv").write_text("source,target\n" + edges, encoding="utf-8")
        nodes = "".join(f"n{i},class {k}\n" for i, k in enumerate(labels))
        (folder / "cora_nodes.csv").write_text("node,label\n" + nodes, encoding="utf-8")
        app, watch, note = Driver(page, address), Stopwatch(page), Notes("cora", goals(A.shape[0]))
        app.open("/decisions")
        note("upload_edges", watch.act(lambda: app.upload(folder / "cora_edges.csv"), 0))
        app.sees("no labels", within="[data-testid=stSidebar]")
        note("upload_labels", watch.act(lambda: app.upload(folder / "cora_nodes.csv", nth=1), 3))
        for _ in range(REPEATS):
            actions(app, watch, note, kind="graph")
        note.record()


if __name__ == "__main__":
    if installed_browser() and find_spec("playwright"):
        run({each.__name__: each for each in (cold, home, lessons, links, samples, cora)})
    else:
        print("   a browser or playwright is missing: nothing to measure")
