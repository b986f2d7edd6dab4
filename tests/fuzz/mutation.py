"""Valid files spoilt at random: bytes, tokens and numbers changed, cut, repeated, spliced; members of archives, too.

The case of a seed and a number is the same again, up to the dates that some libraries write into a file.
"""

from __future__ import annotations

import gzip
import io
import random
import re
import struct
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

from tests.datasets.made import packed, tarred
from tests.fuzz.corpus import EXTENSIONS, OWN_EXTENSION, files

LONGEST = 300_000  # bytes of a case
NUMBERS = (
    b"0", b"-1", b"1e999", b"-1e308", b"1e-320", b"nan", b"inf", b"2147483648", b"-9223372036854775809",
    b"9007199254740993", b"9" * 30, b"9" * 400, b"1" * 5_000, b"007", b"1.0", b"0.5", b"1,5", b"1_000", b"0x10",
    "\u0661".encode(),
)  # fmt: skip
TOKENS = (
    b"", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\n\n\n", b"\r", b"\t", b",", b";", b'"', b"'", b"#", b"%", b"*", b"[",
    b"]", b"{", b"}", b"<", b">", b"&a;", b"NA", b"null", b"true", b"label", b"source", b"target", b"weight", b"bag",
    b"id", b"\xed\xa0\x80", "\u202e".encode(), b"<!DOCTYPE a>", b'{"nodes": [', b"graph [", b"*Vertices ", b"@data\n",
    b"..",
)  # fmt: skip
INTEGERS = (0, 1, -1, 2, 7, 255, 2**15, 2**31 - 1, -(2**31), 2**31, 2**63 - 1, -(2**63))
_NUMBER = re.compile(rb"\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Case:
    """What is read: bytes under a name, and what they were made from."""

    name: str
    data: bytes
    made_from: str


def case(seed: int, number: int) -> Case:
    """The case of this seed and number."""
    rng = random.Random(f"{seed}:{number}")
    known = files()
    origin = rng.choice(sorted(known))
    data = known[origin]
    inside = data[:2] == b"PK" and rng.random() < 0.8  # behind the checksums of the archive
    data = with_a_member_spoilt(rng, data) if inside else spoilt(rng, data)
    extension = rng.choice(EXTENSIONS)
    if origin in OWN_EXTENSION and rng.random() < 0.5:
        extension = OWN_EXTENSION[origin]
    while rng.random() < 0.06:
        data = _packed(rng, data, extension)
    return Case(f"file.{extension}" if extension else "file", data[:LONGEST], origin)


def spoilt(rng: random.Random, data: bytes) -> bytes:
    """Data with one to six changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        data = rng.choice(MUTATIONS)(rng, data)[:LONGEST]
    return data


def _span(rng: random.Random, data: bytes, longest: int = 40) -> tuple[int, int]:
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + rng.randrange(longest + 1))


def _flip(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 8) if data else 0):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _cut(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _remove(rng: random.Random, data: bytes) -> bytes:
    start, end = _span(rng, data)
    return data[:start] + data[end:]


def _repeat(rng: random.Random, data: bytes) -> bytes:
    start, end = _span(rng, data, rng.choice((2, 10, 200)))
    return data[:end] + data[start:end] * rng.choice((1, 2, 10, 100, 2_000)) + data[end:]


def _repeat_line(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    return b"\n".join(lines[:at] + [lines[at]] * rng.choice((2, 3, 60, 2_000)) + lines[at + 1 :])


def _shuffle_lines(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    rng.shuffle(lines)
    return b"\n".join(lines)


def _insert(rng: random.Random, data: bytes) -> bytes:
    start, end = _span(rng, data, rng.choice((0, 0, 1, 5)))
    return data[:start] + rng.choice(TOKENS) * rng.choice((1, 1, 1, 3, 1_000)) + data[end:]


def _swap_number(rng: random.Random, data: bytes) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return _insert(rng, data)
    chosen = rng.choice(found)
    return data[: chosen.start()] + rng.choice(NUMBERS) + data[chosen.end() :]


def _overwrite_integer(rng: random.Random, data: bytes) -> bytes:
    size = rng.choice((1, 2, 4, 8))
    start = rng.randrange(max(len(data) - size, 0) + 1)
    value = rng.choice(INTEGERS) % 256**size
    written = value.to_bytes(size, rng.choice(("little", "big")))
    return data[:start] + written + data[start + size :]


def _splice(rng: random.Random, data: bytes) -> bytes:
    other = files()[rng.choice(sorted(files()))]
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def _encode(rng: random.Random, data: bytes) -> bytes:
    encoding = rng.choice(("utf-16", "utf-16-le", "utf-8-sig", "latin-1"))
    return data.decode("utf-8", "replace").encode(encoding, "replace")


MUTATIONS: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _flip, _cut, _remove, _repeat, _repeat_line, _shuffle_lines, _insert, _insert, _swap_number, _swap_number,
    _overwrite_integer, _splice, _encode,
)  # fmt: skip


def with_a_member_spoilt(rng: random.Random, data: bytes) -> bytes:
    """An archive packed again with one of its files spoilt, or its header claiming another shape."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(name, archive.read(name)) for name in archive.namelist()]
    except (zipfile.BadZipFile, ValueError, NotImplementedError, struct.error):
        return spoilt(rng, data)
    at = rng.randrange(len(members))
    name, content = members[at]
    members[at] = (name, spoilt(rng, content))
    if rng.random() < 0.1:
        members.append(
            (rng.choice(("x.npy", "../x", name.upper(), "deep/" * 40 + "x")), spoilt(rng, content))
        )
    return packed(*members)


def _packed(rng: random.Random, data: bytes, extension: str) -> bytes:
    how = rng.randrange(3)
    if how == 0:
        return gzip.compress(data, mtime=0)
    if how == 1:
        return packed((f"inner.{extension}", data))
    return tarred((f"inner.{extension}", data))
