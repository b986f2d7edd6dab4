"""``import askcore`` is quick, and every documented room is there after it."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = (
    "requests",
    "sklearn",
    "networkx",
    "pandas",
    "plotly",
    "streamlit",
    "openpyxl",
    "pyarrow",
    "scipy",
)
ROOMS = (
    "datasets",
    "diagnostics",
    "estimators",
    "experiments",
    "figures",
    "kernels",
    "operators",
    "papers",
    "solvers",
)


def printed(code: str) -> str:
    """What a fresh Python prints."""
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_import_leaves_the_heavy_libraries_alone():
    assert printed(f"import sys, askcore; print([m for m in {HEAVY} if m in sys.modules])") == "[]"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_there_after_import_alone(room):
    assert printed(f"import askcore; print(askcore.{room}.__name__)") == f"askcore.{room}"


def test_the_papers_are_there_after_import_alone():
    code = (
        "import askcore; print(askcore.experiments.papers is askcore.papers, askcore.papers.table.__name__)"
    )
    assert printed(code) == "True table"
    assert printed("import askcore.experiments.papers as p; print(p.__name__)") == "askcore.papers"


def test_registries_are_full_when_asked_for():
    code = "import askcore; print(len(askcore.kernels.KERNELS), len(askcore.kernels.GRAPH_KERNELS))"
    kernels, graphs = map(int, printed(code).split())
    assert kernels >= 11
    assert graphs >= 8


def test_what_is_public_is_listed():
    code = "import askcore; print(all(hasattr(askcore, n) for n in askcore.__all__), 'KSVD' in dir(askcore))"
    assert printed(code) == "True True"


def test_the_data_sets_leave_them_alone_until_a_file_asks():
    heavy = (*tuple(name for name in HEAVY if name != "scipy"), "PIL", "defusedxml", "filelock", "scipy.io")
    code = "import sys, askcore.datasets as d; d.read_graph, d.fetch, d.load_sample"
    assert printed(f"{code}; print([m for m in {heavy} if m in sys.modules])") == "[]"
