"""The one table of pages: it holds every file once, and what it recommends fits the data."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from askcore.ui.contents import MOVED, PAGES, following
from askcore.ui.sharing.address import Address
from tests.pages.test_every_page import opened, sound

ROOT = Path(__file__).parents[2]


def test_every_file_is_a_page_once():
    assert sorted(page.file for page in PAGES) == sorted(path.stem for path in ROOT.glob("pages/*.py"))


def test_the_menu_has_eight_entries():
    assert [page.title for page in PAGES if not page.hidden] == [
        "Home",
        "Learn",
        "Data",
        "Decisions",
        "Matrix",
        "Spectra",
        "Nyström",
        "Share",
    ]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
@pytest.mark.parametrize("labels", [True, False])
def test_what_comes_next_fits_the_data(page, labels):
    found = following(page, labels=labels)
    assert len(found) == len(set(found)) == 2
    assert page not in found
    assert all(other.of_data and labels >= other.labels for other in found)


def next_pages(at) -> list[str]:
    """Titles of the links below the heading, in order."""
    below = [link.proto.label for link in at.main if link.type == "page_link"]
    assert "What next" in [heading.value for heading in at.header]
    return below[-2:]


@pytest.mark.parametrize(
    ("page", "sample", "expected"),
    [
        ("data.py", "teaching_graph", ["Decisions", "Matrix"]),
        ("share.py", None, ["Data", "Decisions"]),
    ],
)
def test_a_page_ends_with_what_next(page, sample, expected):
    assert next_pages(sound(opened(page, sample))) == expected


@pytest.mark.parametrize("old", MOVED)
def test_an_older_address_leads_to_its_page_and_tab_with_its_settings(old):
    there = Address.parse(f"{old}?data=Iris&kernel=RBF")
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params.update(dict(there.query))
    sound(at.switch_page(f"pages/{there.page.file}.py").run())
    title, settings = MOVED[old]
    assert at.title[0].value == title
    assert {key: at.session_state[key] for key in settings} == settings
    assert there.get("kernel") == "RBF"
