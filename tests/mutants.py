"""Draw changes of comparisons, branches and constants, and count those that the tests notice.

python -m tests.mutants rules numerics readers     twenty of each; --seed draws others

Each change is made in a copy of the last commit. Then the tests of the changed module's folder run until one fails:
first the file that is named after the module, then its folder, then the folders above. A change that none notices is
the same program (say why), or it needs a test, or what it changed decides nothing and can go.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROOMS = {
    "rules": ("experiments/decisions/*.py", "experiments/comparison/*.py", "experiments/selection.py"),
    "numerics": ("kernels/**/*.py", "operators/**/*.py", "solvers/**/*.py", "estimators/**/*.py"),
    "readers": ("datasets/**/*.py",),
}
SWAPPED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not",
    ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip


def changes(tree: ast.Module) -> Iterator[tuple[str, ast.expr, str]]:
    """Each possible change: its kind, the expression, and what to write in its place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
            yield "comparison", node, f"({left} {SWAPPED[type(node.ops[0])]} {right})"
        elif isinstance(node, ast.If | ast.IfExp | ast.While) and ast.unparse(node.test) != "TYPE_CHECKING":
            yield "branch", node.test, f"(not ({ast.unparse(node.test)}))"
        elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            flipped = not node.value if isinstance(node.value, bool) else 2 * node.value + 1
            yield "constant", node, repr(flipped)


def replaced(source: str, node: ast.expr, new: str) -> str:
    """The source with another expression in the place of one; columns count bytes."""
    lines = source.encode().splitlines(keepends=True)
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    after = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (before + new.encode() + after).decode()


def drawn(folder: Path, room: str, number: int, seed: int) -> Iterator[tuple[Path, ast.expr, str]]:
    """Changes of a room, of each kind as many, each as (file, expression, new)."""
    found: dict[str, list[tuple[Path, ast.expr, str]]] = {"comparison": [], "branch": [], "constant": []}
    for pattern in ROOMS[room]:
        for file in sorted((folder / "askcore").glob(pattern)):
            for kind, node, new in changes(ast.parse(file.read_text("utf-8"))):
                found[kind].append((file, node, new))
    draw = random.Random(f"{seed} {room}")
    for i in range(number):
        yield draw.choice(found[list(found)[i % 3]])


def tests_of(folder: Path, file: Path) -> list[str]:
    """The tests of a module's folder, those nearest to it first."""
    parts = file.relative_to(folder / "askcore").with_suffix("").parts
    tests = [*sorted((folder / "tests" / parts[0]).rglob(f"test_{parts[-1].strip('_')}.py"))]
    for depth in range(len(parts) - 1, 0, -1):
        tests += sorted(folder.joinpath("tests", *parts[:depth]).rglob("test_*.py"))
    return list(dict.fromkeys(str(path.relative_to(folder)) for path in tests))


def noticed_by(folder: Path, tests: list[str], limit: float) -> str:
    """The first test that fails, "time" where they do not come back, or nothing where all pass."""
    quiet = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "--tb=no"]
    call = [sys.executable, "-m", "pytest", *quiet, *tests]
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(call, cwd=folder, env=env, capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return "time"
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].partition(" - ")[0] if failed else "an import" * bool(done.returncode)


def main() -> None:
    """Write a line for each change, and how many were noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rooms", nargs="+", choices=ROOMS)
    parser.add_argument("--seed", type=int, default=20271128)
    parser.add_argument("--limit", type=float, default=600.0, help="seconds for the tests of a change")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mutants") as name:
        folder = Path(name)
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "x", "-C", name], input=archive, check=True)
        for room in asked.rooms:
            missed = 0
            for file, node, new in drawn(folder, room, 20, asked.seed):
                source = file.read_text("utf-8")
                file.write_text(replaced(source, node, new), "utf-8")
                by = noticed_by(folder, tests_of(folder, file), asked.limit)
                file.write_text(source, "utf-8")
                missed += not by
                where = f"{file.relative_to(folder)}:{node.lineno}: {ast.unparse(node)} -> {new}"
                sys.stdout.write(f"{where}: {by or 'MISSED'}\n")
                sys.stdout.flush()
            sys.stdout.write(f"{room}, seed {asked.seed}: {20 - missed} of 20 are noticed\n")


if __name__ == "__main__":
    main()
