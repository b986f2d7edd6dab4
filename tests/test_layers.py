"""Imports go down, never up; and what no file of the project may contain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

FLOORS = {
    "_validation": 0,
    "_format": 0,
    "_lazy": 0,
    "_machine": 0,
    "_random": 0,
    "_scale": 0,
    "_steps": 0,
    "_command": 1,
    "_shown": 1,
    "datasets": 1,
    "kernels": 1,
    "operators": 1,
    "solvers": 2,
    "estimators": 3,
    "diagnostics": 3,
    "experiments": 4,
    "models": 4,
    "papers": 5,
    "figures": 6,
    "plotting": 7,
    "ui": 8,
    "pages": 9,
    "commands": 10,
    "__main__": 11,
}
# Floors that stand beside the stack: what each may use at most.
STANDS_ON = {
    "datasets": {"_validation", "_format", "_lazy", "_machine", "_shown"},
    "figures": {"_validation", "_format", "_scale"},
}
# The one way up: ``.plot()`` of data and results asks, when it is called, for what draws them.
AT_THE_CALL = {"askcore/_shown.py": "askcore.plotting.figure_of"}
SERVER = "askcore/commands/serve.py"  # runs streamlit's own command
USES_DATASETS = {"experiments", "models", "papers", "plotting", "ui", "pages", "commands"}
COMPUTING = {"numpy", "scipy", "sklearn", "networkx", "plotly"}
FORBIDDEN_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve"}
FORBIDDEN_CALLS = {"eval", "exec"}
FORBIDDEN_FLAGS = {"allow_pickle", "unsafe_allow_html"}
# Calls of streamlit that one file of the dashboard makes for all others, and what to call instead.
IN_ONE_PLACE = {
    "cache_resource": ("askcore/ui/work/cache.py", "mark it @kept"),
    "cache_data": ("askcore/ui/work/cache.py", "mark it @kept"),
    "download_button": ("askcore/ui/export.py", "call take_home or download"),
    "to_csv": ("askcore/ui/export.py", "give the table to File"),
    "metric": ("askcore/ui/pieces.py", "call metrics"),
    "tabs": ("askcore/ui/controls.py", "call controls.tabs"),
    "segmented_control": ("askcore/ui/controls.py", "call choose"),
    "fragment": ("askcore/ui/guard.py", "mark it @fragment of the guard, or a failure shows a traceback"),
}
RUNS = ("askcore/ui/work/job.py", "askcore/ui/work/heavy.py")


def room_of(path: str) -> str:
    """The room a file belongs to; "" for askcore/__init__.py, which names what is public."""
    parts = Path(path).parts
    if parts[0] != "askcore":
        return "pages"
    name = parts[1].removesuffix(".py")
    return "" if name == "__init__" else name


def imported(tree: ast.AST, path: str) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of every import, relative ones resolved."""
    package = Path(path).parent.parts
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *filter(None, [node.module])))
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def upward(room: str, target: str) -> bool:
    if room in ("", target) or target not in FLOORS:
        return False
    if room not in FLOORS:
        return True  # a room without a floor may import nothing of askcore
    if room in STANDS_ON:
        return target not in STANDS_ON[room]
    if target == "datasets":
        return room not in USES_DATASETS
    return FLOORS[target] >= FLOORS[room]


def complaints(source: str, path: str) -> list[str]:
    """What is wrong with one file, as "path:line: reason"."""
    tree, room = ast.parse(source), room_of(path)
    found = [(line, reason) for line, reason in _imports(tree, path, room)]
    found += [(node.lineno, reason) for node in ast.walk(tree) for reason in _node(node)]
    if room in ("ui", "pages"):
        found += [(node.lineno, reason) for node in ast.walk(tree) for reason in _of_streamlit(node, path)]
    return [f"{path}:{line}: {reason}" for line, reason in sorted(found)]


def _imports(tree: ast.AST, path: str, room: str) -> Iterator[tuple[int, str]]:
    for line, name in imported(tree, path):
        parts = name.split(".")
        alias = AT_THE_CALL.get(path) == name
        if parts[0] == "askcore" and len(parts) > 1 and upward(room, parts[1]) and not alias:
            yield line, f"{room or 'askcore'} imports {name}, which lies above it"
        if parts[0] == "streamlit" and room not in ("ui", "pages") and path != SERVER:
            yield line, "streamlit outside askcore/ui"
        if parts[0] in COMPUTING and room == "pages":
            yield line, f"{parts[0]} in a page"
        if parts[0] in FORBIDDEN_MODULES:
            yield line, f"{parts[0]} can run code from a file"
        if name == "functools.cached_property":
            yield (
                line,
                "cached_property locks once per class, or not at all: take made_once from askcore._lazy",
            )
        if room == "ui" and parts[:3] == ["askcore", "ui", "pages"] and parts[3:4] != _page_of(path):
            yield line, f"{name} belongs to that page alone"


def _page_of(path: str) -> list[str]:
    """The page whose folder a file of the dashboard lies in, as a list of one; empty for those that pages share."""
    parts = Path(path).parts
    return list(parts[3:4]) if parts[:3] == ("askcore", "ui", "pages") and len(parts) > 4 else []


def _of_streamlit(node: ast.AST, path: str) -> Iterator[str]:
    for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else []:
        if isinstance(mark, ast.Attribute):
            yield from _of_streamlit(ast.Call(mark, [], []), path)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return
    name, owner = node.func.attr, getattr(node.func.value, "id", "")
    place, instead = IN_ONE_PLACE.get(name, (path, ""))
    if path != place and owner != "controls":
        yield f"{name} stands in {place} alone: {instead}"
    label = node.args[0] if node.args else None
    if name == "button" and isinstance(label, ast.Constant) and label.value == "Cancel" and path not in RUNS:
        yield f"long work runs in {' and '.join(RUNS)} alone: make a Job, or mark it @computed"


def _node(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Call):
        name = getattr(node.func, "id", None)
        if name in FORBIDDEN_CALLS:
            yield f"{name}()"
        for word in node.keywords:
            if word.arg in FORBIDDEN_FLAGS and not (
                isinstance(word.value, ast.Constant) and word.value.value is False
            ):
                yield f"{word.arg} may be true"
    if isinstance(node, ast.ExceptHandler):
        if node.type is None:
            yield "bare except"
        elif _broad(node.type) and all(_idle(line) for line in node.body):
            yield "an exception of any kind is swallowed"


def _broad(kind: ast.expr) -> bool:
    names = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(getattr(name, "id", None) in ("Exception", "BaseException") for name in names)


def _idle(line: ast.stmt) -> bool:
    return isinstance(line, ast.Pass | ast.Continue) or (
        isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
    )


def project_files() -> list[str]:
    found = [*ROOT.glob("askcore/**/*.py"), *ROOT.glob("pages/**/*.py"), *ROOT.glob("app.py")]
    return sorted(str(path.relative_to(ROOT)) for path in found)


@pytest.mark.parametrize("path", project_files())
def test_file_keeps_the_rules(path):
    assert complaints((ROOT / path).read_text(encoding="utf-8"), path) == []


def test_every_room_has_a_floor():
    rooms = {room_of(path) for path in project_files()} - {""}
    assert rooms <= set(FLOORS), f"give {rooms - set(FLOORS)} a floor"


# Exports that nothing of the project uses, and why they are exported.
FOR_OTHERS = {
    "default_kinds": "where to start for kinds of one's own, given to three_kinds",
}


def exports(room: Path) -> tuple[set[str], set[str]]:
    """The names that a package exports, and those of them that are its modules."""
    stub = room / "__init__.pyi"
    tree = ast.parse((stub if stub.exists() else room / "__init__.py").read_text(encoding="utf-8"))
    named = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        and getattr(node.targets[0], "id", "") == "__all__"
        and isinstance(node.value, ast.List)
    ]
    dotted = ".".join(room.relative_to(ROOT).parts)
    modules = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        and (node.module == dotted or (node.module is None and node.level == 1))
        for alias in node.names
    }
    return {name for names in named for name in names}, modules


def rooms() -> list[Path]:
    return sorted(path.parent for path in ROOT.glob("askcore/**/__init__.py"))


def within(room: Path) -> set[str]:
    """The modules and packages directly in a package."""
    files = {path.stem for path in room.glob("*.py")} - {"__init__"}
    return files | {path.parent.name for path in room.glob("*/__init__.py")}


@pytest.mark.parametrize("room", rooms(), ids=lambda room: str(room.relative_to(ROOT)))
def test_no_export_bears_the_name_of_a_module(room):
    names, modules = exports(room)
    assert sorted((names & within(room)) - modules) == []


def uses(tree: ast.Module) -> Iterator[str]:
    """What a file names without defining it; of what it defines, what its public functions return."""
    defined = {getattr(node, "name", "") for node in tree.body}
    defined |= {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (alias.name for alias in node.names)
        named = getattr(node, "id", None) or getattr(node, "attr", None)
        if isinstance(named, str) and named not in defined:
            yield named
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.returns:
            yield from re.findall(r"\w+", ast.unparse(node.returns))


def used() -> set[str]:
    """Every name that the project uses outside its tests, in code or in what people read."""
    code = [
        *(path for path in ROOT.glob("askcore/**/*.py") if path.name != "__init__.py"),
        *(
            path
            for folder in ("pages", "benchmarks", "sample_data")
            for path in ROOT.glob(f"{folder}/**/*.py")
        ),
        ROOT / "app.py",
    ]
    found = {name for path in code for name in uses(ast.parse(path.read_text(encoding="utf-8")))}
    for page in [ROOT / "README.md", *ROOT.glob("docs/*.md")]:
        found |= set(re.findall(r"\w+", page.read_text(encoding="utf-8")))
    return found


def test_every_export_is_used():
    exported = {name for room in rooms() for name in exports(room)[0]}
    unused = exported - used()
    assert sorted(unused - set(FOR_OTHERS)) == [], "use it, document it, or do not export it"
    assert sorted(set(FOR_OTHERS) - unused) == [], "used by now, or gone: no reason is needed"


BROKEN = {
    "upward": ("from askcore.solvers import x", "askcore/kernels/new.py", "lies above"),
    "upward plain": ("import askcore.solvers.systems.dual", "askcore/kernels/new.py", "lies above"),
    "upward by name": ("from askcore import estimators", "askcore/solvers/new.py", "lies above"),
    "upward relative": ("from ..estimators import x", "askcore/solvers/new.py", "lies above"),
    "upward in a function": ("def f():\n    import askcore.ui", "askcore/figures/new.py", ":2: figures"),
    "beside": ("from askcore.kernels import x", "askcore/operators/new.py", "lies above"),
    "datasets on kernels": ("import askcore.kernels", "askcore/datasets/new.py", "lies above"),
    "solvers on datasets": ("import askcore.datasets", "askcore/solvers/new.py", "lies above"),
    "figures on experiments": ("from askcore.experiments import x", "askcore/figures/new.py", "lies above"),
    "figures on datasets": ("from askcore.datasets import GraphData", "askcore/figures/new.py", "lies above"),
    "figures on ui": ("from askcore.ui import plots", "askcore/figures/new.py", "lies above"),
    "unknown room": ("from askcore._validation import x", "askcore/attic.py", "lies above"),
    "experiments on papers": (
        "from askcore.papers import table",
        "askcore/experiments/running/run.py",
        "lies above",
    ),
    "streamlit": ("import streamlit as st", "askcore/figures/new.py", "streamlit outside"),
    "pickle": ("import pickle", "askcore/datasets/new.py", "can run code"),
    "pickle from": ("from joblib import load", "askcore/ui/new.py", "can run code"),
    "eval": ("eval('1')", "app.py", r"eval()"),
    "exec": ("exec('1')", "pages/new.py", r"exec()"),
    "allow_pickle": ("load(f, allow_pickle=True)", "askcore/datasets/new.py", "allow_pickle may be true"),
    "allow_pickle variable": ("load(f, allow_pickle=x)", "askcore/datasets/new.py", "allow_pickle may"),
    "html": ("st.write(x, unsafe_allow_html=True)", "pages/new.py", "unsafe_allow_html may be true"),
    "bare except": ("try:\n    f()\nexcept:\n    g()", "app.py", ":3: bare except"),
    "swallowed": ("try:\n    f()\nexcept Exception:\n    pass", "pages/new.py", "swallowed"),
    "swallowed among": ("try:\n    f()\nexcept (OSError, Exception):\n    '''no'''", "app.py", "swallowed"),
    "numpy in a page": ("import numpy as np", "pages/new.py", "numpy in a page"),
    "plotly in the entry": ("from plotly import graph_objects", "app.py", "plotly in a page"),
    "cache": ("@st.cache_resource(ttl='1h')\ndef f(): ...", "askcore/ui/new.py", "mark it @kept"),
    "download": ("column.download_button('x', 'y')", "pages/new.py", "call take_home"),
    "fragment": ("@st.fragment\ndef f(): ...", "askcore/ui/pages/new/panels.py", "shows a traceback"),
    "tabs": ("st.tabs(['a'])", "askcore/ui/pages/new/panels.py", "call controls.tabs"),
    "metric": ("st.container().metric('a', 1)", "askcore/ui/new.py", "call metrics"),
    "run": ("st.button('Cancel', key='x')", "askcore/ui/pages/new/panels.py", "make a Job"),
    "page on page": (
        "from askcore.ui.pages.decisions import words",
        "askcore/ui/pages/new/panels.py",
        "belongs to that page alone",
    ),
    "page below": ("from askcore.ui.pages.new.words import x", "askcore/ui/new.py", "to that page alone"),
    "sklearn in a page": ("from sklearn.svm import SVC", "pages/new.py", "sklearn in a page"),
}

SOUND = {
    "downward": ("from askcore.operators import x\nfrom askcore.kernels import y", "askcore/solvers/new.py"),
    "own room": ("from askcore.solvers.systems.direct import x", "askcore/solvers/new.py"),
    "relative": ("from ._dense import x", "askcore/solvers/new.py"),
    "public names": ("from askcore import x\nfrom askcore.estimators import y", "askcore/__init__.py"),
    "datasets": ("from askcore.datasets import load_sample", "askcore/experiments/new.py"),
    "page": ("import streamlit as st\nimport askcore\nfrom askcore.ui import plots", "pages/new.py"),
    "tabs of a page": ("controls.tabs({'a': draw}, 'key')", "pages/new.py"),
    "own page": ("from askcore.ui.pages.new.words import x", "askcore/ui/pages/new/panels.py"),
    "page of a page": ("from askcore.ui.pages import decisions as page", "pages/decisions.py"),
    "handled": ("try:\n    f()\nexcept Exception as e:\n    report(e)", "app.py"),
    "narrow": ("try:\n    f()\nexcept OSError:\n    pass", "askcore/datasets/new.py"),
    "no pickle": ("load(f, allow_pickle=False)", "askcore/datasets/new.py"),
}


@pytest.mark.parametrize(("source", "path", "reason"), BROKEN.values(), ids=BROKEN)
def test_a_broken_rule_is_found(source, path, reason):
    (complaint,) = complaints(source, path)
    assert reason in complaint


@pytest.mark.parametrize(("source", "path"), SOUND.values(), ids=SOUND)
def test_sound_code_passes(source, path):
    assert complaints(source, path) == []
