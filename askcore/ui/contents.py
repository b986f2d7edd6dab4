"""The pages: their order, and the question that each answers.

The menu, the list on Home and what stands below each page follow this one table.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """A page as the menu has it.

    Attributes
    ----------
    file : in ``pages/``.  title : in the menu and above the page.  icon : of streamlit's material symbols.
    answers : the question that it answers, in one line.
    of_data : it shows the data set in use.
    labels : it needs labels.
    as_read : it shows bags as bags; the others take a matrix.
    hidden : the menu leaves it to the page "Learn".
    """

    file: str
    title: str
    icon: str
    answers: str
    of_data: bool = True
    labels: bool = False
    as_read: bool = False
    hidden: bool = False

    @property
    def path(self) -> str:
        """As streamlit names it."""
        return f"pages/{self.file}.py"

    @property
    def symbol(self) -> str:
        """Its icon, as streamlit names it."""
        return f":material/{self.icon}:"


def _lesson(file: str, title: str, answers: str) -> Page:
    return Page(file, title, "school", answers, of_data=False, as_read=True, hidden=True)


LESSONS = (
    _lesson(
        "lesson_two_views",
        "Two views of a node",
        "What do the source view and the target view use?",
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
        "When does AsK-LS have no unique answer, and what does damping do?",
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
        "How does K alone determine lengths and distances?",
    ),
    _lesson(
        "lesson_graphs_strings",
        "Kernels on graphs and strings",
        "How can a kernel compare nodes, or texts?",
    ),
    _lesson(
        "lesson_honest_comparison",
        "An honest comparison",
        "Why do methods lose if they are not tuned?",
    ),
)
PAGES = (
    Page("home", "Home", "home", "What is this, and where do I start?", of_data=False, as_read=True),
    Page(
        "learn",
        "Learn",
        "school",
        "How do asymmetric kernels work, one idea at a time?",
        of_data=False,
        as_read=True,
    ),
    *LESSONS,
    Page("data", "Data", "table_rows", "What was read, and how?", as_read=True),
    Page(
        "decisions",
        "Decisions",
        "call_split",
        "Does direction help here, and where do the two views disagree?",
        labels=True,
    ),
    Page(
        "matrix",
        "Matrix",
        "grid_on",
        "How asymmetric is the kernel matrix, and where? Is it a Mercer kernel?",
    ),
    Page(
        "spectra",
        "Spectra",
        "bar_chart",
        "What are the main patterns of the rows, and of the columns?",
    ),
    Page(
        "nystroem",
        "Nyström",
        "speed",
        "Can a sample of rows and columns replace the exact decomposition?",
    ),
    Page(
        "share",
        "Share",
        "ios_share",
        "How do I share, report or present what I see?",
        of_data=False,
        as_read=True,
    ),
)
MOVED: dict[str, tuple[str, dict[str, str]]] = {
    "lessons": ("Learn", {}),
    "glossary": ("Learn", {"learn": "Glossary"}),
    "papers": ("Learn", {"learn": "Paper tables"}),
    "direction": ("Decisions", {"details": "Does direction pay?"}),
    "apply": ("Decisions", {"details": "New samples"}),
    "session": ("Share", {}),
    "kernel_matrix": ("Matrix", {}),
    "indefinite": ("Matrix", {"matrix_details": "Indefinite"}),
}
"""Addresses of pages that are called otherwise, or are parts of another page: its title, and settings that open the
part."""


def page_of(title: str) -> Page:
    """The page of a title."""
    return next(page for page in PAGES if page.title == title)


def following(page: Page, *, labels: bool) -> list[Page]:
    """Where to go on from a page: the next two of the data set in use that fit it, at the end from the first again."""
    at = PAGES.index(page)
    later = [other for other in (*PAGES[at + 1 :], *PAGES[:at]) if other.of_data and labels >= other.labels]
    return later[:2]
