"""The first page in a browser: a click on an arrow turns it, the keyboard does too, on a phone as well."""

from __future__ import annotations

import pytest

from tests.browser.conftest import watched

pytestmark = [pytest.mark.browser, pytest.mark.long]


def click_arrow(app, source: int, target: int) -> None:
    app.page.locator(f"[data-link='{source},{target}'] circle").click()


def test_the_first_screen_waits_for_no_plotly_and_leads_to_own_data(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844})
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    with watched(context, address) as app:
        app.open("/").sees("Turn an arrow")
        app.page.locator("[data-link='2,4']").wait_for()
        assert not [url for url in asked if "PlotlyChart" in url]
        link = app.page.get_by_role("link", name="Bring your own data").first
        assert link.bounding_box()["y"] < 800
        link.click()
        app.page.wait_for_function("document.querySelector('#own').getBoundingClientRect().top < 500")
    context.close()


def test_a_click_on_an_arrow_turns_it_again_and_again(app):
    app.open("/").sees("C reaches B (a square) in 2 steps")
    for _ in range(2):
        click_arrow(app, 2, 4)
        app.sees("Along the arrows C reaches no node")
        click_arrow(app, 4, 2)
        app.sees("C reaches B (a square) in 2 steps")


def test_a_click_on_a_node_reads_it(app):
    app.open("/").sees("Source view: whom C points to")
    app.page.locator("[data-node='4']").click()
    app.sees("Source view: whom E points to")


def test_the_keyboard_turns_an_arrow(app):
    app.open("/").sees("C reaches B (a square) in 2 steps, A in 3, G in 4")
    assert app.page.get_by_role("combobox", name="Arrow").input_value() == "G → C"
    app.page.locator(".st-key-home_turn").get_by_role("button").focus()
    app.page.keyboard.press("Enter")
    app.sees("C reaches G (a circle) in 1 step, B in 2, A in 3. Nearer nodes count more")
    shown = "title => document.querySelector('.st-key-home_arrow input').value === title"
    app.page.wait_for_function(shown, arg="C → G")
    app.page.get_by_role("button", name="Put all back").click()
    app.page.wait_for_function(shown, arg="G → C")


def test_a_phone_turns_an_arrow(browser, address):
    context = browser.new_context(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    with watched(context, address) as app:
        app.open("/").sees("C reaches B (a square) in 2 steps")
        click_arrow(app, 2, 4)
        app.sees("Along the arrows C reaches no node")
    context.close()


def test_the_tour_is_walked_to_its_end(app):
    app.open("/")
    app.page.get_by_role("button", name="Start the tour").click()
    app.title("Decisions").sees("Stop 1 of 3")
    for number, title in ((2, "Kernel matrix"), (3, "Does direction pay?")):
        app.page.get_by_role("button", name="Next stop").click()
        app.sees(f"Stop {number} of 3").title(title)
    app.page.get_by_role("button", name="End the tour").click()
    app.page.get_by_text("Stop 3 of 3").wait_for(state="detached")
