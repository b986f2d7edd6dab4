"""What each control of each page costs the server, on a sample, on Cora, and on 5,000 nodes and 5,000 rows.

Milliseconds of the processor for a run of the page, and seconds of it that other processes take meanwhile (here they
are taken in turn: on a busy machine the wall clock would measure the load). Each control is set to the next value and
back: the way back finds everything that was computed. A page is visited twice. Data of one's own are random: a directed
graph of 25,000 links in five classes that point to each other in a ring, and a table of six features in three classes
that overlap.

    python benchmarks/bench_controls.py                                        all data, all pages
    python benchmarks/bench_controls.py graph table --page decisions           some of them
    python benchmarks/bench_controls.py graph --page decisions --profile γ     where the time goes as γ changes

Leaves with 1 where a run takes the page itself more than ``FLOOR`` seconds.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import argparse
import cProfile
import logging
import pstats
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import scipy.sparse as sp
from streamlit.runtime.scriptrunner import ScriptRunner
from streamlit.testing.v1 import AppTest

sys.path.insert(0, str(Path(__file__).parents[1]))

from askcore.datasets import GraphData, TableData
from askcore.ui import settings
from benchmarks.measure import SMALL, sized
from tests.framed import frame_every_run, give
from tests.pages.sentences import TABS

ROOT = Path(__file__).parents[1]
SETS = "cyclic_communities", "two_moons", "cora", "graph", "table"
PAGES = "data", "decisions", "matrix", "spectra", "nystroem"
KINDS = "select_slider", "selectbox", "toggle", "number_input", "button_group"
NOT_HERE = "data", "public_set"  # what leads to other data
# Values of controls whose options AppTest knows by their titles alone.
VALUES: dict[str, tuple[Any, ...]] = {
    "gamma": settings.GAMMAS,
    "damping": settings.DAMPINGS,
    "train": settings.SHARES,
    "merge": settings.MERGES,
    "bandwidth": settings.BANDWIDTHS,
    "orientation": ("in", "out", "both"),
    "matrix": ("samples", "crossed"),
}
SIZE = 5_000
FLOOR = 1.0


def graph(n: int = SIZE) -> GraphData:
    """Five classes in a ring: half of the links lead to the next class, the others anywhere."""
    chance = np.random.default_rng(0)
    labels = chance.integers(0, 5, n)
    source, target = chance.integers(0, n, 5 * n), chance.integers(0, n, 5 * n)
    to_next = chance.random(5 * n) < 0.5
    for k in range(5):
        mine = to_next & (labels[source] == k)
        target[mine] = chance.choice(np.flatnonzero(labels == (k + 1) % 5), mine.sum())
    links = sp.coo_array((np.ones(5 * n), (source, target)), shape=(n, n)).tocsr()
    return GraphData(links, [f"node {i}" for i in range(n)], np.array([f"class {k}" for k in labels]))


def table(n: int = SIZE) -> TableData:
    """Three classes that overlap, six features."""
    chance = np.random.default_rng(0)
    labels = chance.integers(0, 3, n)
    return TableData(chance.normal(size=(n, 6)) + 1.2 * chance.normal(size=(3, 6))[labels], labels)


class Watch:
    """Seconds of the processor: of the page, and of what it gives to other processes."""

    def __init__(self) -> None:
        self.page = self.elsewhere = 0.0
        self.parts: list[str] = []
        self.profile: cProfile.Profile | None = None

    def clear(self) -> None:
        """From here on anew."""
        self.page = self.elsewhere = 0.0
        self.parts.clear()

    def run(self, run: Any, runner: Any, *args: Any) -> None:
        """One run of a script, as ``ScriptRunner`` does it."""
        began, others = time.thread_time(), self.elsewhere
        if self.profile is not None:
            self.profile.enable()
        try:
            run(runner, *args)
        finally:
            if self.profile is not None:
                self.profile.disable()
            self.page += time.thread_time() - began - (self.elsewhere - others)

    def wait_for(self, name: str, of: Any, recipe: Any, doing: str) -> Any:
        """What another process would do, as ``background.wait_for`` is asked for it."""
        began = time.thread_time()
        result = recipe()
        result = result.run() if hasattr(result, "run") else result
        took = time.thread_time() - began
        self.elsewhere += took
        self.parts.append(f"{doing} {took:.1f}")
        return result

    @contextmanager
    def watching(self) -> Iterator[None]:
        """While pages are timed."""
        run = ScriptRunner._run_script
        with (
            patch.object(ScriptRunner, "_run_script", lambda runner, *args: self.run(run, runner, *args)),
            patch("askcore.ui.background.wait_for", self.wait_for),
        ):
            yield


class Visit:
    """A session with one data set."""

    def __init__(self, name: str, watch: Watch, profiled: str, only: str = "") -> None:
        self.name, self.watch, self.profiled, self.only = name, watch, profiled, only
        self.slow: list[str] = []
        self.at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=1200)
        if name in ("graph", "table"):
            data = graph() if name == "graph" else table()
            give(self.at, data)
        else:
            self.at.query_params["data"] = name

    def go(self, page: str) -> None:
        """To another page, from the next run on."""
        self.page = page
        self.at.switch_page(f"pages/{page}.py")

    def act(self, what: str) -> None:
        """Run the page, and say what that took."""
        self.watch.clear()
        if self.profiled and self.profiled in what:
            self.watch.profile = cProfile.Profile()
        self.at.run()
        if self.at.exception:
            sys.exit(f"{self.page} of {self.name}, {what}: {self.at.exception[0].value}")
        took = self.watch
        other = f"{took.elsewhere:>10.2f}" if took.elsewhere else " " * 10
        sent = sum(len(each.proto.spec) for each in self.at.get("plotly_chart")) / 1000
        print(
            f"  {self.page:<14}{what:<46}{1000 * took.page:>8.0f}{other}{sent:>8.0f}  {' · '.join(took.parts)}",
            flush=True,
        )
        if took.page > FLOOR:
            self.slow.append(f"{self.page} of {self.name}, {what}: {took.page:.1f} s")
        if took.profile is not None:
            pstats.Stats(took.profile).sort_stats("tottime").print_stats(25)
            pstats.Stats(took.profile).sort_stats("cumtime").print_stats(60)
            took.profile = None

    def all_of(self, page: str) -> None:
        """Everything that a person can do on a page."""
        self.go(page)
        self.act("opens")
        self.act("again")
        self.go("home")
        self.at.run()
        self.go(page)
        self.act("second visit")
        for label, key, before, other in self.controls():
            if self.only not in label:
                continue
            for value in (other, before):
                self.at.session_state[key] = value
                self.act(f"{label}: {value}")
        for tab in [] if self.only else [each.label for each in self.at.tabs]:
            self.at.session_state[TABS[page]] = tab
            self.act(f"tab {tab}")

    def controls(self) -> list[tuple[str, str, Any, Any]]:
        """Label, key, value and the next value of each control that is seen."""
        found = []
        for each in [each for kind in KINDS for each in self.at.get(kind)]:
            if each.key is None or each.key in NOT_HERE or each.key not in self.at.session_state:
                continue
            value = self.at.session_state[each.key]
            other = following(each, value)
            if other is not None:
                found.append(((each.label or each.key)[:28], each.key, value, other))
        return found


def following(control: Any, value: Any) -> Any:
    """The value after the one that a control has, or before it; None where that is not known."""
    if isinstance(value, bool):
        return not value
    values = list(VALUES.get(control.key, settings.MULTIPLES if control.key.startswith("times_") else ()))
    values = values or list(getattr(control, "options", ()))
    if value not in values:
        return value + 1 if isinstance(value, int) and control.key == "seed" else None
    at = values.index(value)
    return values[at + 1] if at + 1 < len(values) else values[at - 1] if at else None


def main() -> None:
    """Print the table; leave with 1 where a page takes too long itself."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("sets", nargs="*", default=sized(SETS, SETS[:1]))
    asked.add_argument("--page", action="append", choices=PAGES)
    asked.add_argument("--only", default=sized("", "γ"), help="changes of controls that are called so")
    asked.add_argument("--profile", default="", help="of changes that are called so")
    given = asked.parse_args()
    frame_every_run()
    watch, slow = Watch(), []
    print(f"{'':<62}{'page, ms':>8}{'other, s':>10}{'kB':>8}")
    with watch.watching():
        for name in given.sets:
            print(name)
            if name == "cora" and "ASKCORE_DATA" not in os.environ:
                print("  ASKCORE_DATA names no folder: left out")
                continue
            visit = Visit(name, watch, given.profile, given.only)
            visit.page = "home"
            visit.act("opens")
            for page in given.page or sized(PAGES, ("decisions",)):
                visit.all_of(page)
            slow += visit.slow
    if slow and not SMALL:
        sys.exit(f"more than {FLOOR:g} s of a page: " + "; ".join(slow))


if __name__ == "__main__":
    logging.disable(logging.WARNING)  # streamlit's, about scripts that run without a server
    main()
