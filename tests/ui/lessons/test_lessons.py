"""Every lesson: it opens, is complete, answers its controls, and leads on."""

from __future__ import annotations

import pytest

from askcore.ui.contents import LESSONS, PAGES
from tests.pages.test_every_page import opened, sound

LESSON = pytest.mark.parametrize("page", LESSONS, ids=lambda page: page.file)


def links(at) -> list[str]:
    return [link.proto.label for link in at.main if link.type == "page_link"]


def opening_button(at):
    return next(button for button in at.button if button.label.startswith("Open “"))


@LESSON
def test_a_lesson_leads_on_and_opens_a_page_on_its_example(page):
    at = opened(f"{page.file}.py", "no such data")
    headings = [heading.value for heading in at.main.header]
    assert headings[-3:] == ["Try this", "What not to conclude", "Check yourself"]
    place = LESSONS.index(page)
    expected = [f"Previous: {one.title}" for one in LESSONS[max(place - 1, 0) : place]]
    expected += ["All lessons"] + [f"Next: {one.title}" for one in LESSONS[place + 1 : place + 2]]
    assert links(at) == expected
    button = opening_button(at)
    title = button.label.split("“")[1].split("”")[0]
    assert title in [other.title for other in PAGES]
    button.click().run()
    sound(at)
    assert at.title[0].value == title
    assert not at.error


def test_the_list_of_lessons_names_all_in_order():
    at = opened("lessons.py")
    assert links(at)[: len(LESSONS)] == [f"{i}. {page.title}" for i, page in enumerate(LESSONS, 1)]
    said = [line.value for line in at.markdown]
    assert [page.answers for page in LESSONS if page.answers not in said] == []
