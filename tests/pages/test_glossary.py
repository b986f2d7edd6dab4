"""The glossary holds what the pages say: each page explains the terms that it uses, and no others."""

from __future__ import annotations

import re

import pytest

from askcore.ui.text import glossary
from tests.pages.sentences import EXPLAINED, kinds_of, terms_of

TERMS = [term for group in glossary.groups() for term in group.terms]


def test_a_word_belongs_to_one_term():
    words = [word.lower() for term in TERMS for word in (term.name, *term.also)]
    assert len(words) == len(set(words))


def test_an_explanation_is_one_plain_sentence():
    for term in TERMS:
        assert re.fullmatch(r"[A-Z].*\.", term.short) or term.short[0] in "γη", term.name
        assert len(term.short.split()) <= 35, term.name
        assert term.name in [found.name for found in glossary.found_in(term.name)]


def test_a_page_explains_the_terms_that_it_uses():
    """``python -m tests.pages.sentences`` writes them into the glossary."""
    for page in EXPLAINED:
        for kind in kinds_of(page):
            assert [t.name for t in glossary.of_page(page, kind)] == terms_of(page, kind), (page, kind)


def test_a_tooltip_explains_the_first_terms_of_its_text():
    said = glossary.explain("The effective rank of the symmetric part.")
    assert said == f"{glossary.term('effective rank').short}\n\n{glossary.term('symmetric part').short}"
    assert glossary.explain("Nothing to explain.") is None


def test_a_term_that_is_not_there():
    with pytest.raises(KeyError, match="wormhole"):
        glossary.term("wormhole")
