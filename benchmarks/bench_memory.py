"""What a server keeps of heavy visitors: its memory before, with their uploads, and after they have gone.

Visitors are clients of the protocol. Some upload tables of 50 MB, some graphs of 20,000 nodes; each looks at Decisions,
Spectra and Nyström, and closes. A small visit to the same pages comes first: what it leaves is the plateau, to which
memory has to come back. Leaves with 1 where it does not.

    python benchmarks/bench_memory.py               ten uploads
    python benchmarks/bench_memory.py --uploads 2   a quick look
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bench_crowd import Server, Waits, noted
from tests.browser.server import running_server
from tests.browser.session import Session

PAGES = "decisions", "spectra", "nystroem", "kernel_matrix"
NODES, LINKS = 20_000, 100_000
MEGABYTES, FEATURES = 48, 20
AT_ONCE = 3  # sessions that are open together
LEFT = 10  # seconds after which the server forgets a session whose browser has gone
SETTLED = 90  # seconds that it has then
BACK = 1.2  # times the plateau


def table(seed: int) -> bytes:
    """A CSV file of so many megabytes, its last column the class."""
    chance = np.random.default_rng(seed)
    lines = [",".join([*(f"x{k}" for k in range(FEATURES)), "class"])]
    rows = MEGABYTES * 2**20 // (FEATURES * 7 + 2)
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


def main() -> None:
    """Print the memory step by step; leave with 1 where it does not come back."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--uploads", type=int, default=10)
    given = asked.parse_args()
    os.environ["STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL"] = str(LEFT)
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as (address, pid):
        server, waits = Server(pid), Waits()

        def tell(when: str) -> float:
            own = server.own_memory()
            print(
                f"{when:<34}{own:>8.0f} MB of the server{server.memory():>8.0f} with its processes",
                flush=True,
            )
            return own

        for page in ("data", *PAGES):
            with Session(address, page) as session:
                session.run()
        plateau = tell("plateau")
        most, sessions = 0.0, []
        for number in range(given.uploads):
            sessions.append(visit(address, number, waits))
            most = max(most, tell(f"upload {number + 1}"))
            if len(sessions) > AT_ONCE:
                sessions.pop(0).close()
        for session in sessions:
            session.close()
        tell("all have gone")
        end = time.monotonic() + LEFT + SETTLED
        while (found := server.own_memory()) > BACK * plateau and time.monotonic() < end:
            time.sleep(1)
        tell("after a while")
        for error in dict.fromkeys(waits.errors):
            print(f"    {error[:200]}")
    if found > BACK * plateau:
        sys.exit(f"missed: {found:.0f} MB, wanted at most {BACK:g} times the {plateau:.0f} MB of before")


if __name__ == "__main__":
    main()
