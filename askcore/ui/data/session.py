"""The files of a session: the one in use, the one that was given last, and what came of it, under one key.

What is read lies in the session, so it survives page changes and never meets another user.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from askcore.datasets.choices import Way
from askcore.datasets.own_file import Outcome, Preview, Reading, UploadedFile
from askcore.datasets.protocol import Dataset
from askcore.datasets.survey import TableSurvey
from askcore.datasets.tables.features import MissingValues
from askcore.experiments.running.jobs import Job

UPLOADS = "_uploads"


@dataclass(frozen=True, eq=False)
class LoadedFile:
    """A file that was given, whether it could be read or not.

    Attributes
    ----------
    file, labels : as they came; ``labels`` is None without a file of labels.
    reading : the choices so far, with their kind settled.
    look : what it may be read as; None until it was opened.
    data : what was read from it; None until it was.
    key, labels_key : of the uploaders that hold them; "" where they came another way, or another file is there by now.
    """

    file: UploadedFile
    labels: UploadedFile | None = None
    reading: Reading = field(default_factory=Reading)
    look: Preview | None = None
    data: Dataset | None = None
    key: str = ""
    labels_key: str = ""

    @property
    def name(self) -> str:
        """What the file was called when it came."""
        return self.file.name

    @property
    def title(self) -> str:
        """What its data set is called."""
        return (self.data is not None and self.data.name) or "Your file"

    @property
    def survey(self) -> TableSurvey | None:
        """What a table in it asks for, or None."""
        return None if self.look is None else self.look.survey

    @property
    def beside(self) -> UploadedFile | None:
        """The labels that are read with it; bags have their own."""
        return None if self.reading.kind == "bags" else self.labels


@dataclass(frozen=True, eq=False)
class Refusal:
    """Why the file that was given last is not in use: ``problem`` in words, and what it lacks if it has gaps.

    ``labels`` is the name of the file of labels that was given with it, if any, and ``ways`` are ways to read it all
    the same.
    """

    name: str
    problem: str
    gaps: MissingValues | None = None
    labels: str = ""
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, eq=False)
class Offer:
    """A file that looks like labels for the one in use, as it would be on its own, and how many it labels."""

    given: LoadedFile
    labelled: int
    classes: int


@dataclass
class Uploads:
    """What a session knows of its files.

    Attributes
    ----------
    used : what the data set "upload" is read from.
    given : the file that was given last, whose choices are shown.
    refusal, offer : what came of it, where it is not in use.
    reading : the process that reads a file, and that file.
    left : what went out of use last, for the way back.
    settings : those of ``left``, where its file was removed: they come back with it if the next file is refused.
    held : what each uploader held when it was looked at last, as names of the file and of the labels beside it.
    turn : part of the keys of uploaders; those after a reset hold no file.
    """

    used: LoadedFile | None = None
    given: LoadedFile | None = None
    refusal: Refusal | None = None
    offer: Offer | None = None
    reading: tuple[Job[Outcome], LoadedFile] | None = None
    left: LoadedFile | None = None
    settings: Mapping[str, str] | None = None
    held: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    turn: int = 0

    def use(self, given: LoadedFile) -> None:
        """Take a file into use; another one that was in use is laid aside."""
        if self.used is not None and self.used.file is not given.file:
            self.left = self.used
        self.used = self.given = given
        self.settings = None
        self.forget()

    def forget(self) -> None:
        """What is to be said of the last file is said."""
        self.refusal = self.offer = None


def uploads() -> Uploads:
    """Those of this session."""
    found: Uploads = st.session_state.setdefault(UPLOADS, Uploads())
    return found


def uploader_key(name: str) -> str:
    """The key of an uploader; after a reset another one, which holds no file."""
    return f"{name}_{uploads().turn}"


def file_in(key: str) -> Any:
    """The file that an uploader holds, or None: also where the browser has taken it back before this run has begun."""
    file = st.session_state.get(key)
    return file if hasattr(file, "getvalue") else None
