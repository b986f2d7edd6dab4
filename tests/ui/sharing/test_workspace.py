"""A workspace as a file: what goes in comes out, and whatever is wrong with it is refused with a remedy."""

from __future__ import annotations

import contextlib
import io
import json
import random
import stat
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from askcore.datasets import DataError
from askcore.datasets.own_file import Given, Reading
from askcore.ui.sharing.environment import versions
from askcore.ui.sharing.stored import Stored
from askcore.ui.sharing.workspace import (
    MANIFEST,
    MOST_BYTES,
    MOST_PLAIN,
    VERSION,
    Source,
    Workspace,
    read_workspace,
    write_workspace,
)

TABLE, LABELS = b"\xef\xbb\xbfwidth;height\r\n1;2\r\n3;4\r\n", b"cat\ndog\n"
OWN = Source(
    "file",
    "../<b>pets</b>.csv",
    "00ff",
    Given("../<b>pets</b>.csv", TABLE),
    Given("labels.txt", LABELS),
    Reading("table", label=False, missing="drop"),
)
RESULT = Stored("race", {"digest": "00ff"}, {"n": 1}, {"array-0": b"12345678"})
PAGES = ("spectra?tab=Energy", "decisions?data=two_moons&gamma=3")


def packed(source: Source = OWN) -> bytes:
    return write_workspace(Workspace(source, PAGES, (RESULT,), ("find",)))


def test_everything_comes_back():
    found = read_workspace(packed(), name="work.zip")
    assert found.source.file.data == TABLE
    assert found.source.labels.data == LABELS
    assert (found.source.name, found.source.digest) == (OWN.name, "00ff")
    assert found.source.file.name == "pets<>.csv" or "/" not in found.source.file.name
    assert found.source.reading == OWN.reading
    assert (found.pages, found.left_out) == (PAGES, ("find",))
    assert found.versions == versions()
    (result,) = found.results
    assert (result.job, result.plan, result.result) == (RESULT.job, RESULT.plan, RESULT.result)
    assert result.arrays == {"array-0": b"12345678"}


@pytest.mark.parametrize("kind", ["sample", "public"])
def test_of_a_sample_the_name_is_kept(kind):
    found = read_workspace(packed(Source(kind, "two_moons", "abc")), name="work.zip")
    assert found.source == Source(kind, "two_moons", "abc")


def test_the_file_says_what_is_in_it():
    with zipfile.ZipFile(io.BytesIO(packed())) as archive:
        told = json.loads(archive.read(MANIFEST))
        assert "Session" in archive.read("README.txt").decode()
        assert archive.read("data/file") == TABLE
    assert told["members"]["data/file"]["bytes"] == len(TABLE)
    assert not any("pets" in name for name in archive.namelist())  # a name of a file is no path


def rewritten(
    change: Callable[[dict[str, Any]], Any] = lambda told: None,
    members: Callable[[dict[str, bytes]], Any] = lambda held: None,
) -> bytes:
    """The same workspace with another manifest, or other members."""
    with zipfile.ZipFile(io.BytesIO(packed())) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    told = json.loads(held[MANIFEST])
    change(told)
    held[MANIFEST] = json.dumps(told).encode()
    members(held)
    return zipped(*held.items())


def zipped(*members: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return out.getvalue()


def link() -> bytes:
    info = zipfile.ZipInfo("data/file")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return zipped((MANIFEST, b"{}"), (info, b"/etc/passwd"))


def encrypted() -> bytes:
    """The same with the flag of a password at its manifest."""
    data = bytearray(packed())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + at] |= 1
    return bytes(data)


def twice() -> bytes:
    with pytest.warns(UserWarning, match="Duplicate"):
        return zipped((MANIFEST, b"{}"), (MANIFEST, b"{}"))


def bomb(size: int, member: str = "data/file") -> bytes:
    return rewritten(members=lambda held: held.update({member: bytes(size)}))


def with_(**said: Any) -> bytes:
    return rewritten(lambda told: told.update(said))


def data_with(**said: Any) -> bytes:
    return rewritten(lambda told: told["data"].update(said))


HOSTILE: dict[str, tuple[bytes | Callable[[], bytes], str]] = {
    "nothing": (b"", "This is no workspace"),
    "text": (b"a,b\n1,2\n", "This is no workspace"),
    "zip of something else": (lambda: zipped(("edges.csv", b"a,b\n")), "This is no workspace"),
    "another manifest": (lambda: zipped((MANIFEST, b'{"format": "other"}')), "This is no workspace"),
    "no object": (lambda: zipped((MANIFEST, b"[1]")), "This is no workspace"),
    "no JSON": (lambda: zipped((MANIFEST, b"{")), "cannot be read"),
    "no text": (lambda: zipped((MANIFEST, b"\xff\xfe\x00")), "cannot be read"),
    "deep JSON": (lambda: zipped((MANIFEST, b"[" * 500_000)), "cannot be read"),
    "large manifest": (lambda: zipped((MANIFEST, b" " * 2**21)), "more than 1 MB"),
    "cut short": (lambda: packed()[:-200], "damaged or cut off"),
    "cut in the middle": (lambda: packed()[: len(packed()) // 2], "damaged or cut off"),
    "spoilt": (lambda: packed().replace(b"data/file", b"data/fil\xff"), "damaged|missing"),
    "newer": (lambda: with_(version=VERSION + 1), "saved by a later version"),
    "no version": (lambda: with_(version="1"), "“version”"),
    "wrong digest": (lambda: rewritten(members=lambda held: held.update({"data/file": b"x"})), "SHA-256"),
    "result changed": (
        lambda: rewritten(members=lambda held: held.update({"results/1.json": b"{}"})),
        "SHA-256",
    ),
    "member missing": (lambda: rewritten(members=lambda held: held.pop("data/file")), "missing"),
    "way out": (lambda: zipped((MANIFEST, b"{}"), ("../../evil", b"x")), "points outside"),
    "absolute": (lambda: zipped((MANIFEST, b"{}"), ("/etc/cron", b"x")), "points outside"),
    "drive": (lambda: zipped((MANIFEST, b"{}"), ("C:\\evil", b"x")), "points outside"),
    "link": (link, "holds a link"),
    "password": (encrypted, "password"),
    "one name twice": (twice, "twice"),
    "crowded": (lambda: zipped(*((f"{i}", b"") for i in range(500))), "lists 500 files"),
    "very crowded": (lambda: zipped(*((f"{i}", b"") for i in range(10_001))), "more than 10,000 files"),
    "bomb": (lambda: bomb(MOST_BYTES // 2), "more than 250 times as large"),
    "bomb of a manifest": (lambda: zipped((MANIFEST, bytes(64 * 2**20))), "more than 1 MB|250 times"),
    "no members": (lambda: with_(members=[]), "“members”"),
    "members of another kind": (lambda: with_(members={"a": 1}), "“members”"),
    "no pages": (lambda: with_(pages="decisions"), "“pages”"),
    "pages without end": (lambda: with_(pages=["a"] * 101), "“pages”"),
    "a page of another kind": (lambda: with_(pages=[1]), "“pages”"),
    "results without files": (lambda: with_(results=["a", "b"]), "Result 2 in the workspace cannot be read"),
    "versions of another kind": (lambda: with_(versions=[]), "“versions”"),
    "version that is none": (lambda: with_(versions={"numpy": 1}), "“versions”"),
    "no data": (lambda: with_(data=None), "“data”"),
    "data of another kind": (lambda: data_with(kind="folder"), "“data”"),
    "no name": (lambda: data_with(name=None), "“data: name”"),
    "a long name": (lambda: data_with(name="x" * 10_000), "“data: name”"),
    "no reading": (lambda: data_with(reading=None), "“data: file”"),
    "a reading of another kind": (lambda: data_with(reading={"kind": "table"}), "“data: reading”"),
    "a kind that is none": (
        lambda: rewritten(lambda told: told["data"]["reading"].update(kind="pickle")),
        "“data: reading”",
    ),
    "data without their file": (
        lambda: rewritten(lambda told: told["members"].pop("data/file")),
        "“data: file”",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused(name):
    data, said = HOSTILE[name]
    data = data() if callable(data) else data
    tracemalloc.start()
    start = time.perf_counter()
    try:
        with pytest.raises(DataError, match=said) as caught:
            read_workspace(data, name="work.zip")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.remedy
    assert len(str(caught.value)) < 1_000
    assert peak < 200 * 2**20
    assert time.perf_counter() - start < 20


def test_members_that_nobody_names_are_left():
    """Systems add files of their own to an archive that is packed anew."""
    found = rewritten(members=lambda held: held.update({"__MACOSX/._x": b"x", "notes.txt": b"mine"}))
    assert read_workspace(found, name="work.zip").pages == PAGES


def test_large_members_are_refused_before_they_are_all_there():
    noise = random.Random(0).randbytes(2**20)
    half = b"".join(noise for _ in range(MOST_BYTES // 2**20 // 2 + 8))
    found = zipped(
        (
            MANIFEST,
            json.dumps(
                {
                    "format": "askcore workspace",
                    "version": 1,
                    "members": {
                        name: {"sha256": __import__("hashlib").sha256(half).hexdigest()}
                        for name in ("a", "b")
                    },
                }
            ).encode(),
        ),
        ("a", half),
        ("b", half),
    )
    with pytest.raises(DataError, match="MB; this is the limit"):
        read_workspace(found, name="work.zip")


def test_brackets_without_end_take_neither_memory_nor_time():
    """160 MB of them would be 5 GB, and seconds in which nobody else computes."""
    lists = b'{"plan":1,"result":[' + b"[]," * (MOST_PLAIN // 3) + b"[]]}"
    spoilt = rewritten(members=lambda held: held.update({"results/1.json": lists}))
    tracemalloc.start()
    start = time.perf_counter()
    with pytest.raises(DataError):
        read_workspace(spoilt, name="work.zip")
    assert tracemalloc.get_traced_memory()[1] < 10 * MOST_PLAIN
    tracemalloc.stop()
    assert time.perf_counter() - start < 10


def test_whatever_is_spoilt_is_refused_with_a_remedy():
    chance, good = random.Random(0), packed()
    for _ in range(300):
        spoilt = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(spoilt))
            spoilt[at : at + chance.choice([0, 1, 1, 8])] = chance.randbytes(chance.choice([0, 1, 1, 8]))
        with contextlib.suppress(DataError):
            read_workspace(bytes(spoilt[: chance.choice([len(spoilt), at])]), name="work.zip")
