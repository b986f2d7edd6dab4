"""The pages: their order, their sections, and the question that each answers.

UI floor. The menu, the list on Home and what stands below each page follow this one table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class Page:
    """A page as the menu has it.

    Attributes
    ----------
    file : in ``pages/``.  title : in the menu and above the page.  icon : of streamlit's material symbols.
    section : of the menu; "" above all sections.
    answers : the question that it answers, in one line.
    of_data : it shows the data set in use.
    labels : it needs labels.  square : it needs the same samples in rows and columns.
    as_read : it shows bags as bags; the others take a matrix.
    lesson : it is one of the lessons, which the menu leaves to the page "Lessons".
    """

    file: str
    title: str
    icon: str
    section: str
    answers: str
    of_data: bool = True
    labels: bool = False
    square: bool = False
    as_read: bool = False
    lesson: bool = False

    @property
    def path(self) -> str:
        """As streamlit names it."""
        return f"pages/{self.file}.py"

    @property
    def symbol(self) -> str:
        """Its icon, as streamlit names it."""
        return f":material/{self.icon}:"


def _lesson(file: str, title: str, answers: str) -> Page:
    return Page(file, title, "school", "Learn", answers, of_data=False, as_read=True, lesson=True)


LESSONS = (
    _lesson(
        "lesson_two_views",
        "Two views of a node",
        "What do the source view and the target view read?",
    ),
    _lesson(
        "lesson_svm_forgets",
        "Why an SVM forgets direction",
        "Which part of an asymmetric kernel does an SVM learn?",
    ),
    _lesson(
        "lesson_primal_dual",
        "From primal to dual",
        "Where do the dual weights of AsK-LS come from?",
    ),
    _lesson(
        "lesson_resonance",
        "Resonance",
        "When has AsK-LS no unique answer, and what does damping do?",
    ),
    _lesson(
        "lesson_rows_meet_columns",
        "Rows meet columns",
        "What does KSVD add to the SVD?",
    ),
    _lesson(
        "lesson_guess_matrix",
        "Guessing a matrix",
        "When does the Nyström method pay?",
    ),
    _lesson(
        "lesson_krein_space",
        "Krein space",
        "What does a negative squared distance mean?",
    ),
    _lesson(
        "lesson_feature_space",
        "A feature space without features",
        "How can K alone tell lengths and distances?",
    ),
    _lesson(
        "lesson_graphs_strings",
        "Kernels on graphs and strings",
        "How can a kernel compare nodes, or texts?",
    ),
    _lesson(
        "lesson_honest_comparison",
        "An honest comparison",
        "Why do rivals that were not tuned lose?",
    ),
)
PAGES = (
    Page("home", "Home", "home", "", "What is this, and where do I begin?", of_data=False, as_read=True),
    Page(
        "lessons",
        "Lessons",
        "school",
        "Learn",
        "How do asymmetric kernels work, one idea at a time?",
        of_data=False,
        as_read=True,
    ),
    *LESSONS,
    Page(
        "glossary",
        "Glossary",
        "dictionary",
        "Learn",
        "What do the terms on these pages mean?",
        of_data=False,
        as_read=True,
    ),
    Page("data", "Data", "table_rows", "Your data", "What was read, and how?", as_read=True),
    Page(
        "decisions",
        "Decisions",
        "call_split",
        "Decide",
        "Which class does each of the two views choose, and how often is it right?",
        labels=True,
    ),
    Page(
        "direction",
        "Does direction pay?",
        "balance",
        "Decide",
        "Does a method that uses direction decide better than one that ignores it?",
        labels=True,
    ),
    Page(
        "apply",
        "Apply",
        "play_circle",
        "Decide",
        "What does the model say of samples that it has not seen?",
        labels=True,
    ),
    Page(
        "kernel_matrix",
        "Kernel matrix",
        "grid_on",
        "Look inside",
        "How asymmetric is the kernel matrix, and where?",
    ),
    Page(
        "spectra",
        "Spectra",
        "bar_chart",
        "Look inside",
        "What are the main patterns of the rows, and of the columns?",
    ),
    Page(
        "indefinite",
        "Indefinite kernels",
        "exposure",
        "Look inside",
        "Is the kernel a valid Mercer kernel, and what if it is not?",
        square=True,
    ),
    Page(
        "nystroem",
        "Nyström speed-up",
        "speed",
        "Look inside",
        "How much time does a sample of rows and columns save, and what does it cost?",
    ),
    Page(
        "papers",
        "Paper tables",
        "fact_check",
        "Check",
        "Do the numbers that the papers print come out here, too?",
        of_data=False,
        as_read=True,
    ),
    Page(
        "session",
        "Session",
        "inventory_2",
        "Keep",
        "How do I keep, share or present what I see?",
        of_data=False,
        as_read=True,
    ),
)


def page_of(title: str) -> Page:
    """The page of a title."""
    return next(page for page in PAGES if page.title == title)


def sections() -> Iterator[tuple[str, list[Page]]]:
    """The sections of the menu with their pages, in order; the lessons are one page there."""
    for section, pages in groupby(PAGES, key=lambda page: page.section):
        yield section, [page for page in pages if not page.lesson]


def following(page: Page, *, labels: bool, square: bool, most: int = 2) -> list[Page]:
    """Where to go on from a page: the next ones of the data set in use that fit it, at the end from the first again."""
    at = PAGES.index(page)
    later = [
        other
        for other in (*PAGES[at + 1 :], *PAGES[:at])
        if other.of_data and labels >= other.labels and square >= other.square
    ]
    return later[:most]
