"""Which way round the links of a graph are read and drawn: alike on all pages."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest

from askcore.datasets import GraphData
from tests.pages.test_every_page import sound
from tests.pages.test_matrices_and_bags import own

PAGES = ("data.py", "decisions.py", "matrix.py")
INTO, OUT = "the links to u", "the links from u"


def chain() -> GraphData:
    """Each node of a class links to the next two of the other class alone, so that no link is answered."""
    n = 12
    A = np.zeros((n, n))
    for i in range(n - 1):
        A[i, i + 1 : i + 4 : 2] = 1.0
    return GraphData(A, [f"n{i:02d}" for i in range(n)], list("ab" * (n // 2)))


def numbers_in(values) -> np.ndarray:
    """What a figure on its way to the browser holds: a list, or packed."""
    if not isinstance(values, dict):
        return np.asarray(values, dtype=float)
    packed = np.frombuffer(base64.b64decode(values["bdata"]), dtype=np.dtype(values["dtype"]))
    return packed.reshape([int(n) for n in values["shape"].split(",")]) if "shape" in values else packed


def cells(at) -> set[tuple[int, int]]:
    """Row and column of what is drawn off the diagonal, in the first matrix of the page."""
    for chart in at.get("plotly_chart"):
        figure = json.loads(chart.proto.spec)
        title, first = figure["layout"].get("yaxis", {}).get("title", {}).get("text"), figure["data"][0]
        if title in ("row u (from)", "row u (to)"):
            places = np.column_stack([numbers_in(first["y"]), numbers_in(first["x"])])
        elif title == "row u":
            places = np.argwhere(numbers_in(first["z"]))
        else:
            continue
        return {(int(i), int(j)) for i, j in places if i != j}
    raise AssertionError("no matrix on this page")


def shown(page: str, at):
    """The page with the matrix by class in view."""
    if page != "matrix.py":
        key = next(g.key for g in at.button_group if g.key in ("picture", "drawn"))
        at.button_group(key).set_value("Matrix by class").run()
    return sound(at)


@pytest.mark.parametrize("page", PAGES)
def test_a_row_of_an_own_graph_is_where_a_link_comes_from(page):
    data = chain()
    at = shown(page, own(page, data))
    order = np.argsort(data.labels, kind="stable")
    A = data.adjacency.toarray()[np.ix_(order, order)]
    assert cells(at) == {(int(i), int(j)) for i, j in np.argwhere(A)}
    (said,) = [c.value for c in at.caption if c.value.startswith("Row u, column v: ")]
    assert f"Row u shows {OUT}; column u shows {INTO}." in said


def test_a_click_turns_all_pages_round():
    at = own("decisions.py", chain())
    assert at.button_group("orientation").value == "out"
    assert "orientation='out'" in at.code[0].value
    at.button_group("orientation").set_value("in").run()
    assert "orientation=" not in at.code[0].value  # "in" where nothing is said
    found = []
    for page in PAGES[1:]:  # "Data" shows the links as they are
        at.switch_page(f"pages/{page}").run()
        found.append(cells(shown(page, at)))
    assert found[0] == found[1]
    order = np.argsort(chain().labels, kind="stable")
    A = chain().adjacency.toarray()[np.ix_(order, order)]
    assert found[0] == {(int(j), int(i)) for i, j in np.argwhere(A)}
