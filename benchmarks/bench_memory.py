"""What a server keeps of heavy visitors: its memory before, with their uploads, and after they have gone.

Visitors are clients of the protocol. Some upload tables of 50 MB, some graphs of 20,000 nodes; each looks at Decisions,
Spectra and Nyström, and closes. A small visit to the same pages comes first: what it leaves is the plateau, to which
memory has to come back.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks.bench_crowd import Server, Waits, noted
from benchmarks.measure import record, run, sized
from tests.browser.server import running_server
from tests.browser.session import Session

PAGES = "decisions", "spectra", "nystroem", "matrix"
NODES, LINKS = sized((20_000, 100_000), (60, 200))
KILOBYTES, FEATURES, UPLOADS = sized((48 * 2**10, 20, 10), (8, 5, 2))
AT_ONCE = 3  # sessions that are open together
LEFT = 10  # seconds after which the server forgets a session whose browser has gone
SETTLED = 90  # seconds that it has then
BACK = 1.2  # times the plateau is wanted


def table(seed: int) -> bytes:
    """A CSV file of so many megabytes, its last column the class."""
    chance = np.random.default_rng(seed)
    lines = [",".join([*(f"x{k}" for k in range(FEATURES)), "class"])]
    rows = KILOBYTES * 2**10 // (FEATURES * 7 + 2)
    for row in chance.uniform(-9, 9, (rows, FEATURES)):
        lines.append(",".join(f"{value:.4f}"[:6] for value in row) + (",a" if row[0] > row[1] else ",b"))
    return "\n".join(lines).encode()


def graph(seed: int) -> bytes:
    """A CSV file of links between so many nodes."""
    chance = np.random.default_rng(seed)
    links = chance.integers(0, NODES, (LINKS, 2))
    return ("source,target\n" + "\n".join(f"n{a},n{b}" for a, b in links)).encode()


def visit(address: str, number: int, waits: Waits) -> Session:
    """Upload a file, and look at each page once; the session stays open."""
    session = Session(address, "data", patience=180.0)
    with noted(waits):
        session.run()
        content = graph(number) if number % 2 else table(number)
        session.upload("", f"file_{number}.csv", content)
        waits.protocol.append(session.run())
        for page in PAGES:
            session.page = page
            waits.protocol.append(session.run())
    waits.errors.extend(session.errors)
    return session


def uploads() -> None:
    """The memory step by step."""
    os.environ["STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL"] = str(LEFT)
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as (address, pid):
        server, waits = Server(pid), Waits()

        def tell(when: str) -> float:
            own = server.own_memory()
            print(
                f"   {when:<34}{own:>8.0f} MB of the server{server.memory():>8.0f} with its processes",
                flush=True,
            )
            return own

        for page in ("data", *PAGES):
            with Session(address, page) as session:
                session.run()
        plateau = tell("plateau")
        most, sessions = 0.0, []
        for number in range(UPLOADS):
            sessions.append(visit(address, number, waits))
            most = max(most, tell(f"upload {number + 1}"))
            if len(sessions) > AT_ONCE:
                sessions.pop(0).close()
        for session in sessions:
            session.close()
        end = time.monotonic() + LEFT + SETTLED
        while (found := server.own_memory()) > BACK * plateau and time.monotonic() < end:
            time.sleep(1)
        tell("all have gone, after a while")
        for error in dict.fromkeys(waits.errors):
            print(f"    {error[:200]}")
    note = f"{found:.0f} MB after {UPLOADS} uploads, {plateau:.0f} before"
    record("memory.back_over_plateau", found / plateau, runs=1, goal=BACK, note=note)
    record("memory.most_over_plateau", most / plateau, runs=1)
    record("memory.errors", len(waits.errors), "errors", goal=0)


if __name__ == "__main__":
    run({"uploads": uploads})
