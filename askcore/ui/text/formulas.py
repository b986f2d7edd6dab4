"""What a page folds away at its end: the terms on it, and how it is computed.

The formulas stand in a Markdown file beside the code of the page, a template of Jinja; empty lines part its paragraphs,
and a formula stands between two lines of ``$$``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st
from jinja2 import Environment, StrictUndefined

from askcore.ui import blocks
from askcore.ui.blocks import Block
from askcore.ui.pieces import fold
from askcore.ui.sharing.visits import opened
from askcore.ui.text import glossary

FOLDER = Path(__file__).parents[1] / "pages"


def draw_terms(key: str, page: Sequence[Block]) -> None:
    """The terms that a page uses as it is open now, and what they mean, folded; ``key`` begins that of the fold."""
    if box := fold("Terms on this page", f"{key}_terms"):
        used = {*glossary.found_in(" ".join(blocks.texts(opened(page))))}
        listed = [term.line for group in glossary.groups() for term in group.terms if term in used]
        box.markdown("\n".join(listed) or "None of the terms of the glossary.")


def how_computed(name: str, page: Sequence[Block], blanks: Mapping[str, Any]) -> None:
    """The terms of a page, and what ``pages/<name>/how_computed.md`` says, both folded away."""
    draw_terms(name, page)
    if box := fold("How it is computed", f"{name}_how"):
        with box:
            for paragraph in paragraphs((FOLDER / name / "how_computed.md").read_text("utf-8"), blanks):
                if paragraph.startswith("$$"):
                    st.latex(paragraph.strip("$ "))
                else:
                    st.markdown(paragraph)


def paragraphs(text: str, blanks: Mapping[str, Any]) -> list[str]:
    """The paragraphs of a template with its blanks filled in, each in one line, but for the lines of a list."""
    markdown = Environment(undefined=StrictUndefined, trim_blocks=True)
    parts = re.split(r"\n\s*\n", markdown.from_string(text).render(blanks).strip())
    return [re.sub(r"\s*\n(?!- )\s*", " ", part) for part in parts]
