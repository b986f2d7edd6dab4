"""Looking around: a link, a sample on all pages, names that look like markup, lessons, a small screen."""

from __future__ import annotations

import re

import pytest

from tests.browser import files
from tests.browser.driver import SIDEBAR
from tests.hostile_names import NAMES

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
BACKGROUND = "getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor"
INK = "getComputedStyle(document.querySelector('.xtick text')).fill"


def test_a_copied_link_shows_the_same_words_and_an_unknown_part_is_named(app, watched):
    app.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    app.open("/decisions?data=Seven+nodes")
    app.page.get_by_role("radio", name="links in", exact=True).click()
    app.page.wait_for_url(re.compile("orientation="))
    gamma = app.settle().slider("γ regularisation")
    gamma.press("ArrowRight")
    app.page.wait_for_url(re.compile("gamma="))
    app.page.get_by_role("tab", name="Errors").click()
    app.page.wait_for_url(re.compile("details="))
    said = app.sees("Colour: share of the row.").drawn(3).said()
    app.page.get_by_role("button", name="Copy link").click()
    app.page.get_by_role("status").filter(has_text="Copied").wait_for()
    link = app.page.evaluate("navigator.clipboard.readText()").removeprefix(app.address)
    with watched() as other:
        other.open(link).drawn(3).says(said)
        assert other.page.get_by_role("radio", name="links in", exact=True).is_checked()
        other.open(f"{link}&colour=red").sees("does not know “colour”")
        assert other.page.get_by_role("radio", name="links in", exact=True).is_checked()


def test_a_sample_is_the_same_one_on_all_pages(app):
    app.open("/data?data=Two+moons")
    app.choose("Find a sample", "row 3")
    app.page.wait_for_url(re.compile(r"sample=row\+3"))
    for page in ("Decisions", "Spectra"):
        app.settle().go(page).drawn()
        assert app.page.get_by_role("combobox", name="Find a sample").input_value() == "row 3"
    app.go("Decisions").page.get_by_role("tab", name="One sample").click()
    app.sees("row 3", within="[role=tabpanel]")


def test_names_that_look_like_markup_are_text(app):
    ring = [(name, NAMES[(i + step) % len(NAMES)]) for i, name in enumerate(NAMES) for step in (1, 2)]
    quoted = [['"{}"'.format(name.replace('"', '""')) for name in link] for link in ring]
    classes = [(name, NAMES[i % 3]) for i, name in enumerate(NAMES)]
    labels = "".join('"{}","{}"\n'.format(*(x.replace('"', '""') for x in row)) for row in classes)
    app.open("/data").upload(files.given("<b>*x*.csv", files.edges_csv(quoted)))
    app.sees(f"{len(NAMES)} nodes", within=SIDEBAR)
    assert "<b>*x*.csv: There are no labels" in app.said()
    app.go("Decisions").upload(files.given("labels.csv", f"node,label\n{labels}".encode()), nth=-1)
    app.sees("3 classes", within=SIDEBAR).drawn()
    for name in NAMES[:3]:
        radio = app.page.get_by_role("radio", name=_as_shown(name), exact=True)
        radio.click()
        app.settle().drawn()
        assert radio.is_checked()
    assert app.main.locator("a[href*=vil], img").count() == 0


def _as_shown(name: str) -> str:
    """With the joiner that keeps a browser's markdown from making a link of it."""
    return name.replace("http:", "http:\u2060")


def test_lessons_answer_and_terms_are_found(app):
    app.open().go("Learn").main.get_by_role("button", name="Why an SVM forgets direction").click()
    app.title("Why an SVM forgets direction").sees("At t = 0, the accuracy of the SVM")
    app.slider("how much direction").press("ArrowRight")
    app.sees("At t = 0.2, the accuracy of the SVM")
    app.unfold("Why is α′Dα = 0?").sees("equals its own transpose")
    app.main.get_by_role("button", name="Next:").click()
    app.title("From primal to dual")
    app.open("/lesson_two_views").main.locator("[data-link='6,2']").click()
    app.sees("Source view of C: circle")
    app.open("/lesson_krein_space").page.get_by_role("radio", name="Clip", exact=True).click()
    app.sees("sets negative eigenvalues to 0")
    app.open("/glossary").title("Learn").main.get_by_role("textbox", name="Find a term").fill("indefinite")
    app.page.keyboard.press("Enter")
    app.page.wait_for_url(re.compile("indefinite"))
    app.main.get_by_text("source view").first.wait_for(state="detached")
    app.sees("negative eigenvalue")


def test_every_page_fits_a_phone_by_day_and_by_night(watched):
    with watched(**PHONE) as app:
        app.open("/?data=Seven+nodes")
        app.page.get_by_role("banner").get_by_role("button").first.click()
        assert len(app.pages()) >= 8
        for at, name in enumerate(app.pages()):
            app.go(name)
            app.page.emulate_media(color_scheme=("light", "dark")[at % 2])
            light = "false" if at % 2 else "true"
            app.page.wait_for_function(f"({BACKGROUND} === 'rgb(255, 255, 255)') === {light}")
            assert app.settle().page.evaluate("document.scrollingElement.scrollWidth") <= 390, name
            assert app.main.evaluate("e => e.scrollWidth") <= 390, name


def test_a_phone_keeps_the_settings_of_a_sidebar_that_it_sets_up_late(watched):
    with watched(**PHONE) as app:
        app.open("/decisions?data=Iris&present=1").drawn(2).settle()
        app.page.get_by_role("button", name="Controls").click()
        app.page.wait_for_url(re.compile("show=1"))
        app.settle()
        assert set(app.page.url.split("?")[1].split("&")) == {"data=Iris", "present=1", "show=1"}
        app.page.get_by_test_id("stExpandSidebarButton").click()
        app.page.get_by_test_id("stSidebar").get_by_text("Kernel", exact=True).first.wait_for()


def test_figures_are_dark_where_the_page_is(watched):
    with watched(color_scheme="dark") as app:
        app.open("/decisions?data=Two+moons").drawn(2)
        assert app.page.evaluate(BACKGROUND) == "rgb(18, 21, 27)"
        ink = app.page.evaluate(INK)
        assert int(ink.split("(")[1].split(",")[0]) > 128, ink
