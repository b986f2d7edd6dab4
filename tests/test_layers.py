"""No file imports another in a circle, few names are public, and what no file of the project may contain.

The floors themselves are contracts of import-linter in pyproject.toml; modules that nobody may import are ruff's.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import grimp
import networkx as nx
import pytest

import askcore

ROOT = Path(__file__).parents[1]
MOST_PUBLIC_NAMES = 260
FORBIDDEN_FLAGS = {"allow_pickle", "unsafe_allow_html"}
# Calls of streamlit that one file of the dashboard makes for all others, and what to call instead.
IN_ONE_PLACE = {
    "cache_resource": ("askcore/ui/cache.py", "mark it @cached"),
    "cache_data": ("askcore/ui/cache.py", "mark it @cached"),
    "download_button": ("askcore/ui/pieces.py", "call take_home or download"),
    "to_csv": ("askcore/ui/pieces.py", "give the table to Download"),
    "metric": ("askcore/ui/pieces.py", "call metrics"),
    "tabs": ("askcore/ui/controls.py", "call controls.tabs"),
    "segmented_control": ("askcore/ui/controls.py", "call choose"),
    "fragment": ("askcore/ui/guard.py", "mark it @fragment of the guard, or a failure shows a traceback"),
}
RUNS = "askcore/ui/background.py"


def test_no_files_import_each_other_in_a_circle():
    """Names that a package gets from its stub come from files below it, which the contracts hold apart."""
    modules = grimp.build_graph("askcore")
    imports = nx.DiGraph(
        (one, other) for one in modules.modules for other in modules.find_modules_directly_imported_by(one)
    )
    assert len(imports) > 300
    assert [sorted(circle) for circle in nx.strongly_connected_components(imports) if len(circle) > 1] == []


def test_few_names_are_public():
    packages = [askcore] + [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(askcore.__path__, "askcore.")
        if found.ispkg
    ]
    names = [name for package in packages for name in getattr(package, "__all__", ())]
    assert 200 < len(names) <= MOST_PUBLIC_NAMES
    files = [path for path in ROOT.glob("askcore/**/*.py") if path.name != "__init__.py"]
    assert [str(path) for path in files if "\n__all__" in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize(
    ("old", "instead"),
    [
        ("askcore.experiments.Views", "askcore.experiments.decisions.views contains it"),
        ("askcore.kernels.bind", "askcore.kernels.binding contains it"),
        ("askcore.experiments.papers", "use askcore.papers"),
        ("askcore.datasets.read_chunks", "fit a dask array"),
        ("askcore.solvers.nonsense", "no attribute 'nonsense'"),
    ],
)
def test_a_name_that_left_says_where_it_went(old, instead):
    package, _, name = old.rpartition(".")
    with pytest.raises(AttributeError, match=instead):
        getattr(importlib.import_module(package), name)


def complaints(source: str, path: str) -> list[str]:
    """What is wrong with one file, as "path:line: reason"."""
    found = [(node.lineno, reason) for node in ast.walk(ast.parse(source)) for reason in _flags(node)]
    if path.startswith(("askcore/ui", "pages", "app.py")):
        found += [
            (node.lineno, reason) for node in ast.walk(ast.parse(source)) for reason in _streamlit(node, path)
        ]
    return [f"{path}:{line}: {reason}" for line, reason in sorted(found)]


def _flags(node: ast.AST) -> Iterator[str]:
    for word in node.keywords if isinstance(node, ast.Call) else []:
        false = isinstance(word.value, ast.Constant) and word.value.value is False
        if word.arg in FORBIDDEN_FLAGS and not false:
            yield f"{word.arg} may be true"


def _streamlit(node: ast.AST, path: str) -> Iterator[str]:
    for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else []:
        if isinstance(mark, ast.Attribute):
            yield from _streamlit(ast.Call(mark, [], []), path)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    name, owner = node.func.attr, getattr(node.func.value, "id", "")
    place, instead = IN_ONE_PLACE.get(name, (path, ""))
    if path != place and owner != "controls":
        yield f"{name} stands in {place} alone: {instead}"
    label = node.args[0] if node.args else None
    if name == "button" and isinstance(label, ast.Constant) and label.value == "Cancel" and path != RUNS:
        yield f"long work runs in {RUNS} alone: make it Offered, or mark it @in_background"


def test_every_file_keeps_the_rules():
    paths = [*ROOT.glob("askcore/**/*.py"), *ROOT.glob("pages/*.py"), ROOT / "app.py"]
    found = [complaints(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT))) for path in paths]
    assert [line for lines in found for line in lines] == []


BROKEN = {
    "allow_pickle": ("load(f, allow_pickle=True)", "askcore/datasets/new.py", "allow_pickle may be true"),
    "allow_pickle variable": ("load(f, allow_pickle=x)", "askcore/datasets/new.py", "allow_pickle may"),
    "html": ("st.write(x, unsafe_allow_html=True)", "pages/new.py", "unsafe_allow_html may be true"),
    "cache": ("@st.cache_resource(ttl='1h')\ndef f(): ...", "askcore/ui/new.py", "mark it @cached"),
    "download": ("column.download_button('x', 'y')", "pages/new.py", "call take_home"),
    "fragment": ("@st.fragment\ndef f(): ...", "askcore/ui/pages/new/panels.py", "shows a traceback"),
    "tabs": ("st.tabs(['a'])", "askcore/ui/pages/new/panels.py", "call controls.tabs"),
    "metric": ("st.container().metric('a', 1)", "askcore/ui/new.py", "call metrics"),
    "run": ("st.button('Cancel', key='x')", "askcore/ui/pages/new/panels.py", "make it Offered"),
}


@pytest.mark.parametrize(("source", "path", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_broken_rule_is_found(source, path, reason):
    (complaint,) = complaints(source, path)
    assert reason in complaint
