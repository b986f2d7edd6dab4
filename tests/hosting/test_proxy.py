"""The site for nginx as it is handed out, started in front of the app: who gets an answer, and which one.

All that the app sends to other machines is dropped in silence, as by a firewall.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from base64 import b64encode
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.browser.server import free_port, running_server
from tests.hosting.asked import asked, opened_socket, upgraded

ROOT = Path(__file__).parents[2]
SITE = (ROOT / "docs/hosting/nginx.conf").read_text(encoding="utf-8")
NAME, FOREIGN = "dashboard.example.org", "http://evil.example"
HEALTH = "/askcore/_stcore/health"
CUT_OFF = Path(__file__).parent / "cut_off"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(None in (NGINX, shutil.which("openssl")), reason="nginx or openssl is missing"),
]


@dataclass(frozen=True)
class Site:
    """Ports of the proxy, and of the app behind it."""

    http: int
    https: int
    app: int


@pytest.fixture(scope="module")
def app(tmp_path_factory) -> Iterator[int]:
    """The port of the app, under the name and the base path of the example."""
    settings = {"STREAMLIT_SERVER_BASE_URL_PATH": "askcore", "STREAMLIT_SERVER_ALLOWED_HOSTS": NAME}
    environment, folder = {**os.environ, **settings}, tmp_path_factory.mktemp("app")
    cut_off = ["env", f"PYTHONPATH={CUT_OFF}:{ROOT}"]
    with running_server(folder, under=cut_off, environment=environment) as (address, _):
        yield int(urlsplit(address).port or 0)


@pytest.fixture(scope="module")
def site(app, tmp_path_factory) -> Iterator[Site]:
    """The app behind nginx."""
    with proxied(app, tmp_path_factory.mktemp("site"), SITE) as found:
        yield found


@contextmanager
def proxied(app: int, folder: Path, given: str) -> Iterator[Site]:
    """The app behind nginx with a configuration."""
    found = Site(free_port(), free_port(), app)
    certify(folder)
    whole = folder / "nginx.conf"
    whole.write_text(configuration(folder, found, given), encoding="utf-8")
    command = [str(NGINX), "-c", str(whole), "-p", str(folder)]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked.stderr
    proxy = subprocess.Popen([*command, "-g", "daemon off;"])
    try:
        wait_for(found)
        yield found
    finally:
        proxy.terminate()
        proxy.wait(10)


def certify(folder: Path) -> None:
    """A key and a certificate of our own making."""
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    made += ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(made, check=True, capture_output=True)


def configuration(folder: Path, site: Site, given: str) -> str:
    """A whole configuration around the site, which differs in its ports and folders alone."""
    own = given.replace("/etc/ssl/askcore", str(folder)).replace("127.0.0.1:8501", f"127.0.0.1:{site.app}")
    own = re.sub(r"listen 80\b", f"listen 127.0.0.1:{site.http}", own)
    own = re.sub(r"listen 443\b", f"listen 127.0.0.1:{site.https}", own)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "" if os.geteuid() else "user root;"  # which may read what a test writes
    return f"{user} pid {folder}/pid; error_log {folder}/log; events {{}} http {{ access_log off; {paths}\n{own}\n}}"


def wait_for(site: Site) -> None:
    end = time.monotonic() + 30
    while True:
        try:
            if asked(site.https, HEALTH, NAME, tls=True)[0] in (200, 401):
                return
        except OSError:
            pass
        assert time.monotonic() < end, "nginx did not come up"
        time.sleep(0.1)


def host(site: Site) -> str:
    """The name as a browser writes it: the port belongs to it."""
    return f"{NAME}:{site.https}"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (HEALTH, 200),
        ("/askcore/", 200),
        ("/askcore/_stcore/host-config", 200),
        ("/", 302),
        ("/askcore", 301),
        ("/elsewhere", 404),
        ("/askcore/_stcore/metrics", 404),
        ("/askcore/_stcore/script-health-check", 404),
        ("/askcore/_stcore/agent/openapi.json", 404),
    ],
)
def test_what_a_visitor_may_ask_for(site, path, status):
    assert asked(site.https, path, host(site), tls=True)[0] == status


def test_the_headers_forbid_framing_sniffing_and_scripts_from_elsewhere(site):
    headers = asked(site.https, "/askcore/", host(site), tls=True)[1]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["strict-transport-security"].startswith("max-age=")
    policy = dict(each.split(" ", 1) for each in headers["content-security-policy"].split("; "))
    assert policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == "'self' 'unsafe-inline'"
    assert policy["connect-src"] == "'self'"


def test_http_is_sent_to_https(site):
    status, headers = asked(site.http, HEALTH, NAME)
    assert (status, headers["location"]) == (301, f"https://{NAME}{HEALTH}")


@pytest.mark.parametrize("tls", [True, False])
def test_another_name_gets_no_answer(site, tls):
    assert asked(site.https if tls else site.http, HEALTH, "evil.example", tls=tls)[0] == 0


def test_a_web_socket_opens_for_pages_of_its_own_name_alone(site):
    assert upgraded(site.https, host(site), tls=True) == 101
    assert upgraded(site.https, host(site), origin=FOREIGN, tls=True) == 403
    assert upgraded(site.app, "evil.example") == 403


def test_eight_foreign_sockets_at_once_do_not_keep_others_waiting(site):
    """The quickest of three attacks counts: the server may still be reading its pages."""
    waits = []
    for _ in range(3):
        with ThreadPoolExecutor(8) as pool:
            foreign = [
                pool.submit(upgraded, site.https, host(site), origin=FOREIGN, tls=True) for _ in range(8)
            ]
            time.sleep(0.2)
            began = time.perf_counter()
            assert asked(site.https, HEALTH, host(site), tls=True)[0] == 200
            waits.append(time.perf_counter() - began)
            assert {each.result() for each in foreign} == {403}
    assert min(waits) < 1.0


def test_an_address_has_ten_sessions_at_once(site):
    found = [
        opened_socket(site.https, host(site), origin=f"https://{host(site)}", tls=True) for _ in range(11)
    ]
    for _, line in found:
        line.close()
    assert [status for status, _ in found] == [101] * 10 + [429]


def test_a_body_that_is_larger_than_an_upload_may_be_is_refused(site):
    more = {"method": "PUT", "Content_Length": 53 * 2**20}
    assert asked(site.https, "/askcore/_stcore/upload_file/a/b", host(site), tls=True, **more)[0] == 413


def test_with_the_two_lines_for_passwords_nobody_gets_in_without(app, tmp_path):
    users = tmp_path / "askcore.users"
    made = ["openssl", "passwd", "-apr1", "open sesame"]
    users.write_text("ada:" + subprocess.run(made, check=True, capture_output=True, text=True).stdout)
    given = SITE.replace("# auth_basic", "auth_basic").replace("/etc/nginx/askcore.users", str(users))
    with proxied(app, tmp_path, given) as site:
        assert asked(site.https, "/askcore/", host(site), tls=True)[0] == 401
        assert upgraded(site.https, host(site), tls=True) == 401
        named = {"Authorization": "Basic " + b64encode(b"ada:open sesame").decode()}
        assert asked(site.https, "/askcore/", host(site), tls=True, **named)[0] == 200
