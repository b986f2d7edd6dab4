"""What is known of each public data set: a card for people, and what reading and checking need.

The facts are data, in registry.json beside this file; `digests.py` writes its digests.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from askcore._validation import DataError

REGISTRY = Path(__file__).with_name("registry.json")
PublicKind: TypeAlias = Literal["graph", "table", "numbers"]


@dataclass(frozen=True)
class PublicSet:
    """The description of a public data set.

    Parameters
    ----------
    name, title : the name for `fetch`, and a title for readers.
    kind : "graph", "table" (of classes) or "numbers" (a table with a numeric target).
    rows : number of nodes or rows.
    citation : the publication to cite.
    url : the published file, or its page.
    files : names of the published file in a data folder.
    bytes : approximate size of the published file.
    edges, self_loops : numbers for a graph; self-loops are included in the edges. 0 for a table.
    feature_names : names of the features of a table.
    label_names : the classes; class k of a table is the integer k.
    target : meaning of the numeric target, if there is one.
    edge : meaning of an edge.
    notes : changes between the published file and the data set.
    checked : whether the reader was tested on the published file. It is False if only copies were available.
    provider : the publisher, which determines the reader: "linqs", "pubmed", "gnn", "uci" or "openml".
    order : order of the nodes or rows, as in `content`: "text", "number" or "recorded".
    digest : SHA-256 of the content.
    details : settings for the reader of this provider.
    """

    name: str
    title: str
    kind: PublicKind
    rows: int
    citation: str
    url: str
    files: tuple[str, ...]
    bytes: int
    edges: int = 0
    self_loops: int = 0
    feature_names: tuple[str, ...] = ()
    label_names: tuple[str, ...] = ()
    target: str = ""
    edge: str = ""
    notes: tuple[str, ...] = ()
    checked: bool = False
    provider: str = ""
    order: str = "recorded"
    digest: str = ""
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def path(self) -> str:
        """The path of the set in a data folder, in the layout of this package."""
        return f"graphs/{self.name}.npz" if self.kind == "graph" else f"uci/{self.name}.csv"


def list_public(kind: PublicKind | None = None) -> list[str]:
    """Return the names of all public data sets, or of those of one kind.

    Parameters
    ----------
    kind : "graph", "table" (of classes) or "numbers"; None for all.

    Returns
    -------
    list of str, graphs first.

    Examples
    --------
    >>> list_public("graph")
    ['cora', 'citeseer', 'pubmed', 'amazon_photo', 'amazon_computers']
    >>> list_public("numbers")
    ['yacht', 'cholesterol']
    """
    return [name for name, found in _sets().items() if kind in (None, found.kind)]


def describe_public(name: str) -> PublicSet:
    """Return the description of a public data set without reading the data.

    Parameters
    ----------
    name : one of `list_public`.

    Returns
    -------
    PublicSet

    Raises
    ------
    DataError : there is no public data set of this name.

    Examples
    --------
    >>> cora = describe_public("cora")
    >>> cora.title, cora.rows, cora.edges, cora.edge
    ('Cora citations', 2708, 5429, 'A paper points to a paper that it cites.')
    """
    known = _sets()
    if not isinstance(name, str) or name not in known:
        near = _near(name) if isinstance(name, str) else ""
        raise DataError(
            f"There is no public data set {name!r}",
            remedy=f"{near}Choose one of {', '.join(known)}.",
        )
    return known[name]


def _near(name: str) -> str:
    """A question about a name that was written a little differently, or the title."""
    asked = name.strip().lower().removesuffix(".npz").removesuffix(".csv").replace("-", "_").replace(" ", "_")
    titles = {found.title.lower().replace(" ", "_"): key for key, found in _sets().items()}
    near = difflib.get_close_matches(titles.get(asked, asked), _sets(), n=1, cutoff=0.8)
    return f"Is {near[0]!r} meant? " if near else ""


@cache
def _sets() -> dict[str, PublicSet]:
    entries = json.loads(REGISTRY.read_text(encoding="utf-8"))
    return {name: _as_set(name, entry) for name, entry in entries.items()}


def _as_set(name: str, entry: dict[str, Any]) -> PublicSet:
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()}
    return PublicSet(name=name, **{**values, "details": entry["details"]})
