"""Which tables, data sets and rows are meant.

Papers floor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from askcore.papers.command.arguments import Refused
from askcore.papers.engine.protocol import Protocol

__all__ = ["Selection", "selected"]


@dataclass(frozen=True)
class Selection:
    """A table, and what of it; None for all."""

    protocol: Protocol
    datasets: tuple[str, ...] | None = None
    methods: tuple[str, ...] | None = None


def selected(
    protocols: Sequence[Protocol], datasets: Sequence[str] | None, methods: Sequence[str] | None
) -> list[Selection]:
    """Tables that have one of the data sets and one of the rows; Refused for a name that none of them has."""
    for name in datasets or ():
        _check(name, "data set", protocols, lambda p: p.datasets)
    for name in methods or ():
        _check(name, "row", protocols, lambda p: p.rows)
    found = []
    for protocol in protocols:
        here = None if datasets is None else tuple(d for d in protocol.datasets if d in datasets)
        rows = None if methods is None else tuple(m for m in protocol.rows if m in methods)
        if here != () and rows != ():
            found.append(Selection(protocol, here, rows))
    if not found:
        raise Refused("No table has these data sets and these rows together.")
    return found


def _check(
    name: str, word: str, protocols: Sequence[Protocol], of: Callable[[Protocol], Sequence[str]]
) -> None:
    if any(name in of(protocol) for protocol in protocols):
        return
    if word == "data set":
        for protocol in protocols:
            if name in protocol.absent:
                raise Refused(f"{name} of {protocol.key} cannot be had: {protocol.absent[name]}")
    known = dict.fromkeys(each for protocol in protocols for each in of(protocol))
    raise Refused(f"There is no {word} {name!r} in {_keys(protocols)}; say one of: {'; '.join(known)}.")


def _keys(protocols: Sequence[Protocol]) -> str:
    return ", ".join(protocol.key for protocol in protocols) if len(protocols) < 4 else "any table"
