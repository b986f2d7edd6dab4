"""Every benchmark runs to its end on tiny data, and records every figure that has a floor."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from benchmarks.__main__ import gone
from benchmarks.page import RATIOS, page
from tests.drawn import drawn

ROOT = Path(__file__).parents[2]
BENCHMARKS = sorted(path.stem.removeprefix("bench_") for path in ROOT.glob("benchmarks/bench_*.py"))
FLOORS = tomllib.loads((ROOT / "benchmarks" / "floors.toml").read_text(encoding="utf-8"))
BOUNDS = {name: (kind, bound) for kind, part in FLOORS.items() for name, bound in part.items()}


def ran(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in the checkout's folder, without the public data and with everything tiny."""
    every = {**os.environ, "PYTHONPATH": str(ROOT), "ASKCORE_BENCH_SMALL": "1", **environment}
    every.pop("ASKCORE_DATA", None)
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=every, capture_output=True, text=True, check=False
    )


def recorded(path: Path) -> list[dict]:
    return (
        [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    )


@pytest.mark.long
@pytest.mark.parametrize("name", drawn(BENCHMARKS, 6))
def test_it_runs_and_records_what_has_a_floor(name, tmp_path):
    if name == "browser" and not shutil.which("chromium"):
        pytest.skip("chromium is missing: apt-get install chromium")
    if name == "distributed":
        pytest.importorskip("distributed", reason="dask and distributed are not installed")
    found = ran(f"benchmarks/bench_{name}.py", ASKCORE_BENCH_RECORDS=str(tmp_path / "records"))
    assert found.returncode == 0, found.stderr[-2000:]
    names = [each["name"] for each in recorded(tmp_path / "records")]
    assert len(names) == len(set(names))
    assert all(each.startswith(f"{name}.") for each in names)
    assert {each for each in BOUNDS if each.startswith(f"{name}.")} <= set(names)


def test_every_floor_is_of_a_benchmark():
    assert set(FLOORS) == {"at_least", "at_most"}
    assert {name.split(".")[0] for name in BOUNDS} <= set(BENCHMARKS)


def test_each_run_goes_to_the_figures_and_keeps_those_of_other_runs(tmp_path):
    """With a copy of the driver beside a script that records, one that prints and one that fails."""
    folder = tmp_path / "benchmarks"
    folder.mkdir()
    for name in ("__main__.py", "measure.py", "page.py", "picture.py"):
        shutil.copy(ROOT / "benchmarks" / name, folder)
    (folder / "floors.toml").write_text(
        '[at_least]\n"ratio.a.slow_over_ours" = 2\n"ratio.gone" = 1\n[at_most]\n'
    )
    (folder / "bench_plain.py").write_text('"""Only prints."""\nprint("hello there")\n')
    (folder / "bench_fails.py").write_text('"""Fails."""\nraise SystemExit("no luck")\n')
    (folder / "bench_ratio.py").write_text(
        '"""Records."""\nfrom benchmarks.measure import record, run\n'
        "run({'one': lambda: record('ratio.a.slow_over_ours', 1.5), 'two': lambda: print('second part')})\n"
    )
    (tmp_path / "docs").mkdir()
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "ASKCORE_BENCH_SMALL": ""}

    def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "benchmarks", *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    assert bench("plain", "ratio").returncode == 0
    failed = bench("fails")
    assert failed.returncode == 1
    assert "no luck" in failed.stderr
    runs = json.loads((tmp_path / "docs" / "benchmarks.json").read_text(encoding="utf-8"))
    assert {name: run["exit"] for name, run in runs.items()} == {"fails": 1, "plain": 0, "ratio": 0}
    assert runs["ratio"]["records"][0]["value"] == 1.5
    assert runs["ratio"]["words"] == ["second part"]  # each part in a process of its own
    assert runs["plain"]["words"] == ["hello there"]
    written = (tmp_path / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert "Below a floor: `ratio.a.slow_over_ours` is 1.5 (wanted: at least 2)" in written
    assert "`fails` ended with exit code 1" in written
    missed = bench("--check")
    assert missed.returncode == 1
    assert "`ratio.a.slow_over_ours` is 1.5 (wanted: at least 2)" in missed.stdout
    assert "`ratio.gone` is not measured" in missed.stdout
    (folder / "floors.toml").write_text('[at_least]\n"ratio.a.slow_over_ours" = 1.5\n[at_most]\n')
    assert bench("--check").returncode == 0
    assert "no benchmark is called nothing" in bench("nothing").stderr


def test_the_page_is_of_the_figures_beside_it():
    """Figures edited by hand, and floors raised above what was measured, show here."""
    runs = json.loads((ROOT / "docs" / "benchmarks.json").read_text(encoding="utf-8"))
    written = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert written == page(runs)
    assert f"All {len(BOUNDS)} floors are met." in written
    assert set(BOUNDS) <= {name for _, _, name in RATIOS}
    assert written.count("\n") <= 240  # the folded tables of threads and of solvers among them


def test_waits_in_the_browser_stand_by_size_beside_their_goals():
    waits = {"cold": (2.0, 2.5), "graph_1000.gamma": (0.3, 0.4), "table_5000.gamma": (0.9, 0.8)}
    records = [
        {"name": f"browser.{name}", "value": value, "goal": goal} for name, (value, goal) in waits.items()
    ]
    run = {"records": records, "date": "2026-11-28", "cores": 2, "versions": {"askcore": "0.3.0"}, "exit": 0}
    earlier = {**run, "records": [], "versions": {"askcore": "0.2.0"}}
    written = page({"browser": run, "earlier": earlier})
    assert "A new server shows its first figure after 2.00 s (goal: 2.5 s)." in written
    assert "| γ on *Decisions* | 0.30 s |  |  | **0.90 s** | 0.4 s and 0.8 s |" in written
    assert "Of 3 figures with a goal, 2 meet it." in written
    assert "on 2 cores with askcore 0.2.0 and 0.3.0." in written


def test_figures_that_are_no_longer_measured_are_named():
    """As where ASKCORE_DATA is not set: the document would lose them without a word."""
    before, now = ({"records": [{"name": name} for name in names]} for names in ("ab", "bc"))
    assert gone(before, now) == ["a"]
    assert gone(None, now) == []
