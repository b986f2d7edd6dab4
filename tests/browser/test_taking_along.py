"""Long work, and what is taken along: files of figures, a script, a report; a talk that is walked."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tests.browser.driver import SIDEBAR

pytestmark = pytest.mark.browser
TEST = re.compile("^Run the (full|quick) test")
# In a presentation: the figure that is looked at lies between the heading and the line of buttons.
WHOLE = """() => {
  const number = new URL(location.href).searchParams.get("figure");
  const box = (found) => found?.getBoundingClientRect();
  const figure = box(document.querySelectorAll("[data-testid=stPlotlyChart]")[number - 1]);
  const [head, line] = ["stop_head", "presentation"].map((key) => box(document.querySelector(`.st-key-${key}`)));
  return figure && figure.top >= head.bottom && figure.bottom <= line.top;
}"""


def test_a_long_comparison_is_cancelled_and_a_short_one_finished(app):
    app.open("/direction?data=Python+imports&effort=Full")
    app.main.get_by_role("button", name=TEST).click()
    app.main.get_by_role("progressbar").wait_for()
    app.main.get_by_role("button", name="Cancel").click()
    app.main.get_by_role("button", name=TEST).wait_for()
    app.main.get_by_role("progressbar").wait_for(state="detached")
    app.choose("Effort", "Quick").choose("Data set", "Seven nodes").sees("7 nodes", within=SIDEBAR)
    app.main.get_by_role("button", name=TEST).click()
    app.sees("Difference from AsK-LS on the same splits").drawn(2)
    assert "Direction" in app.said()
    _, content = app.saved("button", "Scores (CSV)")
    assert content.startswith(b"method,family,split,micro_f1")
    app.go("Data").go("Decisions").sees("Difference from AsK-LS on the same splits")


def test_figures_numbers_and_the_script_are_saved(app):
    app.open("/decisions?data=Two+moons&seed=5").drawn(2).unfold("Take it with you")
    name, svg = app.saved("link", "Save this figure")
    assert re.fullmatch(r"askcore-decisions-two-moons-.*\.svg", name)
    picture = ElementTree.fromstring(svg)
    assert [picture.get("width"), picture.get("height")] == ["480", "360"]
    assert "source view" in "".join(picture.itertext())
    outside = re.sub(r'xmlns(:\w+)?="[^"]*"', "", svg.decode())
    assert re.findall(r"https?:|@import|url\((?!['\"]?(?:#|&quot;#))", outside) == []
    app.main.get_by_text("PNG", exact=True).click()
    app.main.get_by_role("status").filter(has_text=".png").wait_for()
    name, png = app.saved("link", "Save this figure")
    assert png.startswith(b"\x89PNG")
    app.main.get_by_text("Wide", exact=True).click()
    app.main.get_by_role("status").filter(has_text="2560 × 1440 px").wait_for()
    app.main.get_by_text("HTML", exact=True).click()
    name, page = app.saved("button", "Save this figure (HTML)")
    assert page.count(b"<figure>") == 1
    _, rows = app.saved("button", "Data of this figure (CSV)")
    assert rows.startswith(b"series,x,y")
    name, script = app.saved("button", "Python (.py)")
    assert name.endswith(".py")
    compile(script, name, "exec")
    assert b"path_views(" in script
    _, table = app.saved("button", "Predictions (CSV)")
    assert table.startswith(b"sample,label,predicted_source,predicted_target,predicted_merged")


def test_a_report_opens_without_a_network(app, browser, tmp_path):
    app.open("/decisions?data=Two+moons").drawn(2)
    held_out = re.search(r"\d+ test samples", app.said())
    app.go("Share").sees("Report")
    name, content = app.saved("button", "Save the report")
    (tmp_path / name).write_bytes(content)
    away, amiss = browser.new_context(offline=True), []
    page, address = away.new_page(), (tmp_path / name).as_uri()
    page.on("console", lambda message: amiss.append(message.text))
    page.on("pageerror", lambda error: amiss.append(str(error)))
    page.on("request", lambda asked: amiss.append(asked.url) if asked.url != address else None)
    page.goto(address)
    page.get_by_role("heading", level=1, name="Report: Two moons").wait_for()
    page.locator("figure .main-svg").nth(1).wait_for()
    assert held_out[0] in page.locator("body").inner_text()
    assert "Where the two views disagree" in page.locator("body").inner_text()
    away.close()
    assert amiss == []


def test_a_talk_is_walked_by_keys(watched):
    with watched(viewport={"width": 1280, "height": 720}) as app:
        app.open("/session").title("Share").main.get_by_role(
            "button", name="Direction in kernels, in eight pictures"
        ).click()
        app.main.get_by_role("button", name="Begin the talk").click()
        for stop in range(1, 9):
            app.page.get_by_text(re.compile(f"^{stop} of 8")).wait_for()
            app.page.wait_for_url(re.compile(rf"[?&]stop={stop}(&|$)"))
            assert "present=1" in app.settle().page.url
            assert not app.page.get_by_role("navigation", name="App pages").is_visible()
            app.page.wait_for_function(WHOLE)
            app.page.keyboard.press("PageDown" if stop < 8 else "PageUp")
        app.page.get_by_text(re.compile("^7 of 8")).wait_for()
        app.settle().page.keyboard.press("Escape")
        app.page.get_by_role("navigation", name="App pages").wait_for()
        app.page.wait_for_url(lambda url: "present" not in url)


def test_sampling_and_the_papers_show_their_figures_and_tables(app):
    app.open("/nystroem?data=Cyclic+communities").sees("Entries read").drawn(2)
    before = app.said()
    app.slider("Sampled rows").press("Home")
    app.page.wait_for_url(re.compile("rows="))
    assert app.settle().drawn(2).said() != before
    app.unfold("Race against other methods")
    app.main.get_by_role("button", name="Start the race").wait_for()
    app.open("/papers").sees("We reproduce 199 of 318 published numbers").drawn(1)
    app.choose("Table", "KSVD, section 5.2: Row density against column density")
    app.sees("We reproduce 0 of 5 published numbers")
