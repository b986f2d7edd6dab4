"""Figures as files: names that tell, pages that need no network, pictures of a size."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import zipfile
from xml.etree import ElementTree

import numpy as np
import pytest

from askcore.experiments.matrix.cube import cube_corners
from askcore.figures.scores import scores_dot
from askcore.figures.svg.cube import cube_picture
from askcore.figures.svg.turning import turning_graph
from askcore.ui.charts.plots import drawing
from askcore.ui.charts.shown import Drawing, Shown
from askcore.ui.sharing.figure_file import SIZES, archive, file_name, page_of_figures, rows_of, svg_file

HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(1)">'


def shown(key: str = "one", alt: str = "Scores", names: tuple[str, ...] = ("a", "b")) -> Shown:
    return Shown(key, alt, drawing(scores_dot(list(names), np.array([0.5, 0.75]))))


PICTURE = Shown(
    "cube", "A cube", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0"/></svg>'
)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        (("home", "", {}, "home_graph"), "askcore_home_home-graph"),
        (("data", "my table (2).csv", {}, "features"), "askcore_data_my-table-2.csv_features"),
        (("data", "../../etc/passwd", {"x": "<b>"}, "f"), "askcore_data_etc-passwd_x-b_f"),
        (("data", "东京", {}, "f"), "askcore_data_f"),
        (("spectra", "Iris", {"gamma": "0.01", "seed": "5"}, ""), "askcore_spectra_iris_gamma-0.01_seed-5"),
    ],
)
def test_a_name_says_page_data_settings_and_figure(given, name):
    assert file_name(*given) == name


def test_a_name_fits_every_system():
    name = file_name("decisions", "x" * 10_000, {f"k{i}": "v" * 50 for i in range(100)}, "figure" * 100)
    assert len(name) < 200
    assert re.fullmatch(r"[a-z0-9._-]+", name)


def test_a_page_of_figures_has_plotly_once_and_asks_for_nothing():
    page = page_of_figures([shown(), PICTURE, shown("two", "More")], "title")
    packed = re.search(r'id="packed">([^<]+)<', page)
    assert "Plotly" in gzip.decompress(base64.b64decode(packed[1])).decode()
    assert len(page) < 2_500_000
    rest = page.replace(packed[1], "")
    assert page.count(packed[1]) == 1
    assert re.findall(r"(?:src|href)=", rest) == []
    assert [rest.count(f'id="figure-{i}"') for i in range(3)] == [1, 1, 0]
    specs = json.loads(re.search(r"const specs = (\[.*?\]);\n", rest, re.DOTALL)[1])
    assert [spec["data"] for spec in specs] == [json.loads(json.dumps(spec["data"])) for spec in specs]
    assert len(specs) == 2


def test_a_page_of_pictures_alone_has_no_script():
    page = page_of_figures([PICTURE], "title")
    assert "<script" not in page
    assert len(page) < 5_000


def test_names_that_look_like_html_are_text():
    page = page_of_figures([shown(alt=HOSTILE, names=(HOSTILE, "b"))], HOSTILE)
    assert page.count("</script>") == 2
    assert "<img" not in page
    assert "&lt;/script&gt;" in page


def test_an_archive_holds_the_page_the_tables_and_the_pictures():
    figure = shown()
    content = archive([figure, PICTURE], "all", "#FFFFFF", [("one.csv", rows_of(figure).to_string())])
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        assert file.testzip() is None
        assert sorted(file.namelist()) == ["all.html", "cube.svg", "one.csv"]


def test_a_picture_gets_a_size_a_font_and_a_ground():
    svg = svg_file(cube_picture(*cube_corners(), theme="light"), SIZES["column"].width, ground="#FFFFFF")
    root = ElementTree.fromstring(svg)
    view = [float(number) for number in root.get("viewBox").split()]
    assert float(root.get("width")) == pytest.approx(316.8)
    assert float(root.get("height")) == pytest.approx(316.8 * view[3] / view[2], rel=1e-3)
    assert root.get("font-family").startswith("Arial")
    first = next(iter(root))
    assert (first.tag.rpartition("}")[2], first.get("fill")) == ("rect", "#FFFFFF")


def test_what_answers_a_click_is_left_out():
    links = turning_graph(
        np.array([[0, 1], [0, 0]]),
        np.array([[0.0, 0.0], [1.0, 1.0]]),
        classes_of_nodes=["a", ""],
        names=["A", "B"],
        focus=1,
    )
    svg = svg_file(links, 400)
    ElementTree.fromstring(svg)
    assert "click" in links
    assert (links.count("<circle"), svg.count("<circle")) == (4, 3)
    assert re.search(r"click|cursor|data-|tabindex|transparent|max-height", svg) is None


def test_a_picture_without_a_view_is_refused():
    with pytest.raises(ValueError, match="viewBox"):
        svg_file("<svg/>", 100)


def test_what_is_shown_is_not_changed():
    figure = shown()
    assert isinstance(figure.drawing, Drawing)
    before = json.dumps(figure.drawing.spec, default=str)
    page_of_figures([figure], "title")
    rows_of(figure)
    assert json.dumps(figure.drawing.spec, default=str) == before
