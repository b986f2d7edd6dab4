"""What the dashboard's server does beside running pages: pages of other sites are refused, a browser is opened.

UI floor. ``app.py`` hands both to ``st.App``, so that plain ``streamlit run app.py`` has them, too.
"""

from __future__ import annotations

import asyncio
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

EVERYWHERE = ("", "0.0.0.0", "::")
HERE = frozenset({"localhost", "127.0.0.1", "::1", "0.0.0.0"})
COMES_UP = 0.5  # seconds between the start of the application and that of its socket

Scope = Mapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class SameOrigin:
    """Refuse Streamlit's socket and its other routes to pages of another origin, with 403.

    Streamlit refuses them as well, but only after it has asked outside for its own address, twice, within the event
    loop: eight such sockets silence a server for 12 seconds. What it accepts passes: no ``Origin``, the host that was
    asked, this machine, ``browser.serverAddress`` and ``server.corsAllowedOrigins``.
    """

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
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


@asynccontextmanager
async def opens_browser(_app: Any) -> AsyncIterator[None]:
    """Open the dashboard in a browser once the server has come up, unless ``server.headless`` says not to."""
    opening = None if st.get_option("server.headless") else asyncio.create_task(_open())
    yield
    if opening is not None:
        opening.cancel()


async def _open() -> None:
    await asyncio.sleep(COMES_UP)
    listens = st.get_option("server.address")
    name = st.get_option("browser.serverAddress") if listens in (None, *EVERYWHERE) else listens
    scheme = "https" if st.get_option("server.sslCertFile") else "http"
    address = f"{scheme}://{name}:{st.get_option('server.port')}/{st.get_option('server.baseUrlPath')}"
    await asyncio.to_thread(webbrowser.open, address)
