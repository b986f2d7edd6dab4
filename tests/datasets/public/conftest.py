"""Two small public sets, a server on this machine, and no waiting."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import platformdirs
import pytest

from askcore.datasets import GraphData, PublicSet, TableData
from askcore.datasets.public import registry
from askcore.datasets.public.content import digest_of
from tests.datasets.public.published import as_linqs, as_plain

GRAPH = GraphData(
    np.array([[0, 1, 0, 0], [0, 0, 1, 1], [0, 0, 1, 0], [1, 0, 0, 0]]),
    ["10", "200", "3", "b"],
    np.array(["Theory", "Agents", "Theory", "Agents"]),
)
TABLE = TableData([[1, 0.1], [2, -3], [1, 0.1], [4, 1e-3]], [1, 0, 1, 1], ["u", "v"])


@dataclass
class File:
    """What the server sends for a path, and what it was asked."""

    body: bytes
    status: int = 200
    stops_at: list[int] = field(default_factory=list)  # one for each request that breaks off there
    silent: bool = False
    length: bool = True
    asked: int = 0


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self):
        self.files, self.over = {}, threading.Event()
        super().__init__(("127.0.0.1", 0), Handler)

    def url(self, name):
        return f"http://127.0.0.1:{self.server_address[1]}/{name}"

    def handle_error(self, request, client_address):
        """The client went away: some tests make it."""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        found = self.server.files.get(self.path[1:])
        if found is None:
            self.send_error(404)
            return
        found.asked += 1
        if found.silent:
            self.server.over.wait(20)
            return
        self.send_response(found.status)
        if found.length:
            self.send_header("Content-Length", str(len(found.body)))
        self.end_headers()
        self.wfile.write(found.body[: found.stops_at.pop(0) if found.stops_at else None])

    def log_message(self, *_):
        """Quiet."""


@pytest.fixture
def server():
    running = Server()
    thread = threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield running
    running.over.set()
    running.shutdown()
    running.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    """A cache of its own, and no ASKCORE_DATA, for each test."""
    monkeypatch.delenv("ASKCORE_DATA", raising=False)
    cache = tmp_path / "caches" / "askcore"
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda project: str(tmp_path / "caches" / project))
    return cache


@pytest.fixture
def rng():
    return np.random.default_rng(3)


def public(name, kind, url, digest, **more):
    details = more.pop("details", {})
    return PublicSet(
        name, f"Toy {name}", kind, 4, "Somebody", url, (url.rsplit("/", 1)[1],), 500, digest=digest,
        details=details, notes=("Made up.",), order=more.pop("order", "text"), **more,
    )  # fmt: skip


@pytest.fixture
def toys(monkeypatch, server, rng):
    """The sets ``ring`` (LINQS) and ``rows`` (UCI), served under their addresses."""
    sets = {
        "ring": public(
            "ring", "graph", server.url("ring.tgz"), digest_of(GRAPH), provider="linqs", edges=5, self_loops=1,
            label_names=("Agents", "Theory"),
        ),
        "rows": public(
            "rows", "table", server.url("rows.data"), digest_of(TABLE), provider="uci", feature_names=("u", "v"),
            label_names=("no", "yes"), details={"codes": [{"n": 0, "y": 1}]},
        ),
    }  # fmt: skip
    monkeypatch.setattr(registry, "_sets", lambda: sets)
    strangers = ["10\tnobody", "10\tb"]  # one unknown paper, one line twice
    server.files["ring.tgz"] = File(as_linqs(GRAPH, "ring", rng, strangers))
    server.files["rows.data"] = File(as_plain(TABLE, sets["rows"], rng))
    return sets
