"""Write library_calls: which function of Python's standard library calls which.

Run from anywhere: ``python sample_data/make_library_calls.py [FOLDER]``. The sources beside the running Python are
parsed, never imported or run. A node is a function or a method by its dotted name; what is called inside a nested
function is called by the function around it. An edge i -> j says that i calls j under a name whose meaning the source
itself tells: a function of the module or one that it imports, ``module.function``, ``self.method``, ``super().method``,
and a class, which stands for its ``__init__``. A class label is the topic of the module: the chapter of the library's
documentation, neighbouring chapters together. Only functions of the largest connected part are kept.
"""

from __future__ import annotations

import ast
import gzip
import platform
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
import scipy.sparse as sp

# Chapters of docs.python.org/3.11/library, neighbours together; private modules go where they serve.
TOPICS = {
    "text and bytes": "string re sre_parse sre_compile sre_constants difflib textwrap stringprep rlcompleter struct "
    "codecs encodings",
    "data types": "datetime zoneinfo calendar collections _collections_abc heapq bisect weakref _weakrefset types copy "
    "pprint reprlib enum graphlib _strptime",
    "numbers and functions": "numbers decimal _pydecimal fractions random statistics functools operator",
    "files and formats": "pathlib posixpath ntpath genericpath fileinput stat filecmp tempfile glob fnmatch linecache "
    "shutil pickle copyreg _compat_pickle shelve dbm sqlite3 gzip bz2 lzma _compression zipfile tarfile csv "
    "configparser tomllib netrc plistlib hashlib hmac secrets",
    "operating system": "os io _pyio argparse getopt optparse logging getpass curses platform ctypes pty tty",
    "concurrency": "threading _threading_local multiprocessing concurrent subprocess sched queue contextvars",
    "networking": "asyncio socket ssl selectors signal",
    "internet": "email json mailbox mimetypes base64 quopri webbrowser wsgiref urllib http ftplib poplib imaplib "
    "smtplib uuid socketserver xmlrpc ipaddress nturl2path",
    "markup": "html xml _markupbase",
    "programs and windows": "wave colorsys gettext locale turtle cmd shlex tkinter",
    "testing and debugging": "typing pydoc doctest unittest bdb pdb profile cProfile pstats timeit trace tracemalloc "
    "venv zipapp",
    "runtime and language": "sysconfig warnings dataclasses contextlib abc _py_abc traceback inspect site "
    "_sitebuiltins code codeop zipimport pkgutil modulefinder runpy importlib ast symtable token keyword tokenize "
    "tabnanny pyclbr py_compile compileall dis opcode pickletools __future__",
}
TOPIC_OF = {module: topic for topic, modules in TOPICS.items() for module in modules.split()}
LEFT_OUT = {"test", "tests", "__pycache__"}
CALLABLE = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass
class Class:
    """A class: its methods, the expressions of its bases, and the module whose names these use."""

    module: Module
    name: str
    bases: list[ast.expr]
    methods: dict[str, str] = field(default_factory=dict)  # name -> node


@dataclass
class Module:
    """What a name at the top of a module means: a node, a class, a module, or a name of another module."""

    name: str
    package: str
    names: dict[str, str | Class | tuple[str, str]] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    bodies: list[tuple[str, ast.AST, Class | None]] = field(
        default_factory=list
    )  # node, its source, its class


@dataclass
class Bases:
    """What ``super()`` stands for in a class."""

    of: Class


Meaning: TypeAlias = "str | Class | Bases | Module | None"


def main(folder: Path) -> None:
    """Write the edges and topics into a folder, and say what they hold."""
    root = Path(sysconfig.get_path("stdlib"))
    files = {name: path for name, path in find_modules(root).items() if name.partition(".")[0] in TOPIC_OF}
    nodes, edges = call_graph({name: (path.read_bytes(), path.name) for name, path in files.items()})
    kept = largest_part(len(nodes), edges)
    print(
        f"Python {platform.python_version()}, {len(files)} modules, {len(nodes):,} functions, {len(kept):,} kept"
    )
    place = {node: at for at, node in enumerate(kept)}
    names = [nodes[node] for node in kept]
    links = sorted((place[i], place[j]) for i, j in edges if i in place)
    write(
        folder / "library_calls_edges.csv.gz",
        ["source,target", *(f"{names[i]},{names[j]}" for i, j in links)],
    )
    labels = [TOPIC_OF[name.partition(".")[0]] for name in names]
    lines = [f"{name},{label}" for name, label in zip(names, labels, strict=True)]
    write(folder / "library_calls_nodes.csv.gz", ["node,label", *lines])


def find_modules(root: Path) -> dict[str, Path]:
    """Dotted name to file for every module below a folder of top-level modules, without tests."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        parts = list(path.relative_to(root).with_suffix("").parts)
        if LEFT_OUT.isdisjoint(parts) and all(part.isidentifier() for part in parts):
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def call_graph(sources: dict[str, tuple[bytes, str]]) -> tuple[list[str], list[tuple[int, int]]]:
    """Names of all functions, sorted, and sorted pairs of their places (caller, called), each once, none to itself.

    ``sources`` : dotted name of a module -> its source and the name of its file.
    """
    modules = {name: read_module(name, *source) for name, source in sources.items()}
    resolver = Resolver(modules)
    pairs = {
        (node, called)
        for module in modules.values()
        for node, body, owner in module.bodies
        for called in resolver.called(module, body, owner)
        if called != node
    }
    nodes = sorted({node for module in modules.values() for node, _, _ in module.bodies})
    place = {node: at for at, node in enumerate(nodes)}
    return nodes, sorted((place[i], place[j]) for i, j in pairs)


def read_module(name: str, source: bytes, file: str) -> Module:
    """The names of a module and the functions in it."""
    module = Module(name, name if file == "__init__.py" else name.rpartition(".")[0])
    for statement in top_level(ast.parse(source).body):
        if isinstance(statement, CALLABLE):
            module.names[statement.name] = node = f"{name}.{statement.name}"
            module.bodies.append((node, statement, None))
        elif isinstance(statement, ast.ClassDef):
            read_class(module, statement)
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            names = imported(statement, module.package)
            module.stars += [base for base, name in names.values() if name == "*"]
            module.names |= names
    return module


def imported(statement: ast.Import | ast.ImportFrom, package: str) -> dict[str, tuple[str, str]]:
    """What each name of an import means: a module and a name in it, "" for the module itself."""
    if isinstance(statement, ast.ImportFrom):
        base = absolute(statement, package)
        return {alias.asname or alias.name: (base, alias.name) for alias in statement.names}
    return {
        alias.asname or alias.name.partition(".")[0]: (
            alias.name if alias.asname else alias.name.partition(".")[0],
            "",
        )
        for alias in statement.names
    }


def top_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements of a module, those under if, try and with among them."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If | ast.Try | ast.With):
            parts = (getattr(statement, part, []) for part in ("body", "orelse", "finalbody"))
            handlers = (handler.body for handler in getattr(statement, "handlers", []))
            yield from top_level(list(chain(*parts, *handlers)))


def read_class(module: Module, statement: ast.ClassDef) -> None:
    """A class with its methods."""
    owner = Class(module, statement.name, statement.bases)
    module.names[statement.name] = owner
    for inner in top_level(statement.body):
        if isinstance(inner, CALLABLE):
            owner.methods[inner.name] = node = f"{module.name}.{statement.name}.{inner.name}"
            module.bodies.append((node, inner, owner))


def absolute(statement: ast.ImportFrom, package: str) -> str:
    """The absolute name a "from ... import" starts from; each dot after the first goes one package up."""
    if not statement.level:
        return statement.module or ""
    parts = package.split(".")
    return ".".join(
        [*parts[: len(parts) - statement.level + 1], *([statement.module] if statement.module else [])]
    )


class Resolver:
    """What names mean across modules."""

    def __init__(self, modules: dict[str, Module]) -> None:
        self.modules = modules

    def called(self, module: Module, body: ast.AST, owner: Class | None) -> set[str]:
        """The functions that a piece of source calls, as far as names tell."""
        local: dict[str, tuple[str, str]] = {}
        for inner in ast.walk(body):
            if isinstance(inner, ast.Import | ast.ImportFrom):
                local |= imported(inner, module.package)
        calls = (inner.func for inner in ast.walk(body) if isinstance(inner, ast.Call))
        found = (self.function(self.meaning(module, call, owner, local)) for call in calls)
        return {node for node in found if node}

    def meaning(
        self,
        module: Module,
        expression: ast.expr,
        owner: Class | None = None,
        local: Mapping[str, tuple[str, str]] = MappingProxyType({}),
    ) -> Meaning:
        """A node, a class or a module that an expression stands for; None where its source does not tell."""
        if isinstance(expression, ast.Name):
            name = expression.id
            if owner is not None and name in ("self", "cls"):
                return owner
            return self.follow(local[name]) if name in local else self.name(module, name)
        if isinstance(expression, ast.Call):
            function = expression.func
            if isinstance(function, ast.Name) and function.id == "super" and owner is not None:
                return Bases(owner)
            return None
        if isinstance(expression, ast.Attribute):
            return self.attribute(self.meaning(module, expression.value, owner, local), expression.attr)
        return None

    def name(self, module: Module, name: str, seen: frozenset[tuple[str, str]] = frozenset()) -> Meaning:
        """What a name at the top of a module means."""
        if name in module.names:
            return self.follow(module.names[name], seen | {(module.name, name)})
        for star in module.stars:
            if star in self.modules and (star, name) not in seen and not name.startswith("_"):
                found = self.name(self.modules[star], name, seen | {(star, name)})
                if found is not None:
                    return found
        return None

    def follow(
        self, meant: str | Class | tuple[str, str], seen: frozenset[tuple[str, str]] = frozenset()
    ) -> Meaning:
        """Through imports, to what stands at their end."""
        if not isinstance(meant, tuple):
            return meant
        base, name = meant
        if not name:
            return self.modules.get(base)
        if base in self.modules and (base, name) not in seen:
            found = self.name(self.modules[base], name, seen)
            if found is not None:
                return found
        return self.modules.get(f"{base}.{name}")

    def attribute(self, of: Meaning, name: str) -> Meaning:
        """``of.name``."""
        if isinstance(of, Module):
            found = self.name(of, name)
            return found if found is not None else self.modules.get(f"{of.name}.{name}")
        if isinstance(of, Class):
            return self.method(of, name)
        if isinstance(of, Bases):
            return self.inherited(of.of, name)
        return None

    def method(self, owner: Class, name: str, depth: int = 0) -> str | None:
        """A method of a class or of the first of its bases that has it."""
        return owner.methods.get(name) or self.inherited(owner, name, depth)

    def inherited(self, owner: Class, name: str, depth: int = 0) -> str | None:
        """The same, of its bases."""
        bases = (self.meaning(owner.module, base) for base in owner.bases) if depth < 20 else ()
        found = (self.method(base, name, depth + 1) for base in bases if isinstance(base, Class))
        return next((method for method in found if method), None)

    def function(self, meant: Meaning) -> str | None:
        """The node that is called: a function, or the ``__init__`` of a class."""
        if isinstance(meant, Class):
            return self.method(meant, "__init__")
        return meant if isinstance(meant, str) else None


def largest_part(n: int, edges: list[tuple[int, int]]) -> list[int]:
    """Nodes of the largest part that hangs together, whatever the direction of its edges."""
    sources, targets = np.array(edges).T
    links = sp.coo_array((np.ones(len(edges)), (sources, targets)), (n, n))
    _, parts = sp.csgraph.connected_components(links, connection="weak")
    return np.flatnonzero(parts == np.bincount(parts).argmax()).tolist()


def write(path: Path, lines: list[str]) -> None:
    """Lines as UTF-8 with plain newlines, compressed without a time in it: the same bytes again."""
    path.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0))
    print(f"{path.name}: {len(lines) - 1:,} rows, {path.stat().st_size / 1000:,.0f} kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent)
