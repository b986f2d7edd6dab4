"""What README and docs name is there, and a piece of the source is as it stands; `make docs` runs their Python.

A fence that begins with "```python askcore/file.py" shows lines of that file, in their order, and is not run.
"""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any, NamedTuple

import askcore

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), ROOT / "sample_data" / "README.md"]
FENCE = re.compile(r"^```(\S*)[ ]?(.*)\n((?:.*\n)*?)^```$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block: where it stands, its language, the file that it shows, and its lines."""

    line: int
    language: str
    source: str
    text: str


def blocks(page: Path) -> list[Block]:
    words = page.read_text(encoding="utf-8")
    return [
        Block(words.count("\n", 0, found.start()) + 2, found[1], found[2], found[3])
        for found in FENCE.finditer(words)
    ]


def left_out(shown: str, source: str) -> list[str]:
    """The lines that do not stand in the source, in the order shown; "..." stands for some."""
    rest = iter([line.strip() for line in source.splitlines()])
    return [
        line
        for line in map(str.strip, shown.splitlines())
        if line not in ("", "...") and not any(line == other for other in rest)
    ]


def test_a_piece_of_the_source_is_as_it_is_shown():
    shown = [(page.name, block) for page in PAGES for block in blocks(page) if block.source]
    wrong = {
        (name, b.line): left_out(b.text, (ROOT / b.source).read_text(encoding="utf-8")) for name, b in shown
    }
    assert {place: lines for place, lines in wrong.items() if lines} == {}


def test_every_name_of_the_package_is_there():
    name = re.compile(r"(?<![\w./])askcore(?:\.[A-Za-z_]\w*)+")
    for page in PAGES:
        for one in name.findall(page.read_text(encoding="utf-8")):
            assert found(one) is not None, (page.name, one)


def test_every_file_that_is_named_is_there():
    missing = []
    for page in PAGES:
        words = page.read_text(encoding="utf-8")
        named = re.findall(r"`((?:askcore|tests|pages|benchmarks|docs|sample_data)/[\w/.]*)`", words)
        named += re.findall(r"\]\(([\w./]+)\)", words)
        real = [path for path in named if "name" not in Path(path).parts[-1]]  # pages/name.py stands for any
        missing += [
            (page.name, path)
            for path in real
            if not (ROOT / path).exists() and not (page.parent / path).exists()
        ]
    assert missing == []


def found(name: str) -> Any:
    """What a dotted name stands for; a module that no attribute names is imported."""
    so_far, thing = "askcore", askcore
    for part in name.split(".")[1:]:
        so_far += f".{part}"
        thing = getattr(thing, part, None) or importlib.import_module(so_far)
    return thing
