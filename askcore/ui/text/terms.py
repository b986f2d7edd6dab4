"""Where pages explain their terms: beside the verdict, and in an expander on each page."""

from __future__ import annotations

from collections.abc import Sequence

from askcore.ui import blocks
from askcore.ui.blocks import Block
from askcore.ui.pieces import folded
from askcore.ui.sharing.visits import opened
from askcore.ui.text import glossary


def draw_terms(key: str, page: Sequence[Block]) -> None:
    """The terms that a page uses as it is open now, and what they mean, folded; ``key`` begins that of the fold."""
    if box := folded("Terms on this page", f"{key}_terms"):
        used = {*glossary.found_in(" ".join(blocks.texts(opened(page))))}
        listed = [term.line for group in glossary.groups() for term in group.terms if term in used]
        box.markdown("\n".join(listed) or "None of the terms of the glossary.")
