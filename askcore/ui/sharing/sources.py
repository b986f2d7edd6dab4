"""Whom to cite for what a page shows, in BibTeX.

UI floor, without streamlit. The entries stand in ``sources.bib``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from askcore.ui.sharing.environment import versions

_FILE = Path(__file__).parent / "sources.bib"
_ASKLS = ("he2022asymmetric", "suykens1999lssvm")
_KSVD = ("tao2023ksvd", "suykens2016svd")
_INDEFINITE = ("huang2017indefinite",)
_OF_PAGES = {
    "decisions": _ASKLS,
    "direction": (*_ASKLS, "nadeau2003inference"),
    "kernel_matrix": _ASKLS,
    "spectra": _KSVD,
    "indefinite": (*_INDEFINITE, "suykens1999lssvm", "nadeau2003inference"),
    "nystroem": (*_KSVD, "williams2001nystroem"),
    "papers": (*_ASKLS, "tao2023ksvd", *_INDEFINITE),
    "lesson_two_views": _ASKLS,
    "lesson_svm_forgets": _ASKLS,
    "lesson_primal_dual": _ASKLS,
    "lesson_resonance": _ASKLS,
    "lesson_rows_meet_columns": _KSVD,
    "lesson_guess_matrix": (*_KSVD, "williams2001nystroem"),
    "lesson_krein_space": _INDEFINITE,
    "lesson_feature_space": _INDEFINITE,
    "lesson_honest_comparison": ("nadeau2003inference",),
}


def cited_by(pages: Iterable[str], *, sne: bool = False) -> list[str]:
    """Keys of the entries behind pages, each once, in the order in which they are first needed."""
    keys = [key for page in pages for key in _OF_PAGES.get(page, ())]
    return list(dict.fromkeys([*keys, *(["hinton2002sne"] if sne else [])]))


def bibtex(keys: Iterable[str]) -> str:
    """The entries of these keys, and that of this version of askcore."""
    mine = f"@misc{{askcore,\n  title = {{askcore}},\n  note  = {{version {versions()['askcore']}}}\n}}"
    return "\n\n".join([*(_entries()[key] for key in keys), mine]) + "\n"


@cache
def _entries() -> dict[str, str]:
    """Every entry by its key."""
    text = _FILE.read_text(encoding="utf-8")
    return {re.match(r"@\w+\{(\w+),", entry)[1]: entry for entry in text.strip().split("\n\n")}  # type: ignore[index]
