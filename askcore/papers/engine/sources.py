"""Which public set is meant by the name that a paper prints.

Papers floor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeAlias

from askcore.datasets import fetch
from askcore.datasets.public import PublicSet, describe_public, is_at_hand, list_public

__all__ = ["Downloading", "bring", "load_set", "not_at_hand", "parts_of"]

Downloading: TypeAlias = Callable[[PublicSet, int, int | None], object]
"""Called while a set is downloaded: the set, bytes that have come, bytes in all or None."""

# As printed -> as ``datasets.fetch`` calls it; two names are a training and a test part.
_NAMES: dict[str, tuple[str, ...]] = {
    "diabetes": ("pima_diabetes",),
    "liver": ("liver_bupa",),
    "monks1": ("monks1_train", "monks1_test"),
    "monks2": ("monks2_train", "monks2_test"),
    "monks3": ("monks3_train", "monks3_test"),
}


def parts_of(name: str) -> tuple[str, ...]:
    """Names for ``datasets.fetch`` of a published set: one, or training and test part.

    A table may show a set several times, as "sonar ratio 10%".
    """
    plain = name.partition(" ratio ")[0]
    return _NAMES.get(plain, (plain,))


def load_set(name: str, data_home: Any = None) -> Any:
    """The data of a published set: a graph, a table, or a pair of tables (training, test)."""
    parts = tuple(fetch(part, data_home=data_home) for part in parts_of(name))
    return parts[0] if len(parts) == 1 else parts


def bring(missing: Iterable[PublicSet], data_home: Any, downloading: Downloading) -> None:
    """Download sets, and tell how far each one has come; DataError where one cannot be had."""
    for each in missing:
        fetch(each.name, data_home=data_home, progress=partial(downloading, each))


def not_at_hand(names: Iterable[str], data_home: Any = None) -> list[PublicSet]:
    """The public sets that would have to be downloaded for published ones; nothing is opened."""
    parts = dict.fromkeys(part for name in names for part in parts_of(name))
    return [
        describe_public(part)
        for part in parts
        if part in list_public() and not is_at_hand(part, data_home=data_home)
    ]
