"""Results print themselves in a few lines, whatever they hold."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import pytest

import askcore
from askcore._shown import Shown

# Choices and what is printed as Python; everything else that holds arrays or tables is a result.
AS_PYTHON = {
    "Effort",
    "KernelChoice",
    "SamplingChoice",
    "Method",
    "KernelKind",
    "Problem",
    "Grid",
    "Prepared",
    "PreparedFixes",
}
ROOMS = ("askcore", "askcore.experiments", "askcore.diagnostics", "askcore.solvers")


def results() -> list[type]:
    found = set()
    for room in map(importlib.import_module, ROOMS):
        for name in room.__all__:
            each = getattr(room, name)
            if inspect.isclass(each) and dataclasses.is_dataclass(each) and name not in AS_PYTHON:
                found.add(each)
    return sorted(found, key=lambda each: each.__name__)


@pytest.mark.parametrize("result", results(), ids=lambda each: each.__name__)
def test_every_result_that_is_exported_prints_itself_in_lines(result):
    assert issubclass(result, Shown)
    assert result.__repr__ is Shown.__repr__


@dataclass(frozen=True)
class Many(Shown):
    verdict: str
    entries: np.ndarray
    table: pd.DataFrame
    names: list[str]
    given: dict[str, Any]
    inner: Any = None
    a: float = 1 / 3
    b: float = 0.0
    c: int = 1
    d: int = 2
    e: int = 3
    _hidden: int = 4
    _lock: Any = field(default=None, repr=False)


MANY = Many(
    "It pays. " * 12,
    np.zeros((2000, 300)),
    pd.DataFrame({"<b>": ["<script>"] * 50, "y": range(50)}),
    [f"n{i}" for i in range(400)],
    {"gamma": 1},
    Many("inner", np.zeros(3), pd.DataFrame(), [], {}),
)


def test_ten_lines_with_the_verdict_first_and_in_full():
    lines = repr(MANY).splitlines()
    assert len(lines) == 10
    assert lines[1].split(maxsplit=1)[1].strip() == ("It pays. " * 12).strip()
    said = dict(line.split(maxsplit=1) for line in lines[2:])
    assert said["entries"] == "array (2000, 300)"
    assert said["table"] == "table of 50 rows: <b>, y"
    assert said["names"] == "400 of str"
    assert said["inner"] == "Many"
    assert said["…"] == "and 3 more: c, d, e"
    assert "_hidden" not in repr(MANY)


def test_in_a_notebook_names_are_text_and_a_table_has_its_first_rows():
    shown = MANY._repr_html_()
    assert "<script>" not in shown
    assert shown.count("&lt;script&gt;") == 5
    assert len(shown) < 4_000


def test_results_of_the_package_are_short():
    K = np.random.default_rng(0).normal(size=(60, 60))
    for result in (askcore.asymmetry(K), askcore.gamma_path(K, np.arange(60) % 2, np.logspace(-2, 2, 9))):
        assert len(repr(result).splitlines()) <= 10
        assert "array (60" in result._repr_html_() or "60" in result._repr_html_()


def test_in_a_notebook_data_say_what_was_decided_while_reading():
    graph = askcore.datasets.read_graph(b"from,to,mails\na,b,3\nb,<i>,2\n")
    shown = graph._repr_html_()
    assert "GraphData" in shown
    assert "3 nodes, 2 edges" in shown
    assert "<li>Column &#x27;mails&#x27; was not used." in shown
    table = askcore.datasets.TableData(
        np.arange(200.0).reshape(20, 10), feature_names=[f"<{j}>" for j in range(10)]
    )
    rows = table._repr_html_()
    assert rows.count("<tr") == 1 + 5
    assert "&lt;0&gt;" in rows
    assert "<0>" not in rows
    assert "<ul>" not in rows  # nothing was decided
