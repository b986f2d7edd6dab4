"""Figures that change in a browser: drawn into the one that stands there, as a page that is opened would draw them."""

from __future__ import annotations

import pytest

from tests.browser.test_around import box, rings

pytestmark = pytest.mark.browser

# What each figure shows, and in which size and way.
SHOWN = """() => [...document.querySelectorAll('[data-testid=stPlotlyChart]')].map((place) => {
  const figure = place.querySelector('.js-plotly-plot');
  const { width, height, dragmode, clickmode } = figure._fullLayout;
  const inner = (each) => (each?.length && typeof each !== 'string' ? plain(each) : each);
  const plain = (list) => list && Array.from(list, inner);
  const traces = figure._fullData.map(({ type, name, x, y, z, marker }) =>
    [type, name, plain(x), plain(y), plain(z), marker?.color?.at ? plain(marker.color) : null]);
  const ticks = [...figure.querySelectorAll('.xtick text, .ytick text')].map((text) => text.textContent);
  return [place.getAttribute('aria-label'), JSON.stringify([traces, ticks, width, height, dragmode, clickmode])];
})"""
MARK = "() => document.querySelectorAll('.js-plotly-plot').forEach((figure) => { figure.asBefore = true; })"
MARKED = "() => [...document.querySelectorAll('.js-plotly-plot')].map((figure) => Boolean(figure.asBefore))"
INK = "getComputedStyle(document.querySelector('[data-testid=stPlotlyChart] .xtick text')).fill"
RANGE = "(at) => [...document.querySelectorAll('.js-plotly-plot')[at]._fullLayout.xaxis.range]"


def step(app, times: int = 1) -> None:
    """γ some steps up."""
    for _ in range(times):
        before = app.page.evaluate(SHOWN)
        app.slider("γ regularisation").focus()
        app.page.keyboard.press("ArrowRight")
        app.page.wait_for_function(
            f"(before) => JSON.stringify(({SHOWN})()) !== before", arg=_text(app, before)
        )
        app.settle()


def is_as_opened(app, *, ink: bool = False) -> None:
    """The figures are those of a page that is opened with the same address."""
    asked = [SHOWN, INK] if ink else [SHOWN]
    now = _at_rest(app, asked)
    app.page.reload()
    app.settle().drawn(3)
    assert _at_rest(app, asked) == now


def _at_rest(app, asked: list[str]) -> list:
    """What is asked, once nothing of it changes for a second: what is tuned anew is drawn after the rest."""
    found = None
    for _ in range(30):
        before, found = found, [app.settle().page.evaluate(each) for each in asked]
        if found == before:
            return found
        app.page.wait_for_timeout(1_000)
    raise AssertionError("The figures do not come to rest.")


def _text(app, value) -> str:
    return app.page.evaluate("(value) => JSON.stringify(value)", value)


def test_a_sentence_more_above_the_figures_leaves_them_where_they_are(app):
    """The RBF kernel of this sample has one, with a button, that the T kernel has not."""
    app.open("/decisions?data=Two+spheres").drawn(3)
    assert app.page.locator(".st-key-take_two").count() == 1
    app.page.evaluate(MARK)
    box = app.page.get_by_role("combobox", name="Kernel", exact=True)
    box.evaluate("e => e.scrollIntoView({block: 'center'})")  # or the list closes again as it scrolls
    app.page.wait_for_timeout(300)
    box.click()
    app.page.locator("[role=option]", has_text="T (Student)").click()
    app.page.wait_for_url("**kernel=**")
    app.settle()
    app.page.wait_for_function("!document.querySelector('.st-key-take_two')")
    assert app.page.evaluate(MARKED) == [True, True, True]
    is_as_opened(app)


@pytest.mark.parametrize("sample", ["Two moons", "Cyclic communities"])
def test_after_changes_the_figures_are_those_of_a_page_that_is_opened_so(app, sample):
    app.open(f"/decisions?data={sample.replace(' ', '+')}").drawn(3)
    app.page.evaluate(MARK)
    step(app, 2)
    if sample == "Cyclic communities":
        app.page.get_by_role("radio", name="links in").click()
        app.page.wait_for_url("**orientation=links+in**")
        app.settle()
    app.page.wait_for_timeout(500)
    assert all(app.page.evaluate(MARKED))
    is_as_opened(app)
    assert not any(app.page.evaluate(MARKED))


def test_what_was_zoomed_stays_zoomed_and_a_selection_selects_after_a_change(app):
    app.open("/decisions?data=Cyclic+communities&drawn=Graph").drawn(2)
    step(app)
    drag = app.page.locator(".js-plotly-plot").nth(1).locator(".nsewdrag").first.bounding_box()
    whole = app.page.evaluate(RANGE, 1)
    mouse = app.page.mouse
    mouse.move(drag["x"] + 0.3 * drag["width"], drag["y"] + 0.3 * drag["height"])
    mouse.down()
    mouse.move(drag["x"] + 0.7 * drag["width"], drag["y"] + 0.7 * drag["height"], steps=4)
    mouse.up()
    app.page.wait_for_function(f"(whole) => ({RANGE})(1)[0] !== whole[0]", arg=whole)
    zoomed = app.page.evaluate(RANGE, 1)
    step(app)
    assert app.page.evaluate(RANGE, 1) == zoomed
    box(app, 0)
    app.sees("nodes selected", within="[data-testid=stSidebar]")
    rings(app, "selected", [None])


def test_what_was_selected_stays_and_its_box_goes_with_the_figure_that_it_was_drawn_in(app):
    boxes = "document.querySelectorAll('.js-plotly-plot')[0].layout.selections?.length ?? 0"
    app.open("/decisions?data=Two+moons").drawn(3)
    box(app, 0)
    app.sees("samples selected", within="[data-testid=stSidebar]")
    app.page.wait_for_url("**selected=**")
    selected = app.page.url.split("selected=")[1].split("&")[0]
    assert app.page.evaluate(boxes) == 1
    step(app, 2)
    app.page.wait_for_timeout(1_000)
    app.settle()
    assert app.page.url.split("selected=")[1].split("&")[0] == selected
    assert app.page.evaluate(boxes) == 0
    rings(app, "selected", [None, None])


def test_a_figure_that_comes_back_shows_what_it_is_now(app):
    app.open("/decisions?data=Two+moons").drawn(3)
    app.page.get_by_test_id("stButtonGroup").get_by_text("source", exact=True).click()
    app.page.wait_for_url("**merge=**")
    step(app)
    for picture in ("Kernel matrix", "Samples"):
        app.page.get_by_test_id("stButtonGroup").get_by_text(picture, exact=True).click()
        app.page.wait_for_timeout(800)
        app.settle()
    is_as_opened(app)


def test_another_page_and_another_data_set_begin_with_figures_of_their_own(app):
    app.open("/decisions?data=Two+moons").drawn(3)
    step(app)
    first = app.page.evaluate(SHOWN)
    app.go("Data").drawn(1)
    app.go("Decisions").drawn(3)
    app.page.wait_for_timeout(500)
    assert app.page.evaluate(SHOWN) == first
    app.open("/decisions?data=Iris").drawn(3)
    step(app)
    app.page.get_by_role("button", name="Undo").click()
    app.page.wait_for_timeout(1_000)
    app.settle()
    is_as_opened(app)


def turned_dark(app) -> None:
    """The browser goes over to its other theme, and the figures with it."""
    light = app.page.evaluate(INK)
    app.page.emulate_media(color_scheme="dark")
    app.page.wait_for_function(f"(light) => {INK} !== light", arg=light)
    app.settle()


def test_in_another_theme_the_figures_begin_anew_and_what_was_to_be_drawn_before_is_not(app):
    app.open("/decisions?data=Two+moons").drawn(3)
    step(app)
    turned_dark(app)
    step(app)
    is_as_opened(app, ink=True)


def test_pages_without_data_follow_the_theme_too(app):
    app.open("/papers?table=indefinite-1").drawn(1)
    turned_dark(app)


def test_points_of_webgl_are_drawn_as_fine_as_the_screen_is(app):
    app.open("/decisions?data=Swiss+roll").drawn(3)
    app.page.wait_for_selector(".js-plotly-plot canvas")
    ratio, widths = app.page.evaluate(
        """() => [Math.min(2, Math.max(1, devicePixelRatio)),
          [...document.querySelectorAll('.js-plotly-plot')].filter((figure) => figure.querySelector('canvas')).map(
            (figure) => [figure._fullLayout.width, figure.querySelector('canvas').width])]"""
    )
    assert ratio == 1
    assert len(widths) == 2
    assert all(of_canvas == int(ratio * width) for width, of_canvas in widths)
