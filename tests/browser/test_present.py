"""In a lecture hall: a talk walked by keys, its type measured, a figure that fills the screen, the way out.

What counts is what the browser computes: the size of every visible word, in text and in figures.
"""

from __future__ import annotations

import re

import pytest

from tests.browser.conftest import watched

pytestmark = pytest.mark.browser
LEAST = 20  # pixels at a width of 1,440
STOPS = 8
PATIENCE = 90_000  # milliseconds: pages that nobody has opened before, one after the other

# Every visible word, with its size; SVG pictures are scaled. Exponents are smaller than what they stand at, and the
# spacers of formulas are no words.
_SMALL = r"""(least) => {
  const found = [], app = document.querySelector('[data-testid=stMain]');
  const texts = document.createTreeWalker(app, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.textContent.replace(/\u200b/g, '').trim(), at = texts.currentNode.parentElement;
    if (!words || !at.checkVisibility({visibilityProperty: true})) continue;
    if (at.closest('sup, sub, .katex, tspan[style*="font-size"]')) continue;
    const box = at.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const drawn = at.closest('.askcore-picture') && at.getScreenCTM();
    const size = parseFloat(getComputedStyle(at).fontSize) * (drawn ? Math.hypot(drawn.a, drawn.b) : 1);
    if (size < least) found.push(`${words.slice(0, 40)} (${size.toFixed(1)})`);
  }
  return found;
}"""
# The figure that the address asks for stands inside the window.
_SEEN = """(number) => {
  const figures = document.querySelectorAll('[data-testid=stPlotlyChart], [data-testid=stImage], .askcore-picture');
  const box = figures[number - 1]?.getBoundingClientRect();
  return Boolean(box) && box.height > 300 && box.top >= 0 && box.top < innerHeight / 3;
}"""
_TICK = "parseFloat(getComputedStyle(document.querySelector('.xtick text')).fontSize)"


# Words of tables are drawn on a canvas: the sizes that these are written in, from here on.
_WRITTEN = """() => {
  window.written = [];
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (words, ...more) {
    if (words.trim()) window.written.push(parseFloat(this.font.match(/([\\d.]+)px/)[1]));
    return write.call(this, words, ...more);
  };
}"""


def figure_of(url: str) -> int:
    found = re.search(r"[?&]figure=(\d+)", url)
    return int(found[1]) if found else 0


def hall(browser, **more):
    return browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **more})


def at_stop(app, number: int) -> str:
    """Wait for a stop; its address."""
    app.page.get_by_text(f"{number} of {STOPS}:").wait_for(state="visible")
    app.page.wait_for_url(re.compile(rf"[?&]stop={number}(&|$)"))
    app.settle()
    return app.page.url


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_a_talk_is_walked_by_keys_in_type_that_a_hall_can_read(browser, address, scheme):
    context = hall(browser, color_scheme=scheme)
    with watched(context, address) as app:
        app.page.set_default_timeout(PATIENCE)
        app.open("/session").page.get_by_role("button", name="Open “Direction in kernels").click()
        app.page.get_by_role("button", name="Begin the talk").click()
        seen = []
        for number in range(1, STOPS + 1):
            seen.append(at_stop(app, number))
            assert app.page.get_by_test_id("stSidebarNav").is_hidden()
            if figure_of(seen[-1]):
                app.page.wait_for_function(_SEEN, arg=figure_of(seen[-1]))
            app.page.wait_for_function(f"(least) => ({_SMALL})(least).length === 0", arg=LEAST)
            if number < STOPS:
                app.page.keyboard.press("PageDown")
        assert app.page.get_by_role("button", name="Next").is_disabled()
        app.page.keyboard.press("PageUp")
        assert at_stop(app, STOPS - 1) == seen[-2]
        app.page.keyboard.press("Escape")
        app.page.get_by_test_id("stSidebarNav").wait_for(state="visible")
        app.page.wait_for_function("!location.search.includes('present')")
    context.close()


def test_a_figure_that_fills_the_screen_has_larger_type_and_escape_leaves_it_first(browser, address):
    context = hall(browser)
    with watched(context, address) as app:
        app.page.set_default_timeout(PATIENCE)
        app.open("/spectra?data=teaching_graph&present=1&show=kernel").drawn(2)
        app.page.get_by_role("combobox", name="Kernel").wait_for(state="visible")
        assert app.page.get_by_role("combobox", name="Data set").is_hidden()
        before = app.page.evaluate(_TICK)
        assert before >= LEAST
        app.page.get_by_test_id("stPlotlyChart").first.hover()
        app.page.locator("[data-title=Fullscreen]").first.click()
        app.page.wait_for_function(f"(before) => {_TICK} > 1.2 * before", arg=before)
        app.page.locator("[data-title='Close fullscreen']").wait_for(state="attached")
        app.page.keyboard.press("Escape")
        app.page.wait_for_function(f"(before) => {_TICK} === before", arg=before)
        app.settle()
        assert "present=1" in app.page.url
        app.page.keyboard.press("Escape")
        app.page.wait_for_function("!location.search.includes('present')")
    context.close()


@pytest.mark.long
def test_tables_have_large_type_too_also_where_the_page_was_there_before(browser, address):
    context = hall(browser)
    with watched(context, address) as app:
        app.page.set_default_timeout(PATIENCE)
        app.page.add_init_script(f"({_WRITTEN})()")
        app.open("/kernel_matrix?data=Iris&matrix_details=Centre%2C+normalise%2C+symmetrise")
        table = app.page.get_by_test_id("stDataFrame").first
        table.scroll_into_view_if_needed()
        app.page.wait_for_function("window.written.length > 0")
        assert app.page.evaluate("Math.min(...window.written)") < LEAST
        app.page.get_by_role("button", name="Present").click()
        app.page.wait_for_url(re.compile("present=1"))
        app.settle().page.wait_for_timeout(1_000)
        app.page.evaluate("window.written = []")
        table.scroll_into_view_if_needed()
        box = table.bounding_box()
        app.page.mouse.move(box["x"] + 100, box["y"] + 60)  # a row under the pointer is written anew
        app.page.wait_for_function("window.written.length > 0")
        assert app.page.evaluate("Math.min(...window.written)") >= LEAST
    context.close()


def test_a_wider_screen_has_larger_figures(browser, address):
    context = hall(browser, viewport={"width": 1920, "height": 1080})
    with watched(context, address) as app:
        app.page.set_default_timeout(PATIENCE)
        app.open("/spectra?data=teaching_graph&present=1").drawn(2)
        app.page.wait_for_function(f"(least) => {_TICK} >= 1.3 * least", arg=LEAST)
        assert (
            app.page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 1.3 * LEAST
        )
    context.close()
