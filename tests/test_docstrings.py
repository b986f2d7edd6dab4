"""Every exported function says what goes in and what comes out, as numpydoc reads it; every class says what it is.

"a, b : what both are" stands for two parameters, and a result needs no more than the sentence that says what it is.
"""

from __future__ import annotations

import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numpydoc.validate import validate

import askcore

# GL08 none; SS03 no full stop; PR01 a parameter left out, PR02 one that is not there, PR03 another order,
# PR10 no colon; RT01 no result.
HELD = {"GL08", "SS03", "PR01", "PR02", "PR03", "PR10", "RT01"}
HELD_OF_CLASSES = {"GL08", "SS03", "PR02", "PR10"}
# The pages' own pieces are called in one place each: a sentence is enough for them.
PAGES, HELD_OF_PAGES = "askcore.ui.", {"GL08", "SS03"}
EXAMPLES = Path(__file__).parents[1] / "docs" / "site" / "examples.md"


def packages() -> Iterator[str]:
    """askcore and every package below it."""
    yield "askcore"
    for found in pkgutil.walk_packages(askcore.__path__, "askcore."):
        if found.ispkg:
            yield found.name


def exported(package: str) -> dict[str, Any]:
    """The functions and classes that a package exports, by where they are defined."""
    room = importlib.import_module(package)
    found = (getattr(room, name) for name in getattr(room, "__all__", ()))
    return {
        f"{one.__module__}.{one.__qualname__}": one
        for one in found
        if (inspect.isroutine(one) or inspect.isclass(one)) and one.__module__.startswith("askcore")
    }


def complaints(path: str, held: set[str]) -> list[str]:
    """What numpydoc finds in one docstring, of what is held."""
    return [f"{path} {code}: {words}" for code, words in validate(path)["errors"] if code in held]


EXPORTED = {path: one for package in packages() for path, one in exported(package).items()}


def test_functions_say_what_goes_in_and_what_comes_out():
    paths = sorted(path for path, one in EXPORTED.items() if inspect.isroutine(one))
    found = [complaints(path, HELD_OF_PAGES if path.startswith(PAGES) else HELD) for path in paths]
    assert [line for lines in found for line in lines] == []


def test_what_is_raised_is_told():
    functions = {path: one for path, one in EXPORTED.items() if inspect.isroutine(one) and PAGES not in path}
    raising = {
        path for path, one in functions.items() if re.search(r"^\s+raise \w", inspect.getsource(one), re.M)
    }
    assert sorted(path for path in raising if "Raises\n" not in functions[path].__doc__) == []


def test_classes_and_their_methods_say_what_they_are():
    found = []
    for path in sorted(path for path, one in EXPORTED.items() if inspect.isclass(one)):
        own = (
            name for name, one in vars(EXPORTED[path]).items() if inspect.isfunction(one) and name[0] != "_"
        )
        for each in (path, *(f"{path}.{name}" for name in own)):
            found += complaints(each, HELD_OF_CLASSES)
    assert found == []


def test_every_public_name_has_one_example():
    """In its docstring, which the doctests of askcore run, or among those of the reference. A class that is made of a
    registered kernel may do without, so that a new kernel takes no third file."""
    public = [one for path, one in EXPORTED.items() if PAGES not in path and ".commands." not in path]
    without = [one for one in public if ">>>" not in (inspect.getdoc(one) or "")]
    written = {one.__name__ for one in without if one.__name__ in vars(sys.modules[one.__module__])}
    named = set(re.findall(r"^## (\w+)$", EXAMPLES.read_text(encoding="utf-8"), re.M))
    assert written <= named <= {one.__name__ for one in without}


def test_examples_of_the_reference_run(tmp_path: Path):
    """In a process of their own: one registers a kernel."""
    environment = {**os.environ, "ASKCORE_DATA": str(tmp_path), "PYTHONPATH": str(EXAMPLES.parents[2])}
    command = [sys.executable, "-W", "error", "-m", "doctest", str(EXAMPLES)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
