"""Write the golden files anew: ``python -m tests.golden.write [numerics|decisions]``, by default both.

``numerics.json`` holds what mathematics says. It is written once: who has to write it again has changed a result, and
says in the commit which and why. Another data set or quantity may be added; then the lines that stood there stay.

``decisions.json`` holds what is chosen and what is said first. It is written again where a rule of choosing is changed
on purpose, with the reasons in the commit.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.golden import data_sets, decisions, numerics

FOLDER = Path(__file__).parent


ASKED: dict[str, tuple[Iterable[str], Callable[[str], dict[str, Any]]]] = {
    "numerics": (data_sets.names(), numerics.numbers),
    "decisions": (decisions.CASES, decisions.decided),
}


def read(file: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((FOLDER / f"{file}.json").read_text("utf-8"))
    return found


def as_text(found: Mapping[str, Mapping[str, Any]]) -> str:
    """JSON with a line for each quantity, so that a difference shows what has changed."""
    sets = []
    for name in sorted(found):
        lines = [
            f"  {json.dumps(what)}: {json.dumps(found[name][what], ensure_ascii=False)}"
            for what in sorted(found[name])
        ]
        sets.append(f"{json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n}")
    return "{\n" + ",\n".join(sets) + "\n}\n"


def main() -> None:
    for file in sys.argv[1:] or ASKED:
        names, ask = ASKED[file]
        (FOLDER / f"{file}.json").write_text(as_text({name: ask(name) for name in names}), "utf-8")


if __name__ == "__main__":
    main()
