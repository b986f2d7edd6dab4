"""Where public data sets lie: the folders that are looked in, and tables in the layout of this package.

A set lies there as it was published, or in this layout: a graph an .npz of edges (E, 2), labels,
label_names and node_ids; a table a CSV with a header, its last column called label. Nothing here touches the network.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple, TypeAlias

import platformdirs

from askcore._validation import DataError
from askcore.datasets.public.registry import PublicSet, describe_public

Home: TypeAlias = str | os.PathLike[str] | None
VARIABLE = "ASKCORE_DATA"
LABEL = "label"  # the last column of a table


class Folder(NamedTuple):
    """A folder that may hold data sets; one that the user named is never written over."""

    path: Path
    named: bool


def cache_folder() -> Path:
    """The folder for downloads of this user."""
    return Path(platformdirs.user_cache_dir("askcore"))


def folders(data_home: Home = None) -> list[Folder]:
    """Where to look, in turn: data_home alone, if given, or else ASKCORE_DATA, if set, and the user's cache.

    Downloads go to the last one, since ASKCORE_DATA may be for reading alone.
    """
    if data_home is not None:
        if not isinstance(data_home, str | os.PathLike) or not str(data_home).strip():
            raise DataError(
                f"data_home is {data_home!r}, which is not a folder",
                remedy="Give the path of a folder, or None for ASKCORE_DATA and the user's cache.",
            )
        return [Folder(Path(data_home).expanduser(), named=True)]
    given = os.environ.get(VARIABLE, "")
    named = [Folder(Path(given).expanduser(), named=True)] if given else []
    return [*named, Folder(cache_folder(), named=False)]


def present(wanted: PublicSet, folder: Path) -> list[Path]:
    """The files in a folder that may be this set: in the layout of this package, or as published."""
    return [path for path in (folder / wanted.path, *(folder / f for f in wanted.files)) if path.is_file()]


def is_at_hand(name: str, data_home: Home = None) -> bool:
    """Return whether a public data set is in one of the folders that `fetch` searches. No file is opened.

    Parameters
    ----------
    name : one of `list_public`.
    data_home : the folder to search; None for ASKCORE_DATA and the user's cache.

    Returns
    -------
    bool

    Raises
    ------
    DataError : there is no public data set of this name.
    """
    wanted = describe_public(name)
    return any(present(wanted, folder.path) for folder in folders(data_home))
