"""Figures as files, made in the browser: of the width, text and ground that were chosen, nothing cut."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"
MADE = """([name, words, ground]) => [...document.querySelectorAll("*")].some((host) => {
  const file = host.shadowRoot?.querySelector(".file[aria-busy=false]");
  const said = file?.querySelector(".said").textContent ?? "";
  return said.startsWith(name) && said.includes(words) && file.dataset.ground.endsWith(ground);
})"""
CUT = """() => {
  const whole = document.documentElement.getBoundingClientRect();
  return [...document.querySelectorAll("text")].filter((text) => {
    const box = text.getBoundingClientRect();
    const out = [whole.left - box.left, box.right - whole.right, whole.top - box.top, box.bottom - whole.bottom];
    return box.width && Math.max(...out) > 1;
  }).map((text) => text.textContent);
}"""


def opened(app, address: str, figures: int):
    app.open(address).drawn(figures)
    app.page.get_by_test_id("stExpander").get_by_text("Take it with you").click()
    return app


def made(app, name: str, words: str = "", ground: str = "") -> None:
    """Wait until a file is there, by its name, what is said of it and the colour behind it."""
    app.page.wait_for_function(MADE, arg=[name, words, ground])


def saved(app, folder: Path) -> Path:
    with app.page.expect_download() as caught:
        app.page.get_by_role("link", name="Save this figure").click()
    path = folder / caught.value.suggested_filename
    caught.value.save_as(path)
    return path


def sizes_of_text(path: Path) -> set[float]:
    """Of all text in a file, in pixels."""
    root = ElementTree.parse(path).getroot()
    scale = float(root.get("width")) / float(root.get("viewBox").split()[2])
    styles = [text.get("style") or "" for text in root.iter(f"{SVG}text")]
    found = [re.search(r"font-size: ([\d.]+)px", style) for style in styles]
    return {round(float(each[1]) * scale, 1) for each in found if each}


def nothing_is_cut_or_fetched(app, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    outside = re.sub(r'xmlns(:\w+)?="[^"]*"', "", text)
    assert re.findall(r"https?:|@import|url\((?!['\"]?(?:#|&quot;#))", outside) == []
    own = app.page.context.new_page()
    own.goto(path.as_uri())
    assert own.evaluate(CUT) == []
    own.close()


def click(app, option: str) -> None:
    app.page.get_by_test_id("stButtonGroup").get_by_text(option, exact=True).click()


def test_a_figure_has_the_width_and_the_text_that_were_chosen(app, tmp_path):
    opened(app, "/decisions?data=Two+moons&seed=5", 2)
    made(app, "askcore_decisions_two-moons_seed-5_agreement.svg", "3.3 in")
    column = saved(app, tmp_path)
    root = ElementTree.parse(column).getroot()
    assert float(root.get("width")) == pytest.approx(3.3 * 96, abs=0.01)
    assert max(sizes_of_text(column)) == pytest.approx(8 * 96 / 72, abs=0.1)
    assert min(sizes_of_text(column)) > 9.5
    nothing_is_cut_or_fetched(app, column)

    app.choose("Width", "Slide, 1280 px")
    made(app, "askcore_", "1280 × ")
    app.settle()  # until then the field of the width before may stand beside the new one
    points = app.page.get_by_test_id("stNumberInput").filter(has_text="Text (pt)").locator("input")
    points.fill("24")
    points.press("Enter")
    click(app, "PNG")
    click(app, "4×")
    made(app, "askcore_decisions_two-moons_seed-5_agreement.png", "5120 × ")
    content = saved(app, tmp_path).read_bytes()
    width, height = struct.unpack(">II", content[16:24])
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert width == 5120
    assert 2_000 < height < 8_000
    assert struct.unpack(">I4sIIB", content[33:50]) == (9, b"pHYs", 15118, 15118, 1)  # 384 to the inch


def test_a_lesson_gives_its_figure_as_it_is_now_on_a_dark_ground(app, tmp_path):
    opened(app, "/lesson_krein_space", 0)
    made(app, "askcore_lesson-krein-space_krein-space-cube.svg")
    cube = saved(app, tmp_path)
    assert ElementTree.parse(cube).getroot().get("width") == "316.8"
    app.choose("Figure", "The eigenvalues of the kernel matrix with their signs")
    made(app, "askcore_lesson-krein-space_krein-space-values.svg")
    before = saved(app, tmp_path).read_text(encoding="utf-8")
    assert "1 below zero" in before
    assert 'fill="#FFFFFF"' in before
    click(app, "Clip")
    made(app, "askcore_lesson-krein-space_krein-space-fix-clip_krein-space-values.svg")
    click(app, "Dark")
    made(app, "askcore_", ground="#12151B")
    dark = saved(app, tmp_path)
    assert "0 below zero" in dark.read_text(encoding="utf-8")
    nothing_is_cut_or_fetched(app, dark)
