"""One file over HTTP, from a server on this machine that behaves well or badly."""

from __future__ import annotations

import errno
import os
import shutil
from types import SimpleNamespace

import pooch
import pytest

from askcore.datasets import DataError
from askcore.datasets.public import download as module
from askcore.datasets.public.download import CHUNK, download
from tests.datasets.public.conftest import File

BODY = bytes(range(256)) * 1000


@pytest.fixture
def target(tmp_path):
    return tmp_path / "file.tgz"


def get(server, target, **more):
    return download(server.url("file.tgz"), target, remedy="Do this.", **more)


def left_over(target):
    return sorted(path.name for path in target.parent.iterdir())


def test_a_file_comes_whole_and_alone(server, target):
    server.files["file.tgz"] = File(BODY)
    told = []
    before = pooch.get_logger().level
    assert get(server, target, progress=lambda *now: told.append(now)) == target
    assert target.read_bytes() == BODY
    assert left_over(target) == ["file.tgz"]
    assert told[0] == (0, len(BODY))
    assert told[-1] == (len(BODY), len(BODY))
    assert told == sorted(told)
    assert pooch.get_logger().level == before


def test_without_a_length_the_total_is_not_known(server, target):
    server.files["file.tgz"] = File(BODY, length=False)
    told = []
    get(server, target, progress=lambda *now: told.append(now))
    assert target.read_bytes() == BODY
    assert told[-1] == (len(BODY), None)


def test_an_older_file_is_replaced(server, target):
    target.write_bytes(b"old")
    server.files["file.tgz"] = File(BODY)
    get(server, target)
    assert target.read_bytes() == BODY


def test_a_broken_off_download_goes_on_where_it_stopped(server, target):
    file = server.files["file.tgz"] = File(BODY, stops_at=[6 * CHUNK + 7, 12 * CHUNK])
    told = []
    get(server, target, progress=lambda *now: told.append(now))
    assert target.read_bytes() == BODY
    assert file.asked == ["", f"bytes={6 * CHUNK}-", f"bytes={12 * CHUNK}-"]
    assert told[-1] == (len(BODY), len(BODY))


def test_it_goes_on_in_the_next_call_too(server, target):
    file = server.files["file.tgz"] = File(BODY)

    def stop(done, total):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        get(server, target, progress=stop)
    assert left_over(target) == ["file.tgz.part", "file.tgz.part.tag"]
    some = target.with_name("file.tgz.part").stat().st_size
    assert 0 < some < len(BODY)
    get(server, target)
    assert target.read_bytes() == BODY
    assert file.asked == ["", f"bytes={some}-"]


STARTS_OVER = {
    "the server knows no ranges": (File(BODY, stops_at=[CHUNK], ranges=False), ["", f"bytes={CHUNK}-"]),
    "no tag tells the version": (File(BODY, stops_at=[CHUNK], tag=""), ["", ""]),
    "a weak tag does not either": (File(BODY, stops_at=[CHUNK], tag='W/"one"'), ["", ""]),
}


@pytest.mark.parametrize(("file", "asked"), STARTS_OVER.values(), ids=STARTS_OVER)
def test_or_starts_over(server, target, file, asked):
    server.files["file.tgz"] = file
    get(server, target)
    assert target.read_bytes() == BODY
    assert file.asked == asked


def test_another_version_is_not_glued_to_the_first(server, target):
    target.with_name("file.tgz.part").write_bytes(b"first version")
    target.with_name("file.tgz.part.tag").write_text('"zero"')
    file = server.files["file.tgz"] = File(BODY)
    get(server, target)
    assert target.read_bytes() == BODY
    assert file.asked == ["bytes=13-"]


def test_more_than_there_is_starts_over(server, target):
    """A server answers 416 where nothing is left to send."""
    target.with_name("file.tgz.part").write_bytes(BODY)
    target.with_name("file.tgz.part.tag").write_text('"one"')
    file = server.files["file.tgz"] = File(BODY, status=416)
    file.ranges = False
    with pytest.raises(DataError, match=r"416 \(Requested Range Not Satisfiable\)"):
        get(server, target)
    assert file.asked == [f"bytes={len(BODY)}-", ""]


def test_a_download_that_always_breaks_off_is_refused_and_kept(server, target):
    file = server.files["file.tgz"] = File(BODY, stops_at=[CHUNK] * 4, ranges=False)
    with pytest.raises(
        DataError, match=r"The download broke off at 16,384 of 256,000 bytes\. Do this\.$"
    ) as caught:
        get(server, target)
    assert caught.value.where == f"download of {server.url('file.tgz')}"
    assert len(file.asked) == 1 + module.RETRIES
    assert left_over(target) == ["file.tgz.part", "file.tgz.part.tag"]


@pytest.mark.parametrize(
    ("status", "words", "asked"),
    [
        (404, r"404 \(Not Found\)", 1),
        (403, r"403 \(Forbidden\)", 1),
        (503, r"503 \(Service Unavailable\)", 4),
    ],
)
def test_an_answer_that_is_no_file(server, target, status, words, asked):
    file = server.files["file.tgz"] = File(b"<html>", status=status)
    with pytest.raises(DataError, match=f"The server answered {words}. Do this"):
        get(server, target)
    assert len(file.asked) == asked
    assert left_over(target) == []


def test_a_silent_server(server, target, monkeypatch):
    monkeypatch.setattr(module, "TIMEOUT", 0.05)
    file = server.files["file.tgz"] = File(BODY, silent=True)
    with pytest.raises(DataError, match=r"The server did not answer within 0\.05 seconds\. Do this"):
        get(server, target)
    assert len(file.asked) == 1 + module.RETRIES


def test_pauses_grow(server, target, monkeypatch):
    pauses = []
    monkeypatch.setattr(module, "DELAY", 1.5)
    monkeypatch.setattr(module.time, "sleep", pauses.append)
    server.files["file.tgz"] = File(b"", status=500)
    with pytest.raises(DataError, match="500"):
        get(server, target)
    assert pauses == [1.5, 3.0, 6.0]


@pytest.mark.parametrize("url", ["nonsense", "ftp://127.0.0.1/x", "http://"])
def test_an_address_that_is_none(target, url):
    with pytest.raises(DataError, match="The address cannot be read from"):
        download(url, target, remedy="Do this.")


@pytest.mark.parametrize("length", [True, False])
def test_too_many_bytes(server, target, monkeypatch, length):
    monkeypatch.setattr(module, "MAX_DOWNLOAD", 2**17)
    server.files["file.tgz"] = File(BODY, length=length)
    with pytest.raises(DataError, match="The file has more than 0 MB, and no more are downloaded"):
        get(server, target)
    assert left_over(target) == []


def test_no_room_is_seen_before(server, target, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=len(BODY) - 1))
    server.files["file.tgz"] = File(BODY)
    with pytest.raises(DataError, match="There is no room left on the disk") as caught:
        get(server, target)
    assert caught.value.where == str(target.parent)
    assert left_over(target) == []


def test_a_disk_that_fills_up_leaves_nothing(server, target, monkeypatch):
    server.files["file.tgz"] = File(BODY)

    class Full:
        def __init__(self, file):
            self.file = file

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        def write(self, chunk):
            self.file.write(chunk[:1000])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    opened = type(target).open
    monkeypatch.setattr(
        type(target),
        "open",
        lambda path, mode="r", *a, **k: (
            Full(opened(path, mode)) if mode == "ab" else opened(path, mode, *a, **k)
        ),
    )
    with pytest.raises(DataError, match="There is no room left on the disk"):
        get(server, target)
    assert left_over(target) == []


def test_a_folder_that_is_none(server, tmp_path):
    server.files["file.tgz"] = File(BODY)
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DataError, match="The folder cannot be written to"):
        get(server, tmp_path / "file" / "file.tgz")
