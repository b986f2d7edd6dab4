"""The page "Learn" as a value: the lessons, the glossary and the tables of the papers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from askcore.ui.blocks import Action, Block, Columns, Control, Live, Tabs, Text, Value
from askcore.ui.contents import LESSONS
from askcore.ui.text import glossary

OPEN = "learn"  # key of the tabs
PAPERS = "Paper tables"
FIND = Control("glossary_find", "Find a term", "text", default="", help="For example: indefinite.")
ABOUT = (
    "Each lesson shows one idea in a figure that you can change. **Short of time? The first three lessons take about "
    "ten minutes.** Or start with the question that interests you. You need to know the SVM and the SVD of a matrix."
)
SEEN = "You have opened {seen} of {all} lessons."


@dataclass(frozen=True)
class LearnState:
    """Files of the lessons that were opened, and the body of the tab of paper tables."""

    seen: frozenset[str] = frozenset()
    papers: Callable[[], list[Block]] = field(default=list, repr=False)


def learn(state: LearnState) -> list[Block]:
    """The blocks of the page."""
    return [
        Tabs(
            OPEN,
            {
                "Lessons": partial(_lessons, state.seen),
                "Glossary": lambda: [Live("glossary", _glossary)],
                PAPERS: state.papers,
            },
        )
    ]


def _lessons(seen: frozenset[str]) -> list[Block]:
    found: list[Block] = [Text(ABOUT)]
    for number, page in enumerate(LESSONS, 1):
        mark = ":material/check_circle: " if page.file in seen else ""
        way = Action(f"to_{page.file}", f"{mark}{number}. {page.title}", page=page.title)
        found.append(Columns(([way], [Text(page.answers)]), (2, 3), "center"))
    return [*found, Text(SEEN.format(seen=len(seen), all=len(LESSONS)), "caption")]


def _glossary(value: Value) -> list[Block]:
    """The whole glossary, or the terms that hold a word."""
    wanted, found = value(FIND).strip().lower(), list[Block]()
    for group in glossary.groups():
        terms = [term.line for term in group.terms if wanted in f"{term.name} {term.whole}".lower()]
        if terms:
            found += [Text(group.title, "heading"), Text("\n".join(terms))]
    return found or [Text("The glossary does not contain this term. Try a shorter word.")]
