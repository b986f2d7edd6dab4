"""Public data sets on Home and Data: opened from a folder, downloaded on a click only, named by an address."""

from __future__ import annotations

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.datasets import DataError, GraphData
from tests.pages.test_every_page import ROOT, opened, sound


def small(name: str, **_) -> GraphData:
    return GraphData(np.array([[0, 1], [1, 0]]), ["a", "b"], ["x", "y"], name="Cora citations")


@pytest.fixture(autouse=True)
def folder(monkeypatch):
    """Which sets are at hand; what is read is a graph of two nodes."""
    there = {"cora"}
    for module in ("data.public", "pages.home.gallery"):
        monkeypatch.setattr(f"askcore.ui.{module}.is_at_hand", there.__contains__)
    monkeypatch.setattr("askcore.ui.data.public.fetch", small)
    st.cache_resource.clear()
    yield there
    st.cache_resource.clear()


def test_a_set_at_hand_opens_on_the_data_page():
    at = opened("home.py")
    at.button("open_public").click().run()
    assert sound(at).title[0].value == "Data"
    assert at.header[0].value.startswith("**Symmetric:** its 2 links are the same both ways")
    assert at.selectbox("data").value == "cora"
    at.switch_page("pages/decisions.py").run()
    assert "askcore.datasets.fetch('cora')" in sound(at).code[0].value


def test_a_set_that_is_not_at_hand_is_downloaded_on_a_click(folder, monkeypatch):
    asked = []

    def fetch(name, progress=None):
        if progress is not None:
            asked.append(name)
            folder.add(name)
        return small(name)

    monkeypatch.setattr("askcore.ui.data.public.fetch", fetch)
    at = opened("home.py")
    at.selectbox("public_set").set_value("yacht").run()
    assert at.button("public_yacht_start").label.startswith("Download and open (")
    assert asked == []
    at.button("public_yacht_start").click().run()
    assert sound(at).title[0].value == "Data"
    assert asked == ["yacht"]


def test_a_download_that_fails_is_told_with_its_remedy(monkeypatch):
    def refused(name, progress):
        raise DataError("There is no connection", remedy="Try again later.")

    monkeypatch.setattr("askcore.ui.data.public.fetch", refused)
    at = opened("home.py")
    at.selectbox("public_set").set_value("citeseer").run()
    at.button("public_citeseer_start").click().run()
    assert "There is no connection" in sound(at).error[0].value
    assert at.title[0].value != "Data"


def test_an_address_names_a_set_at_hand():
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params["data"] = "Cora citations"
    at.switch_page("pages/data.py").run()
    assert sound(at).selectbox("data").value == "cora"


def test_an_address_downloads_nothing():
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params["data"] = "citeseer"
    at.switch_page("pages/data.py").run()
    assert "There is no data set called “citeseer”" in sound(at).info[0].value
