"""The glossary, and the terms that a page lists."""

from __future__ import annotations

from askcore.ui.text import glossary
from tests.pages.test_every_page import opened, sound

TERMS = [term for group in glossary.groups() for term in group.terms]


def test_a_word_belongs_to_one_term():
    words = [word.lower() for term in TERMS for word in (term.name, *term.also)]
    assert len(words) == len(set(words))


def test_a_page_lists_the_terms_that_are_on_it():
    at = opened("data.py", "teaching_graph")
    at.session_state["data_terms"] = True
    said = [line.value for line in sound(at.run()).markdown]
    assert any(glossary.term("reciprocity").line in line for line in said)
    assert not any(glossary.term("stable rank").line in line for line in said)
