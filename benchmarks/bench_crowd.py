"""Many visitors on one server: how long a change of γ on Decisions takes them, and what it costs the server.

Visitors are clients of the protocol, without a browser, and as many real browsers as asked for. Each has a split of
its own (its seed), so that none finds what another has computed, and thinks between two changes. First with 1, 10 and
20 of them; then one changes γ while another's full comparison runs on the largest sample; at last 20 do so beside a
neighbour who uploads one large table after another and leaves. Wanted are at most two seconds (p95 of 20 visitors,
beside the neighbour as well), one beside heavy work, no errors, no more memory with as many new visitors, and never
more than the unit of docs/hosting allows.
Seconds are of the clock. Everything ends by itself after a given number of changes.
"""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.bench_browser import changed, visitor
from benchmarks.measure import record, run, sized
from tests.browser.driver import installed_browser
from tests.browser.server import running_server
from tests.browser.session import Session

CROWDS = sized((1, 10, 20), (1, 2))
CHANGES, BROWSERS = sized((15, 1), (2, 0))  # of gamma by each visitor; real ones beside each crowd
THINK = 0.5, 1.5  # seconds between an answer and the next change, drawn evenly
SAMPLE, HEAVY = "Cyclic communities", "Calls in Python's library"
GAMMAS = 41  # steps of the slider
VERDICT = "guessing"  # a word of the line below the verdict
LONGEST = 300.0  # seconds of one part
MINUTES = sized(2.0, 0.05)  # of uploads by the neighbour
TABLE = sized((30_000, 40), (50, 4))  # rows and columns that it uploads: 20 MB
ALLOWED = 6_144  # MB: MemoryMax
GOALS = {"visitors_20": 2.0, "beside_heavy_work": 1.0, "beside_uploads": 2.0}  # seconds that are wanted
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Waits:
    """Seconds that each change took, by whom, and what went wrong."""

    protocol: list[float] = field(default_factory=list)
    browsers: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def share(self, percent: int) -> float:
        """A percentile of all waits of the protocol's clients; infinite where there are none."""
        found = sorted(self.protocol)
        return found[min(len(found) - 1, round(percent / 100 * len(found)))] if found else float("inf")


class Server:
    """The processes of a server, seen from outside: processor time and memory, with all that it has started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def cpu(self) -> float:
        """Seconds of the processor that the server itself has used."""
        parts = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(parts[11]) + int(parts[12])) / TICKS

    def memory(self) -> float:
        """Resident MB of the server and of its children."""
        return sum(_resident(pid) for pid in self._tree())

    def own_memory(self) -> float:
        """Resident MB of the server alone."""
        return _resident(self.pid)

    def _tree(self) -> list[int]:
        parents = {}
        for entry in Path("/proc").glob("[0-9]*/stat"):
            try:
                parents[int(entry.parent.name)] = int(entry.read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):  # it has just ended
                continue
        found = [self.pid]
        for pid in found:
            found += [child for child, parent in parents.items() if parent == pid]
        return found


def _resident(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


@contextmanager
def noted(waits: Waits) -> Iterator[None]:
    """Whatever goes wrong inside is an error of the measurement, not its end."""
    try:
        yield
    except Exception as error:  # noqa: BLE001
        waits.errors.append(f"{type(error).__name__}: {error}")


def think(chance: random.Random) -> None:
    """What a visitor does between two changes."""
    time.sleep(chance.uniform(*THINK))


def visit(address: str, seed: int, changes: int, waits: Waits, ready: threading.Barrier) -> None:
    """A client of the protocol: opens Decisions, waits for all others, then changes γ again and again."""
    chance, end = random.Random(seed), time.monotonic() + LONGEST
    with noted(waits), Session(address, "decisions", data=SAMPLE, seed=seed) as session:
        session.run()
        ready.wait(LONGEST)
        for _ in range(changes):
            think(chance)
            if time.monotonic() > end:
                break
            gamma = session.slide("γ", chance.randrange(GAMMAS))
            waits.protocol.append(session.run())
            if VERDICT not in session.text:
                waits.errors.append(f"asked for γ = {gamma}, and the page has no verdict")
        waits.errors.extend(session.errors)


def browse(address: str, seed: int, changes: int, waits: Waits, ready: threading.Barrier) -> None:
    """A real browser that does the same."""
    from playwright.sync_api import sync_playwright

    chance = random.Random(seed)
    with noted(waits), sync_playwright() as playwright, visitor(playwright.chromium, address) as app:
        app.open(f"/decisions?data={SAMPLE.replace(' ', '+')}&seed={seed}").title("Decisions")
        handle = app.slider("γ regularisation")
        ready.wait(LONGEST)
        for _ in range(changes):
            think(chance)
            step = partial(handle.press, chance.choice(["ArrowLeft", "ArrowRight"]))
            waits.browsers.append(changed(app, "γ", step))


def crowd(
    address: str, server: Server, visitors: int, browsers: int, changes: int, first: int
) -> tuple[Waits, float]:
    """So many visitors at once, each with a split that nobody has seen; and the processor's seconds meanwhile."""
    waits, since = Waits(), [0.0]
    ready = threading.Barrier(visitors + browsers, action=lambda: since.__setitem__(0, server.cpu()))
    with ThreadPoolExecutor(visitors + browsers) as pool:
        for number in range(visitors + browsers):
            one = visit if number < visitors else browse
            pool.submit(one, address, first + number, changes, waits, ready)
    return waits, server.cpu() - since[0]


def beside(address: str, changes: int) -> tuple[Waits, bool]:
    """Changes of γ while another session's comparison runs; and whether it ran to the end of them."""
    waits = Waits()
    with Session(address, "decisions", data=HEAVY, effort="Full") as heavy:
        heavy.run()
        heavy.click("Run the full test")
        heavy.start()
        done = threading.Event()

        def follow() -> None:
            with noted(Waits()):  # it ends with its session, in the middle of the run
                heavy.finish()
                done.set()

        watching = threading.Thread(target=follow, daemon=True)
        watching.start()
        visit(address, 9000, changes, waits, threading.Barrier(1))
        ran = not done.is_set()
    watching.join(10)
    return waits, ran


def neighbour(address: str, until: threading.Event) -> int:
    """Upload a table that nobody has seen, look at it, leave, and come again; how often."""
    rng, done = np.random.default_rng(0), 0
    while not until.is_set():
        text = "\n".join(",".join(map(str, row)) for row in rng.standard_normal(TABLE).tolist())
        titles = ",".join(f"x{j}" for j in range(TABLE[1]))
        with suppress(TimeoutError), Session(address, "data", data=SAMPLE) as session:
            session.run()
            session.upload("or your own file", f"table{done}.csv", f"{titles}\n{text}\n".encode())
            session.run()
            done += 1
    return done


def beside_uploads(address: str, server: Server) -> tuple[Waits, int, float]:
    """A crowd beside the neighbour: what it waited, how many tables were uploaded, and the most memory."""
    over, most, waits = threading.Event(), [0.0], Waits()

    def watch() -> None:
        while not over.wait(0.5):
            most[0] = max(most[0], server.memory())

    with ThreadPoolExecutor(2) as pool:
        pool.submit(watch)
        uploads, end = pool.submit(neighbour, address, over), time.monotonic() + 60 * MINUTES
        first = 5000
        while time.monotonic() < end:
            found, _ = crowd(address, server, CROWDS[-1], 0, CHANGES, first)
            waits.protocol += found.protocol
            waits.errors += found.errors
            first += CROWDS[-1]
        over.set()
        return waits, uploads.result(), most[0]


def told(name: str, waits: Waits, cpu: float, one: float) -> None:
    """What a crowd had to wait."""
    n = len(waits.protocol) + len(waits.browsers)
    goal = {"goal": GOALS[name]} if name in GOALS else {}
    note = f"median {statistics.median(waits.protocol or [float('nan')]):.2f} s, {len(waits.errors)} errors"
    note += f", browser {statistics.median(waits.browsers):.2f} s" if waits.browsers else ""
    note += f", {1000 * cpu / max(n, 1):.0f} ms of the processor each" if cpu else ""
    record(f"crowd.{name}.p95", waits.share(95), "s", runs=n, note=note, **goal)
    record(f"crowd.{name}.over_one_visitor", waits.share(95) / one, runs=n)
    for error in dict.fromkeys(waits.errors):
        print(f"    {error}")


def crowds() -> None:
    """Small and large ones, then one visitor beside heavy work."""
    browsers, errors = BROWSERS if installed_browser() else 0, 0
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as (address, pid):
        server = Server(pid)
        crowd(address, server, 1, 0, 3, 8000)  # imports, fonts, the sample
        one = 1.0
        for number, visitors in enumerate(CROWDS):
            waits, cpu = crowd(
                address, server, visitors, browsers if visitors > 1 else 0, CHANGES, 100 * number
            )
            one = waits.share(95) if visitors == 1 else one
            told(f"visitors_{visitors}", waits, cpu, one)
            errors += len(waits.errors)
        plateau = server.memory()
        # Once more with splits that are new again: what is held must not grow with the number of visitors.
        again, _ = crowd(address, server, CROWDS[-1], 0, max(CHANGES // 3, 2), 1000)
        note = f"new visitors over the plateau of {plateau:.0f} MB"
        record("crowd.memory_growth", server.memory() / plateau, runs=1, goal=1.2, note=note)
        waits, ran = beside(address, 2 * CHANGES)
        told("beside_heavy_work", waits, 0.0, one)
        disturbed, uploads, most = beside_uploads(address, server)
        told("beside_uploads", disturbed, 0.0, one)
        record("crowd.most_memory", most, "MB", goal=ALLOWED, note=f"{uploads} tables uploaded meanwhile")
    errors += len(waits.errors) + len(again.errors) + len(disturbed.errors)
    record("crowd.errors", errors, "errors", goal=0)
    print(f"   the heavy work ran all the time: {'yes' if ran else 'no'}")


if __name__ == "__main__":
    run({"crowds": crowds})
