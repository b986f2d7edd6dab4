"""A given matrix and bags of vectors on the pages: kernels, what is missing, measuring and cancelling."""

from __future__ import annotations

import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from askcore.datasets import BagData, MatrixData, TableData
from askcore.ui.pieces import TAKEN
from tests.framed import give
from tests.pages.test_every_page import ROOT, sound


def own(page: str, data):
    """A page with data that were uploaded in this session."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    give(at, data, as_it_is=True)
    at.session_state[TAKEN] = True
    return sound(at.switch_page(f"pages/{page}").run())


def bags(seed: int, n: int = 12):
    rng = np.random.default_rng(seed)
    return BagData([rng.normal(3 * (i % 2), 1, (30, 2)) for i in range(n)], ["ab"[i % 2] for i in range(n)])


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (MatrixData(np.ones((4, 4))), "under “Labels”"),
        (MatrixData(np.ones((4, 3)), list("abab")), "4 rows and 3 columns"),
        (bags(0).__class__(bags(0).bags), "Label column"),
    ],
)
def test_what_is_missing_and_where_to_go(data, told):
    at = own("decisions.py", data)
    assert "Not yet" in [heading.value for heading in at.header]
    assert told in "\n".join(m.value.replace("\\", "") for m in at.markdown)
    links = [link.label for link in at.get("page_link")]
    assert {"Spectra", "Matrix", "Nyström", "See how it was read"} <= set(links)


def test_bags_are_measured_and_the_scale_is_free():
    at = own("decisions.py", bags(1))
    assert "AsK-LS reproduces **100%** of the training labels." in [each.value for each in at.markdown]
    usual = scale_of(at)
    at.select_slider("bag_scale").set_value(0.1).run()
    assert scale_of(at) == pytest.approx(0.1 * usual)
    at.select_slider("components").set_value(2).run()
    assert scale_of(at) != pytest.approx(0.1 * usual)
    assert "n_components=2" in at.code[0].value


def scale_of(at) -> float:
    """What the Python of the page multiplies divergences by."""
    return float(re.search(r"found\.kernel\(([\d.e-]+)\)", sound(at).code[0].value)[1])


@pytest.mark.parametrize("page", ["spectra.py", "nystroem.py"])
def test_what_would_take_hours_is_refused_with_the_way_out_before_it_begins(page):
    X = np.random.default_rng(0).standard_normal((200_000, 10))
    at = own(page, TableData(X, (X[:, 0] > 0).astype(int)))
    said = " ".join(each.value for each in (*at.main.markdown, *at.info))
    assert "40,000,000,000 entries to decompose, each evaluated several times" in said
    assert "Take a sample of the rows, or the matrix between rows and columns." in said
