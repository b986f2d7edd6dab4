"""The glossary holds what the pages say: each page explains the terms that it uses, and no others."""

from __future__ import annotations

from askcore.ui.text import glossary
from tests.pages.sentences import EXPLAINED, kinds_of, terms_of

TERMS = [term for group in glossary.groups() for term in group.terms]


def test_a_word_belongs_to_one_term():
    words = [word.lower() for term in TERMS for word in (term.name, *term.also)]
    assert len(words) == len(set(words))


def test_a_page_explains_the_terms_that_it_uses():
    """``python -m tests.pages.sentences`` writes them into the glossary."""
    for page in EXPLAINED:
        for kind in kinds_of(page):
            assert [t.name for t in glossary.of_page(page, kind)] == terms_of(page, kind), (page, kind)
