"""One file over HTTP, from a server on this machine that behaves well or badly; no network is told within seconds."""

from __future__ import annotations

import socket
import threading
import time

import pytest
import requests

from askcore import papers
from askcore.datasets import DataError, describe_public, fetch, is_at_hand, list_public
from askcore.datasets.public.download import CHUNK, PAUSES, download, no_connection
from tests.datasets.public.conftest import File

BODY = bytes(range(256)) * 1000
URL = "https://data.example.org/file.tgz"


def get(server, pauses=(0, 0, 0), **more):
    return download(server.url("file.tgz"), remedy="Do this.", pauses=pauses, **more)


def refuse(*_, **__):
    raise AssertionError("the network was asked, or waited for")


@pytest.mark.parametrize("length", [True, False])
def test_a_file_comes_whole_and_tells_how_far_it_is(server, length):
    server.files["file.tgz"] = File(BODY, length=length)
    total, told = len(BODY) if length else None, []
    assert get(server, progress=lambda *now: told.append(now)) == BODY
    assert (told[0], told[-1]) == ((0, total), (len(BODY), total))
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_broken_off_download_starts_over(server):
    file = server.files["file.tgz"] = File(BODY, stops_at=[6 * CHUNK + 7, 0])
    assert get(server) == BODY
    assert file.asked == 3


def test_a_download_that_always_breaks_off_is_refused(server):
    file = server.files["file.tgz"] = File(BODY, stops_at=[CHUNK] * 4)
    with pytest.raises(
        DataError, match=r"The download broke off at 16,384 of 256,000 bytes\. Do this\.$"
    ) as caught:
        get(server)
    assert caught.value.where == f"download of {server.url('file.tgz')}"
    assert file.asked == 1 + len(PAUSES)


@pytest.mark.parametrize(
    ("status", "words", "asked"),
    [
        (404, r"404 \(Not Found\)", 1),
        (403, r"403 \(Forbidden\)", 1),
        (206, r"206 \(Partial Content\)", 1),
        (503, r"503 \(Service Unavailable\)", 4),
    ],
)
def test_an_answer_that_is_no_file(server, status, words, asked):
    file = server.files["file.tgz"] = File(b"<html>", status=status)
    with pytest.raises(DataError, match=f"The server answered {words}. Do this"):
        get(server)
    assert file.asked == asked


def test_a_silent_server(server):
    file = server.files["file.tgz"] = File(BODY, silent=True)
    with pytest.raises(DataError, match=r"The server did not answer within 0\.05 seconds\. Do this"):
        get(server, timeout=0.05)
    assert file.asked == 4


def test_pauses_grow(server, monkeypatch):
    pauses = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    server.files["file.tgz"] = File(b"", status=500)
    with pytest.raises(DataError, match="500"):
        get(server, pauses=PAUSES)
    assert pauses == [0, 2, 4, 8]


@pytest.mark.parametrize("url", ["nonsense", "ftp://127.0.0.1/x", "http://"])
def test_an_address_that_is_none(url):
    with pytest.raises(DataError, match="The address cannot be read from"):
        download(url, remedy="Do this.")


@pytest.mark.parametrize("length", [True, False])
def test_too_many_bytes(server, length):
    server.files["file.tgz"] = File(BODY, length=length)
    with pytest.raises(DataError, match="The file has more than 0 MB; this is the limit"):
        get(server, max_bytes=2**17)


@pytest.fixture
def no_proxy(monkeypatch):
    monkeypatch.setattr(requests.utils, "get_environ_proxies", lambda url: {})


@pytest.fixture
def unknown_host(monkeypatch, no_proxy):
    def fail(where, timeout=None):
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "create_connection", fail)


def test_a_server_that_is_there(server, no_proxy):
    assert no_connection(server.url("x")) == ""


def test_a_server_that_refuses(no_proxy):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and not listening
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/x"
        assert no_connection(url) == "There is no connection to 127.0.0.1 (Connection refused)"


def test_looking_for_a_name_without_end(monkeypatch, no_proxy):
    over = threading.Event()

    def wait(where, timeout):
        over.wait(20)
        raise TimeoutError

    monkeypatch.setattr(socket, "create_connection", wait)
    started = time.monotonic()
    words = "There is no connection to data.example.org (no answer within 0.05 seconds)"
    assert no_connection(URL, patience=0.05) == words
    assert time.monotonic() - started < 10
    over.set()


def test_a_proxy_is_left_to_find_the_server(unknown_host, monkeypatch):
    monkeypatch.setattr(requests.utils, "get_environ_proxies", lambda url: {"https": "proxy"})
    assert no_connection(URL) == ""


def test_without_a_network_nothing_is_tried_again(unknown_host, home, monkeypatch):
    monkeypatch.setattr(time, "sleep", refuse)
    for name, host in (("cora", "linqs-data.soe.ucsc.edu"), ("sonar", "www.openml.org")):
        with pytest.raises(DataError, match=rf"There is no connection to {host} \(Name .*source="):
            fetch(name)


@pytest.fixture
def watched(monkeypatch):
    """From when it is called on, nobody may ask the network."""

    def watch():
        for what in ("create_connection", "getaddrinfo"):
            monkeypatch.setattr(socket, what, refuse)
        monkeypatch.setattr(socket.socket, "connect", refuse)

    return watch


def test_nothing_asks_the_network_unasked(home, watched):
    watched()
    for name in list_public():
        assert describe_public(name).url.startswith("https://")
        assert not is_at_hand(name)
    assert papers.tables()
    with pytest.raises(DataError, match="downloads are not allowed"):
        papers.table("askls-III", "cora", offline=True)


def test_nor_does_data_at_hand(toys, home, watched):
    fetch("ring")
    watched()
    assert fetch("ring").n_nodes == 4
