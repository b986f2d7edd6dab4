"""How it is computed: the formulas of a page, from a Markdown file beside its code.

In the file, paragraphs are parted by empty lines, and a formula stands between two lines of ``$$``.
``{{name}}`` is a blank; a paragraph that begins with ``{{if name}}`` is shown only where that blank is not empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from askcore.ui.blocks import Block
from askcore.ui.pieces import folded
from askcore.ui.text import terms

FOLDER = Path(__file__).parents[1] / "pages"


def how_computed(name: str, page: Sequence[Block], blanks: Mapping[str, Any] | None = None) -> None:
    """The terms of a page, and what ``pages/<name>/how_computed.md`` says, both folded away."""
    terms.draw_terms(name, page)
    if box := folded("How it is computed", f"{name}_how"):
        with box:
            text = (FOLDER / name / "how_computed.md").read_text(encoding="utf-8")
            for is_formula, paragraph in paragraphs(text, blanks or {}):
                (st.latex if is_formula else st.markdown)(paragraph)


def paragraphs(text: str, blanks: Mapping[str, Any]) -> Iterator[tuple[bool, str]]:
    """Whether it is a formula, and the text, of each paragraph."""
    for block in re.split(r"\n\s*\n", text.strip()):
        asked = re.match(r"\{\{if (\w+)\}\}\s*", block)
        if asked and not blanks[asked[1]]:
            continue
        whole = re.sub(
            r"\{\{(\w+)\}\}", lambda found: str(blanks[found[1]]), block[asked.end() if asked else 0 :]
        )
        lines = [line.strip() for line in whole.strip().splitlines()]
        if not lines:
            continue
        if lines[0] == lines[-1] == "$$":
            yield True, " ".join(lines[1:-1])
        else:  # the lines of a list stay apart
            yield False, re.sub(r"\n(?!- )", " ", "\n".join(lines))
