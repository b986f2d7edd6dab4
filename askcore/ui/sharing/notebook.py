"""The Python behind a page as a Jupyter notebook: what came out, the code in steps, its main figure, whom to cite.

The file is JSON as nbformat 4.4 describes it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from typing import Any

from askcore import __version__
from askcore.ui.text.snippet import Script


def notebook(script: Script, *, verdict: str = "", warnings: Sequence[str] = (), source: str = "") -> bytes:
    """A notebook that gives the numbers of a page and draws its main figure."""
    cells = [_text(f"# {script.title}\n\nThis notebook {script.about}")]
    if verdict:
        cells.append(_text(f"## On the page\n\n{readable(verdict)}"))
    limits = [readable(one) for one in dict.fromkeys([script.caution, *warnings]) if one]
    if limits:
        cells.append(_text("## What limits it\n\n" + "\n".join(f"- {one}" for one in limits)))
    if imports := script.imported(script.figure):
        cells.append(_code(imports))
    cells += [_code(step) for step in script.steps if step]
    if script.figure:
        cells += [_text("## The main figure"), _code(script.figure)]
    cited = [readable(one) for one in (source, *script.cites) if one]
    version = f"Made with askcore {__version__}."
    cells.append(_text("## Source\n\n" + "\n".join(f"- {one}" for one in [*cited, version])))
    return json.dumps(_document(cells), indent=1, ensure_ascii=False).encode()


def readable(text: str) -> str:
    """Markdown of a page as other programs read it: without colours and sizes, and without markup of HTML."""
    plain = re.sub(r":(?:[a-z]+(?:-background)?)\[([^\]]*)\]", r"\1", text)
    return re.sub(r"\\?<", "&lt;", plain)


def _document(cells: Sequence[dict[str, Any]]) -> dict[str, Any]:
    version = ".".join(map(str, sys.version_info[:3]))
    return {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python", "version": version},
        },
        "nbformat": 4,
        "nbformat_minor": 4,
    }


def _text(source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": source.splitlines(keepends=True)}


def _code(source: str) -> dict[str, Any]:
    lines = source.splitlines(keepends=True)
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": lines}
