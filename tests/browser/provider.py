"""An OpenID Connect provider on this machine that lets everybody in as Ada, for tests."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "askcore"


@contextmanager
def running_provider() -> Iterator[str]:
    """Its address."""
    key, nonces = RSAKey.generate_key(2048, {"kid": "1", "use": "sig", "alg": "RS256"}), []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = urlsplit(self.path)
            if asked.path == "/authorize":
                given = {name: values[0] for name, values in parse_qs(asked.query).items()}
                nonces.append(given.get("nonce"))
                back = urlencode({"code": "1", "state": given["state"]})
                self.send_response(302)
                self.send_header("Location", f"{given['redirect_uri']}?{back}")
                self.end_headers()
            elif asked.path == "/keys":
                self._say({"keys": [key.as_dict(private=False)]})
            else:
                ways = {name: f"{here}/{path}" for name, path in WAYS.items()}
                self._say({"issuer": here, "id_token_signing_alg_values_supported": ["RS256"], **ways})

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            now = int(time.time())
            claims = {"iss": here, "sub": "1", "aud": CLIENT, "iat": now, "exp": now + 60, "name": "Ada"}
            token = jwt.encode({"alg": "RS256", "kid": "1"}, {**claims, "nonce": nonces[-1]}, key)
            self._say({"access_token": "1", "token_type": "Bearer", "expires_in": 60, "id_token": token})

        def _say(self, what: dict[str, Any]) -> None:
            body = json.dumps(what).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Keep quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        here = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield here
        server.shutdown()


WAYS = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
