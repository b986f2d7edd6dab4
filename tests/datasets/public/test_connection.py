"""No network is told within seconds, and nothing asks for one that was not told to."""

from __future__ import annotations

import socket
import threading
import time
from types import SimpleNamespace

import pytest

from askcore import papers
from askcore.datasets import DataError, describe_public, fetch, is_at_hand, list_public
from askcore.datasets.public import _connection, download, openml
from askcore.datasets.public._connection import no_connection

URL = "https://data.example.org/file.tgz"


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    monkeypatch.setattr(_connection.requests.utils, "get_environ_proxies", lambda url: {})


@pytest.fixture
def unknown_host(monkeypatch):
    def refuse(where, timeout=None):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(_connection.socket, "create_connection", refuse)


def test_a_server_that_is_there(server):
    assert no_connection(server.url("x")) == ""


def test_a_server_that_refuses():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and not listening
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/x"
        assert no_connection(url) == "There is no connection to 127.0.0.1 (Connection refused)"


def test_a_name_that_nobody_knows(unknown_host):
    assert no_connection(URL) == "There is no connection to data.example.org (Name or service not known)"


def test_looking_for_a_name_without_end(monkeypatch):
    over = threading.Event()

    def wait(where, timeout):
        over.wait(20)
        raise TimeoutError

    monkeypatch.setattr(_connection, "CONNECT", 0.05)
    monkeypatch.setattr(_connection.socket, "create_connection", wait)
    started = time.monotonic()
    assert no_connection(URL) == "There is no connection to data.example.org (no answer within 0.05 seconds)"
    assert time.monotonic() - started < 10
    over.set()


def test_a_proxy_is_left_to_find_the_server(unknown_host, monkeypatch):
    monkeypatch.setattr(_connection.requests.utils, "get_environ_proxies", lambda url: {"https": "proxy"})
    assert no_connection(URL) == ""


def test_without_a_network_nothing_is_tried_again(unknown_host, home, monkeypatch):
    def sleep(seconds):
        raise AssertionError("it waits")

    monkeypatch.setattr(download, "time", SimpleNamespace(sleep=sleep))
    monkeypatch.setattr(openml, "no_connection", no_connection)
    for name, host in (("cora", "linqs-data.soe.ucsc.edu"), ("sonar", "www.openml.org")):
        with pytest.raises(DataError, match=rf"There is no connection to {host} \(Name .*source="):
            fetch(name)


def test_nothing_asks_the_network_unasked(toys, home, monkeypatch, tmp_path):
    fetch("ring")
    monkeypatch.undo()
    monkeypatch.setattr("pooch.os_cache", lambda project: tmp_path / "empty")
    monkeypatch.delenv("ASKCORE_DATA", raising=False)

    def refuse(*_, **__):
        raise AssertionError("the network was asked")

    for what in ("create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, what, refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    for name in list_public():
        assert describe_public(name).url.startswith("https://")
        assert not is_at_hand(name)
    assert papers.tables()
    with pytest.raises(DataError, match="nothing is downloaded"):
        papers.table("askls-III", "cora", offline=True)


def test_nor_does_data_at_hand(toys, home, monkeypatch):
    fetch("ring")

    def refuse(*_, **__):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert fetch("ring").n_nodes == 4
