"""The one table of pages: it holds every file once, and what it recommends fits the data."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from askcore.ui.contents import PAGES, following, sections
from tests.pages.test_every_page import opened, sound

ROOT = Path(__file__).parents[2]


def test_every_file_is_a_page_once():
    assert sorted(page.path for page in PAGES) == sorted(
        str(path.relative_to(ROOT)) for path in ROOT.glob("pages/*.py")
    )


def test_a_section_stands_together():
    names = [section for section, _ in groupby(PAGES, key=lambda page: page.section)]
    assert len(names) == len(set(names))
    assert [page for _, pages in sections() for page in pages] == [page for page in PAGES if not page.lesson]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
@pytest.mark.parametrize("labels", [True, False])
@pytest.mark.parametrize("square", [True, False])
def test_what_comes_next_fits_the_data(page, labels, square):
    found = following(page, labels=labels, square=square)
    assert len(found) == len(set(found)) == 2
    assert page not in found
    assert all(other.of_data and labels >= other.labels and square >= other.square for other in found)


def next_pages(at) -> list[str]:
    """Titles of the links below the heading, in order."""
    below = [link.proto.label for link in at.main if link.type == "page_link"]
    assert "What next" in [heading.value for heading in at.header]
    return below[-2:]


@pytest.mark.parametrize(
    ("page", "sample", "expected"),
    [
        ("data.py", "teaching_graph", ["Decisions", "Does direction pay?"]),
        ("papers.py", None, ["Data", "Decisions"]),
    ],
)
def test_a_page_ends_with_what_next(page, sample, expected):
    assert next_pages(sound(opened(page, sample))) == expected
