"""What the dashboard's server does beside running pages: it refuses pages of other sites, redirects older links, frees
memory, keeps a worker process ready, and opens a browser.

``app.py`` hands this to ``st.App``, so that plain ``streamlit run app.py`` has it, too.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import import_module
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import streamlit as st
from starlette.formparsers import MultiPartParser
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from askcore.ui.contents import MOVED, page_of

EVERYWHERE = ("", "0.0.0.0", "::")
HERE = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})
COMES_UP = 0.5  # seconds between the start of the application and that of its socket
READY = 5.0  # seconds after which a worker process is made ready: pages go first
ANSWERED = (
    b"0\x00"  # a message of Streamlit's protocol, "run on save: no", which it answers without running a page
)
SENT = 0.5  # seconds in which it does
TENDED = 30.0  # seconds between two looks after memory


class SameOrigin:
    """Refuse Streamlit's socket and its other routes to pages of another origin, with 403.

    Streamlit refuses them as well, but only after it has asked outside for its own address, twice, within the event
    loop: eight such sockets silence a server for 12 seconds. What it accepts passes: no ``Origin``, the host that was
    asked, this machine, ``browser.serverAddress`` and ``server.corsAllowedOrigins``.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a socket as ASGI has it."""
        kind = scope["type"]
        if kind in ("http", "websocket") and "/_stcore/" in scope["path"] and _is_foreign(scope["headers"]):
            if kind == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            else:
                await send({"type": "http.response.start", "status": 403, "headers": []})
                await send({"type": "http.response.body", "body": b""})
            return
        await self.app(scope, receive, send)


class OlderLinks:
    """Redirect the address of a page that is called otherwise now, or is a part of another page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request as ASGI has it; its settings go along."""
        base, path = st.get_option("server.baseUrlPath").strip("/"), str(scope.get("path", ""))
        name = path.strip("/").removeprefix(base).strip("/")
        app = self.app
        if scope["type"] == "http" and name in MOVED:
            title, settings = MOVED[name]
            given = dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True))
            query = urlencode({**given, **settings})
            app = RedirectResponse(f"{'../' * path.endswith('/')}{page_of(title).file}?{query}".rstrip("?"))
        await app(scope, receive, send)


def _is_foreign(headers: list[tuple[bytes, bytes]]) -> bool:
    given = {name.lower(): value.decode("latin-1") for name, value in headers}
    origin = given.get(b"origin")
    if origin is None or not st.get_option("server.enableCORS"):
        return False
    try:
        asked = urlsplit(origin)
        name = asked.hostname
    except ValueError:
        return True
    return asked.netloc != given.get(b"host") and name not in HERE and name not in _named()


def _named() -> set[str | None]:
    """Hosts that the settings of the server name."""
    origins = [origin.strip() for origin in st.get_option("server.corsAllowedOrigins")]
    hosts = [urlsplit(origin if "//" in origin else f"//{origin}").hostname for origin in origins]
    return {*hosts, st.get_option("browser.serverAddress")}


class ForgetsVisitors:
    """Have Streamlit forget the sessions of visitors who have gone, with their files.

    It drops a session whose time is over, ``server.disconnectedSessionTTL``, only when another one ends, and holds on
    to the session that it has sent something last. So after the last visitor one is opened, by the request that this
    visitor made, asks for an answer, and ends. Without any visitor the results go, too.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.here, self.gone = app, 0, 0
        self.waiting: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a socket as ASGI has it."""
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        self.here += 1
        try:
            await self.app(dict(scope), receive, send)
        finally:
            self.here, self.gone = self.here - 1, self.gone + 1
            task = asyncio.create_task(self._forget(scope, self.gone))
            self.waiting.add(task)
            task.add_done_callback(self.waiting.discard)

    async def _forget(self, scope: Scope, gone: int) -> None:
        await asyncio.sleep(st.get_option("server.disconnectedSessionTTL") + 1)
        if gone != self.gone:  # another one has gone since, after whom it is done for all
            return
        messages = iter(
            (
                {"type": "websocket.connect"},
                {"type": "websocket.receive", "bytes": ANSWERED},
                {"type": "websocket.disconnect", "code": 1000},
            )
        )

        async def receive() -> Message:
            message = next(messages)
            if message["type"] == "websocket.disconnect":
                await asyncio.sleep(SENT)
            return message

        async def send(_message: Message) -> None:
            pass

        anonymous = [(name, value) for name, value in scope["headers"] if name.lower() not in _OF_A_SESSION]
        await self.app({**scope, "headers": anonymous, "subprotocols": []}, receive, send)
        if not self.here:
            import_module("askcore.ui.cache").memory().forget_results()
        await asyncio.to_thread(free_memory)


_OF_A_SESSION = (b"sec-websocket-protocol", b"cookie")


def free_memory() -> None:
    """Collect garbage, and hand free memory back to the system, which the C library would keep."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    if "pyarrow" in sys.modules:
        sys.modules["pyarrow"].default_memory_pool().release_unused()
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # a C library without it
            ctypes.CDLL(None).malloc_trim(0)


async def _tend() -> None:
    await asyncio.sleep(READY)
    jobs = await asyncio.to_thread(
        import_module, "askcore.experiments.running.jobs"
    )  # the server is up before
    while True:
        await asyncio.to_thread(jobs.runner().warm)
        await asyncio.sleep(TENDED)
        await asyncio.to_thread(free_memory)


@asynccontextmanager
async def lifespan(_app: Any) -> AsyncIterator[None]:
    """While the server is up: look after memory and a spare worker process.

    Uploads stay in memory, so that no content of a visitor lies on the disk, and a full one refuses none. A browser is
    opened once the server has come up, unless ``server.headless`` says not to.
    """
    MultiPartParser.spool_max_size = 2**20 * (st.get_option("server.maxUploadSize") + 1)
    tasks = [asyncio.create_task(_tend())]
    if not st.get_option("server.headless"):
        tasks.append(asyncio.create_task(_open()))
    yield
    for task in tasks:
        task.cancel()


async def _open() -> None:
    await asyncio.sleep(COMES_UP)
    listens = st.get_option("server.address")
    name = st.get_option("browser.serverAddress") if listens in (None, *EVERYWHERE) else listens
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    address = f"{scheme}://{name}:{st.get_option('server.port')}/{st.get_option('server.baseUrlPath')}"
    await asyncio.to_thread(webbrowser.open, address)
