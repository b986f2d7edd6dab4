"""Waiting times in Chromium by size: own graphs and tables of 1,000 and 5,000 samples, drawn with a seed.

- cold: a server that nobody has visited, from its address to the first figure on Home.
- answer: from the upload (for a graph, of its labels) to the verdict on Decisions.
- gamma, components, order, rows: a control on Decisions, Spectra, Matrix and Nyström.
- first, later: a click on another page, the first time with these data and after that.

Medians of the wall clock, each data set in a new session, with as many BLAS threads as users have. A time begins with
the event in the browser and ends when the page shows the result and is settled. A wait past ``LONGEST`` seconds is an
error.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measure import record, run, sized
from tests.browser.driver import ARGUMENTS, SIDEBAR, Driver, installed_browser
from tests.browser.files import given
from tests.browser.server import running_server

DRAWN = sized({1_000: 3, 5_000: 1}, {120: 1})  # data sets of a size
CHANGES, ROUNDS = sized((3, 3), (1, 2))  # steps of a control, visits to a page
# Seconds at 1,000 and at 5,000 samples.
GOALS = {"answer": (3.0, None), "control": (0.4, 0.8), "first": (0.6, 1.2), "later": (0.6, 1.2)}
COLD_GOAL = 2.5
LONGEST = 300.0
PAGES = "Data", "Matrix", "Spectra", "Nyström", "Decisions"

# What a wait can be for, as JavaScript by its name.
FIGURE = {"a figure": "document.querySelector('.askcore-picture svg, .js-plotly-plot .main-svg')"}
VERDICT = {"another accuracy": "accuracy() && accuracy() !== before"}
SETTLED = {
    "a connection": "app?.dataset.testConnectionState === 'CONNECTED'",
    "the end of the script": "app?.dataset.testScriptState === 'notRunning'",
    "nothing stale": "!document.querySelector('[data-testid=stSkeleton], [data-stale=true]')",
    "the data of all figures": "window.askcoreDrawn?.() ?? true",
}
# Sets window.waited to the seconds from the last event, or from the navigation, until all has held for 30 ms.
WATCH = """navigated => {
  const accuracy = () => [...document.querySelectorAll('[data-testid=stMain] p')].map(one => one.textContent)
    .find(words => words.includes('guessing'));
  const before = accuracy();
  let start = navigated ? 0 : null, since = null;
  window.waited = null;
  for (const kind of ['keydown', 'click', 'change'])
    document.addEventListener(kind, () => { start = performance.now(); }, {capture: true});
  const timer = setInterval(() => {
    const app = document.querySelector('[data-testid=stApp]');
    const title = document.querySelector('h1')?.textContent.trim();
    window.lacking = Object.entries({'an event': start !== null, 'a title': title, UNTIL})
      .filter(([, there]) => !there).map(([name]) => name);
    if (window.lacking.length) { since = null; return; }
    since ??= performance.now();
    if (performance.now() - since < 30) return;
    clearInterval(timer);
    window.waited = (since - start) / 1000;
  }, 10);
}"""


def waited(
    page: Any, what: str, action: Callable[[], Any], until: dict[str, str], *, navigated: bool = False
) -> float:
    """Seconds from the event of an action until all is there; an error says what is lacking."""
    pairs = ", ".join(f"{json.dumps(name)}: {condition}" for name, condition in until.items())
    watch = partial(page.evaluate, WATCH.replace("UNTIL", pairs), navigated)
    try:
        for step in (action, watch) if navigated else (watch, action):
            step()
        return float(page.wait_for_function("() => window.waited").json_value())
    except Exception as error:
        lacking = page.evaluate("() => window.lacking ?? ['the page, which was loaded anew']")
        raise RuntimeError(f"{what}: {' and '.join(lacking)} not within {LONGEST:g} s") from error


def changed(app: Driver, what: str, step: Callable[[], Any]) -> float:
    """Seconds from the event of a step of a control until the page shows its result."""
    moved = {"another address": f"location.href !== {json.dumps(app.page.url)}"}
    return waited(app.page, what, step, moved | SETTLED)


@contextmanager
def visitor(chromium: Any, address: str) -> Iterator[Driver]:
    """A new browser without cache or cookies."""
    browser = chromium.launch(executable_path=installed_browser(), args=ARGUMENTS)
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(1_000 * LONGEST)
    try:
        yield Driver(page, address)
    except Exception as error:
        error.add_note(f"on {page.url}")
        raise
    finally:
        browser.close()


@contextmanager
def served() -> Iterator[Callable[[], Any]]:
    """A new server; each call is a new visitor to it."""
    from playwright.sync_api import sync_playwright

    usual = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        running_server(Path(folder), environment=usual) as (address, _),
    ):
        yield partial(visitor, playwright.chromium, address)


def noted(name: str, times: list[float], goal: float | None) -> None:
    """A median, and the slowest of its runs."""
    wanted = {} if goal is None else {"goal": goal}
    note = f"slowest {max(times):.2f}"
    record(f"browser.{name}", statistics.median(times), "s", runs=len(times), note=note, **wanted)


def cold() -> None:
    """The first visit to a new server."""
    times = []
    for _ in range(sized(5, 1)):
        with served() as visit, visit() as app:
            open_home = partial(app.page.goto, app.address, wait_until="commit")
            times.append(waited(app.page, "first figure", open_home, FIGURE, navigated=True))
    noted("cold", times, COLD_GOAL)


def graph(n: int, seed: int) -> list[str]:
    """Links between four classes, most from a class to the next, and the classes; as two CSV files."""
    chance = np.random.default_rng(seed)
    sector, (source, target) = chance.integers(0, 4, n), chance.integers(0, n, (2, 20 * n))
    likely = np.array([0.5, 0.9, 0.08, 0.08])[(sector[target] - sector[source]) % 4]
    kept = np.flatnonzero((chance.random(20 * n) < likely) & (source != target))[: 6 * n]
    links = (f"firm {i},firm {j}" for i, j in zip(source[kept], target[kept], strict=True))
    return [
        "\n".join(["source,target", *links]),
        "\n".join(["name,sector", *(f"firm {i},S{k}" for i, k in enumerate(sector))]),
    ]


def table(n: int, seed: int) -> list[str]:
    """Eight features on different scales, a category and three classes that overlap; as one CSV file."""
    chance = np.random.default_rng(seed)
    label = chance.integers(0, 3, n)
    X = chance.standard_normal((n, 8)) * [1, 10, 100, 1, 5, 1, 3, 1000]
    X += np.outer(label, [1, 0, 50, 0.5, 0, 1, 0, 300])
    rows = (
        ",".join([*(f"{value:.4g}" for value in row), chance.choice(list("NSEW")), "ABC"[k]])
        for row, k in zip(X, label, strict=True)
    )
    return ["\n".join([",".join([*(f"x{j}" for j in range(8)), "region", "class"]), *rows])]


def measure(kind: str, n: int) -> None:
    """All waits with own data of a kind and size."""
    times: dict[str, list[float]] = defaultdict(list)
    try:
        with served() as visit:
            for seed in range(DRAWN[n]):
                with visit() as app:
                    session(app, (graph if kind == "graph" else table)(n, seed), f"{kind}_{n}_{seed}", times)
    finally:  # after an error, the waits before it
        for name, every in times.items():
            goals = GOALS.get(name.partition(".")[0], GOALS["control"])
            noted(f"{kind}_{n}.{name}", every, goals[n > 1_000])


def session(app: Driver, files: list[str], name: str, times: dict[str, list[float]]) -> None:
    """An upload, visits to each page and changes of controls."""
    page = app.page
    uploads = [
        partial(app.upload, given(f"{name}_{nth}.csv", text.encode()), nth=-nth)
        for nth, text in enumerate(files)
    ]
    app.open("/decisions")
    page.wait_for_timeout(1_500)  # in which somebody looks for a file
    for upload in uploads[:-1]:
        upload().sees("no labels", within=SIDEBAR)
    times["answer"].append(waited(page, f"upload of {name}", uploads[-1], VERDICT))
    app.settle()
    for each in range(ROUNDS):
        for title in PAGES:
            link = page.get_by_test_id("stSidebarNavLink").filter(has_text=title).first
            there = {"its title": f"title === {json.dumps(title)}"}
            took = waited(page, f"visit to {title}", link.click, there | SETTLED)
            if each or title != "Decisions":  # where the upload has been answered
                times[f"{'later' if each else 'first'}.{title.lower()}"].append(took)
    for title, key, change in CONTROLS:
        step = change(app.go(title))
        times[key] += [changed(app, f"{key} on {title}", step) for _ in range(CHANGES)]


def slide(app: Driver, label: str) -> Callable[[], Any]:
    """A step of a slider, away from the end that is nearer at first."""
    handle = app.slider(label)
    high = handle.evaluate("one => Number(one.value) > (Number(one.min) + Number(one.max)) / 2")
    return partial(handle.press, "ArrowLeft" if high else "ArrowRight")


def reorder(app: Driver) -> Callable[[], Any]:
    """Choose the next order of rows and columns."""
    box = app.page.get_by_role("combobox", name="Order", exact=True)
    options = app.page.get_by_role("option")

    def step() -> None:
        box.evaluate("e => e.scrollIntoView({block: 'center'})")  # a list that scrolls while it opens closes
        app.page.wait_for_timeout(200)
        box.click()
        options.first.wait_for()
        now = options.evaluate_all("all => all.findIndex(one => one.ariaSelected === 'true')")
        options.nth((now + 1) % options.count()).click()

    return step


CONTROLS = (
    ("Spectra", "components", partial(slide, label="Components")),
    ("Matrix", "order", reorder),
    ("Nyström", "rows", partial(slide, label="Sampled rows")),
    ("Decisions", "gamma", partial(slide, label="γ regularisation")),
)

if __name__ == "__main__":
    if installed_browser() and find_spec("playwright"):
        sizes = {f"{kind}_{n}": partial(measure, kind, n) for n in DRAWN for kind in ("graph", "table")}
        run({"cold": cold, **sizes})
    else:
        print("   a browser or playwright is missing: nothing to measure")
