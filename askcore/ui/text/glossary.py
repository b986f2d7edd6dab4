"""The glossary: what the terms of the pages mean, for tooltips, for a page's own terms and for the page Learn.

The words stand in ``glossary.toml``; docs/words.md says how they are used.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("glossary.toml")


@dataclass(frozen=True)
class Term:
    """A term: its name in a sentence, other words for it, one sentence on it, and what there is to add."""

    name: str
    short: str
    more: str = ""
    also: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """All that the glossary says of it."""
        return f"{self.short} {self.more}".strip()

    @property
    def line(self) -> str:
        """The same as a line of a list."""
        return f"- **{self.name}**: {self.whole}"


@dataclass(frozen=True)
class Group:
    """Terms that belong together, in an order to read them in."""

    title: str
    terms: tuple[Term, ...]


@cache
def groups() -> tuple[Group, ...]:
    """The whole glossary."""
    read = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return tuple(
        Group(group["title"], tuple(_term(entry) for entry in group["terms"])) for group in read["groups"]
    )


def term(name: str) -> Term:
    """One term by its name; ``KeyError`` for a name that the glossary does not hold."""
    return _by_name()[name]


def found_in(text: str) -> tuple[Term, ...]:
    """The terms that a text uses, in the order in which it first does."""
    words = _words()
    names = (words[match[1].lower()] for match in _pattern().finditer(text))
    return tuple(term(name) for name in dict.fromkeys(names))


def explain(text: str) -> str | None:
    """What the first five terms of a text mean, for the tooltip beside it; None where it uses none."""
    return "\n\n".join(found.short for found in found_in(text)[:5]) or None


def _term(entry: dict[str, Any]) -> Term:
    return Term(**{**entry, "also": tuple(entry.get("also", ()))})


@cache
def _by_name() -> dict[str, Term]:
    return {found.name: found for group in groups() for found in group.terms}


@cache
def _words() -> dict[str, str]:
    """The name of the term that each word stands for."""
    return {word.lower(): found.name for found in _by_name().values() for word in (found.name, *found.also)}


@cache
def _pattern() -> re.Pattern[str]:
    words = sorted(_words(), key=len, reverse=True)  # "effective rank" before "rank"
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})s?(?!\w)", re.IGNORECASE)
