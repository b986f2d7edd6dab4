"""The glossary holds what the pages say: each page explains the terms that it uses, and no others."""

from __future__ import annotations

import re

import pytest

from askcore.ui.text import glossary
from tests.pages.sentences import EXPLAINED, FOLDER, kind_in, kinds_of, terms_of

TERMS = [term for group in glossary.groups() for term in group.terms]


def test_a_word_belongs_to_one_term():
    words = [word.lower() for term in TERMS for word in (term.name, *term.also)]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_an_explanation_is_one_plain_sentence(term):
    assert re.fullmatch(r"[A-Z].*\.", term.short) or term.short[0] in "γη"
    assert len(term.short.split()) <= 35
    assert term.name in [found.name for found in glossary.found_in(term.name)]


@pytest.mark.parametrize(("page", "kind"), [(page, kind) for page in EXPLAINED for kind in kinds_of(page)])
def test_a_page_explains_the_terms_that_it_uses(page, kind):
    """``python -m tests.pages.sentences`` writes them into the glossary."""
    assert [term.name for term in glossary.of_page(page, kind)] == terms_of(page, kind)


@pytest.mark.parametrize("page", EXPLAINED)
def test_a_page_lists_its_terms(page):
    case = "run" if page == "direction" else "graph"  # that page explains a result
    said = (FOLDER / f"{page}-{case}.txt").read_text(encoding="utf-8")
    used = glossary.of_page(page, kind_in(page, case))
    assert [term.name for term in used if f"**{term.name}**: {term.short}" not in said] == []


def test_a_graph_has_no_terms_of_other_data():
    assert "bag" in [term.name for term in glossary.of_page("spectra", "bags")]
    for page in set(EXPLAINED) - {"papers"}:
        assert "bag" not in [term.name for term in glossary.of_page(page, "graph")]
    assert "bandwidth" not in [term.name for term in glossary.of_page("spectra", "graph")]


def test_a_tooltip_explains_the_first_terms_of_its_text():
    said = glossary.explain("The effective rank of the symmetric part.")
    assert said == f"{glossary.term('effective rank').short}\n\n{glossary.term('symmetric part').short}"
    assert glossary.explain("Nothing to explain.") is None


def test_a_term_that_is_not_there():
    with pytest.raises(KeyError, match="wormhole"):
        glossary.term("wormhole")
