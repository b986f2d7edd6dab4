"""Fuzzing of the readers from the command line: ``python -m tests.fuzz [--cases 10000] [--seed 0]``.

Cases run in processes of their own, which a case may take down: that is a finding, too. What fails is saved to
``tests/fuzz/found``, with its seed and number; ``python -m tests.fuzz FILE`` reads such a file again.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from pathlib import Path

from tests.fuzz.mutation import Case
from tests.fuzz.reading import MADE, READERS, WAYS, finding, limit_memory
from tests.fuzz.runner import Finding, given, run

FOUND = Path(__file__).parent / "found"


def main() -> int:
    """Run the cases, or read one file again; 1 where something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.split("\n")[0])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--reader", default="", choices=["", *READERS, *WAYS, *MADE], help="this one alone")
    parser.add_argument("file", nargs="?", type=Path)
    asked = parser.parse_args()
    if asked.file:
        return _again(asked.file)
    found = run(asked.seed, range(asked.cases), jobs=asked.jobs, reader=asked.reader, told=_say)
    known: set[tuple[str, str]] = set()
    for one in found:
        if (one.reader, one.problem) in known:
            continue
        known.add((one.reader, one.problem))
        _save(one)
    kinds = len({one.problem for one in found})
    _say(
        f"{asked.cases:,} cases of seed {asked.seed}: {len(found):,} findings of {kinds} kinds, saved to {FOUND}"
    )
    return bool(found)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _save(one: Finding) -> None:
    FOUND.mkdir(exist_ok=True)
    path = FOUND / f"{one.seed}-{one.number}-{re.sub(r'[^a-z]+', '-', one.reader)}"
    made = given(one.seed, one.number, one.reader)
    path.with_suffix(".bin").write_bytes(made.data)
    path.with_suffix(".json").write_text(json.dumps({**vars(one), "name": made.name}, indent=1) + "\n")
    _say(f"{path.name}: {one.reader}: {one.problem}; from {one.made_from!r}, {len(made.data):,} bytes")


def _again(path: Path) -> int:
    told = path.with_suffix(".json")
    name = json.loads(told.read_text())["name"] if told.exists() else path.name
    limit_memory()
    problems = {
        reader: finding(Case(name, path.read_bytes(), ""), reader) for reader in (*READERS, *WAYS, *MADE)
    }
    for reader, problem in problems.items():
        _say(f"{reader}: {problem or 'sound'}")
    return any(problems.values())


if __name__ == "__main__":
    sys.exit(main())
