"""A workspace: the data, the pages that were seen and the results of long work, in one zip file that opens again.

UI floor, without streamlit. The file comes from anybody. It is unpacked in memory within limits, every member is
checked against the SHA-256 that the manifest names, and nothing in it decides what code runs: data go the way of any
upload, addresses lead to our own pages alone, results are read as ``stored`` says.

    workspace.json     format, versions, which data, addresses, and of every other member its size and SHA-256
    data/file          the file as it was given, byte for byte; its name stands in workspace.json
    data/labels        the file of labels beside it
    results/...        plain values as JSON, and the arrays in them as raw bytes
    README.txt         what this is
"""

from __future__ import annotations

import hashlib
import io
import json
import stat
import zipfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from askcore.datasets import DataError
from askcore.datasets.files.archives import open_zip, take_out
from askcore.datasets.own_file import Given, Reading
from askcore.ui.sharing.environment import versions
from askcore.ui.sharing.stored import Stored, from_plain

FORMAT, VERSION = "askcore workspace", 1
MANIFEST, README = "workspace.json", "README.txt"
MOST_BYTES = 160 * 2**20  # unpacked, all together: two files as large as an upload may be, and results
MOST_MANIFEST, MOST_MEMBERS, MOST_PAGES = 2**20, 400, 100
MOST_RESULTS = 40 * 2**20  # bytes of results that are saved; those computed last
MOST_PLAIN = (
    8 * 2**20
)  # bytes of JSON among them: a megabyte of brackets is twenty of memory, and nobody else computes
LONGEST = 500  # characters of a name

Kind = Literal["sample", "public", "file"]


@dataclass(frozen=True)
class Source:
    """Which data a workspace is about.

    Attributes
    ----------
    kind : a sample, a public set, or a file of one's own.
    name : of the sample or set; what it is called, of a file.
    digest : of the data as they were read.
    file, labels : the files as they were given, of data of one's own.
    reading : how they were read.
    """

    kind: Kind
    name: str
    digest: str
    file: Given | None = None
    labels: Given | None = None
    reading: Reading | None = None


@dataclass(frozen=True)
class Workspace:
    """What a workspace holds.

    Attributes
    ----------
    source : which data.
    pages : addresses of the pages that were seen, the one seen last at the end.
    results : of long work.
    left_out : what could not be saved, in words.
    made : when, as ISO 8601 has it.
    versions : with what.
    """

    source: Source
    pages: tuple[str, ...] = ()
    results: tuple[Stored, ...] = ()
    left_out: tuple[str, ...] = ()
    made: str = ""
    versions: Mapping[str, str] | None = None


def write_workspace(given: Workspace) -> bytes:
    """The zip file of a workspace.

    Parameters
    ----------
    given : what it is to hold; date and versions are those of now.

    Returns
    -------
    bytes
    """
    members: dict[str, bytes] = {}
    source = given.source
    for member, file in (("data/file", source.file), ("data/labels", source.labels)):
        if file is not None:
            members[member] = file.data
    jobs = []
    for number, found in enumerate(given.results, 1):
        jobs.append(found.job)
        members[f"results/{number}.json"] = _json({"plan": found.plan, "result": found.result})
        members |= {f"results/{number}.{name}": data for name, data in found.arrays.items()}
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": versions(),
        "data": {
            "kind": source.kind,
            "name": source.name,
            "digest": source.digest,
            "file": None if source.file is None else source.file.name,
            "labels": None if source.labels is None else source.labels.name,
            "reading": None if source.reading is None else asdict(source.reading),
        },
        "pages": list(given.pages),
        "results": jobs,
        "left_out": list(given.left_out),
        "members": {
            name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in members.items()
        },
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False))
        archive.writestr(README, _README)
        for name, data in members.items():
            archive.writestr(name, data)
    return packed.getvalue()


def read_workspace(data: bytes, *, name: str) -> Workspace:
    """What a zip file holds, if it is a workspace.

    Parameters
    ----------
    data : the bytes of the file.
    name : what it is called.

    Returns
    -------
    Workspace

    Raises
    ------
    DataError : it is no workspace, one of a later format, damaged, changed since, or made to do harm.
    """
    if not data.startswith(b"PK\x03\x04"):
        raise _no_workspace(name)
    with open_zip(data, name=name) as archive:
        _refuse_odd(archive, name)
        if MANIFEST not in archive.namelist():
            raise _no_workspace(name)
        told = _told(take_out(archive, MANIFEST, name=name, most=MOST_MANIFEST), name)
        held = _members(archive, told.get("members"), name)
    return _put_together(told, held, name)


def _refuse_odd(archive: zipfile.ZipFile, name: str) -> None:
    """Refuse what no workspace of ours has: too many members, one name twice, links."""
    found = archive.infolist()
    if len(found) > MOST_MEMBERS:
        raise DataError(
            f"The archive lists {len(found):,} files; a workspace has at most {MOST_MEMBERS}",
            where=f"file {name}",
            remedy=_AGAIN,
        )
    twice = [member for member, times in Counter(archive.namelist()).items() if times > 1]
    if twice:
        raise DataError(
            f"The archive holds {twice[0][:LONGEST]!r} twice", where=f"file {name}", remedy=_AGAIN
        )
    for member in found:
        if stat.S_ISLNK(member.external_attr >> 16):
            raise DataError(
                f"The archive holds a link, {member.filename[:LONGEST]!r}",
                where=f"file {name}",
                remedy=_AGAIN,
            )


def _told(manifest: bytes, name: str) -> dict[str, Any]:
    """What workspace.json says, if it is of a format that we read."""
    try:
        told = json.loads(manifest)
    except (ValueError, RecursionError) as error:
        raise DataError(
            f"{MANIFEST} in the workspace cannot be read", where=f"file {name}", remedy=_AGAIN
        ) from error
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise _no_workspace(name)
    version = told.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _odd("version", name)
    if version > VERSION:
        raise DataError(
            f"The workspace was saved by a later version of askcore (format {version:,}; this one reads {VERSION})",
            where=f"file {name}",
            remedy="Update askcore, or open it where it was saved.",
        )
    return told


def _members(archive: zipfile.ZipFile, listed: Any, name: str) -> dict[str, bytes]:
    """The members that the manifest names, each as it was when it was saved."""
    if not isinstance(listed, dict) or len(listed) > MOST_MEMBERS:
        raise _odd("members", name)
    there, left, plain, held = set(archive.namelist()), MOST_BYTES, MOST_PLAIN, {}
    for member, said in listed.items():
        if not isinstance(said, dict) or not isinstance(said.get("sha256"), str):
            raise _odd("members", name)
        if member not in there:
            raise DataError(
                f"{member[:LONGEST]!r} is missing from the workspace", where=f"file {name}", remedy=_AGAIN
            )
        is_plain = member.startswith("results/") and member.endswith(".json")
        held[member] = take_out(archive, member, name=name, most=min(left, plain) if is_plain else left)
        left -= len(held[member])
        plain -= len(held[member]) * is_plain
        if hashlib.sha256(held[member]).hexdigest() != said["sha256"]:
            raise DataError(
                f"{member[:LONGEST]!r} in the workspace is not as it was saved: its SHA-256 is another one",
                where=f"file {name}",
                remedy=_AGAIN,
            )
    return held


def _put_together(told: Mapping[str, Any], held: Mapping[str, bytes], name: str) -> Workspace:
    source = _source(told.get("data"), held, name)
    pages = _texts(told.get("pages"), MOST_PAGES, 5_000, "pages", name)
    jobs = _texts(told.get("results"), MOST_MEMBERS, LONGEST, "results", name)
    left_out = _texts(told.get("left_out"), MOST_MEMBERS, LONGEST, "left_out", name)
    of = told.get("versions")
    if not isinstance(of, dict) or len(of) > LONGEST:
        raise _odd("versions", name)
    known = {key: _text(of[key], LONGEST, "versions", name) for key in versions() if key in of}
    results = tuple(_result(number, job, held, name) for number, job in enumerate(jobs, 1))
    return Workspace(source, pages, results, left_out, _text(told.get("made"), 40, "made", name), known)


def _source(told: Any, held: Mapping[str, bytes], name: str) -> Source:
    if not isinstance(told, dict) or told.get("kind") not in get_args(Kind):
        raise _odd("data", name)
    called, digest = (_text(told.get(key), LONGEST, f"data: {key}", name) for key in ("name", "digest"))
    if told["kind"] != "file":
        return Source(told["kind"], called, digest)
    file, labels = (
        _file(told.get(key), held.get(member), key, name)
        for key, member in (("file", "data/file"), ("labels", "data/labels"))
    )
    if file is None or told.get("reading") is None:
        raise _odd("data: file", name)
    try:
        reading = from_plain(told["reading"], Reading, {})
    except DataError as error:
        raise _odd("data: reading", name) from error
    return Source("file", called, digest, file, labels, reading)


def _file(called: Any, data: bytes | None, key: str, name: str) -> Given | None:
    """A file of data, or None where there is none of that kind."""
    if called is None:
        return None
    if data is None:
        raise _odd(f"data: {key}", name)
    return Given(_base(_text(called, LONGEST, f"data: {key}", name)), data)


def _result(number: int, job: str, held: Mapping[str, bytes], name: str) -> Stored:
    member = f"results/{number}."
    try:
        plain = json.loads(held[f"{member}json"])
        plan, result = plain["plan"], plain["result"]
    except (LookupError, TypeError, ValueError, RecursionError) as error:
        raise DataError(
            f"Result {number} in the workspace cannot be read", where=f"file {name}", remedy=_AGAIN
        ) from error
    arrays = {at.removeprefix(member): data for at, data in held.items() if at.startswith(f"{member}array-")}
    return Stored(job, plan, result, arrays)


def _texts(told: Any, most: int, longest: int, what: str, name: str) -> tuple[str, ...]:
    if not isinstance(told, list) or len(told) > most:
        raise _odd(what, name)
    return tuple(_text(each, longest, what, name) for each in told)


def _text(told: Any, longest: int, what: str, name: str) -> str:
    if not isinstance(told, str) or len(told) > longest:
        raise _odd(what, name)
    return told


def _base(path: str) -> str:
    """The name of a file without folders, of whatever system."""
    return path.replace("\\", "/").rpartition("/")[2] or "file"


def _json(value: Any) -> bytes:
    return json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode()


def _odd(what: str, name: str) -> DataError:
    return DataError(
        f"{MANIFEST} in the workspace says nothing that can be used of “{what}”",
        where=f"file {name}",
        remedy=_AGAIN,
    )


def _no_workspace(name: str) -> DataError:
    return DataError(
        "This is no workspace of askcore",
        where=f"file {name}",
        remedy="Choose a file that was saved on this page. A file with data goes into the field in the sidebar.",
    )


_AGAIN = "Copy or download it again from where it was saved."
_README = f"""A workspace of askcore: data, pages and results of a session.

Open it on the page Session of the dashboard. {MANIFEST} says what is in it:
which data, the addresses of the pages, the versions, and the SHA-256 of every file.
data/file is the file of data as it was given, byte for byte; its name stands in {MANIFEST}.
"""
