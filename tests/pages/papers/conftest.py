"""A table of two nodes among the paper tables: results in a folder of its own, no network, no worker processes."""

from __future__ import annotations

import importlib
import socket

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore import papers
from askcore.datasets import GraphData
from askcore.papers import Journal, Protocol
from askcore.papers.engine.protocol import ASKLS_PAPER, Difference
from tests.pages.test_every_page import ROOT, sound

NERD, OURS, ALIKE = "SVM on NERD embedding", "AsK-LS on adjacency", "AsK-LS, tuned alike"
TABLES = importlib.import_module("askcore.papers.catalogue")


def compute(data, unit, options):
    """Scores near the printed ones; SVM is far off."""
    level = {NERD: 0.5, OURS: 0.753, ALIKE: 0.76}
    draws = [np.random.default_rng([unit.seed, r]).normal(0, 0.005) for r in unit.repeats]
    return {m: {"micro_f1": [level[m] + d for d in draws]} for m in unit.methods}


def graph(name="cora", data_home=None) -> GraphData:
    return GraphData(np.array([[0, 1], [1, 0]]), ["a", "b"], ["x", "y"], name=name)


TOY = Protocol(
    key="toy-III",
    paper=ASKLS_PAPER,
    table="III",
    title="Node classification",
    about="A toy.",
    datasets=("cora", "citeseer"),
    methods=(NERD, OURS),
    alike=(ALIKE,),
    metrics=("micro_f1",),
    compute=compute,
    load=graph,
    full=4,
    quick=2,
    steps=(("data", "two nodes"),),
    left_open=("The grid is not said.",),
    differences={
        ("cora", NERD, "micro_f1"): Difference("The embedding differs.", "a better embedding", 0.75)
    },
    absent={"pubmed": "it is too large"},
)


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    """Results in a folder of its own, no shipped ones, no network, no worker processes."""

    def refused(*_, **__):
        raise OSError("the network was asked")

    monkeypatch.setenv("ASKCORE_RESULTS", str(tmp_path / "papers.jsonl"))
    monkeypatch.setenv("ASKCORE_DATA", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(papers, "measured", Journal)
    st.cache_resource.clear()
    yield tmp_path / "papers.jsonl"
    st.cache_resource.clear()


@pytest.fixture
def toy(monkeypatch):
    """One table, whose data are at hand."""
    set_toy(monkeypatch, TOY)


def set_toy(monkeypatch, protocol: Protocol) -> None:
    monkeypatch.setattr(TABLES, "_all", lambda: {protocol.key: protocol})


def said(at) -> str:
    return "\n".join([*(m.value for m in at.markdown), *(c.value for c in at.caption)])


def measured(protocol: Protocol) -> Journal:
    """Two repeats of a table, as if they had shipped."""
    found = Journal()
    papers.PaperRun(protocol, dict.fromkeys(protocol.datasets, graph()), repeats=2, journal=found).run()
    return found


def opened(**address: str) -> AppTest:
    """The tab as by its address, in the frame; Home is not drawn first."""
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for name, value in ({"learn": "Paper tables"} | address).items():
        at.query_params[name] = value
    at.switch_page("pages/learn.py").run()
    return sound(at)
