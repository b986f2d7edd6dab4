"""A lesson as a value: its sentences, its live part and its Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import dedent
from typing import Any

from askcore._format import number
from askcore.datasets import describe_sample
from askcore.ui.blocks import Action, Block, Columns, Control, Fold, Live, Row, Text, Value
from askcore.ui.contents import LESSONS, Page
from askcore.ui.text.snippet import Script


@dataclass(frozen=True)
class Lesson:
    """One idea and a figure to play with.

    Attributes
    ----------
    claim : the idea in one sentence.
    idea, example : more on it, and the data of the figure.
    play, more : live parts with controls, figures and sentences.
    code : the Python behind them for what the controls hold: imports, steps and the figure, an empty line apart.
    tries, caution : things to try, and what not to conclude.
    questions : three questions and their answers.
    source : where it is published, with the numbers of the equations.
    """

    claim: str
    idea: str
    example: str
    play: Callable[[Value], list[Block]]
    code: Callable[[Value], str]
    tries: tuple[str, ...]
    caution: str
    questions: Mapping[str, str]
    source: str
    more: Callable[[Value], list[Block]] | None = None

    def script(self, title: str, value: Value) -> Script:
        """The Python behind it, for what its controls hold; ``title`` : of its page."""
        imports, *steps, figure = dedent(self.code(value)).strip().split("\n\n")
        cites, lines = (self.source,), tuple(imports.splitlines())
        return Script(title, self.claim, tuple(steps), figure, self.caution, cites, lines, of_data=False)


def blocks(lesson: Lesson, page: Page) -> list[Block]:
    """The page of a lesson, without its downloads."""
    name = page.file.removeprefix("lesson_")
    tries = "\n".join(f"{number}. {one}" for number, one in enumerate(lesson.tries, 1))
    caution: list[Block] = [Text("What not to conclude", "heading"), Text(lesson.caution)]
    return [
        Text(f"Lesson {lesson_number(page)} of {len(LESSONS)}", "caption"),
        Text(lesson.claim, "verdict"),
        Text(lesson.idea),
        Text(f"**The example:** {lesson.example}"),
        Live(name, lesson.play),
        *([Live(f"{name}_more", lesson.more)] if lesson.more else []),
        Columns(([Text("Try this", "heading"), Text(tries)], caution)),
        Text("Check yourself", "heading"),
        *(
            Fold(f"{name}_question_{number}", question, partial(_answer, answer))
            for number, (question, answer) in enumerate(lesson.questions.items(), 1)
        ),
        Text(f"Source: {lesson.source}", "caption"),
    ]


def _answer(text: str) -> list[Block]:
    return [Text(text)]


def choice(key: str, label: str, options: Mapping[Any, str]) -> Control:
    """One of a few values, with their titles."""
    return Control(key, label, "choice", tuple(options), titles=options.__getitem__, labelled=True)


def slider(key: str, label: str, options: Sequence[Any], default: Any, help: str = "") -> Control:
    """One of several numbers."""
    return Control(key, label, "slider", tuple(options), default, help, number)


def switch(key: str, label: str, default: bool = False) -> Control:
    """On or off."""
    return Control(key, label, "switch", default=default)


def pair(left: Block, right: Block) -> Columns:
    """Two blocks beside each other."""
    return Columns(([left], [right]))


def opens(title: str, sample: str, **sets: Any) -> Action:
    """A button that opens a page on a sample with these settings."""
    label = f"Open “{title}” on “{describe_sample(sample).title}”"
    kept = "Your own data remain in the list of data sets."
    return Action("open_page", label, sets, title, sample=sample, help=kept)


def lesson_number(page: Page) -> int:
    """The number of a lesson, from 1."""
    return 1 + LESSONS.index(page)


def way(page: Page) -> Row:
    """Buttons to the previous lesson, to all of them and to the next one."""
    at = lesson_number(page)
    ways = [Action("all_lessons", "All lessons", page="Learn")]
    if at > 1:
        before = LESSONS[at - 2].title
        ways.insert(0, Action("previous_lesson", f":material/arrow_back: {before}", page=before))
    if at < len(LESSONS):
        after = LESSONS[at].title
        label = f"Next: {after} :material/arrow_forward:"
        ways.append(Action("next_lesson", label, page=after, primary=True))
    return Row(tuple(ways))
