"""Looking around in a browser: the same sample in all figures, and a selection that goes from page to page."""

from __future__ import annotations

import re

import pandas as pd
import pytest

pytestmark = pytest.mark.browser

# Where a sample is on the screen; without one, the point farthest to the right, and then its number, too.
PLACE = """([at, wanted]) => {
  const figure = document.querySelectorAll('.js-plotly-plot')[at];
  if (wanted === null) figure.scrollIntoView({block: 'center'});
  const [box, {xaxis, yaxis}] = [figure.getBoundingClientRect(), figure._fullLayout];
  const points = figure._fullData.filter(({meta, hoverinfo}) => meta === 'sample' && hoverinfo !== 'skip').flatMap(
    ({x, y, customdata}) => customdata.map(([number], i) => [x[i], y[i], number]));
  const [x, y, number] = wanted === null
    ? points.reduce((one, other) => (other[0] > one[0] ? other : one))
    : points.find((point) => point[2] === wanted);
  return [box.left + xaxis._offset + xaxis.d2p(x), box.top + yaxis._offset + yaxis.d2p(y), number];
}"""
# In which figures there are rings of a kind, and how many.
RINGS = """(kind) => [...document.querySelectorAll('.js-plotly-plot')].map((figure) =>
  (figure.querySelector(`.askcore-around .${kind} path`)?.getAttribute('d').match(/M/g) ?? []).length)"""
CENTRES = """(kind) => [...document.querySelectorAll('.js-plotly-plot')].map((figure) => {
  const box = figure.querySelector(`.askcore-around .${kind} path`)?.getBoundingClientRect();
  return box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
})"""


def rings(app, kind: str, expected: list) -> None:
    """Wait for so many rings in each figure of the page; None for any number from one on."""
    app.page.wait_for_function(
        f"([kind, wanted]) => {{ const found = ({RINGS})(kind); return wanted.every((n, i) => "
        "n === null ? found[i] > 0 : found[i] === n); }",
        arg=[kind, expected],
    )


def box(app, at: int) -> None:
    """Draw a box around the right half of a figure."""
    figure = app.page.locator(".js-plotly-plot").nth(at)
    figure.hover()
    figure.locator(".modebar-btn[data-title='Box Select']").click()
    drag = figure.locator(".nsewdrag").first.bounding_box()
    left, top, width, height = (drag[key] for key in ("x", "y", "width", "height"))
    mouse = app.page.mouse
    mouse.move(left + 0.5 * width, top + 0.02 * height)
    mouse.down()
    mouse.move(left + 0.8 * width, top + 0.6 * height, steps=3)
    mouse.move(left + 0.98 * width, top + 0.98 * height, steps=3)
    mouse.up()


def test_a_sample_under_the_pointer_and_one_that_was_clicked_are_marked_in_the_other_figures(app):
    app.open("/decisions?data=Two+moons").drawn(2)
    assert app.page.locator(".askcore-around").count() == 0
    x, y, sample = app.page.evaluate(PLACE, [1, None])
    app.page.mouse.move(1, 1)
    app.page.mouse.move(x, y)  # in one step: points on the way would be marked, too
    rings(app, "hovered", [1, 0])
    there = app.page.evaluate(PLACE, [0, sample])[:2]
    assert app.page.evaluate(CENTRES, "hovered")[0] == pytest.approx(there, abs=1)
    app.page.mouse.click(x, y)
    rings(app, "chosen", [1, 1])
    app.page.wait_for_url(re.compile(rf"sample=row\+{sample + 1}(&|$)"))
    app.page.mouse.move(1, 1)
    rings(app, "hovered", [0, 0])
    app.page.wait_for_timeout(300)
    app.settle()
    app.go("Data").drawn(1)
    rings(app, "chosen", [1])


def test_a_box_in_one_figure_selects_on_every_page_until_it_is_cleared(app):
    app.open("/decisions?data=Cyclic+communities&drawn=Graph").drawn(2)
    box(app, 0)
    app.sees("nodes selected", within="[data-testid=stSidebar]")
    rings(app, "selected", [None, None])
    assert "selected=" in app.page.url
    with app.page.expect_download() as waiting:
        app.page.get_by_role("button", name="Save the selection (CSV)").click()
    table = pd.read_csv(waiting.value.path())
    assert waiting.value.suggested_filename == "askcore_decisions_cyclic-communities_selected.csv"
    assert list(table.columns[:2]) == ["node", "label"]
    assert len(table) > 10
    assert table.filter(like=", y: ").notna().any().all()
    app.go("Spectra").drawn(4)
    rings(app, "selected", [0, 0, None, None])
    app.go("Decisions").drawn(2)
    app.page.get_by_role("button", name="Clear the selection").click()
    app.without(app.page.get_by_role("button", name="Clear the selection"))
    rings(app, "selected", [0, 0])
    assert "selected=" not in app.page.url
    app.page.get_by_role("button", name="Undo").click()
    app.sees("nodes selected", within="[data-testid=stSidebar]")
    rings(app, "selected", [None, None])


def test_a_lasso_in_a_part_that_runs_alone_reaches_the_rest_of_the_page(app):
    app.open("/decisions?data=Two+moons").drawn(2)
    box(app, 1)  # the samples, a fragment
    app.sees("samples selected", within="[data-testid=stSidebar]")
    rings(app, "selected", [None, None])


def test_names_that_are_code_are_shown_as_text(app):
    bad = ["<img src=x onerror=alert(1)>", "**bold** $x$", "c", "d", "e", "f"]
    links = "".join(f'"{bad[i]}","{bad[(i + 1) % 6]}"\n' for i in range(6))
    app.open("/data").upload(
        {"name": "bad.csv", "mimeType": "text/csv", "buffer": f"source,target\n{links}".encode()}
    )
    app.sees("6 nodes")
    app.choose("Find a node", bad[0])
    app.page.wait_for_url(re.compile("sample="))
    app.drawn(1)
    rings(app, "chosen", [1])
    box(app, 0)
    app.sees("nodes selected", within="[data-testid=stSidebar]")
    assert app.page.locator("img[src=x]").count() == 0
