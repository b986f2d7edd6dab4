"""The first page in a browser: a click on an arrow turns it, the keyboard does too, on a phone as well."""

from __future__ import annotations

import pytest

from tests.browser.conftest import watched

pytestmark = [pytest.mark.browser, pytest.mark.long]
GRAPH = ".st-key-home_graph .js-plotly-plot"
# Where on the screen the handle of an arrow lies; null where there is no such arrow.
_PLACE = """([selector, source, target]) => {
  const g = document.querySelector(selector), handles = g.data[g.data.length - 1];
  const at = handles.customdata.findIndex(c => c[1] === source && c[2] === target);
  if (at < 0) return null;
  const points = g.querySelectorAll('.scatterlayer .trace')[g.data.length - 1].querySelectorAll('.point');
  const box = [0, 1, 2, 3, 4].map(k => points[at + k].getBoundingClientRect()).sort((a, b) => a.width - b.width)[0];
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
_THERE = f"([s, t]) => ({_PLACE})(['{GRAPH}', s, t]) !== null"


def click_arrow(app, source: int, target: int) -> None:
    page = app.page
    page.wait_for_function(_THERE, arg=[source, target])
    app.settle()
    page.locator(GRAPH).scroll_into_view_if_needed()
    page.mouse.click(*page.evaluate(_PLACE, [GRAPH, source, target]))


def test_a_click_on_an_arrow_turns_it_again_and_again(app):
    app.open("/").sees("C reaches B (a square) in 2 steps")
    for _ in range(2):
        click_arrow(app, 2, 4)
        app.sees("Along the arrows C reaches no node")
        click_arrow(app, 4, 2)
        app.sees("C reaches B (a square) in 2 steps")


def test_a_click_on_a_node_reads_it(app):
    app.open("/").sees("Source view: whom C points to")
    place = """selector => {
      const g = document.querySelector(selector);
      const k = g.data.findIndex(t => t.name === 'unlabelled');
      const box = g.querySelectorAll('.scatterlayer .trace')[k].querySelectorAll('.point')[2].getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }"""
    app.page.wait_for_selector(f"{GRAPH} .point", state="attached")
    app.page.mouse.click(*app.page.evaluate(place, GRAPH))
    app.sees("Source view: whom E points to")


def test_the_keyboard_turns_an_arrow(app):
    app.open("/").sees("C reaches B (a square) in 2 steps, A in 3, G in 4")
    assert app.page.get_by_role("combobox", name="Arrow").input_value() == "A → G"
    app.page.locator(".st-key-home_turn").get_by_role("button").focus()
    app.page.keyboard.press("Enter")
    app.sees("C reaches B (a square) in 2 steps, A in 3. It says")


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
    for number, title in ((2, "Decisions"), (3, "Kernel matrix")):
        app.page.get_by_role("button", name="Next stop").click()
        app.sees(f"Stop {number} of 3").title(title)
    app.page.get_by_role("button", name="End the tour").click()
    app.page.get_by_text("Stop 3 of 3").wait_for(state="detached")
