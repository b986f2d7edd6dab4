"""Write python_imports: which module of networkx and scikit-learn imports which.

Run from anywhere: ``python sample_data/make_python_imports.py [FOLDER]``. The installed sources are parsed,
never imported or run. A node is a module by its dotted name (a package is its ``__init__``), an edge i -> j
says that i imports j anywhere in its source, and modules without any edge are dropped.
"""

from __future__ import annotations

import ast
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

PACKAGES = {"networkx": "networkx", "sklearn": "scikit-learn"}


def main(folder: Path) -> None:
    """Write both files into a folder, and say what they hold."""
    modules: dict[str, Path] = {}
    for package, distribution in PACKAGES.items():
        spec = find_spec(package)  # finds a top-level package without importing it
        if spec is None or spec.origin is None:
            sys.exit(f"{distribution} is not installed")
        modules |= find_modules(Path(spec.origin).parent)
        print(f"{distribution} {version(distribution)}")
    edges = import_edges(modules)
    nodes = sorted({end for edge in edges for end in edge})
    write(folder / "python_imports_edges.csv", ["source,target", *(f"{i},{j}" for i, j in edges)])
    write(folder / "python_imports_nodes.csv", ["node,label", *(f"{name},{role(name)}" for name in nodes)])
    print(f"dropped {len(modules) - len(nodes)} isolated modules of {len(modules)}")


def find_modules(root: Path) -> dict[str, Path]:
    """Dotted name to file for every module below the folder of a package."""
    modules = {}
    for path in sorted(root.rglob("*.py")):
        parts = [root.name, *path.relative_to(root).with_suffix("").parts]
        modules[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return modules


def import_edges(modules: dict[str, Path]) -> list[tuple[str, str]]:
    """Sorted pairs (importer, imported), each once, between the given modules."""
    return sorted(
        (name, target)
        for name, path in modules.items()
        for target in _imported(name, path, modules)
        if target != name
    )


def role(name: str) -> str:
    """ "test", "private" (a part of the name begins with an underscore) or "public"."""
    parts = name.split(".")
    if "tests" in parts or parts[-1].startswith("test_") or parts[-1] == "conftest":
        return "test"
    return "private" if any(part.startswith("_") for part in parts) else "public"


def _imported(name: str, path: Path, modules: dict[str, Path]) -> set[str]:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(path.read_bytes(), filename=str(path))):
        if isinstance(node, ast.Import):
            found |= {_nearest(alias.name, modules) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = _base(node, package)
            for alias in node.names:
                submodule = f"{base}.{alias.name}"
                found.add(submodule if submodule in modules else _nearest(base, modules))
    return found - {""}


def _base(node: ast.ImportFrom, package: str) -> str:
    """The absolute name a "from ... import" starts from; each dot after the first goes one package up."""
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - node.level + 1], *([node.module] if node.module else [])])


def _nearest(name: str, modules: dict[str, Path]) -> str:
    """The module of that name; for one without Python source (compiled), the package it is in; else ""."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def write(path: Path, lines: list[str]) -> None:
    """Lines as UTF-8 with plain newlines on every system."""
    path.write_bytes(("\n".join(lines) + "\n").encode())
    print(f"{path.name}: {len(lines) - 1:,} rows")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
