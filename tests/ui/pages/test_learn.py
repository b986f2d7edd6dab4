"""The page Learn: its tabs, the search in the glossary, and older addresses that lead to a tab."""

from __future__ import annotations

from importlib import import_module

from askcore.ui.blocks import Action, Text, texts, walk
from askcore.ui.contents import LESSONS
from askcore.ui.pages.learn import ABOUT, FIND, LearnState, learn
from askcore.ui.text import glossary

NEW = LearnState()


def said(tab: str, wanted: str = "", state: LearnState = NEW) -> list[str]:
    return texts(learn(state), is_open=lambda key, title: title == tab, value=lambda control: wanted)


def test_the_lessons_stand_in_order_with_their_questions_and_what_was_opened_is_ticked():
    page = list(walk(learn(LearnState(frozenset({LESSONS[2].file})))))
    ways = [block for block in page if isinstance(block, Action)]
    assert [way.page for way in ways] == [lesson.title for lesson in LESSONS]
    assert [way.label.startswith(":material/check") for way in ways] == [
        at == 2 for at in range(len(LESSONS))
    ]
    assert set(texts(page)) >= {lesson.answers for lesson in LESSONS}


def test_the_first_three_lessons_take_ten_minutes():
    """At 200 words a minute, with half a minute for each thing to try."""
    minutes = 0.0
    for page in LESSONS[:3]:
        lesson = import_module(f"askcore.ui.lessons.{page.file.removeprefix('lesson_')}").LESSON
        answers = " ".join(f"{question} {answer}" for question, answer in lesson.questions.items())
        read = " ".join((lesson.claim, lesson.idea, lesson.example, *lesson.tries, lesson.caution, answers))
        minutes += len(read.split()) / 200 + 0.5 * len(lesson.tries)
    assert 8 < minutes < 11
    assert "The first three lessons take about ten minutes" in ABOUT


def test_the_glossary_holds_every_term_and_finds_them_by_a_word():
    lines = [term.line for group in glossary.groups() for term in group.terms]
    assert "\n".join(said("Glossary")).count("\n- **") + len(glossary.groups()) > len(lines)
    found = "\n".join(said("Glossary", " Indefinite "))
    assert glossary.term("indefinite").line in found
    assert glossary.term("source view").line not in found
    assert said("Glossary", "zzz") == ["The glossary does not contain this term. Try a shorter word."]
    assert FIND.key == "glossary_find"


def test_the_tables_of_the_papers_are_made_where_their_tab_is_open():
    state = LearnState(papers=lambda: [Text("**We reproduce 3 of 4 published numbers.**", "verdict")])
    assert said("Paper tables", state=state) == ["**We reproduce 3 of 4 published numbers.**"]
    assert "We reproduce" not in "\n".join(said("Lessons", state=state))
