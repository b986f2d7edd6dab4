"""Many visitors on one server: how long a change of γ on Decisions takes them, and what it costs the server.

Visitors are clients of the protocol, without a browser, and as many real browsers as asked for. Each has a split of its
own (its seed), so that none finds what another has computed, and thinks between two changes. First with 1, 10 and 20
of them; then one changes γ while another's full comparison runs on the largest sample. The wanted figures stand in
``WANTED``; leave with 1 where one is missed. Everything ends by itself after a given number of changes.

    python benchmarks/bench_crowd.py                the whole table
    python benchmarks/bench_crowd.py --changes 5    a quick look
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.driver import ARGUMENTS, NAMES_GAMMA, Driver
from tests.browser.server import running_server
from tests.browser.session import Session

CROWDS = 1, 10, 20
THINK = 0.5, 1.5  # seconds between an answer and the next change, drawn evenly
SAMPLE, HEAVY = "Cyclic communities", "Calls in Python's library"
GAMMAS = 41  # steps of the slider
# In a browser: the paragraphs that name gamma, whatever else they say.
NAMING = "sign => [...document.querySelectorAll('p')].map(p => p.innerText).filter(t => t.includes(sign)).join('\\n')"
LONGEST = 300.0  # seconds of one part
WANTED = {"20 visitors, p95": 2.0, "beside heavy work, p95": 1.0}
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
            if f"{NAMES_GAMMA}{gamma}" not in session.text:
                waits.errors.append(f"asked for γ = {gamma}, and the page shows another one")
        waits.errors.extend(session.errors)


def browse(address: str, seed: int, changes: int, waits: Waits, ready: threading.Barrier) -> None:
    """A real browser that does the same."""
    from playwright.sync_api import sync_playwright

    chance = random.Random(seed)
    with noted(waits), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.set_default_timeout(60_000)
            app = Driver(page, address).open(f"/decisions?data={SAMPLE.replace(' ', '+')}&seed={seed}")
            app.title("Decisions")
            handle = app.slider("γ regularisation")
            ready.wait(LONGEST)
            for _ in range(changes):
                think(chance)
                before = page.evaluate(NAMING, NAMES_GAMMA)
                handle.focus()
                start = time.perf_counter()
                page.keyboard.press(chance.choice(["ArrowLeft", "ArrowRight"]))
                page.wait_for_function(
                    f"([sign, before]) => {{ const now = ({NAMING})(sign); return now && now !== before; }}",
                    arg=[NAMES_GAMMA, before],
                )
                app.settle()
                waits.browsers.append(time.perf_counter() - start)
        finally:
            browser.close()


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
    with Session(address, "direction", data=HEAVY, effort="Full") as heavy:
        heavy.run()
        heavy.click("Compare")
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


def row(title: str, waits: Waits, cpu: float, one: float, memory: float) -> None:
    """A line of the table."""
    n = len(waits.protocol) + len(waits.browsers)
    middle = statistics.median(waits.protocol) if waits.protocol else float("nan")
    seen = f"{statistics.median(waits.browsers):.2f}" if waits.browsers else ""
    print(
        f"{title:<26}{n:>8}{middle:>8.2f}{waits.share(95):>8.2f}{waits.share(95) / one:>8.1f}"
        f"{1000 * cpu / max(n, 1):>12.0f}{memory:>10.0f}{len(waits.errors):>8}{seen:>10}",
        flush=True,
    )
    for error in dict.fromkeys(waits.errors):
        print(f"    {error}")


def main() -> None:
    """Print the table; leave with 1 where a wanted figure is missed."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--changes", type=int, default=15, help="of gamma, by each visitor")
    asked.add_argument("--browsers", type=int, default=1, help="real ones beside each crowd")
    given = asked.parse_args()
    browsers = min(given.browsers, 4) if shutil.which("chromium") else 0
    changes, found = min(given.changes, 100), {}
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as (address, pid):
        server = Server(pid)
        crowd(address, server, 1, 0, 3, 8000)  # imports, fonts, the sample
        print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
        print(
            f"{'':<26}{'changes':>8}{'p50':>8}{'p95':>8}{'ratio':>8}{'CPU ms each':>12}{'MB after':>10}"
            f"{'errors':>8}{'browser':>10}"
        )
        one, memory = 1.0, [server.memory()]
        for number, visitors in enumerate(CROWDS):
            real = browsers if visitors > 1 else 0
            waits, cpu = crowd(address, server, visitors, real, changes, 100 * number)
            one = waits.share(95) if visitors == 1 else one
            memory.append(server.memory())
            row(f"{visitors} visitors", waits, cpu, one, memory[-1])
            found[f"{visitors} visitors, p95"] = waits.share(95)
            found["errors"] = found.get("errors", 0) + len(waits.errors)
        # Once more with splits that are new again: what is held must not grow with the number of visitors.
        again, _ = crowd(address, server, CROWDS[-1], 0, max(changes // 3, 2), 1000)
        memory.append(server.memory())
        waits, ran = beside(address, 2 * changes)
        row("beside heavy work", waits, float("nan"), one, server.memory())
        found["beside heavy work, p95"] = waits.share(95)
    found["errors"] += len(waits.errors) + len(again.errors)
    print(
        f"memory: {memory[0]:.0f} MB before, plateau {memory[-2]:.0f}, with as many new visitors {memory[-1]:.0f}"
    )
    print(f"the heavy work ran all the time: {'yes' if ran else 'no'}")
    missed = [f"{what} is {found[what]:.1f} s" for what, most in WANTED.items() if found[what] > most]
    missed += [f"{found['errors']} errors"] if found["errors"] else []
    missed += ["memory grows with visitors"] if memory[-1] > 1.2 * memory[-2] else []
    if missed:
        sys.exit("missed: " + "; ".join(missed))


if __name__ == "__main__":
    main()
