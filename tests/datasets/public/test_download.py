"""One file over HTTP, from a server on this machine that behaves well or badly; and who asks the network at all."""

from __future__ import annotations

import socket

import pytest

from askcore import papers
from askcore.datasets import DataError, describe_public, fetch, is_at_hand, list_public
from askcore.datasets.public import download as module
from askcore.datasets.public.download import CHUNK, download
from tests.datasets.public.conftest import File

BODY = bytes(range(256)) * 1000


@pytest.fixture
def get(server, tmp_path):
    def got(**more):
        path = tmp_path / "file.tgz"
        download(server.url("file.tgz"), path, remedy="Do this.", **more)
        return path.read_bytes()

    return got


@pytest.mark.parametrize("length", [True, False])
def test_a_file_comes_whole_and_tells_how_far_it_is(server, get, length):
    server.files["file.tgz"] = File(BODY, length=length)
    told = []
    assert get(progress=lambda *now: told.append(now)) == BODY
    come, total = zip(*told, strict=True)
    assert sorted(come) == list(come)
    assert set(total) == {len(BODY) if length else None}
    assert len(BODY) <= come[-1] < len(BODY) + (1 if length else CHUNK)


def test_a_download_that_breaks_off_is_refused(server, get):
    server.files["file.tgz"] = File(BODY, stops_at=[6 * CHUNK + 7])
    with pytest.raises(DataError, match=r"The download stopped after 98,304 bytes\. Do this\.$") as caught:
        get()
    assert caught.value.where == f"download of {server.url('file.tgz')}"


@pytest.mark.parametrize("status", [404, 503])
def test_an_answer_that_is_no_file(server, get, status):
    server.files["file.tgz"] = File(b"<html>", status=status)
    with pytest.raises(DataError, match=rf"The server answered {status} \w+ Error: \w.*\. Do this"):
        get()


def test_a_silent_server(server, get, monkeypatch):
    monkeypatch.setattr(module, "TIMEOUT", 0.05)
    server.files["file.tgz"] = File(BODY, silent=True)
    with pytest.raises(
        DataError, match=r"There is no connection to 127\.0\.0\.1: it stopped answering\. Do this"
    ):
        get()


@pytest.mark.parametrize("length", [True, False])
def test_too_many_bytes(server, get, monkeypatch, length):
    monkeypatch.setattr(module, "MAX_DOWNLOAD", 2**17)
    server.files["file.tgz"] = File(BODY, length=length)
    with pytest.raises(DataError, match="The file has more than 0 MB, the limit"):
        get()


@pytest.mark.parametrize("url", ["nonsense", "http://"])
def test_an_address_that_is_none(url, tmp_path):
    with pytest.raises(DataError, match=r"There is no connection to .*: it cannot be reached\. Do this"):
        download(url, tmp_path / "file", remedy="Do this.")


@pytest.fixture
def watched(monkeypatch):
    """From when it is called on, nobody may ask the network."""

    def refuse(*_, **__):
        raise AssertionError("the network was asked")

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
