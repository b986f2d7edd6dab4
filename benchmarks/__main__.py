"""Run benchmarks and write what they found: ``make bench``, ``make bench ONLY="askls ksvd"``, ``make bench-check``.

    python -m benchmarks                 every bench_*.py, one after another
    python -m benchmarks askls ksvd      some; what others found in earlier runs stays, with its own date and load
    python -m benchmarks --check         leave with 1 where the last run misses a floor, or did not measure it
    python -m benchmarks.page            write the page anew from the last figures

Everything goes to docs/benchmarks.json, with what the scripts print; docs/benchmarks.md is a page about it.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from askcore._machine import cores, versions
from benchmarks.measure import HERE, RECORDS, SMALL, floors, line
from benchmarks.page import below, write

ROOT = HERE.parent
SCRIPTS = {path.stem.removeprefix("bench_"): path for path in sorted(HERE.glob("bench_*.py"))}
PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas", "streamlit", "plotly")
Run = dict[str, Any]


def run(name: str) -> Run:
    """One script in a process of its own: what it recorded and printed, when, on what and under which load."""
    load, began, words = os.getloadavg()[0], time.perf_counter(), []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records"
        path.touch()
        environment = {"OPENBLAS_NUM_THREADS": "1", **os.environ, RECORDS: str(path)}
        environment["PYTHONPATH"] = os.pathsep.join(
            [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        )
        command = [sys.executable, "-u", str(SCRIPTS[name])]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment
        ) as process:
            assert process.stdout is not None
            for said in process.stdout:
                print(said, end="", flush=True)
                words.append(said.rstrip())
        records = [json.loads(each) for each in path.read_text(encoding="utf-8").splitlines()]
    again = {line(each) for each in records}
    return {
        "command": f"OPENBLAS_NUM_THREADS={environment['OPENBLAS_NUM_THREADS']} python -m benchmarks {name}",
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "minutes": round((time.perf_counter() - began) / 60, 2),
        "load": [round(load, 1), round(os.getloadavg()[0], 1)],
        "cores": cores(),
        "versions": versions(PACKAGES),
        "exit": process.returncode,
        "records": records,
        "words": [each for each in words if each not in again],
    }


def gone(before: Run | None, now: Run) -> list[str]:
    """Names of figures that a run had and the next one has not, as where ASKCORE_DATA is not set."""
    measured = {each["name"] for each in now["records"]}
    return [each["name"] for each in (before or {"records": []})["records"] if each["name"] not in measured]


def main() -> int:
    """Run, write and compare; 1 where a script failed or, with --check, a floor is missed."""
    asked = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SCRIPTS)}")
    asked.add_argument(
        "--check", action="store_true", help="run nothing, compare the last run with its floors"
    )
    asked.add_argument("--out", type=Path, default=ROOT / "docs", help="the folder that is written to (docs)")
    given = asked.parse_args()
    unknown = set(given.names) - set(SCRIPTS)
    if unknown:
        asked.error(f"no benchmark is called {' or '.join(sorted(unknown))}; there are {', '.join(SCRIPTS)}")
    if SMALL and given.out == ROOT / "docs":
        asked.error("figures of ASKCORE_BENCH_SMALL do not go into the documentation: give --out")
    path = given.out / "benchmarks.json"
    runs: dict[str, Run] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if given.check:
        missed = below(runs)
        print("\n".join(missed) or f"all {len(floors())} floors are met")
        return int(bool(missed))
    failed = []
    for name in given.names or SCRIPTS:
        print(f"== {name}", flush=True)
        before, runs[name] = runs.get(name), run(name)
        for lost in gone(before, runs[name]):
            print(f"   {lost}: no longer measured", flush=True)
        failed += [name] if runs[name]["exit"] else []
        runs = {each: runs[each] for each in SCRIPTS if each in runs}  # without those that are gone
        # After each, so that a run that is stopped keeps what it has.
        path.write_text(json.dumps(runs, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        write(given.out)
    if failed:
        print(
            f"failed: {', '.join(failed)}; alone: python -m benchmarks {shlex.join(failed)}", file=sys.stderr
        )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
