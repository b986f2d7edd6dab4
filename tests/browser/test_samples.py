"""The first visit: the gallery, a sample from its card, a deep link to a server that nobody has used."""

from __future__ import annotations

import pytest

from askcore.datasets import describe_sample, list_samples
from askcore.ui.contents import PAGES
from tests.browser.conftest import watched
from tests.browser.server import running_app

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_home_shows_every_sample(app):
    app.open("/").title("See the direction in your data")
    for name in list_samples():
        assert app.page.locator(f".st-key-open_{name}").get_by_role("button", name="Open").count() == 1
        app.sees(describe_sample(name).title, within="[data-testid=stMain]")


@pytest.mark.long
def test_a_card_opens_its_sample_on_decisions(app):
    app.open("/")
    app.page.locator(".st-key-open_iris").get_by_role("button").click()
    app.title("Decisions").drawn(3)
    app.sees("150 rows · 4 features · 3 classes")
    assert "data=Iris" in app.page.url
    assert "held-out samples right" in app.verdict()
    assert float(app.metric("Merged").rstrip("%")) > 80


@pytest.mark.long
@pytest.mark.parametrize(
    ("sample", "title", "figures", "verdict", "tab"),
    [
        ("swiss_roll", "Nyström speed-up", 2, "Sampling pays on this table", ""),
        ("digit_matches", "Indefinite kernels", 3, "negative squared distance", "Clip, flip, square, shift"),
    ],
)
def test_a_card_opens_the_page_that_its_sample_was_made_for(app, sample, title, figures, verdict, tab):
    app.open("/")
    app.page.locator(f".st-key-open_{sample}").get_by_role("button").click()
    app.title(title).drawn(figures)
    assert verdict in app.verdict()
    if tab:
        app.page.get_by_role("tab", name=tab, selected=True).wait_for()
        app.sees("18.3 points of accuracy")


@pytest.mark.long
def test_a_deep_link_is_the_first_request_of_a_server(context, tmp_path):
    with running_app(tmp_path) as address, watched(context, address) as app:
        app.open("/decisions").title("Decisions").drawn(3)
        links = app.page.get_by_test_id("stSidebarNavLink").all_inner_texts()
        assert [link.split("\n")[-1].strip() for link in links] == [
            page.title for page in PAGES if not page.lesson
        ]
        app.sees("300 nodes · 5,415 links · 3 classes", within="[data-testid=stSidebar]")
        app.sees("Reset everything", within="[data-testid=stSidebar]")


@pytest.mark.long
def test_every_picture_of_a_graph(app):
    app.open("/decisions?data=Seven+nodes").drawn(3)
    for way in ("Matrix by class", "Ego network", "Graph"):
        app.page.get_by_role("radio", name=way).click()
        app.page.get_by_role("radio", name=way, checked=True).wait_for()
        app.settle().drawn(3)
