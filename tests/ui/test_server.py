"""Who may open the socket, and that a browser is opened where one is wanted."""

from __future__ import annotations

import ast
import asyncio
import socket
import time
from pathlib import Path

import pytest
import streamlit as st
from streamlit.proto.BackMsg_pb2 import BackMsg

from askcore.ui import server
from askcore.ui.cache import memory
from askcore.ui.server import ForgetsVisitors, OlderLinks, SameOrigin, lifespan
from tests.browser.server import running_app, running_server
from tests.browser.session import Session

ROOT = Path(__file__).parents[2]


def asked(
    monkeypatch, origin: str | None, *, kind: str = "websocket", path: str = "/_stcore/stream", **options
):
    """What came of a request of that origin to ask.example:8501: the name of the application, or what was sent."""
    usual = {"server.enableCORS": True, "server.corsAllowedOrigins": [], "browser.serverAddress": "localhost"}
    monkeypatch.setattr(st, "get_option", (usual | options).__getitem__)
    sent = []

    async def app(scope, receive, send):
        sent.append("application")

    async def send(message):
        sent.append(message.get("code") or message.get("status"))

    headers = [(b"Host", b"ask.example:8501")] + ([] if origin is None else [(b"Origin", origin.encode())])
    asyncio.run(SameOrigin(app)({"type": kind, "path": path, "headers": headers}, None, send))
    return sent[0]


@pytest.mark.parametrize(
    ("path", "query", "leads_to"),
    [
        ("/glossary", b"", "learn?learn=Glossary"),
        ("/session/", b"", "../share"),
        ("/base/apply", b"data=Iris&details=Errors", "decisions?data=Iris&details=New+samples"),
        ("/decisions", b"", None),
        ("/_stcore/session", b"", None),
    ],
)
def test_an_older_address_is_redirected_with_its_settings(monkeypatch, path, query, leads_to):
    monkeypatch.setattr(st, "get_option", {"server.baseUrlPath": "/base/"}.__getitem__)
    sent = []

    async def app(scope, receive, send):
        sent.append(None)

    async def send(message):
        sent.extend(value.decode() for name, value in message.get("headers", ()) if name == b"location")

    asyncio.run(OlderLinks(app)({"type": "http", "path": path, "query_string": query}, None, send))
    assert sent == [leads_to]


@pytest.mark.parametrize(
    "origin",
    [None, "http://ask.example:8501", "https://ask.example:8501", "http://localhost:3000", "http://[::1]:9"],
)
def test_the_host_that_was_asked_and_this_machine_pass(monkeypatch, origin):
    assert asked(monkeypatch, origin) == "application"


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://ask.example",
        "http://ask.example:8501.evil.example",
        "null",
        "",
        "http://[bad",
    ],
)
def test_other_origins_are_refused_at_once(monkeypatch, origin):
    assert asked(monkeypatch, origin) == 1008
    assert asked(monkeypatch, origin, kind="http", path="/base/_stcore/health") == 403


def test_the_page_itself_and_what_the_server_allows_pass(monkeypatch):
    there = "https://other.example"
    assert asked(monkeypatch, there, kind="http", path="/decisions") == "application"
    assert asked(monkeypatch, there, **{"server.enableCORS": False}) == "application"
    assert asked(monkeypatch, there, **{"server.corsAllowedOrigins": [there]}) == "application"
    assert asked(monkeypatch, there, **{"browser.serverAddress": "other.example"}) == "application"


@pytest.mark.parametrize(
    ("more", "opened"),
    [
        ({"server.headless": True}, []),
        ({}, ["http://localhost:8600/"]),
        ({"server.address": "0.0.0.0"}, ["http://localhost:8600/"]),
        ({"server.address": "192.0.2.1", "server.sslCertFile": "x.pem"}, ["https://192.0.2.1:8600/"]),
    ],
)
def test_a_browser_is_opened_where_the_server_listens_unless_it_is_headless(monkeypatch, more, opened):
    usual = {"server.headless": False, "browser.serverAddress": "localhost", "server.port": 8600}
    bare = {"server.address": None, "server.sslCertFile": None, "server.baseUrlPath": ""}
    bare |= {"server.maxUploadSize": 50}
    monkeypatch.setattr(server.MultiPartParser, "spool_max_size", 0)
    found, options = [], usual | bare | more
    monkeypatch.setattr(st, "get_option", options.__getitem__)
    monkeypatch.setattr(server, "COMES_UP", 0.0)
    monkeypatch.setattr(server.webbrowser, "open", found.append)

    async def start() -> None:
        async with lifespan(None):
            await asyncio.sleep(0.2)

    asyncio.run(start())
    assert found == opened


def test_after_a_visitor_has_gone_another_one_comes_and_goes_without_the_session_of_the_first(monkeypatch):
    monkeypatch.setattr(st, "get_option", {"server.disconnectedSessionTTL": -1}.__getitem__)
    dropped, freed, scopes = [], [], []
    monkeypatch.setattr(memory().__class__, "forget_results", lambda _: dropped.append(True))
    monkeypatch.setattr(server, "free_memory", lambda: freed.append(True))
    monkeypatch.setattr(server, "SENT", 0.1)

    async def app(scope, receive, send):
        scopes.append(scope)
        if len(scopes) > 1:
            asked = [await receive() for _ in range(3)]
            assert [each["type"].removeprefix("websocket.") for each in asked] == [
                "connect",
                "receive",
                "disconnect",
            ]
            message = BackMsg.FromString(asked[1]["bytes"])
            assert message.WhichOneof("type") == "set_run_on_save"

    async def visit() -> None:
        headers = [
            (b"Host", b"ask.example"),
            (b"Cookie", b"a=b"),
            (b"Sec-WebSocket-Protocol", b"streamlit, session"),
        ]
        scope = {
            "type": "websocket",
            "path": "/_stcore/stream",
            "headers": headers,
            "subprotocols": ["streamlit"],
        }
        await ForgetsVisitors(app)(scope, None, None)
        await asyncio.sleep(0.3)

    asyncio.run(visit())
    assert len(scopes) == 2
    assert (scopes[1]["headers"], scopes[1]["subprotocols"]) == ([(b"Host", b"ask.example")], [])
    assert dropped == freed == [True]


def test_streamlit_finds_the_application_in_the_entry():
    """It looks for a call of ``st.App`` that is given a name, in the text."""
    calls = [
        node for node in ast.walk(ast.parse((ROOT / "app.py").read_text())) if isinstance(node, ast.Assign)
    ]
    assert any(ast.unparse(node).startswith("app = st.App(") for node in calls)


@pytest.mark.long
def test_a_running_server_refuses_a_foreign_socket_and_takes_its_own(tmp_path):
    with running_app(tmp_path) as address:
        port = int(address.rpartition(":")[2])
        for origin, status in ((address, b"101"), ("http://evil.example", b"403")):
            with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
                line.sendall(
                    f"GET /_stcore/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {origin}\r\n"
                    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
                )
                assert line.recv(100).split()[1] == status


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files are counted in /proc")
def test_visitors_who_have_gone_leave_no_open_file(monkeypatch, tmp_path):
    monkeypatch.setenv("STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL", "2")
    with running_server(tmp_path) as (address, pid):

        def opened() -> int:
            return len([*Path(f"/proc/{pid}/fd").iterdir()])

        with Session(address, "data") as session:
            session.run()
        time.sleep(8)  # forgotten; a worker process is ready by now
        before = opened()
        for visitor in [Session(address, "data") for _ in range(6)]:
            visitor.run()
            visitor.close()
        end = time.monotonic() + 20
        while opened() > before and time.monotonic() < end:
            time.sleep(0.5)
        assert opened() <= before
